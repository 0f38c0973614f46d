/** The sandbox's description of itself: whole, valid, and true. */
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020";
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { closeAll, com, type RawClient, withSandbox } from "./raw.ts";

let sandbox: Sandbox;
let api: RawClient;
let document: Json;
beforeAll(async () => {
  ({ sandbox, api } = await withSandbox());
  const { status, body } = await api.get("/openapi.json");
  expect(status).toBe(200);
  document = { ...Object(body) };
});
afterAll(closeAll);

type Json = Record<string, unknown>;
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce(
    (inner: unknown, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

const described = (name: keyof typeof endpoints) =>
  at(document, "paths", endpoints[name].path, endpoints[name].method.toLowerCase());

it("describes exactly the operations of the table", () => {
  const found = Object.entries(Object(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, one]) => [at(one, "operationId"), method.toUpperCase(), path]),
  );
  const wanted = endpointNames.map((name) => [name, endpoints[name].method, endpoints[name].path]);
  expect(found.length).toBe(31);
  expect(found.sort()).toEqual(wanted.sort());
});

it("validates as OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(document)).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  // What the validator would say of a wrong one.
  const wrong = { ...document, paths: { "/x": { get: { responses: { 200: {} } } } } };
  expect((await new Validator().validate(wrong)).valid).toBe(false);
});

it("tells the truth: every answer is as it is described", async () => {
  const ajv = new Ajv2020({ strict: false });
  const credentials = (key: string) => `api_token=${key}&user_id=${sandbox.userId}`;
  await api.post(`${com}/records`, { type: "MX", name: "@", content: "mail.example.net", priority: 10 });
  await api.post(`${com}/url-forwards`, { source: "blog", destination: "https://example.org/" });
  const paths: Record<string, string> = {
    "domains.list": "/registrar/v1/domains?page=1&page_size=2",
    "domains.get": "/registrar/v1/domains/example.net",
    "domains.check": "/registrar/v1/domains/check/free.com?years=2",
    "tlds.pricing": "/registrar/v1/tld-pricing",
    "records.list": `${com}/records`,
    "dnssec.get": `${com}/dnssec`,
    "nameservers.get": `${com}/nameservers`,
    "lock.get": `${com}/lock`,
    "forwards.list": `${com}/url-forwards`,
    "contacts.list": "/registrar/v1/contacts?search=ada",
    "contacts.get": "/registrar/v1/contacts/ATOM-1001",
    "marketplace.search": `/marketplace/semantic-search?${credentials(sandbox.marketplaceToken)}&query=tea`,
    "marketplace.appraise": `/marketplace/domain-appraisal?${credentials(sandbox.appraisalToken)}&domain_name=tea.com`,
  };
  const reading = endpointNames.filter((name) => endpoints[name].method === "GET");
  expect(Object.keys(paths)).toEqual(reading);
  for (const name of reading) {
    const headers = endpoints[name].auth === "query" ? { headers: {} } : {};
    const reply = await api.send("GET", paths[name] ?? "", headers);
    const schema = at(described(name), "responses", "2XX", "content", "application/json", "schema");
    const fits = ajv.compile(Object(schema));
    expect([name, reply.status, fits(reply.body), fits.errors]).toEqual([name, 200, true, null]);
  }
  const refused = await api.get("/registrar/v1/domains/nobodys.com/lock");
  const schema = at(described("lock.get"), "responses", "4XX", "content", "application/json", "schema");
  expect([refused.status, ajv.compile(Object(schema))(refused.body)]).toEqual([404, true]);
});
