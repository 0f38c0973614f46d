/** Plans an import: the program, the import file, and the rows that are left out. */
import { DomainForbiddenError, DomainNotHeldError } from "../../provider/api/index.ts";
import { normaliseDomain } from "../../provider/dns/index.ts";
import { Declarations } from "../../provider/fronts/shared/declarations.ts";
import type { ImportRow } from "../../provider/fronts/shared/state.ts";
import { ignoredBy, isRefusal } from "../../provider/imports/capture.ts";
import { type ImportId, readImportId } from "../../provider/imports/find.ts";
import type { Properties, Resource } from "../../provider/lifecycle/definition.ts";
import type { Run } from "../../provider/lifecycle/run.ts";
import { resources } from "../../provider/resources/index.ts";
import type { LeftOut } from "../leftOut.ts";
import { countDone } from "../output.ts";
import type { Collected, Found } from "./candidates.ts";
import { collectDomain, collectRows, type Format, rowOf } from "./collect.ts";
import { slug, uniqueNames } from "./names.ts";
import type { ProgramPlan } from "./program.ts";

export interface ImportOptions {
  as: Format;
  /** Skip a domain that the account does not hold or does not show. Default: it is an error. */
  skipUnread?: boolean;
}

export interface Import {
  plan: Pick<ProgramPlan, "project" | "description" | "domains">;
  rows: ImportRow[];
  /** Rows that are not declared. */
  leftOut: LeftOut[];
  /** Lines for people: lists that could not be read, or are incomplete. */
  unread: string[];
}

/**
 * Reads the account; writes nothing anywhere.
 * @param targets domains, or keys of rows such as `example.com/www/CNAME`
 * @param run read-only, and without polling of lists
 */
export async function planImport(targets: readonly string[], run: Run, options: ImportOptions): Promise<Import> {
  const wanted = byDomain(targets);
  const tellDone = countDone("Read", wanted.length, "domains");
  const all = await Promise.all(wanted.map((each) => collect(each, run, options).finally(tellDone)));
  const collected = all.filter(({ isSkipped }) => !isSkipped);
  const unique = uniqueNames(collected.flatMap(({ found }) => found));
  const named = new Map(unique.map((found) => [found.fingerprint, found]));
  const domains = collected.map((each) => ({
    ...each,
    found: each.found.map((found) => withStableId(named.get(found.fingerprint) ?? found)),
  }));
  const allowed = allowTogether(domains);
  const [only] = domains;
  const isOne = domains.length === 1 && only !== undefined;
  return {
    plan: {
      project: isOne ? slug(only.domain) : "domains",
      description: isOne ? `Everything about ${only.domain}` : `Everything about ${domains.length} domains`,
      domains: allowed,
    },
    rows: allowed.flatMap(({ found }) => found.map(rowOf)),
    leftOut: allowed.flatMap(({ leftOut }) => leftOut),
    unread: all.flatMap(({ unread }) => unread),
  };
}

/** A domain, and the rows to import; without keys all. */
interface Target {
  domain: string;
  keys?: ImportId[];
}

function byDomain(targets: readonly string[]): Target[] {
  const found = new Map<string, Target>();
  for (const text of targets) {
    const key = text.includes("/") ? readImportId(text, "example.com/www/CNAME, or example.com/@/MX") : undefined;
    const domain = key?.domain ?? normaliseDomain(text);
    const known = found.get(domain) ?? { domain, keys: [] };
    if (key === undefined) found.set(domain, { domain });
    else found.set(domain, known.keys === undefined ? known : { domain, keys: [...known.keys, key] });
  }
  return [...found.values()].sort((a, b) => (a.domain < b.domain ? -1 : 1));
}

async function collect({ domain, keys }: Target, run: Run, { as, skipUnread }: ImportOptions): Promise<Collected> {
  const collected: Collected = { domain, found: [], leftOut: [], unread: [], remarks: [] };
  try {
    if (keys === undefined) await collectDomain(collected, run, as);
    for (const key of keys ?? []) await collectRows(collected, key, run);
    return collected;
  } catch (error) {
    const isMissing = error instanceof DomainNotHeldError || error instanceof DomainForbiddenError;
    if (!skipUnread || !(isMissing || isRefusal(error))) throw error;
    return { ...collected, unread: [`${domain}: ${error.what}`], isSkipped: true };
  }
}

/** Sets an ID that is the same each time, and not the registrar's, which another resource may have. */
function withStableId(found: Found): Found {
  if (!["dnsRecord", "dnsRecordSet", "urlForward"].includes(found.handler)) return found;
  return { ...found, id: `${normaliseDomain(String(found.args["domain"]))}/${found.fingerprint.slice(0, 13)}` };
}

/** Live rows can conflict. Their declarations then switch off the checks that would refuse them. */
function allowTogether(domains: readonly Collected[]): Collected[] {
  const all = domains.flatMap(({ found }) => found);
  const declarations = new Declarations();
  const ignored = new Map<Found, Set<string>>();
  const ignore = (index: number, check: string) => {
    const found = all[index];
    if (found !== undefined) ignored.set(found, (ignored.get(found) ?? new Set()).add(check));
  };
  for (const [index, { handler, args }] of all.entries()) {
    const by = { identity: String(index), type: resources[handler].type, name: String(index) };
    const conflicts = declarations.declare(by, args);
    // An engine may check the two in any order.
    for (const { check, other } of conflicts) for (const each of [index, Number(other.identity)]) ignore(each, check);
    if (conflicts.length > 0) declarations.declare(by, args, { ignored: conflicts.map(({ check }) => check) });
  }
  const allowing = (found: Found): Found => {
    const ids = ignored.get(found);
    if (ids === undefined || !takesIgnoreChecks(found)) return found;
    const comment = "The live values contradict each other: see the page on checks.";
    return { ...found, args: ignoring(found.args, ids), comment };
  };
  return domains.map((each) => ({ ...each, found: each.found.map(allowing) }));
}

function takesIgnoreChecks({ handler, args }: Found): boolean {
  const resource: Resource = resources[handler];
  const schema = resource.schemaFor(args);
  return !("reason" in schema) && "skipChecks" in schema.shape;
}

function ignoring(args: Properties, ids: ReadonlySet<string>): Properties {
  return { ...args, skipChecks: [...new Set([...ignoredBy(args), ...ids])].sort() };
}
