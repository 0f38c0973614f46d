/** What is wrong with a zone's arguments by themselves, before anything is asked of the registrar. */
import {
  checkRecord,
  checkZone,
  type Finding,
  isRecordTypeName,
  normaliseDomain,
  type RecordTypeName,
  recordSchemas,
} from "../../dns/index.ts";
import { failuresOf } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { declaredIn, declaredOf } from "./declared.ts";
import { ignoresOf, problemOf } from "./ignore.ts";
import { contradictionOf, type Entry, entriesOf, fieldsOf, listsAll } from "./records.ts";
import type { ZoneArgs } from "./state.ts";

type Context = CheckContext<ZoneArgs>;

/** Failures that are told one by one. */
const maxFailures = 20;

export function checkArguments(args: Partial<ZoneArgs>, context: Context): CheckFailure[] {
  const domain = nameOf(args);
  // The engine prints the value of a property that is named, and this one may hold thousands of records.
  const failures = [
    ...recordFailures(args, domain, context),
    ...(domain === undefined ? [] : zoneFailures(args, domain, context)),
    ...ignoreFailures(args, domain, context),
  ];
  if (failures.length <= maxFailures) return failures;
  return [
    ...failures.slice(0, maxFailures),
    { reason: `and ${failures.length - maxFailures} more failures in the records of this zone` },
  ];
}

/** The domain, once it is known and a name. */
function nameOf({ domain }: Partial<ZoneArgs>): string | undefined {
  try {
    return domain === undefined ? undefined : normaliseDomain(domain);
  } catch {
    return undefined;
  }
}

/** `records["www A"].ttl`; `records[3].ttl` for a record of a list that does not say what it is. */
const place = (key: string, property?: string) =>
  `records${/^\[\d+\]$/.test(key) ? key : `[${JSON.stringify(key)}]`}${property === undefined ? "" : `.${property}`}`;

function recordFailures(args: Partial<ZoneArgs>, domain: string | undefined, context: Context): CheckFailure[] {
  return (entriesOf(args.records, domain ?? "") ?? []).flatMap((entry) => entryFailures(entry, domain, context));
}

function entryFailures(entry: Entry, domain: string | undefined, context: Context): CheckFailure[] {
  const fields = fieldsOf(entry);
  const type = fields["type"];
  if (context.holdsUnknown(type)) return [];
  const other =
    domain === undefined || context.holdsUnknown(fields["name"]) ? undefined : contradictionOf(entry, domain);
  if (other !== undefined) {
    return [
      {
        reason: `${place(entry.key)}: the key is ${JSON.stringify(entry.key)}, but the record's own name and type are ${JSON.stringify(other)}: change the key to ${JSON.stringify(other)}, or remove name and type from the record`,
      },
    ];
  }
  if (typeof type !== "string" || !isRecordTypeName(type)) {
    return [
      {
        reason: `${place(entry.key)}: ${type === undefined ? "it has no type" : `there is no record type ${JSON.stringify(type)}`}. Give the type and name in the record or in its key, such as "www A". Types: ${Object.keys(recordSchemas).join(", ")}`,
      },
    ];
  }
  const unknown = Object.keys(fields).filter((key) => context.holdsUnknown(fields[key]));
  const failures =
    domain !== undefined && declaredOf(entry, domain) !== undefined ? [] : shapeFailures(entry, type, unknown);
  if (failures.length > 0) return failures;
  const shown = Object.fromEntries(Object.entries(fields).filter(([key]) => !unknown.includes(key)));
  return failuresOf(checkRecord(type, shown, domain, unknown), context.ignoreChecks).map(({ property, reason }) => ({
    reason: `${place(entry.key, property)}: ${reason}`,
  }));
}

/** Fields that the type does not have, and values that do not fit. */
function shapeFailures(entry: Entry, type: RecordTypeName, unknown: readonly string[]): CheckFailure[] {
  const fields = fieldsOf(entry);
  const shape = new Map<
    string,
    { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } } }
  >(Object.entries(recordSchemas[type].shape));
  const strange = Object.keys(fields).filter((key) => !shape.has(key));
  const shaped = [...shape].flatMap(([key, schema]): CheckFailure[] => {
    if (unknown.includes(key)) return [];
    const { success, error } = schema.safeParse(fields[key]);
    if (success) return [];
    if (fields[key] === undefined)
      return [{ reason: `${place(entry.key, key)} is missing; ${type} records require it` }];
    return [{ reason: `${place(entry.key, key)}: ${error?.issues[0]?.message ?? "is not valid"}` }];
  });
  return [
    ...strange.map((key) => ({
      reason: `${place(entry.key, key)} is not a field of ${type} records, which take ${[...shape.keys()].join(", ")}`,
    })),
    ...shaped,
  ];
}

/** What the records have wrong together. */
function zoneFailures(args: Partial<ZoneArgs>, domain: string, context: Context): CheckFailure[] {
  const declared = context.known("records")
    ? declaredIn(args.records, domain)
    : (entriesOf(args.records, domain) ?? [])
        .filter((entry) => !context.holdsUnknown(entry))
        .flatMap((entry) => declaredOf(entry, domain) ?? []);
  const findings: Finding[] = checkZone(
    declared.map(({ row }) => row),
    domain,
    { complete: isWhole(args, context) },
  );
  return failuresOf(findings, context.ignoreChecks).map(({ reason }) => ({ reason }));
}

/** Does it list all that its domain is to have? Then something can be missing. */
const isWhole = (args: Partial<ZoneArgs>, { known }: Context): boolean =>
  known("records") && known("ignore") && listsAll(args);

function ignoreFailures(args: Partial<ZoneArgs>, domain: string | undefined, context: Context): CheckFailure[] {
  if (!context.known("ignore") || args.ignore === undefined) return [];
  const wrong = args.ignore.flatMap((pattern): CheckFailure[] => {
    const problem = problemOf(pattern);
    return problem === undefined ? [] : [{ property: "ignore", reason: `${JSON.stringify(pattern)}: ${problem}` }];
  });
  if (wrong.length > 0 || domain === undefined) return wrong;
  const ignores = ignoresOf(args, domain);
  return (entriesOf(args.records, domain) ?? []).flatMap((entry): CheckFailure[] => {
    const row = context.holdsUnknown(entry) ? undefined : declaredOf(entry, domain)?.row;
    if (row === undefined || !ignores(row.name, row.data.type)) return [];
    return [{ reason: `${place(entry.key)} is listed, but \`ignore\` excludes it: remove it from one of the two` }];
  });
}
