/** Decodes lists of rows. A row that can't be decoded is opaque; a list of such rows only can't be read. */
import { allOpaque, type Renamed, recordFromWire, renamedIn, type ZoneRow } from "../dns/index.ts";
import { type Forward, forwardFromWire, lacksField, renamedInForward } from "./forward.ts";
import { describe } from "./json.ts";
import type { Listing, Row } from "./lists.ts";

/** A list with decoded rows. */
export const decoded = <Wire, Decoded>(listing: Listing<Wire>, decode: (row: Wire) => Decoded): Listing<Decoded> => ({
  ...listing,
  rows: listing.rows.map(decode),
});

/** Rows that all lack a field. The field has another name, so that nothing is known of any row. */
interface Lacking {
  count: number;
  reason: string;
  row: Row | undefined;
  fields: Renamed | undefined;
}

const unreadable = <Decoded>(list: Listing<Decoded>, { count, reason, row, fields }: Lacking): Listing<Decoded> => ({
  ...list,
  ...{ complete: false, open: false, cut: list.cut ?? "unreadable", fields },
  incomplete: `0 of ${count} rows can be read: ${reason} (found ${describe(row)})`,
});

export function recordRows(listing: Listing<Row>, domain: string): Listing<ZoneRow> {
  const list = decoded(listing, (row) => recordFromWire(row, domain));
  const lacking = allOpaque(list.rows);
  const [first] = lacking;
  if (first === undefined) return list;
  const { reason, row } = first;
  return unreadable(list, { count: lacking.length, reason, row, fields: renamedIn(row, domain) });
}

export function forwardRows(listing: Listing<Row>, domain: string): Listing<Forward> {
  const list = decoded(listing, (row) => forwardFromWire(row, domain));
  const { length: count } = list.rows;
  const [first] = list.rows;
  if (first === undefined || !list.rows.every(lacksField)) return list;
  const { unreadable: reason = "", row } = first;
  return unreadable(list, { count, reason, row, fields: renamedInForward(first, domain) });
}
