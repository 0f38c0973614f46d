/** A URL forward as data: read from any wire form, compared by meaning. Specification, "URL forward". */
import { ownerName } from "../dns/index.ts";
import { type ForwardBody, forwardTypes } from "./endpoints/shapes.ts";

export interface Forward {
  id?: string;
  /** Canonical: relative to the domain, `@` for the domain itself. */
  source: string;
  destination: string;
  /** `permanent`, `temporary`, or the registrar's own word for another kind. Absent when it did not show one. */
  type?: string;
  /** Set when the row could not be understood. */
  unreadable?: string;
}

/** Reads a forward from an answer; never throws. */
export function forwardFromWire(wire: Record<string, unknown>, domain: string): Forward {
  const id = idOf(wire["id"] ?? wire["forward_id"] ?? wire["url_forward_id"]);
  const { source, destination } = wire;
  const type = forwardType(wire["type"]);
  const row: Forward = { source: "", destination: "", ...(id !== undefined && { id }), ...(type && { type }) };
  if (typeof destination !== "string" || (source !== null && source !== undefined && typeof source !== "string")) {
    return { ...row, unreadable: "a forward without a source or destination" };
  }
  try {
    return { ...row, source: ownerName(source, domain), destination };
  } catch {
    return { ...row, unreadable: "a forward whose source is not a host name" };
  }
}

/** Keys of a forward in the shared list: its meaning, and its source. */
export function forwardKeys(forward: Forward): string[] {
  if (forward.unreadable !== undefined) return [];
  return [forwardKey(forward), sourceKey(forward.source)];
}

export function forwardKey({ source, destination }: Pick<Forward, "source" | "destination">): string {
  return `${source} -> ${canonicalUrl(destination)}`;
}

export function sourceKey(source: string): string {
  return `source ${source}`;
}

export function forwardToWire(forward: Forward): ForwardBody {
  return {
    source: forward.source === "@" ? "" : forward.source,
    destination: forward.destination,
    ...(forward.type && { type: forward.type }),
  };
}

/** Words by which servers call the two kinds, alone or with others that say nothing of the kind. */
const wordsOfKind: Readonly<Record<string, (typeof forwardTypes)[number]>> = {
  ...{ "301": "permanent", "308": "permanent", permanent: "permanent", permanently: "permanent" },
  ...{ "302": "temporary", "307": "temporary", temporary: "temporary", temporarily: "temporary", found: "temporary" },
};
const otherWords = ["redirect", "redirection", "moved", "http", "https", "url", "forward", "status", "code"];

/**
 * `permanent` (301) or `temporary` (302), from a word or a status code; another word is the registrar's own for a kind that
 * only it knows, and stays as it is.
 */
export function forwardType(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  const kinds = new Set(words.filter((word) => word !== "" && !otherWords.includes(word)).map((word) => kindOf(word)));
  const [kind] = kinds;
  if (kinds.size === 1 && kind !== undefined) return kind;
  return text === "" ? undefined : text;
}

const kindOf = (word: string) => (Object.hasOwn(wordsOfKind, word) ? wordsOfKind[word] : undefined);

/** Whether two kinds are the same. */
export function sameForwardType(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase());
}

/** Whether this is one of the two kinds that the public reference names. */
export function isNamedForwardType(type: unknown): boolean {
  return forwardTypes.some((named) => named === type);
}

/** The same URL in one spelling: scheme and host in lower case, no default port, `/` for an empty path. RFC 3986 6.2. */
export function canonicalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

/** An id as text; what cannot be one exactly (a fraction, a number too large, a whole page) is none. */
function idOf(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === "string" && value !== "" && value.length <= 255 ? value : undefined;
}
