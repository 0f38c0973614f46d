/**
 * Records for programs, as plain data: of zone files, and of e-mail. Each is the arguments of a `DnsRecord` without its domain, and a record of
 * a `DnsZone`. An error has the `code` `ERR_REGISTRAR_ZONE_FILE` or `ERR_REGISTRAR_INVALID_INPUT`, and its message says what to write.
 */
import * as pulumi from "@pulumi/pulumi";
import type { DkimKey, DmarcTags, MailServices, MailTextRecord } from "../../dns/mail.ts";
import type { LeftOut, ParseOptions, ZoneFileRecord } from "../../dns/zoneFile.ts";

export type {
  DkimKey,
  DmarcPolicy,
  DmarcTags,
  MailRecord,
  MailService,
  MailServices,
  MailTextRecord,
} from "../../dns/mail.ts";
export type { LeftOut, LeftOutKind, ZoneFileRecord } from "../../dns/zoneFile.ts";

export interface ZoneRecordsOptions extends ParseOptions {
  /**
   * Told what is not among the records. Default: what was left out because the registrar cannot hold it is a warning; the
   * SOA record, the domain's own nameservers and repeated records are passed over.
   */
  onLeftOut?: (leftOut: LeftOut[]) => void;
}

/**
 * The records of a zone file (RFC 1035 section 5): each is the arguments of a `DnsRecord` without its domain, and the list is
 * what `DnsZone` takes as `records`. Comments that end a record's line become its `comment`.
 * @throws an error with `code` `ERR_REGISTRAR_ZONE_FILE`, `line`, `column` and `reason` for a file that is not understood
 */
export function zoneRecords(text: string, options: ZoneRecordsOptions = {}): ZoneFileRecord[] {
  const { onLeftOut = warn, ...parsing } = options;
  const { records, leftOut } = parser().parseZone(text, parsing);
  onLeftOut(leftOut);
  return records;
}

/** Loaded at the first use: a program that reads no zone file does not pay for it. */
function parser(): typeof import("../../dns/zoneFile.ts") {
  return require("../../dns/zoneFile.ts");
}

const shownAtMost = 10;

function warn(leftOut: readonly LeftOut[]): void {
  const lost = leftOut.filter(({ kind }) => kind === "type" || kind === "class" || kind === "outside");
  if (lost.length === 0) return;
  const lines = lost
    .slice(0, shownAtMost)
    .map(({ line, name, type, reason }) => `line ${line}, ${name} ${type}: ${reason}`);
  if (lost.length > shownAtMost) lines.push(`and ${lost.length - shownAtMost} more`);
  pulumi.log
    .warn(`zoneRecords left out ${lost.length} of the file's records:\n${lines.join("\n")}`)
    // A warning that cannot be shown must not end the program.
    .catch(() => undefined);
}

/**
 * An SPF policy (RFC 7208) as one TXT record at the domain itself; for a host, spread it: `{ ...spf([...]), name: "news" }`.
 * A domain has one SPF record, so give all senders here.
 * @param terms mechanisms and modifiers, such as `include:_spf.google.com`, `ip4:192.0.2.0/24`, `mx` and `~all`, in the order in
 * which receivers try them. `all` comes last wherever it stands, and modifiers after it; a repeated term counts once. A whole
 * policy (`v=spf1 ...`) stands for its terms. One term says what happens to all other senders: `-all` (refuse), `~all` (mark),
 * `?all`, or `redirect=`.
 * @throws for a term that is none, for two `all` or `redirect=`, for none, and for more than ten terms that need a DNS look-up
 * (`include`, `a`, `mx`, `ptr`, `exists`, `redirect`; section 4.6.4), at which receivers give up. Look-ups inside of included
 * policies count, too, and are not seen here.
 */
export function spf(terms: readonly string[]): MailTextRecord {
  return mail().spf(terms);
}

/**
 * A DKIM key (RFC 6376 section 3.6.1) as a TXT record at `<selector>._domainkey`.
 * @throws for a selector that is no name, and for a key that is private, cut off, of another kind or too short. The message never
 * holds the key.
 */
export function dkim(key: DkimKey): MailTextRecord {
  return mail().dkim(key);
}

/**
 * A DMARC policy (RFC 7489) as a TXT record at `_dmarc`; for a subdomain, spread it: `{ ...dmarc(...), name: "_dmarc.news" }`.
 * @throws for a value that is none, such as an address for reports without `@`
 */
export function dmarc(tags: DmarcTags): MailTextRecord {
  return mail().dmarc(tags);
}

/**
 * What mail services tell their customers to publish. The values are those of November 2026; the page of your account is the
 * authority, and has the DKIM keys that are not listed here. `noMail` is for a domain that neither sends nor takes mail.
 */
export const mailServices: MailServices = {
  googleWorkspace: () => mail().mailServices.googleWorkspace(),
  microsoft365: (host) => mail().mailServices.microsoft365(host),
  fastmail: (domain) => mail().mailServices.fastmail(domain),
  protonMail: () => mail().mailServices.protonMail(),
  noMail: () => mail().mailServices.noMail(),
};

/** Loaded at the first use: a program without e-mail does not pay for it. */
function mail(): typeof import("../../dns/mail.ts") {
  return require("../../dns/mail.ts");
}
