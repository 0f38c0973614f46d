/** Turns the responses of an operation into a verdict, and into corrections of the contract. */
import * as z from "zod";
import { forwardBody, recordBody } from "../../provider/api/endpoints/shapes.ts";
import { type Endpoint, endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import {
  type Contract,
  doubtAbout,
  type EndpointName,
  type FieldNames,
  findRows,
  fromWire,
  isObject,
  markIn,
  type Override,
  saysFailure,
  setWords,
  unmarked,
} from "../../provider/api/index.ts";
import { typesWithForms } from "../../provider/dns/index.ts";
import { shownFields } from "../../provider/lifecycle/orders/price.ts";
import { listsIn, type Naming, nameFields, type Objects, objectsIn, type ReadOperation } from "./fields.ts";
import { type Judgement, lineKey, type ProposedLine } from "./finding.ts";
import { readRecords } from "./records.ts";
import { namesIn, showKey } from "./shape.ts";

interface Location {
  rows: Objects;
  /** Path for the contract; absent if the program finds the data without it. */
  container?: string;
  where: string;
}

/** Judges an object in a response of 2xx. */
export function judgeObject(seen: Seen): Judgement {
  const { operation } = seen.read;
  const { answer }: Endpoint = endpoints[operation];
  if (answer.kind === "any") return works("its fields are not specified, so any response is kept");
  const location = locationOfObject(seen);
  if (location === undefined) return notFound(operation, "object");
  const part = judgeFields(seen, location.rows);
  const ignore = strangePriceFields(operation, location.rows, currentOf(seen).ignore ?? []);
  const notes = [...placeNote(location), ...part.notes, ...(ignore.length > 0 ? [priceNote(ignore)] : [])];
  if (notes.length === 0 && seen.problem !== undefined) notes.push(seen.problem);
  if (notes.length === 0) return works("");
  const line = {
    ...(location.container !== undefined && { container: location.container }),
    ...part.line,
    ...(ignore.length > 0 && { ignore: [...(currentOf(seen).ignore ?? []), ...ignore] }),
  };
  const usable = location.container === undefined && !part.fails && seen.result !== undefined;
  const isCorrected = Object.keys(line).length > 0;
  return {
    verdict: "differs",
    note: notes.join("; "),
    usable,
    ...(isCorrected && { proposal: { [operation]: line } }),
  };
}

export const notFound = (operation: EndpointName, what: string): Judgement => ({
  verdict: "differs",
  note: `the response does not contain the expected ${what}, or contains several candidates`,
  usable: false,
  proposal: { [lineKey(operation)]: { container: "" } },
});

const placeNote = ({ container, where }: Location) => (container === undefined ? [] : [`the data is in ${where}`]);

/** The line that finds the rows of a list, and its mark of success. */
export function envelopeOf(seen: Seen): { line: ProposedLine; notes: string[] } | undefined {
  const location = locationOfList(seen);
  if (location === undefined) return undefined;
  const { container } = location;
  const mark = markOf(seen);
  return {
    line: {
      ...(container !== undefined && { container }),
      ...(mark?.success !== undefined && { success: mark.success }),
    },
    notes: [...placeNote(location), ...(mark ? [`the list does not show whether a row exists: ${mark.why}`] : [])],
  };
}

/** Judges the rows of a list, as the contract in use reads them. */
export const judgeRows = (seen: Seen, rows: Objects): Part =>
  rows.length === 0
    ? nothing
    : seen.read.operation === "records.list"
      ? judgeRecords(seen, rows)
      : judgeFields(seen, rows);

export interface Part {
  notes: string[];
  line: ProposedLine;
  /** Can a program not use the rows without the line? */
  fails: boolean;
  /** Worth saying of rows that work. */
  aside?: string;
}

const nothing: Part = { notes: [], line: {}, fails: false };

const noIds = "rows of this API have no IDs, so no call can change or delete a row";

const noTypes =
  'no row is understood: if types have other words there, name these, as in {"records": {"values": {"type": {"A": 1}}}}';

function judgeRecords(seen: Seen, rows: Objects): Part {
  const { line, types, hasIds, sets } = readRecords(rows, seen.domain, currentOf(seen).fields);
  if (sets !== undefined) {
    return { notes: [setWords(showKey(sets))], line: {}, fails: true };
  }
  const current: Override = currentOf(seen);
  const { fields = {}, ...forms } = line;
  const changed = Object.entries(forms).filter(([key, form]) => Reflect.get(current, key) !== form);
  const strange = [...types].filter(([, { count, decoded }]) => decoded < count);
  const notUnderstood = strange.map(
    ([type, { count, decoded }]) => `${count - decoded} of ${count} ${type} rows are not understood`,
  );
  const isStrange = types.size === 0 || [...types.values()].some(({ decoded }) => decoded === 0);
  const renamed = Object.keys(fields).length > 0;
  const shown = new Set<string>(types.keys());
  const unseen = typesWithForms.filter((key) => !shown.has(key.toUpperCase()) && (renamed || changed.length > 0));
  const forWrites = [...changed.filter(([key]) => key !== "apex"), ...unseen.map((key) => [key, "no row"])].map(
    ([key = "", form]) => `${String(key).toUpperCase()} (${form})`,
  );
  const notes = [
    ...called(fields),
    ...(forms.apex !== undefined && changed.some(([key]) => key === "apex")
      ? [`the name of the domain itself is ${forms.apex}`]
      : []),
    ...(isStrange ? (types.size === 0 ? [noTypes] : notUnderstood) : []),
    ...(hasIds ? [] : [noIds]),
    ...(forWrites.length > 0 ? [`only a write can prove the form of requests: ${forWrites.join(", ")}`] : []),
  ];
  const added = { ...(renamed && { fields }), ...Object.fromEntries(changed) };
  const aside = strange.length > 0 ? `${notUnderstood.join(", ")} and are left alone` : undefined;
  return { notes, line: added, fails: renamed || isStrange || !hasIds, ...(aside && { aside }) };
}

const called = (fields: FieldNames): string[] =>
  namesIn(fields).map(([name, path]) => `${name} is called ${path.split(".").map(showKey).join(".")}`);

/** Judges other rows, or an object, by the names and values of their fields. */
function judgeFields(seen: Seen, rows: Objects): Part {
  const { renamed, lost } = namingOf(seen, rows);
  const notes = [...called(renamed), ...lost.map((name) => `${name} is missing`)];
  const added = { ...renamed, ...Object.fromEntries(lost.map((name) => [name, ""])) };
  const fails = seen.read.fields.some(({ name, need }) => need && (name in renamed || lost.includes(name)));
  return { notes, line: Object.keys(added).length > 0 ? { fields: added } : {}, fails };
}

/** The mark of success of a list that lacks `success: true`; `null`: it has none. */
function markOf({ body, contract, read }: Seen): { why: string; success?: Override["success"] } | undefined {
  const why = doubtAbout(body, contract.endpoints[read.operation]?.success);
  if (why !== unmarked) return undefined;
  return saysFailure(body) ? { why } : { why, success: markIn(body) ?? null };
}

const namingOf = (seen: Seen, rows: Objects): Naming =>
  nameFields(seen.read.fields, rows, namesOf(seen.read.operation), currentOf(seen).values);

/** An empty list shows neither how its rows look nor how it pages. */
export function emptyNote(operation: EndpointName): string {
  const one = { "records.list": "record", "forwards.list": "URL forward", "contacts.list": "contact" };
  const noun = Object.entries(one).find(([name]) => name === operation)?.[1] ?? "row";
  return `the list is empty, so its fields and its paging could not be checked: add one ${noun} and run the command again`;
}

export const works = (note: string): Judgement => ({ verdict: "works", note, usable: true });

const currentOf = ({ contract, read }: Seen): Override => contract.endpoints[read.operation] ?? {};

/** Finds the rows of a list: at the usual places, or the list that looks most like them. */
function locationOfList(seen: Seen): Location | undefined {
  const { answer }: Endpoint = endpoints[seen.read.operation];
  const { container } = currentOf(seen);
  try {
    const form = answer.kind === "list" ? answer : { keys: [], identity: [] };
    const { rows } = findRows({ status: 200, headers: {}, body: seen.body }, form, { container });
    return { rows, where: container ?? "" };
  } catch {
    const lists = listsIn(seen.body).map(({ path, rows }) => ({ path, rows, like: likeness(seen, rows) }));
    const best = lists.length === 1 ? lists[0] : only(lists);
    return best && { rows: best.rows, container: best.path, where: best.path };
  }
}

/** The object as the client decoded it, or the one of the response that looks most like it. */
function locationOfObject(seen: Seen): Location | undefined {
  const candidates = objectsIn(seen.body).map(({ path, object }) => {
    const rows = [{ ...Object(fromWire(object, currentOf(seen))) }];
    return { path, rows, like: likeness(seen, rows) };
  });
  const best = only(candidates);
  const isElsewhere = best !== undefined && !["", "data"].includes(best.path);
  // The client takes an envelope for the object if the two share a name, such as `status`.
  if (isObject(seen.result) && !(isElsewhere && best.like > likeness(seen, [seen.result])))
    return { rows: [seen.result], where: "" };
  return best && { rows: best.rows, where: best.path, ...(isElsewhere && { container: best.path }) };
}

/** Number of the fields that are present, under their own names or others; of records: of rows that decode. */
function likeness(seen: Seen, rows: Objects): number {
  if (seen.read.operation === "records.list") {
    return [...readRecords(rows, seen.domain).types.values()].reduce((sum, { decoded }) => sum + decoded, 0);
  }
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
export function judgeMissing(operation: EndpointName, status: number, contract: Contract): Judgement {
  const proposal: Record<string, ProposedLine | null> = { [operation]: status === 405 ? { method: "" } : { path: "" } };
  for (const other of status === 405 ? [] : othersOfGroup(operation)) {
    const known = contract.endpoints[other];
    if (known !== null && known?.path === undefined) proposal[other] = { path: "" };
  }
  const note = `${status}; alternative: ${endpoints[operation].fallback}`;
  return { verdict: "missing", note, usable: false, proposal };
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
  /** Decoded by the client; absent if that failed. */
  result: unknown;
  problem?: string;
  domain: string;
}

/** Fields of a quote or a price list that the specification doesn't show: any such field prevents orders. */
function strangePriceFields(operation: EndpointName, rows: Objects, ignored: readonly string[]): string[] {
  const strangeIn = (object: unknown, known: readonly string[]) =>
    Object.entries(isObject(object) ? object : {}).flatMap(([key, value]) =>
      value === null || [...ignored, ...known].includes(key) ? [] : [key],
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
