/**
 * Judges the lists of records and forwards, and finds the contract lines that make them readable: each is tried, and kept only if
 * the rows decode under it.
 */
import { isDeepStrictEqual } from "node:util";
import { endpoints } from "../../provider/api/endpoints/table.ts";
import {
  type Contract,
  doubtAbout,
  type FieldNames,
  findRows,
  forwardRows,
  isObject,
  type Listing,
  markIn,
  mayBePage,
  namesOver,
  type Observation,
  type Override,
  parseContract,
  plainKey,
  recordRows,
  saysFailure,
  unmarked,
} from "../../provider/api/index.ts";
import { isOpaque, isRecordTypeName, type ZoneRow } from "../../provider/dns/index.ts";
import type { Asked, Outcome } from "./ask.ts";
import { nameForwards, nameRecords, type Row } from "./naming.ts";
import { bodyOf, isFieldName } from "./shape.ts";

export type ListOperation = "records.list" | "forwards.list";
export const isJudged = (operation: string): operation is ListOperation => /^(records|forwards)\.list$/.test(operation);

/** Keys of a line that only change readings. */
export type Line = Pick<Override, "fields" | "success" | "complete" | "container" | "paging">;

/** `corrected`: works with these lines. */
export type Verdict = "works" | "corrected" | "open" | "unusable" | "notTried";
export interface Judgement {
  readonly verdict: Verdict;
  /** The reason, or what else to know. */
  readonly note: string;
  readonly line?: Line;
}

const unusable = (note: string): Judgement => ({ verdict: "unusable", note });
const open = (operation: ListOperation): Judgement => ({
  verdict: "open",
  note: `add one ${operation === "records.list" ? "A and one MX" : "URL forward"} in the dashboard and run again`,
});

/** A line over that of a file, whose names stay unless the new line has the field, or gives its name to another. */
export function laidOver(own: Override = {}, line: Line): Override {
  if (own.fields === undefined || line.fields === undefined) return { ...own, ...line };
  const called = Object.values(line.fields);
  const kept = Object.entries(own.fields).filter(([, name]) => !called.includes(name));
  return { ...own, ...line, fields: namesOver(Object.fromEntries(kept), line.fields) };
}

/** The contract in use with a line over that of an operation. */
const withLine = ({ file, own = {} }: Contract, operation: ListOperation, line: Line): Contract =>
  parseContract({ ...file, [operation]: laidOver(own[operation], line) }, "the proposed lines");

export async function judgeList(operation: ListOperation, asked: Asked, contract: Contract): Promise<Judgement> {
  const given: Outcome = asked.outcomes.get(operation) ?? { seen: [] };
  const { seen, error } = given;
  const { domain = "" } = asked.subject;
  const [body] = bodiesIn(seen);
  if (body === undefined) return unusable(error === undefined ? "its response is not JSON" : error.what);
  const current = contract.endpoints[operation] ?? {};
  const place = placeOf(operation, body, current, domain);
  if (place === undefined) return unusable("its response has no list, or several");
  if (place.rows.length === 0) return open(operation);
  const doubt = doubtAbout(body, current.success);
  if (doubt !== undefined && (doubt !== unmarked || saysFailure(body))) return unusable(doubt);
  const line: Line = {
    ...(place.container !== undefined && { container: place.container }),
    ...(doubt !== undefined && { success: markIn(body) ?? null }),
  };
  const under = async (more: Line) => {
    const lines = { ...line, ...more };
    return Object.keys(lines).length === 0 ? given : asked.tryWith(operation, withLine(contract, operation, lines));
  };
  const first = await under({});
  const isRead = (outcome: Outcome) => areRead(operation, listingIn(outcome), domain);
  const named = namesFor(operation, { first, current, domain, isRead }, place.container);
  if ("verdict" in named) return named;
  if (Object.keys(named.fields).length > 0) line.fields = named.fields;
  return withPaging(operation, { line, first, isRead, domain, under: (more) => under({ ...line, ...more }) });
}

/** The names that the rows ask for. Those of a person's line stay, if the rows decode with them. */
function namesFor(
  operation: ListOperation,
  { first, current, domain, isRead }: Pick<Readable, "first" | "domain" | "isRead"> & { current: Override },
  container: string | undefined,
): Judgement | { fields: FieldNames } {
  const raw = bodiesIn(first.seen).flatMap((body) => placeOf(operation, body, current, "", container)?.rows ?? []);
  const naming = (operation === "records.list" ? nameRecords : nameForwards)(unique(raw), domain);
  const { fields } = current;
  if (fields !== undefined && isRead(first)) {
    const all = Object.entries("fields" in naming ? namesOver(naming.fields, fields) : fields);
    return { fields: Object.fromEntries(all.filter(([key, name]) => !isDeepStrictEqual(name, fields[key]))) };
  }
  if ("unusable" in naming) return unusable(naming.unusable);
  if ("fields" in naming) return naming;
  return isRead(first) ? { fields: {} } : open(operation);
}

interface Readable {
  readonly line: Line;
  readonly first: Outcome;
  readonly domain: string;
  isRead(outcome: Outcome): boolean;
  under(line: Line): Promise<Outcome>;
}

/** Adds the line that proves the list complete, and decodes all rows under all lines. */
async function withPaging(
  operation: ListOperation,
  { line, first, domain, isRead, under }: Readable,
): Promise<Judgement> {
  const paging = await pagingOf(first, under);
  if ("cut" in paging) return unusable(paging.cut);
  const all = await under(paging.line);
  if (!isRead(all)) return open(operation);
  const found = { ...line, ...paging.line };
  const note = [paging.note, leftOut(operation, listingIn(all), domain)].filter(Boolean).join("; ");
  return Object.keys(found).length > 0 ? { verdict: "corrected", note, line: found } : { verdict: "works", note };
}

const bodiesIn = (seen: readonly Observation[]): unknown[] =>
  seen.flatMap(({ answer }) => {
    const { value } = answer.status < 300 ? bodyOf(answer) : {};
    return value === undefined ? [] : [value];
  });

const unique = (rows: readonly Row[]) => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];

/** Every list of the client has rows and a proof. */
const isListing = (result: unknown): result is Listing<Row> => isObject(result) && isObject(result["proof"]);
const listingIn = ({ result }: Outcome): Listing<Row> | undefined => (isListing(result) ? result : undefined);

/** The rows of a response: at the usual places, else the only list of objects whose names can be found. */
function placeOf(operation: ListOperation, body: unknown, current: Override, domain: string, given?: string) {
  const { answer } = endpoints[operation];
  const container = given ?? current.container;
  try {
    // With the names of the registrar: `fields` aren't applied.
    return { rows: findRows({ status: 200, headers: {}, body }, answer, { ...(container && { container }) }).rows };
  } catch {
    const lists = listsIn(body).filter(({ rows }) => rows.length > 0);
    const name = operation === "records.list" ? nameRecords : nameForwards;
    const named = lists.length === 1 ? lists : lists.filter(({ rows }) => "fields" in name(rows, domain));
    const [one, other] = named.length > 0 ? named : listsIn(body);
    return one !== undefined && other === undefined ? { rows: one.rows, container: one.path } : undefined;
  }
}

function listsIn(value: unknown, path = "", depth = 0): { path: string; rows: Row[] }[] {
  if (!isObject(value) || depth > 4) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    if (!isFieldName(key)) return [];
    const at = path === "" ? key : `${path}.${key}`;
    return Array.isArray(item)
      ? item.every(isObject)
        ? [{ path: at, rows: item }]
        : []
      : listsIn(item, at, depth + 1);
  });
}

const decodedIn = (operation: ListOperation, listing: Listing<Row>, domain: string) =>
  operation === "records.list" ? recordRows(listing, domain) : forwardRows(listing, domain);

/** Does the client read every row of our types that has data, and the ID of each? */
function areRead(operation: ListOperation, listing: Listing<Row> | undefined, domain: string): boolean {
  if (listing === undefined) return false;
  const { rows, proof } = decodedIn(operation, listing, domain);
  const read = rows.filter((row) => !isLeft(row));
  return (
    proof.cut !== "unreadable" && proof.cut !== "sets" && read.length > 0 && read.every(({ id }) => id !== undefined)
  );
}

const isLeft = (row: object): boolean => "opaque" in row || "reason" in row;

/** Rows of our types that aren't understood. */
function leftOut(operation: ListOperation, listing: Listing<Row> | undefined, domain: string): string | undefined {
  if (operation !== "records.list" || listing === undefined) return undefined;
  const typeOf = (row: ZoneRow) => (isOpaque(row) ? row.type?.toUpperCase() : row.data.type) ?? "";
  const { rows } = recordRows(listing, domain);
  const types = [...new Set(rows.filter(isOpaque).map(typeOf))].filter(isRecordTypeName);
  const said = types.map((type) => {
    const same = rows.filter((row) => typeOf(row) === type);
    return `${same.filter(isOpaque).length} of ${same.length} ${type} rows are not understood and are left alone`;
  });
  return said.join("; ");
}

type Paging = { line: Line; note?: string } | { cut: string };

const pageNames = ["page", "p"];
const sizeNames = ["per_page", "perPage", "page_size", "pageSize", "limit", "size"];
/** No API's maximum is smaller. */
const safeSize = 20;

/** Finds the line that proves a list complete, by trial. Of a list that says that it has more, it is never `complete`. */
async function pagingOf(first: Outcome, under: (line: Line) => Promise<Outcome>): Promise<Paging> {
  const { rows = [], proof } = listingIn(first) ?? {};
  const { complete = true, cut, why = "" } = proof ?? {};
  if (complete || cut === "unreadable" || cut === "sets") return { line: {} };
  if (cut === "contradicted" || cut === "unmarked") return { cut: why };
  const tried: Try = async (line) => {
    const found = listingIn(await under(line));
    return found?.proof.complete ? { pages: found.proof.pages, rows: found.rows.length } : undefined;
  };
  const [body, second] = bodiesIn(first.seen);
  const isRepeated = second !== undefined && isDeepStrictEqual(body, second);
  const paging = isRepeated ? undefined : await pagesBy(rows.length, tried);
  if (paging !== undefined) return { line: { paging } };
  if (isRepeated && (await tried({ paging: null }))) return { line: { paging: null } };
  if (cut === "short") return { cut: `the list is incomplete: ${why}` };
  // Every further page is the first one, or is refused.
  const isWhole = (isRepeated || second === undefined) && !mayBePage(rows.length) && !namesMore(body);
  if (isWhole && (await tried({ complete: true })))
    return {
      line: { complete: true },
      note: `nothing proves the list complete: keep "complete" only if the dashboard shows the same ${rows.length} rows`,
    };
  const unproven =
    "no missing row counts as gone until a contract line says how pages are asked for, or that it has none";
  return { line: {}, note: `nothing proves the list complete (${why}): ${unproven}` };
}

/** The pages and rows of a list under a line, if it proves to be complete. */
type Try = (line: Line) => Promise<{ pages: number; rows: number } | undefined>;

/** The names of the parameters for paging. With pages of half the size, a name that is ignored shows. */
async function pagesBy(rows: number, tried: Try): Promise<Line["paging"]> {
  const size = Math.max(1, Math.ceil(rows / 2));
  for (const page of pageNames) {
    for (const pageSize of sizeNames) {
      const found = await tried({ paging: { page, pageSize, size } });
      if (found === undefined || found.rows > found.pages * size) continue;
      // Without a total, a page that is smaller than requested is the last.
      return (await tried({ paging: { page, pageSize } })) ? { page, pageSize } : { page, pageSize, size: safeSize };
    }
    if (await tried({ paging: { page } })) return { page };
  }
  return undefined;
}

/** Does a response speak of a next page? */
const namesMore = (body: unknown): boolean =>
  isObject(body) &&
  Object.entries(body).some(
    ([key, value]) => (/^(next|cursor|hasmore|more)/.test(plainKey(key)) && Boolean(value)) || namesMore(value),
  );
