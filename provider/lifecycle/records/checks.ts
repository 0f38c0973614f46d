/** Checks of a zone's arguments, without a call. */
import { isDeepStrictEqual } from "node:util";
import * as dns from "../../dns/index.ts";
import { failuresOf, hasUnknown, isSameBut } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import * as map from "./map.ts";
import { checkValue, recordOf, textsIn, type ValueRecord } from "./values.ts";
import { addedInputs, type ZoneArgs } from "./zone.ts";

type Context = CheckContext<ZoneArgs>;

/** Most failures that are reported one by one. */
const maxFailures = 20;

export function checkArguments(args: Partial<ZoneArgs>, given: Context): CheckFailure[] {
  const { domain: written } = args;
  const { previous } = given;
  // The last run checked these arguments.
  if (previous !== undefined && isSameBut(Object.keys(addedInputs), { ...args }, { ...previous })) return [];
  const domain = written === undefined ? undefined : dns.ifValid(() => dns.normaliseDomain(written));
  // Of the same advice for thousands of records, only the first is shown.
  const advised = new Set<string>();
  const advise = (check: string, finding: string) => {
    if (!advised.has(check)) given.advise(check, finding);
    advised.add(check);
  };
  const context = { ...given, advise };
  const lists = map.listsOf(args, domain ?? "");
  // The last run checked unchanged records already.
  const isSame = isDeepStrictEqual(args.skipChecks, previous?.skipChecks);
  const former = new Set(isSame ? map.recordsIn(previous ?? {}, domain ?? "") : []);
  // No failure names the property: the engine would print its value, which may have thousands of records.
  const failures = [
    ...keyFailures(lists),
    ...ttlFailures(args, lists, domain ?? "", context),
    ...lists.flatMap((list) => listFailures(list, domain, former, context)),
    ...(domain === undefined ? [] : zoneFailures(args, domain, context)),
    ...ignoreFailures(lists, args, domain, context),
  ];
  if (failures.length <= maxFailures) return failures;
  return [
    ...failures.slice(0, maxFailures),
    { reason: `and ${failures.length - maxFailures} more failures in the records of this zone` },
  ];
}

/** `records["www A"]` */
const at = (key: string, argument = "records") => `${argument}[${JSON.stringify(key)}]`;

function keyFailures(lists: readonly map.KeyedList[]): CheckFailure[] {
  const first = new Map<string, string>();
  return lists.flatMap(({ written, key, type }): CheckFailure[] => {
    if (type === undefined) return [{ reason: `${at(written)}: ${map.keyProblem(written)}` }];
    const other = first.get(key);
    first.set(key, other ?? written);
    if (other === undefined) return [];
    return [{ reason: `${at(other)} and ${at(written)} are the same key: write all values under one of the two` }];
  });
}

function ttlFailures(
  { ttls = {} }: Partial<ZoneArgs>,
  lists: readonly map.KeyedList[],
  domain: string,
  { known }: Context,
): CheckFailure[] {
  const keys = new Set(lists.map(({ key }) => key));
  const names = lists.map((list) => list.written);
  const first = new Map<string, string>();
  let unknown = 0;
  return Object.entries(ttls).flatMap(([written, ttl]): CheckFailure[] => {
    const { key } = map.readKey(written, domain);
    const other = first.get(key);
    first.set(key, other ?? written);
    if (other !== undefined) {
      const reason = `${at(other, "ttls")} and ${at(written, "ttls")} are the same key: keep one of the two`;
      return [{ reason }];
    }
    if (!keys.has(key) && known("records")) {
      unknown += 1;
      const meant = unknown > maxFailures ? "" : dns.nearest(written, names);
      return [{ reason: `${at(written, "ttls")} is not a key of \`records\`${meant}` }];
    }
    const isTtl = Number.isInteger(ttl) && ttl >= 0 && ttl <= 2147483647;
    if (isTtl || hasUnknown(ttl)) return [];
    return [{ reason: `${at(written, "ttls")} must be a whole number of seconds from 0 to 2147483647` }];
  });
}

function listFailures(
  { written, key, name, type, values, ttl }: map.KeyedList,
  domain: string | undefined,
  former: ReadonlySet<ValueRecord | undefined>,
  context: Context,
): CheckFailure[] {
  if (type === undefined || hasUnknown(values)) return [];
  if (!Array.isArray(values)) {
    const example = JSON.stringify([String(values)]);
    return [{ reason: `${at(written)} isn't a list of values: write ${example}` }];
  }
  if (values.length === 0)
    return [{ reason: `${at(written)} must not be empty. To declare no records, leave the key out` }];
  const failures = values.flatMap((value: unknown, place): CheckFailure[] => {
    if (typeof value !== "string") {
      const meant = typeof value === "object" ? 'a string, such as "192.0.2.1"' : JSON.stringify(String(value));
      return [{ reason: `${at(written)}[${place}] isn't a string: write ${meant}` }];
    }
    if (domain !== undefined && former.has(recordOf(domain, key, value, ttl))) return [];
    return checkValue({ type, name, ttl }, value, domain, context).map(({ property, reason }) => {
      if (property === "name") return { reason: `${at(written)}: ${reason}` };
      return { reason: `${property === "ttl" ? at(written, "ttls") : `${at(written)}[${place}]`}: ${reason}` };
    });
  });
  // All values share name and TTL.
  return [...new Map(failures.map((failure) => [failure.reason, failure])).values()];
}

/**
 * Failures of the records together. A missing record, such as the address of a nameserver, is one only if the zone lists every
 * record.
 */
function zoneFailures(args: Partial<ZoneArgs>, domain: string, context: Context): CheckFailure[] {
  const { known } = context;
  const isKnown = known("records");
  const records = map.recordsIn(args, domain).filter(({ value }) => isKnown || !hasUnknown(value));
  const complete = isKnown && known("ignoreRecords") && map.listsAll(args);
  const rows = records.map(({ row }) => row);
  return failuresOf(dns.checkZone(rows, domain, { complete }), context).map(({ reason }) => ({ reason }));
}

function ignoreFailures(
  lists: readonly map.KeyedList[],
  args: Partial<ZoneArgs>,
  domain: string | undefined,
  context: Context,
): CheckFailure[] {
  if (!context.known("ignoreRecords") || args.ignoreRecords === undefined) return [];
  const wrong = args.ignoreRecords.flatMap((pattern): CheckFailure[] => {
    const problem = map.patternProblem(pattern);
    return problem === undefined
      ? []
      : [{ property: "ignoreRecords", reason: `${JSON.stringify(pattern)}: ${problem}` }];
  });
  if (wrong.length > 0 || domain === undefined) return wrong;
  const ignores = map.ignoresOf(args, domain);
  return lists.flatMap(({ written, key, type, values }): CheckFailure[] => {
    if (type === undefined || textsIn(values).length === 0) return [];
    if (!ignores(key.slice(0, -type.length - 1), type)) return [];
    return [{ reason: `${at(written)} is listed, but \`ignoreRecords\` excludes it: remove it from one of the two` }];
  });
}
