/** Contract overrides: what a user can correct without a new release, and what is refused. */
import { reads } from "../../cli/doctor/fields.ts";
import { endpoints } from "../../provider/api/endpoints/table.ts";
import { type Api, ConfigurationError, parseContract } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { withServer } from "./server.ts";

const server = withServer();
beforeEach(() => {
  server.respond = () => ({ json: { success: true } });
});

const clientOf = (contract: object) => server.client({ contract, timeouts: { budgetMs: 5000 } });

it.each(["POST", "PATCH"])("a %s instead of a PUT isn't repeated after a 500", async (method) => {
  server.respond = () => ({ status: 500 });
  const api = clientOf({ "nameservers.set": { method } });
  const call = api.nameservers.set({ domain: "example.com", body: { nameservers: ["a.example"] } });
  await expect(call).rejects.toMatchObject({ code: "ERR_REGISTRAR_SERVER" });
  expect(server.seen).toHaveLength(1);
});

describe("paging", () => {
  const all = Array.from({ length: 7 }, (_, n) => ({ id: n + 1, type: "A", name: `h${n}`, content: "192.0.2.1" }));
  const limit = "3";
  const cursor = { cursor: "until", pageSize: "limit", size: 3 };

  it.each<{
    by: string;
    paging: object;
    of?: number;
    total?: number;
    pages?: number;
    complete: boolean;
    asked: object[];
  }>([
    {
      ...{ by: "the number of rows before a page", paging: { offset: "start" }, total: 7, complete: true },
      asked: [{ start: "0" }, { start: "3" }, { start: "6" }],
    },
    {
      ...{ by: "the number of rows before a page of a stated size, without a total", complete: false },
      ...{ paging: { offset: "start", size: 3 }, asked: ["0", "3", "6", "9"].map((start) => ({ start })) },
    },
    {
      ...{ by: "a cursor of the page before", paging: { ...cursor, next: "pagination.next" }, complete: true },
      asked: [{ limit }, { limit, until: "3" }, { limit, until: "6" }],
    },
    {
      ...{ by: "a cursor, beside the number of pages", paging: { ...cursor, next: "pagination.next" }, pages: 3 },
      ...{ complete: true, asked: [{ limit }, { limit, until: "3" }, { limit, until: "6" }] },
    },
    {
      ...{ by: "a cursor that is at another place", paging: { ...cursor, next: "meta.next" }, complete: false },
      ...{ of: 3, total: 3, asked: [{ limit }] },
    },
    {
      ...{ by: "a cursor that the last page lacks", paging: { ...cursor, next: "pagination.next" }, of: 5 },
      ...{ complete: false, asked: [{ limit }, { limit, until: "3" }] },
    },
    {
      ...{ by: "an offset that is a page number", paging: { offset: "page", size: 3 }, complete: false },
      asked: [{ page: "0" }, { page: "2" }, { page: "4" }],
    },
  ])("by $by: complete is $complete", async ({ paging, of = all.length, total, pages, complete, asked }) => {
    server.respond = ({ query: { start, until, page, limit } }) => {
      const [from, size] = page === undefined ? [Number(start ?? until ?? 0), 3] : [Number(page) * 2, 2];
      const next = from + size < of ? from + size : null;
      const pagination = limit && (next !== null || of === all.length) ? { next } : undefined;
      return { json: { data: all.slice(from, Math.min(from + size, of)), total, total_pages: pages, pagination } };
    };
    const { rows, proof } = await clientOf({ records: { paging } }).records.list({ domain });
    expect([proof.complete, server.seen.map(({ query }) => query)]).toEqual([complete, asked]);
    if (complete) expect(rows).toEqual(all);
  });

  it.each([null, "", false])("prove a list complete by a full page whose next cursor is %j", async (next) => {
    server.respond = () => ({ json: { data: all.slice(0, 3), meta: { next } } });
    const { proof } = await clientOf({ records: { paging: { ...cursor, next: "meta.next" } } }).records.list({
      domain,
    });
    expect(proof.complete).toBe(true);
  });

  it("doesn't prove a list empty by an empty page that names the next one", async () => {
    server.respond = () => ({ json: { data: [], meta: { cursor: "abc" } } });
    const paging = { cursor: "until", next: "meta.cursor" };
    const { proof } = await clientOf({ records: { paging } }).records.list({ domain });
    expect(proof.complete).toBe(false);
  });
});

it("a list whose rows have no name isn't read as a list of the apex", async () => {
  server.respond = () => ({ json: { success: true, data: [{ id: 1, type: "A", host: "www", content: "192.0.2.1" }] } });
  const { rows, proof } = await clientOf({ records: { apex: "absent" } }).records.list({ domain });
  expect(rows).toEqual([expect.not.objectContaining({ name: null })]);
  expect(proof.complete).toBe(false);
});

it.each(Object.entries({ "@": { name: "@" }, ".": { name: "." }, empty: { name: "" }, absent: {} }))(
  "an apex as %s, names of fields by type, and words for values are sent, and read back",
  async (apex, host: { name?: string }) => {
    const fields = { type: "kind", content: "data.value", MX: { content: "exchange" } };
    const api = clientOf({ records: { apex, fields, values: { type: { A: "host", MX: "mail" } } } });
    for (const [body, wire] of [
      [
        { type: "A", content: "192.0.2.1" },
        { kind: "host", data: { value: "192.0.2.1" } },
      ],
      [
        { type: "TXT", content: "@", ttl: 60 },
        { kind: "TXT", data: { value: "@" }, ttl: 60 },
      ],
      [
        { type: "MX", content: "mail", priority: 5 },
        { kind: "mail", exchange: "mail", priority: 5 },
      ],
    ] as const) {
      const written = [
        { ...wire, ...host },
        { ...wire, name: "www" },
      ];
      server.respond = ({ method }) => ({ json: { data: method === "GET" ? written : { id: 1 }, total: 2 } });
      for (const name of ["@", "www"]) await api.records.create({ domain, body: { ...body, name } });
      expect(server.seen.splice(0).map((seen) => JSON.parse(seen.body))).toEqual(written);
      const read = [host.name ?? null, "www"].map((name) => ({ ...body, name }));
      expect((await api.records.list({ domain })).rows).toMatchObject(read);
      server.seen.length = 0;
    }
  },
);

it("what a group says of lists holds for its list alone, and its path for all operations", () => {
  const [path, row] = ["/v2/{domain}", { path: "/v2/{domain}/{id}" }];
  const line = { container: "items", paging: null, complete: true, path };
  const { endpoints } = parseContract({ records: line }, "registrar.json");
  const all = { "records.list": line, "records.create": { path }, "records.update": row, "records.delete": row };
  expect(endpoints).toEqual(all);
});

it.each([
  [400, { message: 'the field "name" is unknown' }],
  [422, { message: 'the field "name" is unknown' }],
  [422, { error: { code: 422, message: 'the field "name" is unknown' } }],
])("a %i that quotes a field advises the line of its group: %j", async (status, json) => {
  server.respond = () => ({ status, json });
  const call = clientOf({}).records.create({ domain, body: { type: "A", name: "www", content: "192.0.2.1" } });
  await expect(call).rejects.toThrow('If the registrar calls "name" otherwise, say so in a contract file');
  await expect(call).rejects.toThrow('{"records":{"fields":{"name":"..."}}}');
});

it("takes every field that the doctor may propose a name for, and every one that the table writes", () => {
  const proposed = reads.map(({ operation, fields }) => [operation, { fields: named(fields.map(({ name }) => name)) }]);
  const written = Object.entries(endpoints).flatMap(([name, row]) =>
    "body" in row ? [[name, { fields: named(Object.keys(row.body.shape)) }]] : [],
  );
  expect(() => parseContract(Object.fromEntries([...proposed, ...written]), "registrar.json")).not.toThrow();
  // The name of one field may be the specification's name of another one, which a line of the group renames.
  const [group, list] = [{ fields: { content: "data" } }, { fields: { name: "content" } }];
  expect(() => parseContract({ records: group, "records.list": list }, "registrar.json")).not.toThrow();
});
const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `their_${name}`]));

it("a group whose reads have no mark of success still wants that of its writes", async () => {
  server.respond = () => ({ json: { success: null, data: { id: 1 } } });
  const body = { type: "A", content: "192.0.2.1" } as const;
  const call = clientOf({ records: { success: null } }).records.create({ domain, body });
  await expect(call).rejects.toMatchObject({ code: "ERR_REGISTRAR_UNEXPECTED_SHAPE", outcome: "unknown" });
});

it("an operation that does not exist is an error that names the override, and nothing is sent", async () => {
  const api = clientOf({ "records.update": null });
  await expect(api.records.update({ domain: "example.com", id: "1", body: { type: "A" } })).rejects.toMatchObject({
    code: "ERR_REGISTRAR_UNSUPPORTED_OPERATION",
    outcome: "no",
    message: expect.stringContaining('"records.update": null'),
  });
  expect(server.seen).toHaveLength(0);
});

const domain = "example.com";
const nameservers = ["ns1.atom.com"];
const ann = { handle: "C-2", name: "Ann" };
const byName = (api: Api) => api.nameservers.get({ domain });
const byHandle = (api: Api) => api.contacts.get({ handle: "C-2" });

it("an operation whose path is assumed is called where no other operation shows the same", async () => {
  server.respond = ({ path }) => {
    if (/contacts$/.test(path)) return { json: { data: [{ handle: "C-1" }] } };
    return { json: { data: /nameservers$|C-2$/.test(path) ? { ...ann, nameservers } : { domain_name: domain } } };
  };
  expect(await byName(clientOf({}))).toMatchObject({ nameservers });
  expect(await byHandle(clientOf({}))).toMatchObject(ann);
  const code = "ERR_REGISTRAR_UNSUPPORTED_OPERATION";
  await expect(byName(clientOf({ "nameservers.get": null }))).rejects.toMatchObject({ code });
  server.respond = () => ({ json: { data: nameservers } });
  const inData = clientOf({ "nameservers.get": { fields: { nameservers: "data" } } });
  expect(await byName(inData)).toMatchObject({ nameservers });
  server.respond = () => ({ json: { data: [{ handle: "C-1" }], total: 1 } });
  await expect(byHandle(clientOf({}))).rejects.toMatchObject({ code: "ERR_REGISTRAR_NOT_FOUND" });
  server.respond = () => ({ json: { status: "success", data: { domain: { status: "ok" } } } });
  await expect(clientOf({}).domains.get({ domain })).rejects.toThrow(/none of the fields/);
});

it.each(casesIn("contracts", "refused"))("a contract file that cannot be used: %s", (contract = "", says = "") => {
  const parse = () => parseContract(JSON.parse(contract), "registrar.json");
  expect(parse).toThrow(ConfigurationError);
  expect(parse).toThrow(says);
  expect(parse).toThrow("registrar.json");
});
