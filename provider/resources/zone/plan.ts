/** What an `up` of a zone would do, record by record. Pure. */
import type { Items } from "../../api/items.ts";
import {
  identityKey,
  identityKeys,
  type LiveRecord,
  recordTypeNames,
  sameTarget,
  type ZoneRow,
} from "../../dns/index.ts";
import { exactKey, setKey } from "../run.ts";
import type { Ignores } from "./ignore.ts";
import { type Declared, differingKeys, groupByKey, signature } from "./records.ts";
import { type Stored, toldOf } from "./state.ts";

/** Nothing to do: the record is as it should be, or nobody asked to look. */
export interface Keep {
  kind: "keep";
  want: Declared;
  row?: LiveRecord;
  stored?: Stored;
}
export interface Create {
  kind: "create";
  want: Declared;
}
export interface Update {
  kind: "update";
  want: Declared;
  row: LiveRecord;
  /** Arguments to lay over what is live. */
  keys: readonly string[];
  stored?: Stored;
  /** Is it a record that this resource listed before? */
  isOwned: boolean;
}
export interface Delete {
  kind: "delete";
  row: LiveRecord;
  stored?: Stored;
  isOwned: boolean;
}
export type Step = Keep | Create | Update | Delete;

export interface Plan {
  steps: Step[];
  /** Records that exist and could be changed: what the share of changes is counted in. */
  base: number;
  /** What stands in the way, in words. */
  blocked: string[];
  /** Records that it gives up and that stay, because another resource of the program holds them. */
  stays: LiveRecord[];
}

/** What a plan is made of. */
export interface View {
  domain: string;
  wanted: readonly Declared[];
  /** What this resource owns, as far as it knows. */
  stored: readonly Stored[];
  items: Items<ZoneRow>;
  /** The live record that was stored. */
  find(stored: Stored): LiveRecord | undefined;
  /** Does another resource of the program hold it? */
  isOthers(row: LiveRecord): boolean;
  ignores: Ignores;
  /** May an existing record of the same data be given another TTL, comment or priority? */
  adopt: boolean;
  /** Did this resource list such a record before, though it is not among those stored? */
  wasListed(row: LiveRecord): boolean;
  /** Does a live record show everything as wanted? */
  satisfies(row: LiveRecord, want: Declared, stored?: Stored): boolean;
}

export const isApexNs = ({ name, data }: LiveRecord) => name === "@" && data.type === "NS";
export const keyOfRow = ({ name, data }: LiveRecord) => `${name} ${data.type}`;
const allKeys = ({ args }: Declared) => Object.keys(args);

/** Pairs what did not change between two sets of records, in linear time. */
export function pairUnchanged(wanted: readonly Declared[], stored: readonly Stored[]) {
  const bySignature = groupByKey(stored.map((record) => ({ key: signature(record), record })));
  const used = new Map<string, number>();
  const same: { want: Declared; stored: Stored }[] = [];
  const changed: Declared[] = [];
  for (const want of wanted) {
    const text = signature(want);
    const place = used.get(text) ?? 0;
    const twin = bySignature.get(text)?.[place]?.record;
    if (twin === undefined) changed.push(want);
    else {
      used.set(text, place + 1);
      same.push({ want, stored: twin });
    }
  }
  const paired = new Set(same.map(({ stored: twin }) => twin));
  return { same, changed, dropped: stored.filter((record) => !paired.has(record)) };
}

/** Records that are there, and become this resource's as they are, without a write. */
export const takeoversOf = ({ steps }: Pick<Plan, "steps">): Declared[] =>
  steps.flatMap((step) =>
    step.kind === "keep" && step.row !== undefined && step.stored === undefined ? [step.want] : [],
  );

/** Owns what it lists, and what it listed before. Records that did not change are not looked at. */
export function additivePlan(view: View): Plan {
  const { wanted, stored, items, find, isOthers, ignores, adopt, satisfies, domain } = view;
  const [wantedByKey, storedByKey] = [groupByKey(wanted), groupByKey(stored)];
  const steps: Step[] = [];
  const blocked: string[] = [];
  const stays: LiveRecord[] = [];
  for (const key of new Set([...wantedByKey.keys(), ...storedByKey.keys()])) {
    const { same, changed, dropped } = pairUnchanged(wantedByKey.get(key) ?? [], storedByKey.get(key) ?? []);
    for (const { want, stored: twin } of same) steps.push({ kind: "keep", want, stored: twin });
    if (changed.length === 0 && dropped.length === 0) continue;
    const taken = new Set<LiveRecord>(same.flatMap(({ stored: twin }) => find(twin) ?? []));
    const own = new Map<LiveRecord, Stored>();
    for (const record of dropped) {
      const row = find(record);
      if (row !== undefined && !taken.has(row)) own.set(row, record);
    }
    const ownByMeaning = rowsByMeaning([...own.keys()]);
    const left: Declared[] = [];
    for (const want of changed) {
      const row = ofMeaning(want, items, ownByMeaning, taken);
      if (row === undefined) {
        left.push(want);
        continue;
      }
      taken.add(row);
      const twin = own.get(row);
      own.delete(row);
      if (twin === undefined && isOthers(row)) {
        blocked.push(`${toldOf(row)} belongs to another resource of this program`);
      } else if (satisfies(row, want, twin)) {
        steps.push({ kind: "keep", want, row, ...(twin && { stored: twin }) });
      } else if (twin === undefined && !adopt) {
        blocked.push(`${toldOf(row)} exists already, with another TTL, comment or priority`);
      } else {
        const keys = twin === undefined ? allKeys(want) : differingKeys(argsOf(twin), want.args, domain);
        // Not listed before, but taken over with `adopt`: that is consent enough.
        steps.push({ kind: "update", want, row, keys, isOwned: true, ...(twin && { stored: twin }) });
      }
    }
    const mine = [...own].filter(([row]) => !taken.has(row) && !isApexNs(row));
    const free = mine.filter(([row]) => !isOthers(row));
    for (const [row] of mine) if (isOthers(row)) stays.push(row);
    const { pairs, unpaired, rest } = nearest(
      left,
      free.map(([row]) => row),
    );
    for (const { want, row } of pairs) {
      const twin = own.get(row);
      const keys = twin === undefined ? allKeys(want) : differingKeys(argsOf(twin), want.args, domain);
      steps.push({ kind: "update", want, row, keys, isOwned: true, ...(twin && { stored: twin }) });
    }
    for (const want of unpaired) steps.push({ kind: "create", want });
    for (const row of rest) {
      const twin = own.get(row);
      if (ignores(row.name, row.data.type)) continue;
      steps.push({ kind: "delete", row, isOwned: true, ...(twin && { stored: twin }) });
    }
  }
  return { steps, base: stored.length, blocked: [...blocked, ...obstacles(steps, items)], stays };
}

const argsOf = ({ args }: Stored): Record<string, unknown> => ({ ...args });

/** Owns the whole zone, but for what is ignored, held by others, the service's own or not understood. */
export function authoritativePlan(view: View): Plan {
  const { wanted, stored, items, isOthers, ignores, satisfies, wasListed } = view;
  const rows = items.rows.filter(
    (row): row is LiveRecord => !("opaque" in row) && !ignores(row.name, row.data.type) && !isOthers(row),
  );
  const live = groupByKey(rows.map((row) => ({ key: keyOfRow(row), row })));
  const [wantedByKey, storedByKey] = [groupByKey(wanted), groupByKey(stored)];
  const steps: Step[] = [];
  for (const key of new Set([...wantedByKey.keys(), ...live.keys()])) {
    const here = (live.get(key) ?? []).map(({ row }) => row);
    const ownership = ownershipOf(storedByKey.get(key) ?? [], here, wasListed);
    const taken = new Set<LiveRecord>();
    const left: Declared[] = [];
    const isHere = new Set(here);
    for (const want of wantedByKey.get(key) ?? []) {
      const row = ofMeaning(want, items, new Map(), taken, isHere);
      if (row === undefined) {
        left.push(want);
        continue;
      }
      taken.add(row);
      const twin = ownership.storedOf(row);
      if (satisfies(row, want, twin)) steps.push({ kind: "keep", want, row, ...(twin && { stored: twin }) });
      else steps.push({ kind: "update", want, row, keys: allKeys(want), isOwned: true, ...(twin && { stored: twin }) });
    }
    const free = here.filter((row) => !taken.has(row) && !isApexNs(row));
    const { pairs, unpaired, rest } = nearest(left, free);
    for (const { want, row } of pairs) {
      const twin = ownership.storedOf(row);
      const isOwned = ownership.claim(row);
      steps.push({ kind: "update", want, row, keys: allKeys(want), isOwned, ...(twin && { stored: twin }) });
    }
    for (const want of unpaired) steps.push({ kind: "create", want });
    for (const row of rest) {
      const twin = ownership.storedOf(row);
      steps.push({ kind: "delete", row, isOwned: ownership.claim(row), ...(twin && { stored: twin }) });
    }
  }
  const base = rows.filter((row) => !isApexNs(row)).length;
  return { steps, base, blocked: obstacles(steps, items), stays: [] };
}

/**
 * Which of the live records of one name and type are known from before: by id, by meaning, and as many more as are
 * missing, since a record that was edited by hand means something else now.
 */
function ownershipOf(stored: readonly Stored[], rows: readonly LiveRecord[], wasListed: (row: LiveRecord) => boolean) {
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
      if (storedOf(row) !== undefined || wasListed(row)) return true;
      missing -= 1;
      return missing >= 0;
    },
  };
}

function rowsByMeaning(rows: readonly LiveRecord[]): Map<string, LiveRecord[]> {
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
function ofMeaning(
  want: Declared,
  items: Items<ZoneRow>,
  first: ReadonlyMap<string, readonly LiveRecord[]>,
  taken: ReadonlySet<LiveRecord>,
  within?: ReadonlySet<LiveRecord>,
): LiveRecord | undefined {
  const meaning = identityKey(want.row.name, want.row.data);
  const among = (rows: readonly ZoneRow[]) => {
    const free = rows.filter(
      (row): row is LiveRecord => !("opaque" in row) && !taken.has(row) && (within === undefined || within.has(row)),
    );
    return free.find((row) => exactKey(row) === exactKey(want.row)) ?? free[0];
  };
  return among(first.get(meaning) ?? []) ?? among(items.withKey(meaning));
}

/** Above this many comparisons records are paired in their order. */
const maxComparisons = 10_000;

/** Pairs new records with old ones of the same name and type, by the smallest difference: each pair is one update. */
function nearest(wanted: readonly Declared[], rows: readonly LiveRecord[]) {
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
  const [priority, other] = [a, b].map(({ data }) => ("priority" in data ? data.priority : undefined));
  return (
    (sameTarget(a.data, b.data) ? 0 : 4) +
    (priority === other ? 0 : 2) +
    (a.ttl === undefined || a.ttl === b.ttl ? 0 : 1) +
    (a.comment === undefined || a.comment === b.comment ? 0 : 1)
  );
}

/** A CNAME stands alone at its name (RFC 1034 section 3.6.2): what would stay beside one that is new, or the other way round. */
function obstacles(steps: readonly Step[], items: Items<ZoneRow>): string[] {
  const going = new Set(steps.flatMap((step) => (step.kind === "delete" ? [step.row] : [])));
  const found = new Set<string>();
  for (const step of steps) {
    if (step.kind !== "create") continue;
    const { name, data } = step.want.row;
    const types = data.type === "CNAME" ? recordTypeNames : (["CNAME"] as const);
    for (const type of types) {
      for (const row of items.withKey(setKey(name, type))) {
        if ("opaque" in row || going.has(row)) continue;
        found.add(`${toldOf(row)} stays, and ${name} ${data.type} cannot stand beside it`);
      }
    }
  }
  return [...found];
}
