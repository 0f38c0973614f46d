/** `pulumi-registrar zone`: zone files (RFC 1035) to and from an account and a program. */
import { Command, Option } from "commander";
import { recordFromArgs } from "../provider/dns/index.ts";
import { openAccount } from "./account.ts";
import { recordTable } from "./domains.ts";
import { ExitCode } from "./exitCode.ts";
import { counted, print } from "./output.ts";
import { packageOption } from "./project/option.ts";
import { exportZone } from "./zone/export.ts";
import { findingsOf, type PlacedFinding, type ReadOptions, type ReadZone, readZone } from "./zone/file.ts";
import { type ImportOptions, importZoneFile } from "./zone/import.ts";

const reading = (command: Command) =>
  command
    .argument("<file>", "zone file; - reads standard input")
    .option("--origin <domain>", "domain of relative names (default: the file's SOA or $ORIGIN)");

export function zoneCommand(): Command {
  const check = reading(new Command("check"))
    .summary("Check a zone file")
    .description("Print a zone file's records and the findings of the checks. Needs no account.")
    .option("--json", "print the records as arguments of DnsRecord, without the checks")
    .action((file: string, options: CheckOptions) => checkZoneFile(file, options));
  const exporting = new Command("export")
    .summary("Print live records as a zone file")
    .description("Print the live records of a domain as a zone file.")
    .argument("<domain>", "the domain to export")
    .action((domain: string) => exportZone(domain, openAccount()));
  const importing = reading(new Command("import"))
    .summary("Write a program from a zone file")
    .description("Write a Pulumi program for the records of a zone file. Needs no account.")
    .addOption(
      new Option("--as <resources>", "DnsRecord and DnsRecordSet, or one DnsZone")
        .choices(["records", "zone"])
        .default("records"),
    )
    .option("--out <folder>", "write a new project here (default: print its index.ts)")
    .addOption(packageOption())
    .addOption(new Option("--into <folder>", "write one new file into a TypeScript project").conflicts("out"))
    .option("--force", "write the program despite errors")
    .action((file: string, options: ImportOptions) => importZoneFile(file, options));
  return new Command("zone")
    .summary("Read and write zone files")
    .description("Check a zone file, export a domain's live records as one, or write a program from one.")
    .addCommand(check)
    .addCommand(exporting)
    .addCommand(importing);
}

type CheckOptions = ReadOptions & { json?: boolean };

/** @throws ExitCode 1 after a table with strict findings */
async function checkZoneFile(file: string, { json = false, ...options }: CheckOptions): Promise<void> {
  const zone = await readZone(file, options);
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
