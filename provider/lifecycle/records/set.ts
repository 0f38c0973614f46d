/** Arguments and state of a set: the records of one name and type, as zone files write their data. */
import * as z from "zod";
import * as dns from "../../dns/index.ts";
import { domainArgument, domainOf, fqdn, managedText, skipChecksArgument } from "../arguments.ts";
import { reader } from "../define.ts";
import type { Properties } from "../definition.ts";
import type { Entry } from "../rows/entry.ts";
import { memoryShape, type RowMemory, writtenMemory } from "../rows/memory.ts";
import * as values from "./values.ts";
import { dnsZoneShape, enumerated } from "./zone.ts";

/** The arguments of a set. */
export const dnsRecordSetSchema = z
  .strictObject({
    domain: domainArgument,
    name: z.string().meta({
      description: "Owner name, relative to the domain: `www`, `@`, or `_sip._tcp` for SRV. A change replaces the set.",
      examples: ["www", "@"],
    }),
    type: z.enum(dns.recordTypeNames, { error: ({ input }) => dns.typeProblem(input) }).meta({
      enumName: "DnsRecordType",
      description: `The record type: ${enumerated(dns.recordTypeNames)}. A change replaces the set.`,
    }),
    ttl: z
      .int()
      .min(0)
      .max(2147483647)
      .optional()
      .meta({
        description:
          "Seconds that resolvers may cache the records, 0 to 2147483647, the same for all (RFC 2181 section 5.2). " +
          "Default: the registrar's. Updates in place.",
        examples: [300],
      }),
    values: z
      .array(z.string())
      .min(1, { error: "must not be empty. To delete all records of the set, remove the resource" })
      .meta({
        description:
          "Data of each record as in zone files: `192.0.2.1`; MX `10 mail.example.net`; CAA `0 issue " +
          '"ca.example.net"`; SRV `10 5 5060 sip.example.net`; TXT without quotes. Order has no meaning. Updates ' +
          "in place. RFC 1035 section 5.1.",
      }),
    maxUnlistedDeletes: dnsZoneShape.shape.maxUnlistedDeletes.meta({
      description:
        "Highest number of records that one run may delete or overwrite although the set never listed them. Default: 0. A plan " +
        "that needs more fails and states the number.",
    }),
    skipChecks: skipChecksArgument,
  })
  .meta({ id: "DnsRecordSetArgs" });

/** Inputs that a refresh adds. */
export const setInputs = memoryShape;
export const setControls = ["maxUnlistedDeletes", "skipChecks", ...Object.keys(setInputs)];

export type SetArgs = z.input<typeof dnsRecordSetSchema> & z.input<z.ZodObject<typeof setInputs>>;
type Values = Pick<SetArgs, "domain" | "name" | "type" | "ttl" | "values">;
const kept = { ...memoryShape, managed: z.string(), writtenAt: z.string(), fqdn: z.string() };
export type SetState = Values & Partial<z.output<z.ZodObject<typeof kept>>>;

const readProperties = reader({ ...dnsRecordSetSchema.shape, ...kept });
export const readSetState = (bag: Properties): SetState => ({
  ...{ domain: "", name: "", type: "A", values: [] },
  ...readProperties(bag),
});

/** The arguments, once all of them are known. */
export const isCompleteSet = (args: Partial<SetArgs>): args is SetArgs =>
  [args.domain, args.name, args.type, args.values].every((value) => value !== undefined);

/** Key of the set's records: `www A`. */
export const keyOf = ({ domain, name, type }: Pick<SetArgs, "domain" | "name" | "type">) =>
  values.keyOf(name, type, domainOf({ domain }));

/** The records of a set, without their memory. */
export function recordsOfSet(set: Values, memory?: readonly RowMemory[]): values.ValueRecord[] {
  const key = dns.ifValid(() => keyOf(set));
  return key === undefined ? [] : values.recordsOf(key, set, domainOf(set), memory);
}

/** The state of a set, in the spelling and order of the given values; `undefined` without records. */
export function setStateOf(
  { domain, name, type, ...given }: Values,
  entries: readonly Entry[],
  writtenAt: string | undefined,
): SetState | undefined {
  if (entries.length === 0) return undefined;
  const { ttl, rows, ...live } = values.listOf(entries, type, given);
  return {
    ...{ domain, name, type, ...live },
    ...dns.optional({ ttl, rows: writtenMemory(rows), fqdn: fqdn.from({ domain, name, type }), writtenAt }),
    managed: managedText(["domain", "name", ...(given.ttl === undefined ? [] : ["ttl"]), "type", "values"]),
  };
}
