/** Contract overrides: what a user can correct without a new release, and what is refused. */
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

it("a record without a name is the domain's own only beside records that have one", async () => {
  const rows = (...names: (string | undefined)[]) =>
    names.map((name, id) => ({ id, type: "A", content: "192.0.2.1", host: `h${id}`, ...(name && { name }) }));
  server.respond = () => ({ json: { success: true, data: rows(undefined, undefined), total: 2 } });
  const nameless = await clientOf({}).records.list({ domain });
  expect(nameless.rows).toEqual([0, 1].map(() => expect.not.objectContaining({ name: null })));
  server.respond = () => ({ json: { success: true, data: rows("www", undefined), total: 2 } });
  expect((await clientOf({}).records.list({ domain })).rows.map(({ name }) => name)).toEqual(["www", null]);
});

const requests: [apex: string, host: object][] = [
  ["@", { name: "@" }],
  [".", { name: "." }],
  ["empty", { name: "" }],
];
it.each(requests)(
  "an apex as %s, names of fields by type, and words for values are sent by the operation's own line, and read back by the group's",
  async (apex, host) => {
    const fields = { type: "kind", content: "data.value", MX: { content: "exchange" } };
    const line = { fields, values: { type: { A: "host", MX: "mail" } } };
    const api = clientOf({ records: line, "records.create": { ...line, apex } });
    const plain = clientOf({ records: line });
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
      await plain.records.create({ domain, body: { ...body, name: "@" } });
      expect(server.seen.splice(0).map((seen) => JSON.parse(seen.body))).toEqual([...written, { ...body, name: "@" }]);
      expect((await api.records.list({ domain })).rows).toMatchObject([
        { ...body, ...host },
        { ...body, name: "www" },
      ]);
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

const quoted = [
  [400, { message: 'the field "FIELD" is unknown' }],
  [422, { error: { code: 422, message: 'the field "FIELD" is unknown' } }],
] as const;
it.each(quoted)("a %i that quotes a field says first if a contract line sent it: %j", async (status, json) => {
  const saying = (name: string) => {
    server.respond = () => ({ status, json: JSON.parse(JSON.stringify(json).replace("FIELD", name)) });
  };
  const create = (contract: object) =>
    clientOf(contract).records.create({ domain, body: { type: "A", name: "www", content: "192.0.2.1" } });
  saying("name");
  await expect(create({ records: { fields: { name: "host" } } })).rejects.toThrow(
    /No contract line sent "name", which is the specification's name\..*\{"records.create":\{"fields":\{"name":"..."\}\}\}/,
  );
  saying("host");
  await expect(create({ "records.create": { fields: { name: "host" } } })).rejects.toThrow(
    'The contract line {"records.create":{"fields":{"name":"host"}}} sent "host": correct or remove it.',
  );
});

it("takes every field that the table writes", () => {
  const written = Object.entries(endpoints).flatMap(([name, row]) =>
    "body" in row ? [[name, { fields: named(Object.keys(row.body.shape)) }]] : [],
  );
  expect(() => parseContract(Object.fromEntries(written), "registrar.json")).not.toThrow();
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
