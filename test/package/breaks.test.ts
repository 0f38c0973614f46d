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

it.each<[what: string, change: (parts: Parts) => void, found: string[]]>([
  [
    "a resource goes",
    ({ all }) => delete all.resources["registrar:index:DomainLock"],
    ["DomainLock is gone", "DomainLockArgs is gone"],
  ],
  [
    "an argument goes",
    ({ record }) => delete record.inputProperties?.["ttl"],
    ["DnsRecordArgs: no longer: ttl is integer"],
  ],
  [
    "a type is renamed",
    ({ all, quote }) => {
      all.types["registrar:index:Row"] = quote;
      delete all.types["registrar:index:LiveDnsRecord"];
    },
    ["LiveDnsRecord is gone"],
  ],
  [
    "a number becomes a text",
    ({ record }) => {
      record.inputProperties = { ...record.inputProperties, ttl: text };
    },
    ["DnsRecordArgs: no longer: ttl is integer"],
  ],
  [
    "an argument becomes required",
    ({ record }) => record.requiredInputs?.push("ttl"),
    ["DnsRecordArgs: new: ttl is required"],
  ],
  [
    "what was always there may be missing",
    ({ record }) => {
      record.required = (record.required ?? []).filter((name) => name !== "type");
    },
    ["DnsRecord: no longer: type is always there"],
  ],
  [
    "a package is renamed",
    ({ all }) => {
      all.language["nodejs"] = { packageName: "registrar" };
    },
    ["nodejs: no longer: packageName is pulumi-registrar"],
  ],
])("%s", (_, change, found) => {
  expect(breaks(structuredClone(schema), changed(change))).toEqual(found);
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
