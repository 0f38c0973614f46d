/**
 * The rows of a list: `findRows` finds them in a response, and what it says about the list; `recordRows` and `forwardRows`
 * decode them. A row that can't be decoded is opaque: it is listed, and left alone. A list can't be read if all its rows lack a
 * field: that has another name, so that nothing is known of any row.
 */
import { lacksRecordField, recordFromWire, type ZoneRow } from "../../dns/index.ts";
import type { Override } from "../contract.ts";
import { namesBeside } from "../endpoints/shapes.ts";
import type { ResponseForm } from "../endpoints/table.ts";
import { type Forward, forwardFromWire, lacksForwardField } from "../forward.ts";
import { quote, type Redact } from "../redaction.ts";
import {
  atPath,
  type Cut,
  describe,
  doubtAbout,
  fromWire,
  isObject,
  type Mark,
  type ParsedResponse,
  plainKey,
  truth,
  UnreadableResponseError,
  unmarked,
  wordOf,
} from "../response.ts";
import { type Doubt, type Listing, type Page, type Row, short } from "./prove.ts";

type ListForm = Pick<Extract<ResponseForm, { kind: "list" }>, "keys" | "identity">;

const commonKeys = ["data", "items", "results", "rows", "content"];
/** Forms of the keys that describe a list, as `plainKey` spells them. */
const totalKey = /^total(count|records|items|results|rows|entries|elements)?$/;
/** Counts the rows of the list, as at Linode, unless another key does: then it counts those of the page. */
const resultsKey = /^results$/;
const moreKey = /^(has)?(more|next)(page)?$|truncated$/;
const nextKey = /^next/;
const lastKey = /^(is)?last(page)?$|^(total)?pages$|^pagecount$/;
const metaKeys = ["meta", "pagination", "paging", "links", "resultinfo", "pageinfo"];

/**
 * Finds the rows in a response: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @param position number of this page, from 1
 * @throws UnreadableResponseError if there is no list in a known place, unless the response counts no rows
 */
export function findRows(answer: ParsedResponse, form: ListForm, override: Override, position = 1): Page {
  const { body } = answer;
  const { container, success: mark } = override;
  const keys = [...form.keys, ...commonKeys];
  const facts = factsIn(answer);
  const totals = totalsOf(facts);
  const found = container === undefined ? listIn(body, keys) : atPath(body, container);
  // With the total 0, the list may be missing, but nothing else be in the place that the contract names.
  const isEmpty = totals[0] === 0 && (container === undefined || isNothing(found));
  const list = isEmpty && !Array.isArray(found) ? [] : found;
  if (!Array.isArray(list)) {
    const looked = container === undefined ? `in it (looked for ${keys.join(", ")}; ` : `at "${container}" (`;
    throw new UnreadableResponseError(`there is no list ${looked}found ${describe(body)})`);
  }
  const listed = list.filter(isObject);
  if (listed.length < list.length) throw new UnreadableResponseError("its list holds something that is not an object");
  const rows = namedRows(listed, override);
  return {
    rows,
    total: totals[0],
    more: saysMore(answer, facts, position),
    doubt: doubtIn(answer, totals, mark) ?? doubtAboutIds(rows, form),
  };
}

const isNothing = (place: unknown) =>
  place === undefined || place === null || (isObject(place) && Object.keys(place).length === 0);

/**
 * Rows with the specification's names. A record without a name is one of the domain itself if others have a name, and it has no
 * key that these lack, under which its name may be: some registrars leave out an empty name.
 */
function namedRows(wire: readonly Row[], override: Override): Row[] {
  const rows = wire.map((row): Row => ({ ...Object(fromWire(row, override)) }));
  const isRecord = (row: Row) => "type" in row;
  const named = rows.filter((row) => isRecord(row) && typeof row["name"] === "string");
  if (named.length === 0) return rows;
  const known = new Set([...(namesBeside["records"] ?? []), ...named.flatMap(Object.keys)]);
  const isApex = (row: Row) => isRecord(row) && !("name" in row) && Object.keys(row).every((key) => known.has(key));
  return rows.map((row) => (isApex(row) ? { ...row, name: null } : row));
}

/** A domain or contact without its identifying field can't be used. Two rows with one ID can't be told apart. */
function doubtAboutIds(rows: readonly Row[], { identity }: ListForm): Doubt | undefined {
  const isIdentified = (row: Row) => identity.some((key) => ["string", "number"].includes(typeof row[key]));
  const odd = identity.length === 0 ? undefined : rows.find((row) => !isIdentified(row));
  if (odd !== undefined) return { why: `a row has no ${identity[0]} (found ${describe(odd)})`, cut: "unreadable" };
  const ids = rows.map(idOf).filter((id) => id !== undefined);
  return new Set(ids).size < ids.length ? { why: "two rows have the same ID", cut: "contradicted" } : undefined;
}

export function idOf(row: Row): string | undefined {
  const { id: own, handle, name, source, domain_name } = row;
  // A record or forward may also have the name of its domain, which doesn't identify it.
  const isDomain = name === undefined && source === undefined;
  const id = own ?? handle ?? (isDomain ? domain_name : undefined);
  return (typeof id === "string" && id !== "") || typeof id === "number" ? `id:${id}` : undefined;
}

/** Identifies a row: by its ID, else by all its values. */
export const keyOf = (row: Row): string => idOf(row) ?? JSON.stringify(row);

/** The list in the likeliest of the known places, one with rows if there is one. */
function listIn(body: unknown, keys: readonly string[]): unknown {
  const inside = (value: unknown) => (isObject(value) ? keys.map((key) => value[key]) : [value]);
  const lists = [atPath(body, "data"), body].flatMap(inside).filter(Array.isArray);
  return lists.find(({ length }) => length > 0) ?? lists[0];
}

/** A key, in plain spelling, and its value. */
type Fact = readonly [key: string, value: unknown];

/** The statements of a response about its list, without the rows. */
function factsIn({ body, headers }: ParsedResponse): Fact[] {
  const pairs = (part: Row): Fact[] => Object.entries(part).map(([key, value]) => [plainKey(key), value]);
  const inside = (facts: readonly Fact[]) =>
    facts.flatMap(([key, value]) => (metaKeys.includes(key) && isObject(value) ? pairs(value) : []));
  const tops = [body, atPath(body, "data")].filter(isObject).flatMap(pairs);
  const meta = inside(tops);
  return [...tops, ...meta, ...inside(meta), ["total", headers["x-total-count"]]];
}

function totalsOf(facts: readonly Fact[]): number[] {
  const countsOf = (names: RegExp): number[] =>
    facts.flatMap(([key, value]) => (names.test(key) ? (count(value) ?? []) : []));
  const totals = countsOf(totalKey);
  return totals.length > 0 ? totals : countsOf(resultsKey);
}

/** Do more rows follow the page at this position? `undefined`: the response doesn't say. */
function saysMore({ headers }: ParsedResponse, facts: readonly Fact[], position: number): boolean | undefined {
  const marks = facts.map(([key, value]) => {
    if (moreKey.test(key) && truth(value) !== undefined) return truth(value);
    if (lastKey.test(key)) return typeof value === "boolean" ? !value : isBelow(position, count(value));
    return nextKey.test(key) ? namesNext(value) : undefined;
  });
  // If two marks contradict each other, more rows may follow.
  if (marks.includes(true) || /rel="?next\b/i.test(headers["link"] ?? "")) return true;
  return marks.includes(false) ? false : undefined;
}

const isBelow = (position: number, last: number | undefined) => (last === undefined ? undefined : position < last);

/** Does a value name the next page: by its address, its number or a cursor? */
function namesNext(value: unknown): boolean | undefined {
  if (typeof value === "number") return value > 0 ? true : undefined;
  return value !== null && value !== false && value !== "";
}

function count(value: unknown): number | undefined {
  return /^\d{1,9}$/.test(wordOf(value) ?? "") ? Number(value) : undefined;
}

function doubtIn({ status, body }: ParsedResponse, totals: readonly number[], mark?: Mark): Doubt | undefined {
  if (status !== 200) return short(`the registrar responded with ${status}`);
  const doubt = doubtAbout(body, mark);
  if (doubt !== undefined) {
    const cut = doubt === unmarked ? "unmarked" : "contradicted";
    return { why: `the response doesn't show that it succeeded: ${doubt}`, cut };
  }
  const counts = [...new Set(totals)];
  return counts.length > 1 ? short(`the registrar counts ${counts.join(" and ")}`) : undefined;
}

export const decoded = <Wire, Decoded>(
  { rows, proof }: Listing<Wire>,
  decode: (row: Wire) => Decoded,
): Listing<Decoded> => ({ rows: rows.map(decode), proof });

export const recordRows = (listing: Listing<Row>, domain: string): Listing<ZoneRow> =>
  readRows(listing, (wire) => recordFromWire(wire, domain), lacksRecordField);

export const forwardRows = (listing: Listing<Row>, domain: string): Listing<Forward> =>
  readRows(listing, (wire) => forwardFromWire(wire, domain), lacksForwardField);

type Unread = Pick<Forward, "reason" | "row">;

/** @param lacks does a row lack a field, so that nothing is known of a list of such rows? `undefined`: the row doesn't count */
function readRows<Decoded extends object>(
  listing: Listing<Row>,
  decode: (wire: Row) => Decoded,
  lacks: (row: Decoded) => boolean | undefined,
): Listing<Decoded> {
  const { redact = (text) => text } = listing;
  const { rows, proof } = decoded(listing, (wire) => {
    const made = decode(wire);
    const { reason, row = {} }: Unread = made;
    return reason === undefined
      ? made
      : { ...made, reason: redact(reason), row: { ...Object(redactedIn(row, redact)) } };
  });
  const lacking: Unread[] = rows.filter((row) => lacks(row) !== undefined);
  const [first] = lacking;
  if (first === undefined || rows.some((row) => lacks(row) === false)) return { rows, proof };
  const doubt = (cut: Cut, why: string) => ({ ...proof, complete: false, cut, why: quote(why, redact) });
  const sets = setKeyIn(lacking.map(({ row = {} }) => row));
  if (sets !== undefined) return { rows, proof: doubt("sets", setWords(sets)) };
  const found = `0 of ${lacking.length} rows can be read: ${first.reason} (found ${describe(first.row)})`;
  return { rows, proof: doubt(proof.cut ?? "unreadable", found) };
}

/** A value with each of its strings redacted: a row that can't be decoded may quote the request, its token included. */
function redactedIn(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactedIn(each, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), redactedIn(each, redact)]));
}

/** The key of a list in each row that has it: each row is a set of records, as at deSEC, Gandi and PowerDNS. */
export const setKeyIn = (rows: readonly Readonly<Row>[]): string | undefined =>
  Object.keys(rows[0] ?? {}).find((key) => {
    const lists = rows.map((row) => row[key] ?? []);
    return lists.every(Array.isArray) && lists.flat().length > 0;
  });

export const setWords = (key: string): string =>
  `each row is a set of records, in ${key}, and has no ID of each: the package can't read sets`;
