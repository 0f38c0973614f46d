/** Prints records as a zone file. RFC 1035 section 5.1. */
import { normaliseDomain, printData, quote, unquote, type WantedRecord } from "../../provider/dns/index.ts";
import { inOrder } from "../import/candidates.ts";

export interface PrintOptions {
  domain: string;
  /** In any order: printed sorted, so that the same zone is always the same file. */
  records: readonly WantedRecord[];
  /** The domain's nameservers. If given, they are printed with a made-up SOA record, since other programs need both. */
  nameservers?: readonly string[];
  remarks?: readonly string[];
}

/** $TTL if no record has a TTL, in seconds. */
const USUAL_TTL = 3600;

/**
 * The zone file of some records. Names are relative to $ORIGIN, hosts complete. $TTL is the most frequent TTL.
 * @throws InvalidNameError if the domain is not valid
 */
export function printZone({ domain, records, nameservers = [], remarks = [] }: PrintOptions): string {
  const origin = normaliseDomain(domain);
  const defaultTtl = mostFrequent(records.flatMap(({ ttl }) => (ttl === undefined ? [] : [ttl]))) ?? USUAL_TTL;
  const lines = [
    ...remarks.map((remark) => visible(`; ${remark}`).trimEnd()),
    `$ORIGIN ${origin}.`,
    `$TTL ${defaultTtl}`,
  ];
  const line = (name: string, ttl: number | undefined, type: string, data: string, comment?: string) => {
    const shownTtl = ttl === undefined || ttl === defaultTtl ? "" : String(ttl);
    const remark = comment === undefined || comment === "" ? "" : ` ; ${printComment(comment)}`;
    lines.push(`${name.padEnd(23)} ${shownTtl.padEnd(7)} IN ${type.padEnd(5)} ${visible(data)}${visible(remark)}`);
  };
  const [primary] = nameservers;
  if (primary !== undefined) {
    line("@", undefined, "SOA", `${primary}. hostmaster.${origin}. 1 7200 3600 1209600 3600`);
    const held = new Set(
      records.flatMap(({ name, data }) => (name === "@" && data.type === "NS" ? [data.content] : [])),
    );
    for (const host of [...nameservers].sort()) if (!held.has(host)) line("@", undefined, "NS", `${host}.`);
  }
  for (const { name, ttl, data, comment } of [...records].sort(inOrder))
    line(name, ttl, data.type, printData(data), comment);
  return `${lines.join("\n")}\n`;
}

/** A comment on one line; quoted if it couldn't be read back otherwise. */
function printComment(comment: string): string {
  const fits = comment === comment.trim() && visible(comment) === comment && unquote(comment) === undefined;
  return fits ? comment : quote(comment);
}

/** Escapes control characters and direction marks as bytes of UTF-8: `\194\155`. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${String(byte).padStart(3, "0")}`).join(""),
  );
}

/** The most frequent number, the smallest of several. */
function mostFrequent(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort(([a, times], [b, others]) => others - times || a - b)[0]?.[0];
}
