/** Prints the source of every operation, by its evidence. */
import { type Endpoint, type Evidence, endpoints, evidenceWords } from "../../provider/api/endpoints/table.ts";

const legend: readonly (readonly [Evidence, string])[] = [
  ["spec", "The specification shows the operation."],
  ["specNames", "The specification only names the operation."],
  ["ref", "Public pages of a live service show the operation."],
  ["refNames", "These pages only name the operation."],
  ["assumed", "No document shows the operation; it has the usual form."],
];

function line([name, { method, path, assumed, fallback }]: [string, Endpoint]): string {
  const parts = assumed.includes("existence") ? [] : assumed;
  const guessed = parts.length === 0 ? "" : `; ${parts.join(", ").replace("answer", "response")} assumed`;
  return `- \`${name}\`: \`${method} ${path}\`${guessed}. Else: ${fallback.replace(/^none: /, "")}.`;
}

export function verifiedPage(): string {
  const rows: [string, Endpoint][] = Object.entries(endpoints);
  const groups = legend.map(([evidence, text]) => {
    const lines = rows.filter(([, row]) => row.evidence === evidence).map(line);
    return `## ${evidenceWords[evidence]}\n\n${text}\n\n${lines.join("\n")}\n`;
  });
  return groups.join("\n");
}
