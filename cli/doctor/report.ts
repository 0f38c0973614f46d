/** The doctor's report for a terminal. */
import { groupBy } from "../../provider/dns/index.ts";
import { counted } from "../output.ts";
import { paragraph, table } from "../table.ts";
import type { Check } from "./environment.ts";
import { type Finding, verdictWords } from "./finding.ts";

export interface Report {
  checks: Check[];
  domain?: string;
  operations: Finding[];
  /** Types of resources whose operations have to work. */
  types: string[];
  /** Operations that have to work and do not. */
  broken: string[];
  /** A contract file's content, when something should be corrected. */
  contract?: Record<string, unknown>;
}

const marks: Readonly<Record<Check["result"], string>> = { ok: "ok", note: "note", failed: "FAILED" };

export function printReport({ checks, domain, operations, types, broken, contract }: Report): string {
  const checked = table(checks.map(({ what, result, text }) => [what, marks[result], text]));
  const tried = operations.filter(({ status }) => status !== undefined);
  if (tried.length > 0 && tried.every(({ status }) => status === 401)) {
    const others = counted(operations.length - tried.length, "operation");
    return `${[...checked, "", paragraph(`The token was refused, so the other ${others} were not tried.`)].join("\n")}\n`;
  }
  const lines = [
    ...checked,
    ...(domain === undefined ? [] : ["", `Domain: ${domain}`]),
    ...(operations.length === 0 ? [] : ["", ...operationTable(operations)]),
    ...differences(operations, checks).map((text) => paragraph(text, 4)),
    "",
    paragraph(conclusion(types, broken, operations)),
    ...(contract === undefined ? [] : ["", ...proposed(contract)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Narrower than 80 columns: requests and shapes of responses are in the paragraphs below it, and in the JSON. */
function operationTable(operations: readonly Finding[]): string[] {
  const rows = operations.map(({ operation, verdict, note, evidence, status, rows: count }) => [
    operation,
    verdict === "notTried" && note === "it writes" ? "not tried (writes)" : verdictWords[verdict],
    evidence,
    [status, count !== undefined && counted(count, "row")]
      .filter((part) => part !== undefined && part !== false)
      .join(", "),
  ]);
  return table([["OPERATION", "VERDICT", "EVIDENCE", "RESPONSE"], ...rows]);
}

/** Findings in full, but those that work as documented. A cause that a check or another finding reports isn't repeated. */
function differences(operations: readonly Finding[], checks: readonly Check[]): string[] {
  const told = new Set(checks.map(({ text }) => text));
  const findings = operations.filter(({ note }) => note !== "" && note !== "it writes" && !told.has(note));
  const skipped = groupBy(
    findings.filter(({ verdict }) => verdict === "notTried"),
    ({ note }) => note,
  );
  const worth = findings.filter(({ verdict }) => verdict !== "works" && verdict !== "notTried");
  const seen = findings.filter(({ verdict }) => verdict === "works");
  const paragraphs = worth.map(({ operation, verdict, note, contract, shape }) => {
    const came = shape === undefined ? "" : `\n    response: ${shape}`;
    return `  ${operation} ${verdictWords[verdict]}: ${note}\n    request: ${contract}${came}`;
  });
  for (const [note, same] of skipped)
    paragraphs.push(`  ${same.map(({ operation }) => operation).join(", ")} ${verdictWords.notTried}: ${note}`);
  const notes = seen.map(({ operation, note }) => `  ${operation} works: ${note}`);
  return paragraphs.length + notes.length === 0 ? [] : ["", ...paragraphs, ...notes];
}

function conclusion(types: readonly string[], broken: readonly string[], operations: readonly Finding[]): string {
  const whom = types.length === 0 ? "no resource" : types.join(", ");
  if (operations.length === 0) return "No operation was tried.";
  if (broken.length > 0) return `These operations are needed by ${whom} and do not work: ${broken.join(", ")}.`;
  const open = operations.filter(({ verdict }) => verdict === "open").map(({ operation }) => operation);
  const except = open.length === 0 ? "" : `, as far as it can be judged (not: ${open.join(", ")})`;
  return `Every reading operation that ${whom} needs works${except}. Nothing was written, so the writing operations are not verified.`;
}

function proposed(contract: Readonly<Record<string, unknown>>): string[] {
  const text = JSON.stringify(contract, null, 2);
  return [
    "A contract file that corrects this (REGISTRAR_CONTRACT_FILE=<file>; --write-contract <file> writes it):",
    ...text.split("\n").map((line) => `  ${line}`),
    "The values under these names were decoded. Only a write can prove the forms of requests: begin with one record.",
    ...(text.includes('"complete": true')
      ? ['"complete" is right only if the dashboard shows no other rows: compare them before you use the file.']
      : []),
    ...(text.includes('""')
      ? [
          'Fill in every "": the responses do not show these values. Look in the registrar\'s documentation, or ask its support.',
        ]
      : []),
  ];
}
