/** Prints the source of every operation, by its evidence. */
import { type Endpoint, type Evidence, endpoints } from "../../provider/api/endpoints/table.ts";

const headings: readonly (readonly [Evidence, string])[] = [
  ["spec", "Shown in the specification (`spec`)"],
  ["specNames", "Only named in the specification"],
  ["ref", "Shown on public pages of a live service (`ref`)"],
  ["refNames", "Only named on those pages"],
  ["assumed", "Assumed, in the usual form"],
];

function line([name, { method, path, assumed, fallback }]: [string, Endpoint]): string {
  const parts = assumed.includes("existence") ? [] : assumed;
  const guessed =
    parts.length === 0 ? "" : `; ${parts.length > 3 ? "all" : parts.join(", ").replace("answer", "response")} assumed`;
  const instead = fallback.replace("the registrar's dashboard", "the dashboard");
  return `- \`${name}\`: \`${method} ${path}\`${guessed}.${instead === "the dashboard" ? "" : ` Instead: ${instead}.`}`;
}

export function verifiedPage(): string {
  const rows: [string, Endpoint][] = Object.entries(endpoints);
  const groups = headings.map(([evidence, heading]) => {
    const lines = rows.filter(([, row]) => row.evidence === evidence).map(line);
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  return groups.join("\n");
}
