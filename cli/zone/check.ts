/** `pulumi-registrar zone check`: a zone file's records, without an account and without a network. */

import { recordFromArgs } from "../../provider/dns/index.ts";
import { recordTable } from "../domains.ts";
import { ExitCode } from "../exitCode.ts";
import { counted, print } from "../output.ts";
import { findingsOf, type PlacedFinding, type ReadZone, readZone, tellReading } from "./file.ts";

export interface CheckOptions {
  origin?: string;
  defaultTtl?: number;
  json?: boolean;
}

/** @throws ExitCode 1 after a table with strict findings */
export async function checkZoneFile(file: string, { json = false, ...options }: CheckOptions): Promise<void> {
  const zone = await readZone(file, options);
  tellReading(zone);
  if (json) {
    print(`${JSON.stringify(zone.records, undefined, 2)}\n`);
    return;
  }
  const findings = findingsOf(zone);
  const live = zone.records.map((record) => recordFromArgs(record, zone.domain));
  print(`${recordTable(live)}\n\n${findings.map(({ line }) => line).join("")}${summary(zone, findings)}\n`);
  if (findings.some(({ isError }) => isError)) throw new ExitCode(1);
}

function summary({ domain, records, leftOut, notes }: ReadZone, findings: readonly PlacedFinding[]): string {
  const errors = findings.filter(({ isError }) => isError).length;
  const counts = [
    counted(records.length, "record"),
    `${leftOut.length} left out`,
    counted(errors, "error"),
    counted(findings.length - errors + notes.length, "warning"),
  ];
  return `${domain}: ${counts.join(", ")}.`;
}
