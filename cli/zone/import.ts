/** `pulumi-registrar zone import`: a Pulumi program that declares the records of a zone file. */
import { join } from "node:path";
import { groupBy, recordFromArgs } from "../../provider/dns/index.ts";
import { recordsOfZone } from "../../provider/imports/capture.ts";
import { ExitCode } from "../exitCode.ts";
import { declarableRecords } from "../import/candidates.ts";
import { assertFresh, assertProject, writeNewFiles } from "../import/files.ts";
import { domainResourceName, uniqueNames } from "../import/names.ts";
import { type Declaration, importLine, writeProgram } from "../import/program.ts";
import { counted, print, progress, shellWord, warn } from "../output.ts";
import { packageSource, packedFile } from "../project/source.ts";
import { findingsOf, type ReadOptions, type ReadZone, readZone } from "./file.ts";

export interface ImportOptions extends ReadOptions {
  as: "records" | "zone";
  out?: string;
  into?: string;
  force?: boolean;
  package?: string;
}

/**
 * Prints the program, or writes a new project.
 * @throws ExitCode 1, with nothing written, if a strict check fails without `force`
 */
export async function importZoneFile(
  path: string,
  { as, out, into, force = false, package: wanted, ...options }: ImportOptions,
): Promise<void> {
  if (out !== undefined) assertFresh(out);
  if (into !== undefined) assertProject(into, "In every language, the function `zoneRecords` reads a zone file.");
  progress(`Reading ${path === "-" ? "standard input" : path} ...`);
  const zone = await readZone(path, options);
  const count = counted(zone.records.length, "record");
  progress(`Checking ${count} of ${zone.domain} ...`);
  const strict = findingsOf(zone).filter(({ isError }) => isError);
  warn(strict.map(({ line }) => line).join(""));
  const { domain } = zone;
  if (strict.length > 0 && !force) {
    warn(
      `${domain}: ${counted(strict.length, "error")}. Nothing was written. Correct the file, or write the program ` +
        "despite the errors with --force.\n",
    );
    throw new ExitCode(1);
  }
  progress(`Writing ${count} of ${domain} ...`);
  const source = packageSource(wanted);
  const files = writeProgram(
    {
      project: domain,
      language: "typescript",
      parts: into !== undefined,
      description: `DNS of ${domain}`,
      domains: [
        {
          domain,
          heading: `${domain}, as a zone file had it.`,
          found: as === "zone" ? completeZone(zone) : singleRecords(zone),
        },
      ],
    },
    source.spec,
  );
  if (into !== undefined) {
    writeNewFiles(into, files);
    const added = Object.keys(files).map((file) => `  ${join(into, file)}\n`);
    print(`${count} of ${domain}, written:\n${added.join("")}Add to the program: ${importLine({ domain })}`);
    return;
  }
  if (out === undefined) {
    print(files["index.ts"] ?? "");
    return;
  }
  writeNewFiles(out, { ...files, ...packedFile(source) });
  print(
    `${count} of ${domain}, written to ${out}: ${Object.keys(files).join(", ")}
Next: cd ${shellWord(out)}, npm install, pulumi stack select --create dev, pulumi preview
If the domain is live here, \`pulumi up\` adopts the live records that are the same, and creates the others.\n`,
  );
}

function completeZone({ domain, records }: ReadZone): Declaration[] {
  const args = { domain, ...recordsOfZone(records.map((record) => ({ domain, ...record }))) };
  return [{ name: domainResourceName(domain, "zone"), handler: "dnsZone", args }];
}

/** A DnsRecord or DnsRecordSet for each name and type, grouped by name, in the order of the file. */
function singleRecords({ domain, records }: ReadZone): Declaration[] {
  const live = records.map((record) => recordFromArgs(record, domain));
  const named = uniqueNames(declarableRecords(domain, live));
  return [...groupBy(named, ({ group = "" }) => group).values()].flat();
}
