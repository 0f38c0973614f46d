/** DnsZone: many records of a domain, or all of them, as one resource. */
import { isDeepStrictEqual } from "node:util";
import { ifValid, type ZoneRow } from "../dns/index.ts";
import { domainOf, hasUnknown, isSameBut, sameDomain } from "../lifecycle/arguments.ts";
import { defineResource, whenDue } from "../lifecycle/define.ts";
import type { Change, CheckContext } from "../lifecycle/definition.ts";
import { checkArguments } from "../lifecycle/records/checks.ts";
import { isServedHere, recordKind, zoneEndpoints } from "../lifecycle/records/kind.ts";
import * as map from "../lifecycle/records/map.ts";
import { entryOf, isApart, isSame, textsIn, valueChanges } from "../lifecycle/records/values.ts";
import type { ZoneArgs, ZoneState } from "../lifecycle/records/zone.ts";
import * as zone from "../lifecycle/records/zone.ts";
import { RowsCheck } from "../lifecycle/rows/check.ts";
import type { RowsSpec } from "../lifecycle/rows/entry.ts";
import { memoryIn } from "../lifecycle/rows/entry.ts";
import { rowsLifeCycle } from "../lifecycle/rows/resource.ts";

const domainIn = ({ domain }: { domain?: string | undefined }) => ifValid(() => domainOf({ domain })) ?? "";

const spec: RowsSpec<ZoneRow, ZoneArgs, ZoneState> = {
  kind: recordKind,
  isSame: (args, previous) => isSameBut(zone.zoneControls, { ...args }, { ...previous }) && !isApart("ttl", previous),
  hasData: ({ records }) => records !== undefined,
  unknownKeys,
  scopeOf(bag) {
    const ignores = map.ignoresOf(bag, domainIn(bag));
    return {
      extent: zone.isAuthoritative(bag) ? "all" : "own",
      isOne: false,
      ignores: (row) => !("opaque" in row) && ignores(row.name, row.data.type),
      ...("maxChanges" in bag && { maxChanges: bag.maxChanges }),
      ...("maxUnlistedDeletes" in bag && { maxUnlistedDeletes: bag.maxUnlistedDeletes }),
    };
  },
  wantedIn: (bag) => map.recordsIn(bag, domainIn(bag)),
  shownIn: (bag) => zone.shownIn(bag, domainIn(bag)),
  entryOf,
  stateOf: zone.stateOf,
};
const check = new RowsCheck(spec);

/** Keys of lists with unknown values or TTLs. `undefined` if any live record could be meant. */
function unknownKeys(args: Partial<ZoneArgs>, { known }: CheckContext<ZoneArgs>) {
  const { domain, records, ttls = {} } = args;
  if (
    domain === undefined ||
    records === undefined ||
    !known("ignoreRecords") ||
    (!known("ttls") && args.ttls === undefined)
  )
    return undefined;
  const isOpen = ({ written, values, ownTtl }: map.KeyedList) =>
    hasUnknown(values) || hasUnknown(ttls[written]) || (ownTtl === undefined && !known("ttl"));
  return new Set(map.listsOf(args, domainIn(args)).flatMap((list) => (isOpen(list) ? [list.key] : [])));
}

const isSameTtl = (was: map.KeyedList | undefined, will: map.KeyedList | undefined) =>
  was?.ownTtl === will?.ownTtl || (was !== undefined && will !== undefined && was.ttl === will.ttl);

/** The lists that differ. The zone owns a value that a refresh found only after the update that lists it. */
function recordChanges(state: ZoneState, args: Partial<ZoneArgs>): Change[] {
  const domain = domainIn(args);
  const stored = [state.records, state.ttls ?? {}, state.ttl];
  const memory = memoryIn(state);
  if (memory === undefined) return [{ path: "records", kind: "update" }];
  // Lists of which one record has another TTL than the list shows.
  const apart = new Set<string | undefined>(memory.flatMap(({ key, sent }) => (sent ? [key] : [])));
  if (apart.size === 0 && isDeepStrictEqual(stored, [args.records, args.ttls ?? {}, args.ttl])) return [];
  const found = new Set(memory.flatMap(({ key, unlisted }) => (unlisted ? [key] : [])));
  const before = new Map(map.listsOf(state, domain).map((list) => [list.key, list]));
  const after = new Map(map.listsOf(args, domain).map((list) => [list.key, list]));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): Change[] => {
    const [was, will] = [before.get(key), after.get(key)];
    const path = (argument: string) => `${argument}[${JSON.stringify((will ?? was)?.written)}]`;
    const isTtlSame = isSameTtl(was, will) && !apart.has(was?.written);
    const ttls: Change[] = isTtlSame ? [] : [{ path: path("ttls"), kind: "update" }];
    if (was === undefined || will === undefined) {
      const kind = was === undefined ? "add" : "delete";
      const { values } = was ?? will ?? {};
      const isEmpty = textsIn(values).length === 0 && !hasUnknown(values);
      return [...(isEmpty ? [] : [{ path: path("records"), kind } as const]), ...ttls];
    }
    const each = valueChanges(path("records"), was.values, will.values, will.type ?? "");
    // A list with values that a refresh found is the same only in the same order (`changeOf`).
    const isMoved =
      each.length === 0 && found.has(was.written) && !isSame(was.values, will.values, will.type ?? "", true);
    return [...(isMoved ? [{ path: path("records"), kind: "update" as const }] : each), ...ttls];
  });
}

function diff(state: ZoneState, args: Partial<ZoneArgs>, unread: readonly string[] = []): Change[] {
  const changes: Change[] = [];
  if (!sameDomain(state.domain, args.domain)) changes.push({ path: "domain", kind: "replace" });
  for (const key of ["ttl", "mode", "ignoreRecords"] as const) {
    if (unread.includes(key) || !isDeepStrictEqual(state[key], args[key])) changes.push({ path: key, kind: "update" });
  }
  const areTtlsKnown = !unread.includes("ttls") && !hasUnknown(args.ttls);
  if (!areTtlsKnown) changes.push({ path: "ttls", kind: "update" });
  if (unread.includes("records")) return [...changes, { path: "records", kind: "update" }];
  return [...changes, ...recordChanges(state, areTtlsKnown ? args : { ...args, ttls: state.ttls })];
}

export const dnsZone = defineResource<ZoneArgs, ZoneState>({
  type: "DnsZone",
  summary: "Many records of a domain, or all of them, as one resource; for hundreds and thousands of records.",
  endpoints: zoneEndpoints,
  meaning: {
    create:
      "adopts identical records and creates the others. Records that differ need `adopt`, or the mode `authoritative`",
    drift: "every argument of the listed records; in an authoritative zone, also unlisted records",
    delete: "deletes only the records that it lists. Leaves records that another resource has adopted",
  },
  schema: zone.dnsZoneSchema,
  schemaFor: () => zone.dnsZoneShape,
  outputs: {},
  addedInputs: zone.addedInputs,
  partlyKnown: ["records", "ttls"],
  controls: zone.zoneControls,
  // Another domain is another zone: both can exist.
  deleteBeforeReplace: false,
  fill: check.fill,
  check(args, context) {
    const failures = checkArguments(args, context);
    if (failures.length > 0) return failures;
    return check.checkWithoutCall(args, context);
  },
  checkLive: check.checkWithList,
  preconditions: [whenDue(check.isWriting, isServedHere)],
  diff,
  ...rowsLifeCycle(spec),
  readState: zone.readState,
});
