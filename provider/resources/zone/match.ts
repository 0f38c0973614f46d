/** Which live record is which declared one, within one name and type. Pure. */

import {
  excludedBy,
  identityKey,
  identityKeys,
  isOpaque,
  type LiveRecord,
  sameTarget,
  secondaryValues,
  type ZoneRow,
} from "../../dns/index.ts";
import type { Items } from "../items/list.ts";
import { exactKey, setKey } from "../recordKeys.ts";
import type { Declared } from "./declared.ts";
import { type Stored, shownLine } from "./state.ts";

/**
 * Which of the live records of one name and type are known from before: by id, by meaning, and as many more as are
 * missing, since a record that was edited by hand means something else now.
 */
export function ownershipOf(
  stored: readonly Stored[],
  rows: readonly LiveRecord[],
  isGivenUp: (row: LiveRecord) => boolean,
) {
  const byId = new Map(stored.flatMap((record) => (record.recordId === undefined ? [] : [[record.recordId, record]])));
  const byMeaning = new Map(stored.map((record) => [identityKey(record.row.name, record.row.data), record]));
  const storedOf = (row: LiveRecord): Stored | undefined => {
    const known = row.id === undefined ? undefined : byId.get(row.id);
    return known ?? identityKeys(row).flatMap((key) => byMeaning.get(key) ?? [])[0];
  };
  const found = new Set(rows.flatMap((row) => storedOf(row) ?? []));
  // With ids on both sides another id is another record.
  const canTell = rows.every(({ id }) => id !== undefined);
  let missing = stored.filter((record) => !found.has(record) && !(canTell && record.recordId !== undefined)).length;
  return {
    storedOf,
    claim(row: LiveRecord): boolean {
      if (storedOf(row) !== undefined || isGivenUp(row)) return true;
      missing -= 1;
      return missing >= 0;
    },
  };
}

export function rowsByMeaning(rows: readonly LiveRecord[]): Map<string, LiveRecord[]> {
  const found = new Map<string, LiveRecord[]>();
  for (const row of rows) {
    for (const meaning of identityKeys(row)) {
      const same = found.get(meaning);
      if (same === undefined) found.set(meaning, [row]);
      else same.push(row);
    }
  }
  return found;
}

/** The live record of the same meaning, if it is still to be had: first among those given, then among all. */
export function ofMeaning(
  want: Declared,
  items: Items<ZoneRow>,
  first: ReadonlyMap<string, readonly LiveRecord[]>,
  taken: ReadonlySet<LiveRecord>,
  within?: ReadonlySet<LiveRecord>,
): LiveRecord | undefined {
  const meaning = identityKey(want.row.name, want.row.data);
  const among = (rows: readonly ZoneRow[]) => {
    const free = rows.filter(
      (row): row is LiveRecord => !isOpaque(row) && !taken.has(row) && (within === undefined || within.has(row)),
    );
    return free.find((row) => exactKey(row, want.row) === exactKey(want.row)) ?? free[0];
  };
  return among(first.get(meaning) ?? []) ?? among(items.withKey(meaning));
}

/** Above this many comparisons records are paired in their order. */
const maxComparisons = 10_000;

/** Pairs new records with old ones of the same name and type, by the smallest difference: each pair is one update. */
export function nearest(wanted: readonly Declared[], rows: readonly LiveRecord[]) {
  const pairs: { want: Declared; row: LiveRecord }[] = [];
  const rest = new Set(rows);
  const unpaired: Declared[] = [];
  const isFew = wanted.length * rows.length <= maxComparisons;
  for (const want of wanted) {
    let best: LiveRecord | undefined;
    for (const row of rest) {
      if (best === undefined || distance(want.row, row) < distance(want.row, best)) best = row;
      if (!isFew) break;
    }
    if (best === undefined) {
      unpaired.push(want);
      continue;
    }
    rest.delete(best);
    pairs.push({ want, row: best });
  }
  return { pairs, unpaired, rest: [...rest] };
}

function distance(a: LiveRecord, b: LiveRecord): number {
  const [priority, other] = [a, b].map(({ data }) => Object.values(secondaryValues(data)).join());
  return (
    (sameTarget(a.data, b.data) ? 0 : 4) +
    (priority === other ? 0 : 2) +
    (a.ttl === undefined || a.ttl === b.ttl ? 0 : 1) +
    (a.comment === undefined || a.comment === b.comment ? 0 : 1)
  );
}

/** What stays, and cannot stand beside what is new. */
export function obstacles(
  wanted: readonly LiveRecord[],
  isGoing: (row: LiveRecord) => boolean,
  items: Items<ZoneRow>,
): string[] {
  const found = new Set<string>();
  for (const { name, data } of wanted) {
    for (const row of excludedBy[data.type].flatMap((type) => items.withKey(setKey(name, type)))) {
      if (isOpaque(row) || isGoing(row)) continue;
      found.add(`${shownLine(row)} stays, and ${name} ${data.type} cannot stand beside it`);
    }
  }
  return [...found];
}
