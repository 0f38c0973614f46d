/** Stories for faults that no other test would notice. */
import { createClient } from "../../provider/api/index.ts";
import { callError } from "../../provider/fronts/shared/callError.ts";
import { Declarations } from "../../provider/fronts/shared/declarations.ts";
import { EngineOperation } from "../../provider/fronts/shared/engineOperation.ts";
import { dnsRecord } from "../../provider/provider.ts";
import { resources } from "../../provider/resources/index.ts";
import { until, withServer } from "../api/server.ts";
import { zoneLines } from "../meaning/zone.ts";
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { PluginClient, sealed, secret, unknown } from "../support/pluginFront.ts";
import { a, bound, person, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const live = () => zoneLines(registrar.sandbox, ["example.com"]);
const byHand = (content: string, rest: object = {}) =>
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "www", content, ...rest });

const set = (values: unknown, rest: object = {}): Program => ({
  it: { handler: "dnsRecordSet", args: { domain: "example.com", name: "www", type: "A", values, ...rest } },
});
const zoneOf = (records: unknown, rest: object = {}): Program => ({
  it: { handler: "dnsZone", args: { domain: "example.com", records, ...rest } },
});
const hostsIn = (mode: string) => (values: unknown) =>
  zoneOf(Array.isArray(values) ? values.map((content, i) => ({ type: "A", name: `h${i}`, content })) : values, {
    mode,
  });

const values = Array.from({ length: 12 }, (_, i) => `192.0.2.${i}`);
const changed = ["198.51.100.1", ...values.slice(1, -1), unknown];
const notCompared = /^Arguments that aren't known yet were not compared .*\n/m;

const certainChange = "example.com: 1 to change\n  ~ h0 A 192.0.2.0 => 198.51.100.1\n";

it.each<[string, (values: unknown) => Program, string]>([
  ["a set", set, ""],
  ["an additive zone", hostsIn("additive"), certainChange],
  ["an authoritative zone", hostsIn("authoritative"), certainChange],
])(
  "a preview of values that are not known yet says of %s what is certain, and nothing else",
  async (_what, make, certain) => {
    const stack = await applied(make(values));
    const says = async (next: unknown) => {
      said();
      return { ...(await stack.preview(make(next))), said: said().replace(notCompared, "") };
    };
    const update = { steps: { it: "update" }, errors: {} };
    expect(await says(changed)).toEqual({ ...update, said: certain });
    for (const none of [values.map(() => unknown), unknown]) expect(await says(none)).toEqual({ ...update, said: "" });
  },
);

describe("in the plugin", () => {
  let client: PluginClient;
  beforeAll(async () => {
    client = await PluginClient.start();
  });
  afterAll(() => client.close());
  const www = { domain: "example.com", name: "www", type: "A" };

  it.each<[type: string, key: string, args: Record<string, unknown>]>([
    ["DnsRecord", "name", { ...www, content: "192.0.2.1" }],
    ["DnsRecordSet", "name", { ...www, values: ["192.0.2.1"] }],
    ...["name", "service", "protocol"].map((key): [string, string, Record<string, unknown>] => [
      "DnsRecord",
      key,
      {
        ...{ domain: "example.com", name: "@", type: "SRV", service: "sip", protocol: "tcp" },
        ...{ target: "sip.example.net", port: 5060, priority: 1, weight: 1 },
      },
    ]),
  ])("a preview of a %s doesn't know `fqdn` before its %s", async (type, key, args) => {
    await client.configure(quick);
    for (const [given, isKnown] of [
      [args, true],
      [{ ...args, [key]: unknown }, false],
    ] as const) {
      const { inputs, failures } = await client.check(type, {}, given);
      const { outs } = await client.create(type, inputs, true);
      expect([failures, outs["fqdn"] !== unknown]).toEqual([[], isKnown]);
    }
  });

  it.each<[type: string, part: (hush: unknown) => Record<string, unknown>]>([
    ["DnsRecordSet", (hush) => ({ ...www, type: "TXT", values: ["open-1", hush, "open-2"] })],
    ["DnsZone", (hush) => ({ records: { "www TXT": ["open-1", hush] } })],
    ["Nameservers", (hush) => ({ nameservers: ["ns1.example.net", hush] })],
    ["Contact", (hush) => ({ ...person, domain: undefined, address: ["open-1", hush] })],
  ])("a list of a %s with one secret is secret as a whole", async (type, part) => {
    await client.configure(quick);
    const hush = "hush-z3kret.example.net";
    const args = { domain: "example.com", ...part(secret(hush)) };
    const { inputs } = await client.check(type, {}, args);
    const { id, outs } = await client.create(type, inputs);
    const { props, inputs: readInputs } = await client.read(type, id, outs, inputs);
    for (const bag of [inputs, outs, props, readInputs]) expect(JSON.stringify(sealed(bag))).not.toMatch(/hush|open-1/);
    expect(said()).not.toMatch(/hush/);
  });
});

it("a refresh of a set shows a foreign value of another TTL as a value, and its own TTL as it is", async () => {
  const stack = new HandlerStack(quick);
  const program = set(["192.0.2.1"], { ttl: 300 });
  await stack.up(program);
  byHand("203.0.113.9", { ttl: 900 });
  expect((await stack.refresh()).drift).toEqual({ it: { values: ["192.0.2.1", "203.0.113.9"] } });
  expect((await stack.preview(program)).errors["it"]).toMatch(/never listed:.*203\.0\.113\.9/s);
  expect(live()).toEqual(["www A 192.0.2.1 ttl 300", "www A 203.0.113.9 ttl 900"]);
});

describe("a server", () => {
  const server = withServer();

  it("whose pages count their IDs anew proves nothing: no record is created", async () => {
    server.respond = ({ path, query, method }) => {
      if (!path.endsWith("/records") || method !== "GET") return { status: 404 };
      const first = 2 * (Number(query["page"]) - 1);
      const data = [first, first + 1].map((n) => ({ id: n % 2, type: "A", name: `h${n}`, content: "192.0.2.1" }));
      return { json: { success: true, data: first < 4 ? data : [], total: 4 } };
    };
    process.env["REGISTRAR_BASE_URL"] = server.baseUrl;
    expect((await new HandlerStack(quick).up({ it: a("new", "192.0.2.1") })).errors["it"]).toMatch(
      /cannot be determined/,
    );
    expect(server.seen.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("whose next rows begin at 0 says nothing against the total", async () => {
    const data = [{ id: 1, type: "A", name: "www", content: "192.0.2.1" }];
    server.respond = ({ query: { page } }) => ({ json: { data: page === "1" ? data : [], total: 1, next_offset: 0 } });
    const api = createClient({ baseUrl: server.baseUrl, token: "t" });
    expect(await api.records.list({ domain: "example.com" })).toMatchObject({ proof: { complete: true } });
  });

  it("that asks for two waits gets nothing before the end of the longer one", async () => {
    const waits = ["1", "0"];
    server.respond = async (_seen, number) => {
      const wait = waits[number - 1];
      if (wait === undefined) return { json: { data: { domain_name: "x" } } };
      // The shorter wait is asked for last, while both requests are under way.
      await until(() => server.seen.length >= 2);
      if (wait === "0") await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 429, headers: { "retry-after": wait } };
    };
    const api = createClient({ baseUrl: server.baseUrl, token: "t" });
    await Promise.all(["a.example", "b.example"].map((domain) => api.domains.get({ domain })));
    const [, second, ...later] = server.seen.map(({ at }) => at);
    expect(Math.min(...later) - (second ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(later).toHaveLength(2);
  });
});

it("an auth code that another resource's call repeats is not shown", async () => {
  const authCode = "epp-s3cret!";
  registrar.sandbox.addDomain("theirs.com", { account: "other", authCode });
  const body = { message: `conflicts with ${authCode}` };
  registrar.sandbox.fault({ operation: "records.create", fault: { status: 400, body } });
  const { errors } = await new HandlerStack(quick).up({
    theirs: { handler: "domainTransfer", args: { domain: "theirs.com", authCode, maxPrice: 15 } },
    www: a("www", "192.0.2.1"),
  });
  expect(errors["www"]).toMatch(/the registrar's message repeats a secret, and isn't shown/);
  expect(`${JSON.stringify(errors)}${said()}`).not.toMatch(authCode);
});

describe("a stranger's record that comes between the check and the writes", () => {
  const owned = ["192.0.2.1", "192.0.2.2"];
  const lines = (...values: string[]) => values.map((value) => `www A ${value}`);

  it.each<[string, Program]>([
    ["a set", set(owned, { maxUnlistedDeletes: 9 })],
    [
      "an authoritative zone",
      zoneOf(
        owned.map((content) => ({ type: "A", name: "www", content })),
        { mode: "authoritative", maxUnlistedDeletes: 9 },
      ),
    ],
  ])("is neither overwritten nor deleted by %s, whatever it consents to", async (_what, program) => {
    byHand("192.0.2.1");
    const { errors } = await new HandlerStack(bound).up(program, { beforeWrites: () => byHand("203.0.113.9") });
    expect(errors).toEqual({});
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect(live()).toEqual(lines(...owned, "203.0.113.9"));
  });

  it.each<[string, Program]>([
    ["a record that adopts it", { it: a("www", "192.0.2.1", { adopt: true }) }],
    ["a set", set(["192.0.2.1"])],
    ["a zone", zoneOf([{ type: "A", name: "www", content: "192.0.2.1" }])],
  ])("is not doubled by %s, which says what to do", async (_what, program) => {
    const stack = new HandlerStack(quick);
    const { errors } = await stack.up(program, { beforeWrites: () => byHand("192.0.2.1") });
    expect(errors["it"]).toMatch(/exists already, according to the registrar.*run `pulumi up` again/s);
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect(live()).toEqual(lines("192.0.2.1"));
  });

  it("stands in the way of a CNAME, which is not made", async () => {
    const program = { it: record("CNAME", "www", { content: "web.example.net" }) };
    const { errors } = await new HandlerStack(quick).up(program, { beforeWrites: () => byHand("203.0.113.9") });
    expect(errors["it"]).toMatch(/cname_conflict/);
    expect(live()).toEqual(lines("203.0.113.9"));
  });
});

it("a value is gone from a set only where two readings of the list lack it", async () => {
  const stack = await applied(set(["192.0.2.1", "192.0.2.2"]));
  for (const [n, { id, type, name, content }] of registrar.sandbox.records("example.com").entries()) {
    const body = { success: true, data: [{ id, type, name, content }], total: 1 };
    registrar.sandbox.fault({ operation: "records.list", times: n === 0 ? 1 : 9, fault: { status: 200, body } });
  }
  expect(await stack.refresh()).toEqual(unchanged);
});

it.each<[body: object, looks: number]>([
  [{ error: false, errors: [], warnings: {}, exception: "", partial: 0, complete: "true" }, 0],
  [{ meta: { error: "quota" } }, 1],
  [{ data: { Warning: "quota" } }, 1],
  [{ partial: "true" }, 1],
  [{ complete: 0 }, 1],
])("a write that reports success beside %j is looked for %d times", async (body, looks) => {
  const fault = { status: 200, body: { success: true, ...body }, done: true };
  registrar.sandbox.fault({ operation: "records.create", fault });
  expect((await new HandlerStack(quick).up({ it: a("www", "192.0.2.1") })).errors).toEqual({});
  expect(registrar.calls()).toEqual([
    "GET records.list",
    "GET domains.get",
    "POST records.create",
    ...Array(looks).fill("GET records.list"),
  ]);
});

it("a registrar that cannot be asked about one domain is not asked about the next", async () => {
  registrar.sandbox.fault({ operation: "*", fault: { status: 501 } });
  const org = { it: record("A", "www", { domain: "example.org", content: "192.0.2.1" }) };
  expect((await new HandlerStack(quick).preview({ www: a("www", "192.0.2.1"), ...org })).errors).toEqual({});
  expect(registrar.calls()).toEqual(["GET records.list"]);
});

it("a zone that a second check finds additive excludes no other resource", () => {
  const declarations = new Declarations();
  const by = (type: string) => ({ identity: type, type, name: "it" });
  const zone = { domain: "example.com", records: {} };
  for (const mode of ["authoritative", "additive"])
    expect(declarations.declare(by("DnsZone"), { ...zone, mode })).toEqual([]);
  expect(declarations.declare(by("DnsRecord"), a("www", "192.0.2.1").args)).toEqual([]);
});

it("a run after a refresh in one operation may adopt what the refresh saw", async () => {
  const configure = () => dnsRecord.configure({ config: { get: (key: string) => Object(quick)[key] } });
  const { args } = a("www", "192.0.2.1", { adopt: true });
  configure();
  const { id, outs } = await dnsRecord.create(args);
  configure();
  await dnsRecord.read(id, outs);
  expect((await dnsRecord.create(args)).id).not.toBe(id);
  expect(live()).toEqual(["www A 192.0.2.1"]);
});

it.each([
  [10, 3, undefined],
  [13, 3, undefined],
  [13, 4, /change 4 and delete 0 of 13 records, but the limit is 30 %/],
])("of a zone of %d records, %d changes need consent above 30 %%", async (count, changes, refusal) => {
  const stack = new HandlerStack(quick);
  const hosts = (changed: number) =>
    hostsIn("authoritative")(Array.from({ length: count }, (_, i) => `192.0.2.${i < changed ? 100 + i : i}`));
  await stack.up(hosts(0));
  const { errors } = await stack.preview(hosts(changes));
  if (refusal === undefined) expect(errors).toEqual({});
  else expect(errors["it"]).toMatch(refusal);
});

it("an unexpected error shows no secret in its stack", () => {
  const operation = new EngineOperation({ get: () => undefined });
  operation.secrets.scope(resources.dnsRecord, ["content"], [{ content: "z3kret-value" }]);
  const { stack } = callError(new Error("z3kret-value"), operation);
  expect(stack).toMatch(/Error: \[secret\]/);
});
