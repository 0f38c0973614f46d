/** `pulumi-registrar zone export`: the live records of a domain as a zone file. */

import { IncompleteListError } from "../../provider/api/index.ts";
import {
  isOpaque,
  type LiveRecord,
  normaliseDomain,
  normaliseHost,
  secondaryValues,
  type ZoneRow,
} from "../../provider/dns/index.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import type { Run } from "../../provider/lifecycle/run.ts";
import { type LeftOut, leftElsewhere, leftOutLines, leftOutRecord } from "../leftOut.ts";
import { print, progress, warn } from "../output.ts";
import { printZone } from "./print.ts";

/**
 * @throws RegistrarError if the account, the list or the nameservers cannot be read completely: an incomplete zone is
 * never printed
 */
export async function exportZone(name: string, run: Run): Promise<void> {
  const { domain, records, leftOut, doubt } = await liveRecords(name, run);
  if (doubt !== undefined) throw doubt;
  const { nameservers } = await run.api.nameservers.get({ domain });
  warnLeftOut(leftOut);
  const remarks = [
    `${domain}: the records of the account. The registrar manages the SOA record itself; the SOA record here is a placeholder.`,
    ...leftOutLines(leftOut, true).map((line) => `left out: ${line}`),
  ];
  print(printZone({ domain, records, nameservers: nameservers.map(normaliseHost), remarks }));
}

/** The rows of a domain that a zone file can have, a line about each other one but the SOA, and the doubt about an incomplete list. */
export async function liveRecords(name: string, run: Run) {
  const domain = normaliseDomain(name);
  progress(`Reading the records of ${domain} ...`);
  const { rows, proof } = await run
    .list(recordKind, domain)
    .read()
    .catch((error: unknown) => explainElsewhere(error, domain, run));
  const records: LiveRecord[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of rows) {
    if (isOpaque(row) && row.type?.toUpperCase() === "SOA") continue;
    const reason = whyNot(row);
    if (reason === undefined && !isOpaque(row)) records.push(row);
    else leftOut.push(leftOutRecord(row, domain, reason ?? "it can't be read"));
  }
  const doubt = proof.complete
    ? undefined
    : new IncompleteListError(`whether these are all records of ${domain}`, "records.list", domain, proof);
  return { domain, records, leftOut, doubt };
}

/** @throws the error, or the reason why the domain has no records here */
async function explainElsewhere(error: unknown, domain: string, run: Run): Promise<never> {
  const elsewhere = await leftElsewhere(error, domain, run);
  if (elsewhere === undefined) throw error;
  throw new Error(leftOutLines([elsewhere]).join(""));
}

function whyNot(row: ZoneRow): string | undefined {
  if (isOpaque(row)) return row.reason;
  const [hidden] = Object.entries(secondaryValues(row.data)).find(([, value]) => value === undefined) ?? [];
  return hidden === undefined ? undefined : `the registrar does not report its ${hidden}`;
}

/** @param verbose a line for each row */
export const warnLeftOut = (leftOut: readonly LeftOut[], verbose = false) =>
  warn(
    leftOutLines(leftOut, verbose)
      .map((line) => `left out: ${line}\n`)
      .join(""),
  );
