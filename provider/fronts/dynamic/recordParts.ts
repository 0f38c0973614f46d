/** The records of a zone in a TypeScript program: one map, or a list of parts. */
import * as pulumi from "@pulumi/pulumi";
import type * as join from "../../dns/join.ts";
import type { DnsRecordData } from "../../dns/recordData.ts";
import type { RecordKey } from "../../dns/recordKey.ts";

export type { RecordKey } from "../../dns/recordKey.ts";

/** Lists of values by owner name and type: `{ "www A": ["192.0.2.1"] }`; values as in `DnsRecordSet`. */
export type RecordsByKey = { readonly [K in RecordKey]?: pulumi.Input<pulumi.Input<string>[]> | undefined } & {
  readonly type?: never;
};

/** TTLs by key of the records. */
export type TtlsByKey = { readonly [K in RecordKey]?: pulumi.Input<number> | undefined };

/** Records with their TTLs: `ttl` for all, and `ttls` by key. */
export interface RecordsWithTtls {
  readonly records: RecordsByKey;
  readonly ttl?: number | undefined;
  readonly ttls?: { readonly [K in RecordKey]?: number } | undefined;
}

/** One record of any type. */
type OneRecord<Data> = Data extends unknown
  ? { readonly [K in keyof Data]: K extends "type" ? Data[K] : pulumi.Input<Data[K]> } & {
      readonly name: string;
      readonly ttl?: number | undefined;
    }
  : never;

/** A part of a zone's records. Parts are joined by key: values add up, and equal ones count once. */
export type RecordPart = RecordsByKey | RecordsWithTtls | OneRecord<DnsRecordData>;

/** Joins a list of parts. Other arguments stay as they are. */
export function withJoinedRecords<Args extends object>(args: Args): Args {
  const { records, ttls }: { records?: unknown; ttls?: unknown } = args;
  if (!Array.isArray(records)) return args;
  if ([...records, ttls].every(isReady)) return { ...args, ...joiner().joinRecords(records, ttls) };
  const both = pulumi.output({ records, ttls }).apply((known) => joiner().joinRecords(known.records, known.ttls));
  return { ...args, records: both.apply((known) => known.records), ttls: both.apply((known) => known.ttls) };
}

const isOutput = (value: unknown) => pulumi.Output.isInstance(value) || value instanceof Promise;

/** Can a part be joined now? Only single values may be outputs. */
function isReady(part: unknown): boolean {
  if (isOutput(part)) return false;
  return Object.values(Object(part)).every(
    (member) => !isOutput(member) && (Array.isArray(member) || typeof member !== "object" || isReady(member)),
  );
}

/** Loaded at the first use, since few programs have parts. */
export function joiner(): typeof join {
  return require("../../dns/join.ts");
}
