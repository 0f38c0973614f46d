/** Runs that failed halfway, and the runs after them; and the provider's own part of the state: no hash of a value, and a mark of its registrar. */
import { startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { withShortWaits } from "../support/clock.ts";
import { useContract } from "../support/contract.ts";
import { type Declared, isOnPlugin } from "../support/handlerStack.ts";
import { a, forward, mx, one, record, whole, zone } from "../support/records.ts";
import { opened, sealed } from "../support/secretMarks.ts";
import { applied, expectIdle, HandlerStack, kinds, unchanged, withStory } from "../support/story.ts";

const { registrar, said, live, rows, forwards, edit, wipe, dashboard, expectDestroyed } = withStory();
withShortWaits();
const groupOf = ({ handler }: Declared) => (handler === "urlForward" ? "forwards" : "records");
const serversOf = (at: 1 | 2) => [`ns${at}.example.net`, "ns3.example.net"];
const delegation = {
  kind: "delegation",
  declared: (at: 1 | 2) => one("nameservers", { nameservers: serversOf(at) }),
  group: "nameservers",
};
const shown = () => [live(), [...registrar.sandbox.domain("example.com").nameservers].sort()];

/** A stack that doesn't know the outcome of its update. */
async function doubtful({ declared, group }: typeof delegation, done = true) {
  const stack = await applied({ it: declared(1) });
  const before = shown();
  const [write, read] =
    group === "nameservers" ? ["nameservers.set", "domains.get"] : [`${group}.update`, `${group}.list`];
  registrar.sandbox.fault({ operation: write, fault: { status: 501, done } });
  registrar.sandbox.fault({ operation: read, after: group === "nameservers" ? 2 : 1, fault: { status: 400 } });
  const { errors } = await stack.up({ it: declared(2) }, { skipPreview: true });
  expect(Object.keys(errors)).toEqual(["it"]);
  expect(shown().join() !== before.join()).toBe(done);
  registrar.sandbox.clearFaults();
  return { stack, before };
}

it("nameservers are set again if an unfinished update arrives after a check has read the domain", async () => {
  const { stack, before } = await doubtful(delegation);
  const arrive = (at: 1 | 2) => dashboard().editDomain("example.com", { nameservers: serversOf(at) });
  arrive(1);
  const program = { it: delegation.declared(1), settings: one("domainSettings", { privacy: true }) };
  expect((await stack.up(program, { skipPreview: true, beforeWrites: () => arrive(2) })).errors).toEqual({});
  expect(shown()).toEqual(before);
});

const noUpdate = { "records.update": null, "forwards.update": null };

it.each(kinds)(
  "a %s that was deleted so that it could be recreated comes back, whatever the program says then",
  async (...[, declared]) => {
    useContract(noUpdate);
    for (const next of [1, 2] as const) {
      const stack = await applied({ it: declared(1) });
      const before = live();
      const fault = registrar.sandbox.fault({ operation: /\.create$/, fault: { status: 422 } });
      const { errors } = await stack.up({ it: declared(2) });
      expect(errors["it"]).toMatch(/was deleted so that it could be recreated, and the new one is missing/);
      fault.clear();
      expect((await stack.up({ it: declared(next) })).errors).toEqual({});
      expect(live().join() === before.join()).toBe(next === 1);
      expect((await stack.up({ it: declared(next) })).steps).toEqual({ it: "same" });
      await expectDestroyed(stack);
    }
  },
);

it.each(kinds)("a %s that was recreated has nowhere the ID of the deleted row", async (...[, declared]) => {
  useContract(noUpdate);
  const stack = await applied({ it: declared(1) });
  const [id] = [...rows(), ...forwards()].map((row) => new RegExp(`["/]${row.id}"`)).slice(-1);
  registrar.sandbox.setProfile("writes-without-object");
  expect((await stack.up({ it: declared(2) })).errors).toEqual({});
  expect(JSON.stringify([...stack.state.values()]).replaceAll("\\", "")).not.toMatch(id ?? "");
});

it("a setting that was changed before another one was refused is set back by the program before", async () => {
  const settings = (isOn: boolean) => ({ it: one("domainSettings", { autoRenew: isOn, privacy: isOn }) });
  const stack = await applied(settings(true));
  const fault = registrar.sandbox.fault({ operation: "privacy.set", fault: { status: 422 } });
  expect(Object.keys((await stack.up(settings(false))).errors)).toEqual(["it"]);
  fault.clear();
  expect((await stack.up(settings(true))).errors).toEqual({});
  expect(registrar.sandbox.domain("example.com")).toMatchObject({ autoRenew: true, privacy: true });
});

it("an unknown outcome after a refusal leaves the zone unfinished", async () => {
  const ttl = (seconds: number) => ({ it: zone({ "a A": ["192.0.2.1"], "b A": ["192.0.2.2"] }, { ttl: seconds }) });
  const stack = await applied(ttl(300));
  registrar.sandbox.fault({ operation: "records.update", times: 1, fault: { status: 422 } });
  registrar.sandbox.fault({ operation: "records.update", fault: "reset-after" });
  registrar.sandbox.fault({ operation: "records.list", after: 1, fault: { status: 400 } });
  expect(Object.keys((await stack.up(ttl(600), { skipPreview: true })).errors)).toEqual(["it"]);
  registrar.sandbox.clearFaults();
  expect(await stack.up(ttl(300))).toEqual({ steps: { it: "update" }, errors: {} });
  expect(registrar.sandbox.records("example.com").filter((row) => row.ttl === 600)).toEqual([]);
});

it("after an update that failed in part, a preview passes with other arguments, and tells what it rests on", async () => {
  const of = (a: string, b: string, rest = {}) => ({ it: zone({ "a A": [a], "b A": [b] }, rest) });
  const stack = await applied(of("192.0.2.1", "192.0.2.2"));
  registrar.sandbox.fault({ operation: "records.update", after: 1, times: 1, fault: { status: 422 } });
  expect(Object.keys((await stack.up(of("192.0.2.11", "192.0.2.12"))).errors)).toEqual(["it"]);
  const next = of("192.0.2.11", "192.0.2.13", { ttl: 300 });
  expect((await stack.up(next)).errors).toEqual({});
  const told = said();
  expect(told).toMatch(/adopts a A 192\.0\.2\.11/);
  expect(told).toMatch(/`pulumi up` failed while it changed DnsZone .* after `pulumi refresh`, it does\.\n/);
  await expectIdle(stack, next);
});

it("an update whose response shows other data, which the list shows, too, has an unknown outcome", async () => {
  const stack = await applied({ www: a("www", "192.0.2.1") });
  const [record] = registrar.sandbox.records("example.com");
  registrar.sandbox.fault({ operation: "records.update", fault: { status: 200, body: { success: true, record } } });
  const { errors } = await stack.up({ www: a("www", "192.0.2.2") });
  expect(errors["www"]).toMatch(/records\.update.*response shows www\.example\.com A 192\.0\.2\.1/);
  registrar.sandbox.clearFaults();
  expect(await stack.up({ www: a("www", "192.0.2.1") })).toEqual({ steps: { www: "update" }, errors: {} });
});

it("an update whose response is lost counts as done if the list shows its data with a raised TTL", async () => {
  registrar.sandbox.setProfile("ttl-minimum");
  const www = (content: string) => ({ it: a("www", content, { ttl: 300 }) });
  const stack = await applied(www("192.0.2.1"));
  registrar.sandbox.fault({ operation: "records.update", times: 1, fault: { status: 501, done: true } });
  expect((await stack.up(www("192.0.2.2"))).errors).toEqual({});
  await expectIdle(stack, www("192.0.2.2"));
});

const creates = kinds.flatMap(([kind, declared]) =>
  (["reset-before", "reset-after"] as const).map((fault) => ({ kind, it: declared(1), fault })),
);

it.each(creates)(
  "a create of a $kind of unknown outcome is kept as unfinished, and finished once by a run that meets $fault",
  async ({ it: declared, fault }) => {
    registrar.sandbox.setProfile("duplicates-accepted");
    const stack = new HandlerStack();
    const operation = `${groupOf(declared)}.create`;
    registrar.sandbox.fault({ operation, fault: "reset-before" });
    // A list of records has two pages, and one of no forwards has one.
    registrar.sandbox.fault({
      operation: /\.list$/,
      after: groupOf(declared) === "forwards" ? 2 : 4,
      fault: { status: 400 },
    });
    const asks =
      "[^.]*\\. The registrar may have applied it\\. Run `pulumi up` again: it reads first, and creates only what does not exist\\.";
    const message = `^${operation} for example\\.com: it is not known whether .* was created: ${asks}`;
    expect((await stack.up({ it: declared })).errors["it"]).toMatch(new RegExp(message, "s"));
    registrar.sandbox.clearFaults();
    registrar.sandbox.fault({ operation, times: 1, fault });
    expect((await stack.up({ it: declared })).errors).toEqual({});
    expect(live()).toHaveLength(1);
    await expectIdle(stack, { it: declared });
    await expectDestroyed(stack);
  },
);

it("a lost create isn't sent again while a record may be the new one, if lists show no priority", async () => {
  useContract({ "records.list": { fields: { priority: "rank" } } });
  registrar.sandbox.setProfile("duplicates-accepted");
  const mail = { it: mx(10) };
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-after" });
  const stack = new HandlerStack();
  expect((await stack.up(mail)).errors["it"]).toMatch(/not known/);
  expect((await stack.up(mail)).errors["it"]).toMatch(/priority is missing/);
  expect(live()).toEqual(["@ MX 10 mail.example.net"]);
});

it("a row that a person renames while a rename is in doubt fails the update until it has its name again, and both stay secret", async () => {
  const declared = (at: 1 | 2) => a(`www${at}`, "192.0.2.1", { secretInputs: ["name"] });
  const { stack } = await doubtful({ kind: "record", declared, group: "records" }, false);
  const { fqdn, __registrar } = stack.state.get("it")?.outputs ?? {};
  const { rows } = Object(__registrar);
  expect([typeof rows, opened(rows)]).toEqual([typeof fqdn, expect.stringContaining("www1 A")]);
  edit("www1", { name: "shop" });
  const { errors } = await stack.up({ it: declared(2) });
  expect(errors["it"]).toMatch(/rename it back/);
  expect(errors["it"]).not.toMatch(/www\d|shop/);
  edit("shop", { name: "www1" });
  expect((await stack.up({ it: declared(2) })).errors).toEqual({});
  await expectDestroyed(stack);
});

it("the state holds nothing that a list of words could be tried on, and its memory and rows of others are secret where records are", async () => {
  const marks = { secretInputs: ["content"] };
  const key = (content: string) => record("TXT", "_key", { content, ...marks });
  const keys = (records: object) => whole(records, { domain: "example.org", secretInputs: ["records"] });
  const stack = await applied({ key: key("hunter2"), zone: keys({ "key TXT": ["hunter2"] }) });
  registrar.sandbox.dashboard.addRecord("example.org", { type: "TXT", name: "key", content: "by hand" });
  await stack.up({ key: key("correct horse"), zone: keys({ "key TXT": ["hunter2"] }) });
  await stack.refresh();
  const [record_, zone] = ["key", "zone"].map((name) => stack.state.get(name));
  const { content: _, ...rest } = record_?.outputs ?? {};
  const { records: __, ...shown } = zone?.outputs ?? {};
  const { records: ___, ...inputs } = zone?.inputs ?? {};
  expect(rest["__registrar"]).not.toHaveProperty("rows");
  expect(JSON.stringify(opened([rest, shown, inputs]))).not.toMatch(/(?!\d{12})[0-9a-f]{12}/);
  expect(opened(shown)).toMatchObject({ unlisted: ['key TXT "by hand"'] });
  // The front of the plugin opens what it gets.
  if (!isOnPlugin()) expect(JSON.stringify(sealed(shown))).not.toMatch(/by hand|key TXT/);
});

it("the inputs of a zone remember no row after a refresh that finds none", async () => {
  const stack = await applied({ it: whole({ "www A": ["192.0.2.1"] }) });
  wipe("www");
  expect((await stack.refresh()).drift).toHaveProperty("it");
  const { inputs = {}, outputs = {} } = stack.state.get("it") ?? {};
  for (const bag of [inputs, outputs]) expect(bag["__registrar"] ?? {}).not.toHaveProperty("rows");
  expect(inputs).not.toHaveProperty("__registrar");
});

it("an argument that a program gives as null counts as left out", async () => {
  await expectIdle(await applied({ www: a("www", "192.0.2.1", { ttl: null }) }), { www: a("www", "192.0.2.1") });
});

describe("a run at another base URL", () => {
  const program = { www: a("www", "192.0.2.1"), go: forward("go", "https://a.example/") };
  /** How often the warning and its remedy were said. */
  const warned = () => said().split("use a new stack; if only the address changed, run `pulumi refresh`").length - 1;
  let other: WholeSandbox;
  beforeEach(async () => {
    other = await startSandbox();
  });
  afterEach(() => other.close());

  it("warns once in each operation that the rows may not exist there, until a refresh shows it", async () => {
    const stack = await applied(program);
    process.env["REGISTRAR_BASE_URL"] = other.url;
    process.env["REGISTRAR_API_TOKEN"] = other.token;
    for (const run of [() => stack.preview(program), () => stack.up(program, { skipPreview: true })]) {
      expect((await run()).steps).toEqual({ www: "same", go: "same" });
      expect(warned()).toBe(1);
    }
    other.dashboard.addRecord("example.com", { type: "A", name: "www", content: "192.0.2.1", ttl: 3600 });
    expect((await stack.refresh()).gone).toEqual(["go"]);
    expect(warned()).toBe(1);
    expect((await stack.up(program)).steps).toEqual({ www: "same", go: "create" });
    expect((await stack.destroy()).errors).toEqual({});
    expect([warned(), other.records("example.com").length]).toEqual([0, 0]);
  });

  it("is silent if only the token or the spelling of the URL differs, and shows no drift", async () => {
    const stack = await applied(program);
    expect(JSON.stringify([...stack.state.values()])).not.toContain(registrar.sandbox.token);
    expect(await stack.refresh()).toEqual(unchanged);
    process.env["REGISTRAR_BASE_URL"] = `${registrar.sandbox.url}/`;
    process.env["REGISTRAR_API_TOKEN"] = "another-token";
    said();
    expect((await stack.up(program)).steps).toEqual({ www: "same", go: "same" });
    expect(said()).toBe("");
  });
});
