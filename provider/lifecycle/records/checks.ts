/** Checks of a zone's arguments, without a call. */
import { isDeepStrictEqual } from "node:util";
import type { RecordTypeName } from "../../dns/index.ts";
import * as dns from "../../dns/index.ts";
import { failuresOf } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { isSameBut } from "../preconditions.ts";
import { ignoresOf, patternProblem } from "./ignore.ts";
import { entriesOf, fieldsOf, listsAll, type MapEntry, recordOf } from "./map.ts";
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
  const entries = entriesOf(args.records, domain ?? "") ?? [];
  // The last run checked unchanged records already.
  const former = new Set(entriesOf(given.previous?.records, domain ?? ""));
  const checked = isDeepStrictEqual(args.ignoreChecks, given.previous?.ignoreChecks) ? former : new Set();
  // No failure names the property: the engine would print its value, which may have thousands of records.
  const failures = [
    ...entries.flatMap((entry) => (checked.has(entry) ? [] : entryFailures(entry, domain, context))),
    ...(domain === undefined ? [] : zoneFailures(entries, args, domain, context)),
    ...ignoreFailures(entries, args, domain, context),
  ];
  if (failures.length <= maxFailures) return failures;
  return [
    ...failures.slice(0, maxFailures),
    { reason: `and ${failures.length - maxFailures} more failures in the records of this zone` },
  ];
}

/** `records["www A"].ttl`; `records[3].ttl` for a record of a list without a name and type. */
const place = (key: string, property?: string) =>
  `records${/^\[\d+\]$/.test(key) ? key : `[${JSON.stringify(key)}]`}${property === undefined ? "" : `.${property}`}`;

function entryFailures(entry: MapEntry, domain: string | undefined, context: Context): CheckFailure[] {
  const fields = fieldsOf(entry);
  const type = fields["type"];
  if (context.holdsUnknown(type)) return [];
  const other = domain === undefined || context.holdsUnknown(fields["name"]) ? undefined : entry.contradiction;
  if (other !== undefined) {
    const reason =
      `${place(entry.key)}: the key is ${JSON.stringify(entry.key)}, but the record's own name and type are ` +
      `${JSON.stringify(other)}: change the key to ${JSON.stringify(other)}, or remove name and type from the record`;
    return [{ reason }];
  }
  if (typeof type !== "string" || !dns.isRecordTypeName(type)) {
    const problem = type === undefined ? "it has no type" : `there is no record type ${JSON.stringify(type)}`;
    const reason =
      `${place(entry.key)}: ${problem}. Give the type and name in the record or in its key, such as "www A". ` +
      `Types: ${Object.keys(dns.recordSchemas).join(", ")}`;
    return [{ reason }];
  }
  const unknown = Object.keys(fields).filter((key) => context.holdsUnknown(fields[key]));
  const failures =
    domain !== undefined && recordOf(entry, domain) !== undefined ? [] : shapeFailures(entry, type, unknown);
  if (failures.length > 0) return failures;
  const shown = Object.fromEntries(Object.entries(fields).filter(([key]) => !unknown.includes(key)));
  return failuresOf(dns.checkRecord(type, shown, domain, unknown), context).map(({ property, reason }) => ({
    reason: `${place(entry.key, property)}: ${reason}`,
  }));
}

/** Fields that the type doesn't have, and values that don't fit. */
function shapeFailures(entry: MapEntry, type: RecordTypeName, unknown: readonly string[]): CheckFailure[] {
  const fields = fieldsOf(entry);
  const issues = dns.recordSchemas[type].safeParse(fields).error?.issues ?? [];
  return issues.flatMap((issue): CheckFailure[] => {
    if (issue.code === "unrecognized_keys") {
      const taken = Object.keys(dns.recordSchemas[type].shape).join(", ");
      return issue.keys.map((key) => ({
        reason: `${place(entry.key, key)} is not a field of ${type} records, which take ${taken}`,
      }));
    }
    const key = String(issue.path[0]);
    if (unknown.includes(key)) return [];
    const problem = fields[key] === undefined ? ` is missing; ${type} records require it` : `: ${issue.message}`;
    return [{ reason: `${place(entry.key, key)}${problem}` }];
  });
}

/** Failures of the records together. A missing record, such as the address of a nameserver, is one only if the zone lists every record. */
function zoneFailures(
  entries: readonly MapEntry[],
  args: Partial<ZoneArgs>,
  domain: string,
  context: Context,
): CheckFailure[] {
  const { known, holdsUnknown } = context;
  const rows = entries.flatMap((entry) =>
    known("records") || !holdsUnknown(entry) ? (recordOf(entry, domain)?.row ?? []) : [],
  );
  const complete = known("records") && known("ignore") && listsAll(args);
  return failuresOf(dns.checkZone(rows, domain, { complete }), context).map(({ reason }) => ({ reason }));
}

function ignoreFailures(
  entries: readonly MapEntry[],
  args: Partial<ZoneArgs>,
  domain: string | undefined,
  context: Context,
): CheckFailure[] {
  if (!context.known("ignore") || args.ignore === undefined) return [];
  const wrong = args.ignore.flatMap((pattern): CheckFailure[] => {
    const problem = patternProblem(pattern);
    return problem === undefined ? [] : [{ property: "ignore", reason: `${JSON.stringify(pattern)}: ${problem}` }];
  });
  if (wrong.length > 0 || domain === undefined) return wrong;
  const ignores = ignoresOf(args, domain);
  return entries.flatMap((entry): CheckFailure[] => {
    const row = context.holdsUnknown(entry) ? undefined : recordOf(entry, domain)?.row;
    if (row === undefined || !ignores(row.name, row.data.type)) return [];
    return [{ reason: `${place(entry.key)} is listed, but \`ignore\` excludes it: remove it from one of the two` }];
  });
}
