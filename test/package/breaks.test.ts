/** A schema that breaks programs written for the last release is noticed; one that only adds is not. */
import schema from "../../provider/fronts/plugin/schema.generated.json";
import { breaks, mayBreak, type Released } from "../../scripts/breaks.ts";

/** The schema with another value at a place, or with none. */
function changed(place: string, value: unknown): Released {
  const all: Released = structuredClone(schema);
  const isToken = /^(resources|types) /.test(place);
  const keys = place.replace(isToken ? " " : /^$/, " registrar:index:").split(" ");
  const last = keys.pop() ?? "";
  const parent: object = keys.reduce((part: object, key) => Object(Reflect.get(part, key)), all);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return all;
}
const text = { type: "string", description: "New." };
const { requiredInputs, required } = schema.resources["registrar:index:DnsRecord"];

it.each([
  { place: "resources DomainLock", reports: ["DomainLock is gone", "DomainLockArgs is gone"] },
  { place: "types LiveDnsRecord", reports: ["LiveDnsRecord is gone"] },
  { place: "resources DnsRecord inputProperties ttl", reports: ["DnsRecordArgs: no longer: ttl is integer"] },
  {
    place: "types UrlForwardType enum 1 value",
    value: "brief",
    reports: ["UrlForwardType: no longer: temporary is a word"],
  },
  {
    place: "resources DnsRecord requiredInputs",
    value: [...requiredInputs, "ttl"],
    reports: ["DnsRecordArgs: new: ttl is required"],
  },
  {
    place: "resources DnsRecord required",
    value: required.filter((name) => name !== "type"),
    reports: ["DnsRecord: no longer: type is always there"],
  },
  {
    place: "language nodejs packageName",
    value: "registrar",
    reports: ["nodejs: no longer: packageName is pulumi-registrar"],
  },
  { place: "resources Other", value: {}, reports: [] },
  { place: "resources DnsRecord inputProperties view", value: text, reports: [] },
  { place: "resources DnsRecord requiredInputs", value: [], reports: [] },
  { place: "resources DnsRecord required", value: [...required, "ttl"], reports: [] },
])("a schema with another $place ($value) reports $reports", ({ place, value, reports }) => {
  expect(breaks(structuredClone(schema), changed(place, value))).toEqual(reports);
});

it.each([
  { version: "0.1.1", former: "0.1.0", may: false },
  { version: "0.2.0", former: "0.1.9", may: true },
  { version: "1.0.0", former: "0.9.0", may: true },
  { version: "1.1.0", former: "1.0.0", may: false },
  { version: "2.0.0", former: "1.9.0", may: true },
])("$version after $former may break something: $may", ({ version, former, may }) => {
  expect(mayBreak(version, former)).toBe(may);
});
