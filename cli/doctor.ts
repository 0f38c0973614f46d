/** `registrar doctor`: is everything there, and does the registrar answer as the table of endpoints says? It never writes. */
import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { printable } from "../provider/api/printable.ts";
import { normaliseDomain } from "../provider/dns/index.ts";
import { examineEnvironment } from "./doctor/environment.ts";
import { coreTypes, operationsOf, typesInState } from "./doctor/needs.ts";
import { type Probe, probe } from "./doctor/probe.ts";
import { contractFile } from "./doctor/proposal.ts";
import { whyUnreachable } from "./doctor/reach.ts";
import { printReport, type Report } from "./doctor/report.ts";
import { ExitCode } from "./exitCode.ts";
import { print, warn } from "./output.ts";

interface Options {
  json?: boolean;
  state?: string;
  writeContract?: string;
  appraise?: boolean;
}

export function doctorCommand(): Command {
  return new Command("doctor")
    .description(
      "Check settings, token and every harmless operation of the registrar, and propose corrections. It never writes.",
    )
    .argument("[domain]", "a domain of the account to look at (default: the first of its list)")
    .option("--json", "print JSON")
    .option(
      "--state <file>",
      "what has to work: the resource types in this stack export or checkpoint (default: the five core resources)",
    )
    .option("--write-contract <file>", "write the proposed contract file; an existing file is left alone")
    .option("--appraise", "try an appraisal, too, which uses the day's quota")
    .action((domain: string | undefined, options: Options) => examine(domain, options));
}

async function examine(given: string | undefined, options: Options): Promise<void> {
  const types = options.state === undefined ? coreTypes : await typesInState(options.state);
  const domain = given === undefined ? undefined : normaliseDomain(given);
  const { checks, configuration } = examineEnvironment(process.env, process.cwd());
  const report: Report = { checks, operations: [], types, broken: [] };
  const unreachable = configuration && (await whyUnreachable(configuration.baseUrl, process.env));
  if (unreachable !== undefined) {
    checks.push({ what: "reachable", result: "failed", text: unreachable });
  } else if (configuration !== undefined) {
    const found = await probe({
      configuration,
      appraise: options.appraise ?? false,
      ...(domain !== undefined && { domain }),
    });
    for (const each of accountChecks(found)) checks.push(each);
    if (found.domain !== undefined) report.domain = found.domain;
    report.operations = found.findings;
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
  if (options.writeContract !== undefined) writeContract(options.writeContract, report.contract);
  const { columns, isTTY } = process.stdout;
  print(options.json ? `${JSON.stringify(report, null, 2)}\n` : printReport(report, isTTY ? columns : undefined));
  const hasFailed = checks.some(({ result }) => result === "failed");
  if (hasFailed || report.broken.length > 0) throw new ExitCode(1);
}

/** What the answers say about the way there, the token and the domain. */
function accountChecks({ reached, tokenAccepted, held, domain, findings }: Probe): Report["checks"] {
  const first = findings.find(({ operation }) => operation === "domains.list");
  const checks: Report["checks"] = [
    {
      what: "reachable",
      result: reached ? "ok" : "failed",
      text: reached ? "the registrar answers" : (first?.note ?? "nobody answers"),
    },
  ];
  if (!reached) return checks;
  const asked = findings.filter(({ status }) => status !== undefined);
  const isNothingThere =
    asked.length > 2 && asked.every(({ verdict }) => verdict === "missing" || verdict === "failed");
  if (tokenAccepted && isNothingThere) {
    // A server that knows none of the paths has said nothing about the token.
    checks.push({ what: "token", result: "note", text: "not known, since nothing that needs it answered" });
  } else {
    const text = tokenAccepted ? "accepted" : (first?.note ?? "refused");
    checks.push({ what: "token", result: tokenAccepted ? "ok" : "failed", text });
  }
  if (held === false) {
    checks.push({ what: "domain", result: "failed", text: `this account does not hold ${domain ?? "the domain"}` });
  }
  if (isNothingThere) {
    checks.push({
      what: "base URL",
      result: "failed",
      text: "no operation is there: REGISTRAR_BASE_URL probably lacks a part of its path, such as /api",
    });
  }
  return checks;
}

function writeContract(file: string, contract: Report["contract"]): void {
  if (contract === undefined) {
    warn(`There is nothing to correct: ${file} was not written.\n`);
    return;
  }
  try {
    writeFileSync(file, printable(`${JSON.stringify(contract, null, 2)}\n`), { flag: "wx" });
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown error";
    const why = code === "EEXIST" ? "it exists already; name another file" : code;
    throw new Error(`the contract ${file} cannot be written: ${why}`);
  }
}
