/** Responses and lists in doubt: no row of others is changed or deleted, and no own row is lost or doubled. */
import { ownKey, ownOf } from "../../provider/fronts/shared/state.ts";
import { a, domain, forward, record, set, zone } from "../support/records.ts";
import { applied, type Declared, HandlerStack, kinds, type Program, withStory } from "../support/story.ts";

const { registrar, live, dashboard, byHand, edit, wipe, shows, expectDestroyed } = withStory();
const www = (...values: string[]) => set("www", "A", values);

it.each(["create", "update"] as const)(
  "the %s of a row doesn't take the ID of a job, which may be that of a stranger's row",
  async (write) => {
    const { id } = byHand("stranger", "203.0.113.1");
    const stack = await applied(write === "update" ? { it: a("www", "192.0.2.1") } : {});
    const job = shows(`records.${write}`, { id: String(id), status: "queued" }, { done: true });
    await stack.up({ it: a("www", "192.0.2.2") });
    job.clear();
    registrar.sandbox.setProfile("silent-cap:3");
    await stack.destroy();
    expect(live()).toContain("stranger A 203.0.113.1");
  },
);

const renamed = "If the field has another name there";
it.each([
  ["name", "A", "192.0.2.2", { name: "mail" }, renamed],
  ["address", "A", "192.0.2.2", { content: "203.0.113.9" }, renamed],
  ["text", "TXT", "a\tb", { content: "a 09b" }, renamed],
  ["host", "CNAME", "b.example.net", { content: "b.example.net.example.com" }, '{"records.create":{"hosts":"dot"},'],
  ["type", "A", "192.0.2.2", { type: "AAAA", content: "2001:db8::9" }, renamed],
] as const)("a response that shows a new row of another %s doesn't confirm a create", async (...row) => {
  const [, type, content, other, remedy] = row;
  const data = { id: 77, type, name: "www", content, ...other };
  for (const done of [true, false]) {
    const fault = shows("records.create", { data }, { done });
    const stack = new HandlerStack();
    const { errors } = await stack.up({ it: record(type, "www", { content }) });
    fault.clear();
    const shown = /the response shows .*, which the program didn't ask for/.exec(errors["it"] ?? "");
    expect([shown !== null, errors["it"]?.includes(remedy) ?? false]).toEqual([!done, !done]);
    await expectDestroyed(stack);
  }
});

it.each(["delete", "update"])(
  "the row that a resource leaves for an adopted one is deleted by the next run after a failed %s",
  async (write) => {
    byHand("two", "192.0.2.2", { ttl: 300 });
    const stack = await applied({ it: a("two", "192.0.2.1"), go: forward("one", "https://x.example/1") });
    await new HandlerStack().up({ other: forward("two", "https://x.example/2", { type: "permanent" }) });
    const fault = registrar.sandbox.fault({ operation: new RegExp(`\\.${write}$`), fault: { status: 501 } });
    const [ttl, type] = write === "update" ? [600, "temporary"] : [300, "permanent"];
    const go = forward("two", "https://x.example/2", { type });
    const program: Program = { it: a("two", "192.0.2.2", { ttl }), go };
    const { errors } = await stack.up(program);
    expect(Object.keys(errors).sort()).toEqual(["go", "it"]);
    fault.clear();
    expect((await stack.up(program)).errors).toEqual({});
    expect(live()).toEqual([`two A 192.0.2.2 ttl ${ttl}`, "two https://x.example/2"]);
  },
);

it("a destroy fails if one of its deletes fails, although others are released with the domain's DNS", async () => {
  const stack = await applied({ it: www("192.0.2.1", "192.0.2.2") });
  dashboard().editDomain(domain, { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] });
  registrar.sandbox.fault({ operation: "records.delete", after: 1, fault: { status: 501 } });
  const { errors } = await stack.destroy();
  expect(errors).toEqual({ it: expect.not.stringContaining("more errors") });
  expect([...stack.state.keys()]).toEqual(["it"]);
});

it("a preview fails as its up does, if a cut list lacks a row that a zone drops", async () => {
  byHand("www", "192.0.2.9");
  const stack = await applied({ it: zone({ "a A": ["192.0.2.1"], "b A": ["192.0.2.2"] }) });
  registrar.sandbox.setProfile("silent-cap:3");
  for (const options of [{}, { skipPreview: true }] as const)
    expect((await stack.up({ it: zone({ "a A": ["192.0.2.1"] }) }, options)).errors["it"]).toMatch(
      /b\.example\.com A 192\.0\.2\.2 is still there cannot be determined/,
    );
});

it.each([
  ["create", "the zone does not exist"],
  ["create", "the zone doesn't exist"],
  ["update", "it exists already"],
])("a refused %s isn't shown as an existing row: %s", async (write, message) => {
  const stack = await applied(write === "update" ? { it: a("www", "192.0.2.2") } : {});
  registrar.sandbox.fault({ operation: `records.${write}`, fault: { status: 422, body: { success: false, message } } });
  const { errors } = await stack.up({ it: a("www", "192.0.2.1") });
  expect(errors["it"]).toMatch(message);
  expect(errors["it"]).not.toMatch(/ERR_REGISTRAR_EXISTS/);
});

const edits = ["not json", '[{"id":7}]'];
const edited = /the state of this resource was edited.*pulumi state delete/s;
const spoilt = ({ args, handler }: Declared) =>
  handler === "dnsZone" ? [] : ["domain", "name", "source"].filter((key) => key in args).map((key) => [key, "a b"]);
const nameless = ({ handler }: Declared) => (handler === "dnsRecord" ? [["name"]] : []);
const states = (of: Declared) => [...edits.map((rows) => ["rows", rows]), ...spoilt(of), ...nameless(of)];
it.each(kinds.flatMap(([kind, of]) => states(of(1)).map(([key = "", to]) => ({ kind, declared: of, key, to }))))(
  "the state of one $kind whose $key is edited to $to fails neither a diff nor another resource, and takes no foreign row",
  async ({ declared, key, to }) => {
    const other = (ttl: number) => a("other", "192.0.2.3", { domain: "example.org", ttl });
    const stack = await applied({ it: declared(1), other: other(300) });
    const { outputs = {} } = stack.state.get("it") ?? {};
    if (key === "rows") outputs[ownKey] = { ...ownOf(outputs), rows: to };
    else outputs[key] = to;
    const says = { it: expect.stringMatching(edited) };
    expect((await stack.up({ it: declared(2), other: other(600) }, { skipPreview: true })).errors).toEqual(says);
    byHand("www", "192.0.2.9");
    expect((await stack.refresh()).errors).toEqual(says);
    expect((await stack.destroy()).errors).toEqual(says);
    expect([live().includes("www A 192.0.2.9"), registrar.sandbox.records("example.org")]).toEqual([true, []]);
  },
);

it("a delete that meets a 404 takes no other row, while its own is listed", async () => {
  registrar.sandbox.setProfile("duplicates-accepted");
  const stack = await applied({ it: a("www", "192.0.2.1") });
  edit("www", { content: "192.0.2.9" });
  byHand("www", "192.0.2.1");
  registrar.sandbox.fault({ operation: "records.delete", times: 1, fault: { status: 404 } });
  expect(Object.keys((await stack.destroy()).errors)).toEqual(["it"]);
  expect(live()).toContain("www A 192.0.2.1");
  await expectDestroyed(stack, ["www A 192.0.2.1"]);
});

it("a preview names the CNAME that took the place of a record that is gone", async () => {
  const stack = await applied({ it: a("www", "192.0.2.1") });
  wipe("www");
  byHand("www", "x.example.net", { type: "CNAME" });
  expect((await stack.preview({ it: a("www", "192.0.2.2") })).errors["it"]).toMatch(/www\.example\.com CNAME x/);
});
