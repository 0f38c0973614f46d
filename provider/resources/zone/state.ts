/** What a zone's state holds: its records with live values, the registrar's ids by the same keys, and when it was written. */
import * as z from "zod";
import { type LiveRecord, printData } from "../../dns/index.ts";
import { reader } from "../define.ts";
import { managedText, type Properties } from "../definition.ts";
import { areRecordsSecret } from "../redactionScope.ts";
import { type Declared, declaredOf } from "./declared.ts";
import { type Entry, entriesOf, groupByKey, mapOf } from "./records.ts";
import { dnsZoneShape } from "./schema.ts";

/** A record that a state tells of. */
export interface Stored extends Declared {
  recordId?: string | undefined;
  /** The TTL that the registrar made of the program's. */
  acceptedTtl?: number | undefined;
}

/** One record for a state. */
export interface Kept extends Entry {
  recordId?: string | undefined;
  acceptedTtl?: number | undefined;
  /** It is live and shown, but this resource never listed it. */
  isUnlisted?: true;
}

/** A record in one line, relative to the domain: `www A 192.0.2.1`. */
export function lineOf({ name, data }: Pick<LiveRecord, "name" | "data">): string {
  return `${name} ${data.type} ${printData(data)}`;
}

/** The same for people: without the data where the program keeps its records secret. */
export function shownLine(row: Pick<LiveRecord, "name" | "data">): string {
  return areRecordsSecret() ? `${row.name} ${row.data.type} [secret]` : lineOf(row);
}

/** Inputs that the check of a zone adds. */
export const addedInputs = {
  /** What the check of an authoritative zone found last, for people: `2: 1 to change` is its second plan. */
  plan: z.string().optional(),
  /** It was found in this very run, so that writes follow. */
  isPlanNew: z.boolean().optional(),
  /** What a refresh showed without its ever having been listed. */
  unlisted: z.unknown().optional(),
};
export type ZoneArgs = z.input<typeof dnsZoneShape> &
  z.input<z.ZodObject<typeof addedInputs>> & {
    /** A `DnsRecordSet`: all but this key is left alone. */
    only?: string;
  };

export interface ZoneState extends Pick<ZoneArgs, "domain" | "ignore" | "mode" | "only" | "plan"> {
  managed: string;
  records: unknown;
  /** The registrar's ids, by the keys of `records`. */
  recordIds?: unknown;
  acceptedTtl?: unknown;
  /** Where in `records` a refresh shows what the zone never listed. */
  unlisted?: unknown;
  writtenAt?: string | undefined;
}

const readProperties = reader({
  domain: z.string(),
  managed: z.string(),
  mode: dnsZoneShape.shape.mode,
  ignore: z.array(z.string()),
  plan: addedInputs.plan,
  records: z.unknown(),
  recordIds: z.unknown(),
  acceptedTtl: z.unknown(),
  unlisted: z.unknown(),
  writtenAt: z.string(),
});

export const readState = (bag: Properties): ZoneState => ({
  domain: "",
  managed: "",
  records: undefined,
  ...readProperties(bag),
});

export const isAuthoritative = ({ mode }: Pick<ZoneArgs, "mode">) => mode === "authoritative";

/** Arguments that say what is live; the others only steer. */
const liveArguments = ["domain", "ignore", "mode", "records"] as const;
export const zoneControls = [
  "adopt",
  "deleteUnlisted",
  "ignoreChecks",
  "isPlanNew",
  "maxChange",
  "plan",
  "unlisted",
] as const;

/** A record for a state: what is said of it, and what is remembered. */
export const keptOf = (
  { key, value }: Entry,
  { recordId, acceptedTtl }: Pick<Kept, "recordId" | "acceptedTtl">,
): Kept => ({
  key,
  value,
  ...(recordId !== undefined && { recordId }),
  ...(acceptedTtl !== undefined && { acceptedTtl }),
});

/** Keys of one map beside another, aligned with it where a key holds several records. */
function marks<T>(
  kept: readonly Kept[],
  pick: (record: Kept) => T | undefined,
): Record<string, T | (T | null)[]> | undefined {
  const found: Record<string, T | (T | null)[]> = {};
  for (const [key, group] of groupByKey(kept)) {
    const values = group.map(pick);
    const [first] = values;
    if (values.every((value) => value === undefined)) continue;
    if (values.length > 1) found[key] = values.map((value) => value ?? null);
    else if (first !== undefined) found[key] = first;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

export function stateOf(
  args: Pick<ZoneArgs, "domain" | "ignore" | "mode">,
  kept: readonly Kept[],
  { writtenAt, plan }: Pick<ZoneState, "writtenAt" | "plan">,
): ZoneState {
  const { domain, ignore, mode } = args;
  const given = liveArguments.filter((key) => key === "records" || args[key] !== undefined);
  return {
    ...{ domain, ignore, mode, managed: managedText(given) },
    records: mapOf(kept),
    recordIds: marks(kept, ({ recordId }) => recordId),
    acceptedTtl: marks(kept, (record) => record.acceptedTtl),
    unlisted: marks(kept, ({ isUnlisted }) => isUnlisted),
    ...{ writtenAt, plan },
  };
}

type Marked = Pick<ZoneState, "records" | "recordIds" | "acceptedTtl" | "unlisted">;

/** The records that arguments or a state say this resource owns: what is only shown there is not among them. */
export function storedIn(bag: Partial<Marked>, domain: string): Stored[] {
  const [ids, ttls, unlisted] = [marked(bag.recordIds), marked(bag.acceptedTtl), marked(bag.unlisted)];
  const stored: Stored[] = [];
  for (const [key, group] of groupByKey(entriesOf(bag.records, domain) ?? [])) {
    group.forEach((entry, place) => {
      const declared = declaredOf(entry, domain);
      if (declared === undefined || unlisted(key, place) === true) return;
      const [recordId, acceptedTtl] = [ids(key, place), ttls(key, place)];
      stored.push({
        ...declared,
        ...(typeof recordId === "string" && { recordId }),
        ...(typeof acceptedTtl === "number" && { acceptedTtl }),
      });
    });
  }
  return stored;
}

/** What a state says of the record at a place among those of its key. */
function marked(value: unknown): (key: string, place: number) => unknown {
  const map = new Map<string, unknown>(typeof value === "object" && value !== null ? Object.entries(value) : []);
  return (key, place) => {
    const mark = map.get(key);
    return Array.isArray(mark) ? mark[place] : place === 0 ? mark : undefined;
  };
}
