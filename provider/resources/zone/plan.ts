/** What an `up` of a zone would do, record by record. Pure. */

import { identityKey, type LiveRecord, type ZoneRow } from "../../dns/index.ts";
import type { Items } from "../items/list.ts";
import { exactKey, setKeyOf } from "../recordKeys.ts";
import { type Declared, differingKeys } from "./declared.ts";
import type { Ignores } from "./ignore.ts";
import { nearest, obstacles, ofMeaning, ownershipOf, rowsByMeaning } from "./match.ts";
import { groupByKey } from "./records.ts";
import { type Stored, shownLine } from "./state.ts";

/** Nothing to do: the record is as it should be, or nobody asked to look. */
export interface Keep {
  kind: "keep";
  want: Declared;
  row?: LiveRecord;
  stored?: Stored | undefined;
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
  stored?: Stored | undefined;
  /** Is it a record that this resource listed before? */
  isOwned: boolean;
}
export interface Delete {
  kind: "delete";
  row: LiveRecord;
  stored?: Stored | undefined;
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
  /** All but the records of this key are left alone. */
  only?: string | undefined;
  /** The live record that was stored. */
  find(stored: Stored): LiveRecord | undefined;
  /** Does another resource of the program hold it? */
  isOthers(row: LiveRecord): boolean;
  ignores: Ignores;
  /** May an existing record of the same data be given another TTL, comment or priority? */
  adopt: boolean;
  /** Did a set that is replaced in this run list it? */
  isGivenUp(row: LiveRecord): boolean;
  /** Does a live record show everything as wanted? */
  satisfies(row: LiveRecord, want: Declared, stored?: Stored): boolean;
}

export const isApexNs = ({ name, data }: LiveRecord) => name === "@" && data.type === "NS";
/** What a row is known by within one run: the registrar's id, or, without one, all that it says. */
export const rowName = (row: LiveRecord) => row.id ?? exactKey(row);
const keyOfRow = ({ name, data }: LiveRecord) => `${name} ${data.type}`;
const allKeys = ({ args }: Declared) => Object.keys(args);

/** Pairs what did not change between two sets of records, in linear time. */
export function pairUnchanged(wanted: readonly Declared[], stored: readonly Stored[]) {
  const [want, twin] = [wanted[0], stored[0]];
  // Most names have one record of a type.
  if (wanted.length === 1 && stored.length === 1 && want && twin && want.signature === twin.signature) {
    return { same: [{ want, stored: twin }], changed: [], dropped: [] };
  }
  const bySignature = groupByKey(stored.map((record) => ({ key: record.signature, record })));
  const used = new Map<string, number>();
  const same: { want: Declared; stored: Stored }[] = [];
  const changed: Declared[] = [];
  for (const want of wanted) {
    const text = want.signature;
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

/** An import takes all that is live into the state: which of it does the program list, in whatever form, and which not? */
export function listedAmong(stored: readonly Stored[], wanted: readonly Declared[]) {
  const meaningOf = ({ row }: Declared) => identityKey(row.name, row.data);
  const listed = new Set(wanted.map(meaningOf));
  const isListed = (record: Stored) => listed.has(meaningOf(record));
  return { own: stored.filter(isListed), others: stored.filter((record) => !isListed(record)) };
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
        blocked.push(`${shownLine(row)} belongs to another resource of this program`);
      } else if (satisfies(row, want, twin)) {
        steps.push({ kind: "keep", want, row, stored: twin });
      } else if (twin === undefined && !adopt) {
        blocked.push(`${shownLine(row)} exists already, with another TTL, comment or priority`);
      } else {
        const keys = twin === undefined ? allKeys(want) : differingKeys(argsOf(twin), want.args, domain);
        // Not listed before, but taken over with `adopt`: that is consent enough.
        steps.push({ kind: "update", want, row, keys, isOwned: true, stored: twin });
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
      steps.push({ kind: "update", want, row, keys, isOwned: true, stored: twin });
    }
    for (const want of unpaired) steps.push({ kind: "create", want });
    for (const row of rest) {
      const twin = own.get(row);
      if (ignores(row.name, row.data.type)) continue;
      steps.push({ kind: "delete", row, isOwned: true, stored: twin });
    }
  }
  return { steps, base: stored.length, blocked: [...blocked, ...obstaclesTo(steps, view)], stays };
}

const argsOf = ({ args }: Stored): Record<string, unknown> => ({ ...args });

/** The live records that are understood: all, or those of one key. */
export const rowsIn = (items: Items<ZoneRow>, only: string | undefined): LiveRecord[] =>
  (only === undefined ? items.rows : items.withKey(setKeyOf(only))).filter(
    (row): row is LiveRecord => !("opaque" in row),
  );

/** Owns the whole zone, but for what is ignored, held by others, the service's own or not understood. */
export function authoritativePlan(view: View): Plan {
  const { wanted, stored, items, only, isOthers, ignores, satisfies, isGivenUp } = view;
  const rows = rowsIn(items, only).filter((row) => !ignores(row.name, row.data.type) && !isOthers(row));
  const live = groupByKey(rows.map((row) => ({ key: keyOfRow(row), row })));
  const [wantedByKey, storedByKey] = [groupByKey(wanted), groupByKey(stored)];
  const steps: Step[] = [];
  for (const key of new Set([...wantedByKey.keys(), ...live.keys()])) {
    const here = (live.get(key) ?? []).map(({ row }) => row);
    const ownership = ownershipOf(storedByKey.get(key) ?? [], here, isGivenUp);
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
      if (satisfies(row, want, twin)) steps.push({ kind: "keep", want, row, stored: twin });
      else steps.push({ kind: "update", want, row, keys: allKeys(want), isOwned: true, stored: twin });
    }
    const free = here.filter((row) => !taken.has(row) && !isApexNs(row));
    const { pairs, unpaired, rest } = nearest(left, free);
    for (const { want, row } of pairs) {
      const twin = ownership.storedOf(row);
      const isOwned = ownership.claim(row);
      steps.push({ kind: "update", want, row, keys: allKeys(want), isOwned, stored: twin });
    }
    for (const want of unpaired) steps.push({ kind: "create", want });
    for (const row of rest) {
      const twin = ownership.storedOf(row);
      steps.push({ kind: "delete", row, isOwned: ownership.claim(row), stored: twin });
    }
  }
  const base = rows.filter((row) => !isApexNs(row)).length;
  return { steps, base, blocked: obstaclesTo(steps, view), stays: [] };
}

/** What stays and stands in the way of what is created. */
function obstaclesTo(steps: readonly Step[], { items, isGivenUp }: View): string[] {
  const going = new Set<LiveRecord>(steps.flatMap((step) => (step.kind === "delete" ? [step.row] : [])));
  const wanted = steps.flatMap((step) => (step.kind === "create" ? [step.want.row] : []));
  return obstacles(wanted, (row) => going.has(row) || isGivenUp(row), items);
}
