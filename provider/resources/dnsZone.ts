/** DnsZone: many records of a domain, or all of them, as one resource. */
import { isDeepStrictEqual } from "node:util";
import * as dns from "../dns/index.ts";
import { domainOf, failuresOf, hasUnknown, sameDomain } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import type { Change, CheckContext, CheckFailure } from "../lifecycle/definition.ts";
import { recordKind, servedHereIf, zoneEndpoints } from "../lifecycle/records/kind.ts";
import * as lists from "../lifecycle/records/lists.ts";
import type { ZoneArgs, ZoneState } from "../lifecycle/records/zone.ts";
import * as zone from "../lifecycle/records/zone.ts";
import { RowsCheck } from "../lifecycle/rows/check.ts";
import { type RowsSpec, unlistedChanges } from "../lifecycle/rows/entry.ts";
import { memoryIn } from "../lifecycle/rows/memory.ts";
import { rowsLifeCycle } from "../lifecycle/rows/resource.ts";

const domainIn = ({ domain }: { domain?: string | undefined }) => dns.ifValid(() => domainOf({ domain })) ?? "";

const spec: RowsSpec<dns.ZoneRow, ZoneArgs, ZoneState> = {
  kind: recordKind,
  isSame(args, previous, { known }) {
    const unread = Object.keys(zone.dnsZoneSchema.shape).filter((key) => !known(key));
    return diff(zone.readState({ ...previous }), args, unread).length === 0;
  },
  hasData: ({ records }) => records !== undefined,
  unknownKeys,
  scopeOf(bag) {
    const ignores = lists.ignoresOf(bag, domainIn(bag));
    return {
      extent: "zone",
      ownsAll: zone.isAuthoritative(bag),
      keyOf: recordKind.entryKey,
      ignores: (row) => !("opaque" in row) && ignores(row.name, row.data.type),
      ...("maxChanges" in bag && { maxChanges: bag.maxChanges }),
      ...("maxUnlistedDeletes" in bag && { maxUnlistedDeletes: bag.maxUnlistedDeletes }),
    };
  },
  wantedIn: (bag) => lists.recordsIn(bag, domainIn(bag)),
  rememberedIn: (bag) => zone.shownIn(bag, domainIn(bag)),
  entryOf: lists.entryOf,
  stateOf: zone.stateOf,
  unlistedOf: recordKind.line,
  data: "records",
};
const check = new RowsCheck(spec);

type Context = CheckContext<ZoneArgs>;

/** Keys of lists with unknown values or TTLs. `undefined` if any live record could be meant. */
function unknownKeys(args: Partial<ZoneArgs>, { known }: Context) {
  const { domain, records, ttls } = args;
  const isReadable = known("ignoreRecords") && (known("ttls") || ttls !== undefined);
  if (domain === undefined || records === undefined || !isReadable) return undefined;
  const isOpen = ({ values, isTtlUnknown, ownTtl }: lists.KeyedList) =>
    hasUnknown(values) || isTtlUnknown || (ownTtl === undefined && !known("ttl"));
  return new Set(lists.listsOf(args, domainIn(args)).flatMap((list) => (isOpen(list) ? [list.key] : [])));
}

/** The difference of a list's TTL. @param isApart has one of its records another TTL? */
function ttlChanges(
  path: string,
  was: lists.KeyedList | undefined,
  will: lists.KeyedList | undefined,
  isApart: boolean,
) {
  const isSame = was?.ownTtl === will?.ownTtl || (was !== undefined && will !== undefined && was.ttl === will.ttl);
  const kind = was?.ownTtl === undefined ? "add" : will?.ownTtl === undefined ? "delete" : "update";
  return isSame && !isApart ? [] : [{ path, kind } as const];
}

/** The lists that differ. */
function recordChanges(state: ZoneState, args: Partial<ZoneArgs>): Change[] {
  const domain = domainIn(args);
  const stored = [state.records, state.ttls ?? {}, state.ttl];
  const memory = memoryIn(state);
  if (memory === undefined) return [{ path: "records", kind: "update" }];
  // Lists of which one record has another TTL than the list shows.
  const apart = new Set<string | undefined>(memory.flatMap(({ key, sent }) => (sent ? [key] : [])));
  if (apart.size === 0 && isDeepStrictEqual(stored, [args.records, args.ttls ?? {}, args.ttl])) return [];
  const before = new Map(lists.listsOf(state, domain).map((list) => [list.key, list]));
  const after = new Map(lists.listsOf(args, domain).map((list) => [list.key, list]));
  const differs = (key: string) => {
    const [was, will] = [before.get(key), after.get(key)];
    return apart.has(key) || was?.ttl !== will?.ttl || !isDeepStrictEqual(was?.values, will?.values);
  };
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(differs).sort();
  return keys.flatMap((key): Change[] => {
    const [was, will] = [before.get(key), after.get(key)];
    const path = (argument: string) => `${argument}[${JSON.stringify((will ?? was)?.written)}]`;
    const ttls = ttlChanges(path("ttls"), was, will, apart.has(was?.key));
    if (was === undefined || will === undefined) {
      const kind = was === undefined ? "add" : "delete";
      const { values } = was ?? will ?? {};
      const isEmpty = lists.textsIn(values).length === 0 && !hasUnknown(values);
      return [...(isEmpty ? [] : [{ path: path("records"), kind } as const]), ...ttls];
    }
    return [...lists.valueChanges(path("records"), was.values, will.values, will.type ?? ""), ...ttls];
  });
}

function diff(state: ZoneState, args: Partial<ZoneArgs>, unread: readonly string[] = []): Change[] {
  const changes: Change[] = zone.isAuthoritative(args) ? unlistedChanges(state, args) : [];
  if (!sameDomain(state.domain, args.domain)) changes.push({ path: "domain", kind: "replace" });
  for (const key of ["ttl", "mode", "ignoreRecords"] as const) {
    if (unread.includes(key) || !isDeepStrictEqual(state[key], args[key])) changes.push({ path: key, kind: "update" });
  }
  const areTtlsKnown = !unread.includes("ttls") && !hasUnknown(args.ttls);
  if (!areTtlsKnown) changes.push({ path: "ttls", kind: "update" });
  if (unread.includes("records")) return [...changes, { path: "records", kind: "update" }];
  return [...changes, ...recordChanges(state, areTtlsKnown ? args : { ...args, ttls: state.ttls })];
}

/** Most failures that are reported one by one. */
const maxFailures = 20;

function checkArguments(args: Partial<ZoneArgs>, context: Context): CheckFailure[] {
  const { domain: written } = args;
  const { previous } = context;
  // The last run checked these arguments.
  if (previous !== undefined && isDeepStrictEqual(args, previous)) return [];
  const domain = written === undefined ? undefined : dns.ifValid(() => dns.normaliseDomain(written));
  const all = lists.listsOf(args, domain ?? "");
  // The last run checked unchanged records already.
  const isSame = isDeepStrictEqual(args.skipChecks, previous?.skipChecks);
  const former = new Set(isSame ? lists.recordsIn(previous ?? {}, domain ?? "") : []);
  // No failure names the property: the engine would print its value, which may have thousands of records.
  const failures = [
    ...keyFailures(all),
    ...ttlFailures(args, all, domain ?? "", context),
    ...all.flatMap((list) => listFailures(list, domain, former, context)),
    ...(domain === undefined ? [] : zoneFailures(args, domain, context)),
    ...ignoreFailures(all, args, domain),
  ];
  if (failures.length <= maxFailures) return failures;
  return [
    ...failures.slice(0, maxFailures),
    { reason: `and ${failures.length - maxFailures} more failures in the records of this zone` },
  ];
}

/** `records["www A"]` */
const at = (key: string, argument = "records") => `${argument}[${JSON.stringify(key)}]`;

type WrittenKey = Pick<lists.KeyedList, "written" | "key">;

/** Keys that differ only in their spelling. */
const sameKeys = (keys: readonly WrittenKey[], argument: string, advice: string): CheckFailure[] =>
  [...dns.groupBy(keys, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others.map(({ written }) => {
      const both = `${at(first?.written ?? "", argument)} and ${at(written, argument)}`;
      return { reason: `${both} are the same key: ${advice}` };
    }),
  );

function keyFailures(all: readonly lists.KeyedList[]): CheckFailure[] {
  const [readable, wrong] = dns.partition(all, ({ type }) => type !== undefined);
  return [
    ...wrong.map(({ written }) => ({ reason: `${at(written)}: ${lists.keyProblem(written)}` })),
    ...sameKeys(readable, "records", "write all values under one of the two"),
  ];
}

function ttlFailures(
  { ttls = {} }: Partial<ZoneArgs>,
  all: readonly lists.KeyedList[],
  domain: string,
  { known }: Context,
): CheckFailure[] {
  const keys = Object.keys(ttls).map((written) => ({ written, key: lists.readKey(written, domain).key }));
  const listed = new Set(all.map(({ key }) => key));
  const names = all.map(({ written }) => written);
  const unlisted = keys.filter(({ key }) => known("records") && !listed.has(key));
  const unknown = unlisted.map(({ written }, place) => {
    const meant = place < maxFailures ? dns.nearest(written, names) : "";
    return { reason: `${at(written, "ttls")} is not a key of \`records\`${meant}` };
  });
  return [...sameKeys(keys, "ttls", "keep one of the two"), ...unknown];
}

function listFailures(
  { written, key, name, type, values, ttl }: lists.KeyedList,
  domain: string | undefined,
  former: ReadonlySet<lists.ValueRecord | undefined>,
  context: Context,
): CheckFailure[] {
  if (type === undefined || hasUnknown(values)) return [];
  const failures = lists.textsIn(values).flatMap((value, place): CheckFailure[] => {
    if (domain !== undefined && former.has(lists.recordOf(domain, key, value, ttl))) return [];
    return lists.checkValue({ type, name }, value, domain, context).map(({ property, check, reason }) => {
      return { check, reason: `${at(written)}${property === "name" ? "" : `[${place}]`}: ${reason}` };
    });
  });
  // All values share the name.
  return [...new Map(failures.map((failure) => [failure.reason, failure])).values()];
}

/** Failures of the records together. A missing one, such as a nameserver's address, is a failure only in a complete zone. */
function zoneFailures(args: Partial<ZoneArgs>, domain: string, context: Context): CheckFailure[] {
  const { known } = context;
  const isKnown = known("records");
  const records = lists.recordsIn(args, domain).filter(({ value }) => isKnown || !hasUnknown(value));
  const complete = isKnown && known("ignoreRecords") && lists.listsAll(args);
  const rows = records.map(({ row }) => row);
  return failuresOf(dns.checkZone(rows, domain, { complete }), context).map(({ check, reason }) => ({ check, reason }));
}

function ignoreFailures(
  all: readonly lists.KeyedList[],
  args: Partial<ZoneArgs>,
  domain: string | undefined,
): CheckFailure[] {
  if (args.ignoreRecords === undefined) return [];
  const wrong = args.ignoreRecords.flatMap((pattern): CheckFailure[] => {
    const problem = lists.patternProblem(pattern);
    return problem === undefined
      ? []
      : [{ property: "ignoreRecords", reason: `${JSON.stringify(pattern)}: ${problem}` }];
  });
  if (wrong.length > 0 || domain === undefined) return wrong;
  const ignores = lists.ignoresOf(args, domain);
  return all.flatMap(({ written, key, type, values }): CheckFailure[] => {
    if (type === undefined || lists.textsIn(values).length === 0) return [];
    if (!ignores(key.slice(0, -type.length - 1), type)) return [];
    return [{ reason: `${at(written)} is listed, but \`ignoreRecords\` excludes it: remove it from one of the two` }];
  });
}

export const dnsZone = defineResource<ZoneArgs, ZoneState>({
  type: "DnsZone",
  summary: "Many records of a domain, or all of them, as one resource; for hundreds and thousands of records.",
  endpoints: zoneEndpoints,
  meaning: {
    create:
      "adopts equal records and creates the others. A new authoritative zone fails at other records that " +
      "`maxUnlistedDeletes` doesn't cover",
    drift: "every argument of the listed records; an authoritative zone shows other records as `unlisted`",
    delete: "deletes only the records that it lists. Leaves records that another resource declares",
  },
  schema: zone.dnsZoneSchema,
  outputs: zone.zoneOutputs,
  partlyKnown: ["records", "ttls"],
  controls: zone.zoneControls,
  check(args, context) {
    const failures = checkArguments(args, context);
    if (failures.length > 0) return failures;
    return check.checkWithoutCall(args, context);
  },
  checkLive: check.checkPlan,
  preconditions: [servedHereIf(check.isWriting)],
  diff,
  ...rowsLifeCycle(spec),
  readState: zone.readState,
});
