/** Tells a report: on stdout, and where GitHub Actions wants it. */
import { appendFileSync } from "node:fs";
import { printable } from "../../provider/api/redaction.ts";
import { print, printColoured, reportWidth } from "../output.ts";
import { annotations } from "./formats/github.ts";
import { markdown } from "./formats/markdown.ts";
import { headline, table } from "./formats/table.ts";
import type { Report } from "./report.ts";

export type Format = "table" | "json" | "markdown" | "github";

export function isDrift({ drift }: Report): boolean {
  return drift.length > 0;
}

export function tell(report: Report, format: Format, isPlugin: boolean, env: NodeJS.ProcessEnv): void {
  switch (format) {
    case "json":
      print(`${JSON.stringify(report, null, 2)}\n`);
      break;
    case "markdown":
      print(markdown(report));
      break;
    case "github": {
      const summary = env["GITHUB_STEP_SUMMARY"];
      if (summary) appendFileSync(summary, printable(markdown(report)));
      print([...annotations(report), headline(report), ""].join("\n"));
      break;
    }
    case "table":
      printColoured(table(report, reportWidth(), isPlugin));
  }
}
