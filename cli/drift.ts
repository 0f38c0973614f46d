/** `pulumi-registrar drift`: compares a stack's state with the live account. */
import { appendFileSync } from "node:fs";
import { Command, Option } from "commander";
import { printable } from "../provider/api/redaction.ts";
import { optional } from "../provider/dns/index.ts";
import { openAccount } from "./account.ts";
import { compare, emptyReport } from "./drift/compare.ts";
import { annotations, markdown, table } from "./drift/formats.ts";
import type { Report } from "./drift/report.ts";
import { ExitCode, exitCodes } from "./exitCode.ts";
import { type LeftOut, leftOutLines } from "./leftOut.ts";
import { print } from "./output.ts";
import { addStateOptions, placeOf, verboseOption } from "./project/option.ts";
import { readState } from "./state.ts";

interface Options {
  stack?: string;
  cwd?: string;
  export?: string;
  format: "table" | "markdown" | "github";
  json?: boolean;
  failOnUnmanaged?: boolean;
  unmanaged: boolean;
  verbose?: boolean;
}

export function driftCommand(): Command {
  return addStateOptions(new Command("drift"))
    .summary("Compare a stack with the account")
    .description("Compare a stack's state with the live account, and report changed, gone and unmanaged rows.")
    .addOption(
      new Option("--format <format>", "format of the report").choices(["table", "markdown", "github"]).default("table"),
    )
    .option("--json", "print JSON")
    .option("--fail-on-unmanaged", "exit with 7 also for unmanaged rows")
    .option("--no-unmanaged", "don't look for unmanaged rows")
    .addOption(verboseOption())
    .action(drift);
}

async function drift(options: Options): Promise<void> {
  const { env } = process;
  const { stack, cwd, unmanaged, verbose, failOnUnmanaged: strict = false } = options;
  const state = await readState({ file: options.export, stack, cwd, env });
  const report = emptyReport(state);
  const leftOut: LeftOut[] = [];
  for (const { rows, get, isExplicit: settingsFirst } of state.accounts) {
    const run = openAccount({ get, settingsFirst, ...optional({ cwd }) });
    leftOut.push(...(await compare(rows, run, report, { unmanaged, strict, where: placeOf({ stack, cwd }) })));
  }
  report.notes.push(...leftOutLines(leftOut, verbose).map((line) => `left out: ${line}`));
  show(report, options.json ? "json" : options.format, state.isPlugin, env["GITHUB_STEP_SUMMARY"]);
  if (report.errors.length > 0) throw new ExitCode(1);
  if (report.drift.length > 0 || (strict && report.unmanaged.length > 0)) throw new ExitCode(exitCodes.drift.code);
}

/** Prints the report, and appends it to the summary of a job of GitHub Actions. */
function show(report: Report, format: Options["format"] | "json", isPlugin: boolean, summary?: string): void {
  if (format === "github" && summary) appendFileSync(summary, printable(markdown(report)));
  const forms = {
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    table: () => table(report, isPlugin),
    markdown,
    github: annotations,
  };
  print(forms[format](report), format === "table" ? { changed: "yellow", gone: "red" } : {});
}
