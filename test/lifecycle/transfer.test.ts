/** Inbound transfers: ordered once, pending, completed, then restricted for 60 days; the auth code stays nowhere. */
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { said, withPulumiHome } from "../support/orders.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
withPulumiHome();
const unchanged = { drift: {}, gone: [], errors: {} };
const authCode = "epp-s3cret!";

const bring = (rest: Record<string, unknown> = {}): Program => ({
  theirs: { handler: "domainTransfer", args: { domain: "theirs.com", authCode, maxPrice: 15, ...rest } },
});
const withoutCode = bring({ authCode: undefined });
const row = (stack: HandlerStack) => stack.state.get("theirs");
const outputs = (stack: HandlerStack) => row(stack)?.outputs ?? {};
const charges = () => registrar.sandbox.ledger().map(({ kind, domain, total }) => `${kind} ${domain} ${total}`);
const one = ["transfer theirs.com 12.2"];

beforeEach(() => registrar.sandbox.addDomain("theirs.com", { account: "other", authCode }));

const price = ["GET domains.get", "GET domains.list", "GET domains.check", "GET tlds.pricing"];

it.each([
  ["by the clock", "", () => registrar.sandbox.clock.advance({ days: 6 })],
  ["by the clock, hidden until then", "late-registration:120", () => registrar.sandbox.clock.advance({ days: 6 })],
  ["in the dashboard", "", () => registrar.sandbox.dashboard.completeTransfer("theirs.com")],
])(
  "is pending, completes %s, is restricted, then free; a second run does nothing at every moment",
  async (_by, profile, arrive) => {
    registrar.sandbox.setProfile(profile);
    const stack = new HandlerStack(quick);
    expect(await said(async () => expect((await stack.up(bring())).errors).toEqual({}))).toMatch(
      /^Ordered the transfer of theirs\.com for 12\.20 \(in the account's currency/m,
    );
    expect(registrar.calls()).toEqual([...price, ...price, "GET domains.get", "POST domains.transfer"]);
    expect(outputs(stack)).toMatchObject({
      transferStatus: "pending",
      pendingSince: expect.any(String),
      pricePaid: 12.2,
    });
    const idle = async (program: Program) => {
      registrar.calls();
      expect((await stack.up(program)).steps).toEqual({ theirs: "same" });
      expect(registrar.calls()).toEqual([]);
      expect(await stack.refresh()).toEqual(unchanged);
      expect((await stack.up(program)).steps).toEqual({ theirs: "same" });
      expect(registrar.writes()).toEqual([]);
    };
    await idle(bring());
    expect(outputs(stack)).toMatchObject({ transferStatus: "pending" });
    arrive();
    await idle(withoutCode);
    expect(outputs(stack)).toMatchObject({
      transferStatus: "completed",
      status: "active",
      completedAt: expect.any(String),
    });
    registrar.sandbox.clock.advance({ days: 61 });
    await idle(withoutCode);
    expect(outputs(stack)).toMatchObject({ transferStatus: "completed" });
    expect(charges()).toEqual(one);
    expect(await said(() => stack.destroy())).toMatch(/nothing is cancelled or released/);
    expect(registrar.writes()).toEqual([]);
  },
);

it("of a domain that is here already is done, without a code, a price or a write", async () => {
  registrar.sandbox.addDomain("theirs.com");
  const stack = new HandlerStack(quick);
  const told = await said(() =>
    stack.up({ theirs: { handler: "domainTransfer", args: { domain: "theirs.com", privacy: true } } }),
  );
  expect(told).toMatch(/in the account already, so these arguments are not used: privacy/);
  expect(outputs(stack)).toMatchObject({ transferStatus: "completed" });
  expect(registrar.writes()).toEqual([]);
});

it("is refused at preview where price or code are missing, both prices named", async () => {
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ maxPrice: 12.19 }, /^maxPrice: transferring theirs\.com costs 12\.20, more than .*12\.19/],
    [{ maxPrice: undefined }, /costs 12\.20.*does not set `maxPrice`/],
    [{ authCode: undefined }, /authCode.* needs its auth code/],
  ];
  for (const [rest, message] of cases) {
    expect((await new HandlerStack(quick).preview(bring(rest))).errors["theirs"]).toMatch(message);
  }
  expect(registrar.writes()).toEqual([]);
});

it.each([
  [
    "is free",
    { status: "available" },
    /^domain: free\.com is not transferred: the registrar reports that it is available\..*Domain/,
  ],
  ["may be free", {}, /^domain: free\.com is not transferred: the registrar does not report whether it is registered/],
])("of a name that %s is not ordered", async (_case, answer, message) => {
  const body = { success: true, data: { domain: "free.com", availability: 1, ...answer } };
  registrar.sandbox.fault({ operation: "domains.check", fault: { status: 200, body } });
  const free = bring({ domain: "free.com" });
  expect((await new HandlerStack(quick).preview(free)).errors["theirs"]).toMatch(message);
  expect((await new HandlerStack(quick).up(free)).errors["theirs"]).toMatch(message);
  expect(registrar.writes()).toEqual([]);
});

it("takes along what it starts with, and sends a later change to the right resource", async () => {
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
  const stack = new HandlerStack(quick);
  await said(async () => expect((await stack.up(bring(start))).errors).toEqual({}));
  expect(registrar.sandbox.domain("theirs.com")).toMatchObject({ privacy: false, autoRenew: false });
  expect(registrar.sandbox.records("theirs.com").map(({ type }) => type)).toEqual(["A", "MX"]);
  registrar.calls();
  await stack.refresh();
  expect((await stack.up(bring(start))).steps).toEqual({ theirs: "same" });
  const { errors } = await stack.preview(
    bring({
      nameservers: ["ns1.example.net", "ns2.example.net"],
      privacy: true,
      autoRenew: true,
      contacts: {},
      dnsRecords: [],
    }),
  );
  for (const resource of ["Nameservers", "DomainSettings", "DomainContacts", "DnsRecord"]) {
    expect(errors["theirs"]).toMatch(new RegExp(`used only when the transfer is ordered.*declare ${resource} `));
  }
  expect((await stack.up(bring())).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
});

it("refuses records that cannot be meant before any call", async () => {
  const { errors } = await new HandlerStack(quick).preview(
    bring({ dnsRecords: [{ type: "A", name: "www", content: "not an address" }] }),
  );
  expect(errors["theirs"]).toMatch(/dnsRecords: \[0\]\.content: "not an address" is not an IPv4 address/);
  expect(registrar.calls()).toEqual([]);
});

it("the auth code is in no output, no message and no log, and is not kept once the state holds the transfer", async () => {
  const stack = new HandlerStack(quick);
  process.env["REGISTRAR_LOG"] = "debug";
  registrar.sandbox.fault({
    operation: "domains.transfer",
    times: 1,
    fault: { status: 400, body: { success: false, error: "bad", message: `the code ${authCode} is wrong` } },
  });
  let shown = await said(async () => {
    const { errors } = await stack.up(bring());
    expect(errors["theirs"]).toMatch(/400 bad request, "the registrar's message repeats a secret, and isn't shown"/);
    expect(JSON.stringify(errors)).not.toContain("s3cret");
    registrar.sandbox.fault({ operation: "domains.transfer", times: 1, fault: "reset-before" });
    expect(JSON.stringify(await stack.up(bring()))).not.toContain("s3cret");
  });
  expect(shown).toMatch(/POST .*transfer/);
  expect(JSON.stringify(outputs(stack))).not.toContain("s3cret");
  shown += await said(() => stack.up(bring()));
  expect(shown).not.toContain("s3cret");
  // The engine keeps the inputs of what is not settled yet, this one as a secret.
  const retryOrdersBefore = new Date().toISOString();
  for (const _again of [1, 2]) expect((await stack.up(bring({ retryOrdersBefore }))).errors).toEqual({});
  expect(JSON.stringify(row(stack))).not.toContain("s3cret");
});

describe("an order whose outcome is not known", () => {
  it.each(["reset-after", "reset-before"] as const)(
    "(%s) is 'verify in the dashboard', never repeated, and settled by the arrival or by the program",
    async (fault) => {
      registrar.sandbox.setProfile("late-registration:120");
      registrar.sandbox.fault({ operation: "domains.transfer", times: 1, fault });
      const stack = new HandlerStack(quick);
      await said(async () => {
        for (const _again of [1, 2, 3]) {
          expect((await stack.up(bring())).errors["theirs"]).toMatch(
            /^Verify .*transfer of theirs\.com.*retryOrdersBefore: "20/s,
          );
          expect((await stack.refresh()).errors).toEqual({});
        }
      });
      expect(outputs(stack)).toMatchObject({ transferStatus: "unverified" });
      expect(registrar.writes()).toEqual(["POST domains.transfer"]);
      if (fault === "reset-after") registrar.sandbox.clock.advance({ days: 6 });
      const retryOrdersBefore = fault === "reset-before" ? { retryOrdersBefore: new Date().toISOString() } : {};
      expect((await stack.up(bring(retryOrdersBefore))).errors).toEqual({});
      expect((await stack.up(bring(retryOrdersBefore))).steps).toEqual({ theirs: "same" });
      expect(charges()).toEqual(one);
    },
  );
});

it("that fails stays pending, and starts again only where the program says so, with its code", async () => {
  const stack = new HandlerStack(quick);
  await said(() => stack.up(bring()));
  registrar.sandbox.dashboard.failTransfer("theirs.com");
  expect((await stack.refresh()).errors).toEqual({});
  expect((await stack.up(withoutCode)).steps).toEqual({ theirs: "same" });
  expect(outputs(stack)).toMatchObject({ transferStatus: "pending" });
  registrar.calls();
  const retryOrdersBefore = new Date().toISOString();
  expect((await stack.up(bring({ retryOrdersBefore }))).errors).toEqual({});
  expect((await stack.up(bring({ retryOrdersBefore }))).steps).toEqual({ theirs: "same" });
  expect(registrar.writes()).toEqual(["POST domains.transfer"]);
  expect(JSON.stringify(row(stack)?.inputs)).not.toContain("s3cret");
});

it("of a domain that has left again is told once, kept, and not ordered again", async () => {
  const stack = new HandlerStack(quick);
  await said(() => stack.up(bring()));
  registrar.sandbox.dashboard.completeTransfer("theirs.com");
  await stack.refresh();
  // Something is pending with it, such as its transfer to somebody else: it has arrived all the same.
  registrar.sandbox.addDomain("theirs.com", { transferUntil: "2099-01-01T00:00:00Z" });
  await stack.refresh();
  expect(outputs(stack)).toMatchObject({ status: "pending_transfer", transferStatus: "completed" });
  registrar.sandbox.removeDomain("theirs.com");
  registrar.calls();
  expect(await said(() => stack.refresh())).toMatch(/not in the account any more/);
  expect(await said(() => stack.refresh())).toBe("");
  expect(outputs(stack)).toMatchObject({ transferStatus: "left" });
  expect((await stack.up(bring())).steps).toEqual({ theirs: "same" });
  expect(registrar.writes()).toEqual([]);
});
