/** How one record type is described, and what follows from its fields. */
import { type ArgumentKinds, type Check, type CheckOf, check, type RecordCheck } from "./checks/check.ts";
import { nameChecks } from "./checks/names.ts";
import type { Argument, Field, Value } from "./fields.ts";
import { type AnyData, type AnyWireOptions, bodyOf, dataFromArgs, dataFromWire, saidInOne } from "./fieldValues.ts";
import { ownerName } from "./names.ts";
import type { WireFields } from "./wireFields.ts";
import type { Bytes } from "./zoneFile/generic.ts";
import type { Words } from "./zoneFile/words.ts";

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends { kind: "number" } ? number : string;
type SecondaryKey<F> = { [K in keyof F]: F[K] extends { secondary: true } ? K : never }[keyof F];

/** The canonical data of records with these fields. Secondary ones are absent where the registrar did not show them. */
export type DataOf<T extends string, F> = {
  [K in "type" | Exclude<keyof F, SecondaryKey<F>>]: K extends keyof F ? ValueOf<F[K]> : T;
} & { [K in SecondaryKey<F>]?: ValueOf<F[K]> };

/** The arguments that checks of records with these fields look at. */
export type CheckArgsOf<F, O extends string> = { name?: string } & { [K in keyof F]?: ValueOf<F[K]> } & {
  [K in O]?: string;
};

/** An owner name of which parts may be written in arguments of their own. */
export interface OwnerForm<O extends string = string> {
  arguments: Readonly<Record<O, Argument & { canonical(written: string): string }>>;
  /** The canonical owner. @throws InvalidNameError, UnreadableError */
  owner(name: string | null | undefined, values: { readonly [K in O]?: string | undefined }, domain: string): string;
  /** The parts of a canonical owner; `undefined` if it has none. */
  split(owner: string): { name: string; values: Readonly<Record<O, string>> } | undefined;
}

/** What may not stand at the name of a record, and who says so. */
export interface Exclusions {
  /** No record of another type stands at its name. */
  readonly alone?: Pick<Check, "reference" | "also">;
  /** Its name has one record of its type. */
  readonly single?: Pick<Check, "reference" | "also">;
}

/** What the file of a record type says. What is optional follows from the fields. */
interface Specification<T extends string, F extends Fields, O extends string> extends Exclusions {
  type: T;
  /** Its number in IANA's registry of DNS parameters. */
  number: number;
  /** What a record of this type holds, for the doc comment of its interface: "`content` is an IPv4 address". */
  holds: string;
  /** The arguments that hold the data, in the order of the reference. */
  fields: F;
  /** The order of the fields in presentation form and on the wire of DNS. Default: that of `fields`. */
  order?: readonly (keyof F & string)[];
  /** Is the owner a host, or a name that programs look up as one? Default: no. */
  ownerIsHost?: boolean;
  /** Default: the owner is the argument `name` alone. */
  owner?: OwnerForm<O>;
  /** The part of the data that tells one record of a set from the others, for names of resources. Default: all of it. */
  label?(data: DataOf<T, F>): string;
  /** Canonical data from a row of the registrar. @throws UnreadableError, InvalidNameError */
  fromWire?(wire: WireFields, domain: string): DataOf<T, F>;
  /** Other texts that the ambiguous field of the row could mean. Default: none. */
  interpretations?(wire: WireFields): readonly string[];
  /** The data fields of a request body. */
  toWire?(data: DataOf<T, F>, options: AnyWireOptions): Readonly<Record<string, Value>>;
  checks(rule: CheckOf<CheckArgsOf<F, O>>): readonly RecordCheck<CheckArgsOf<F, O>>[];
}

/** One record type, for code that handles any record. */
export interface AnyRecordType<Data extends AnyData = AnyData> extends Exclusions {
  readonly type: string;
  readonly number: number;
  readonly holds: string;
  readonly fields: Fields;
  readonly owner: OwnerForm;
  readonly checks: readonly RecordCheck[];
  /** The arguments that checks look at. */
  readonly argumentKinds: ArgumentKinds;
  /** The names of fields that are no part of the identity: priorities. */
  readonly secondary: readonly string[];
  /** The field whose wire form may have several meanings, if there is one. */
  readonly ambiguous: string | undefined;
  /** The field that names another host, if there is one. */
  readonly target: string | undefined;
  /** Canonical data of what a user wrote. @throws InvalidNameError */
  fromArgs(args: Readonly<Record<string, unknown>>): Data;
  fromWire(wire: WireFields, domain: string): Data;
  interpretations(wire: WireFields): readonly string[];
  toWire(data: Data, options: AnyWireOptions): Readonly<Record<string, Value>>;
  /** What makes two records the same: all data but what is secondary. */
  identity(data: Data): readonly (Value | undefined)[];
  label(data: Data): string;
  /** Presentation form, RFC 1035 section 5.1; hosts with their trailing dot. */
  print(data: Data): string;
  /** The arguments that hold the data, from the words of a zone file. @throws ZoneFileError */
  readWords(words: Words): Readonly<Record<string, Value>>;
  /** The words of presentation form that bytes of data mean. @throws RangeError if there are too few */
  wordsOf(bytes: Bytes): string[];
}

/** The owner of most types: the argument `name`. */
const plainOwner: OwnerForm = {
  arguments: {},
  owner: (name, _, domain) => ownerName(name, domain),
  split: () => undefined,
};

/** One record type with its own fields, from which the types of its data and arguments follow. */
export interface TypedRecordType<T extends string, F extends Fields, O extends string>
  extends Omit<AnyRecordType, "type" | "fields"> {
  readonly type: T;
  readonly fields: F;
  /** The names of arguments that are parts of the owner; a type only. */
  readonly ownerKey?: O;
}

/** Makes a record type of its description: adds what follows from the fields, and guards that only its own data reaches it. */
export function recordType<T extends string, F extends Fields, O extends string = never>(
  specification: Specification<T, F, O>,
): TypedRecordType<T, F, O> {
  const { type, number, holds, fields, owner = plainOwner, order = Object.keys(fields) } = specification;
  const named = Object.entries<Field>(fields);
  const keyWhere = (is: (field: Field) => boolean | undefined) => named.find(([, field]) => is(field))?.[0];
  const own = (data: AnyData): DataOf<T, F> => {
    if (isOf<T, F>(data, type)) return data;
    throw new TypeError(`the data of a ${data.type} record was handled as ${type}`);
  };
  const inOrder = order.flatMap((key) => named.filter(([each]) => each === key));
  const identity = (data: AnyData) => {
    own(data);
    return named.flatMap(([key, { secondary }]) => (secondary ? [] : [data[key]]));
  };
  const { label, fromWire, interpretations = () => [], toWire, alone, single } = specification;
  return {
    ...(alone && { alone }),
    ...(single && { single }),
    ...{ type, number, holds, fields, owner, interpretations, identity },
    checks: [
      ...nameChecks(specification.ownerIsHost ?? false),
      ...named.flatMap(([key, field]) => field.checks?.(type, key) ?? []),
      ...(specification.checks(check) as readonly unknown[] as readonly RecordCheck[]),
    ],
    argumentKinds: {
      name: "string",
      ...Object.fromEntries(
        [...Object.entries<Argument>(owner.arguments), ...named].map(([key, { kind }]) => [key, kind]),
      ),
    },
    secondary: named.filter(([, field]) => field.secondary).map(([key]) => key),
    ambiguous: keyWhere((field) => field.ambiguous),
    target: keyWhere((field) => field.isTarget),
    fromArgs: (args) => dataFromArgs(type, named, args),
    fromWire: fromWire ?? ((wire, domain) => dataFromWire(type, named, inOrder, wire, domain)),
    toWire: (data, options) =>
      toWire === undefined ? bodyOf(data, named, inOrder, options) : toWire(own(data), options),
    label: (data) => label?.(own(data)) ?? identity(data).join("-"),
    print: (data) => saidInOne(data, inOrder, (field, value) => field.print(value)),
    readWords: (words) => {
      const read = new Map(inOrder.map(([key, field]) => [key, field.readWords(words, key)]));
      return Object.fromEntries(named.map(([key]) => [key, read.get(key) ?? ""]));
    },
    wordsOf: (bytes) => inOrder.flatMap(([, field]) => field.wordsOf(bytes)),
  };
}

/** A type's data has its name in `type`, and was made of its fields: nothing else makes data of that type. */
function isOf<T extends string, F>(data: AnyData, type: T): data is AnyData & DataOf<T, F> {
  return data.type === type;
}
