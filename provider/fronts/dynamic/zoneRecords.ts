/** Zone files in programs. */
import * as pulumi from "@pulumi/pulumi";
import type { LeftOut, ParseOptions, ZoneFileRecord } from "../../dns/zoneFile.ts";

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

/** What is left out in a warning at most, one by one. */
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
