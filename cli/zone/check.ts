/** `pulumi-registrar zone check`: a zone file's records, without an account and without a network. */

import { printData, recordFromArgs } from "../../provider/dns/index.ts";
import { ExitCode } from "../exitCode.ts";
import { counted, print, reportWidth } from "../output.ts";
import { table as tableOf } from "../table.ts";
import { findingsOf, printFinding, type ReadZone, readZone, tellLeftOut } from "./file.ts";

export interface CheckOptions {
  origin?: string;
  defaultTtl?: number;
  json?: boolean;
}

/** @throws ExitCode 1 after a table with strict findings */
export async function checkZoneFile(file: string, { json = false, ...options }: CheckOptions): Promise<void> {
  const zone = await readZone(file, options);
  tellLeftOut(zone);
  if (json) {
    print(`${JSON.stringify(zone.records, undefined, 2)}\n`);
    return;
  }
  const findings = findingsOf(zone);
  print(`${table(zone)}\n\n${findings.map(printFinding).join("")}${summary(zone, findings)}\n`);
  if (findings.some(({ set }) => set === "strict")) throw new ExitCode(1);
}

function table({ domain, records }: ReadZone): string {
  const rows = records.map((record) => {
    const { name, data, ttl } = recordFromArgs(record, domain);
    return [name, ttl === undefined ? "-" : String(ttl), data.type, printData(data)];
  });
  return tableOf([["NAME", "TTL", "TYPE", "DATA"], ...rows], { width: reportWidth() }).join("\n");
}

function summary({ domain, records, leftOut }: ReadZone, findings: readonly { set: string }[]): string {
  const errors = findings.filter(({ set }) => set === "strict").length;
  const counts = [
    counted(records.length, "record"),
    `${leftOut.length} left out`,
    counted(errors, "error"),
    counted(findings.length - errors, "warning"),
  ];
  return `${domain}: ${counts.join(", ")}.`;
}
