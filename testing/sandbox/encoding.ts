/** Decodes names, texts and numbers of requests to the plain form, and encodes the plain form as a dialect asks. */
import { isIPv4 } from "node:net";
import { badRequest } from "./refusal.ts";

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

const isName = (name: string) => name.length <= 253 && name.split(".").every((part) => label.test(part));

/** The host label of a request, relative to the domain; empty for the apex (if absent, empty or `@`). */
export function relativeName(input: string | undefined, domain: string, field = "name"): string {
  const name = (input ?? "").toLowerCase();
  if (name === "" || name === "@") return "";
  const withoutStar = name === "*" ? "" : name.startsWith("*.") ? name.slice(2) : name;
  if (withoutStar !== "" && !isName(withoutStar)) {
    throw badRequest(
      "invalid_name",
      `${field} must be a host label relative to ${domain}, not ${JSON.stringify(input)}.`,
    );
  }
  if (`${name}.${domain}`.length > 253) throw badRequest("invalid_name", `${field} is too long.`);
  return name;
}

/** An absolute host name. Drops one trailing dot; `.` means "none". */
export function hostName(input: string, field: string): string {
  if (input === ".") return ".";
  const name = input.toLowerCase().replace(/\.$/, "");
  if (!isName(name) || isIPv4(name)) {
    throw badRequest(`invalid_${field}`, `${field} must be a host name, not ${JSON.stringify(input)}.`);
  }
  return name;
}

/** Reads a URL. `URL.canParse` of Node.js 20 refuses some with letters outside ASCII. */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** All eight groups with four digits each. */
export function longIpv6(short: string): string {
  const [head = "", tail] = short.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, "0")).join(":");
}

/** Does the string parse as quoted strings? */
const looksQuoted = (text: string): boolean => /^\s*"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*\s*$/su.test(text);

/** Reads `"one" "two"` (RFC 1035 section 5.1: `\"`, `\\` and bytes such as `\009`) as one string. A bare one stays as it is. */
export function unquoted(input: string): string {
  if (!looksQuoted(input)) return input;
  const parts = [...input.matchAll(/\s*"((?:[^"\\]|\\.)*)"\s*/gsuy)].map(([, chunk = ""]) => chunk);
  const bytes = [...parts.join("").matchAll(/\\(\d{3})|\\?(.)/gsu)].map(([, byte, character = ""]) =>
    byte === undefined ? Buffer.from(character) : Buffer.of(Number(byte)),
  );
  return Buffer.concat(bytes).toString("utf8");
}

const byteLength = (text: string) => Buffer.byteLength(text, "utf8");

function chunks(text: string, limit: number): string[] {
  const out: string[] = [];
  let current = "";
  for (const character of text) {
    if (byteLength(current + character) > limit) {
      out.push(current);
      current = "";
    }
    current += character;
  }
  return [...out, current];
}

/** Quotes a string, with `\"` and `\\`. */
export const quoteText = (text: string) => `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;

/** Writes the text of a TXT record. Quotes a bare text that parses as quoted. */
export function writeText(text: string, form: "plain" | "quoted"): string {
  if (form === "plain") return looksQuoted(text) ? quoteText(text) : text;
  const parts = byteLength(text) > 255 ? chunks(text, 255) : [text];
  return parts.map(quoteText).join(" ");
}

export function integer(input: string, field: string, maximum: number): number {
  const value = /^\d{1,5}$/.test(input) ? Number(input) : Number.NaN;
  if (!(value <= maximum)) throw badRequest(`invalid_${field}`, `${field} must be an integer from 0 to ${maximum}.`);
  return value;
}
