/**
 * Registrations, renewals and transfers alike: a price that rises, orders whose outcome is unknown, and the end of the resource. Then
 * transfers alone: ordered once, pending, completed, then restricted for 60 days; the auth code is kept nowhere.
 */
import type { WireDomain } from "../../provider/api/endpoints/shapes.ts";
import type { Fault } from "../../testing/sandbox/index.ts";
import { authCode, orderNames, withOrders } from "../support/orders.ts";
import { unknown } from "../support/pluginFront.ts";
import { applied, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";
import { expectWellPut } from "../support/wellPut.ts";
import { decisionIn, orderCases } from "./orderCases.ts";

const { registrar, said, shows, writesOf } = withStory();
const { orders, charges } = withOrders(registrar);

const row = (stack: HandlerStack) => stack.state.get("it");
const outputs = (stack: HandlerStack) => row(stack)?.outputs ?? {};

const refusals = [{ status: 500 }, { status: 409 }, { status: 400, body: { success: true } }];
const carriedOut: Fault[] = ["reset-after", "truncate", ...refusals.map((said) => ({ ...said, done: true }))];
const unseen: [outcome: string, fault: Fault | undefined, isLate: boolean][] = [
  ["shown late", undefined, true],
  ["without a response and shown late", "reset-after", true],
  ["without a response and not carried out", "reset-before", false],
];

describe.each(orderNames)("a %s", (kind) => {
  const { program, operation, charged, late } = orders[kind];

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
    expect((await stack.destroy()).errors).toEqual({});
    expect(said()).toMatch(/nothing is (given up or cancelled|cancelled or given up)/);
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
        expect(outputs(stack)).toMatchObject({ unverifiedOrder: { kind, years: 1 } });
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
      expect(outputs(stack)).not.toHaveProperty("unverifiedOrder");
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
    expect(decisionIn(situation)).toEqual({ action, shown: expect.stringMatching(shows) });
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
  return decisionIn({ kind: "registration", domain: "example.com", state, live, args, notes: {}, now });
};

it.each([...statuses.split(" "), undefined])("renews a domain with the status %s only if it is active", (status) => {
  const isActive = status?.toLowerCase() === "active";
  for (const days of [-400, -20, -1, 0, 1, 20, 300]) {
    const { action, shown } = renewalOf({ expiry_date: daysFromNow(days), ...(status !== undefined && { status }) });
    expectWellPut(shown);
    expect([days, action]).toEqual([days, isActive && days > 0 ? "order" : "refuse"]);
  }
});

it.each(["pendingRenew", "pending_transfer", "redemptionPeriod", "serverRenewProhibited", "client renew prohibited"])(
  "renews no active domain with the EPP status %s",
  (code) => {
    const decision = renewalOf({ status: "active", whois_status: ["ok", code] });
    expect(decision).toEqual({ action: "refuse", shown: expect.stringContaining(`"${code}"`) });
  },
);

it.each([
  ["completed", "active transferred transferable Transfer_Lock transferPeriod clientTransferProhibited pendingDelete"],
  ["completed", "ACT ok QueuedForDeletion REGISTERED"],
  ["pending", "pendingTransfer pending_transfer Transfer_in_progress transfer-initiated processing failed rejected"],
  ["pending", "PEN REQ SCH FAI REQUESTED Queued_for_submission WAITINGFOREPP denied clientRejected serverFailed"],
])("a transfer is %s while its domain shows one of the statuses %s", (transferStatus, words) => {
  const about = { kind: "transfer", domain: "example.com", state: undefined, args: undefined, notes: {}, now } as const;
  for (const status of words.split(" ")) {
    const { shown } = decisionIn({ ...about, live: { domain_name: "example.com", status } });
    expect([status, shown]).toEqual([status, expect.stringContaining(`"transferStatus":"${transferStatus}"`)]);
  }
});

const bring = (rest: Record<string, unknown> = {}): Program => ({
  it: { handler: "domainTransfer", args: { domain: "theirs.com", authCode, maxPrice: 15, ...rest } },
});
const withoutCode = bring({ authCode: undefined });

it.each([
  ["by the clock", "", () => registrar.sandbox.clock.advance({ days: 6 })],
  ["by the clock, hidden until then", "late-registration:120", () => registrar.sandbox.clock.advance({ days: 6 })],
  ["in the dashboard", "", () => registrar.sandbox.dashboard.completeTransfer("theirs.com")],
])("a transfer is pending, completes %s, is restricted, then free; no run changes it", async (_by, profile, arrive) => {
  registrar.sandbox.setProfile(profile);
  const stack = new HandlerStack();
  const look = ["GET domains.get", "GET domains.list", "GET domains.check", "GET tlds.pricing"];
  expect((await stack.up(bring(), { skipPreview: true })).errors).toEqual({});
  expect(said()).toMatch(/^Ordered the transfer of theirs\.com for 12\.20 \(in the account's currency/m);
  expect(registrar.calls()).toEqual([...look, ...look, "GET domains.get", "POST domains.transfer"]);
  const idle = async (program: Program, transferStatus: string) => {
    expect((await stack.up(program)).steps).toEqual({ it: "same" });
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(program)).steps).toEqual({ it: "same" });
    expect(registrar.calls().filter((call) => !call.startsWith("GET"))).toEqual([]);
    expect(outputs(stack)).toMatchObject({ transferStatus });
  };
  await idle(bring(), "pending");
  arrive();
  await idle(withoutCode, "completed");
  registrar.sandbox.clock.advance({ days: 61 });
  await idle(withoutCode, "completed");
  expect(charges()).toEqual(orders.transfer.charged);
});

it("a transfer sends what the domain starts with, and refuses a later change with the right resource", async () => {
  const start = {
    nameservers: ["NS1.atom.com.", "ns2.atom.com"],
    privacy: false,
    autoRenew: false,
    contacts: { tech: "ATOM-1001" },
    dnsRecords: [
      { type: "A", name: "www", content: "192.0.2.1", ttl: 300 },
      { type: "MX", name: "@", content: "mail.example.net", priority: 10 },
    ],
  };
  const stack = await applied(bring(start));
  expect(registrar.sandbox.domain("theirs.com")).toMatchObject({ privacy: false, autoRenew: false });
  expect(registrar.sandbox.records("theirs.com").map(({ type }) => type)).toEqual(["A", "MX"]);
  await stack.refresh();
  expect((await stack.up(bring(start))).steps).toEqual({ it: "same" });
  const nameservers = ["ns1.example.net", "ns2.example.net"];
  const other = { nameservers, privacy: true, autoRenew: true, contacts: {}, dnsRecords: [] };
  const { errors } = await stack.preview(bring(other));
  for (const resource of ["Nameservers", "DomainSettings", "DomainContacts", "DnsRecord"])
    expect(errors["it"]).toMatch(new RegExp(`used only when the transfer is ordered.*declare ${resource} `));
  expect(await writesOf(stack, bring())).toEqual([]);
});

it("the auth code is in no output, message or log, and not kept once the state holds the transfer", async () => {
  const stack = new HandlerStack();
  process.env["REGISTRAR_LOG"] = "debug";
  const body = { success: false, error: "bad", message: `the code ${authCode} is wrong` };
  registrar.sandbox.fault({ operation: "domains.transfer", times: 1, fault: { status: 400, body } });
  const { errors } = await stack.up(bring());
  expect(errors["it"]).toMatch(/400 bad request, "the registrar's message repeats a secret, and isn't shown"/);
  registrar.sandbox.fault({ operation: "domains.transfer", times: 1, fault: "reset-before" });
  const lost = await stack.up(bring());
  const shown = said();
  expect(shown).toMatch(/POST .*transfer/);
  await stack.up(bring());
  expect(`${shown}${said()}${JSON.stringify([errors, lost, outputs(stack)])}`).not.toContain("s3cret");
  // The engine keeps the inputs of an unfinished resource, these as secrets.
  const retryOrdersBefore = new Date().toISOString();
  for (const _again of [1, 2]) expect((await stack.up(bring({ retryOrdersBefore }))).errors).toEqual({});
  expect(JSON.stringify(row(stack))).not.toContain("s3cret");
});

it("a consent to order a transfer again is used while the account shows the transfer, which then arrives", async () => {
  const stack = await applied(bring());
  const again = bring({ retryOrdersBefore: new Date().toISOString() });
  expect((await stack.up(again)).errors).toEqual({});
  expect((await stack.up(again)).steps).toEqual({ it: "same" });
  shows("domains.get", { data: { domain_name: "theirs.com", status: "clientTransferProhibited" } });
  expect((await stack.refresh()).errors).toEqual({});
  expect(outputs(stack)).toMatchObject({ transferStatus: "completed" });
  expect(charges()).toEqual(orders.transfer.charged);
});

it("a transfer that fails stays pending, as runs say, and starts again only with retryOrdersBefore and its code", async () => {
  const stack = await applied(bring());
  await stack.refresh();
  said();
  expect([(await stack.up(withoutCode)).steps, said()]).toEqual([{ it: "same" }, ""]);
  registrar.sandbox.dashboard.failTransfer("theirs.com");
  for (const run of [() => stack.refresh(), () => stack.up(withoutCode)]) {
    expect((await run()).errors).toEqual({});
    expect(said()).toMatch(/^The transfer of theirs\.com .* doesn't show the domain.*`retryOrdersBefore: "20.*Z"` and/);
    expect(outputs(stack)).toEqual({ ...outputs(stack), transferStatus: "pending", status: undefined });
  }
  registrar.calls();
  const retryOrdersBefore = new Date().toISOString();
  said();
  expect((await stack.preview(bring({ retryOrdersBefore }))).steps).toEqual({ it: "update" });
  expect(said()).toMatch(
    /^The transfer of theirs\.com would be ordered, at 12\.20 of at most 15\.00 .* nothing to retry/,
  );
  expect((await stack.up(bring({ retryOrdersBefore }))).errors).toEqual({});
  expect((await stack.up(bring({ retryOrdersBefore }))).steps).toEqual({ it: "same" });
  expect(registrar.writes()).toEqual(["POST domains.transfer"]);
  expect(JSON.stringify(row(stack)?.inputs)).not.toContain("s3cret");
});

it("a transfer that stays listed as failed is ordered again, once, by retryOrdersBefore and its code", async () => {
  const stack = await applied(bring());
  const listed = shows("domains.get", { data: { domain_name: "theirs.com", status: "Transfer Failed" } });
  await stack.refresh();
  expect(said()).toMatch(
    /^The transfer of theirs\.com .* shows its status "Transfer Failed"\..*`retryOrdersBefore: "20/,
  );
  registrar.sandbox.dashboard.failTransfer("theirs.com");
  registrar.writes();
  const again = bring({ retryOrdersBefore: new Date().toISOString(), privacy: true });
  expect((await stack.preview(again)).errors).toEqual({});
  expect(said()).toMatch(
    /^The transfer of theirs\.com would be ordered, at 12\.20 of at most 15\.00 .* nothing to retry/,
  );
  // The list is stale: it still shows the failed transfer after the order.
  expect((await stack.up(again)).errors).toEqual({});
  for (const _again of [1, 2]) {
    expect((await stack.refresh()).errors).toEqual({});
    expect((await stack.up(again)).steps).toEqual({ it: "same" });
  }
  expect(registrar.writes()).toEqual(["POST domains.transfer"]);
  listed.clear();
  registrar.sandbox.clock.advance({ days: 6 });
  await stack.refresh();
  expect(outputs(stack)).toMatchObject({ transferStatus: "completed" });
});

it("a repeated transfer without a response is to be verified, while the account shows the failed one", async () => {
  const stack = await applied(bring());
  shows("domains.get", { data: { domain_name: "theirs.com", status: "cancelled" } });
  registrar.sandbox.dashboard.failTransfer("theirs.com");
  registrar.sandbox.fault({ operation: "domains.transfer", times: 1, fault: "reset-before" });
  const again = bring({ retryOrdersBefore: new Date().toISOString() });
  expect((await stack.up(again)).errors["it"]).toMatch(/^Verify in the registrar's dashboard/);
  expect(said()).not.toContain("Ordered the transfer of theirs.com for 12.20 or less");
});

it("a repeated transfer whose run was killed is verified, not ordered, while the account shows the failed one", async () => {
  const stack = await applied(bring());
  shows("domains.get", { data: { domain_name: "theirs.com", status: "failed" } });
  registrar.sandbox.dashboard.failTransfer("theirs.com");
  const again = bring({ retryOrdersBefore: new Date().toISOString() });
  registrar.writes();
  await stack.up(again, { beforeWrites: () => stack.kill() });
  await stack.refresh();
  expect((await stack.up(again)).errors["it"]).toMatch(/^Verify in the registrar's dashboard/);
  expect(registrar.writes()).toEqual(["POST domains.transfer"]);
});
