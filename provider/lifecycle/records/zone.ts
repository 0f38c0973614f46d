/** Arguments and states of zones, and of sets, which are zones of one key. A state has live values, and the memory of each. */
import * as z from "zod";
import * as dns from "../../dns/index.ts";
import { domainArgument, domainOf, fqdnOf, managedText, reader, skipChecksArgument } from "../arguments.ts";
import type { Properties } from "../definition.ts";
import type { Bag, Entry } from "../rows/entry.ts";
import { ownShape, type RowMemory, readMemory, unlistedShape, writtenMemory } from "../rows/memory.ts";
import * as lists from "./lists.ts";

const seconds = z.int().min(0).max(2147483647);

const recordsByKey = z.record(
  z.string(),
  z.array(z.string()).min(1, { error: "must not be empty. To declare no records, leave the key out" }),
  { error: 'isn\'t a map by owner name and type: write {"www A": ["192.0.2.1"]}' },
);

export const zoneModes = ["additive", "authoritative"] as const;

export const dnsZoneSchema = z
  .strictObject({
    domain: domainArgument,
    records: recordsByKey.meta({
      tsType: "pulumi.Input<RecordsByKey> | readonly pulumi.Input<RecordPart>[]",
      description:
        'Lists of values by owner name and type, such as `"www A": ["192.0.2.1"]`; values as in `DnsRecordSet`. The ' +
        "TypeScript classes also take a list of parts, which they join by key. Of a secret map, messages show names and " +
        "types. Updates in place.",
    }),
    ttl: seconds
      .optional()
      .describe(
        "Seconds that resolvers may cache the records, except those of `ttls`. Default: the registrar's. Updates in place.",
      ),
    ttls: z.record(z.string(), seconds, { error: 'isn\'t a map by key: write {"www A": 300}' }).optional().meta({
      tsType: "pulumi.Input<TtlsByKey>",
      description: "TTLs by key of `records`, in place of `ttl`. Updates in place.",
    }),
    mode: z
      .enum(zoneModes)
      .optional()
      .meta({
        enumName: "DnsZoneMode",
        description:
          "`additive`: leaves alone what it doesn't list. `authoritative`: owns the domain, except records in " +
          "`ignoreRecords`, the NS and SOA records of the apex, and rows that can't be read; all others are shown in " +
          "`unlisted`, and deleted as far as `maxUnlistedDeletes` covers them. Default: `additive`. Updates in place.",
      }),
    ignoreRecords: z
      .array(z.string())
      .optional()
      .describe(
        'Records that are never touched: `"NAME"` or `"NAME TYPE"`; `*` matches any characters, as in `"*.dyn ' +
          'TXT"`. Default: none. Updates in place.',
      ),
    maxChanges: z
      .int()
      .min(0)
      .optional()
      .describe(
        "Most existing records that one run may change or delete. Default: 30 % of a zone of 10 or more records; " +
          "any number in a smaller zone.",
      ),
    maxUnlistedDeletes: z
      .int({ error: "must be the number of records that may be deleted" })
      .min(0)
      .optional()
      .describe(
        "Most records of others that one run may delete, in an authoritative zone, or overwrite (a CNAME). Default: 0, which " +
          "leaves them, but a zone fails that meets them when it is created or becomes authoritative. A number that is too " +
          "small fails, and the message states the right one.",
      ),
    skipChecks: skipChecksArgument,
  })
  .meta({ id: "DnsZoneArgs" });

export type ZoneArgs = z.input<typeof dnsZoneSchema>;

/** Arguments that control the provider, and say nothing about live records. */
export const zoneControls = ["maxUnlistedDeletes", "skipChecks", "maxChanges"];

export const zoneOutputs = {
  unlisted: unlistedShape.unlisted.meta({
    description:
      'In an authoritative zone: records of others, such as `"www A 192.0.2.9"`, that the last refresh or change found. Absent ' +
      "without any. List one to own it.",
  }),
};

const { records, ttl: ttlOfState, ttls, mode } = dnsZoneSchema.shape;
const stateShape = {
  ...{ records, ttl: ttlOfState, ttls, mode },
  domain: z.string(),
  managed: z.string(),
  ignoreRecords: z.array(z.string()),
  ...unlistedShape,
  ...ownShape,
};
const readProperties = reader(stateShape);
type Read = ReturnType<typeof readProperties>;
export type ZoneState = Read & Required<Pick<Read, "domain" | "managed" | "records">>;

export const readState = (bag: Properties): ZoneState => ({
  ...{ domain: "", managed: "", records: {} },
  ...readProperties(bag),
});

export const isAuthoritative = ({ mode }: { mode?: unknown }) => mode === "authoritative";

/** The state: the lists of the arguments in their order and spelling, with live values, then those still to be deleted. */
export function stateOf(
  bag: Pick<ZoneArgs, "domain" | "ignoreRecords" | "mode" | "records" | "ttl" | "ttls">,
  entries: readonly Entry[],
  { writtenAt, unlisted }: Pick<Bag, "writtenAt" | "unlisted">,
): ZoneState {
  const { domain, ttl, ignoreRecords, mode } = bag;
  const given = new Map(lists.listsOf(bag, domainOf({ domain })).map((list) => [list.key, list]));
  const groups = dns.groupBy(entries, ({ key }) => key);
  const keys = new Set([...given.keys(), ...groups.keys()]);
  const records: Record<string, string[]> = {};
  const ttls: Record<string, number> = {};
  const memory: RowMemory[] = [];
  for (const key of keys) {
    const list = given.get(key);
    const group = groups.get(key) ?? [];
    const written = list?.written ?? key;
    if (group.length === 0) continue;
    const live = lists.listOf(group, lists.typeIn(key), {
      values: lists.textsIn(list?.values),
      ttl: list === undefined ? ttl : list.ttl,
    });
    records[written] = live.values;
    if (live.ttl !== undefined && (live.ttl !== ttl || list?.ownTtl !== undefined)) ttls[written] = live.ttl;
    for (const { id, granted, sent } of live.rows) memory.push({ key, id, granted, sent });
  }
  const some = <T extends object>(values: T) => (Object.keys(values).length > 0 ? values : undefined);
  const args = { domain, ...dns.optional({ ignoreRecords, mode, ttl, ttls: some(ttls) }), records };
  return {
    ...args,
    managed: managedText(Object.keys(args)),
    ...dns.optional({ writtenAt, unlisted: shownUnlisted(unlisted), rows: writtenMemory(memory) }),
  };
}

/** The output `unlisted`: sorted, and absent if empty. */
const shownUnlisted = (unlisted: readonly string[] = []): string[] | undefined =>
  unlisted.length === 0 ? undefined : [...unlisted].sort();

/** Valid records of arguments or a state, with their memory. */
export function shownIn(bag: Partial<Pick<ZoneState, "records" | "ttl" | "ttls" | "rows">>, domain: string) {
  const memory = dns.groupBy(readMemory(bag), ({ key = "" }) => key);
  return lists
    .listsOf(bag, domain)
    .flatMap(({ key, type, values, ttl }) =>
      type === undefined ? [] : lists.recordsOf(key, { values: lists.textsIn(values), ttl }, domain, memory.get(key)),
    );
}

export const dnsRecordSetSchema = z
  .strictObject({
    domain: domainArgument,
    name: z.string().meta({
      description: "Owner name, relative to the domain: `www`, `@`, or `_sip._tcp` for SRV. A change replaces the set.",
      examples: ["www", "@"],
    }),
    type: z.enum(dns.recordTypeNames, { error: ({ input }) => dns.typeProblem(input) }).meta({
      enumName: "DnsRecordType",
      description: `The record type: ${dns.recordTypeNames.join(", ")}. A change replaces the set.`,
    }),
    ttl: seconds.optional().meta({
      description:
        "Seconds that resolvers may cache the records, 0 to 2147483647, the same for all (RFC 2181 section 5.2). " +
        "Default: the registrar's. Updates in place.",
      examples: [300],
    }),
    values: z
      .array(z.string())
      .min(1, { error: "must not be empty. To delete all records of the set, remove the resource" })
      .describe(
        "Data of each record as in zone files: `192.0.2.1`; MX `10 mail.example.net`; CAA `0 issue " +
          '"ca.example.net"`; SRV `10 5 5060 sip.example.net`; TXT without quotes. Order has no meaning. Updates ' +
          "in place. RFC 1035 section 5.1.",
      ),
    maxUnlistedDeletes: dnsZoneSchema.shape.maxUnlistedDeletes.describe(
      "Highest number of records that one run may delete or overwrite although the set never listed them. Default: 0. A plan " +
        "that needs more fails and states the number.",
    ),
    skipChecks: skipChecksArgument,
  })
  .meta({ id: "DnsRecordSetArgs" });

export const setControls = ["maxUnlistedDeletes", "skipChecks"];

export const setOutputs = {
  unlisted: unlistedShape.unlisted.meta({
    description:
      "Values of others, with the set's name and type, that the last refresh or change found. Absent without any. List one to " +
      "own it.",
  }),
};

export type SetArgs = z.input<typeof dnsRecordSetSchema>;
type Values = Pick<SetArgs, "domain" | "name" | "type" | "ttl" | "values">;
const keptOfSet = { ...ownShape, ...unlistedShape, managed: z.string(), fqdn: z.string() };
export type SetState = Values & Partial<z.output<z.ZodObject<typeof keptOfSet>>>;

const readSetProperties = reader({ ...dnsRecordSetSchema.shape, ...keptOfSet });
export const readSetState = (bag: Properties): SetState => ({
  ...{ domain: "", name: "", type: "A", values: [] },
  ...readSetProperties(bag),
});

/** The arguments, once all of them are known. */
export const isCompleteSet = (args: Partial<SetArgs>): args is SetArgs =>
  [args.domain, args.name, args.type, args.values].every((value) => value !== undefined);

/** Key of the set's records: `www A`. */
export const keyOf = ({ domain, name, type }: Pick<SetArgs, "domain" | "name" | "type">) =>
  lists.keyOf(name, type, domainOf({ domain }));

/** The records of a set, without their memory. */
export function recordsOfSet(set: Values, memory?: readonly RowMemory[]): lists.ValueRecord[] {
  const key = dns.ifValid(() => keyOf(set));
  return key === undefined ? [] : lists.recordsOf(key, set, domainOf(set), memory);
}

/** The state of a set, in the spelling and order of the given values; `undefined` without records. */
export function setStateOf(
  { domain, name, type, ...given }: Values,
  entries: readonly Entry[],
  { writtenAt, unlisted }: Pick<Bag, "writtenAt" | "unlisted">,
): SetState | undefined {
  if (entries.length === 0) return undefined;
  const { ttl, rows, ...live } = lists.listOf(entries, type, given);
  return {
    ...{ domain, name, type, ...live },
    ...dns.optional({ ttl, rows: writtenMemory(rows), fqdn: fqdnOf({ domain, name, type }), writtenAt }),
    ...dns.optional({ unlisted: shownUnlisted(unlisted) }),
    managed: managedText(["domain", "name", ...(given.ttl === undefined ? [] : ["ttl"]), "type", "values"]),
  };
}
