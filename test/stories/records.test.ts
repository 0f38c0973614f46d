/** DnsRecord, UrlForward and Contact: their calls and names, and existing rows, which each adopts in its own way. */
import { dnsRecord } from "../../provider/provider.ts";
import { a, everyType, forward, inParts, one, person, record, set } from "../support/records.ts";
import { applied, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, rows, byHand, wipe, shows, expectDestroyed, writesOf } = withStory();
const isSame = ({ steps }: { steps: object }) => expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));

it("a zone of records is made, read and emptied with the list's pages and one call a record, and costs nothing the second time", async () => {
  const stack = new HandlerStack();
  expect((await stack.up(everyType)).errors).toEqual({});
  const creates = Object.keys(everyType).map(() => "POST records.create");
  expect(registrar.calls().sort()).toEqual(["GET domains.get", "GET records.list", ...creates]);
  isSame(await stack.up(everyType));
  expect(registrar.calls()).toEqual([]);
  expect(await stack.refresh()).toEqual(unchanged);
  expect(registrar.calls()).toEqual(["GET records.list"]);
  await expectDestroyed(stack);
  expect(registrar.calls().filter((call) => call.startsWith("GET"))).toHaveLength(1);
});

it("a record has its full name in canonical form, after every call, and no difference by it", async () => {
  const sip = { priority: 10, weight: 5, port: 5060, target: "sip.example.net" };
  const records: Record<string, [declared: Program[string], fqdn: string]> = {
    apex: [a("@", "192.0.2.1", { domain: "Example.com" }), "example.com"],
    idn: [a("b\u00fccher", "192.0.2.2"), "xn--bcher-kva.example.com"],
    wild: [a("*.Dev", "192.0.2.3"), "*.dev.example.com"],
    set: [set("Pool", "A", ["192.0.2.4"], { domain: "Example.com" }), "pool.example.com"],
    parts: [record("SRV", "@", { service: "sip", protocol: "TCP", ...sip }), "_sip._tcp.example.com"],
    full: [record("SRV", "_sips._tcp.mail", sip), "_sips._tcp.mail.example.com"],
  };
  const program = Object.fromEntries(Object.entries(records).map(([name, [declared]]) => [name, declared]));
  const expected = Object.fromEntries(Object.entries(records).map(([name, [, fqdn]]) => [name, fqdn]));
  const stack = await applied(program);
  const shown = () => Object.fromEntries([...stack.state].map(([name, { outputs }]) => [name, outputs["fqdn"]]));
  expect(shown()).toEqual(expected);
  expect(await stack.refresh()).toEqual(unchanged);
  expect(shown()).toEqual(expected);
  isSame(await stack.up(program));
  await stack.up({ ...program, wild: a("tame", "192.0.2.3") });
  expect(shown()).toEqual({ ...expected, wild: "tame.example.com" });
});

it.each([
  ["adding the ttl that is live", {}, { ttl: 3600 }],
  ["dropping the ttl", { ttl: 3600 }, {}],
])("%s writes nothing and is right on the next refresh", async (_change, before, after) => {
  byHand("blog", "host.example.net", { type: "CNAME", ttl: 3600 });
  const blog = (rest: object) => ({ blog: record("CNAME", "blog", { content: "host.example.net", ...rest }) });
  const stack = await applied(blog({ ...before }));
  expect(await writesOf(stack, blog(after))).toEqual([]);
  expect(await stack.refresh()).toEqual(unchanged);
  isSame(await stack.preview(blog(after)));
});

it("another spelling of a forward is previewed without a call or a plan", async () => {
  const go = forward("go", "https://x.example/");
  const stack = await applied({ go });
  const respelled = { ...go, args: { ...go.args, source: "GO", domain: "EXAMPLE.com" } };
  expect(await stack.preview({ go: respelled })).toEqual({ steps: { go: "same" }, errors: {} });
  expect([registrar.calls(), said()]).toEqual([[], ""]);
});

it("advice is given once in a run, for what is new or changed, in every language", async () => {
  const spf = (name: string, content: string) => record("TXT", name, { content });
  const back = { go: forward("go", "https://www.example.com/"), www: forward("www", "https://WWW.example.com/x") };
  const program = { one: spf("@", "v=spf1 ptr -all"), two: spf("b", "v=spf1 ptr ~all"), ...back };
  const stack = new HandlerStack();
  expect((await stack.up(program)).errors).toEqual({});
  expect(said().match(/\[spf-policy, RFC 7208|UrlForward `www`: a browser gives up/g)).toHaveLength(2);
  await stack.up(program);
  expect(said()).toBe("");
});

describe("existing rows", () => {
  const everything: Program = { ...everyType, shop: forward("shop", "https://www.example.net/shop") };

  it("an equal row of each type is adopted without a write, and one without a comment for an empty one", async () => {
    await applied({ ...everything, plain: a("plain", "192.0.2.1") });
    const stack = new HandlerStack();
    expect(await writesOf(stack, { ...everything, plain: a("plain", "192.0.2.1", { comment: "" }) })).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it.each([400, 409, 422])("a refused update (%i) of the only row of its name names no conflict", async (status) => {
    const program = (host: string) => ({
      cname: record("CNAME", "www", { content: host }),
      forward: forward("shop", `https://${host}/`),
    });
    const stack = await applied(program("one.example.net"));
    const fault = { status, body: { success: false, message: "not now" } };
    registrar.sandbox.fault({ operation: /update$/, fault });
    const says = expect.stringMatching(/^(?!.*conflict).*"not now"/s);
    expect((await stack.up(program("two.example.net"))).errors).toEqual({ cname: says, forward: says });
  });

  type Shown = Record<string, unknown>;
  const twoLines = { address: ["1 A Street", "Flat 2"] };
  const oneName = { first_name: undefined, last_name: undefined, name: "Ada Lovelace" };
  it.each<{ what: string; args?: Shown; shows?: Shown; total?: number }>([
    { what: "its lines as one string", args: twoLines, shows: { address: "1 A Street\r\n Flat 2" } },
    { what: "its name in parts", shows: { name: undefined, first_name: "Ada", last_name: " Lovelace" } },
    { what: "one name for its parts", args: inParts, shows: oneName },
    { what: "other handles than it counts", total: 9 },
  ])("a contact is found again where the registrar shows $what", async ({ args, shows: shown, total }) => {
    const program: Program = { owner: { handler: "contact", args: { ...person, ...args } } };
    const stack = await applied(program);
    const contacts = registrar.sandbox.contacts();
    const data = contacts.map((row) => ({ ...row, ...(row.email === person.email && shown) }));
    shows("contacts.list", { data, total: total ?? data.length });
    expect(await stack.refresh()).toEqual(unchanged);
    expect({ name: undefined, ...stack.state.get("owner")?.outputs }).toMatchObject(program["owner"]?.args ?? {});
    expect(await writesOf(new HandlerStack(), program)).toEqual([]);
  });

  it("a contact of which the registrar shows a name in parts and an e-mail address has no drift", async () => {
    const fields = { organization: "Looms", fax: "+1.2025550124", state: "York", label: "first" };
    const stack = await applied({ owner: { handler: "contact", args: { ...person, ...fields } } });
    const [, { handle } = {}] = registrar.sandbox.contacts();
    const data = [{ handle, email: person.email, first_name: "Ada", last_name: "Lovelace" }];
    shows("contacts.list", { data });
    expect(await stack.refresh()).toEqual(unchanged);
    // It may have any value at the registrar.
    const cleared = { owner: { handler: "contact" as const, args: { ...person, ...fields, organization: "" } } };
    expect((await stack.up(cleared)).errors).toEqual({});
    expect(registrar.sandbox.contacts()[1]?.organization ?? "").toBe("");
  });

  it("contacts that an incomplete list lacks are searched for, and never count as gone", async () => {
    const emails = Array.from({ length: 6 }, (_, n) => `p${n}@example.org`);
    const contact = (email: string) => ({ handler: "contact" as const, args: { ...person, email } });
    const stack = await applied(Object.fromEntries(emails.map((email) => [email, contact(email)])));
    registrar.sandbox.setProfile("silent-cap:3");
    expect(await stack.refresh()).toEqual(unchanged);
    // One list, and a search for each contact that it lacks: four of six.
    expect(registrar.calls()).toEqual(Array(5).fill("GET contacts.list"));
    registrar.sandbox.fault({ operation: "contacts.list", after: 1, fault: { status: 400 } });
    const { gone, errors } = await stack.refresh();
    expect([gone, Object.values(errors).join("\n")]).toEqual([
      [],
      expect.stringMatching(/whether contact .* is still there/),
    ]);
  });

  it("the update of an operation reads again what its refresh saw, and may adopt it", async () => {
    const configure = () =>
      dnsRecord.configure({ config: { get: (key) => (key.endsWith("staleListSeconds") ? "0" : undefined) } });
    const { args } = one("dnsRecord", { type: "A", name: "www", content: "192.0.2.1" });
    configure();
    const { id, outs } = await dnsRecord.create(args);
    configure();
    await dnsRecord.read(id, outs);
    expect((await dnsRecord.create(args)).id).not.toBe(id);
    expect(rows()).toHaveLength(1);
    configure();
    await dnsRecord.read(id, outs);
    wipe("www");
    await dnsRecord.create(args);
    expect(rows()).toHaveLength(1);
  });
});
