/** Arguments and state of a set: the records of one name and type, as zone files write their data. */
import * as z from "zod";
import type { RecordTypeName } from "../../dns/index.ts";
import * as dns from "../../dns/index.ts";
import { domainArgument, domainOf, fqdn, ignoreChecksArgument } from "../arguments.ts";
import { reader } from "../define.ts";
import { managedText, type Properties } from "../definition.ts";
import type { Entry } from "../rows/kind.ts";
import { recordOf, type ZoneRecord } from "./map.ts";
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
    deleteUnlisted: dnsZoneShape.shape.deleteUnlisted.meta({
      description:
        "Highest number of records that one run may delete or overwrite although the set never listed them. Default: 0. A plan " +
        "that needs more fails and states the number.",
    }),
    ignoreChecks: ignoreChecksArgument,
  })
  .meta({ id: "DnsRecordSetArgs" });

/** Data that the state remembers of each value, in the order of the values. */
const kept = z.array(
  z.object({
    recordId: z.string().optional(),
    acceptedTtl: z.number().optional(),
    isUnlisted: z.boolean().optional(),
    /** The live TTL, if it isn't the set's. */
    ttl: z.number().optional(),
  }),
);
type Kept = z.output<typeof kept>;

/** Inputs that a refresh adds. */
export const setInputs = { kept: kept.optional() };
export const setControls = ["deleteUnlisted", "ignoreChecks", "kept"] as const;

export type SetArgs = z.input<typeof dnsRecordSetSchema> & z.input<z.ZodObject<typeof setInputs>>;
type Values = Pick<SetArgs, "domain" | "name" | "type" | "ttl" | "values">;
const memory = { kept, managed: z.string(), writtenAt: z.string(), fqdn: z.string() };
export type SetState = Values & Partial<z.output<z.ZodObject<typeof memory>>>;

const readProperties = reader({ ...dnsRecordSetSchema.shape, ...memory });
export const readSetState = (bag: Properties): SetState => ({
  ...{ domain: "", name: "", type: "A", values: [] },
  ...readProperties(bag),
});

/** The arguments, once all of them are known. */
export const isCompleteSet = (args: Partial<SetArgs>): args is SetArgs =>
  [args.domain, args.name, args.type, args.values].every((value) => value !== undefined);

/** Key of the set's records: `www A`. */
export const keyOf = ({ domain, name, type }: Pick<SetArgs, "domain" | "name" | "type">) =>
  `${dns.ownerName(name, domainOf({ domain }))} ${type}`;

/** The fields of a value. A value of a state may not be readable: it matches no record. */
const fieldsIn = ({ type, ttl }: Pick<SetArgs, "type" | "ttl">, value: string): Properties =>
  dns.ifValid(() => ({ ...dns.readValue(type, value), ...dns.optional({ ttl }) })) ?? {};

/** Data in canonical form, however it was written. */
const meaningOf = (type: RecordTypeName, fields: Properties): string =>
  dns.ifValid(() => dns.printData(dns.recordTypes[type].fromArgs(fields))) ?? JSON.stringify(fields);

/** The records of a set, with their marks. */
export function recordsOfSet(set: Values & { readonly kept?: Kept | undefined }): ZoneRecord[] {
  const key = dns.ifValid(() => keyOf(set));
  if (key === undefined) return [];
  return set.values.flatMap((value, place) => {
    const { ttl = set.ttl, ...marks } = set.kept?.[place] ?? {};
    return recordOf({ key, value: fieldsIn({ type: set.type, ttl }, value), ...marks }, domainOf(set)) ?? [];
  });
}

/** The state of a set, in the spelling and order of the given values; `undefined` without records. */
export function setStateOf(
  { domain, name, type, ttl, values }: Values,
  entries: readonly Entry[],
  writtenAt: string | undefined,
): SetState | undefined {
  if (entries.length === 0) return undefined;
  const places = new Map(values.map((value, place) => [meaningOf(type, fieldsIn({ type }, value)), place]));
  const known = entries.map((entry) => places.get(meaningOf(type, entry.value)));
  // An edited value takes the place of a missing one.
  const free = [...places.values()].filter((place) => !known.includes(place));
  const rows = entries
    .map(({ value: fields, recordId, acceptedTtl, isUnlisted }, index) => {
      const place = known[index];
      return {
        value: values[place ?? -1] ?? dns.printValue(type, fields),
        ttl: fields["ttl"],
        marks: dns.optional({ recordId, acceptedTtl, isUnlisted }),
        place: place ?? free.shift() ?? values.length,
      };
    })
    .sort((a, b) => a.place - b.place);
  // A set shows one TTL: that of a record whose TTL was edited, if there is one.
  const edited = rows.find((row) => !row.marks.isUnlisted && row.ttl !== ttl)?.ttl;
  const shown = ttl !== undefined && typeof edited === "number" ? edited : ttl;
  const ownTtl = (each: unknown) =>
    shown !== undefined && typeof each === "number" && each !== shown ? each : undefined;
  return {
    ...{ domain, name, type, values: rows.map(({ value }) => value) },
    ...dns.optional({ ttl: shown, fqdn: fqdn.from({ domain, name, type }), writtenAt }),
    managed: managedText(["domain", "name", ...(ttl === undefined ? [] : ["ttl"]), "type", "values"]),
    kept: rows.map(({ marks, ttl: each }) => ({
      ...marks,
      ...(!marks.isUnlisted && dns.optional({ ttl: ownTtl(each) })),
    })),
  };
}

/** Do two lists have the same values, in any spelling? @param isOrdered also in the same order? */
export function sameValues(old: unknown, wanted: unknown, type: RecordTypeName, isOrdered = false): boolean {
  const meanings = (values: unknown) => {
    const list = (Array.isArray(values) ? values : []).map((value) =>
      meaningOf(type, fieldsIn({ type }, String(value))),
    );
    return (isOrdered ? list : list.sort()).join("\n");
  };
  return meanings(old) === meanings(wanted);
}

/** Does a state show TTLs of single values? Then it differs from any arguments. */
export const hasTtls = (marks: Kept = []) => marks.some(({ ttl }) => ttl !== undefined);

/** Does a state show values that the set never listed? */
export const hasUnlisted = (marks: Kept = []) => marks.some(({ isUnlisted }) => isUnlisted);
