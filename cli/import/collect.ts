/** Reads a domain of the account, and makes equal declarations. */
import type { Listing } from "../../provider/api/index.ts";
import type { LiveRecord } from "../../provider/dns/index.ts";
import { type ImportRow, importRow } from "../../provider/fronts/shared/state.ts";
import {
  type Captured,
  capture,
  type HandlerName,
  isRefusal,
  isUnreadable,
  type Refused,
  recordsOfZone,
} from "../../provider/imports/capture.ts";
import {
  domainArguments,
  forwardMembers,
  type ImportId,
  recordMembers,
  theMembers,
} from "../../provider/imports/find.ts";
import { visibleKeys } from "../../provider/lifecycle/define.ts";
import type { Properties, Resource } from "../../provider/lifecycle/definition.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import type { Run } from "../../provider/lifecycle/run.ts";
import { resources } from "../../provider/resources/index.ts";
import { forwardKind } from "../../provider/resources/urlForward.ts";
import { leftElsewhere } from "../leftOut.ts";
import {
  type Candidate,
  type Collected,
  declarableRecords,
  type Found,
  forwardCandidates,
  inOrder,
  readable,
  recordCandidates,
} from "./candidates.ts";
import { domainResourceName, forwardFingerprint, recordFingerprint } from "./names.ts";

export type Format = "records" | "zone";

export async function collectDomain(collected: Collected, run: Run, format: Format): Promise<void> {
  const { domain } = collected;
  await takeSettings(collected, run);
  const rows = await readList(collected, run, "DNS records", async () => run.list(recordKind, domain).read());
  await takeRecords(readable(rows, collected), collected, run, format);
  const forwards = await readList(collected, run, "URL forwards", async () => run.list(forwardKind, domain).read());
  await take(forwardCandidates(forwards, collected), collected, run);
  await takeLock(collected, run);
}

/** The records of each name and type; or those that can be declared together, as a zone. */
async function takeRecords(live: readonly LiveRecord[], collected: Collected, run: Run, format: Format): Promise<void> {
  const { domain } = collected;
  if (format === "records") return take(declarableRecords(domain, live), collected, run);
  const singly: Collected = { ...collected, found: [] };
  await take(recordCandidates(domain, live), singly, run);
  if (singly.found.length === 0) return;
  const records = recordsOfZone(singly.found.map(({ args }) => args));
  await take([singleOf(domain, "dnsZone", "zone", records, "DNS.")], collected, run);
}

/** Adds the records or forwards that an ID names. */
export async function collectRows(collected: Collected, id: ImportId, run: Run): Promise<void> {
  const { domain, set } = id;
  const records = set?.type === "FORWARD" ? [] : await recordMembers(domain, run);
  const forwards = set === undefined || set.type === "FORWARD" ? await forwardMembers(domain, run) : [];
  const isWholeSet = set !== undefined && set.type !== "FORWARD" && set.member === undefined;
  const meant = theMembers([...records, ...forwards], id, isWholeSet);
  const fingerprints = new Set(
    meant.map((each) =>
      "record" in each ? recordFingerprint(domain, each.record) : forwardFingerprint(domain, each.forward),
    ),
  );
  // Another ID may have named it, too.
  for (const found of collected.found)
    for (const { fingerprint } of found.singly ?? [found]) fingerprints.delete(fingerprint);
  const live = records.map(({ record }) => record).sort(inOrder);
  const ofRecords: Candidate[] = (isWholeSet ? declarableRecords : recordCandidates)(domain, live);
  const ofForwards = forwardCandidates(
    forwards.map(({ forward }) => forward),
    collected,
  );
  const asked = [...ofRecords, ...ofForwards].flatMap((each) => {
    const rows = (each.singly ?? [each]).filter(({ fingerprint }) => fingerprints.has(fingerprint));
    return rows.length === each.singly?.length ? [each] : rows;
  });
  await take(asked, collected, run);
}

export function rowOf(found: Found): ImportRow {
  const resource: Resource = resources[found.handler];
  return importRow(resource.type, visibleKeys(resource), found);
}

/** Nameservers, settings, contacts and DNSSEC, of which a domain has one. */
async function takeSettings(collected: Collected, run: Run): Promise<void> {
  const { domain } = collected;
  // Every other read needs a domain of the account.
  await run.domain(domain);
  const candidates: Candidate[] = [];
  for (const [handler, kind] of singles) {
    const args = await refusable(collected, run, `${kind} of ${domain}`, () => domainArguments(handler, domain, run));
    if (args === undefined || Object.keys(args).length === 0 || args["enabled"] === false) continue;
    candidates.push(singleOf(domain, handler, kind, args, "The domain itself."));
  }
  await take(candidates, collected, run);
}

const singles = [
  ["nameservers", "nameservers"],
  ["domainSettings", "settings"],
  ["domainContacts", "contacts"],
  ["dnssec", "dnssec"],
] as const;

/** A candidate of a kind that a domain has once. */
function singleOf(domain: string, handler: HandlerName, kind: string, args: Properties, group: string): Candidate {
  return {
    handler,
    name: domainResourceName(domain, kind),
    fingerprint: `${kind} ${domain}`,
    args: { domain, ...args },
    title: `${kind} of ${domain}`,
    group,
  };
}

/** The lock comes last, as it does at the registrar. */
async function takeLock(collected: Collected, run: Run): Promise<void> {
  const group = "The lock. Only the registrar's dashboard can unlock.";
  const lock = singleOf(collected.domain, "domainLock", "lock", {}, group);
  const locked = await capture(lock.handler, lock.args, run);
  if (!("reason" in locked)) collected.found.push(foundAs(lock, locked));
  else if (!locked.changes) notTaken(lock, locked, collected);
  else collected.remarks.push("It is not locked. A DomainLock locks it.");
}

/** The refusal of a row that equals another row: only one can be declared. */
const sameAgain = (rowId?: string): Refused => ({
  reason: `the account has this row twice; this duplicate${rowId === undefined ? "" : ` (id ${rowId})`} is not declared`,
});

async function take(candidates: readonly Candidate[], collected: Collected, run: Run): Promise<void> {
  const seen = new Set<string>();
  const takeOne = async ({ handler, args, rowId, meaning }: Candidate) => {
    if (meaning !== undefined && seen.has(meaning)) return sameAgain(rowId);
    if (meaning !== undefined) seen.add(meaning);
    return capture(handler, args, run, rowId);
  };
  const captured = await Promise.all(candidates.map(takeOne));
  const isRefused = (index: number) => captured.slice(index, index + 1).some((result) => "reason" in result);
  const instead = candidates.map(({ singly }, index) => (isRefused(index) ? singly : undefined));
  if (instead.some((singly) => singly !== undefined)) {
    const again = candidates.flatMap((candidate, index) => instead[index] ?? [candidate]);
    return take(again, collected, run);
  }
  candidates.forEach((candidate, index) => {
    const result = captured[index];
    if (result === undefined) return;
    if ("reason" in result) notTaken(candidate, result, collected);
    else collected.found.push(foundAs(candidate, result));
  });
}

function notTaken({ title }: Candidate, { reason, unread }: Refused, collected: Collected): void {
  if (unread) collected.unread.push(`${title}: ${reason}`);
  else collected.leftOut.push({ domain: collected.domain, row: title, reason });
}

function foundAs(candidate: Candidate, captured: Captured): Found {
  const isIgnoring = Array.isArray(captured.args["skipChecks"]);
  const comment = isIgnoring && { comment: "The live values do not pass a check of this package." };
  return { ...candidate, ...captured, ...comment };
}

/** A list; empty if the registrar refuses it (records of a domain on foreign nameservers). */
async function readList<Row extends object>(
  collected: Collected,
  run: Run,
  what: string,
  read: () => Promise<Listing<Row>>,
): Promise<Row[]> {
  const title = `${what} of ${collected.domain}`;
  const items = await refusable(collected, run, title, read);
  if (items?.proof.complete === false) {
    const why = items.proof.why ?? "it seems to be incomplete";
    collected.unread.push(`${title}: rows may be missing, because nothing proves the list complete (${why})`);
  }
  return items?.rows ?? [];
}

/** Runs a read. A refusal goes to `leftOut`, and an unreadable response to `unread`. */
async function refusable<T extends object>(
  { domain, leftOut, unread }: Collected,
  run: Run,
  title: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isUnreadable(error)) unread.push(`${title}: ${error.what}`);
    else leftOut.push((await leftElsewhere(error, domain, run)) ?? { domain, row: title, reason: error.what });
    return undefined;
  }
}
