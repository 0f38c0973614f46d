/** Judges a list of rows, and finds the contract line that proves it complete by trying how its pages can be asked for. */

import { isDeepStrictEqual } from "node:util";
import {
  type EndpointName,
  isObject,
  mayBePage,
  type Override,
  type Proof,
  plainKey,
} from "../../provider/api/index.ts";
import type { Asked, Trial } from "./ask.ts";
import { type Objects, objectsIn } from "./fields.ts";
import { corrected, type Judgement, lineKey, type ProposedLine } from "./finding.ts";
import { emptyNote, envelopeOf, judgeRows, notFound, type Seen, works } from "./judge.ts";
import { bodyOf, pagesBy } from "./shape.ts";

/** Judges a list: its envelope, its pages by trial, and then all of its rows. */
export async function judgeList(seen: Seen, first: Trial, { tryWith }: Asked): Promise<Judgement> {
  const { read, contract } = seen;
  const { operation } = read;
  const key = lineKey(operation);
  const envelope = envelopeOf(seen);
  if (envelope === undefined) return notFound(operation, "list");
  const under = async (line: ProposedLine): Promise<Trial> => {
    const by = corrected(contract, { [key]: line });
    return by === undefined ? { result: undefined, seen: [] } : tryWith(operation, by);
  };
  const isChanged = Object.keys(envelope.line).length > 0;
  const trial = isChanged ? await under(envelope.line) : first;
  const listing = listingIn(trial.result);
  if (listing === undefined) {
    const note = said(...envelope.notes, seen.problem ?? "it cannot be read");
    return { verdict: "differs", note, usable: false, ...(isChanged && { proposal: { [key]: envelope.line } }) };
  }
  if (listing.rows.length === 0 && !isChanged) return { verdict: "open", note: emptyNote(operation), usable: null };
  const pages = await judgePages(trial, operation, (line) => under({ ...envelope.line, ...line }));
  const part = judgeRows(seen, pages.rows);
  const notes = [...envelope.notes, ...part.notes, ...(pages.note === undefined ? [] : [pages.note])];
  const line = { ...envelope.line, ...part.line, ...pages.line };
  const isCorrected = Object.keys(line).length > 0;
  if (notes.length === 0) return works(part.aside ?? "");
  return {
    verdict: isCorrected || part.notes.length > 0 || pages.fails ? "differs" : "unproven",
    note: said(...notes),
    usable: !(isChanged || part.fails || pages.fails),
    ...(isCorrected && { proposal: { [key]: line } }),
  };
}

interface Pages {
  rows: Objects;
  note?: string;
  fails: boolean;
  line?: ProposedLine;
}

/** Finds the line that proves a list complete by trial. A list that contradicts itself has none. */
async function judgePages(
  { seen, result }: Trial,
  operation: EndpointName,
  under: (line: ProposedLine) => Promise<Trial>,
): Promise<Pages> {
  const nothing: List = { rows: [], proof: { complete: true, pages: 0 } };
  const { rows, proof } = listingIn(result) ?? nothing;
  const { cut, why = "" } = proof;
  // Unreadable rows have other names, or count as not understood.
  if (proof.complete || cut === "unreadable") return { rows, fails: false };
  if (cut === "contradicted" || cut === "unmarked") return { rows, note: why, fails: true };
  const bodies = seen.filter(({ answer }) => answer.status < 300).map(({ answer }) => bodyOf(answer).value);
  const line = await findPaging(bodies, rows.length, async (each) => {
    const found = listingIn((await under(each)).result);
    return found?.proof.complete ? { pages: found.proof.pages, rows: found.rows.length } : undefined;
  });
  if (line?.complete) {
    const note = `nothing proves the list complete: compare its ${rows.length} rows with the dashboard before you keep "complete"`;
    return { rows, note, fails: false, line };
  }
  if (line !== undefined) {
    const all = listingIn((await under(line)).result)?.rows ?? rows;
    const note = line.paging ? `its pages are asked for by ${pagesBy(line.paging)}` : "it has no pages";
    return { rows: all, note, fails: cut !== undefined, line };
  }
  if (cut === "short") {
    const note = `the list is incomplete: ${why}; ${rows.length} rows on the first page`;
    return { rows, note, fails: true, line: { paging: { page: "", pageSize: "" } } };
  }
  const confirm = `{"${operation}": {"complete": true}}`;
  const note =
    `nothing proves it complete: ${why}. No missing row counts as gone until the contract says ${confirm} ` +
    "(if the list always shows everything), or names the paging parameters";
  return { rows, note, fails: false };
}

const said = (...notes: (string | undefined)[]) => notes.filter((note) => note !== undefined && note !== "").join("; ");

interface List {
  rows: Record<string, unknown>[];
  proof: Proof;
}
/** Every list of the client has rows and a proof. */
const isList = (result: unknown): result is List => isObject(result) && isObject(result["proof"]);
const listingIn = (result: unknown): List | undefined => (isList(result) ? result : undefined);

type Line = Pick<Override, "paging" | "complete">;
type Names = Pick<NonNullable<Override["paging"]>, "page" | "offset" | "cursor" | "next">;

const pageNames = ["page", "p"];
const offsetNames = ["offset", "start", "skip"];
const cursorNames = ["cursor", "until", "after", "page_token"];
const sizeNames = ["per_page", "perPage", "page_size", "pageSize", "limit", "size"];
/** No API's maximum is smaller. */
const safeSize = 20;

/** The pages and rows of a list under a line, if it proves to be complete. */
type Try = (line: Line) => Promise<{ pages: number; rows: number } | undefined>;

/**
 * @param bodies of the first and second page, as the contract in use asks for them
 * @param rows number of rows of the first page
 */
export async function findPaging(bodies: readonly unknown[], rows: number, tried: Try): Promise<Line | undefined> {
  const [body, second] = bodies;
  const keys = objectsIn(body).flatMap(({ path, object }) =>
    Object.entries(object).map(([key, value]) => ({ key, value, path: path === "" ? key : `${path}.${key}` })),
  );
  const shown = sizeNames.filter((name) => keys.some(({ key, value }) => key === name && typeof value === "number"));
  const sizes = [...new Set([...shown, ...sizeNames])];
  const isRepeated = second !== undefined && isDeepStrictEqual(body, second);
  const next = keys.find(({ key, value }) => /^(next|cursor)/.test(plainKey(key)) && isCursor(value))?.path;
  const ways: Names[] = [
    ...(next === undefined ? [] : cursorNames.map((cursor) => ({ cursor, next }))),
    ...(isRepeated ? [] : pageNames.map((page) => ({ page }))),
    ...(isRepeated && rows < safeSize ? [] : offsetNames.map((offset) => ({ offset }))),
  ];
  for (const way of ways) {
    const found = await tryWay(way, sizes, rows, tried);
    if (found !== undefined) return found;
  }
  if (isRepeated && (await tried({ paging: null }))) return { paging: null };
  const isWholeList = isRepeated && !mayBePage(rows) && next === undefined;
  return isWholeList && (await tried({ complete: true })) !== undefined ? { complete: true } : undefined;
}

/** With pages of half the size, a name that is ignored shows. */
async function tryWay(way: Names, sizes: readonly string[], rows: number, tried: Try): Promise<Line | undefined> {
  const size = Math.max(1, Math.ceil(rows / 2));
  for (const pageSize of sizes) {
    const found = await tried({ paging: { ...way, pageSize, size } });
    if (found === undefined || found.rows > found.pages * size) continue;
    if (await tried({ paging: { ...way, pageSize } })) return { paging: { ...way, pageSize } };
    // Without a total, a page that is smaller than requested is the last.
    return { paging: { ...way, pageSize, size: safeSize } };
  }
  return (await tried({ paging: way })) ? { paging: way } : undefined;
}

const isCursor = (value: unknown) =>
  value === null || typeof value === "number" || (typeof value === "string" && !/^(https?:|\/)/.test(value));
