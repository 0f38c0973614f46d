/** The TXT record of a DNS-01 challenge (RFC 8555 section 8.4), matched by name and text: no state is kept between two runs. */
import { DomainNotHeldError, RegistrarError, withCode } from "../../provider/api/index.ts";
import {
  ifValid,
  normaliseDomain,
  normaliseHost,
  ownerOfHost,
  recordFromArgs,
  type ZoneRow,
} from "../../provider/dns/index.ts";
import {
  AlreadyExistsError,
  ConflictError,
  PreconditionError,
  UnknownOutcomeError,
} from "../../provider/lifecycle/errors.ts";
import type { Rows } from "../../provider/lifecycle/list.ts";
import { nameserversOf, Poll, printed, serversWithout } from "../../provider/lifecycle/poll.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import { rowsMeaning } from "../../provider/lifecycle/rows/match.ts";
import { RowWriter } from "../../provider/lifecycle/rows/write.ts";
import type { Run } from "../../provider/lifecycle/run.ts";
import { openAccount } from "../account.ts";
import { print, progress } from "../output.ts";

/** Times are in seconds. */
export interface ChallengeOptions {
  domain?: string;
  ttl?: number;
  dns?: boolean;
  dnsServer?: string[];
  timeout: number;
}

/** Base64url of a SHA-256 digest, without padding. RFC 8555 section 8.4. */
export const valueForm = /^[\w-]{43}$/;

const challenge = async (fqdn: string, content: string, { domain: given, ttl, timeout }: ChallengeOptions) => {
  const host = normaliseHost(fqdn);
  // No known list is stale for longer.
  const run = openAccount({ canWrite: true, settings: { staleMs: Math.min(timeout, 10) * 1000 } });
  const domain = given === undefined ? await domainOf(host, run) : normaliseDomain(given);
  const at = new RowWriter(recordKind, domain, run);
  const wanted = recordFromArgs({ type: "TXT", name: `${host}.`, content, ttl }, domain);
  const find = (rows: Rows<ZoneRow>) => rowsMeaning({ kind: recordKind, rows }, wanted)[0];
  return { host, at, wanted, find, name: `The TXT record ${host} with the text ${JSON.stringify(content)}` };
};

async function domainOf(host: string, { api }: Run): Promise<string> {
  const { rows, proof } = await api.domains.list();
  const domains = rows.flatMap(({ domain_name: name }) => ifValid(() => normaliseDomain(name ?? "")) ?? []);
  const [domain] = domains.filter((each) => ownerOfHost(host, each)).sort((a, b) => b.length - a.length);
  if (domain !== undefined) return domain;
  throw new DomainNotHeldError({
    operation: "domains.list",
    what: `${host} is in no domain of this account${proof.why ? `, as far as its list shows (${proof.why})` : ""}`,
    advice: "Check the name and which account the token belongs to, or name the domain with --domain.",
  });
}

export const challenges = {
  /** Creates the record if it is absent, and waits until it shows. */
  async present(fqdn: string, content: string, options: ChallengeOptions): Promise<void> {
    const { host, name, at, wanted, find } = await challenge(fqdn, content, options);
    const isAsked = options.dns && options.dnsServer === undefined;
    const servers = isAsked
      ? await nameserversOf(at.domain, "Name their addresses with --dns-server.")
      : (options.dnsServer ?? []);
    const rows = await at.read();
    // A stale list may still show a deleted record.
    const isGone = (shown: typeof rows) => find(shown) === undefined || undefined;
    if (isGone(rows) || (await at.poll(isGone)).found) {
      if (rows.proof.cut) at.requireProof(rows, wanted, "exists already");
      at.requireIds(rows);
      await at.make(wanted).catch((error: unknown) => {
        // Another run created it a moment ago, and the list will show it.
        if (!(error instanceof AlreadyExistsError) || error instanceof ConflictError) tellAtHook(error);
      });
    }
    const withinMs = options.timeout * 1000;
    const poll = new Poll({ times: 30, withinMs }, undefined, progress);
    const late = (why: string) =>
      new Error(
        `${name} was created, but ${options.timeout} s later ${why}. Run the same command again: it creates no second record. ` +
          "--timeout lets it wait longer.",
      );
    if ((await poll.inList(at.list, find)).found === undefined) throw late("the registrar's list lacks it");
    const record = { host, type: "TXT", data: [printed("TXT", { content })] } as const;
    const behind = await serversWithout(record, servers, withinMs, progress);
    if (behind.length > 0) throw late(`these servers do not show it: ${behind.join(", ")}`);
    print(`${name} is in the registrar's list${servers.length > 0 ? ` and in DNS (${servers.join(", ")})` : ""}.\n`);
  },

  /** Deletes the record; an absent one is not an error. */
  async cleanup(fqdn: string, content: string, options: ChallengeOptions): Promise<void> {
    const { name, at, wanted, find } = await challenge(fqdn, content, options);
    // A run that was killed may have created it a moment ago.
    const { found: row, last } = await at.poll(find);
    if (row === undefined) at.requireProof(last, wanted);
    else await at.remove(row);
    print(`${name} ${row === undefined ? "does not exist" : "was deleted"}.\n`);
  },
};

/** @throws the error, with advice for a record that no program declares */
function tellAtHook(error: unknown): never {
  const isDoubt = error instanceof UnknownOutcomeError;
  if (!(error instanceof RegistrarError) || !(isDoubt || error instanceof PreconditionError)) throw error;
  const advice = isDoubt
    ? "Run the same command again: it creates the record only if it is absent."
    : "Nothing was changed. Create the record at the service of the domain's nameservers, or at the name that an alias leads to.";
  throw new Error(withCode(`${error.what}. ${advice}`, error.code));
}
