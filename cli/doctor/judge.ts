/** Turns the responses of an operation into a verdict, and into corrections of the contract. */
import * as z from "zod";
import { forwardBody, recordBody } from "../../provider/api/endpoints/shapes.ts";
import { type Endpoint, endpointNames, endpoints, type ResponseForm } from "../../provider/api/endpoints/table.ts";
import type { Contract, EndpointName, Override } from "../../provider/api/index.ts";
import { atPath, findRows, fromWire, isObject, markIn, plainKey, saysFailure } from "../../provider/api/index.ts";
import { shownFields } from "../../provider/lifecycle/orders/price.ts";
import type { ReadOperation } from "./expected.ts";
import type { Judgement, Proposal, ProposedOverride } from "./finding.ts";
import { listsIn, type Naming, nameFields, objectsIn } from "./names.ts";
import { showKey } from "./shape.ts";

interface Location {
  rows: Objects;
  /** Path for the contract; absent if the program finds the data without it. */
  container?: string;
  /** Path for people. */
  where: string;
}

/** Judges a response of 2xx. */
export function judge(seen: Seen): Judgement {
  const { operation, fields } = seen.read;
  const { answer }: Endpoint = endpoints[operation];
  if (fields.length === 0) return works("its fields are not specified, so any response is kept");
  const location = answer.kind === "list" ? locationOfList(seen, answer) : locationOfObject(seen);
  if (location !== undefined) return judgeRows(seen, location, answer);
  return {
    verdict: "differs",
    note: `the response does not contain the expected ${answer.kind === "list" ? "list" : "object"}, or contains several candidates`,
    usable: false,
    proposal: { [operation]: { ...currentOf(seen), container: "" } },
  };
}

/** Judges the rows at the location of the data. */
function judgeRows(seen: Seen, location: Location, answer: ResponseForm): Judgement {
  const { operation, fields } = seen.read;
  const count = location.rows.length;
  const naming = count === 0 ? nothingSeen : namingOf(seen, location.rows);
  const paging = answer.kind === "list" ? judgePaging(seen, answer, count) : undefined;
  const ignore = strangePriceFields(operation, location.rows, currentOf(seen).ignore ?? []);
  const called = renamings(naming);
  const strange = called.length === 0 ? (seen.unreadable?.(location.rows) ?? 0) : 0;
  const isStrange = strange > 0 && strange === count;
  const notUnderstood = `${strange} of ${count} rows are not understood`;
  const notes = [
    location.container !== undefined && `the data is in ${location.where}`,
    ...called,
    ...(paging?.notes ?? []),
    ignore.length > 0 && priceNote(ignore),
    isStrange && notUnderstood,
  ].filter((note) => note !== false);
  if (notes.length === 0 && seen.problem !== undefined) notes.push(seen.problem);
  if (notes.length === 0 && count === 0) return { verdict: "open", note: emptyNote(operation), usable: null };
  if (notes.length === 0) return works(strange === 0 ? "" : `${notUnderstood} and are left alone`);
  const proposal = proposalOf(seen, location, naming, { ...paging, ignore });
  const misses = fields.some(({ name, need }) => need && (name in naming.renamed || naming.lost.includes(name)));
  const stands = [location.container !== undefined, paging?.fails, misses, isStrange, seen.result === undefined];
  const isElseRight = paging?.isUnproven === true && notes.length === paging.notes.length && proposal === undefined;
  const verdict = isElseRight ? "unproven" : "differs";
  return { verdict, note: notes.join("; "), usable: !stands.includes(true), ...(proposal && { proposal }) };
}

const nothingSeen: Naming = { present: [], renamed: {}, lost: [] };
const namingOf = (seen: Seen, rows: Objects): Naming =>
  nameFields(seen.read.fields, rows, namesOf(seen.read.operation), currentOf(seen).values);

/** An empty list shows neither how its rows look nor how it pages. */
function emptyNote(operation: EndpointName): string {
  const one = { "records.list": "record", "forwards.list": "URL forward", "contacts.list": "contact" };
  const noun = Object.entries(one).find(([name]) => name === operation)?.[1] ?? "row";
  return `the list is empty, so its fields and its paging could not be checked: add one ${noun} and run the command again`;
}

const works = (note: string): Judgement => ({ verdict: "works", note, usable: true });

const currentOf = ({ contract, read }: Seen): Override => contract.endpoints[read.operation] ?? {};

function renamings({ renamed, lost }: Naming): string[] {
  return [
    ...Object.entries(renamed).map(([name, key]) => `${name} is called ${showKey(key)}`),
    ...lost.map((name) => `${name} is missing`),
  ];
}

function proposalOf(
  seen: Seen,
  { container }: Location,
  { renamed, lost }: Naming,
  { paging, success, ignore }: Partial<Pick<PagingJudgement, "paging" | "success">> & { ignore: string[] },
): Proposal | undefined {
  const { operation, alsoWrites = {} } = seen.read;
  const current = currentOf(seen);
  const added = { ...renamed, ...Object.fromEntries(lost.map((name) => [name, ""])) };
  const changesFields = Object.keys(added).length > 0;
  const isSame = container === undefined && paging === undefined && success === undefined && ignore.length === 0;
  if (!changesFields && isSame) return undefined;
  const proposal: Proposal = {
    [operation]: {
      ...current,
      ...(container !== undefined && { container }),
      ...(changesFields && { fields: { ...current.fields, ...added } }),
      ...(paging !== undefined && { paging }),
      ...(success !== undefined && { success }),
      ...(ignore.length > 0 && { ignore: [...(current.ignore ?? []), ...ignore] }),
    },
  };
  for (const [name, writes] of Object.entries(alsoWrites)) {
    const wire = added[name];
    if (wire === undefined) continue;
    for (const write of writes) {
      const known = seen.contract.endpoints[write];
      if (known !== null) proposal[write] = { ...known, fields: { ...known?.fields, [name]: wire } };
    }
  }
  return proposal;
}

/** Finds the rows of a list: at the usual places, or the list that looks most like them. */
function locationOfList(seen: Seen, answer: ResponseForm & { kind: "list" }): Location | undefined {
  const { container, fields, values } = currentOf(seen);
  const renamed = (rows: Objects) =>
    rows.map((row): Record<string, unknown> => ({ ...Object(fromWire(row, { fields, values })) }));
  try {
    const { rows } = findRows({ status: 200, headers: {}, body: seen.body }, answer.keys, { container });
    return { rows: renamed(rows), where: container ?? "" };
  } catch {
    const best = only(
      listsIn(seen.body).map(({ path, rows }) => ({ path, rows: renamed(rows), like: likeness(seen, renamed(rows)) })),
    );
    return best && { rows: best.rows, container: best.path, where: best.path };
  }
}

/** Finds an object: at the usual places, or the object that looks most like it. */
function locationOfObject(seen: Seen): Location | undefined {
  const { container, fields, values } = currentOf(seen);
  const rename = (value: unknown): Record<string, unknown> => ({ ...Object(fromWire(value, { fields, values })) });
  const single = seen.read.fields.length === 1 ? seen.read.fields[0]?.name : undefined;
  const there = container === undefined ? undefined : atPath(seen.body, container);
  if (isObject(there)) return { rows: [rename(there)], where: container ?? "" };
  if (Array.isArray(there) && single !== undefined) return { rows: [{ [single]: there }], where: container ?? "" };
  const data = isObject(seen.body) ? seen.body["data"] : undefined;
  // The data may be the value of the only field.
  if (Array.isArray(data) && single !== undefined) return { rows: [{ [single]: data }], where: "data" };
  const candidates = objectsIn(seen.body).map(({ path, object }) => {
    const rows = [rename(object)];
    return { path, rows, like: likeness(seen, rows) };
  });
  const best = only(candidates);
  if (best === undefined) return undefined;
  const isUsual = container === undefined && best.path.split(".").length <= (best.path.startsWith("data.") ? 2 : 1);
  return { rows: best.rows, where: best.path, ...(!isUsual && { container: best.path }) };
}

/** Number of the fields that are present, under their own names or others. */
function likeness(seen: Seen, rows: Objects): number {
  const { present, renamed } = namingOf(seen, rows);
  return present.length + Object.keys(renamed).length * 0.5;
}

/** Every name that the table gives to a field of the response. */
function namesOf(operation: EndpointName): string[] {
  const { answer }: Endpoint = endpoints[operation];
  const element = answer.kind === "list" ? answer.element : answer.kind === "object" ? answer.schema : undefined;
  const written = operation === "records.list" ? recordBody : operation === "forwards.list" ? forwardBody : element;
  return written instanceof z.ZodObject ? Object.keys(written.shape) : [];
}

/** The best candidate, unless two are equally good. */
function only<T extends { like: number; rows: Objects }>(candidates: readonly T[]): T | undefined {
  const [best, second] = [...candidates].sort((a, b) => b.like - a.like);
  if (best === undefined || best.like === second?.like) return undefined;
  return best.like > 0 || best.rows.length === 0 ? best : undefined;
}

/** Judges a 404 or 405 for a domain that exists. */
export function judgeMissing(
  operation: EndpointName,
  status: number,
  { fallbackWorks, contract }: { fallbackWorks: boolean; contract: Contract },
): Judgement {
  const row: Endpoint = endpoints[operation];
  const current = contract.endpoints[operation] ?? {};
  if (fallbackWorks) {
    return {
      verdict: "missing",
      note: `${status}; used instead: ${row.fallback}`,
      usable: true,
      proposal: { [operation]: null },
    };
  }
  const blank: ProposedOverride = status === 405 ? { ...current, method: "" } : { ...current, path: "" };
  const proposal: Proposal = { [operation]: blank };
  if (status !== 405) {
    for (const other of othersOfGroup(operation)) {
      const known = contract.endpoints[other];
      if (known !== null && known?.path === undefined) proposal[other] = { ...known, path: "" };
    }
  }
  return { verdict: "missing", note: `${status}; alternative: ${row.fallback}`, usable: false, proposal };
}

/** Writes below the same path, if that is assumed, too: they have probably moved with it. */
function othersOfGroup(operation: EndpointName): EndpointName[] {
  const { path } = endpoints[operation];
  return endpointNames.filter((name) => {
    const row: Endpoint = endpoints[name];
    const isBeside = row.path === path || row.path === `${path}/{id}`;
    return isBeside && row.method !== "GET" && row.assumed.includes("path");
  });
}

/** A complete response with a JSON body. */
export interface Seen {
  read: ReadOperation;
  contract: Contract;
  body: unknown;
  /** Query parameters that were refused with a 400 before this response. */
  refusedQuery: readonly string[];
  /** Decoded by the client; absent if that failed. */
  result: unknown;
  /** Reason of the failure. */
  problem?: string;
  /** Rows of a list that are not understood, once they have the right names. */
  unreadable?(rows: Objects): number;
}

export type Objects = readonly Record<string, unknown>[];

export interface PagingJudgement {
  notes: string[];
  /** Is the list incomplete? */
  fails: boolean;
  /** Is it neither proven complete nor contradicted? */
  isUnproven?: boolean;
  /** `undefined`: as it is. */
  paging: Override["paging"];
  /** Its mark of success, where it isn't `success: true`; `null`: it has none. */
  success?: Override["success"];
}

/** Fields of a quote or a price list that the specification doesn't show: any such field prevents orders. */
function strangePriceFields(operation: EndpointName, rows: Objects, ignored: readonly string[]): string[] {
  const strangeIn = (object: unknown, known: readonly string[]) =>
    Object.entries(isObject(object) ? object : {}).flatMap(([key, value]) =>
      value === null || ignored.includes(key) || known.some((name) => plainKey(name) === plainKey(key)) ? [] : [key],
    );
  const { quote, price, list, tld } = shownFields;
  if (operation === "domains.check") {
    return rows.flatMap((row) => [...strangeIn(row, quote), ...strangeIn(row["domain_price"], price)]);
  }
  if (operation !== "tlds.pricing") return [];
  const tlds = rows.flatMap((row) => Object.values(Object(row["pricing"])).filter(isObject));
  const prices = tlds.flatMap(({ renew, transfer }) => [renew, transfer]);
  const strange = [[rows, list] as const, [tlds, tld] as const, [prices, price] as const];
  return [...new Set(strange.flatMap(([objects, known]) => objects.flatMap((object) => strangeIn(object, known))))];
}

const priceNote = (fields: readonly string[]) =>
  `nothing is ordered while a quote has ${fields.map(showKey).join(" and ")}: ignore it only if it isn't part of the price`;

const pageNames = ["page", "p", "page_number", "pageNumber", "page_no"];
const sizeNames = ["per_page", "perPage", "page_size", "pageSize", "limit", "size", "count_per_page"];

/** Judges whether a list is complete, and guesses the names of its paging. */
export function judgePaging(
  seen: Seen,
  answer: ResponseForm & { kind: "list" },
  rows: number,
): PagingJudgement | undefined {
  const { result, refusedQuery, body, contract, read } = seen;
  const proof = isObject(result) && isObject(result["proof"]) ? result["proof"] : { complete: true };
  const { complete, cut, why } = proof;
  const current = contract.endpoints[read.operation]?.paging;
  const refused = refusedQuery.length > 0 ? [`it rejects ${refusedQuery.join(" and ")}`] : [];
  if (complete !== false) {
    if (refused.length === 0 || !answer.paged) return undefined;
    const notes = [`${refused.join("")}, and the list is complete without them`];
    return { notes, fails: false, paging: current === undefined ? null : undefined };
  }
  const paging = namesIn(body, refusedQuery);
  if (cut === "unmarked") {
    const notes = [...refused, `the list does not show whether a row exists: ${String(why)}`];
    return { notes, fails: true, paging: undefined, success: saysFailure(body) ? undefined : (markIn(body) ?? null) };
  }
  // Unreadable rows have other names, or count as not understood.
  if (cut === "unreadable") return undefined;
  if (cut !== undefined) {
    const notes = [...refused, `the list is incomplete: ${String(why)}`, `${rows} rows on the first page`];
    return { notes, fails: true, paging };
  }
  const known = `{"${read.operation}": {"complete": true}}`;
  const notes = [
    ...refused,
    `nothing proves it complete: ${String(why)}. No missing row counts as gone until the contract says ${known} ` +
      "(if the list always shows everything), or names the paging parameters",
  ];
  return { notes, fails: false, isUnproven: true, paging: paging.page === "" ? undefined : paging };
}

/** The response's own names for its page and size; empty strings, to fill in, if it has none. */
function namesIn(body: unknown, refused: readonly string[]): { page: string; pageSize: string } {
  const keys = objectsIn(body).flatMap(({ object }) =>
    Object.keys(object).filter((key) => typeof object[key] === "number"),
  );
  const pick = (names: readonly string[]) => names.find((name) => keys.includes(name) && !refused.includes(name)) ?? "";
  const page = pick(pageNames);
  return {
    page: page === "" && keys.some((key) => /^current_?page$/i.test(key)) ? "page" : page,
    pageSize: pick(sizeNames),
  };
}
