/** Domains and records of the account, as tables and as JSON. */
import { IncompleteListError } from "../../provider/api/index.ts";
import { argsFromRecord, type LiveRecord, normaliseDomain, optional, printData } from "../../provider/dns/index.ts";
import { isoText, momentOf } from "../../provider/lifecycle/dates.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import { domainFromWire } from "../../provider/lookups/account.ts";
import { hostName } from "../../provider/lookups/session.ts";
import { openAccount, tellUnheld } from "../account.ts";
import { inOrder } from "../import/candidates.ts";
import { counted, oneLine, print, printColoured, progress, reportWidth, warn } from "../output.ts";
import { table } from "../table.ts";
import { zoneRecords } from "../zone/export.ts";

/** A missing value is one that the registrar's list doesn't show. */
interface ListedDomain {
  domain: string;
  /** RFC 3339, where the registrar's date is one. */
  expiresAt?: string;
  /** Is the registrar lock on? */
  locked?: boolean;
  autoRenew?: boolean;
  nameservers?: string[];
}

/** @throws IncompleteListError after the table, if the account can hold more domains than its list shows */
export async function listDomains(json: boolean): Promise<void> {
  progress("Reading the account's domains ...");
  const { api } = openAccount();
  const listing = await api.domains.list();
  const domains = listing.rows.map((wire): ListedDomain => {
    const info = domainFromWire(wire, hostName(wire.domain_name ?? "-"), api);
    const { domain, expiresAt, transferLocked: locked, autoRenew } = info;
    const moment = momentOf(expiresAt);
    const nameservers = wire.nameservers && info.nameservers;
    return { domain, ...optional({ locked, autoRenew, nameservers, expiresAt: moment ? isoText(moment) : expiresAt }) };
  });
  const { compare } = new Intl.Collator("en", { numeric: true });
  domains.sort((a, b) => compare(a.domain, b.domain));
  if (json) print(`${JSON.stringify(domains, null, 2)}\n`);
  else {
    const rows = domains.map(cellsOf);
    const lines = table([["DOMAIN", "EXPIRES", "LOCK", "AUTO-RENEW", "NAMESERVERS"], ...rows], reportWidth());
    const text = domains.length === 0 ? "The account holds no domains.\n" : `${lines.join("\n")}\n`;
    printColoured(text, { locked: "green", unlocked: "yellow", expired: "red" });
  }
  if (!listing.complete)
    throw new IncompleteListError("whether these are all domains of the account", "domains.list", undefined, listing);
}

function cellsOf({ domain, expiresAt = "-", locked, autoRenew, nameservers = [] }: ListedDomain): string[] {
  const moment = momentOf(expiresAt);
  const day = moment === undefined ? expiresAt : expiresAt.slice(0, 10);
  return [
    domain,
    moment !== undefined && moment < Date.now() ? `${day} expired` : day,
    locked === undefined ? "-" : locked ? "locked" : "unlocked",
    autoRenew === undefined ? "-" : autoRenew ? "on" : "off",
    nameservers.join(", ") || "-",
  ].map(oneLine);
}

/** @throws IncompleteListError after the table, if the domain can have more records than its list shows */
export async function listRecords(name: string, json: boolean): Promise<void> {
  const domain = normaliseDomain(name);
  progress(`Reading the records of ${domain} ...`);
  const list = await recordKind.list(openAccount(), domain).proven().catch(tellUnheld);
  const { records, leftOut } = zoneRecords(list.rows);
  records.sort(inOrder);
  if (json) {
    const rows = records.map((record) => ({ ...optional({ recordId: record.id }), ...argsFromRecord(record) }));
    print(`${JSON.stringify(rows, null, 2)}\n`);
  } else print(`${recordTable(records)}\n\n${domain}: ${counted(records.length, "record")}.\n`);
  warn(leftOut.map((line) => `${line}\n`).join(""));
  if (!list.complete)
    throw new IncompleteListError(`whether these are all records of ${domain}`, "records.list", domain, list);
}

export function recordTable(records: readonly LiveRecord[]): string {
  const rows = records.map(({ name, data, ttl }) => [
    name,
    ttl === undefined ? "-" : String(ttl),
    data.type,
    printData(data),
  ]);
  return table([["NAME", "TTL", "TYPE", "DATA"], ...rows], reportWidth()).join("\n");
}
