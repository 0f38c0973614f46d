/** Describes a record type by the fields of its data. */
import type { RecordCheck } from "./checks/check.ts";
import { nameChecks } from "./checks/names.ts";
import type { Argument, Field, Value } from "./fields.ts";
import { ownerName } from "./names.ts";
import type { DnsRecordData } from "./recordData.ts";

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
  owner(name: string | null | undefined, values: Readonly<Record<string, string | undefined>>, domain: string): string;
  /** The parts of a canonical owner; `undefined` if it has none. */
  split(owner: string): { name: string; values: Readonly<Record<string, string>> } | undefined;
}

/** Description of a record type. Optional parts follow from the fields. */
interface Description<T extends RecordTypeName> {
  readonly type: T;
  /** Its number in IANA's registry of DNS parameters. */
  readonly number: number;
  /** The data in words, for the doc comment of its interface: "`content` is an IPv4 address". */
  readonly holds: string;
  /** RFC and section that allow no other record at its name. */
  readonly alone?: string;
  /** The arguments that hold the data, in the order of the reference. */
  readonly fields: {
    readonly [K in keyof Omit<Extract<DnsRecordData, { type: T }>, "type">]: Field<Value & ArgsOf<T>[K]>;
  };
  /** Keys of the fields in the order of presentation form and of DNS messages. Default: that of `fields`. */
  readonly order?: readonly string[];
  /** Is the owner a host, or a name that programs look up as a host? Default: no. */
  readonly ownerIsHost?: boolean;
  /** Default: the owner is the argument `name` alone. */
  readonly owner?: OwnerForm;
  /** Keys of the part of the data that tells one record of a set from the others, for names of resources. Default: all of it. */
  readonly label?: readonly string[];
  /** All of `content`, with a named group for each field. Default: words separated by blanks. */
  readonly contentForm?: RegExp;
  readonly checks?: readonly RecordCheck<Partial<ArgsOf<T>>>[];
}

/** Fields with their keys, in an order that matters. */
export type NamedFields = readonly (readonly [string, Field])[];

/** One record type, for code that handles any record. */
export interface RecordType
  extends Pick<Description<RecordTypeName>, "type" | "number" | "holds" | "alone" | "contentForm"> {
  readonly fields: Readonly<Record<string, Field>>;
  readonly order: readonly string[];
  readonly owner: OwnerForm;
  readonly label: readonly string[];
  readonly checks: readonly RecordCheck[];
  readonly argumentKinds: Readonly<Record<string, "string" | "number">>;
  /** The fields in the order of the reference. */
  readonly named: NamedFields;
  /** The fields in presentation form. */
  readonly inOrder: NamedFields;
  /** Keys of the secondary fields. */
  readonly secondary: readonly string[];
  /** Key of the ambiguous field. */
  readonly ambiguous: string | undefined;
  /** Key of the field that names a host. */
  readonly target: string | undefined;
}

const plainOwner: OwnerForm = {
  arguments: {},
  owner: (name, _, domain) => ownerName(name, domain),
  split: () => undefined,
};

/** Makes a record type of its description. */
export function recordType<T extends RecordTypeName>(description: Description<T>): RecordType {
  const { ownerIsHost = false, owner = plainOwner, checks = [], ...rest } = description;
  const fields: Readonly<Record<string, Field>> = description.fields;
  const named = Object.entries(fields);
  const keys = named.map(([key]) => key);
  const { order = keys, label } = rest;
  const secondary = keys.filter((key) => fields[key]?.secondary);
  return {
    ...rest,
    fields,
    order,
    owner,
    named,
    inOrder: order.flatMap((key) => named.filter(([each]) => each === key)),
    label: label ?? keys.filter((key) => !secondary.includes(key)),
    checks: [
      ...nameChecks(ownerIsHost),
      ...named.flatMap(([key, field]) => field.checks?.(description.type, key) ?? []),
      // A check gets the arguments of its type only.
      ...(checks as readonly unknown[] as readonly RecordCheck[]),
    ],
    argumentKinds: {
      name: "string",
      ...Object.fromEntries(
        [...Object.entries<Argument>(owner.arguments), ...named].map(([key, { kind }]) => [key, kind]),
      ),
    },
    secondary,
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

/** Maps the values that data has. */
export const mapValues = <R>(data: AnyData, fields: NamedFields, mapped: (field: Field, value: Value) => R) =>
  mapFields(fields, (field, key) => (data[key] === undefined ? undefined : mapped(field, data[key])));
