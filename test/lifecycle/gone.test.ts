/** "Gone" is a row that a list proven complete doesn't show. All else "cannot be determined", with the contract line that helps. */

import { createClient } from "../../provider/api/index.ts";
import { withServer } from "../api/server.ts";
import { applied, unchanged } from "../support/applied.ts";
import { useContract } from "../support/contract.ts";
import { inFront } from "../support/foreignRows.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, forward, person, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();

const hosts = (count: number): Program =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${i}`, a(`h${i}`, `192.0.2.${i}`, { ttl: 300 })]));
const forwards = (count: number): Program =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, forward(`f${i}`, `https://x.example/${i}`)]));
const live = () => ({
  records: registrar.sandbox.records("example.com").length,
  forwards: registrar.sandbox.forwards("example.com").length,
});

const idOf = (name: string) => registrar.sandbox.records("example.com").find((row) => row.name === name)?.id ?? 0;

/** Messages that hold the contract line that helps. */
const told = (errors: Record<string, string>, operation: string) => {
  const texts = Object.values(errors);
  const settled = texts.filter((text) => text.includes(`{"${operation}": {"complete": true}}`)).length;
  return { settled, cannotTell: texts.filter((text) => /cannot be determined/.test(text)).length, all: texts.length };
};

describe("an unannounced limit", () => {
  const programs = [
    ["records", "records.list", hosts],
    ["forwards", "forwards.list", forwards],
  ] as const;
  const caps = programs.flatMap(([what, operation, of]) =>
    (what === "records" ? [3, 37] : [20]).map((cap) => ({ what, operation, of, cap })),
  );

  it.each(caps)("of $cap $what loses, doubles and leaves behind no row", async ({ what, operation, of, cap }) => {
    const stack = new HandlerStack(quick);
    const program = of(cap + 3);
    expect((await stack.up(program, { skipPreview: true })).errors).toEqual({});
    registrar.sandbox.setProfile(`silent-cap:${what === "records" ? cap + inFront : cap}`);

    const { drift, gone, errors } = await stack.refresh();
    expect({ drift, gone }).toEqual({ drift: {}, gone: [] });
    expect(told(errors, operation)).toEqual({ settled: 1, cannotTell: 1, all: 3 });
    registrar.writes();
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);

    const more = {
      ...program,
      ...(what === "records" ? { more: a("more", "192.0.2.1") } : { more: forward("more", "https://x.example/") }),
    };
    expect((await stack.up(more)).errors["more"]).toMatch(/more.* exists already cannot be determined/);
    expect(registrar.writes()).toEqual([]);

    expect((await stack.destroy()).errors).toEqual({});
    expect(live()[what]).toBe(0);
  });

  it("doesn't prove that a delete of unknown outcome was carried out", async () => {
    const stack = await applied(hosts(4));
    registrar.sandbox.setProfile(`silent-cap:${inFront + 3}`);
    registrar.sandbox.fault({ operation: "records.delete", fault: "reset-before" });
    expect(Object.keys((await stack.destroy()).errors)).toContain("h3");
    expect(live().records).toBe(4);
  });

  it("doesn't prove that a value that a set drops is gone", async () => {
    const set = (...values: string[]): Program => ({
      set: { handler: "dnsRecordSet", args: { domain: "example.com", type: "A", name: "www", values } },
    });
    const stack = await applied(set("192.0.2.1", "192.0.2.2"));
    registrar.sandbox.setProfile(`silent-cap:${inFront + 1}`);
    const dropped = await stack.up(set("192.0.2.1"));
    expect(dropped.errors["set"]).toMatch(/192\.0\.2\.2 is still there cannot be determined/);
  });

  it("explains a refused duplicate that the list did not show", async () => {
    for (let n = 0; n < 23; n += 1) {
      registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: `h${n}`, content: `192.0.2.${n}` });
    }
    registrar.sandbox.setProfile("silent-cap:20");
    const { errors } = await new HandlerStack(quick).up({ h22: a("h22", "192.0.2.22") });
    expect(errors["h22"]).toMatch(
      /exists already, as the registrar says \(400\), cannot be determined.*"records\.list": \{"complete": true/s,
    );
    expect(live().records).toBe(23);
  });

  it("keeps contacts, and makes no second handle of one that the list does not show", async () => {
    const stack = new HandlerStack(quick);
    const people = (count: number): Program =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          `p${i}`,
          { handler: "contact", args: { ...person, email: `p${i}@example.org` } },
        ]),
      );
    await stack.up(people(6));
    const before = registrar.sandbox.contacts().length;
    registrar.sandbox.setProfile("silent-cap:3");
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await new HandlerStack(quick).up(people(6))).errors).toEqual({});
    expect(registrar.sandbox.contacts()).toHaveLength(before);
  });

  it("changes nothing in a zone of which it hides a part", async () => {
    const hidden: string[] = [];
    const records = Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`h${i} A`, [`192.0.2.${i}`]]));
    const ttls = (ttl: number) => Object.fromEntries(hidden.map((name) => [`${name} A`, ttl]));
    const zone = (ttl: number): Program => ({
      zone: { handler: "dnsZone", args: { domain: "example.com", records, ttl: 300, ttls: ttls(ttl) } },
    });
    const stack = await applied(zone(300));
    hidden.push(registrar.sandbox.records("example.com").at(-1)?.name ?? "");
    registrar.sandbox.setProfile("silent-cap:20");
    const { gone, errors } = await stack.refresh();
    expect(gone).toEqual([]);
    expect(errors["zone"]).toMatch(/cannot be determined.*"complete": true/);
    registrar.writes();
    expect((await stack.up(zone(60))).errors["zone"]).toMatch(/cannot be determined/);
    expect(registrar.writes()).toEqual([]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live().records).toBe(0);
  });
});

describe("a small list that proves nothing", () => {
  beforeEach(() => registrar.sandbox.setProfile("no-totals,paging-ignored"));
  const program = { ...hosts(3), ...forwards(2) };

  it("needs no configuration as long as nothing is missing from it", async () => {
    const stack = await applied(hosts(2));
    expect((await stack.up(program)).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up({ ...program, h1: a("h1", "192.0.2.77") })).errors).toEqual({});
    expect((await stack.up(hosts(1))).errors).toEqual({});
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual({ records: 0, forwards: 0 });
  });

  it("asks for one line when a record was deleted by hand, and then calls it gone", async () => {
    const stack = await applied(program);
    registrar.sandbox.dashboard.deleteRecord("example.com", idOf("h1"));
    const { gone, errors } = await stack.refresh();
    expect(gone).toEqual([]);
    expect(errors).toEqual({
      h1: expect.stringMatching(/h1\.example\.com.*\(10 rows.*"records\.list": \{"complete": true/),
    });
    useContract({ "records.list": { complete: true } });
    expect(await stack.refresh()).toEqual({ ...unchanged, gone: ["h1"] });
    expect((await stack.up(program)).errors).toEqual({});
    expect(live()).toEqual({ records: 3, forwards: 2 });
  });

  it("does not repeat a create of unknown outcome", async () => {
    const stack = await applied(hosts(2));
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-before" });
    registrar.calls();
    expect((await stack.up(hosts(3))).errors["h2"]).toMatch(/not known/);
    expect(registrar.writes()).toEqual(["POST records.create"]);
    useContract({ "records.list": { complete: true } });
    expect((await stack.up(hosts(3))).errors).toEqual({});
    expect(live().records).toBe(3);
  });
});

const many = hosts(120);
/** A stack that adopted existing records: one call for each page, and not for each record. */
const holding = async () => {
  const { dashboard } = registrar.sandbox;
  for (const { args } of Object.values(many)) dashboard.addRecord("example.com", { type: "A", ...args });
  const stack = new HandlerStack({ ...quick, "registrar:adopt": "true" });
  expect((await stack.up(many, { skipPreview: true })).errors).toEqual({});
  return stack;
};

it.each<[string, object | undefined]>([
  ["page-cap:48", undefined],
  ["moving-pages:2", undefined],
  ["no-totals,has-more,page-cap:15", { page: "page" }],
  ["page-total:48", undefined],
])("pages are read to their end (%s), which proves something as the contract says (%j)", async (profile, paging) => {
  const stack = await holding();
  registrar.sandbox.setProfile(profile);
  expect(await stack.refresh()).toMatchObject({ drift: {}, gone: [] });
  if (paging !== undefined) useContract({ "records.list": { paging } });
  registrar.sandbox.setProfile(profile);
  expect(await stack.refresh()).toEqual(unchanged);
  registrar.sandbox.setProfile(profile);
  registrar.sandbox.dashboard.deleteRecord("example.com", idOf("h7"));
  if (profile.startsWith("page-total")) expect((await stack.refresh()).errors["h7"]).toMatch(/cannot be determined/);
  else expect(await stack.refresh()).toEqual({ ...unchanged, gone: ["h7"] });
});

it("pages that move each time lose and double no row, and a preview refuses a record that may exist", async () => {
  const stack = await holding();
  registrar.sandbox.setProfile("moving-pages:99");
  const { drift, gone } = await stack.refresh();
  expect({ drift, gone }).toEqual({ drift: {}, gone: [] });
  registrar.writes();
  const more = { ...many, more: a("more", "192.0.2.1") };
  const doubt = /more\.example\.com A 192\.0\.2\.1 exists already cannot be determined: /;
  expect((await stack.preview(more)).errors["more"]).toMatch(doubt);
  expect(registrar.writes()).toEqual([]);
  registrar.sandbox.setProfile("");
  expect(await stack.refresh()).toEqual(unchanged);
});

describe("a total that counts the rows of the page", () => {
  it.each([23, 40])("drops nothing, doubles nothing and leaves nothing of %i records", async (count) => {
    const stack = await applied(hosts(count));
    registrar.sandbox.setProfile("page-total:20,duplicates-accepted");
    expect(await stack.refresh()).toEqual(unchanged);
    registrar.writes();
    expect((await stack.up({ ...hosts(count), more: a("more", "192.0.2.99") })).errors).toEqual({});
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live().records).toBe(0);
  });
});

describe("an answer that says that it failed, or shows a part", () => {
  it("an empty list is asked for once more before it ends what is known, and that is said", async () => {
    const stack = await applied(forwards(24));
    const empty = { status: 200, body: { success: true, data: [], total: 0 } };
    registrar.sandbox.fault({ operation: "forwards.list", times: 1, fault: empty });
    registrar.calls();
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.calls()).toEqual(["GET forwards.list", "GET forwards.list"]);
    const { dashboard } = registrar.sandbox;
    for (const { id } of registrar.sandbox.forwards("example.com")) dashboard.deleteForward("example.com", id);
    expect(said()).toBe("");
    expect((await stack.refresh()).gone).toHaveLength(24);
    const words = said();
    expect(words.match(/lists no forwards of example\.com any more; it was asked twice/g)).toHaveLength(1);
  });
});

describe("a record edited by hand in all that it is", () => {
  it.each([
    ["before a refresh", false],
    ["after a refresh", true],
  ])(
    "is another record by its name: it stays as it is, and the declared one is made again %s",
    async (_when, first) => {
      const stack = await applied({ ...hosts(2), ...forwards(1) });
      const { dashboard } = registrar.sandbox;
      dashboard.editRecord("example.com", idOf("h0"), { name: "other", content: "192.0.2.200" });
      const id = registrar.sandbox.forwards("example.com")[0]?.id ?? 0;
      dashboard.editForward("example.com", id, { source: "elsewhere", destination: "https://y.example/" });
      registrar.writes();
      if (first) expect((await stack.refresh()).gone).toEqual(["f0", "h0"]);
      const changed = {
        ...hosts(2),
        h0: a("h0", "192.0.2.50", { ttl: 300 }),
        f0: forward("f0", "https://z.example/"),
      };
      expect((await stack.up(changed)).errors).toEqual({});
      expect(registrar.writes().sort()).toEqual(["POST forwards.create", "POST records.create"]);
      expect((await stack.destroy()).errors).toEqual({});
      expect(registrar.sandbox.records("example.com")).toMatchObject([{ name: "other", content: "192.0.2.200" }]);
      expect(registrar.sandbox.forwards("example.com")).toMatchObject([{ source: "elsewhere" }]);
    },
  );

  it("is not a row of that id with another type: that is another record", async () => {
    const stack = await applied(hosts(2));
    const { sandbox } = registrar;
    sandbox.dashboard.editRecord("example.com", idOf("h0"), {
      type: "TXT",
      content: "x",
    });
    expect(await stack.refresh()).toEqual({ ...unchanged, gone: ["h0"] });
    expect((await stack.destroy()).errors).toEqual({});
    expect(sandbox.records("example.com")).toMatchObject([{ type: "TXT", content: "x" }]);
  });

  it("is not a row that another resource is", async () => {
    const stack = await applied({ ...hosts(1), other: record("A", "zwei", { content: "192.0.2.9" }) });
    const { sandbox } = registrar;
    const [first, second] = sandbox.records("example.com");
    sandbox.dashboard.deleteRecord("example.com", second?.id ?? 0);
    sandbox.dashboard.editRecord("example.com", first?.id ?? 0, { name: "zwei", content: "192.0.2.9" });
    expect((await stack.up({ other: record("A", "zwei", { content: "192.0.2.9", ttl: 60 }) })).errors).toEqual({});
    expect(sandbox.records("example.com")).toMatchObject([{ name: "zwei", content: "192.0.2.9", ttl: 60 }]);
  });
});

const server = withServer();

it("a list whose pages count their IDs anew proves nothing, and no record is created", async () => {
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

it("a list whose next rows begin at 0 is complete if its total says so", async () => {
  const data = [{ id: 1, type: "A", name: "www", content: "192.0.2.1" }];
  server.respond = ({ query: { page } }) => ({ json: { data: page === "1" ? data : [], total: 1, next_offset: 0 } });
  const api = createClient({ baseUrl: server.baseUrl, token: "t" });
  expect(await api.records.list({ domain: "example.com" })).toMatchObject({ proof: { complete: true } });
});

it("a value is gone from a set only where two readings of the list lack it", async () => {
  const stack = await applied({
    set: {
      handler: "dnsRecordSet",
      args: { domain: "example.com", name: "www", type: "A", values: ["192.0.2.1", "192.0.2.2"] },
    },
  });
  for (const [n, { id, type, name, content }] of registrar.sandbox.records("example.com").entries()) {
    const body = { success: true, data: [{ id, type, name, content }], total: 1 };
    registrar.sandbox.fault({ operation: "records.list", times: n === 0 ? 1 : 9, fault: { status: 200, body } });
  }
  expect(await stack.refresh()).toEqual(unchanged);
});
