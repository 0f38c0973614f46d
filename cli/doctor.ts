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
import { type Asked, ask } from "./doctor/ask.ts";
import { check, examineEnvironment } from "./doctor/environment.ts";
import { isHeld, judgeAll } from "./doctor/judge.ts";
import { contractOf, type Finding, printReport, type Report } from "./doctor/report.ts";
import { ExitCode } from "./exitCode.ts";
import { print, warn } from "./output.ts";
import { deploymentIn, listOf, stateText } from "./state.ts";

interface Options {
  json?: boolean;
  full?: boolean;
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
    .option("--full", "also print each request, and the shape of its response")
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
    const asked = await ask(configuration, domain, options.appraise === true);
    const findings = await judgeAll(asked, configuration);
    const isReached = findings.some(({ status }) => status !== undefined);
    for (const each of accountChecks(asked, findings, isReached)) checks.push(each);
    if (asked.subject.domain !== undefined) report.domain = asked.subject.domain;
    if (isReached) report.operations = findings;
    const needed = operationsOf(types);
    const fails = ({ operation, verdict, note }: Finding) =>
      needed.includes(operation) &&
      (verdict === "unusable" || verdict === "corrected" || (verdict === "notTried" && note !== "it writes"));
    report.broken = findings.filter(fails).map(({ operation }) => operation);
    const contract = contractOf(configuration.contract, findings);
    if (contract !== undefined) report.contract = contract;
  }
  if (options.json) print(`${JSON.stringify(report, null, 2)}\n`);
  else print(printReport(report, options.full === true), { works: "green", failed: "red", FAILED: "red" });
  // Only now: the report took its time, and is shown if the file can't be written.
  if (options.writeContract !== undefined) writeContract(options.writeContract, report.contract);
  const hasFailed = checks.some(({ result }) => result === "failed");
  if (hasFailed || report.broken.length > 0) throw new ExitCode(1);
}

/** Checks that the responses decide: the connection, the token and the domain. */
function accountChecks(asked: Asked, findings: readonly Finding[], isReached: boolean): Report["checks"] {
  const first = findings.find(({ operation }) => operation === "domains.list");
  if (!isReached) return [check("reachable", "failed", first?.note ?? "no response")];
  const checks = [check("reachable", "ok", "the registrar responds")];
  const answered = findings.filter(({ status }) => status !== undefined);
  const isAccepted = !answered.some(({ status }) => status === 401);
  if (isAccepted && answered.length > 2 && answered.every(({ verdict }) => verdict === "unusable")) {
    const text = "no operation was found: part of the path is probably missing from REGISTRAR_BASE_URL, such as /api";
    return [...checks, check("base URL", "failed", text)];
  }
  checks.push(isAccepted ? check("token", "ok", "accepted") : check("token", "failed", first?.note ?? "refused"));
  const { domain = "the domain" } = asked.subject;
  if (isHeld(asked) === false) checks.push(check("domain", "failed", `this account does not hold ${domain}`));
  return checks;
}

function writeContract(file: string, contract: Report["contract"]): void {
  if (contract === undefined) {
    warn(`There are no lines to write, so ${file} was not written.\n`);
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
