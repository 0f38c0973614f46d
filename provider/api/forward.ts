/** URL forwards: their arguments, read from any wire form, compared by meaning, written. Specification, "URL forward". */
import * as z from "zod";
import { idIn, ifValid, optional, ownerName, parsedUrl } from "../dns/index.ts";
import { wordOf } from "./response.ts";

/** The kinds of the public reference; a registrar may have more. */
export const forwardTypes = ["permanent", "temporary"] as const;

export const forwardShape = {
  source: z
    .string()
    .describe(
      'Host to redirect: `www`, `www.example.com`, or `@` for the domain itself. Updates in place. Specification, "URL forward".',
    ),
  destination: z
    .string()
    .refine((value) => /^https?:$/.test(parsedUrl(value)?.protocol ?? ""), {
      message: "must be a full URL that begins with http:// or https://",
    })
    .describe("Full URL to redirect to. Updates in place."),
  type: z
    .string()
    .optional()
    .meta({
      description:
        "`permanent` (301), `temporary` (302), or a word from `values` of the contract file. " +
        "Default: the registrar's (temporary). Updates in place.",
      examples: [...forwardTypes],
      enumName: "UrlForwardType",
    }),
};

export type ForwardValues = z.output<z.ZodObject<typeof forwardShape>>;

/** The forms in which the values of two forwards are compared. */
const canonical: Readonly<Record<string, (value: string, domain: string) => string | undefined>> = {
  source: ownerName,
  destination: canonicalUrl,
  type: canonicalType,
};

/** The source is canonical: relative to the domain, `@` for the domain itself. */
export interface Forward extends ForwardValues {
  id?: string;
  /** Why the row can't be read, if it can't. Its source is empty, unless that can be read. */
  reason?: string;
  /** An unreadable row as the registrar lists it. */
  row?: Values;
}

type Values = Readonly<Record<string, unknown>>;

/** Reads a forward of a response; never throws. */
export function forwardFromWire(wire: Values, domain: string): Forward {
  const { source: shown, destination, type } = wire;
  const id = idIn(wire);
  // `null` stands for the domain itself. If the field is absent, the source may be in a field that isn't known.
  const written = shown === null ? "" : shown;
  const source = typeof written === "string" ? ifValid(() => ownerName(written, domain)) : undefined;
  if (source !== undefined && typeof destination === "string")
    return { source, destination, ...optional({ id, type: forwardType(type) }) };
  const isWrong = typeof written === "string" && source === undefined;
  const reason = `a forward ${isWrong ? "whose source is not a host name" : "without a source or destination"}`;
  return { source: source ?? "", destination: "", ...optional({ id }), reason, row: wire };
}

export const liveForward = ({ source, destination, type }: ForwardValues): ForwardValues => ({
  ...{ source, destination },
  ...optional({ type }),
});

export const writtenForward = (row: Forward): ForwardValues => ({
  ...liveForward(row),
  source: row.source === "@" ? "" : row.source,
});

/** Can every program declare this type? */
export const isForwardType = (type: string | undefined): boolean => forwardTypes.some((named) => named === type);

/** The values of a row that every program can declare. */
export const declarableForward = ({ type, ...row }: Forward): ForwardValues =>
  liveForward({ ...row, type: isForwardType(type) ? type : undefined });

export function sameForwardValue(name: string, a: unknown, b: unknown, domain: string): boolean {
  const form = canonical[name];
  if (a === b || form === undefined || typeof a !== "string" || typeof b !== "string") return a === b;
  return ifValid(() => form(a, domain) === form(b, domain)) ?? false;
}

/** The values of a row without source and destination, in canonical form. */
export const besideForward = ({ type }: Forward): Values => optional({ type: canonicalType(type) });

/** Key of an unreadable forward, whose source is empty if that can't be read, either. */
export const opaqueKey = (source: string): string => `opaque ${source}`;

/** Is a row unreadable, since it lacks a field that every forward needs? A field of value `null` isn't lacking. */
export const lacksForwardField = ({ row }: Forward): boolean =>
  row !== undefined && ["source", "destination"].some((field) => !Object.hasOwn(row, field));

export const forwardKey = ({ source, destination }: Pick<Forward, "source" | "destination">): string =>
  `${source} -> ${canonicalUrl(destination)}`;

/** `permanent` or `temporary`, from the word or a status code. Another word stays: a contract file translates it (`values`). */
export function forwardType(value: unknown): string | undefined {
  const word = wordOf(value)?.trim() ?? "";
  if (/^(permanent|301|308)$/i.test(word)) return "permanent";
  return /^(temporary|302|307)$/i.test(word) ? "temporary" : word || undefined;
}

function canonicalType(type: string | undefined): string | undefined {
  return forwardType(type)?.toLowerCase();
}

/** The same URL in one spelling: scheme and host in lower case, no default port, `/` for an empty path. RFC 3986 6.2. */
export function canonicalUrl(url: string): string {
  return parsedUrl(url)?.href ?? url;
}
