/**
 * Decodes the rows of a list. A row that can't be decoded is opaque: it is listed, and left alone. A list can't be read if all
 * its rows lack a field: that has another name, so that nothing is known of any row.
 */
import { allOpaque, isOpaque, type Renamed, recordFromWire, renamedIn, type ZoneRow } from "../../dns/index.ts";
import { type Forward, forwardFromWire, lacksField, renamedInForward } from "../forward.ts";
import { quote, type Redact } from "../redaction.ts";
import { describe, isObject } from "../response.ts";
import type { Row } from "./find.ts";
import type { Listing } from "./read.ts";

/** A list with decoded rows. */
export const decoded = <Wire, Decoded>(
  { rows, proof }: Listing<Wire>,
  decode: (row: Wire) => Decoded,
): Listing<Decoded> => ({ rows: rows.map(decode), proof });

export function recordRows(listing: Listing<Row>, domain: string): Listing<ZoneRow> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire) => {
    const row = recordFromWire(wire, domain);
    return isOpaque(row) ? { ...row, reason: redact(row.reason), row: redactedRow(row.row, redact) } : row;
  });
  return unreadable({ ...list, redact }, allOpaque(list.rows), (row) => renamedIn(row, domain));
}

export function forwardRows(listing: Listing<Row>, domain: string): Listing<Forward> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire): Forward => {
    const { unreadable: reason, row = {}, ...forward } = forwardFromWire(wire, domain);
    return reason === undefined ? forward : { ...forward, unreadable: redact(reason), row: redactedRow(row, redact) };
  });
  const lacking = list.rows.every(lacksField) ? list.rows : [];
  return unreadable(
    { ...list, redact },
    lacking.map(({ unreadable: reason = "", row = {} }) => ({ reason, row })),
    (row) => renamedInForward(row, domain),
  );
}

/** A value with each of its strings redacted: a row that can't be decoded may quote the request, its token included. */
function redactedIn(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactedIn(each, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), redactedIn(each, redact)]));
}

const redactedRow = (row: Row, redact: Redact): Row => ({ ...Object(redactedIn(row, redact)) });

/** @param lacking rows that all lack a field */
function unreadable<Decoded>(
  { rows, proof, redact }: Required<Listing<Decoded>>,
  lacking: readonly { reason: string; row: Readonly<Row> }[],
  renamed: (row: Readonly<Row>) => Renamed | undefined,
): Listing<Decoded> {
  const [first] = lacking;
  if (first === undefined) return { rows, proof };
  const sets = setKeyIn(lacking.map(({ row }) => row));
  const found = `0 of ${lacking.length} rows can be read: ${first.reason} (found ${describe(first.row)})`;
  const [cut, why] = sets === undefined ? (["unreadable", found] as const) : (["sets", setWords(sets)] as const);
  const doubt = { cut: proof.cut ?? cut, why: quote(why, redact), fields: renamed(first.row) };
  return { rows, proof: { ...proof, complete: false, ...doubt } };
}

/** The key of a list in each row that has it: each row is a set of records, as at deSEC, Gandi and PowerDNS. */
export const setKeyIn = (rows: readonly Readonly<Row>[]): string | undefined =>
  Object.keys(rows[0] ?? {}).find((key) => {
    const lists = rows.map((row) => row[key] ?? []);
    return lists.every(Array.isArray) && lists.flat().length > 0;
  });

export const setWords = (key: string): string =>
  `each row is a set of records, in ${key}, and has no ID of each: the package can't read sets`;
