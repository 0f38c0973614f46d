/** Describes a record type by its fields. A field knows how its value is written, compared, sent, read and printed. */
import { nameChecks, type RecordCheck } from "./checks/record.ts";
import { UnreadableError } from "./errors.ts";
import { ownerName } from "./names.ts";

/** The arguments that hold the data of a record. */
export type DnsRecordData =
  | { type: "A"; content: string }
  | { type: "AAAA"; content: string }
  | { type: "CNAME"; content: string }
  | { type: "MX"; content: string; priority: number }
  | { type: "TXT"; content: string }
  | { type: "NS"; content: string }
  | { type: "SRV"; priority: number; weight: number; port: number; target: string }
  | { type: "CAA"; flags: number; tag: string; value: string }
  | { type: "PTR"; content: string };

/** An owner name and a record type: `www A`, `@ MX`. */
export type RecordKey = `${string} ${DnsRecordData["type"]}`;

export type Value = string | number;

/** The largest TTL, in seconds. RFC 2181 section 8. */
export const LARGEST_TTL = 2147483647;

/** An argument of a record, for its schema and the reference. */
export interface Argument {
  kind: "string" | "number";
  description: string;
  examples?: readonly Value[];
  /** The string that is wanted, in words: "a host name". Default: "a string". */
  what?: string;
  /** Default: any string. */
  pattern?: RegExp;
  range?: readonly [number, number];
  optional?: boolean;
}

/** The remedy for a value that isn't of the right kind: `must be a host name, such as "www.example.com"`. */
export function expected({ what = "a string", range, examples = [] }: Argument): string {
  const kind = range === undefined ? what : `a whole number from ${range[0]} to ${range[1]}`;
  return `must be ${kind}${examples.length === 0 ? "" : `, such as ${JSON.stringify(examples[0])}`}`;
}

export interface Field<V extends Value = Value> extends Argument {
  kind: V extends number ? "number" : "string";
  /** Is it no part of a record's identity, such as a priority? A registrar may not show it. */
  secondary?: boolean;
  /** May a string of a row have several meanings, since registrars quote and escape it differently? */
  ambiguous?: boolean;
  /** The form in DNS messages. `strings`: one or more, each after its length. `rest`: one string without a length. */
  rdata: "ipv4" | "ipv6" | "uint8" | "uint16" | "name" | "word" | "strings" | "rest";
  checks?(type: string, key: string): readonly RecordCheck[];
  /** The canonical spelling of an argument. @throws InvalidNameError */
  canonical(written: V): V;
  /** The form in programs and request bodies. */
  write(value: V): V;
  /** Canonical values that a string of a row may mean, the likeliest first. @throws UnreadableError, InvalidNameError */
  meanings(text: string, key: string, domain: string): readonly V[];
  /** Presentation form, RFC 1035 section 5.1. */
  print(value: V): string;
}

type TextKind = Pick<Field<string>, "description" | "rdata" | "meanings"> & Partial<Field<string>>;

/** A string. By default, it is canonical as it is written. */
export function textField(kind: TextKind): Field<string> {
  const same = (text: string) => text;
  return { canonical: same, write: same, print: same, ...kind, kind: "string" };
}

export function number(max: 255 | 65535, description: string, example: number): Field<number> {
  return {
    kind: "number",
    description,
    examples: [example],
    range: [0, max],
    rdata: max === 255 ? "uint8" : "uint16",
    canonical: (written) => written,
    write: (value) => value,
    meanings(text, key) {
      const digits = text.trim();
      if (/^[0-9]{1,10}$/.test(digits) && Number(digits) <= max) return [Number(digits)];
      throw new UnreadableError(`${key} is not a whole number from 0 to ${max}`);
    },
    print: String,
  };
}

/** The order of records with the same name, type and data; a registrar may not show it. */
export const priority = (rfc: string): Field<number> => ({
  ...number(65535, `Priority, 0 to 65535: the lowest is tried first. Updates in place. ${rfc}.`, 10),
  secondary: true,
});

export type RecordTypeName = DnsRecordData["type"];

/** The data of any record: its type and the values of its fields. */
export type AnyData = { readonly type: string } & { readonly [key: string]: Value | undefined };

/** Canonical data. A priority that the registrar didn't show is absent. */
type Canonical<D> = D extends { priority: number } ? Omit<D, "priority"> & { priority?: number } : D;

/**
 * The data of a record in canonical form, for every comparison. Hosts: A-labels, lower case, no trailing dot, except `.`
 * (RFC 7505, RFC 2782). IPv6: RFC 5952. TXT: unquoted. CAA: the tag in lower case.
 */
export type RecordData = Canonical<DnsRecordData>;

type WithName<D> = D & { name: string; ttl?: number | undefined; comment?: string | undefined };
type WithService<D> = D extends { type: "SRV" }
  ? D & { service?: string | undefined; protocol?: string | undefined }
  : D;

/** Arguments of one record, without the domain, discriminated by `type`. */
export type RecordArgs = WithService<WithName<DnsRecordData>>;

type ArgsOf<T extends RecordTypeName> = Extract<RecordArgs, { type: T }>;

/** An owner name whose parts may be arguments of their own. */
export interface OwnerForm {
  arguments: Readonly<Record<string, Argument & { canonical(written: string): string }>>;
  /** The canonical owner. @throws InvalidNameError, UnreadableError */
  owner(name: string, values: Readonly<Record<string, string | undefined>>, domain: string): string;
  /** The parts of a canonical owner; `undefined` if it has none. */
  split(owner: string): { name: string; values: Readonly<Record<string, string>> } | undefined;
}

/** Description of a record type. Optional parts follow from the fields. */
interface Description<T extends RecordTypeName> {
  readonly type: T;
  /** RFC and section that allow no other record at its name. */
  readonly alone?: string;
  /** The arguments that hold the data, in the order of the reference. */
  readonly fields: {
    readonly [K in keyof Omit<Extract<DnsRecordData, { type: T }>, "type">]: Field<Value & ArgsOf<T>[K]>;
  };
  /** Is the owner a host, or a name that programs look up as a host? Default: yes. */
  readonly ownerIsHost?: boolean;
  /** Default: the owner is the argument `name` alone. */
  readonly owner?: OwnerForm;
  /** All of `content`, with a named group for each field. Default: words separated by blanks. */
  readonly contentForm?: RegExp;
  readonly checks?: readonly RecordCheck<Partial<ArgsOf<T>>>[];
}

/** Fields with their keys, in an order that matters. */
export type NamedFields = readonly (readonly [string, Field])[];

/** One record type, for code that handles any record. */
export interface RecordType extends Pick<Description<RecordTypeName>, "type" | "alone" | "contentForm"> {
  readonly fields: Readonly<Record<string, Field>>;
  readonly owner: OwnerForm;
  readonly checks: readonly RecordCheck[];
  /** The fields in the order of the reference. */
  readonly named: NamedFields;
  /** The fields in the order of presentation form and of DNS messages: secondary fields come first. */
  readonly inOrder: NamedFields;
  /** The keys of fields that identify a record, and that each row has: those that aren't secondary. */
  readonly identity: readonly string[];
  readonly ambiguous: string | undefined;
  /** Key of the field that names a host. */
  readonly target: string | undefined;
}

const plainOwner: OwnerForm = {
  arguments: {},
  owner: (name, _, domain) => ownerName(name, domain),
  split: () => undefined,
};

export function recordType<T extends RecordTypeName>(description: Description<T>): RecordType {
  const { ownerIsHost = true, owner = plainOwner, checks = [], ...rest } = description;
  const fields: Readonly<Record<string, Field>> = description.fields;
  const named = Object.entries(fields);
  const keys = named.map(([key]) => key);
  const isSecondary = ([, field]: readonly [string, Field]) => field.secondary === true;
  return {
    ...rest,
    fields,
    owner,
    named,
    inOrder: [...named.filter(isSecondary), ...named.filter((each) => !isSecondary(each))],
    checks: [
      ...nameChecks(ownerIsHost),
      ...named.flatMap(([key, field]) => field.checks?.(description.type, key) ?? []),
      // A check gets the arguments of its type only.
      ...(checks as readonly unknown[] as readonly RecordCheck[]),
    ],
    identity: keys.filter((key) => !fields[key]?.secondary),
    ambiguous: keys.find((key) => fields[key]?.ambiguous),
    target: keys.find((key) => fields[key]?.rdata === "name"),
  };
}

/** Maps fields, and leaves out those that become `undefined`. */
export function mapFields<R>(fields: NamedFields, mapped: (field: Field, key: string) => R | undefined) {
  const values: Record<string, R> = {};
  for (const [key, field] of fields) {
    const value = mapped(field, key);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

export const mapValues = <R>(data: AnyData, fields: NamedFields, mapped: (field: Field, value: Value) => R) =>
  mapFields(fields, (field, key) => (data[key] === undefined ? undefined : mapped(field, data[key])));
