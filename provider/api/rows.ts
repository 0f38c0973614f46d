/** Decodes lists of rows. A row that can't be decoded is opaque; a list of such rows only can't be read. */
import { allOpaque, isOpaque, type Renamed, recordFromWire, renamedIn, type ZoneRow } from "../dns/index.ts";
import { type Forward, forwardFromWire, lacksField, renamedInForward } from "./forward.ts";
import type { Row } from "./lists/find.ts";
import type { Listing } from "./lists/read.ts";
import type { Redact } from "./redaction.ts";
import { describe, isObject } from "./response.ts";

/** A list with decoded rows. */
export const decoded = <Wire, Decoded>(
  { rows, proof }: Listing<Wire>,
  decode: (row: Wire) => Decoded,
): Listing<Decoded> => ({ rows: rows.map(decode), proof });

/** A value with each of its strings redacted: a row that can't be decoded may quote the request, its token included. */
function redactedIn(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactedIn(each, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), redactedIn(each, redact)]));
}

const redactedRow = (row: Row, redact: Redact): Row => ({ ...Object(redactedIn(row, redact)) });

/** Rows that all lack a field. The field has another name, so that nothing is known of any row. */
interface Lacking {
  count: number;
  reason: string;
  row: Row | undefined;
  fields: Renamed | undefined;
}

function unreadable<Decoded>({ rows, proof }: Listing<Decoded>, lacking: Lacking): Listing<Decoded> {
  const { count, reason, row, fields } = lacking;
  const why = `0 of ${count} rows can be read: ${reason} (found ${describe(row)})`;
  return { rows, proof: { ...proof, complete: false, cut: proof.cut ?? "unreadable", why, fields } };
}

export function recordRows(listing: Listing<Row>, domain: string): Listing<ZoneRow> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire) => {
    const row = recordFromWire(wire, domain);
    return isOpaque(row) ? { ...row, reason: redact(row.reason), row: redactedRow(row.row, redact) } : row;
  });
  const lacking = allOpaque(list.rows);
  const [first] = lacking;
  if (first === undefined) return list;
  const { reason, row } = first;
  return unreadable(list, { count: lacking.length, reason, row, fields: renamedIn(row, domain) });
}

export function forwardRows(listing: Listing<Row>, domain: string): Listing<Forward> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire): Forward => {
    const { unreadable: reason, row = {}, ...forward } = forwardFromWire(wire, domain);
    return reason === undefined ? forward : { ...forward, unreadable: redact(reason), row: redactedRow(row, redact) };
  });
  const { length: count } = list.rows;
  const [first] = list.rows;
  if (first === undefined || !list.rows.every(lacksField)) return list;
  const { unreadable: reason = "", row } = first;
  return unreadable(list, { count, reason, row, fields: renamedInForward(first, domain) });
}
