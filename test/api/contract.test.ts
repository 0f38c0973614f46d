/** Contract overrides: what a user can correct without a new release, and what is refused. */
import { reads } from "../../cli/doctor/fields.ts";
import { endpoints } from "../../provider/api/endpoints/table.ts";
import { type Api, ConfigurationError, createClient, parseContract } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { withServer } from "./server.ts";

const server = withServer();
beforeEach(() => {
  server.respond = () => ({ json: { success: true } });
});

const clientOf = (contract: object) =>
  createClient({
    baseUrl: server.baseUrl,
    token: "t",
    marketplaceUserId: "user-77",
    marketplaceToken: "market-key-1",
    contract: parseContract(contract, "registrar.json"),
    timeouts: { budgetMs: 5000 },
  });

describe("what an override changes", () => {
  it("method, path and field names of a request, nested rows too, and of its answer", async () => {
    server.respond = () => ({ json: { data: { record_type: "A", rid: 5, content: "another field" } } });
    const api = clientOf({
      "records.update": {
        method: "PATCH",
        path: "/v2/zones/{domain}/{id}",
        fields: { type: "record_type", content: "data", id: "rid" },
      },
    });
    const answer = await api.records.update({
      domain: "example.com",
      id: "5",
      body: { type: "A", content: "192.0.2.1" },
    });
    expect(answer.data).toEqual({ type: "A", id: 5 });
    expect(server.seen[0]).toMatchObject({ method: "PATCH", path: "/api/v2/zones/example.com/5" });
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({ record_type: "A", data: "192.0.2.1" });
  });

  it("the fields of rows inside a request", async () => {
    const api = clientOf({ "domains.transfer": { fields: { dns_records: "records", type: "kind", authcode: "epp" } } });
    server.respond = () => ({ json: { data: { domain: "example.com" } } });
    await api.domains.transfer({
      body: { domain_name: "example.com", authcode: "abcd-efgh", dns_records: [{ type: "A", content: "192.0.2.1" }] },
    });
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({
      domain_name: "example.com",
      epp: "abcd-efgh",
      records: [{ kind: "A", content: "192.0.2.1" }],
    });
  });

  it.each(["POST", "PATCH"])("a %s instead of a PUT isn't repeated after a 500", async (method) => {
    server.respond = () => ({ status: 500 });
    const api = clientOf({ "nameservers.set": { method } });
    const call = api.nameservers.set({ domain: "example.com", body: { nameservers: ["a.example"] } });
    await expect(call).rejects.toMatchObject({ code: "ERR_REGISTRAR_SERVER" });
    expect(server.seen).toHaveLength(1);
  });

  it("the names of query parameters, credentials too", async () => {
    server.respond = () => ({ json: { success: true, domains: [] } });
    const api = clientOf({ "marketplace.search": { query: { api_token: "key", user_id: "uid", query: "q" } } });
    await api.marketplace.search({ query: { query: "sea" } });
    expect(server.seen[0]?.query).toEqual({ key: "market-key-1", uid: "user-77", q: "sea" });
  });

  it("changes the place of an object in the response", async () => {
    server.respond = () => ({
      json: { payload: { domain: { domain_name: "example.com" } }, data: { domain_name: "other" } },
    });
    const api = clientOf({ "domains.get": { container: "payload.domain" } });
    expect(await api.domains.get({ domain: "example.com" })).toMatchObject({ domain_name: "example.com" });
  });
});

describe("a group", () => {
  const sent = () => server.seen.map(({ method, path, body }) => [method, path, body && JSON.parse(body)]);

  it("holds for its operations, and an operation's own line wins", async () => {
    server.respond = () => ({
      json: { success: null, status: "OK", result: [{ uid: 5, kind: "A", data: "192.0.2.1", name: "" }] },
    });
    const api = clientOf({
      records: {
        path: "/v2/zones/{domain}/rrs",
        container: "result",
        fields: { id: "uid", type: "kind", content: "data" },
        success: { status: "OK" },
        complete: true,
      },
      "records.update": { method: "PATCH", fields: { content: "rdata" } },
    });
    const { rows, proof } = await api.records.list({ domain });
    expect([rows, proof.complete]).toEqual([[{ id: 5, type: "A", content: "192.0.2.1", name: "" }], true]);
    const body = { type: "A", name: "@", content: "192.0.2.1" } as const;
    await api.records.create({ domain, body });
    await api.records.update({ domain, id: "5", body });
    await api.records.delete({ domain, id: "5" });
    expect(sent().slice(1)).toEqual([
      ["POST", "/api/v2/zones/example.com/rrs", { kind: "A", name: "@", data: "192.0.2.1" }],
      ["PATCH", "/api/v2/zones/example.com/rrs/5", { kind: "A", name: "@", rdata: "192.0.2.1" }],
      ["DELETE", "/api/v2/zones/example.com/rrs/5", ""],
    ]);
  });

  it("leaves a contact's read to the list, unless the file names its path", async () => {
    const shown = { id: "C-2", name: "Ann" };
    server.respond = ({ path }) => ({ json: { success: true, data: path.endsWith("C-2") ? shown : [shown] } });
    const contacts = { fields: { handle: "id" } };
    expect(await byHandle(clientOf({ contacts }))).toEqual(ann);
    expect(await byHandle(clientOf({ contacts: { ...contacts, path: "/people" } }))).toEqual(ann);
    expect(server.seen.map(({ path }) => path)).toEqual(["/api/registrar/v1/contacts", "/api/people/C-2"]);
  });

  it("has a name for each record type, and paths into objects, in requests and responses", async () => {
    const fields = { MX: { priority: "prio" }, SRV: { priority: "data.priority", port: "data.port" } };
    const wire = { type: "SRV", name: "_sip._tcp", data: { priority: 1, port: 5060 }, target: "s.example" };
    server.respond = () => ({
      json: {
        success: true,
        data: [
          { ...wire, id: 1 },
          { type: "MX", prio: 7, priority: 9 },
        ],
      },
    });
    const api = clientOf({ records: { fields, srv: "named" } });
    const { rows } = await api.records.list({ domain });
    expect(rows).toEqual([
      expect.objectContaining({ priority: 1, port: 5060, target: "s.example" }),
      { type: "MX", priority: 7 },
    ]);
    await api.records.create({ domain, body: { ...{ type: "SRV", name: "_sip._tcp" }, priority: 1, port: 5060 } });
    expect(sent().at(-1)?.[2]).toEqual({ type: "SRV", name: "_sip._tcp", data: { priority: 1, port: 5060 } });
  });

  it.each([
    ["empty", { name: "" }],
    ["absent", {}],
  ])("says how the domain itself is named: %s", async (apex, name) => {
    server.respond = () => ({
      json: {
        success: true,
        data: [
          { type: "A", ...name },
          { type: "A", name: "www" },
        ],
      },
    });
    const api = clientOf({ records: { apex } });
    await api.records.create({ domain, body: { type: "A", name: "@" } });
    expect(sent()).toEqual([["POST", "/api/registrar/v1/domains/example.com/records", { type: "A", ...name }]]);
    const { rows } = await api.records.list({ domain });
    expect(rows[0]).toEqual({ type: "A", name: apex === "empty" ? "" : null });
  });

  it("names an element by fields of its row, unless two rows share them", async () => {
    const [one, other, again] = ["www/shop", "api", "api"].map((host, n) => ({
      host,
      destination: `https://${n}.example/`,
    }));
    server.respond = () => ({ json: { success: true, data: [one, other, again] } });
    const path = "/forwarding/{domain}/{source}";
    const fields = { source: "host" };
    const api = clientOf({ forwards: { fields }, "forwards.update": { path }, "forwards.delete": { path } });
    const { rows } = await api.forwards.list({ domain });
    expect(rows.map(({ id }) => id)).toEqual(["www%2Fshop", undefined, undefined]);
    await api.forwards.delete({ domain, id: "www%2Fshop" });
    expect(sent().at(-1)?.slice(0, 2)).toEqual(["DELETE", "/api/forwarding/example.com/www%2Fshop"]);
  });
});

describe("paging", () => {
  const all = Array.from({ length: 7 }, (_, n) => ({ id: n + 1, type: "A", name: `h${n}`, content: "192.0.2.1" }));

  it("by the number of rows before a page", async () => {
    server.respond = ({ query }) => {
      const start = Number(Object(query)["start"]);
      return { json: { success: true, data: all.slice(start, start + 3), total: 7 } };
    };
    const { rows, proof } = await clientOf({ records: { paging: { offset: "start" } } }).records.list({ domain });
    expect([rows, proof.complete]).toEqual([all, true]);
    expect(server.seen.map(({ query }) => query)).toEqual([{ start: "0" }, { start: "3" }, { start: "6" }]);
  });

  it("by a cursor of the page before, whose absence is the end", async () => {
    server.respond = ({ query }) => {
      const start = Number(Object(query)["until"] ?? 0);
      const next = start + 3 < all.length ? start + 3 : null;
      return { json: { success: true, data: all.slice(start, start + 3), pagination: { next } } };
    };
    const paging = { cursor: "until", next: "pagination.next", pageSize: "limit", size: 3 };
    const { rows, proof } = await clientOf({ records: { paging } }).records.list({ domain });
    expect([rows, proof.complete]).toEqual([all, true]);
    const limit = "3";
    expect(server.seen.map(({ query }) => query)).toEqual([{ limit }, { limit, until: "3" }, { limit, until: "6" }]);
  });
});

it("an empty page that names the next one doesn't prove that a list is empty", async () => {
  server.respond = () => ({ json: { success: true, data: [], meta: { cursor: "abc" } } });
  const paging = { cursor: "until", next: "meta.cursor" };
  const { proof } = await clientOf({ records: { paging } }).records.list({ domain });
  expect(proof.complete).toBe(false);
});

it.each([
  ["a cursor at another place", { cursor: "until", next: "meta.next", size: 3 }],
  ["an offset for a page number", { offset: "page", size: 3 }],
])("a list isn't complete if the contract names %s", async (_title, paging) => {
  const all = Array.from({ length: 7 }, (_, n) => ({ id: n + 1, type: "A", name: `h${n}`, content: "192.0.2.1" }));
  server.respond = ({ query }) => {
    const page = Number(Object(query)["page"] ?? 0);
    const start = Math.max(0, page * 2);
    return {
      json: { success: true, data: all.slice(start, start + 2), links: { after: start + 2 } },
    };
  };
  const { proof } = await clientOf({ records: { paging } }).records.list({ domain });
  expect(proof.complete).toBe(false);
});

it("a list whose rows have no name isn't read as a list of the apex", async () => {
  server.respond = () => ({ json: { success: true, data: [{ id: 1, type: "A", host: "www", content: "192.0.2.1" }] } });
  const { rows, proof } = await clientOf({ records: { apex: "absent" } }).records.list({ domain });
  expect(rows).toEqual([expect.not.objectContaining({ name: null })]);
  expect(proof.complete).toBe(false);
});

it.each([400, 422])("a %i that quotes a field advises the line of its group", async (status) => {
  server.respond = () => ({ status, json: { message: 'the field "name" is unknown' } });
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
});
const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `their_${name}`]));

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
const asked = { "nameservers.get": {}, "contacts.get": {} };

it.each<[string, (api: Api) => Promise<unknown>, contract: object, paths: string[], gives: object]>([
  ["nameservers", byName, {}, ["domains/example.com"], { nameservers }],
  ["nameservers", byName, { "nameservers.get": null }, ["domains/example.com"], { nameservers }],
  ["nameservers", byName, asked, ["domains/example.com/nameservers"], { nameservers }],
  ["a contact", byHandle, {}, ["contacts?search=C-2"], ann],
  ["a contact", byHandle, asked, ["contacts/C-2"], ann],
])("%s are read by the operation with the better evidence (%#)", async (_what, call, contract, paths, gives) => {
  server.respond = ({ path }) => ({
    json: { data: /contacts$/.test(path) ? [{ handle: "C-1" }, ann] : { ...ann, nameservers } },
  });
  expect(await call(clientOf(contract))).toMatchObject(gives);
  expect(server.seen.map(({ url }) => url.replace(/^.*\/v1\//, ""))).toEqual(paths);
});

it("an operation whose path is assumed is called where no other operation shows the same", async () => {
  server.respond = ({ path }) => {
    if (/contacts$/.test(path)) return { json: { data: [{ handle: "C-1" }] } };
    return { json: { data: /nameservers$|C-2$/.test(path) ? { ...ann, nameservers } : { domain_name: domain } } };
  };
  expect(await byName(clientOf({}))).toMatchObject({ nameservers });
  expect(await byHandle(clientOf({}))).toMatchObject(ann);
  await expect(byName(clientOf({ "nameservers.get": null }))).rejects.toMatchObject({
    code: "ERR_REGISTRAR_UNSUPPORTED_OPERATION",
  });
  server.respond = () => ({ json: { data: [{ handle: "C-1" }], total: 1 } });
  await expect(byHandle(clientOf({}))).rejects.toMatchObject({ code: "ERR_REGISTRAR_NOT_FOUND" });
});

it.each(casesIn("contracts", "refused"))("a contract file that cannot be used: %s", (contract = "", says = "") => {
  const parse = () => parseContract(JSON.parse(contract), "registrar.json");
  expect(parse).toThrow(ConfigurationError);
  expect(parse).toThrow(says);
  expect(parse).toThrow("registrar.json");
});
