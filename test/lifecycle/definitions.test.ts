/** Plain JSON and the types of a definition: odd states load, and what is not known yet may differ. */
import * as z from "zod";
import { RefusedError, readConfiguration } from "../../provider/api/index.ts";
import { Declarations } from "../../provider/fronts/shared/declarations.ts";
import { EngineOperation } from "../../provider/fronts/shared/engineOperation.ts";
import { ResourceCalls } from "../../provider/fronts/shared/resourceCalls.ts";
import { unknownValue } from "../../provider/fronts/shared/state.ts";
import { argumentNames, memoizeByText } from "../../provider/lifecycle/define.ts";
import { Run } from "../../provider/lifecycle/run.ts";
import { resources } from "../../provider/resources/index.ts";
import { a } from "../support/records.ts";

const { contact, dnsRecord, dnssec, domainLock, domainRegistration, domainTransfer, nameservers } = resources;
const domain = "example.com";
const known = () => true;

it.each([contact, dnssec, domainLock, domainRegistration, domainTransfer, nameservers])(
  "$type compares a state of which parts are missing or of another type",
  (resource) => {
    const odd = { domain: 7, locked: "yes", enabled: [], nameservers: "ns1", email: {}, unverifiedOrder: { at: 1 } };
    for (const state of [{}, odd, { ...odd, managed: "domain locked enabled nameservers email" }, { managed: 5 }]) {
      expect(() => resource.diff(state, { domain })).not.toThrow();
      expect(() => resource.diff({ ...state, domain }, {})).not.toThrow();
    }
  },
);

it("an argument that is not known yet may differ; one that only steers orders, too", () => {
  const state = { domain, enabled: true, managed: "domain enabled" };
  expect(dnssec.diff(state, { domain, enabled: true })).toEqual([]);
  expect(dnssec.diff(state, { domain, enabled: unknownValue }).map(({ path }) => path)).toEqual(["enabled"]);
  const held = { domain, maxPrice: 20, managed: "domain" };
  expect(domainRegistration.diff(held, { domain, maxPrice: unknownValue }).map(({ path }) => path)).toEqual([
    "maxPrice",
  ]);
});

it("a change of an argument that only controls the provider is an update", () => {
  const held = { domain, maxPrice: 20, managed: "domain" };
  expect(domainRegistration.diff(held, { domain, maxPrice: 20 })).toEqual([]);
  expect(domainRegistration.diff(held, { domain, maxPrice: 30 })).toEqual([
    { path: "maxPrice", kind: "update", reason: "differs" },
  ]);
  expect(domainRegistration.diff(held, { domain }).map(({ path }) => path)).toEqual(["maxPrice"]);
});

it("the arguments that a record names are those of its schemas, of every type", () => {
  const { argumentNames: names, schema } = dnsRecord;
  const inSchemas = argumentNames({ schema: schema instanceof z.ZodLazy ? schema.unwrap() : schema });
  expect([...(names ?? [])].sort()).toEqual([...new Set(inSchemas)].sort());
});

it("what is filled in never replaces what is given", () => {
  expect(domainRegistration.fill?.({ domain }, { previous: undefined, known })).toEqual({ years: 1 });
  expect(domainRegistration.fill?.({ domain, years: "2" }, { previous: undefined, known })).toEqual({});
});

it("nothing is sent for arguments that are not of their types", async () => {
  const configuration = readConfiguration({
    get: () => undefined,
    env: { REGISTRAR_BASE_URL: "http://127.0.0.1:9", REGISTRAR_TOKEN: "t" },
  });
  const run = new Run({ configuration, orderNotes: { folder: "none", elsewhere: "" }, log: () => undefined });
  await expect(dnssec.create({ domain, enabled: "yes" }, run)).rejects.toThrow(
    "Dnssec: the argument enabled is missing or not of its type",
  );
});

it("a check fails with an error of the registrar, and throws a bug with its stack", async () => {
  const settings: Record<string, string> = { "registrar:baseUrl": "http://127.0.0.1:9", "registrar:apiToken": "t" };
  const operation = new EngineOperation({ get: (key) => settings[key], log: () => undefined });
  const checked = (error: Error) =>
    new ResourceCalls(
      "dnssec",
      { ...dnssec, needsLiveCheck: () => true, checkLive: () => Promise.reject(error) },
      () => operation,
    ).check({}, { domain, enabled: true });
  const { failures } = await checked(new RefusedError({ what: "the registrar refuses", advice: "Wait." }));
  expect(failures).toEqual([{ property: "", reason: expect.stringContaining("the registrar refuses. Wait.") }]);
  await expect(checked(new TypeError("a bug"))).rejects.toMatchObject({
    code: "ERR_REGISTRAR_INTERNAL",
    stack: expect.stringContaining("definitions.test"),
  });
});

it("memoizes as many results as it may keep, and makes the others again", () => {
  const made: string[] = [];
  const twice = memoizeByText((text: string) => made.push(text), 2);
  for (const text of ["a", "b", "a", "c", "a"]) twice(text);
  expect(made).toEqual(["a", "b", "c", "a"]);
});

it("a zone that a second check finds additive excludes no other resource", () => {
  const declarations = new Declarations();
  const by = (type: string) => ({ identity: type, type, name: "it" });
  const zone = { domain: "example.com", records: {} };
  for (const mode of ["authoritative", "additive"])
    expect(declarations.declare(by("DnsZone"), { ...zone, mode })).toEqual([]);
  expect(declarations.declare(by("DnsRecord"), a("www", "192.0.2.1").args)).toEqual([]);
});
