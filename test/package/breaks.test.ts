/** A schema that breaks programs written for the last release is noticed; one that only adds is not. */
import schema from "../../provider/fronts/plugin/schema.generated.json";
import { breaks, mayBreak, type Released } from "../../scripts/breaks.ts";

/** The part of the schema that changes here, by short names. */
interface Parts {
  all: Released;
  record: Released["resources"][string];
  domain: Required<Released["functions"][string]>;
  quote: Released["types"][string];
}

function changed(change: (parts: Parts) => void): Released {
  const all: Released = structuredClone(schema);
  const part = <T>(of: Record<string, T>, name: string): T => {
    const found = of[`registrar:index:${name}`];
    if (found === undefined) throw new Error(`the schema has no ${name}`);
    return found;
  };
  const { inputs = {}, outputs = {} } = part(all.functions, "getDomain");
  const record = part(all.resources, "DnsRecord");
  change({ all, record, domain: { inputs, outputs }, quote: part(all.types, "LiveDnsRecord") });
  return all;
}
const text = { type: "string", description: "New." };

it.each<[found: string, change: (parts: Parts) => void]>([
  ["DomainLock is gone, DomainLockArgs is gone", ({ all }) => delete all.resources["registrar:index:DomainLock"]],
  ["DnsRecordArgs: no longer: ttl is integer", ({ record }) => delete record.inputProperties?.["ttl"]],
  [
    "LiveDnsRecord is gone",
    ({ all, quote }) => {
      all.types["registrar:index:Row"] = quote;
      delete all.types["registrar:index:LiveDnsRecord"];
    },
  ],
  [
    "DnsRecordArgs: no longer: ttl is integer",
    ({ record }) => Object.assign(record.inputProperties ?? {}, { ttl: text }),
  ],
  [
    "UrlForwardType: no longer: temporary is a word",
    ({ all }) => all.types["registrar:index:UrlForwardType"]?.enum?.pop(),
  ],
  ["DnsRecordArgs: new: ttl is required", ({ record }) => record.requiredInputs?.push("ttl")],
  [
    "DnsRecord: no longer: type is always there",
    ({ record }) => {
      record.required = (record.required ?? []).filter((name) => name !== "type");
    },
  ],
  [
    "nodejs: no longer: packageName is pulumi-registrar",
    ({ all }) => Object.assign(all.language["nodejs"] ?? {}, { packageName: "registrar" }),
  ],
])("reports: %s", (found, change) => {
  expect(breaks(structuredClone(schema), changed(change)).join(", ")).toBe(found);
});

it("what is new, and what need not be given any more, breaks nothing", () => {
  const next = changed(({ all, record, quote }) => {
    all.resources["registrar:index:Other"] = record;
    record.inputProperties = { ...record.inputProperties, view: text };
    record.requiredInputs = [];
    quote.properties = { ...quote.properties, view: text };
    quote.required?.push("view");
    record.required?.push("ttl");
  });
  expect(breaks(structuredClone(schema), next)).toEqual([]);
});

it.each([
  ["0.1.1", "0.1.0", false],
  ["0.2.0", "0.1.9", true],
  ["1.0.0", "0.9.0", true],
  ["1.1.0", "1.0.0", false],
  ["2.0.0", "1.9.0", true],
])("%s after %s may break something: %s", (version, former, may) => {
  expect(mayBreak(version, former)).toBe(may);
});
