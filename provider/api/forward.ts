/**
 * URL forwards as a table of fields. Arguments, requests, reading, comparison, lookups, import and doctor derive from it.
 * Specification, "URL forward".
 */
import * as z from "zod";
import { idIn, ifValid, optional, ownerName, type Renamed, UnreadableError } from "../dns/index.ts";

/** The kinds of the public reference; a registrar may have more. */
export const forwardTypes = ["permanent", "temporary"] as const;

interface ForwardField {
  /** The argument's. */
  schema: z.ZodType;
  /** Description of the field in lookups. */
  shown: string;
  /** Reads the value of a response. @throws UnreadableError */
  read(shown: unknown, domain: string): unknown;
  /** The form in which values are compared. */
  canonical(value: unknown, domain: string): unknown;
  /** The form in programs and requests. Default: unchanged. */
  write?(value: unknown): unknown;
  /** Can every program declare a live value? Default: yes. */
  isDeclarable?(value: unknown): boolean;
}

export const forwardFields = {
  source: {
    schema: z.string().meta({
      description:
        'Host to redirect: `www`, `www.example.com`, or `@` for the domain itself. Updates in place. Specification, "URL forward".',
    }),
    shown: "Host that is redirected, relative to the domain; `@` for the domain itself.",
    read: readSource,
    canonical: (source, domain) => ownerName(String(source), domain),
    write: (source) => (source === "@" ? "" : source),
  },
  destination: {
    schema: z
      .string()
      .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
        message: "must be a full URL that begins with http:// or https://",
      })
      .meta({ description: "Full URL to redirect to. Updates in place." }),
    shown: "The target, as the registrar shows it.",
    read(shown) {
      if (typeof shown !== "string") throw new UnreadableError("a forward without a source or destination");
      return shown;
    },
    canonical: (destination) => canonicalUrl(String(destination)),
  },
  type: {
    schema: z
      .string()
      .optional()
      .meta({
        description:
          "`permanent` (301), `temporary` (302), or a word from `values` of the contract file. " +
          "Default: the registrar's (temporary). Updates in place.",
        examples: ["permanent", "temporary"],
      }),
    shown:
      "`permanent` (301), `temporary` (302), or the registrar's own word for another kind; absent if it shows none.",
    read: forwardType,
    canonical: (type) => forwardType(type)?.toLowerCase(),
    isDeclarable: (type) => forwardTypes.some((named) => named === type),
  },
} satisfies Record<string, ForwardField>;

type Shape = { [Key in keyof typeof forwardFields]: (typeof forwardFields)[Key]["schema"] };
/** The arguments that say what a forward is. */
export type ForwardValues = z.output<z.ZodObject<Shape>>;

const table: Readonly<Record<string, ForwardField>> = forwardFields;
export const forwardFieldNames = Object.keys(forwardFields) as (keyof ForwardValues)[];
export const forwardShape = Object.fromEntries(
  Object.entries(table).map(([name, { schema }]) => [name, schema]),
) as Shape;

/** The source is canonical: relative to the domain, `@` for the domain itself. */
export interface Forward extends ForwardValues {
  id?: string;
  /** Why the row can't be read, if it can't. Its source is empty, unless that can be read. */
  unreadable?: string;
  /** An unreadable row as the registrar lists it. */
  row?: Values;
}

type Values = Readonly<Record<string, unknown>>;
function mapped(values: object, map: (name: string, value: unknown) => unknown): Record<string, unknown> {
  const known = Object.entries(values).filter(([name, value]) => name in table && value !== undefined);
  return optional(Object.fromEntries(known.map(([name, value]) => [name, map(name, value)])));
}

/** Reads a forward of a response; never throws. */
export function forwardFromWire(wire: Values, domain: string): Forward {
  const id = idIn(wire, ["id", "forward_id", "url_forward_id"]);
  const row: Forward = { source: "", destination: "", ...optional({ id }) };
  try {
    const values = Object.entries(table).map(([name, { read }]) => [name, read(wire[name], domain)]);
    return { ...row, ...optional(Object.fromEntries(values)) };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const source = ifValid(() => readSource(wire["source"], domain)) ?? "";
    return { ...row, source, unreadable: error.message, row: wire };
  }
}

function readSource(shown: unknown, domain: string): string {
  // `null` stands for the domain itself. If the field is absent, the source may be in a field that isn't known.
  const source = shown === null ? "" : shown;
  if (typeof source !== "string") throw new UnreadableError("a forward without a source or destination");
  try {
    return ownerName(source, domain);
  } catch {
    throw new UnreadableError("a forward whose source is not a host name");
  }
}

export const writtenForward = (row: Forward): Record<string, unknown> =>
  mapped(row, (name, value) => table[name]?.write?.(value) ?? value);

/** The values of a row that every program can declare. */
export const declarableForward = (row: Forward): Record<string, unknown> =>
  mapped(row, (name, value) => (table[name]?.isDeclarable?.(value) === false ? undefined : value));

export const liveForward = (row: Forward) => mapped(row, (_, value) => value) as ForwardValues;

/** The values of a row without source and destination, in canonical form. */
export const besideForward = ({ source: _, destination: __, ...row }: Forward): Record<string, unknown> =>
  mapped(row, (name, value) => table[name]?.canonical(value, "") ?? value);

export function sameForwardValue(name: string, a: unknown, b: unknown, domain: string): boolean {
  const field = table[name];
  try {
    return a === b || (field !== undefined && field.canonical(a, domain) === field.canonical(b, domain));
  } catch {
    return false;
  }
}

/** Keys of a forward in the shared list: its meaning, and its source. */
export const forwardKeys = (forward: Forward): string[] =>
  forward.unreadable === undefined ? [forwardKey(forward), sourceKey(forward.source)] : [opaqueKey(forward.source)];

const opaqueKey = (source: string): string => `opaque ${source}`;

/** Every key of an unreadable forward that may have this source. */
export const opaqueKeys = (source: string): string[] => [source, ""].map(opaqueKey);

/** Does an unreadable row lack a field that every forward needs? A field of value `null` isn't lacking. */
export const lacksField = ({ row }: Forward): boolean =>
  row !== undefined && ["source", "destination"].some((field) => !Object.hasOwn(row, field));

/** The field that an unreadable row lacks, if the row could be read with the value of another of its fields. */
export function renamedInForward({ row = {} }: Forward, domain: string): Renamed | undefined {
  for (const [field, word] of Object.entries({
    source: /host|from|name|sub/i,
    destination: /target|url|to|location/i,
  })) {
    const isIt = (key: string) =>
      word.test(key) && forwardFromWire({ ...row, [field]: row[key] }, domain).unreadable === undefined;
    const key = Object.hasOwn(row, field) ? undefined : Object.keys(row).find(isIt);
    if (key !== undefined) return { [field]: key };
  }
  return undefined;
}

export const forwardKey = ({ source, destination }: Pick<Forward, "source" | "destination">): string =>
  `${source} -> ${canonicalUrl(destination)}`;

export const sourceKey = (source: string): string => `source ${source}`;

/** The reference's two kinds: the word, and the ways to write it. */
const kinds: readonly (readonly [kind: (typeof forwardTypes)[number], ...written: string[]])[] = [
  ["permanent", "permanent", "301", "308"],
  ["temporary", "temporary", "302", "307"],
];

/** `permanent` or `temporary`, from the word or a status code. Another word stays until a contract file translates it (`values`). */
export function forwardType(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const word = String(value).trim();
  const [kind = word] = kinds.find((written) => written.includes(word.toLowerCase())) ?? [];
  return kind === "" ? undefined : kind;
}

/** The same URL in one spelling: scheme and host in lower case, no default port, `/` for an empty path. RFC 3986 6.2. */
export function canonicalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}
