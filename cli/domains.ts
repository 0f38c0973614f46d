/** `pulumi-registrar domains` and `pulumi-registrar records`: show the account. They only read. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Command, Option } from "commander";
import { IncompleteListError } from "../provider/api/index.ts";
import { isoText, momentOf } from "../provider/api/readings.ts";
import { argsFromRecord, type LiveRecord, optional, printData } from "../provider/dns/index.ts";
import { domainFromWire } from "../provider/lookups/account.ts";
import { hostName } from "../provider/lookups/lookup.ts";
import { openAccount } from "./account.ts";
import { ExitCode, exitCodes } from "./exitCode.ts";
import { inOrder } from "./import/candidates.ts";
import { counted, oneLine, print, progress, reportWidth, responded } from "./output.ts";
import { verboseOption } from "./project/option.ts";
import { wholeNumber } from "./sandbox.ts";
import { table } from "./table.ts";
import { liveRecords, warnLeftOut } from "./zone/export.ts";

const days = (text: string) => wholeNumber(0, 9999)(text.replace(/d$/, ""));

export function domainsCommand(): Command {
  return new Command("domains")
    .summary("List the account's domains")
    .description("List the account's domains. `-` is a value that the registrar's list doesn't show. It never writes.")
    .addOption(new Option("--sort <order>", "order of the list").choices(["name", "expires"]).default("name"))
    .option(
      "--expires-within <days>",
      "list only domains that expire within days, such as 30d; exit with 7 if any",
      days,
    )
    .option("--json", "print JSON: a list of `domain`, `expiresAt`, `locked`, `autoRenew`, `nameservers`")
    .action((options: ListOptions) => listDomains(options));
}

export function recordsCommand(): Command {
  return new Command("records")
    .summary("List a domain's DNS records")
    .description("List the DNS records of a domain. It never writes.")
    .argument("<domain>", "a domain of the account")
    .option("--json", "print JSON: a list with the arguments of DnsRecord, and the registrar's `recordId`")
    .addOption(verboseOption())
    .action((domain: string, options: RecordsOptions) => listRecords(domain, options));
}

/** A missing value is one that the registrar's list doesn't show. */
interface ListedDomain {
  domain: string;
  /** RFC 3339, where the registrar's date is one. */
  expiresAt?: string;
  locked?: boolean;
  autoRenew?: boolean;
  nameservers?: string[];
}

interface ListOptions {
  sort: "name" | "expires";
  /** Days. */
  expiresWithin?: number;
  json?: boolean;
}

const day = 24 * 60 * 60 * 1000;
/** Days before the expiry from which a domain is shown in yellow. */
const soon = 60;

const tones = { locked: "green", unlocked: "yellow", expired: "red", "in days": "yellow", "in day": "yellow" } as const;

/**
 * @throws IncompleteListError after the table, if the account can hold more domains than its list shows
 * @throws ExitCode after the table, if a domain expires within the days that were asked for
 */
async function listDomains({ sort, expiresWithin, json = false }: ListOptions): Promise<void> {
  progress("Reading the account's domains ...");
  const { api } = openAccount();
  const { made: listing, now } = await atTimeOfResponse(() => api.domains.list());
  const daysLeft = daysAt(now);
  const all = listing.rows.map((wire): ListedDomain => {
    const info = domainFromWire(wire, hostName(wire.domain_name ?? "-"), api);
    const { domain, expiresAt, locked, autoRenew } = info;
    const moment = momentOf(expiresAt);
    const nameservers = wire.nameservers && info.nameservers;
    return { domain, ...optional({ locked, autoRenew, nameservers, expiresAt: moment ? isoText(moment) : expiresAt }) };
  });
  const { compare } = new Intl.Collator("en", { numeric: true });
  // A domain without a readable date comes first: it may expire today.
  const expiry = ({ expiresAt }: ListedDomain) => (sort === "expires" ? (momentOf(expiresAt) ?? 0) : 0);
  all.sort((a, b) => expiry(a) - expiry(b) || compare(a.domain, b.domain));
  const domains = expiresWithin === undefined ? all : all.filter((each) => daysLeft(each) < expiresWithin);
  if (json) print(`${JSON.stringify(domains, null, 2)}\n`);
  else {
    const rows = domains.map((each) => cellsOf(each, daysLeft(each)));
    const lines = table([["DOMAIN", "EXPIRES", "LOCK", "RENEW", "NAMESERVERS"], ...rows]);
    const list = domains.length === 0 ? "" : `${lines.join("\n")}\n\n`;
    const text =
      all.length === 0
        ? "The account holds no domains."
        : `${list}${headline(domains, all.length, daysLeft, expiresWithin)}`;
    print(`${text}\n`, tones);
  }
  const doubt = "whether these are all domains of the account";
  if (!listing.proof.complete) throw new IncompleteListError(doubt, "domains.list", undefined, listing.proof);
  if (expiresWithin === undefined) return;
  if (domains.length > 0) throw new ExitCode(exitCodes.drift.code);
  const [undated] = all.filter((each) => Number.isNaN(daysLeft(each)));
  if (undated) throw new Error(`the account's list shows no readable expiry date of ${oneLine(undated.domain)}`);
}

type DaysLeft = (listed: ListedDomain) => number;

function headline(domains: readonly ListedDomain[], all: number, daysLeft: DaysLeft, within?: number): string {
  const unlocked = domains.filter(({ locked }) => locked === false).length;
  const expired = domains.filter((each) => daysLeft(each) < 0).length;
  const scope =
    within === undefined ? "" : ` of ${all} expire${domains.length === 1 ? "s" : ""} within ${counted(within, "day")}`;
  const counts = [unlocked > 0 && `${unlocked} unlocked`, expired > 0 && `${expired} expired`].filter(Boolean);
  return `${[`${counted(domains.length, "domain")}${scope}`, ...counts].join(", ")}.`;
}

/** Days until a domain expires, below 0 afterwards; NaN if the list shows no readable date. @param now in milliseconds */
const daysAt =
  (now: number): DaysLeft =>
  ({ expiresAt }) =>
    ((momentOf(expiresAt) ?? Number.NaN) - now) / day;

/** Does work, and tells the registrar's time: the `Date` of the last response; of this machine without one. */
async function atTimeOfResponse<T>(work: () => Promise<T>): Promise<{ made: T; now: number }> {
  let date = Number.NaN;
  const note = (message: unknown) => {
    const { response }: { response?: { headers?: { date?: string } } } = Object(message);
    date = Date.parse(response?.headers?.date ?? "");
  };
  subscribe(responded, note);
  try {
    const made = await work();
    return { made, now: Number.isNaN(date) ? Date.now() : date };
  } finally {
    unsubscribe(responded, note);
  }
}

/** A terminal gets the name of one nameserver, and the count of the others. */
function cellsOf(listed: ListedDomain, left: number): string[] {
  const { domain, expiresAt = "-", locked, autoRenew, nameservers = [] } = listed;
  const [first = "-", ...others] = nameservers;
  const note = left < 0 ? " expired" : left < soon ? ` in ${counted(Math.floor(left), "day")}` : "";
  return [
    domain,
    `${Number.isNaN(left) ? expiresAt : expiresAt.slice(0, 10)}${note}`,
    locked === undefined ? "-" : locked ? "locked" : "unlocked",
    autoRenew === undefined ? "-" : autoRenew ? "on" : "off",
    reportWidth() !== undefined && others.length > 0 ? `${first} +${others.length}` : nameservers.join(", ") || "-",
  ].map(oneLine);
}

interface RecordsOptions {
  json?: boolean;
  verbose?: boolean;
}

/** @throws IncompleteListError after the table, if the domain can have more records than its list shows */
async function listRecords(name: string, { json = false, verbose = false }: RecordsOptions): Promise<void> {
  const { domain, records, leftOut, doubt } = await liveRecords(name, openAccount());
  records.sort(inOrder);
  if (json) {
    const rows = records.map((record) => ({ ...optional({ recordId: record.id }), ...argsFromRecord(record) }));
    print(`${JSON.stringify(rows, null, 2)}\n`);
  } else print(`${recordTable(records)}\n\n${domain}: ${counted(records.length, "record")}.\n`);
  warnLeftOut(leftOut, verbose);
  if (doubt !== undefined) throw doubt;
}

export function recordTable(records: readonly LiveRecord[]): string {
  const rows = records.map(({ name, data, ttl }) => [
    name,
    ttl === undefined ? "-" : String(ttl),
    data.type,
    printData(data),
  ]);
  return table([["NAME", "TTL", "TYPE", "DATA"], ...rows]).join("\n");
}
