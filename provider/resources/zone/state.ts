/** What a zone's state holds: its records with live values, the registrar's ids by the same keys, and when it was written. */
import { createHash } from "node:crypto";
import { type LiveRecord, printData } from "../../dns/index.ts";
import { managedText, type Properties } from "../definition.ts";
import { isSecretArgument } from "../secrecy.ts";
import { type Declared, declaredOf, type Entry, entriesOf, groupByKey, mapOf } from "./records.ts";

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
export function toldOf(row: Pick<LiveRecord, "name" | "data">): string {
  return isSecretArgument("records") ? `${row.name} ${row.data.type} [secret]` : lineOf(row);
}

/** How the arguments remember a record that was listed and goes now: by the registrar's id, without what it says. */
export function markOf({ id, name, data }: LiveRecord): string | undefined {
  return id === undefined ? undefined : `${name} ${data.type} ${id}`;
}

/** How 0.1.0 remembered a record. */
export function formerMark(row: Pick<LiveRecord, "name" | "data">): string {
  const hash = createHash("sha256").update(lineOf(row)).digest("hex").slice(0, 12);
  return `${row.name} ${row.data.type} ${hash}`;
}

/** Arguments that say what is live; the others only steer. */
const liveArguments = ["domain", "ignore", "mode", "records"] as const;
export const zoneControls = [
  "adopt",
  "deleteUnlisted",
  "dropped",
  "ignoreChecks",
  "maxChange",
  "plan",
  "unlisted",
] as const;

/** Keys of one map beside another, aligned with it where a key holds several records. */
function marks<T>(kept: readonly Kept[], pick: (record: Kept) => T | undefined): Record<string, T | (T | null)[]> {
  const found: Record<string, T | (T | null)[]> = {};
  for (const [key, group] of groupByKey(kept)) {
    const values = group.map(pick);
    const [first] = values;
    if (values.every((value) => value === undefined)) continue;
    if (values.length > 1) found[key] = values.map((value) => value ?? null);
    else if (first !== undefined) found[key] = first;
  }
  return found;
}

const isEmpty = (object: object) => Object.keys(object).length === 0;

export interface ZoneState {
  args: Properties;
  kept: readonly Kept[];
  /** When it was last written. */
  writtenAt?: unknown;
  plan?: unknown;
}

export function stateOf({ args, kept, writtenAt, plan }: ZoneState): Properties {
  const given = liveArguments.filter((key) => key === "records" || args[key] !== undefined);
  const recordIds = marks(kept, ({ recordId }) => recordId);
  const acceptedTtl = marks(kept, (record) => record.acceptedTtl);
  const unlisted = marks(kept, ({ isUnlisted }) => isUnlisted);
  return {
    ...Object.fromEntries(given.map((key) => [key, args[key]])),
    records: mapOf(kept),
    managed: managedText(given),
    ...(!isEmpty(recordIds) && { recordIds }),
    ...(!isEmpty(acceptedTtl) && { acceptedTtl }),
    ...(writtenAt !== undefined && { writtenAt }),
    ...(plan !== undefined && { plan }),
    ...(!isEmpty(unlisted) && { unlisted }),
  };
}

/** The records that arguments or a state say this resource owns: what is only shown there is not among them. */
export function storedIn(bag: Properties, domain: string): Stored[] {
  const ids = marked(bag["recordIds"]);
  const ttls = marked(bag["acceptedTtl"]);
  const unlisted = marked(bag["unlisted"]);
  const former = new Set<unknown>(Array.isArray(bag["unlisted"]) ? bag["unlisted"] : []);
  const stored: Stored[] = [];
  for (const [key, group] of groupByKey(entriesOf(bag["records"], domain) ?? [])) {
    group.forEach((entry, place) => {
      const declared = declaredOf(entry, domain);
      if (declared === undefined || unlisted(key, place) === true) return;
      if (former.size > 0 && former.has(formerMark(declared.row))) return;
      const recordId = ids(key, place);
      const acceptedTtl = ttls(key, place);
      stored.push({
        ...declared,
        ...(typeof recordId === "string" && { recordId }),
        ...(typeof acceptedTtl === "number" && { acceptedTtl }),
      });
    });
  }
  return stored;
}

function marked(value: unknown): (key: string, place: number) => unknown {
  const map = new Map<string, unknown>(typeof value === "object" && value !== null ? Object.entries(value) : []);
  return (key, place) => {
    const mark = map.get(key);
    return Array.isArray(mark) ? mark[place] : place === 0 ? mark : undefined;
  };
}
