/** Records of zone files and of e-mail, as arguments of a `DnsRecord` without its domain, or records of a `DnsZone`. */
import * as pulumi from "@pulumi/pulumi";
import type { LeftOut, ParseOptions, ZoneFileRecord } from "../../dns/zoneFile.ts";

export type {
  DkimKey,
  DmarcPolicy,
  DmarcTags,
  MailRecord,
  MailService,
  MailTextRecord,
} from "../../dns/mail.ts";
export { dkim, dmarc, mailServices, spf } from "../../dns/mail.ts";
export type { LeftOut, LeftOutKind, ZoneFileRecord } from "../../dns/zoneFile.ts";

export interface ZoneRecordsOptions extends ParseOptions {
  /** Receives the entries that aren't among the records. Default: a warning lists those that the registrar doesn't support. */
  onLeftOut?: (leftOut: LeftOut[]) => void;
}

/**
 * The records of a zone file (RFC 1035 section 5). The list may be the `records` of a `DnsZone`. A comment at the end of a record's line
 * becomes its `comment`.
 * @throws an error with `code` `ERR_REGISTRAR_ZONE_FILE`, `line`, `column` and `reason` for an invalid file
 */
export function zoneRecords(text: string, options: ZoneRecordsOptions = {}): ZoneFileRecord[] {
  const { onLeftOut = warn, ...parsing } = options;
  const { records, leftOut } = parser().parseZone(text, parsing);
  onLeftOut(leftOut);
  return records;
}

/** Loaded at the first use, since few programs read zone files. */
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
