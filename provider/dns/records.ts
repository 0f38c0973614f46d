/** Records: what a user writes, in canonical form, checked and printed. */
import { type Finding, runChecks } from "./checks/check.ts";
import { UnreadableError, type Value } from "./fields.ts";
import { fullName, InvalidNameError, ifValid, normaliseDomain, ownerName } from "./names.ts";
import {
  isRecordTypeName,
  type RecordArgs,
  type RecordData,
  type RecordTypeName,
  recordTypes,
  type WantedRecord,
} from "./registry.ts";
import { entriesOf, Source } from "./zoneFile/lexer.ts";
import { Words } from "./zoneFile/words.ts";

/** Leaves properties out that are `undefined`. */
export function optional<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in properties) {
    const value = properties[key];
    if (isDefined(value)) given[key] = value;
  }
  return given;
}

/** Things by a key of theirs, in their order. */
export function groupBy<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}

function isDefined<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

/** The canonical owner name of what a user wrote. @throws InvalidNameError */
export function recordOwner(
  args: { readonly type: string; readonly name: string; readonly [key: string]: unknown },
  domain: string,
): string {
  if (!isRecordTypeName(args.type)) return ownerName(args.name, domain);
  const { owner } = recordTypes[args.type];
  const parts = Object.keys(owner.arguments).flatMap((key) => {
    const value = args[key];
    return typeof value === "string" ? [[key, value] as const] : [];
  });
  try {
    return owner.owner(args.name, Object.fromEntries(parts), domain);
  } catch (error) {
    if (error instanceof UnreadableError) throw new InvalidNameError(args.name, error.message);
    throw error;
  }
}

/**
 * The canonical form of what a user wrote. The arguments are taken to fit their schema and the strict checks; an address that
 * is none stays as it is.
 * @throws InvalidNameError if the domain, the name or a target is not valid
 */
export function recordFromArgs(args: RecordArgs, domain: string): WantedRecord {
  const { ttl, comment } = args;
  return {
    name: recordOwner(args, domain),
    data: recordTypes[args.type].fromArgs(args),
    ...optional({ ttl, comment }),
  };
}

/** Presentation form of the data, RFC 1035 section 5.1: `10 mail.example.com.` */
export function printData(data: RecordData): string {
  return recordTypes[data.type].print(data);
}

/**
 * One record for messages: `www.example.com A 192.0.2.1`. Long data is cut.
 * @param instead what stands in place of the data, such as that it is secret
 */
export function describeRecord(name: string, data: RecordData, domain: string, instead?: string): string {
  if (instead !== undefined) return `${data.type} of ${fullName(name, domain)} (${instead})`;
  const printed = printData(data);
  return `${fullName(name, domain)} ${data.type} ${printed.length > 100 ? `${printed.slice(0, 100)}...` : printed}`;
}

/**
 * The checks of one record. A key that is not in `args` was not written; keys in `unknown` are written but not yet known (in
 * a preview), and a check that looks at one of them says nothing, as does one that needs the domain while it is `undefined`
 * or invalid. Values of a wrong type are the schema's to report. Never throws.
 */
export function checkRecord(
  type: RecordTypeName,
  args: Record<string, unknown>,
  domain: string | undefined,
  unknown: readonly string[] = [],
): Finding[] {
  const origin = domain === undefined ? undefined : ifValid(() => normaliseDomain(domain));
  const { checks, argumentKinds } = recordTypes[type];
  return runChecks(checks, argumentKinds, args, origin, unknown);
}

/**
 * The arguments that hold the data of one record, from one text as a set of records lists it: presentation form (RFC 1035
 * section 5.1), and a TXT as its text. A value of one part is taken as it is: what is wrong with it the checks say.
 * @throws ZoneFileError
 */
export function readValue(type: RecordTypeName, text: string): Readonly<Record<string, Value>> {
  const { fields, readWords } = recordTypes[type];
  const [only, ...others] = Object.keys(fields);
  if (only !== undefined && others.length === 0) return { [only]: text };
  const source = new Source(text);
  const tokens = [...entriesOf(source)].flatMap((entry) => entry.tokens);
  // Every host is complete, with or without a dot at its end.
  const words = new Words({ tokens, type, origin: ".", source, end: text.length });
  const data = readWords(words);
  words.finish();
  return data;
}

/** The other way round; hosts without the dot at their end. */
export function printValue(type: RecordTypeName, args: Readonly<Record<string, unknown>>): string {
  const { fields, fromArgs, print } = recordTypes[type];
  const [only, ...others] = Object.keys(fields);
  const text = only === undefined || others.length > 0 ? undefined : args[only];
  return typeof text === "string" ? text : print(fromArgs(args)).replace(/(?<=\w)\.$/, "");
}
