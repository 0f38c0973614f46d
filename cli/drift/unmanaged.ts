/** Finds live rows in the domains of a state that no resource owns. */
import type { Forward } from "../../provider/api/forward.ts";
import { ForbiddenError, NotFoundError, RefusedError, UnsupportedOperationError } from "../../provider/api/index.ts";
import {
  groupBy,
  isOpaque,
  type LiveRecord,
  optional,
  printData,
  recordFromArgs,
  type ZoneRow,
} from "../../provider/dns/index.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import type { Rows } from "../../provider/lifecycle/list.ts";
import { dnsRecordOf, recordKind } from "../../provider/lifecycle/records/kind.ts";
import { keyOf, readSetState, readState, shownIn } from "../../provider/lifecycle/records/zone.ts";
import type { AnyRow, RowKind } from "../../provider/lifecycle/rows/kind.ts";
import type { Run } from "../../provider/lifecycle/run.ts";
import { forwardKind, readForward, wantedForward } from "../../provider/resources/urlForward.ts";
import { type LeftOut, leftElsewhere, leftOutRecord } from "../leftOut.ts";
import { domainOfRow, type StateRow } from "../state.ts";
import { type Cover, failureOf, type Met, type Unmanaged } from "./report.ts";

/** A resource, and its live values; `undefined`: gone, or not readable. */
export interface Seen {
  row: StateRow;
  live: Properties | undefined;
}

interface Found {
  unmanaged: Unmanaged[];
  leftOut: LeftOut[];
  notes: string[];
  errors: Met[];
}

/** @param strict a list that cannot be read is an error, not a note */
export async function findUnmanaged(
  seen: readonly Seen[],
  run: Run,
  how: { strict: boolean; cover: Cover },
): Promise<Found> {
  const byDomain = groupBy(seen, ({ row }) => domainOfRow(row) ?? "");
  const live = [...byDomain].filter(([domain]) => domain !== "");
  const sorted = live.sort(([a], [b]) => (a < b ? -1 : 1));
  const found = await Promise.all(sorted.map(([domain, here]) => lookAt(domain, here, run, how)));
  return {
    unmanaged: found.flatMap(({ unmanaged }) => unmanaged),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
    notes: found.flatMap(({ notes }) => notes),
    errors: found.flatMap(({ errors }) => errors),
  };
}

async function lookAt(
  domain: string,
  here: readonly Seen[],
  run: Run,
  { strict, cover }: { strict: boolean; cover: Cover },
): Promise<Found> {
  const found: Found = { unmanaged: [], leftOut: [], notes: [], errors: [] };
  /** Reads a list. One that a resource needed, too, has reported its failure there. */
  async function read<Row extends object>(
    what: string,
    neededBy: string[],
    list: () => Promise<Rows<Row>>,
  ): Promise<readonly Row[]> {
    try {
      const items = await list();
      if (!items.proof.complete) {
        const why = items.proof.why ?? "it seems to be incomplete";
        const message = `The list of ${what} of ${domain} is not proven complete (${why}): there may be more rows than it shows.`;
        if (strict) {
          const code = "ERR_REGISTRAR_INCOMPLETE_LIST";
          found.errors.push({ code, message, resources: [], cause: message });
        } else found.notes.push(message);
      }
      return items.rows;
    } catch (error) {
      if (here.some(({ row }) => neededBy.includes(row.type))) return [];
      const elsewhere = await leftElsewhere(error, domain, run);
      if (elsewhere !== undefined) {
        found.leftOut = [elsewhere];
        return [];
      }
      const failure = failureOf(error, [], cover);
      if (strict || !isWithheld(error)) found.errors.push(failure);
      else found.notes.push(`${domain}: unmanaged ${what} were not looked for. ${failure.message}`);
      return [];
    }
  }
  const [records, forwards] = await Promise.all([
    read("records", ["DnsRecord", "DnsRecordSet", "DnsZone"], () => run.list(recordKind, domain).read()),
    read("forwards", ["UrlForward"], () => run.list(forwardKind, domain).read()),
  ]);
  const own = here.flatMap(({ row: { type }, live }) => (live === undefined ? [] : [{ type, live }]));
  const unmanaged = records.filter(unmanagedRecords(own, domain));
  const setOf = (row: ZoneRow) => (isOpaque(row) ? "" : recordKind.keys(row).setKey);
  const [liveSets, freeSets] = [groupBy(records, setOf), groupBy(unmanaged, setOf)];
  for (const row of unmanaged) {
    if (isOpaque(row)) continue;
    const several = freeSets.get(setOf(row))?.length ?? 0;
    const inSet = several > 1 && several === liveSets.get(setOf(row))?.length;
    found.unmanaged.push({ ...describedRecord(row, domain, cover), ...(inSet && { inSet }) });
  }
  for (const row of unmanaged.filter(isOpaque))
    if (row.type?.toUpperCase() !== "SOA") found.leftOut.push(leftOutRecord(row, domain, cover(row.reason)));
  for (const forward of forwards.filter(unmanagedForwards(own, domain)))
    found.unmanaged.push(describedForward(forward, domain, cover));
  return found;
}

const refusals = [ForbiddenError, NotFoundError, RefusedError, UnsupportedOperationError];
/** Does the registrar refuse the list, or have none? Other failures are of the connection, the token or the response. */
const isWithheld = (error: unknown) => refusals.some((kind) => error instanceof kind);

interface Own {
  type: string;
  live: Properties;
}

/** A row that a resource owns, with the registrar's ID, if known. */
interface Held<Row> {
  id: unknown;
  row: Row;
}

/** Is a row without an owner? A row without an ID is compared by meaning. */
function heldByNone<Row extends AnyRow>(kind: RowKind<Row>, held: readonly Held<Row>[]): (row: Row) => boolean {
  const ids = new Set(held.map(({ id }) => id));
  let meanings: Set<string> | undefined;
  return (row) => {
    if (row.id !== undefined) return !ids.has(row.id);
    if (!kind.isReadable(row)) return true;
    meanings ??= new Set(held.map((each) => kind.keys(each.row).meaning));
    const known = meanings;
    return !kind.keys(row).meanings.some((key) => known.has(key));
  };
}

/** Is a record unmanaged? The service's own (SOA, and NS of the apex) never are. */
function unmanagedRecords(own: readonly Own[], domain: string): (row: ZoneRow) => boolean {
  // An authoritative zone shows unlisted records as drift, except those that it ignores.
  if (own.some(({ type, live }) => type === "DnsZone" && live["mode"] === "authoritative")) return () => false;
  // A set shows other records of its name and type as drift.
  const sets = own.flatMap(({ type, live }) => (type === "DnsRecordSet" ? [keyOf(readSetState(live))] : []));
  const held = own.flatMap(({ type, live }) => recordsIn(type, live, domain));
  const isFree = heldByNone(recordKind, held);
  return (row) => {
    if (isOpaque(row)) return isFree(row);
    const isApexNs = row.name === "@" && row.data.type === "NS";
    return !isApexNs && !sets.includes(`${row.name} ${row.data.type}`) && isFree(row);
  };
}

function recordsIn(type: string, live: Properties, domain: string): Held<LiveRecord>[] {
  if (type === "DnsZone") return shownIn(readState(live), domain).map(({ id, row }) => ({ id, row }));
  const args = type === "DnsRecord" ? dnsRecordOf(live) : undefined;
  return args === undefined ? [] : [{ id: live["recordId"], row: recordFromArgs(args, domain) }];
}

function unmanagedForwards(own: readonly Own[], domain: string): (row: Forward) => boolean {
  const held = own.flatMap(({ type, live }) =>
    type === "UrlForward" ? [{ id: live["forwardId"], row: wantedForward({ ...readForward(live), domain }).row }] : [],
  );
  const isFree = heldByNone(forwardKind, held);
  return (row) => row.reason === undefined && isFree(row);
}

function describedRecord(row: Exclude<ZoneRow, { opaque: true }>, domain: string, cover: Cover): Unmanaged {
  const { id, name, data, ttl } = row;
  return { kind: "record", domain, name, type: data.type, content: cover(printData(data)), ...optional({ id, ttl }) };
}

function describedForward({ id, source, type, destination }: Forward, domain: string, cover: Cover): Unmanaged {
  return { kind: "forward", domain, name: source, content: cover(destination), ...optional({ id, type }) };
}
