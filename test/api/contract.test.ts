/** Contract overrides: what a user can correct without a new release, and what is refused. */
import { reads } from "../../cli/doctor/expected.ts";
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

  it("where an object is", async () => {
    server.respond = () => ({
      json: { payload: { domain: { domain_name: "example.com" } }, data: { domain_name: "other" } },
    });
    const api = clientOf({ "domains.get": { container: "payload.domain" } });
    expect(await api.domains.get({ domain: "example.com" })).toMatchObject({ domain_name: "example.com" });
  });
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
