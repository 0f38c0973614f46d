/** Registrations: bought once, renewed by intent, reported when they leave, never bought again by themselves. */
import { useContract } from "../support/contract.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { said, withPulumiHome } from "../support/orders.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
withPulumiHome();
const unchanged = { drift: {}, gone: [], errors: {} };

const tea = (rest: Record<string, unknown> = {}, domain = "fresh.com"): Program => ({
  tea: { handler: "domainRegistration", args: { domain, maxPrice: 20, ...rest } },
});
const outputs = (stack: HandlerStack) => stack.state.get("tea")?.outputs ?? {};
const charges = () => registrar.sandbox.ledger().map(({ kind, domain, years }) => `${kind} ${domain} ${years}`);
const dayIn = (years: number) => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
};
const lookBefore = ["GET domains.get", "GET domains.list", "GET domains.check"];

describe("a free name", () => {
  it("is bought once, at a price within maxPrice, and the second run does nothing", async () => {
    const stack = new HandlerStack(quick);
    const told = await said(async () => expect((await stack.preview(tea())).steps).toEqual({ tea: "create" }));
    expect(told).toMatch(/fresh\.com is not in the account: .* 1 year, at 13\.40 of at most 20\.00 \(in the account's/);
    expect(registrar.calls()).toEqual(lookBefore);
    expect(await said(async () => expect((await stack.up(tea())).errors).toEqual({}))).toMatch(
      /^Bought fresh\.com for 13\.40 for 1 year \(in the account's currency/m,
    );
    const order = ["GET domains.get", "POST domains.register", "GET domains.get"];
    expect(registrar.calls()).toEqual([...lookBefore, ...lookBefore, ...order]);
    expect(charges()).toEqual(["register fresh.com 1"]);
    expect(outputs(stack)).toMatchObject({
      domain: "fresh.com",
      status: "active",
      pricePaid: 13.4,
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await stack.up(tea())).steps).toEqual({ tea: "same" });
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.calls()).toEqual(["GET domains.get"]);
  });

  it("that was bought needs no settings in later previews", async () => {
    const stack = new HandlerStack(quick);
    await said(() => stack.up(tea()));
    delete process.env["REGISTRAR_BASE_URL"];
    expect(await stack.preview(tea({ years: 2 }))).toEqual({ steps: { tea: "update" }, errors: {} });
  });

  it("stays registered when the resource goes, which says so", async () => {
    const stack = new HandlerStack(quick);
    await said(() => stack.up(tea()));
    registrar.calls();
    expect(await said(() => stack.destroy())).toMatch(/stays registered.*only removed from the state/);
    expect(registrar.calls()).toEqual([]);
    expect(registrar.sandbox.domain("fresh.com").account).toBe("own");
  });

  it.each([
    [
      "without a highest price",
      { maxPrice: undefined },
      "fresh.com",
      /maxPrice: .*costs 13\.40.*does not set `maxPrice`/,
    ],
    ["for several years, all counted", { years: 2 }, "fresh.com", /2 years costs 26\.81, more than .* of 20\.00/],
    ["that is premium", { maxPrice: 5000 }, "premium-tea.com", /premium name.*1319\.02.*5000\.00.*acceptPremium: true/],
    [
      "that is taken",
      {},
      "taken.com",
      /cannot be registered: the registrar reports "unavailable"\..*declare a DomainTransfer/,
    ],
    ["of another account", {}, "theirs.com", /cannot be registered/],
  ])("%s is refused at preview, before any write", async (_case, rest, domain, message) => {
    registrar.sandbox.addDomain("theirs.com", { account: "other" });
    const stack = new HandlerStack(quick);
    expect((await stack.preview(tea(rest, domain))).errors["tea"]).toMatch(message);
    expect((await stack.up(tea(rest, domain))).errors["tea"]).toMatch(message);
    expect(registrar.writes()).toEqual([]);
    expect(stack.state.size).toBe(0);
  });

  it("that becomes dearer between preview and order is not bought", async () => {
    const { domainRegistration } = await import("../../provider/provider.ts");
    domainRegistration.configure({ config: { get: (key) => quick[key as keyof typeof quick] } });
    registrar.sandbox.dashboard.setPrices("com", { register: 30 });
    await expect(domainRegistration.create({ domain: "fresh.com", years: 1, maxPrice: 20 })).rejects.toThrow(
      /costs 36\.22.*maxPrice.* of 20\.00/,
    );
    expect(registrar.writes()).toEqual([]);
  });

  it.each([
    ["fresh.ai", undefined, 2],
    ["fresh.ai", 1, 1],
    ["fresh.com", undefined, 1],
  ])("%s with years %s is bought for %d", async (domain, years, bought) => {
    await said(() => new HandlerStack(quick).up(tea({ maxPrice: 500, ...(years && { years }) }, domain)));
    expect(charges()).toEqual([`register ${domain} ${bought}`]);
  });

  it("is refused without a call where the arguments cannot be meant", async () => {
    const years = /^years: must be a whole number of years from 1 to 10/;
    const cases: [string, unknown, RegExp][] = [
      ["years", 0, years],
      ["years", 11, years],
      ["years", 1.5, years],
      ["retryOrdersBefore", dayIn(1), /is in the future/],
      ["renewUntil", dayIn(11), /more than 10 years ahead/],
      ["renewUntil", dayIn(2), /maxRenewalPrice: is missing/],
      ["renewUntil", "next year", /must be a date/],
      ["renewUntil", "2027-02-30", /must be a date/],
      ["maxPrice", 0, /must be more than 0/],
    ];
    for (const [key, value, message] of cases) {
      expect((await new HandlerStack(quick).preview(tea({ [key]: value }))).errors["tea"]).toMatch(message);
    }
    expect(registrar.calls()).toEqual([]);
  });
});

describe("a domain that the account holds", () => {
  it("is taken over, without a price and without a write; options change without a call", async () => {
    const stack = new HandlerStack(quick);
    const held: Program = { tea: { handler: "domainRegistration", args: { domain: "EXAMPLE.com" } } };
    expect(await said(() => stack.up(held))).toMatch(/in the account already: it is adopted/);
    expect(registrar.calls()).toEqual(["GET domains.get", "GET domains.get"]);
    expect((await stack.up(tea({ years: 3, maxPrice: 99 }, "example.com"))).steps).toEqual({ tea: "update" });
    expect((await stack.up(tea({ years: 3, maxPrice: 99 }, "example.com"))).steps).toEqual({ tea: "same" });
    expect(registrar.calls()).toEqual([]);
    expect(charges()).toEqual([]);
  });

  it("counts as held while its transfer is pending", async () => {
    registrar.sandbox.addDomain("fresh.com", { transferUntil: "2099-01-01T00:00:00Z" });
    await said(() => new HandlerStack(quick).up(tea()));
    expect(charges()).toEqual([]);
  });
});

describe("an order whose outcome is not known", () => {
  it.each([
    ...(["reset-after", "truncate", { status: 500, done: true }, { status: 409, done: true }] as const),
    { status: 400, done: true, body: { success: true, message: "done" } },
  ])("after %p is found in the account", async (fault) => {
    registrar.sandbox.fault({ operation: "domains.register", times: 1, fault });
    const stack = new HandlerStack(quick);
    await said(async () => expect((await stack.up(tea())).errors).toEqual({}));
    expect(registrar.writes()).toEqual(["POST domains.register"]);
    expect((await stack.up(tea())).steps).toEqual({ tea: "same" });
    expect(charges()).toHaveLength(1);
  });

  it("is kept as 'verify in the dashboard' and not repeated, until the program says so", async () => {
    registrar.sandbox.fault({ operation: "domains.register", times: 1, fault: "reset-before" });
    const stack = new HandlerStack(quick);
    const first = await stack.up(tea()).catch(() => undefined);
    expect(first?.errors["tea"]).toMatch(
      /^Verify in the registrar's dashboard.*1 year.*13\.40.*retryOrdersBefore: "20/s,
    );
    expect(outputs(stack)).toMatchObject({ status: "unverified", unverifiedOrder: { kind: "registration", years: 1 } });
    for (const _again of [1, 2]) {
      expect((await stack.refresh()).errors).toEqual({});
      expect((await stack.preview(tea())).steps).toEqual({ tea: "update" });
      expect((await stack.up(tea())).errors["tea"]).toMatch(/^Verify/);
    }
    expect(registrar.writes()).toEqual(["POST domains.register"]);
    const retryOrdersBefore = new Date().toISOString();
    expect((await stack.up(tea({ retryOrdersBefore }))).errors).toEqual({});
    expect(charges()).toEqual(["register fresh.com 1"]);
    expect((await stack.up(tea({ retryOrdersBefore }))).steps).toEqual({ tea: "same" });
    expect(outputs(stack)).not.toHaveProperty("unverifiedOrder");
  });
});

const until = dayIn(3);
const renewing = (rest: Record<string, unknown> = {}) => tea({ renewUntil: until, maxRenewalPrice: 50, ...rest });
const bought = async () => {
  const stack = new HandlerStack(quick);
  await said(() => stack.up(tea()));
  registrar.calls();
  return stack;
};
const order = ["GET domains.get", "GET tlds.pricing", "GET domains.get", "POST domains.renew", "GET domains.get"];

it("renewUntil renews once by the fewest years that reach it, and the second run does nothing", async () => {
  const stack = await bought();
  const told = await said(async () => expect((await stack.preview(renewing())).steps).toEqual({ tea: "update" }));
  expect(told).toMatch(/^fresh\.com would be renewed for 2 years to reach .*, at 31\.61 of at most 50\.00/);
  expect(registrar.calls()).toEqual(order.slice(0, 2));
  expect(await said(async () => expect((await stack.up(renewing())).errors).toEqual({}))).toMatch(
    /^Renewed fresh\.com for 31\.61 for 2 years; it now expires at 20/m,
  );
  expect(registrar.calls()).toEqual([...order.slice(0, 2), ...order]);
  expect(charges()).toEqual(["register fresh.com 1", "renew fresh.com 2"]);
  expect(outputs(stack)).toMatchObject({ renewalPricePaid: 31.61, pricePaid: 13.4 });
  expect((await stack.up(renewing())).steps).toEqual({ tea: "same" });
  expect(await stack.refresh()).toEqual(unchanged);
  expect((await stack.up(renewing())).steps).toEqual({ tea: "same" });
  expect(registrar.calls()).toEqual(["GET domains.get"]);
});

it("the preview of renewUntil shows its price for a new and an adopted domain, and refuses one above the bound", async () => {
  const stack = new HandlerStack(quick);
  const held = (most: number) => tea({ renewUntil: until, maxRenewalPrice: most }, "example.com");
  expect(await said(() => stack.preview(renewing()))).toMatch(
    /bought for 1 year, at 13\.40 of at most 20\.00 .*\n.* renewed for 2 years to reach .*, at 31\.61 of at most 50/,
  );
  expect(await said(() => stack.preview(held(90)))).toMatch(
    /nothing is bought\.\n.* would be renewed for 3 years .* at 47\.42 of at most 90\.00/,
  );
  for (const program of [renewing({ maxRenewalPrice: 31 }), held(31)]) {
    expect((await stack.up(program)).errors["tea"]).toMatch(/^maxRenewalPrice: renewing .* more than/);
  }
  expect(registrar.writes()).toEqual([]);
});

it("the preview of renewUntil shows no price that the program marked secret", async () => {
  const secret = tea({ maxPrice: 123.45, secretInputs: ["maxPrice"] });
  expect(await said(() => new HandlerStack(quick).preview(secret))).toMatch(/13\.40 of at most \[secret\]/);
});

it.each([
  ["shown late", undefined, "late-renewal"],
  ["of unknown outcome and shown late", "reset-after", "late-renewal"],
  ["of unknown outcome and not carried out", "reset-before", ""],
] as const)(
  "a renewal %s ends in 'verify in the dashboard', never in a second order",
  async (_case, fault, profile) => {
    const stack = await bought();
    registrar.sandbox.setProfile(profile);
    if (fault !== undefined) registrar.sandbox.fault({ operation: "domains.renew", times: 1, fault });
    for (const _again of [1, 2, 3]) {
      expect((await stack.up(renewing())).errors["tea"]).toMatch(
        /^Verify .* renewal of fresh\.com for 2 years .*retryOrdersBefore/s,
      );
      expect(await stack.refresh()).toMatchObject({ gone: [], errors: {} });
    }
    expect(registrar.writes()).toEqual(["POST domains.renew"]);
    registrar.sandbox.clock.advance({ hours: 2 });
    if (fault === "reset-before")
      expect((await stack.up(renewing({ retryOrdersBefore: new Date().toISOString() }))).errors).toEqual({});
    else expect((await stack.up(renewing())).errors).toEqual({});
    expect(charges().slice(1)).toEqual(["renew fresh.com 2"]);
    expect(outputs(stack)).not.toHaveProperty("unverifiedOrder");
  },
);

it.each([
  ["has expired", -20, /its status is "expired", not "active"\. .*Wait until the domain is active/s],
  ["expired under a status that says active", -20, /it expired on .*price list doesn't show what/, "active"],
  ["has a status of the registrar's own", 90, /its status is "ok", not "active".*`values`, `status`, `active`/s, "ok"],
])("a domain that %s is not renewed, in the preview as in `up`, until the contract says active", async (...row) => {
  const [, days, says, status] = row;
  const stack = await bought();
  registrar.sandbox.dashboard.setExpiry("fresh.com", new Date(Date.now() + days * 86_400_000).toISOString());
  const { expires } = registrar.sandbox.domain("fresh.com");
  const body = { success: true, data: { domain_name: "fresh.com", status, expiry_date: expires } };
  if (status !== undefined) registrar.sandbox.fault({ operation: "domains.get", fault: { status: 200, body } });
  await stack.refresh();
  expect(await said(() => stack.preview(renewing()))).toMatch(says);
  expect((await stack.up(renewing())).errors["tea"]).toMatch(says);
  if (status === "ok") {
    useContract({ "domains.get": { values: { status: { active: "ok" } } } });
    expect((await stack.up(renewing())).errors["tea"]).toMatch(/^Verify .* renewal of fresh\.com/);
  }
  expect(registrar.writes()).toEqual(status === "ok" ? ["POST domains.renew"] : []);
});

it("a registration without a registrant contact is refused once, and the message says how to add one", async () => {
  const body = { success: false, error: "registrant_contact_required", message: "A registrant is needed." };
  for (const status of [422, 200]) {
    registrar.sandbox.fault({ operation: "domains.register", times: 1, fault: { status, body } });
    const { errors } = await new HandlerStack(quick).up(tea());
    expect(errors["tea"]).toMatch(/registrant_contact_required.* or declare a `Contact` that this resource lists/s);
  }
  expect(charges()).toEqual([]);
  await said(() => new HandlerStack(quick).up(tea()));
  expect(charges()).toEqual(["register fresh.com 1"]);
});

it("a renewal by fewer years than were ordered is told, and not topped up by itself", async () => {
  const stack = await bought();
  const { expires } = registrar.sandbox.domain("fresh.com");
  const stop = registrar.sandbox.onChange((change) => {
    if (change.kind !== "domain") return;
    stop();
    registrar.sandbox.dashboard.setExpiry("fresh.com", new Date(Date.parse(expires) + 365 * 86_400_000).toISOString());
  });
  expect(await said(() => stack.up(renewing()))).toMatch(/renewed only until .*Nothing more is ordered/);
  expect((await stack.up(renewing())).steps).toEqual({ tea: "same" });
  await stack.refresh();
  expect((await stack.up(renewing())).steps).toEqual({ tea: "same" });
  expect(registrar.writes()).toEqual(["POST domains.renew"]);
});

describe("a domain that left the account", () => {
  it("is told once, kept, and never bought again; retryOrdersBefore buys it once", async () => {
    const stack = new HandlerStack(quick);
    await said(() => stack.up(tea()));
    registrar.sandbox.removeDomain("fresh.com");
    registrar.calls();
    const told = await said(() => stack.refresh());
    const [, retryOrdersBefore = ""] =
      /fresh\.com is not in the account any more.* set `retryOrdersBefore: "(.*)"` or later/s.exec(told) ?? [];
    expect(outputs(stack)).toMatchObject({ status: "left", leftAccount: expect.any(String) });
    expect(await said(() => stack.refresh())).toBe("");
    expect((await stack.preview(tea())).steps).toEqual({ tea: "same" });
    const old = "2020-01-01";
    for (const rest of [{}, { years: 2 }, { renewUntil: dayIn(5), maxRenewalPrice: 90 }, { retryOrdersBefore: old }]) {
      expect((await stack.up(tea(rest))).errors).toEqual({});
    }
    expect(registrar.writes()).toEqual([]);

    expect((await stack.up(tea({ retryOrdersBefore }))).errors).toEqual({});
    expect(registrar.writes()).toEqual(["POST domains.register"]);
    expect(outputs(stack)).not.toHaveProperty("leftAccount");
    registrar.sandbox.removeDomain("fresh.com");
    await said(() => stack.refresh());
    expect((await stack.up(tea({ retryOrdersBefore }))).steps).toEqual({ tea: "same" });
    expect(registrar.writes()).toEqual([]);
  });

  it("is not called left while the account's list may be cut off", async () => {
    const stack = new HandlerStack(quick);
    await said(() => stack.up(tea()));
    for (let n = 0; n < 25; n += 1) registrar.sandbox.addDomain(`a${n}.com`);
    registrar.sandbox.setProfile("silent-cap:20");
    registrar.sandbox.removeDomain("fresh.com");
    expect((await stack.refresh()).errors).toEqual({
      tea: expect.stringMatching(
        /holds fresh\.com cannot be determined: nothing proves that the list is complete.*"domains\.list": \{"complete": true/,
      ),
    });
    expect(outputs(stack)).toMatchObject({ status: "active" });
  });

  it("is never concluded from a base URL where nothing is, nor without a list", async () => {
    const stack = new HandlerStack(quick);
    await said(() => stack.up(tea({}, "example.com")));
    process.env["REGISTRAR_BASE_URL"] = `${registrar.sandbox.url}/v0`;
    expect((await stack.refresh()).errors["tea"]).toMatch(/is not known.*Check registrar:baseUrl/);
    process.env["REGISTRAR_BASE_URL"] = registrar.sandbox.url;
    registrar.sandbox.removeDomain("example.com");
    registrar.sandbox.fault({ operation: "domains.list", fault: { status: 404 } });
    expect((await stack.refresh()).errors["tea"]).toMatch(/is not known.*"domains\.list", `path`/);
    expect(outputs(stack)).toMatchObject({ status: "active" });
  });

  it.each([
    ["an answer that is none", { operation: "domains.get", fault: "html" }],
    ["a token without rights", { operation: "domains.*", fault: { status: 403 } }],
    ["an invalid token", { operation: "domains.*", fault: { status: 401 } }],
  ] as const)("is never concluded from %s", async (_case, fault) => {
    const stack = new HandlerStack(quick);
    await said(() => stack.up(tea({}, "example.com")));
    registrar.sandbox.fault(fault);
    expect(Object.keys((await stack.refresh()).errors)).toEqual(["tea"]);
    expect(outputs(stack)).not.toHaveProperty("leftAccount");
  });
});
