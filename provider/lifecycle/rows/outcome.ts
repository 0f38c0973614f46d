/**
 * The outcome of a write to a row:
 *
 * | the write | the outcome is | as shown by |
 * |---|---|---|
 * | got a response | `madeIn`, `changedIn` | the response |
 * | may have been carried out | `findMade`, `findChanged`, `findGone` | the list, polled |
 * | met a 404 | `rowAfter404` | the list, polled |
 * | was refused | `refusal` | the list, read again |
 */
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import {
  isObject,
  type NotFoundError,
  type RegistrarError,
  renamedIn,
  UnconfirmedError,
  UnsupportedOperationError,
} from "../../api/index.ts";
import { isRecordTypeName, recordTypes } from "../../dns/index.ts";
import { AlreadyExistsError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { refusesRow } from "../poll.ts";
import type { AnyRow, Shown } from "./kind.ts";
import { anyTtl, areNamedAlike, conflictsOf, inPlace, isMeant, rowsMeaning, satisfies } from "./match.ts";
import type { RowReader } from "./read.ts";
import { PlanWords } from "./words.ts";

export type WithId<Row> = Row & { id: string };

/** The rows with IDs in the response to a write. A response about something else, such as a job, has none that is readable. */
function rowsIn<Row extends AnyRow>({ kind, domain }: RowReader<Row>, response: AnyObject, sent: Row): Row[] {
  const parts = [response["record"], response["dns_record"], response].filter(isObject);
  return parts.map((wire) => kind.fromWire(wire, domain, sent)).filter(({ id }) => id !== undefined);
}

/**
 * The ID and TTL of a created row in the response.
 * @param known the shared list when the write began. If no row in the response has the data that was sent, an ID that
 * the list lacks is that of the new row
 */
export function madeIn<Row extends AnyRow>(
  at: RowReader<Row>,
  response: AnyObject,
  sent: Row,
  known: Rows<Row>,
): Shown {
  const { kind } = at;
  const rows = rowsIn(at, response, sent);
  const row = rows.find((each) => kind.isReadable(each) && isMeant(kind, each, sent));
  if (row !== undefined) return row;
  const [made] = rows.filter(({ id }) => id !== undefined && !known.shows(id));
  if (made !== undefined && kind.isReadable(made)) throw madeOther(at, made, sent);
  return { id: made?.id };
}

/** The ID and TTL of an updated row in the response: an update may give it a new ID. */
export function changedIn<Row extends AnyRow>(at: RowReader<Row>, response: AnyObject, sent: WithId<Row>): Shown {
  const { kind, domain } = at;
  const rows = rowsIn(at, response, sent).filter((each) => kind.isReadable(each));
  const changed = rows.find((each) => isMeant(kind, each, sent));
  if (changed !== undefined) return changed;
  const row = rows.find(({ id }) => id === sent.id);
  if (row === undefined) return { id: sent.id };
  const operation = `${kind.group}.update` as const;
  throw new UnconfirmedError({
    operation,
    domain,
    outcome: "unknown",
    what: `the response shows ${kind.describe(row, domain)}, which the program didn't ask for`,
    advice: renamedIn(operation),
  });
}

/** The response to a create shows a new row of another name, which has another field in requests, or of other data. */
function madeOther<Row extends AnyRow>({ kind, domain }: RowReader<Row>, made: Row, sent: Row): UnconfirmedError {
  const operation = `${kind.group}.create` as const;
  const type = kind.keys(sent).setKey.split(" ").at(-1) ?? "";
  const isHost = isRecordTypeName(type) && recordTypes[type].target !== undefined;
  const isNamed = areNamedAlike(kind, made, sent) && isHost;
  const line = '{"records.create":{"hosts":"dot"},"records.update":{"hosts":"dot"}}';
  const dot = `If it completes hosts with the domain, write ${line} in a contract file.`;
  return new UnconfirmedError({
    operation,
    domain,
    outcome: "unknown",
    what: `the response shows ${kind.describe(made, domain)}, which the program didn't ask for`,
    advice: `Delete that in the registrar's dashboard. ${isNamed ? dot : renamedIn(operation)}`,
  });
}

/**
 * After a create: the row that it made, or a proof that there is none.
 * @param known the shared list when the write began
 */
export async function findMade<Row extends AnyRow>(at: RowReader<Row>, wanted: Row, known: Rows<Row>) {
  const { kind, claims } = at;
  const { found, last } = await at.poll((rows) =>
    rowsMeaning({ kind, rows }, wanted).find((row) => claims.isNew(row, wanted)),
  );
  const asSent = { row: wanted, granted: anyTtl };
  const mayBeIt = (row: Row) =>
    known.twin(row) === undefined && satisfies(kind, row, wanted, asSent) && !claims.isOthers(row);
  return {
    found,
    isAbsent: at.provesAbsent(last, wanted) && !rowsMeaning({ kind, rows: last }, wanted).some(mayBeIt),
  };
}

/** After an update: the row as wanted, under its old or a new ID. */
export function findChanged<Row extends AnyRow>(at: RowReader<Row>, from: WithId<Row>, wanted: Row) {
  const { kind, claims } = at;
  // With new data, any TTL may be the one that the registrar granted. With the old data, it may be the old TTL.
  const lastSent = isMeant(kind, from, wanted) ? undefined : { row: wanted, granted: anyTtl };
  return at.poll((rows) => {
    const row = rows.withId(from.id);
    const candidates = row === undefined ? rowsMeaning({ kind, rows }, wanted) : [row];
    return candidates.find((each) => satisfies(kind, each, wanted, lastSent) && !claims.isOthers(each));
  });
}

/** After a delete: `{}` if the row is proven to be absent, once lists show recent writes. */
export async function findGone<Row extends AnyRow>(at: RowReader<Row>, row: Row) {
  const { kind, claims, list } = at;
  const isIt = (other: Row) => !claims.isOthers(other);
  const lacks = (rows: Rows<Row>) => rows.withId(row.id) === undefined && !rowsMeaning({ kind, rows }, row).some(isIt);
  const { last } = await at.poll((rows) => lacks(rows) || undefined);
  // Not `at.read`, which reports an empty list.
  const rows = last.needsSecondReading ? await list.read(lacks) : last;
  return { found: at.provesAbsent(rows, row) && lacks(rows) ? {} : undefined };
}

/**
 * After a 404: the row, so that the write is sent to its new ID.
 *
 * | a list shows | result |
 * |---|---|
 * | its ID | UnsupportedOperationError: the API lacks the operation |
 * | an equal row that wasn't known, and isn't a resource's | that row: it has a new ID, and a list was stale or a response lost |
 * | the same, but the known list was incomplete | IncompleteListError: the row may be a stranger's |
 * | neither, and is a proof | `undefined`: it is gone |
 * | neither, and isn't a proof | IncompleteListError |
 *
 * @param known the shared list when the write began
 * @param forms the row as listed, and as wanted or as the state has it: under another ID, the list shows one of these
 */
export async function rowAfter404<Row extends AnyRow>(
  at: RowReader<Row>,
  error: NotFoundError,
  live: WithId<Row>,
  forms: readonly Row[],
  known: Rows<Row>,
) {
  const { kind, claims } = at;
  const hasNewId = (row: Row): row is WithId<Row> =>
    row.id !== undefined && !known.shows(row.id) && !claims.isClaimedById(row.id);
  const withNewId = (rows: Rows<Row>) => forms.flatMap((form) => rowsMeaning({ kind, rows }, form)).find(hasNewId);
  const isMoved = (rows: Rows<Row>) => withNewId(rows) !== undefined || at.provesAbsent(rows, live);
  const { last } = await at.poll((rows) => (!rows.shows(live.id) && isMoved(rows)) || undefined);
  if (last.shows(live.id))
    throw new UnsupportedOperationError({
      ...error,
      outcome: "no",
      what: `${at.describe(live)} is there, but the registrar does not know this operation on it`,
      advice:
        "Nothing was changed. Correct the operation's method, path or field names in a contract file " +
        "(`registrar:contractFile` or REGISTRAR_CONTRACT_FILE).",
    });
  const moved = withNewId(last);
  if (moved === undefined) at.requireProof(last, live);
  else if (!known.proof.complete) at.requireProof(known, live);
  return moved;
}

/** Does the registrar refuse a row because it exists already? */
const saysExists = ({ status, what }: RegistrarError): boolean =>
  status === 409 || /already|duplicate|(?<!(\bnot|n't) )\bexists?\b/i.test(what);

/**
 * The error that tells best why the registrar refuses a row, by a new reading of the list.
 *
 * | the list shows | error |
 * |---|---|
 * | rows that can't exist together with the refused one | AlreadyExistsError.conflicting |
 * | another row in the place of a new one | AlreadyExistsError.inPlace |
 * | exactly a new one, and the registrar says "exists" | AlreadyExistsError.shownLate |
 * | nothing of a new one, and the registrar says "exists" | AlreadyExistsError.notShown |
 * | anything else | as the kind of row explains the refusal |
 */
export async function refusal<Row extends AnyRow>(at: RowReader<Row>, error: unknown, wanted: Row, isNew: boolean) {
  if (!refusesRow(error) || error.outcome !== "no") return at.explanation(error);
  // Another stack or a person may have made a row since the list was read.
  const rows = await at.renewed().catch(() => undefined);
  if (rows === undefined) return at.explanation(error);
  const listing = { kind: at.kind, rows };
  const words = new PlanWords(at);
  const conflicts = conflictsOf(listing, wanted);
  if (conflicts.length > 0) return words.error({ kind: "conflict", want: wanted, rows: conflicts });
  const [equal] = rowsMeaning(listing, wanted);
  const places = inPlace(listing, wanted);
  if (isNew && equal === undefined && places.length > 0)
    return words.error({ kind: "in place", want: wanted, rows: places });
  const explained = await at.explanation(error);
  if (!isNew || explained !== error || !saysExists(error)) return explained;
  if (equal === undefined) return AlreadyExistsError.notShown(at.describe(wanted), error);
  return AlreadyExistsError.shownLate(at.describe(equal));
}
