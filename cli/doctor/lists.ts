/** Judges a list of rows. */
import { type EndpointName, isObject, type Proof } from "../../provider/api/index.ts";
import type { Asked, Trial } from "./ask.ts";
import { corrected, isWhole, type Judgement, lineKey, type ProposedLine } from "./finding.ts";
import { emptyNote, envelopeOf, judgeRows, notFound, type Seen, works } from "./judge.ts";
import type { Objects } from "./names.ts";
import { findPaging } from "./paging.ts";
import { bodyOf } from "./shape.ts";

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
  const tested = isCorrected && isWhole(line) ? ` (${testedWords((await under(line)).result)})` : "";
  return {
    verdict: isCorrected || part.notes.length > 0 || pages.fails ? "differs" : "unproven",
    note: `${said(...notes)}${tested}`,
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
    const names = Object.values(line.paging ?? {}).join(", ");
    const note = line.paging === null ? "it has no pages" : `its pages are asked for by ${names}`;
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

export const testedWords = (result: unknown) =>
  `tested: ${result === undefined ? "still not readable" : "readable"} with the correction`;

const said = (...notes: (string | undefined)[]) => notes.filter((note) => note !== undefined && note !== "").join("; ");

interface List {
  rows: Record<string, unknown>[];
  proof: Proof;
}
/** Every list of the client has rows and a proof. */
const isList = (result: unknown): result is List => isObject(result) && isObject(result["proof"]);
const listingIn = (result: unknown): List | undefined => (isList(result) ? result : undefined);
