/** The report as GitHub-flavoured Markdown: for a job summary, a comment, an issue. */
import { withCode } from "../../../provider/api/errors.ts";
import type { Report } from "../report.ts";
import { concerned, headline } from "./table.ts";
import { oneLine, shown } from "./text.ts";

/** A job summary holds 1 MiB; the rest of a very long list is counted. */
const maxRows = 2000;

export function markdown(report: Report): string {
  const changes = report.drift.flatMap(({ type, name, kind, changes: differing }) => {
    const label = `${type} ${code(name)}`;
    if (kind === "gone") return [[label, "gone", "", ""]];
    return differing.map(({ path, declared, live, ignored }) => [
      label,
      ignored ? `${code(path)} (ignored by up)` : code(path),
      code(shown(declared)),
      code(shown(live)),
    ]);
  });
  const unmanaged = report.unmanaged.map(({ domain, kind, name, type, content }) => [
    code(domain),
    kind,
    code(shown(name)),
    code(shown(type)),
    code(shown(content)),
  ]);
  const parts = [
    "## Drift of registrar resources",
    escaped(headline(report)),
    section("Differs from the program", ["Resource", "Property", "Declared", "Live"], changes),
    section("Unmanaged", ["Domain", "Kind", "Name", "Type", "Content"], unmanaged),
    list(
      "Could not be compared",
      report.errors.map(({ message, code, resources }) => `${concerned(resources)}${withCode(message, code)}`),
    ),
    list("Waiting for approval", report.waiting),
    list("Notes", report.notes),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(title: string, head: string[], rows: string[][]): string {
  if (rows.length === 0) return "";
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rest = rows.length - maxRows;
  return [
    `### ${title}`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.slice(0, maxRows).map(line),
    ...(rest > 0 ? ["", `... and ${rest} more`] : []),
  ].join("\n");
}

function list(title: string, items: string[]): string {
  if (items.length === 0) return "";
  return [`### ${title}`, "", ...items.map((item) => `- ${escaped(oneLine(item))}`)].join("\n");
}

/** A code span in a table's cell: nothing in it is Markdown, whatever it holds. */
function code(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = "`".repeat(longest + 1);
  const space = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${fence}${space}${oneLine(text).replaceAll("|", "\\|")}${space}${fence}`;
}

/** Prose from elsewhere: no markup, no mentions, no links of its own. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>|~#@]/g, (sign) => `&#${sign.charCodeAt(0)};`);
