/** `pulumi-registrar doctor`: is everything there, and does the registrar answer as the table of endpoints says? It never writes. */
import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { codeOf, reasonOf } from "../provider/api/errors.ts";
import type { EndpointName } from "../provider/api/index.ts";
import { printable } from "../provider/api/redaction.ts";
import { normaliseDomain } from "../provider/dns/index.ts";
import { typeOfToken } from "../provider/fronts/shared/state.ts";
import type { Resource } from "../provider/lifecycle/definition.ts";
import { resources } from "../provider/resources/index.ts";
import { check, examineEnvironment } from "./doctor/environment.ts";
import { contractFile } from "./doctor/finding.ts";
import { type Probe, probe } from "./doctor/probe.ts";
import { printReport, type Report } from "./doctor/report.ts";
import { ExitCode } from "./exitCode.ts";
import { print, warn } from "./output.ts";
import { deploymentIn, listOf, stateText } from "./state.ts";

interface Options {
  json?: boolean;
  export?: string;
  writeContract?: string;
  appraise?: boolean;
}

export function doctorCommand(): Command {
  return new Command("doctor")
    .summary("Check settings, token and operations")
    .description(
      "Check the settings, the token and every operation that only reads, and propose corrections. It never writes.",
    )
    .argument("[domain]", "domain to check (default: the account's first)")
    .option("--json", "print JSON")
    .option("--export <file>", "require the resource types in this stack export (default: the five core resources)")
    .option("--write-contract <file>", "write the proposed contract to a new file")
    .option("--appraise", "also try an appraisal, which uses the quota")
    .action((domain: string | undefined, options: Options) => examine(domain, options));
}

async function examine(given: string | undefined, options: Options): Promise<void> {
  const types = options.export === undefined ? coreTypes : await typesInState(options.export);
  const domain = given === undefined ? undefined : normaliseDomain(given);
  const { checks, configuration } = examineEnvironment(process.env, process.cwd());
  const report: Report = { checks, operations: [], types, broken: [] };
  if (configuration !== undefined) {
    const { appraise = false } = options;
    const found = await probe({ configuration, appraise, ...(domain !== undefined && { domain }) });
    for (const each of accountChecks(found)) checks.push(each);
    if (found.domain !== undefined) report.domain = found.domain;
    if (found.reached) report.operations = found.findings;
    const needed = operationsOf(types);
    report.broken = found.findings
      .filter(({ operation, usable, verdict, note }) => {
        if (!needed.includes(operation) || usable === true || verdict === "open") return false;
        return verdict !== "notTried" || note !== "it writes";
      })
      .map(({ operation }) => operation);
    const contract = contractFile(configuration.contract, found.findings);
    if (contract !== undefined) report.contract = contract;
  }
  if (options.json) print(`${JSON.stringify(report, null, 2)}\n`);
  else print(printReport(report), { works: "green", failed: "red", FAILED: "red" });
  // Only now: the report took its time, and is shown if the file can't be written.
  if (options.writeContract !== undefined) writeContract(options.writeContract, report.contract);
  const hasFailed = checks.some(({ result }) => result === "failed");
  if (hasFailed || report.broken.length > 0) throw new ExitCode(1);
}

/** Checks that the responses decide: the connection, the token and the domain. */
function accountChecks({ reached, tokenAccepted, held, domain, findings }: Probe): Report["checks"] {
  const first = findings.find(({ operation }) => operation === "domains.list");
  if (!reached) return [check("reachable", "failed", first?.note ?? "no response")];
  const checks = [check("reachable", "ok", "the registrar responds")];
  const asked = findings.filter(({ status }) => status !== undefined);
  const isNothingThere =
    asked.length > 2 && asked.every(({ verdict }) => verdict === "missing" || verdict === "failed");
  if (tokenAccepted && isNothingThere) {
    // 404 everywhere says nothing about the token.
    checks.push(check("token", "note", "unknown, because no operation that needs a token responded"));
  } else if (tokenAccepted) checks.push(check("token", "ok", "accepted"));
  else checks.push(check("token", "failed", first?.note ?? "refused"));
  if (held === false) checks.push(check("domain", "failed", `this account does not hold ${domain ?? "the domain"}`));
  if (isNothingThere) {
    const text = "no operation was found: part of the path is probably missing from REGISTRAR_BASE_URL, such as /api";
    checks.push(check("base URL", "failed", text));
  }
  return checks;
}

function writeContract(file: string, contract: Report["contract"]): void {
  if (contract === undefined) {
    warn(`No corrections are needed, so ${file} was not written.\n`);
    return;
  }
  try {
    writeFileSync(file, printable(`${JSON.stringify(contract, null, 2)}\n`), { flag: "wx" });
  } catch (error) {
    const why = codeOf(error) === "EEXIST" ? "it exists already. Name another file" : reasonOf(error);
    throw new Error(`the contract file ${file} was not written: ${why}`);
  }
}

/** Whose operations have to work where no state says what is needed. */
const coreTypes = ["DnsRecord", "UrlForward", "DomainLock", "Nameservers", "Contact"];

/**
 * The types of this package's resources in a stack export, or in a checkpoint. Secrets stay closed.
 * @throws StateError
 */
async function typesInState(file: string): Promise<string[]> {
  const { resources: rows } = deploymentIn(await stateText({ file, env: process.env }));
  return [...new Set(listOf(rows).flatMap(({ type }) => typeOfToken(type) ?? []))].sort();
}

/** Operations that resources of these types call; types that this version does not know add nothing. */
function operationsOf(types: readonly string[]): EndpointName[] {
  const known: Resource[] = Object.values(resources);
  return [...new Set(known.filter(({ type }) => types.includes(type)).flatMap(({ endpoints }) => endpoints))];
}
