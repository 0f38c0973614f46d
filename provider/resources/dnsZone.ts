/** DnsZone: many records of a domain, or its whole zone, as one resource. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { ifValid, type ZoneRow } from "../dns/index.ts";
import { domainOf, sameDomain } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import type { Change, CheckContext, LiveCheck } from "../lifecycle/definition.ts";
import { onServiceNameservers } from "../lifecycle/preconditions.ts";
import { checkArguments } from "../lifecycle/records/checks.ts";
import { ignoresOf } from "../lifecycle/records/ignore.ts";
import { recordKind, zoneEndpoints } from "../lifecycle/records/kind.ts";
import {
  entriesOf,
  entryOf,
  fieldsOf,
  groupByKey,
  type MapEntry,
  mapOf,
  recordOf,
  recordsIn,
} from "../lifecycle/records/map.ts";
import {
  addedInputs,
  dnsZoneSchema,
  dnsZoneShape,
  isAuthoritative,
  readState,
  recordsByKey,
  shownIn,
  stateOf,
  type ZoneArgs,
  type ZoneState,
  zoneControls,
} from "../lifecycle/records/zone.ts";
import { RowsCheck } from "../lifecycle/rows/check.ts";
import { rowsLifeCycle } from "../lifecycle/rows/resource.ts";
import type { RowsSpec } from "../lifecycle/rows/spec.ts";
import type { Run } from "../lifecycle/run.ts";

const domainIn = ({ domain }: { domain?: string | undefined }) => ifValid(() => domainOf({ domain })) ?? "";

const spec: RowsSpec<ZoneRow, ZoneArgs, ZoneState> = {
  kind: recordKind,
  isOne: false,
  scopeOf(bag) {
    const ignores = ignoresOf(bag, domainIn(bag));
    return {
      extent: isAuthoritative(bag) ? "all" : "own",
      ignores: (row) => !("opaque" in row) && ignores(row.name, row.data.type),
      ...("maxChange" in bag && { maxChange: bag.maxChange }),
      ...("deleteUnlisted" in bag && { deleteUnlisted: bag.deleteUnlisted }),
    };
  },
  wantedIn: (bag) => recordsIn(bag.records, domainIn(bag)),
  shownIn: (bag) => shownIn(bag, domainIn(bag)),
  entryOf: ({ domain: _, ...args }: { domain?: unknown }, domain) => entryOf(args, domain),
  stateOf,
};
const check = new RowsCheck(spec);

/** Plans an authoritative zone, as far as its records are known. */
async function checkAuthoritative(
  args: Partial<ZoneArgs>,
  context: CheckContext<ZoneArgs>,
  run: Run,
): Promise<LiveCheck<ZoneArgs>> {
  const { holdsUnknown } = context;
  const entries = entriesOf(args.records, domainIn(args));
  const isNameless = (entry: MapEntry) => {
    const { name, type, service, protocol } = fieldsOf(entry);
    return [name, type, service, protocol].some(holdsUnknown);
  };
  // A record whose name isn't known yet could be any live record.
  if (args.domain === undefined || !context.known("ignore") || entries === undefined || entries.some(isNameless))
    return { failures: [] };
  const open = entries.filter((entry) => holdsUnknown(entry.value)).map(({ key }) => key);
  return check.checkExtent(args, context, run, new Set(open));
}

function recordChanges({ records: old, unlisted }: ZoneState, wanted: unknown, domain: string): Change[] {
  // A record that a refresh found is the zone's own from the update on that lists it.
  const found = new Set(Object.keys(Object(unlisted)));
  if (found.size === 0 && isDeepStrictEqual(old, wanted)) return [];
  // What a record says, in whatever order and spelling; what is none, by the letter.
  const meanings = (entries: readonly MapEntry[] = []) =>
    entries.map((entry) => recordOf(entry, domain)?.signature ?? JSON.stringify(entry.value)).sort();
  const before = groupByKey(entriesOf(old, domain) ?? []);
  const after = groupByKey(entriesOf(wanted, domain) ?? []);
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): Change[] => {
    const [was, will] = [before.get(key), after.get(key)];
    if (was && will && !found.has(key) && isDeepStrictEqual(meanings(was), meanings(will))) return [];
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
  // What the check of an authoritative zone found, and no update has dealt with yet.
  if (args.plan !== undefined && args.plan !== state.plan && isAuthoritative(args)) {
    changes.push({ path: "plan", kind: "update", reason: "the live zone differs" });
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
    delete: "deletes only the records that it lists. Leaves those that another resource has adopted",
  },
  schema: dnsZoneSchema,
  schemaFor: () => dnsZoneShape,
  outputs: {
    records: recordsByKey.meta({ description: "Lists of records by owner name and type." }),
    recordIds: z.record(z.string(), z.array(z.string())).optional().meta({
      description: "The registrar's IDs, in the same lists as `records`; an empty string where it has shown none.",
    }),
  },
  addedInputs,
  partlyKnown: ["records"],
  controls: zoneControls,
  shownInputs: ["plan"],
  // Two domains can stand side by side.
  deleteBeforeReplace: false,
  inTexts: true,
  fill({ records, domain = "not-known-yet.invalid" }) {
    const entries = entriesOf(records, domain);
    const map = entries && mapOf(entries);
    return map === undefined || isDeepStrictEqual(map, records) ? {} : { records: map };
  },
  check(args, context) {
    const failures = checkArguments(args, context);
    if (failures.length > 0) return failures;
    const leaving = check.checkLeaving(args, context);
    if (leaving.length > 0 || isAuthoritative(args) || !context.known("records")) return leaving;
    return check.checkUnread(args, context);
  },
  needsLiveCheck: (args, context) =>
    isAuthoritative(args) || (context.known("records") && context.canAsk() && check.isChanged(args, context)),
  checkLive: (args, context, run) =>
    isAuthoritative(args) ? checkAuthoritative(args, context, run) : check.checkOwn(args, context, run),
  preconditions: [
    onServiceNameservers(
      "records",
      (args, { context }) => context.known("records") && check.isToBeWritten(args, context),
    ),
  ],
  diff,
  ...rowsLifeCycle(spec),
  readState,
});
