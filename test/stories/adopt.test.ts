/** Resources that meet existing rows: each adopts in its own way, and never more than it was told. */

import { dnsRecord } from "../../provider/provider.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, everyType, forward, person, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();

/** Declares in another stack, as if somebody had done it by hand. */
const made = async (program: Program) => {
  expect((await new HandlerStack(quick).up(program)).errors).toEqual({});
  registrar.calls();
};

const everything: Program = { ...everyType, shop: forward("shop", "https://www.example.net/shop") };

it.each([
  ["registrar:adopt", { "registrar:adopt": "true" }, {}],
  ["REGISTRAR_ADOPT", {}, { REGISTRAR_ADOPT: "true" }],
])("the setting %s adopts every equal row, without a write", async (_name, config, env) => {
  await made(everything);
  Object.assign(process.env, env);
  const stack = new HandlerStack({ ...quick, ...config });
  expect((await stack.up(everything)).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
});

it("the setting adopt never overwrites content: the target of a CNAME and the destination of a forward stay", async () => {
  await made({
    blog: record("CNAME", "blog", { content: "mine.example.net" }),
    shop: forward("shop", "https://mine.example/"),
  });
  process.env["REGISTRAR_ADOPT"] = "true";
  const { errors } = await new HandlerStack(quick).up({
    blog: record("CNAME", "blog", { content: "theirs.example.net" }),
    shop: forward("shop", "https://theirs.example/"),
  });
  expect(errors["blog"]).toMatch(/mine\.example\.net.*pulumi-registrar import/s);
  expect(errors["shop"]).toMatch(/mine\.example.*pulumi-registrar import/s);
  expect(registrar.writes()).toEqual([]);
});

it("the setting adopt leaves a resource alone that says `false` itself", async () => {
  await made({ www: a("www", "192.0.2.1") });
  process.env["REGISTRAR_ADOPT"] = "true";
  const { errors } = await new HandlerStack(quick).up({ www: a("www", "192.0.2.1", { adopt: false }) });
  expect(errors["www"]).toMatch(/exists already/);
});

it("a preview warns of an MX of the same host with another priority, which only its own program may have", async () => {
  const mx = (priority: number) => record("MX", "@", { content: "mail.example.net", priority });
  const stack = new HandlerStack(quick);
  const own = { ten: mx(10), twenty: mx(20) };
  expect((await stack.up(own)).errors).toEqual({});
  said();
  expect((await stack.up({ ...own, thirty: mx(30) })).errors).toEqual({});
  const warning = /example\.com MX 10 mail\.example\.net\. exists already, with another priority.*`adopt: true`/;
  expect(said()).toMatch(warning);
  const other = new HandlerStack(quick);
  expect((await other.preview({ forty: mx(40) })).errors).toEqual({});
  expect(said()).toMatch(warning);
  expect((await other.up({ forty: mx(40) })).errors["forty"]).toMatch(/exists already/);
});

it("doesn't adopt a row that shows after a create was refused for another reason", async () => {
  registrar.sandbox.setProfile("stale-lists:2");
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "www", content: "192.0.2.1" });
  const body = { success: false, error: "the quota is used up" };
  registrar.sandbox.fault({ operation: "records.create", fault: { status: 400, body } });
  const { errors } = await new HandlerStack(quick).up({ www: a("www", "192.0.2.1") });
  expect(errors["www"]).toMatch(/the quota is used up/);
});

it.each([400, 409, 422])(
  "a %i that says that a record exists, though the list lacks it, is reported so",
  async (status) => {
    const body = { success: false, message: "This record already exists." };
    registrar.sandbox.fault({ operation: "records.create", fault: { status, body } });
    const { errors } = await new HandlerStack(quick).up({ www: a("www", "192.0.2.1") });
    expect(errors["www"]).toMatch(/www\.example\.com A 192\.0\.2\.1.*\[ERR_REGISTRAR_EXISTS/s);
  },
);

it("a create that meets an existing record names every way out in five lines, a new name of the resource first", async () => {
  await made({ www: a("www", "192.0.2.1") });
  const { errors } = await new HandlerStack(quick).up({ www: a("www", "192.0.2.1") });
  expect(errors["www"]).toMatch(
    /www\.example\.com A 192\.0\.2\.1.*exists already.*`aliases`.*adopt: true.* import.*REGISTRAR_ADOPT=true/s,
  );
  expect(errors["www"]?.split("\n").length).toBeLessThanOrEqual(5);
  expect(registrar.writes()).toEqual([]);
});

it("a contact adopts a handle with equal fields, and is created if there is none", async () => {
  const contact: Program = { owner: { handler: "contact", args: person } };
  await made(contact);
  const stack = new HandlerStack(quick);
  const respelled: Program = {
    owner: { handler: "contact", args: { ...person, phone: "+1.2025550123", country: "GB" } },
  };
  expect((await stack.up(respelled)).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
  const other: Program = { other: { handler: "contact", args: { ...person, name: "Grace Hopper" } } };
  expect((await new HandlerStack(quick).up(other)).errors).toEqual({});
  expect(registrar.writes()).toEqual(["POST contacts.create"]);
});

it("a contact's street address is a list of lines, also if the registrar shows them as one string", async () => {
  const stack = new HandlerStack(quick);
  const args = { ...person, address: ["1 Main Street", "Flat 2"] };
  const program: Program = { owner: { handler: "contact", args } };
  await stack.up(program);
  const rows = registrar.sandbox.contacts().map((row) => ({ ...row, address: row.address.join("\r\n ") }));
  const body = { success: true, data: rows, total: rows.length };
  registrar.sandbox.fault({ operation: "contacts.list", fault: { status: 200, body } });
  expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
  expect((await new HandlerStack(quick).up(program)).errors).toEqual({});
  expect(registrar.writes()).toEqual(["POST contacts.create"]);
});

it("a run after a refresh in one operation may adopt what the refresh saw", async () => {
  const configure = () => dnsRecord.configure({ config: { get: (key: string) => Object(quick)[key] } });
  const { args } = a("www", "192.0.2.1", { adopt: true });
  configure();
  const { id, outs } = await dnsRecord.create(args);
  configure();
  await dnsRecord.read(id, outs);
  expect((await dnsRecord.create(args)).id).not.toBe(id);
  expect(registrar.sandbox.records("example.com")).toHaveLength(1);
});
