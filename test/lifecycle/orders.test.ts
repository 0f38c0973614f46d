/** Registrations, renewals and transfers alike: a price that rises, orders whose outcome is unknown, and the end of the resource. */
import type { WireDomain } from "../../provider/api/endpoints/shapes.ts";
import { decide } from "../../provider/lifecycle/orders/decide.ts";
import type { Fault } from "../../testing/sandbox/index.ts";
import { orderNames, withOrders, withPulumiHome } from "../support/orders.ts";
import { unknown } from "../support/pluginFront.ts";
import { applied, HandlerStack, withStory } from "../support/story.ts";
import { decisionIn, orderCases } from "./orderCases.ts";

const { registrar, said, shows } = withStory();
withPulumiHome();
const { orders, charges } = withOrders(registrar);

const carriedOut: Fault[] = [
  ...(["reset-after", "truncate", { status: 500, done: true }, { status: 409, done: true }] as const),
  { status: 400, done: true, body: { success: true, message: "done" } },
];
const unseen: [outcome: string, fault: Fault | undefined, isLate: boolean][] = [
  ["shown late", undefined, true],
  ["without a response and shown late", "reset-after", true],
  ["without a response and not carried out", "reset-before", false],
];

describe.each(orderNames)("a %s", (kind) => {
  const { program, operation, charged, late } = orders[kind];
  const state = (stack: HandlerStack) => stack.state.get("it")?.outputs ?? {};

  it("isn't ordered if its price rises above the bound after the preview", async () => {
    const raise = () => registrar.sandbox.dashboard.setPrices("com", { register: 30, renew: 30, transfer: 30 });
    const { errors } = await new HandlerStack().up(program(), { beforeWrites: raise });
    expect(errors["it"]).toMatch(/costs 36\.22.*more than .* of 20\.00/);
    expect(registrar.writes()).toEqual([]);
  });

  it("passes its preview, with each argument that isn't known yet", async () => {
    const { it: order } = program();
    const others = order.handler === "domainTransfer" ? [] : ["years", "acceptPremium"];
    for (const name of [...Object.keys(order.args), ...others]) {
      const args = { ...order.args, [name]: unknown };
      const { errors } = await new HandlerStack().preview({ it: { ...order, args } });
      expect([name, errors]).toEqual([name, {}]);
    }
    expect(registrar.writes()).toEqual([]);
  });

  it("isn't undone by a destroy, which says so", async () => {
    const stack = await applied(program());
    registrar.calls();
    said();
    expect((await stack.destroy()).errors).toEqual({});
    expect(said()).toMatch(/nothing is (given up, cancelled|cancelled or given up)/);
    expect([registrar.calls(), charges()]).toEqual([[], charged]);
  });

  it.each(carriedOut)("is found in the account after %j, and is ordered once", async (fault) => {
    registrar.sandbox.fault({ operation, times: 1, fault });
    const stack = new HandlerStack();
    const order = program();
    expect((await stack.up(order)).errors).toEqual({});
    expect((await stack.up(order)).steps).toEqual({ it: "same" });
    expect(registrar.writes()).toHaveLength(1);
    expect(charges()).toEqual(charged);
  });

  // A transfer that is accepted is pending: nothing has to show.
  it.each(kind === "transfer" ? unseen.slice(1) : unseen)(
    "%s has to be verified in the dashboard, and no run repeats it",
    async (_outcome, fault, isLate) => {
      if (isLate) registrar.sandbox.setProfile(late);
      if (fault !== undefined) registrar.sandbox.fault({ operation, times: 1, fault });
      const stack = new HandlerStack();
      const { it: order } = program();
      for (const _again of [1, 2, 3]) {
        expect((await stack.up({ it: order })).errors["it"]).toMatch(
          new RegExp(`^Verify in the registrar's dashboard.*${kind} of .*retryOrdersBefore: "20`, "s"),
        );
        expect(state(stack)).toMatchObject({ unverifiedOrder: { kind, years: 1 } });
        expect(await stack.refresh()).toMatchObject({ gone: [], errors: {} });
        expect((await stack.preview({ it: order })).steps).toEqual({ it: "update" });
      }
      expect(registrar.writes()).toHaveLength(1);
      const consent = isLate ? {} : { retryOrdersBefore: new Date().toISOString() };
      if (isLate) registrar.sandbox.clock.advance({ days: 6 });
      const again = { it: { ...order, args: { ...order.args, ...consent } } };
      expect((await stack.up(again)).errors).toEqual({});
      expect((await stack.up(again)).steps).toEqual({ it: "same" });
      expect(charges()).toEqual(charged);
      expect(state(stack)).not.toHaveProperty("unverifiedOrder");
    },
  );
});

it("a new resource orders no renewal if the expiry date has changed since its price was read", async () => {
  const { it: order } = orders.renewal.program();
  const expiry_date = String(order.args["renewUntil"]);
  const renewUntil = expiry_date.replace(/^\d+/, (year) => String(Number(year) + 2));
  // Somebody renews it for a year before the last reading, which is the third.
  const data = { domain_name: "example.com", status: "active", expiry_date };
  shows("domains.get", { data }, { after: 2, times: 1 });
  const it = { ...order, args: { ...order.args, renewUntil, maxRenewalPrice: 99 } };
  const { errors } = await new HandlerStack().up({ it }, { skipPreview: true });
  expect(errors["it"]).toMatch(/its expiry date has changed since it was read/);
  expect(registrar.writes()).toEqual([]);
});

describe.each(orderNames)("a %s", (kind) => {
  it.each(orderCases(kind))("leads to '$action' where $when", ({ situation, action, shows }) => {
    const decision = decisionIn(situation);
    const { nextState = {}, notice = "" } = "nextState" in decision ? decision : {};
    const shown = `${decision.explanation} ${JSON.stringify(nextState)}${notice}`;
    expect([decision.action, shown]).toEqual([action, expect.stringMatching(shows)]);
  });
});

/** Words of registries (EPP), registrars and resellers for the status of a domain. */
const statuses =
  "active Active ACTIVE ok expired grace autoRenewPeriod redemptionPeriod redemption pendingDelete pendingTransfer pending " +
  "suspended clientHold inactive cancelled deleted transferred";
const now = Date.UTC(2026, 10, 24);
const daysFromNow = (days: number) => new Date(now + days * 86_400_000).toISOString();
const renewalOf = ({ expiry_date = daysFromNow(20), ...details }: Partial<WireDomain>) => {
  const live = { domain_name: "example.com", expiry_date, ...details };
  const [state, args] = [{ expiresAt: expiry_date }, { renewUntil: "2029-01-01", maxRenewalPrice: 99 }];
  return decide({ kind: "registration", domain: "example.com", state, live, args, notes: {}, now });
};

it.each([...statuses.split(" "), undefined])("renews a domain with the status %s only if it is active", (status) => {
  const isActive = status?.toLowerCase() === "active";
  for (const days of [-400, -20, -1, 0, 1, 20, 300]) {
    const { action } = renewalOf({ expiry_date: daysFromNow(days), ...(status !== undefined && { status }) });
    expect([days, action]).toEqual([days, isActive && days > 0 ? "order" : "refuse"]);
  }
});

it.each(["pendingRenew", "pending_transfer", "redemptionPeriod", "serverRenewProhibited", "client renew prohibited"])(
  "renews no active domain with the EPP status %s",
  (code) => {
    const { action, explanation } = renewalOf({ status: "active", whois_status: ["ok", code] });
    expect([action, explanation]).toEqual(["refuse", expect.stringContaining(`"${code}"`)]);
  },
);
