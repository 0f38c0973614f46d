/** DnsZone: many records of a domain, or all of them, as one resource. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { ifValid, type ZoneRow } from "../dns/index.ts";
import { domainOf, sameDomain } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import type { Change, CheckContext } from "../lifecycle/definition.ts";
import { isSameBut, onServiceNameservers } from "../lifecycle/preconditions.ts";
import { checkArguments } from "../lifecycle/records/checks.ts";
import { ignoresOf } from "../lifecycle/records/ignore.ts";
import { recordKind, zoneEndpoints } from "../lifecycle/records/kind.ts";
import type { MapEntry } from "../lifecycle/records/map.ts";
import * as map from "../lifecycle/records/map.ts";
import type { ZoneArgs, ZoneState } from "../lifecycle/records/zone.ts";
import * as zone from "../lifecycle/records/zone.ts";
import { RowsCheck } from "../lifecycle/rows/check.ts";
import type { RowsSpec } from "../lifecycle/rows/kind.ts";
import { rowsLifeCycle } from "../lifecycle/rows/resource.ts";

const domainIn = ({ domain }: { domain?: string | undefined }) => ifValid(() => domainOf({ domain })) ?? "";

const spec: RowsSpec<ZoneRow, ZoneArgs, ZoneState> = {
  kind: recordKind,
  isSame: (args, previous) => isSameBut(zone.zoneControls, { ...args }, { ...previous }),
  hasData: ({ records }) => records !== undefined,
  openKeys,
  scopeOf(bag) {
    const ignores = ignoresOf(bag, domainIn(bag));
    return {
      extent: zone.isAuthoritative(bag) ? "all" : "own",
      isOne: false,
      ignores: (row) => !("opaque" in row) && ignores(row.name, row.data.type),
      ...("maxChange" in bag && { maxChange: bag.maxChange }),
      ...("deleteUnlisted" in bag && { deleteUnlisted: bag.deleteUnlisted }),
    };
  },
  wantedIn: (bag) => map.recordsIn(bag.records, domainIn(bag)),
  shownIn: (bag) => zone.shownIn(bag, domainIn(bag)),
  entryOf: map.entryOf,
  stateOf: zone.stateOf,
};
const check = new RowsCheck(spec);

/** Keys of records with unknown values. `undefined` if the name or type of a record is unknown: it could be any live record. */
function openKeys(args: Partial<ZoneArgs>, { known, holdsUnknown }: CheckContext<ZoneArgs>) {
  const entries = map.entriesOf(args.records, domainIn(args));
  const isNameless = (entry: MapEntry) => {
    const { name, type, service, protocol } = map.fieldsOf(entry);
    return [name, type, service, protocol].some(holdsUnknown);
  };
  if (args.domain === undefined || !known("ignore") || entries?.some(isNameless) !== false) return undefined;
  return new Set(entries.filter((entry) => holdsUnknown(entry.value)).map(({ key }) => key));
}

function recordChanges({ records: old, unlisted }: ZoneState, wanted: unknown, domain: string): Change[] {
  if (isDeepStrictEqual(old, wanted)) return [];
  // Keys with records that a refresh found. Their lists are the same only in the same order (`goalOf`).
  const found = new Set(Object.keys(Object(unlisted)));
  // Valid records are compared by meaning, in any order; other values to the letter.
  const meanings = (entries: readonly MapEntry[], isOrdered: boolean) => {
    const all = entries.map((entry) => map.recordOf(entry, domain)?.signature ?? JSON.stringify(entry.value));
    return (isOrdered ? all : all.sort()).join();
  };
  const before = map.groupByKey(map.entriesOf(old, domain) ?? []);
  const after = map.groupByKey(map.entriesOf(wanted, domain) ?? []);
  const isSame = (key: string, was: readonly MapEntry[], will: readonly MapEntry[]) =>
    isDeepStrictEqual(was, will) || meanings(was, found.has(key)) === meanings(will, found.has(key));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): Change[] => {
    const [was, will] = [before.get(key), after.get(key)];
    if (was && will && isSame(key, was, will)) return [];
    const reason = was === undefined ? "not there" : will === undefined ? "not listed" : "differs";
    return [{ path: `records[${JSON.stringify(key)}]`, kind: "update", reason }];
  });
}

function diff(state: ZoneState, args: Partial<ZoneArgs>, unread: readonly string[] = []): Change[] {
  const changes: Change[] = [];
  if (!sameDomain(state.domain, args.domain)) changes.push({ path: "domain", kind: "replace", reason: "differs" });
  for (const key of ["mode", "ignore"] as const) {
    if (unread.includes(key) || !isDeepStrictEqual(state[key], args[key]))
      changes.push({ path: key, kind: "update", reason: "differs" });
  }
  return [...changes, ...recordChanges(state, args.records, domainIn(args))];
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
  outputs: {
    records: zone.recordsByKey.meta({ description: "Lists of records by owner name and type." }),
    recordIds: z.record(z.string(), z.array(z.string())).optional().meta({
      description: "The registrar's IDs, in the same lists as `records`; an empty string for an ID not shown yet.",
    }),
  },
  addedInputs: zone.addedInputs,
  partlyKnown: ["records"],
  controls: zone.zoneControls,
  // Another domain is another zone: both can exist.
  deleteBeforeReplace: false,
  inTexts: true,
  fill({ records, domain = "not-known-yet.invalid" }, { previous }) {
    if (records === previous?.records && domain === previous?.domain) return {};
    const entries = map.entriesOf(records, domain);
    const canonical = entries && map.mapOf(entries);
    return canonical === undefined || isDeepStrictEqual(canonical, records) ? {} : { records: canonical };
  },
  check(args, context) {
    const failures = checkArguments(args, context);
    if (failures.length > 0) return failures;
    return check.unread(args, context);
  },
  needsLiveCheck: (args, context) => context.canAsk() && check.ahead(context, args) !== undefined,
  checkLive: (args, context, run) => check.live(args, context, run),
  preconditions: [
    onServiceNameservers("records", (args, { context }) => (check.ahead(context, args)?.changed ?? []).length > 0),
  ],
  diff,
  ...rowsLifeCycle(spec),
  readState: zone.readState,
});
