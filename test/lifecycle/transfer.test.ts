/** Inbound transfers: ordered once, pending, completed, then restricted for 60 days; the auth code is kept nowhere. */
import { authCode, withPulumiHome } from "../support/orders.ts";
import { applied, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, shows } = withStory();
withPulumiHome();

const bring = (rest: Record<string, unknown> = {}): Program => ({
  theirs: { handler: "domainTransfer", args: { domain: "theirs.com", authCode, maxPrice: 15, ...rest } },
});
const withoutCode = bring({ authCode: undefined });
const row = (stack: HandlerStack) => stack.state.get("theirs");
const outputs = (stack: HandlerStack) => row(stack)?.outputs ?? {};
const charges = () => registrar.sandbox.ledger().map(({ kind, domain, total }) => `${kind} ${domain} ${total}`);

beforeEach(() => registrar.sandbox.addDomain("theirs.com", { account: "other", authCode }));

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
    expect((await stack.up(program)).steps).toEqual({ theirs: "same" });
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(program)).steps).toEqual({ theirs: "same" });
    expect(registrar.calls().filter((call) => !call.startsWith("GET"))).toEqual([]);
    expect(outputs(stack)).toMatchObject({ transferStatus });
  };
  await idle(bring(), "pending");
  arrive();
  await idle(withoutCode, "completed");
  registrar.sandbox.clock.advance({ days: 61 });
  await idle(withoutCode, "completed");
  expect(charges()).toEqual(["transfer theirs.com 12.2"]);
});

const free = { domain: "free.com" };
it.each<{ what: string; args: Record<string, unknown>; check?: object; says: RegExp }>([
  { what: "above its bound", args: { maxPrice: 12.19 }, says: /^maxPrice: .*theirs\.com costs 12\.20, more .*12\.19/ },
  { what: "without maxPrice", args: { maxPrice: undefined }, says: /costs 12\.20.*does not set `maxPrice`/ },
  { what: "without its auth code", args: { authCode: undefined }, says: /authCode.* needs its auth code/ },
  {
    what: "of a free name",
    args: free,
    check: { status: "available" },
    says: /^domain: free\.com .* available\..*Domain/,
  },
  { what: "of a name that may be free", args: free, check: {}, says: /^domain: free\.com .* does not report whether/ },
])("a transfer $what is refused in the preview, and nothing is written", async ({ args, check, says }) => {
  if (check !== undefined) shows("domains.check", { data: { domain: "free.com", availability: 1, ...check } });
  expect((await new HandlerStack().preview(bring(args))).errors["theirs"]).toMatch(says);
  expect((await new HandlerStack().up(bring(args))).errors["theirs"]).toMatch(says);
  expect(registrar.writes()).toEqual([]);
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
  registrar.calls();
  await stack.refresh();
  expect((await stack.up(bring(start))).steps).toEqual({ theirs: "same" });
  const nameservers = ["ns1.example.net", "ns2.example.net"];
  const other = { nameservers, privacy: true, autoRenew: true, contacts: {}, dnsRecords: [] };
  const { errors } = await stack.preview(bring(other));
  for (const resource of ["Nameservers", "DomainSettings", "DomainContacts", "DnsRecord"])
    expect(errors["theirs"]).toMatch(new RegExp(`used only when the transfer is ordered.*declare ${resource} `));
  expect((await stack.up(bring())).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
});

it("the auth code is in no output, message or log, and not kept once the state holds the transfer", async () => {
  const stack = new HandlerStack();
  process.env["REGISTRAR_LOG"] = "debug";
  const body = { success: false, error: "bad", message: `the code ${authCode} is wrong` };
  registrar.sandbox.fault({ operation: "domains.transfer", times: 1, fault: { status: 400, body } });
  const { errors } = await stack.up(bring());
  expect(errors["theirs"]).toMatch(/400 bad request, "the registrar's message repeats a secret, and isn't shown"/);
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

it("a transfer that fails stays pending, and starts again only with retryOrdersBefore and its code", async () => {
  const stack = await applied(bring());
  registrar.sandbox.dashboard.failTransfer("theirs.com");
  expect((await stack.refresh()).errors).toEqual({});
  expect((await stack.up(withoutCode)).steps).toEqual({ theirs: "same" });
  expect(outputs(stack)).toMatchObject({ transferStatus: "pending" });
  registrar.calls();
  const retryOrdersBefore = new Date().toISOString();
  said();
  expect((await stack.preview(bring({ retryOrdersBefore }))).steps).toEqual({ theirs: "update" });
  expect(said()).toMatch(
    /^The transfer of theirs\.com would be ordered, at 12\.20 of at most 15\.00 .* unless that has/,
  );
  expect((await stack.up(bring({ retryOrdersBefore }))).errors).toEqual({});
  expect((await stack.up(bring({ retryOrdersBefore }))).steps).toEqual({ theirs: "same" });
  expect(registrar.writes()).toEqual(["POST domains.transfer"]);
  expect(JSON.stringify(row(stack)?.inputs)).not.toContain("s3cret");
});
