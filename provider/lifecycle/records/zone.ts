/** Arguments and state of a zone. The state has the lists with live values, and the memory of each value. */
import * as z from "zod";
import { isObject } from "../../api/index.ts";
import { groupBy, optional } from "../../dns/index.ts";
import { adoptArgument, domainArgument, domainOf, managedText, skipChecksArgument } from "../arguments.ts";
import { reader } from "../define.ts";
import type { Properties } from "../definition.ts";
import type { Entry } from "../rows/entry.ts";
import { memoryShape, type RowMemory, readMemory, writtenMemory } from "../rows/memory.ts";
import * as map from "./map.ts";
import { listOf, recordsOf, typeIn } from "./values.ts";

/** `A, AAAA and TXT` */
export const enumerated = (types: readonly string[]) =>
  types.length === 1 ? types[0] : `${types.slice(0, -1).join(", ")} and ${types.at(-1)}`;

const seconds = z.int().min(0).max(2147483647);

export const recordsByKey = z.record(z.string(), z.array(z.string()));

export const zoneModes = ["additive", "authoritative"] as const;

const steering = {
  mode: z
    .enum(zoneModes)
    .optional()
    .meta({
      enumName: "DnsZoneMode",
      description:
        "`additive`: manages only records that it lists or listed before. `authoritative`: also deletes all " +
        "other records, except those in `ignoreRecords`, the NS and SOA records of the apex, and rows that can't be " +
        "read; `pulumi refresh` finds them. Default: `additive`. Updates in place.",
    }),
  ignoreRecords: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Records that are never touched: `"NAME"` or `"NAME TYPE"`; `*` matches any characters, as in `"*.dyn ' +
        'TXT"`. Default: none. Updates in place.',
    }),
  maxChanges: z
    .int()
    .min(0)
    .optional()
    .meta({
      description:
        "Most existing records that one run may change or delete. Default: 30 % of a zone of 10 or more records; " +
        "any number in a smaller zone.",
    }),
  maxUnlistedDeletes: z
    .int({ error: "must be the number of records that may be deleted" })
    .min(0)
    .optional()
    .meta({
      description:
        "In an authoritative zone: most records that one run may delete or overwrite although the zone never " +
        "listed them. Default: 0. A plan that needs more fails and states the number.",
    }),
  adopt: adoptArgument(
    "True to change the TTL, comment and priority of existing records with the same name, type and data. False to fail if " +
      "they differ. Identical records are always adopted.",
    "Default: `false` in an additive zone; an authoritative zone owns all records.",
  ),
  skipChecks: skipChecksArgument,
};

const ttlOfAll = seconds.optional().meta({
  description:
    "Seconds that resolvers may cache the records, except those of `ttls`. Default: the registrar's. Updates in place.",
});

/** The arguments as they are documented. */
export const dnsZoneSchema = z
  .strictObject({
    domain: domainArgument,
    records: recordsByKey.meta({
      tsType: "pulumi.Input<RecordsByKey> | readonly pulumi.Input<RecordPart>[]",
      description:
        'Lists of values by owner name and type, such as `"www A": ["192.0.2.1"]`; values as in `DnsRecordSet`. The ' +
        "TypeScript classes also take a list of parts, which they join by key. Updates in place.",
    }),
    ttl: ttlOfAll,
    ttls: z.record(z.string(), seconds).optional().meta({
      tsType: "pulumi.Input<TtlsByKey>",
      description: "TTLs by key of `records`, in place of `ttl`. Updates in place.",
    }),
    ...steering,
  })
  .meta({ id: "DnsZoneArgs" });

/** The arguments as the schema checks them. `checkArguments` checks each key, so that a failure names its key. */
export const dnsZoneShape = z.strictObject({
  domain: domainArgument,
  records: z.custom<Record<string, string[]>>(isObject, {
    error: 'isn\'t a map by owner name and type: write {"www A": ["192.0.2.1"]}',
  }),
  ttl: ttlOfAll,
  ttls: z.custom<Record<string, number>>(isObject, { error: 'isn\'t a map by key: write {"www A": 300}' }).optional(),
  ...steering,
});

/** Inputs that a refresh adds. */
export const addedInputs = memoryShape;
export type ZoneArgs = z.input<typeof dnsZoneShape> & z.input<z.ZodObject<typeof addedInputs>>;

/** Arguments and inputs that control the provider, and say nothing about live records. */
export const zoneControls = ["adopt", "maxUnlistedDeletes", "skipChecks", "maxChanges", ...Object.keys(addedInputs)];

const { records, ttl: ttlOfState, ttls, mode } = dnsZoneShape.shape;
const stateShape = {
  ...{ records, ttl: ttlOfState, ttls, mode },
  domain: z.string(),
  managed: z.string(),
  ignoreRecords: z.array(z.string()),
  ...memoryShape,
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

/** The state: the lists of the arguments in their order and spelling, with live values, then lists that a refresh found. */
export function stateOf(
  bag: Pick<ZoneArgs, "domain" | "ignoreRecords" | "mode" | "records" | "ttl" | "ttls">,
  entries: readonly Entry[],
  { writtenAt }: Pick<ZoneState, "writtenAt">,
): ZoneState {
  const { domain, ttl, ignoreRecords, mode } = bag;
  const given = new Map(map.listsOf(bag, domainOf({ domain })).map((list) => [list.key, list]));
  const groups = groupBy(entries, ({ key }) => key);
  const keys = new Set([...given.keys(), ...groups.keys()]);
  const records: Record<string, string[]> = {};
  const ttls: Record<string, number> = {};
  const memory: RowMemory[] = [];
  for (const key of keys) {
    const list = given.get(key);
    const group = groups.get(key) ?? [];
    const written = list?.written ?? key;
    if (group.length === 0) continue;
    const live = listOf(group, typeIn(key), {
      values: map.textsIn(list?.values),
      ttl: list === undefined ? ttl : list.ttl,
    });
    records[written] = live.values;
    if (live.ttl !== undefined && (live.ttl !== ttl || list?.ownTtl !== undefined)) ttls[written] = live.ttl;
    for (const row of live.rows) memory.push({ key: written, ...row });
  }
  const some = <T extends object>(values: T) => (Object.keys(values).length > 0 ? values : undefined);
  const args = { domain, ...optional({ ignoreRecords, mode, ttl, ttls: some(ttls) }), records };
  return {
    ...args,
    managed: managedText(Object.keys(args)),
    ...optional({ writtenAt, rows: writtenMemory(memory) }),
  };
}

/** Valid records of arguments or a state, with their memory, including records that a refresh found and the zone never listed. */
export function shownIn(bag: Partial<Pick<ZoneState, "records" | "ttl" | "ttls" | "rows">>, domain: string) {
  const memory = groupBy(readMemory(bag), ({ key = "" }) => key);
  return map
    .listsOf(bag, domain)
    .flatMap(({ key, type, written, values, ttl }) =>
      type === undefined ? [] : recordsOf(key, { values: map.textsIn(values), ttl }, domain, memory.get(written)),
    );
}
