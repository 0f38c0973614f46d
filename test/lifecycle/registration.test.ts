/** Registrations: bought once, renewed by intent, reported when they leave, never bought again on their own. */
import type { Fault } from "../../testing/sandbox/index.ts";
import { useContract } from "../support/contract.ts";
import { yearsLater } from "../support/orders.ts";
import { unknown } from "../support/pluginFront.ts";
import { applied, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, shows, writesOf } = withStory();

const tea = (rest: Record<string, unknown> = {}, domain = "fresh.com"): Program => ({
  tea: { handler: "domainRegistration", args: { domain, maxPrice: 20, ...rest } },
});
const outputs = (stack: HandlerStack) => stack.state.get("tea")?.outputs ?? {};
const charges = () => registrar.sandbox.ledger().map(({ kind, domain, years }) => `${kind} ${domain} ${years}`);
const dayIn = (years: number) => yearsLater(years).slice(0, 10);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const renewalSent = {
  ...{ kind: "renewal", domain: "fresh.com", at: inDays(-1), years: 1, total: 12 },
  ...{ from: inDays(900), until: dayIn(2) },
};
const lookBefore = ["GET domains.get", "GET domains.list", "GET domains.check"];

describe("a free name", () => {
  it("is bought once, at a price within maxPrice, and the second run does nothing", async () => {
    const stack = new HandlerStack();
    expect((await stack.preview(tea({ maxPrice: 20.009 }))).steps).toEqual({ tea: "create" });
    expect(said()).toMatch(/fresh\.com is not in the account: .* 1 year, at 13\.40 of at most 20\.00 \(in the account/);
    expect(registrar.calls()).toEqual(lookBefore);
    expect((await stack.up(tea(), { skipPreview: true })).errors).toEqual({});
    expect(said()).toMatch(/^Bought fresh\.com for 13\.40 for 1 year \(in the account's currency/m);
    const order = ["GET domains.get", "POST domains.register", "GET domains.get"];
    expect(registrar.calls()).toEqual([...lookBefore, ...lookBefore, ...order]);
    expect(charges()).toEqual(["register fresh.com 1"]);
    expect((await stack.up(tea())).steps).toEqual({ tea: "same" });
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.calls()).toEqual(["GET domains.get"]);
    // Later previews need no settings.
    delete process.env["REGISTRAR_BASE_URL"];
    expect(await stack.preview(tea({ years: 2 }))).toEqual({ steps: { tea: "update" }, errors: {} });
  });

  const premium = "premium-tea.com";
  it.each<[which: string, says: RegExp, rest?: object, domain?: string]>([
    ["without maxPrice", /maxPrice: .*costs 13\.40.*does not set `maxPrice`/, { maxPrice: undefined }],
    ["for two years, both counted", /2 years costs 26\.81, more than .* of 20\.00/, { years: 2 }],
    ["that is premium", /is a premium name: .* 1319\.02 \(.*acceptPremium: true/, { maxPrice: undefined }, premium],
    ["that is taken", /the registrar reports "unavailable"\..*a DomainTransfer/, {}, "taken.com"],
    ["of another account", /cannot be registered/, {}, "theirs.com"],
  ])("%s is refused in the preview, before any write", async (...row) => {
    const [, says, rest, domain] = row;
    registrar.sandbox.addDomain("theirs.com", { account: "other" });
    const stack = new HandlerStack();
    expect((await stack.preview(tea({ ...rest }, domain))).errors["tea"]).toMatch(says);
    expect((await stack.up(tea({ ...rest }, domain))).errors["tea"]).toMatch(says);
    expect([registrar.writes(), stack.state.size]).toEqual([[], 0]);
  });

  it.each([
    ["fresh.ai", undefined, 2],
    ["fresh.ai", 1, 1],
  ])("%s with years %s is bought for %d", async (domain, years, bought) => {
    await new HandlerStack().up(tea({ maxPrice: 500, ...(years && { years }) }, domain));
    expect(charges()).toEqual([`register ${domain} ${bought}`]);
  });
});

it("a domain in the account is adopted without a price and a write, also while its transfer is pending", async () => {
  const stack = new HandlerStack();
  await stack.up({ tea: { handler: "domainRegistration", args: { domain: "EXAMPLE.com" } } }, { skipPreview: true });
  expect(said()).toMatch(/in the account already: it is adopted/);
  expect(registrar.calls()).toEqual(["GET domains.get", "GET domains.get"]);
  for (const step of ["update", "same"])
    expect((await stack.up(tea({ years: 3, maxPrice: 99 }, "example.com"))).steps).toEqual({ tea: step });
  expect(registrar.calls()).toEqual([]);
  registrar.sandbox.addDomain("fresh.com", { transferUntil: "2099-01-01T00:00:00Z" });
  await new HandlerStack().up(tea());
  expect(charges()).toEqual([]);
});

describe("renewUntil", () => {
  const renewing = (rest: Record<string, unknown> = {}) => tea({ renewUntil: dayIn(3), maxRenewalPrice: 50, ...rest });

  it("renews once by the fewest years that reach it, and the second run does nothing", async () => {
    const stack = await applied(tea());
    const look = ["GET domains.get", "GET tlds.pricing"];
    expect((await stack.preview(renewing())).steps).toEqual({ tea: "update" });
    expect(said()).toMatch(/^fresh\.com would be renewed for 2 years to reach .*, at 31\.61 of at most 50\.00.*\n$/);
    expect(registrar.calls()).toEqual(look);
    expect((await stack.up(renewing())).errors).toEqual({});
    expect(said()).toMatch(/^Renewed fresh\.com for 31\.61 for 2 years; it now expires at 20/m);
    const order = [...look, ...look, "GET domains.get", "POST domains.renew", "GET domains.get"];
    expect(registrar.calls()).toEqual(order);
    expect(charges()).toEqual(["register fresh.com 1", "renew fresh.com 2"]);
    expect((await stack.up(renewing())).steps).toEqual({ tea: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(renewing())).steps).toEqual({ tea: "same" });
    expect(registrar.calls()).toEqual(["GET domains.get"]);
  });

  it("shows its price in the preview of a new and an adopted domain, and is refused above the bound", async () => {
    const stack = new HandlerStack();
    const held = (most: number) => tea({ renewUntil: dayIn(3), maxRenewalPrice: most }, "example.com");
    await stack.preview(renewing());
    expect(said()).toMatch(
      /bought for 1 year, at 13\.40 of at most 20\.00 .*\n.* renewed for 2 years to reach .*, at 31\.61 of at most 50/,
    );
    await stack.preview(held(90));
    expect(said()).toMatch(/nothing is bought\.\n.* would be renewed for 3 years .* at 47\.42 of at most 90\.00/);
    for (const program of [renewing({ maxRenewalPrice: 31 }), held(31)])
      expect((await stack.up(program)).errors["tea"]).toMatch(/^maxRenewalPrice: renewing .* more than/);
    expect(registrar.writes()).toEqual([]);
    await stack.preview(tea({ maxPrice: 123.45, secretInputs: ["maxPrice"] }));
    expect(said()).toMatch(/13\.40 of at most \[secret\]/);
    const consenting = tea({ maxPrice: 5000, acceptPremium: unknown }, "premium-tea.com");
    expect((await stack.preview(consenting)).errors).toEqual({});
    said();
    // Nothing is due.
    const adopted = await applied(held(90), {});
    await adopted.preview(tea({ renewUntil: dayIn(1), maxRenewalPrice: 90 }, "example.com"));
    expect(said()).toBe("");
  });

  it.each<[title: string, days: number, says: RegExp, status?: string]>([
    ["has an unknown status", 90, /its status is "ok", not "active".*Wait until the domain is active/s, "ok"],
    ["has a status of 2,000 characters", 90, /its status is "x{300}\.\.\.", not "active"\. /, "x".repeat(2000)],
  ])("renews no domain that %s, in the preview as in `up`, until the contract says active", async (...row) => {
    const [, days, says, status] = row;
    const stack = await applied(tea());
    registrar.sandbox.dashboard.editDomain("fresh.com", { expires: inDays(days) });
    const { expires } = registrar.sandbox.domain("fresh.com");
    const data = { domain_name: "fresh.com", status, expiry_date: expires };
    if (status !== undefined) shows("domains.get", { data });
    await stack.refresh();
    expect((await stack.preview(renewing())).errors["tea"]).toMatch(says);
    expect((await stack.up(renewing(), { skipPreview: true })).errors["tea"]).toMatch(says);
    if (status === "ok") {
      useContract({ "domains.get": { values: { status: { active: "ok" } } } });
      expect((await stack.up(renewing())).errors["tea"]).toMatch(/^Verify .* renewal of fresh\.com/);
    }
    expect(registrar.writes()).toEqual(status === "ok" ? ["POST domains.renew"] : []);
  });

  /** Facts that only a state has: what `up` says instead of the renewal that its preview announces. */
  it.each<[fact: string, part: object, says: RegExp]>([
    ["this renewal", { renewedFor: dayIn(3) }, /^$/],
    ["another expiry date", { expiresAt: inDays(9) }, /its expiry date has changed since it was read/],
    ["an unverified renewal", { unverifiedOrder: renewalSent }, /^Verify in the registrar's dashboard/],
  ])("a preview that can't see %s in the state says so, and `up` renews nothing", async (_fact, part, says) => {
    const stack = await applied(tea());
    Object.assign(outputs(stack), part);
    expect((await stack.preview(renewing())).errors).toEqual({});
    expect(said()).toMatch(/renewed for 2 years .* A preview can't read the state, but `up` can/);
    const { errors } = await stack.up(renewing());
    expect(errors["tea"] ?? "").toMatch(says);
    expect(charges()).toEqual(["register fresh.com 1"]);
  });

  it("passes the preview of a retry at any price, since only a state shows that the domain was renewed", async () => {
    const stack = await applied(renewing());
    registrar.sandbox.dashboard.editDomain("fresh.com", { expires: inDays(500) });
    expect(await writesOf(stack, renewing({ retryOrdersBefore: "2020-01-01", maxRenewalPrice: 9 }))).toEqual([]);
  });

  it("refused right after the registration keeps the domain, and the next run renews it", async () => {
    const body = { success: false, error: "renewal_refused", message: "not now" };
    registrar.sandbox.fault({ operation: "domains.renew", times: 1, fault: { status: 400, body } });
    const stack = new HandlerStack();
    const { errors } = await stack.up(renewing());
    expect(errors["tea"]).toMatch(/^fresh\.com was registered, but: .*renewal_refused/s);
    expect(outputs(stack)).toMatchObject({ domain: "fresh.com" });
    said();
    expect((await stack.preview(renewing({ maxRenewalPrice: 51 }))).steps).toEqual({ tea: "update" });
    expect(said()).toMatch(/^fresh\.com: it expires on .*`pulumi up` renews it for at most `maxRenewalPrice`\.$/m);
    expect((await stack.up(renewing())).errors).toEqual({});
    expect(charges()).toEqual(["register fresh.com 1", "renew fresh.com 2"]);
  });

  it.each([
    [{ registration_length: 3 }, /differs from the order: it is for 3 years instead of 1 year\. Ask the registrar/],
    [{ price_breakdown: { registration_length: 3 } }, /it is for 3 years instead of 1 year/],
    [{ price_breakdown: { total: 99 } }, /it charged 99\.00, after a quote of 13\.40/],
    [{ registration_length: 1, price_breakdown: { total: 13.4 } }, /^(?!.*differs)/s],
  ])("an order whose response shows %j says how it differs, if it does", async (data, says) => {
    shows("domains.register", { data }, { done: true });
    expect((await new HandlerStack().up(tea())).errors).toEqual({});
    expect(said()).toMatch(says);
  });
});

it("a domain that left the account is reported once, kept, and bought again only with retryOrdersBefore, and once", async () => {
  const stack = await applied(tea());
  registrar.sandbox.removeDomain("fresh.com");
  await stack.refresh();
  expect(said()).toMatch(/not in the account any more.* set `retryOrdersBefore` to its output `leftAccount`/);
  const retryOrdersBefore = String(outputs(stack)["leftAccount"]);
  await stack.refresh();
  expect(said()).toBe("");
  expect((await stack.preview(tea())).steps).toEqual({ tea: "same" });
  const early = { retryOrdersBefore: "2020-01-01", maxPrice: 9 };
  for (const rest of [{}, { years: 2 }, { renewUntil: dayIn(5), maxRenewalPrice: 90 }, early])
    expect(await writesOf(stack, tea(rest))).toEqual([]);

  const again = tea({ retryOrdersBefore });
  expect((await stack.up(tea({ retryOrdersBefore, maxPrice: 9 }))).errors["tea"]).toMatch(/13\.40, more than/);
  expect(said()).toMatch(/13\.40, more than .* nothing to retry/);
  expect((await stack.preview(again)).steps).toEqual({ tea: "update" });
  expect(said()).toMatch(/would be bought for 1 year, at 13\.40 of at most 20\.00 .* nothing to retry/);
  expect(await writesOf(stack, again)).toEqual(["POST domains.register"]);
  expect(outputs(stack)).not.toHaveProperty("leftAccount");
  registrar.sandbox.removeDomain("fresh.com");
  await stack.refresh();
  expect((await stack.up(tea({ retryOrdersBefore }))).steps).toEqual({ tea: "same" });
  expect(registrar.writes()).toEqual([]);
});

/** Responses to the read of a domain, and to that of the list: anything but these proves nothing, so it neither buys nor shows "left". */
const rows = [{ domain_name: "example.com" }, { domain_name: "example.org" }];
const listing = (rest: object): Fault => ({ status: 200, body: { success: true, data: rows, ...rest } });
type Outcome = [ofNew: "bought" | "adopted", ofHeld: "left" | "kept" | "error"];
const outcomes: Record<string, Outcome> = {
  "404 and a complete list without it": ["bought", "left"],
  "404 and a list without a total, and without it": ["bought", "error"],
  "404 and a complete list with it": ["adopted", "kept"],
  "403 and a complete list without it": ["bought", "left"],
  "403 and a complete list with it": ["adopted", "kept"],
};
const reads = [404, 403, 401, 501, "html"] as const;
const lists: [list: string, fault?: Fault, says?: RegExp][] = [
  ["a complete list without it"],
  ["a complete list with it"],
  ["a list without a total, and without it", listing({}), /nothing proves.*"domains\.list": \{"complete": true/],
  ["a list that is a part", listing({ partial: true })],
  ["a list of fewer rows than its total", listing({ total: 3 })],
  ["a list that is refused", { status: 403 }],
  ["no list", { status: 404 }, /is not known.*Check the base URL/],
];
const responses = reads.flatMap((read) => lists.map(([list, fault, says]) => ({ read, list, fault, says })));

it.each(responses)("$read and $list prove of a new domain, and of a held one, what the table says", async (each) => {
  const { read, list, fault, says = /./ } = each;
  const { sandbox } = registrar;
  const [ofNew, ofHeld] = outcomes[`${read} and ${list}`] ?? ["error", "error"];
  const respond = () => {
    if (list.includes(" with it")) sandbox.addDomain("fresh.com");
    else if (sandbox.domains().some(({ name }) => name === "fresh.com")) sandbox.removeDomain("fresh.com");
    sandbox.fault({ operation: "domains.get", fault: read === "html" ? read : { status: read } });
    if (fault !== undefined) sandbox.fault({ operation: "domains.list", fault });
  };
  respond();
  // A check that cannot read the account ends the run.
  const unread = () => ({ errors: { tea: "no check" } });
  const { errors } = await new HandlerStack().up(tea()).catch(unread);
  const isOrdered = sandbox.ledger().length > 0;
  expect(isOrdered ? "bought" : "tea" in errors ? "error" : "adopted").toBe(ofNew);

  sandbox.clearFaults();
  sandbox.addDomain("fresh.com");
  const holder = await applied(tea());
  respond();
  const isLeft = () => outputs(holder)["leftAccount"] !== undefined;
  const renewing = tea({ renewUntil: dayIn(9), maxRenewalPrice: 500 });
  const update = () => holder.up(renewing, { skipPreview: true }).catch(unread);
  if (ofHeld === "error") expect([(await update()).errors["tea"], isLeft()]).toEqual([expect.anything(), false]);
  const refreshed = (await holder.refresh()).errors["tea"];
  if (refreshed !== undefined && read === 404) expect(refreshed).toMatch(says);
  expect(refreshed !== undefined ? "error" : isLeft() ? "left" : "kept").toBe(ofHeld);
});
