/** A set of records as arguments and state hold it, and as the zone of one key that it is. */
import * as z from "zod";
import {
  InvalidNameError,
  ownerName,
  printData,
  printValue,
  type RecordTypeName,
  readValue,
  recordTypeNames,
  recordTypes,
  ZoneFileError,
} from "../../dns/index.ts";
import { domainArgument, domainOf, ignoreChecksArgument } from "../arguments.ts";
import { reader } from "../define.ts";
import { managedText, type Properties } from "../definition.ts";
import { dnsZoneShape } from "./schema.ts";
import type { ZoneArgs, ZoneState } from "./state.ts";

export const dnsRecordSetSchema = z
  .strictObject({
    domain: domainArgument,
    name: z.string().meta({
      description:
        "Owner name, relative to the domain: `www`; `@` for the domain itself. For SRV with service and protocol, such as `_sip._tcp`. A change replaces the set.",
      examples: ["www", "@"],
    }),
    type: z
      .enum(recordTypeNames, { error: `type is one of ${recordTypeNames.join(", ")}` })
      .meta({ description: "The record type. A change replaces the set." }),
    ttl: z
      .int()
      .min(0)
      .max(2147483647)
      .optional()
      .meta({
        description:
          "How long resolvers may keep the records, in seconds, 0 to 2147483647; one for all, as DNS has it (RFC 2181 section 5.2). Default: the registrar's. Updates in place.",
        examples: [300],
      }),
    values: z
      .array(z.string())
      .min(1, { error: "has no value: a set without records is none. Remove the resource instead" })
      .meta({
        description:
          'The data of each record as zone files write it (RFC 1035 section 5.1): `192.0.2.1`; for MX `10 mail.example.net`; for CAA `0 issue "ca.example.net"`; for SRV `10 5 5060 sip.example.net`. A TXT is its text, without quotes. Hosts are complete, with or without a dot at the end. The order has no meaning. One value changed is one update. Updates in place.',
      }),
    deleteUnlisted: dnsZoneShape.shape.deleteUnlisted.meta({
      description:
        "Whether other records of this name and type, which the set never listed, may be deleted (or how many in one run). Default: `false`; a plan that would delete such records fails and lists them.",
    }),
    ignoreChecks: ignoreChecksArgument,
  })
  .meta({ id: "DnsRecordSetArgs" });

export type SetArgs = z.input<typeof dnsRecordSetSchema>;
/** What is remembered of each value, in their order: as a zone does of its records. */
const kept = z.array(
  z.object({ recordId: z.string().optional(), acceptedTtl: z.number().optional(), isUnlisted: z.boolean().optional() }),
);
export interface SetState extends Pick<SetArgs, "domain" | "name" | "ttl" | "type" | "values"> {
  managed?: string | undefined;
  kept?: z.output<typeof kept> | undefined;
  writtenAt?: string | undefined;
}
const readProperties = reader({ ...dnsRecordSetSchema.shape, kept, managed: z.string(), writtenAt: z.string() });
export const setControls = ["deleteUnlisted", "ignoreChecks"] as const;

export const keyOf = ({ domain, name, type }: Pick<SetArgs, "domain" | "name" | "type">) =>
  `${ownerName(name, domainOf({ domain }))} ${type}`;

/** A value of a state may be none that can be written: then no record is known by it. */
export function recordOf({ type, ttl }: Pick<SetArgs, "type" | "ttl">, value: string): Properties {
  try {
    return { ...readValue(type, value), ...(ttl !== undefined && { ttl }) };
  } catch (error) {
    if (error instanceof ZoneFileError) return {};
    throw error;
  }
}

/** What the data of a record says, however it is written. */
export function meaningOf(type: RecordTypeName, record: Properties): string {
  try {
    return printData(recordTypes[type].fromArgs(record));
  } catch (error) {
    if (error instanceof InvalidNameError) return JSON.stringify(record);
    throw error;
  }
}

export const zoneArgsOf = (args: SetArgs): ZoneArgs & { only: string } => ({
  domain: args.domain,
  mode: "authoritative",
  only: keyOf(args),
  records: { [keyOf(args)]: args.values.map((value) => recordOf(args, value)) },
  maxChange: Number.MAX_SAFE_INTEGER,
  deleteUnlisted: args.deleteUnlisted,
});

export function zoneStateOf(state: SetState): ZoneState {
  const { domain, mode, only, records } = zoneArgsOf(state);
  const marks = <T>(pick: (of: NonNullable<SetState["kept"]>[number]) => T) => ({
    [only]: (state.kept ?? []).map(pick),
  });
  return {
    ...{ domain, mode, only, records, writtenAt: state.writtenAt, managed: "domain mode records" },
    recordIds: marks(({ recordId }) => recordId),
    acceptedTtl: marks(({ acceptedTtl }) => acceptedTtl),
    unlisted: marks(({ isUnlisted }) => isUnlisted),
  };
}

/** What a zone holds of the set, in the spelling and order of what was given. */
export function setStateOf({ domain, name, type, ttl, values }: SetState, zone: ZoneState): SetState {
  const at = (map: unknown): unknown[] => [Reflect.get(Object(map), keyOf({ domain, name, type })) ?? []].flat();
  const [ids, ttls, unlisted] = [at(zone.recordIds), at(zone.acceptedTtl), at(zone.unlisted)];
  const records = at(zone.records);
  const meanings = records.map((record) => meaningOf(type, Object(record)));
  const places = new Map(values.map((value, place) => [meaningOf(type, recordOf({ type }, value)), place]));
  // What was edited shows in the place of what is missing.
  const free = [...places].flatMap(([meaning, place]) => (meanings.includes(meaning) ? [] : [place]));
  const rows = records
    .map((record, index) => {
      const known = places.get(meanings[index] ?? "");
      const place = known ?? free.shift() ?? values.length;
      const [recordId, acceptedTtl] = [ids[index], ttls[index]];
      return {
        ...{
          place,
          value: values[known ?? -1] ?? printValue(type, Object(record)),
          ttl: Reflect.get(Object(record), "ttl"),
        },
        kept: {
          ...(typeof recordId === "string" && { recordId }),
          ...(typeof acceptedTtl === "number" && { acceptedTtl }),
          ...(unlisted[index] === true && { isUnlisted: true }),
        },
      };
    })
    .sort((a, b) => a.place - b.place);
  // They share one: that of a record whose TTL was edited shows.
  const edited = rows.find((row) => !row.kept.isUnlisted && row.ttl !== ttl)?.ttl;
  return {
    ...{ domain, name, type, ttl: ttl !== undefined && typeof edited === "number" ? edited : ttl },
    values: rows.map(({ value }) => value),
    managed: managedText(["domain", "name", ...(ttl === undefined ? [] : ["ttl"]), "type", "values"]),
    kept: rows.map((row) => row.kept),
    writtenAt: zone.writtenAt,
  };
}

export const readSetState = (bag: Properties): SetState => ({
  domain: "",
  name: "",
  type: "A",
  values: [],
  ...readProperties(bag),
});

/** The records of arguments, as a list of those that can be read. */
export function recordsOfSet(bag: Properties): Properties[] {
  const { name, type, ttl, values } = readSetState(bag);
  return values.map((value) => ({ name, ...recordOf({ type, ttl }, value), type: bag["type"] }));
}
