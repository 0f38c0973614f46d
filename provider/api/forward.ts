/** A URL forward as data: read from any wire form, compared by meaning. Specification, "URL forward". */
import { ownerName } from "../dns/index.ts";
import type { ForwardBody } from "./shapes.ts";

export type ForwardType = "permanent" | "temporary";

export interface Forward {
  id?: string;
  /** Canonical: relative to the domain, `@` for the domain itself. */
  source: string;
  destination: string;
  /** Absent when the registrar did not show it. */
  type?: ForwardType;
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

/** `permanent` (301) or `temporary` (302), from a word or a status code. */
export function forwardType(value: unknown): ForwardType | undefined {
  const text = String(value ?? "").toLowerCase();
  if (/301|308|permanent/.test(text) && !text.includes("non-permanent")) return "permanent";
  if (/302|307|temporary/.test(text)) return "temporary";
  return undefined;
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
