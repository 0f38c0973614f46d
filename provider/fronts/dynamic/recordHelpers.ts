/** Records of zone files and of e-mail, for `DnsRecord`, `DnsZone` and `Domain`. */
import * as pulumi from "@pulumi/pulumi";
import type * as mail from "../../dns/mail.ts";
import type { LeftOut, ParseOptions } from "../../dns/zoneFile.ts";
import type { RecordsWithTtls } from "./recordParts.ts";
import { joiner } from "./recordParts.ts";

export type { DkimKey, DmarcTags, MailPart } from "../../dns/mail.ts";

interface ZoneRecordsOptions extends ParseOptions {
  /** Receives the entries that aren't among the records. Default: a warning lists those that the registrar doesn't support. */
  onLeftOut?: (leftOut: LeftOut[]) => void;
}

/**
 * The records of a zone file (RFC 1035 section 5), with their TTLs: `new DnsZone(name, { domain, ...zoneRecords(text) })`, or a part of
 * its `records`. Comments are left out.
 * @throws an error with `code` `ERR_REGISTRAR_ZONE_FILE`, `line`, `column` and `reason` for an invalid file
 */
export function zoneRecords(text: string, options: ZoneRecordsOptions = {}): RecordsWithTtls {
  const { onLeftOut = warn, ...parsing } = options;
  const { records, leftOut, notes } = parser().parseZone(text, parsing);
  tell(
    "zoneRecords",
    notes.map(({ line, reason }) => `line ${line}: ${reason}`),
  );
  onLeftOut(leftOut);
  return joiner().mapOfRecords(records);
}

/** Loaded at the first use, since few programs read zone files. */
function parser(): typeof import("../../dns/zoneFile.ts") {
  return require("../../dns/zoneFile.ts");
}

const shownAtMost = 10;

function warn(leftOut: readonly LeftOut[]): void {
  const lost = leftOut.filter(({ kind }) => kind === "type" || kind === "outside");
  const lines = lost.map(({ line, name, type, reason }) => `line ${line}, ${name} ${type}: ${reason}`);
  tell(`zoneRecords left out ${lost.length} of the file's records`, lines);
}

function tell(subject: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const more = lines.length > shownAtMost ? [`and ${lines.length - shownAtMost} more`] : [];
  pulumi.log
    .warn(`${subject}:\n${[...lines.slice(0, shownAtMost), ...more].join("\n")}`)
    // A warning that cannot be shown must not end the program.
    .catch(() => undefined);
}

/**
 * An SPF policy (RFC 7208) as one TXT record at the domain itself; for a host, spread it: `{ ...spf([...]), name: "news" }`.
 * A domain has at most one SPF record, so give all senders here.
 * @param terms mechanisms and modifiers, such as `include:_spf.google.com`, `ip4:192.0.2.0/24`, `mx` and `~all`, in the order in
 * which receivers try them. `all` and modifiers are moved to the end; a repeated term counts once. A complete policy
 * (`v=spf1 ...`) counts as its terms. One term states what happens to all other senders: `-all` (refuse), `~all` (mark), `?all`, or
 * `redirect=`.
 * @throws for an invalid term, for no or several `all` or `redirect=`, and for more than ten terms that need a DNS lookup (`include`,
 * `a`, `mx`, `ptr`, `exists`, `redirect`; section 4.6.4). Lookups inside included policies count for receivers, and aren't seen here.
 */
export function spf(terms: readonly string[]): mail.TextRecord {
  return mailModule().spf(terms);
}

/**
 * A DKIM key (RFC 6376 section 3.6.1) as a TXT record at `<selector>._domainkey`.
 * @throws for an invalid selector, and for a key that is private, incomplete, of another kind or too short. The message never contains
 * the key.
 */
export function dkim(key: mail.DkimKey): mail.TextRecord {
  return mailModule().dkim(key);
}

/**
 * A DMARC policy (RFC 7489) as a TXT record at `_dmarc`; for a subdomain, spread it: `{ ...dmarc(...), name: "_dmarc.news" }`.
 * @throws for an invalid value, such as an address for reports without `@`
 */
export function dmarc(tags: mail.DmarcTags): mail.TextRecord {
  return mailModule().dmarc(tags);
}

/**
 * Records that mail services ask their customers to publish, as of November 2026, as a part of the `records` of a `DnsZone` or `Domain`:
 * MX, an SPF policy and, if you ask for them, DKIM keys and a DMARC policy. The page of your account is the authority. `noMail` is for a
 * domain that neither sends nor receives mail.
 */
export const mailServices: typeof mail.mailServices = {
  googleWorkspace: (options) => mailModule().mailServices.googleWorkspace(options),
  microsoft365: (options) => mailModule().mailServices.microsoft365(options),
  fastmail: (options) => mailModule().mailServices.fastmail(options),
  protonMail: (options) => mailModule().mailServices.protonMail(options),
  noMail: () => mailModule().mailServices.noMail(),
};

/** Loaded at the first use, since few programs have e-mail records. */
function mailModule(): typeof mail {
  return require("../../dns/mail.ts");
}
