/** Arguments and state of a zone. The state has the records with live values, and marks of each record under the same keys. */
import * as z from "zod";
import { argumentsOfAllTypes, optional } from "../../dns/index.ts";
import { adoptArgument, domainArgument, ignoreChecksArgument } from "../arguments.ts";
import { reader } from "../define.ts";
import { managedText, type Properties } from "../definition.ts";
import type { Entry } from "../rows/kind.ts";
import type { RecordMap, ZoneRecord } from "./map.ts";
import * as map from "./map.ts";

const text = (description: string) => z.string().optional().meta({ description });
const number = (description: string) => z.int().optional().meta({ description });

/** `A, AAAA and TXT` */
export const enumerated = (types: readonly string[]) =>
  types.length === 1 ? types[0] : `${types.slice(0, -1).join(", ")} and ${types.at(-1)}`;

/** A record under a key of the map, with the fields of all types. */
const recordFields = z
  .strictObject({
    type: text("The record type, if the key does not contain it."),
    name: text("Owner name, if the key does not contain it."),
    ttl: number("Seconds that resolvers may cache the record. Default: the registrar's."),
    comment: text("Free text, never served in DNS."),
    ...argumentsOfAllTypes(({ kind, brief }, types, key) => {
      const of = `f ${enumerated(types)} records`;
      const description = key === "content" ? `The data o${of}.` : `O${of}${brief === undefined ? "" : `: ${brief}`}.`;
      return kind === "string" ? text(description) : number(description);
    }),
  })
  .meta({
    id: "ZoneRecordFields",
    description: "A record under its key `name TYPE`: the fields of its type, as in `DnsRecord`.",
  });

export const recordsByKey = z.record(z.string(), z.array(recordFields));

const steering = {
  mode: z
    .enum(["additive", "authoritative"])
    .optional()
    .meta({
      description:
        "`additive`: manages only records that it lists or listed before. `authoritative`: also deletes all " +
        "other records, except those in `ignore`, the NS and SOA records of the apex, and rows that can't be " +
        "read; `pulumi refresh` finds them. Default: `additive`. Updates in place.",
    }),
  ignore: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Records that are never touched: `"NAME"` or `"NAME TYPE"`; `*` matches any characters, as in `"*.dyn ' +
        'TXT"`. Default: none. Updates in place.',
    }),
  maxChange: z
    .int()
    .min(0)
    .optional()
    .meta({
      description:
        "Most existing records that one run may change or delete. Default: 30 % of a zone of 10 or more records; " +
        "any number in a smaller zone.",
    }),
  deleteUnlisted: z
    .int({ error: "must be the number of records that may be deleted" })
    .min(0)
    .optional()
    .meta({
      description:
        "In an authoritative zone: most records that one run may delete or overwrite although the zone never " +
        "listed them. Default: 0. A plan that needs more fails and states the number.",
    }),
  adopt: adoptArgument(
    "How to treat existing records that differ. `none`: fail. `matching`: change TTL, comment and priority " +
      "of records with the same name, type and data. `overwrite`: also change the target of an existing CNAME. " +
      "Identical records are always adopted.",
    "Default: `none` in an additive zone; an authoritative zone owns all records.",
  ),
  ignoreChecks: ignoreChecksArgument,
};

/** The arguments as they are documented. */
export const dnsZoneSchema = z
  .strictObject({
    domain: domainArgument,
    records: recordsByKey.meta({
      tsType:
        "pulumi.Input<pulumi.Input<ZoneRecord>[]> | pulumi.Input<Record<string, pulumi.Input<ZoneRecordFields> | " +
        "pulumi.Input<pulumi.Input<ZoneRecordFields>[]>>>",
      description:
        'Lists of records by owner name and type, such as `"www A"`. The TypeScript classes also take one list ' +
        "of all records, or a record for a list of one, and store strings such as `192.0.2.1 ttl=300`. Updates in place.",
    }),
    ...steering,
  })
  .meta({ id: "DnsZoneArgs" });

/** The arguments as the schema checks them. `checkArguments` checks each record, so that a failure names its record. */
export const dnsZoneShape = z.strictObject({
  domain: domainArgument,
  records: z.custom<RecordMap>(map.areRecords, { error: ({ input }) => map.formProblem(input) }),
  ...steering,
});

/** Inputs that a refresh adds. */
export const addedInputs = {
  /** Marks of records that a refresh found and the zone never listed. */
  unlisted: z.unknown().optional(),
};
export type ZoneArgs = z.input<typeof dnsZoneShape> & z.input<z.ZodObject<typeof addedInputs>>;

/** Arguments and inputs that control the provider, and say nothing about live records. */
export const zoneControls = ["adopt", "deleteUnlisted", "ignoreChecks", "maxChange", ...Object.keys(addedInputs)];

/** Data that the state remembers of each record, in lists like those of `records`. An unknown ID is an empty string. */
const marks = { recordIds: "recordId", acceptedTtl: "acceptedTtl", unlisted: "isUnlisted" } as const;

const stateShape = {
  domain: z.string(),
  managed: z.string(),
  mode: dnsZoneShape.shape.mode,
  ignore: z.array(z.string()),
  records: dnsZoneShape.shape.records,
  recordIds: z.unknown(),
  acceptedTtl: z.unknown(),
  unlisted: z.unknown(),
  writtenAt: z.string(),
};
const readProperties = reader(stateShape);
type Read = ReturnType<typeof readProperties>;
export type ZoneState = Read & Required<Pick<Read, "domain" | "managed" | "records">>;

export const readState = (bag: Properties): ZoneState => ({
  ...{ domain: "", managed: "", records: {} },
  ...readProperties(bag),
});

export const isAuthoritative = ({ mode }: { mode?: unknown }) => mode === "authoritative";

export function stateOf(
  { domain, ignore, mode }: Pick<ZoneArgs, "domain" | "ignore" | "mode">,
  entries: readonly Entry[],
  { writtenAt }: Pick<ZoneState, "writtenAt">,
): ZoneState {
  const given = { domain, ...optional({ ignore, mode }), records: map.mapOf(entries) };
  const groups = [...map.groupByKey(entries)];
  const marked = Object.entries(marks).flatMap(([name, mark]) => {
    const some = groups.filter(([, group]) => group.some((entry) => entry[mark] !== undefined));
    const lists = some.map(([key, group]) => [key, group.map((entry) => entry[mark] ?? "")]);
    return lists.length === 0 ? [] : [[name, Object.fromEntries(lists)]];
  });
  return {
    ...given,
    managed: managedText(Object.keys(given)),
    ...Object.fromEntries(marked),
    ...optional({ writtenAt }),
  };
}

/** Valid records of arguments or a state, including records that a refresh found and the zone never listed. */
export function shownIn(
  { records, ...maps }: Partial<Pick<ZoneState, "records" | keyof typeof marks>>,
  domain: string,
): ZoneRecord[] {
  return [...map.groupByKey(map.entriesOf(records, domain) ?? [])].flatMap(([key, group]) => {
    const markAt = (map: keyof typeof marks, place: number): unknown => Reflect.get(Object(maps[map]), key)?.[place];
    return group.flatMap((entry, place): ZoneRecord[] => {
      const record = map.recordOf(entry, domain);
      const [id, ttl] = [markAt("recordIds", place), markAt("acceptedTtl", place)];
      const marked = {
        ...(typeof id === "string" && id !== "" && { recordId: id }),
        ...(typeof ttl === "number" && { acceptedTtl: ttl }),
        ...(markAt("unlisted", place) === true && { isUnlisted: true }),
      };
      return record === undefined ? [] : [{ ...record, ...marked }];
    });
  });
}
