/** Rows that the provider can't read: they count as present, stay as they are, and stop nothing else. */
import { type TestServer, withServer } from "../api/server.ts";
import { useContract } from "../support/contract.ts";
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";
import { a, forward, HandlerStack, type Program, record, set, unchanged, whole, zone } from "../support/story.ts";

type Row = Record<string, unknown>;
const server = withServer();
const before = { ...process.env };
afterEach(() => {
  for (const key of Object.keys(process.env)) if (key.startsWith("REGISTRAR_")) delete process.env[key];
  Object.assign(process.env, before);
});

/** A registrar of one domain. Its lists show each row as `present` says, and rows of others as they are. */
class Registrar {
  readonly rows = new Map<string, Row>();
  others: Row[];
  present: (row: Row) => Row;
  #lastId = 0;

  constructor(at: Pick<TestServer, "respond" | "baseUrl">, others: Row[], present: (row: Row) => Row = (row) => row) {
    this.others = others;
    this.present = present;
    process.env["REGISTRAR_BASE_URL"] = at.baseUrl;
    process.env["REGISTRAR_API_TOKEN"] = "t";
    at.respond = ({ method, path, body, query }) => {
      const id = path.split("/").at(-1) ?? "";
      if (!/\/(records|url-forwards)/.test(path)) return { status: 404 };
      if (method === "GET") {
        const rows = [...this.rows.values()].map((row) => this.present(row));
        const data = [...this.others, ...rows];
        return { json: { data: query["page"] === "2" ? [] : data, total: data.length } };
      }
      if (method === "DELETE") return this.rows.delete(id) ? { json: {} } : { status: 404 };
      if (method === "PUT" && !this.rows.has(id)) return { status: 404 };
      if (method === "POST") this.#lastId += 1;
      const row = { ...JSON.parse(body), id: method === "POST" ? `r${this.#lastId}` : id };
      this.rows.set(row.id, row);
      return { json: { data: row } };
    };
  }

  get live(): Row[] {
    return [...this.rows.values()];
  }
}

const apexNs = { id: "n", type: "NS", name: "@", content: "ns1.atom.com" };
/** Rows that the sandbox's own zone doesn't have. Each story meets its SOA, ALIAS, HTTPS, NETLIFY, URL, and an MX without content. */
const unknownRows: Record<string, Row> = {
  "a SOA without a name": { id: "x", type: "SOA", content: "ns1.atom.com hostmaster.example.com 1 2 3 4 5" },
  "a PARKING without anything": { type: "PARKING" },
  "an MX whose content is null": { id: "x", type: "MX", name: "mx", content: null, priority: 10 },
  "an A of another name whose data has another key": { id: "x", type: "A", name: "other", value: "192.0.2.9" },
};
const programs: Record<string, (last: string) => Program> = {
  "a record": (last) => ({ it: a("www", last) }),
  "a set": (last) => ({ it: set("www", "A", ["192.0.2.1", last]) }),
  "an additive zone": (last) => ({ it: zone({ "www A": [last], "@ MX": ["10 mx.example.net"] }) }),
  "an authoritative zone": (last) => ({ it: whole({ "www A": [last] }) }),
};

describe.each(Object.entries(unknownRows))("%s", (_title, other) => {
  it.each(Object.entries(programs))("leaves %s to be created, changed, refreshed and deleted", async (_what, make) => {
    const registrar = new Registrar(server, [apexNs, other]);
    const stack = new HandlerStack();
    for (const last of ["192.0.2.2", "192.0.2.3"]) expect((await stack.up(make(last))).errors).toEqual({});
    expect(registrar.live.map(({ content }) => content)).toContain("192.0.2.3");
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up({})).errors).toEqual({});
    expect([registrar.live, registrar.others]).toEqual([[], [apexNs, other]]);
  });
});

/** A change of a row in the list: the row is opaque, or still understood. */
const change = fc.constantFrom<(row: Row) => Row>(
  (row) => row,
  ({ content, ...row }) => ({ ...row, value: content }),
  (row) => ({ ...row, content: null }),
  ({ name, ...row }) => ({ ...row, host: name }),
  ({ type, ...row }) => ({ ...row, rrtype: type }),
  (row) => ({ ...row, type: 1 }),
  ({ id: _, ...row }) => ({ ...row, content: ["x"] }),
  (row) => ({ ...row, type: "ALIAS", name: "elsewhere" }),
);

it("a declared row that is live without its data is created once a person has deleted that row, as the page of errors says", async () => {
  const registrar = new Registrar(server, [apexNs, { id: "x", type: "MX", name: "mx", content: null }]);
  const program = { it: record("MX", "mx", { content: "mx.example.net", priority: 10 }) };
  const stack = new HandlerStack();
  const { errors } = await stack.up(program);
  expect(errors["it"]).toMatch(/isn't understood \(.*#err_registrar_incomplete_list\]$/s);
  registrar.others = [apexNs];
  expect((await stack.up(program)).errors).toEqual({});
  expect(registrar.live).toHaveLength(1);
});

it("whichever rows become opaque: no live row is gone, doubled or left by a destroy that ends well", async () => {
  const kinds = fc.constantFrom(...Object.values(programs));
  const story = fc.record({ make: kinds, changes: fc.array(change, { minLength: 3, maxLength: 3 }) });
  await fc.assert(
    fc.asyncProperty(story, async ({ make, changes }) => {
      const registrar = new Registrar(server, [apexNs]);
      const stack = new HandlerStack();
      expect((await stack.up(make("192.0.2.2"))).errors).toEqual({});
      const ids = [...registrar.rows.keys()];
      registrar.present = (row) => changes[ids.indexOf(String(row["id"]))]?.(row) ?? row;
      // A row that moved elsewhere with another type is gone, and is made again.
      const isOther = (row: Row) => registrar.present(row)["type"] === "ALIAS";
      const { gone } = await stack.refresh();
      if (gone.length > 0) expect(registrar.live.every(isOther)).toBe(true);
      await stack.up(make("192.0.2.2"));
      const texts = registrar.live.filter((row) => !isOther(row)).map(({ id: _, ...row }) => JSON.stringify(row));
      expect(new Set(texts).size).toBe(texts.length);
      const destroyed = await stack.destroy();
      if (Object.keys(destroyed.errors).length === 0) expect(registrar.live.every(isOther)).toBe(true);
    }),
    { numRuns: runs(15, 1000) },
  );
});

/** A list whose rows have become opaque: their data, name or type is under another key. */
const keys: [field: string, key: string][] = [
  ["content", "value"],
  ["content", "target"],
  ["name", "host"],
];
const four = [
  a("www", "192.0.2.1"),
  record("TXT", "www", { content: "v=1" }),
  record("CNAME", "blog", { content: "www.example.net" }),
  record("MX", "@", { content: "mx.example.net", priority: 10 }),
];

it.each(keys)("four rows whose %s moves to %s are not gone, doubled, or left by a destroy", async (from, to) => {
  const registrar = new Registrar(server, []);
  const program = Object.fromEntries(four.map((declared, i) => [`r${i}`, declared]));
  const stack = new HandlerStack();
  expect((await stack.up(program)).errors).toEqual({});
  registrar.present = ({ [from]: value, ...row }) => ({ [to]: value, ...row });
  const { gone, errors } = await stack.refresh();
  expect([gone, Object.keys(errors).length]).toEqual([[], 4]);
  expect(errors["r0"]).toMatch(new RegExp(`"${to}":.*: ${from} is missing.*doctor\` proposes the line`));
  const changed = { ...program, r0: a("www", "192.0.2.7"), r4: a("new", "192.0.2.8") };
  const preview = await stack.preview(changed);
  expect(Object.keys(preview.errors)).toEqual(["r0", "r4"]);
  expect(Object.keys((await stack.destroy()).errors)).toHaveLength(4);
  expect(registrar.live).toHaveLength(4);
  useContract({ records: { fields: { [from]: to } } });
  expect((await stack.up(changed)).errors).toEqual({});
  expect(await stack.refresh()).toEqual(unchanged);
  expect([(await stack.destroy()).errors, registrar.live]).toEqual([{}, []]);
});

describe("a list without a row that can be read", () => {
  const program = Object.fromEntries(four.map((declared, i) => [`r${i}`, declared]));
  const forwards = { go: forward("go", "https://x.example/"), shop: forward("shop", "https://y.example/") };
  const withoutId = ({ id: _, ...row }: Row) => row;

  it.each([
    ["record", "has its data under another name", program, ({ content: value, ...row }: Row) => ({ ...row, value })],
    ["record", "has no ID", program, withoutId],
    ["forward", "has its data under another name", forwards, ({ destination: url, ...row }: Row) => ({ ...row, url })],
    ["forward", "has no ID", forwards, withoutId],
  ])("stops after its first create, if that %s %s", async (_kind, what, declared, present) => {
    const registrar = new Registrar(server, [], present);
    const { errors } = await new HandlerStack().up(declared);
    expect(Object.keys(errors).sort()).toEqual(Object.keys(declared));
    const says = what === "has no ID" ? /rows of this API have no IDs/ : /"value":|"url":/;
    expect(Object.values(errors).join("\n")).toMatch(says);
    expect(registrar.live).toHaveLength(1);
  });

  it.each([
    ["records", program, { content: "value" }],
    ["forwards", forwards, { destination: "url" }],
    ["records", { it: set("www", "A", ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) }, { content: "value" }],
    ["records", { it: zone({ "www A": ["192.0.2.1"], "@ MX": ["10 mx.example.net"] }) }, { content: "value" }],
  ])(
    "keeps the ID of its first create (%s, %j), so that a contract line continues the program",
    async (group, all, fields) => {
      const registrar = new Registrar(server, []);
      const [[from, to] = ["", ""]] = Object.entries(fields);
      registrar.present = ({ [from]: value, ...row }) => ({ ...row, [to]: value });
      const stack = new HandlerStack();
      expect((await stack.up(all)).errors).not.toEqual({});
      expect(stack.state.size).toBe(1);
      expect((await stack.up(all)).errors).not.toEqual({});
      expect(Object.keys((await stack.destroy()).errors)).toHaveLength(1);
      expect(registrar.live).toHaveLength(1);
      useContract({ [group]: { fields } });
      const [first] = registrar.live;
      expect((await stack.up(all)).errors).toEqual({});
      expect(registrar.live).toContainEqual(first);
      expect(await stack.refresh()).toEqual(unchanged);
      expect([(await stack.destroy()).errors, registrar.live]).toEqual([{}, []]);
    },
  );

  it("is read once after its first create, and then has the others", async () => {
    const registrar = new Registrar(server, []);
    expect((await new HandlerStack().up(program)).errors).toEqual({});
    expect(registrar.live).toHaveLength(4);
    const lists = server.seen.filter(({ method, query }) => method === "GET" && query["page"] === "1");
    // One each of the preview and the update, and the one after the create.
    expect(lists.length).toBeLessThanOrEqual(4);
  });
});

describe("an opaque row of the same name and type", () => {
  const opaque = { id: "x", type: "A", name: "www", value: "192.0.2.9" };
  const ofAnyType = { id: "x", name: "www", rrtype: "A", content: "192.0.2.9" };

  it.each([opaque, ofAnyType])("%j: none is created by any resource, and others are", async (other) => {
    const registrar = new Registrar(server, [apexNs, other]);
    for (const make of Object.values(programs)) {
      const { errors } = await new HandlerStack().preview(make("192.0.2.2"));
      expect(errors["it"]).toMatch(/www\.example\.com A 192\.0\.2\.\d exists already cannot be determined/);
      expect(errors["it"]).toContain(JSON.stringify(other));
      // A row is cut only if it is long.
      expect(errors["it"]).not.toContain("...");
    }
    const others = new HandlerStack();
    expect((await others.up({ it: record("TXT", "mail", { content: "x" }) })).errors).toEqual({});
    expect(registrar.live).toHaveLength(1);
  });

  it.each([
    a("www", "192.0.2.2", { secretInputs: ["content"] }),
    set("www", "A", ["192.0.2.2"], { secretInputs: ["values"] }),
    zone({ "www A": ["192.0.2.2"] }, { secretInputs: ["records"] }),
  ])("is shown by its name and type alone to %j", async (it) => {
    new Registrar(server, [apexNs, opaque]);
    const { errors } = await new HandlerStack().preview({ it });
    expect(errors["it"]).toContain('it has {"name":"www","type":"A"}, which');
  });

  it("a create learns its ID from a response in which the new row is opaque", async () => {
    const registrar = new Registrar(server, [apexNs]);
    const { respond } = server;
    server.respond = async (seen, number) => {
      const reply = await respond(seen, number);
      return seen.method === "POST" ? { json: { data: { id: "r1", type: "A", name: "www" } } } : reply;
    };
    const stack = new HandlerStack();
    expect((await stack.up({ it: a("www", "192.0.2.1") })).errors).toEqual({});
    expect(stack.state.get("it")?.outputs["recordId"]).toBe("r1");
    expect([(await stack.destroy()).errors, registrar.live]).toEqual([{}, []]);
  });

  it("a create whose response is lost is not repeated while the new row is opaque", async () => {
    const registrar = new Registrar(server, [apexNs]);
    registrar.present = ({ content: _, ...row }) => row;
    const { respond } = server;
    server.respond = async (seen, number) => {
      const reply = await respond(seen, number);
      return seen.method === "POST" ? { status: 502 } : reply;
    };
    const { errors } = await new HandlerStack().up({ it: a("www", "192.0.2.1") });
    expect(errors["it"]).toMatch(/may/);
    expect(registrar.live).toHaveLength(1);
  });
});

const go = forward("go", "https://example.net");

it.each([
  { id: "x", destination: "https://example.org" },
  { id: "x", source: "go", redirect: 1 },
])("a forward of a row %j is not created, and its row is not touched", async (other) => {
  const readable = { id: "y", source: "shop", destination: "https://example.net" };
  const registrar = new Registrar(server, [readable, other]);
  expect((await new HandlerStack().preview({ go })).errors["go"]).toContain(JSON.stringify(other));
  const secret = { go: forward("go", "https://example.net", { secretInputs: ["destination"] }) };
  expect((await new HandlerStack().preview(secret)).errors["go"]).toContain("it has {}, which isn't understood");
  expect(registrar.live).toEqual([]);
});
