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
const withoutType = required.filter((name) => name !== "type");

it.each<[place: string, value: unknown, reports: string[]]>([
  ["resources DomainLock", undefined, ["DomainLock is gone", "DomainLockArgs is gone"]],
  ["types LiveDnsRecord", undefined, ["LiveDnsRecord is gone"]],
  ["resources DnsRecord inputProperties ttl", undefined, ["DnsRecordArgs: no longer: ttl is integer"]],
  ["types UrlForwardType enum 1 value", "brief", ["UrlForwardType: no longer: temporary is a word"]],
  ["resources DnsRecord requiredInputs", [...requiredInputs, "ttl"], ["DnsRecordArgs: new: ttl is required"]],
  ["resources DnsRecord required", withoutType, ["DnsRecord: no longer: type is always there"]],
  ["language nodejs packageName", "registrar", ["nodejs: no longer: packageName is pulumi-registrar"]],
  ["resources Other", {}, []],
  ["resources DnsRecord inputProperties view", text, []],
  ["resources DnsRecord requiredInputs", [], []],
  ["resources DnsRecord required", [...required, "ttl"], []],
])("a schema with another %s (%j) reports %j", (place, value, reports) => {
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
