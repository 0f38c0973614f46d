/** The doctor's report: the lines to write first, then what works, then what does not. */
import type { Contract, EndpointName, FieldNames } from "../../provider/api/index.ts";
import { groupBy } from "../../provider/dns/index.ts";
import { counted } from "../output.ts";
import { paragraph, table } from "../table.ts";
import type { Check } from "./environment.ts";
import { type Judgement, type Line, laidOver, type Verdict } from "./lists.ts";
import { isFieldName } from "./shape.ts";

export interface Finding extends Judgement {
  readonly operation: EndpointName;
  /** Method and path. */
  readonly request: string;
  readonly status?: number;
  /** Keys and types of the response; no values. */
  readonly shape?: string;
  readonly rows?: number;
}

export interface Report {
  readonly checks: Check[];
  domain?: string;
  operations: readonly Finding[];
  /** Types of resources whose operations have to work. */
  readonly types: readonly string[];
  /** Operations that have to work and do not. */
  broken: readonly EndpointName[];
  /** A contract file's content, if lines make a list readable. */
  contract?: Record<string, unknown>;
}

const marks: Readonly<Record<Check["result"], string>> = { ok: "ok", note: "note", failed: "FAILED" };

export const verdictWords: Readonly<Record<Verdict, string>> = {
  works: "works",
  corrected: "works with these lines",
  open: "can't be judged",
  unusable: "can't be used",
  notTried: "not tried",
};

/** A name of the response, without data. A name with a dot, such as `www.example`, may be that of a record. */
const showKey = (key: string) => key.split(".").map((part) => (isFieldName(part) ? part : "(a key that may be data)"));
const quoted = (key: string) => `\`${showKey(key).join(".")}\``;

/** Describes a line, one field a line: "`priority` is called `prio`". */
export function saidBy({ fields, container, success, paging, complete }: Line): string[] {
  const called = (names: FieldNames, of = ""): string[] =>
    Object.entries(names).flatMap(([name, wire]) =>
      typeof wire === "string" ? `\`${name}\`${of} is called ${quoted(wire)}` : called(wire, ` of ${name}`),
    );
  const marksOf = Object.entries(success ?? {}).map(([key, value]) => `\`${key}: ${JSON.stringify(value)}\``);
  return [
    ...called(fields ?? {}),
    ...(container === undefined ? [] : [`the list is in ${quoted(container)}`]),
    ...(success === undefined
      ? []
      : [marksOf.length > 0 ? `${marksOf.join()} marks a success` : "it has no mark of success"]),
    ...(paging === null ? ["it has no pages"] : []),
    ...(paging ? [`its pages are asked for by ${[paging.page, paging.pageSize].filter(Boolean).join(", ")}`] : []),
    ...(complete === undefined ? [] : ["it always shows everything"]),
  ];
}

export function printReport(report: Report, isFull: boolean): string {
  const { checks, domain, operations, contract } = report;
  const checked = table(checks.map(({ what, result, text }) => [what, marks[result], text]));
  const tried = operations.filter(({ status }) => status !== undefined);
  if (tried.length > 0 && tried.every(({ status }) => status === 401)) {
    const others = counted(operations.length - tried.length, "operation");
    return `${[...checked, "", paragraph(`The token was refused, so the other ${others} were not tried.`)].join("\n")}\n`;
  }
  if (checks.some(({ what, result }) => what === "base URL" && result === "failed")) return `${checked.join("\n")}\n`;
  const lines = [
    ...checked,
    ...(domain === undefined ? [] : ["", `Domain: ${domain}`]),
    ...(contract === undefined ? [] : ["", ...proposed(operations)]),
    ...(operations.length === 0 ? [] : ["", ...judged(operations)].map((text) => paragraph(text, 4))),
    ...(isFull && operations.length > 0 ? ["", ...inFull(operations)] : []),
    "",
    paragraph(conclusion(report)),
  ];
  return `${lines.join("\n")}\n`;
}

function proposed(operations: readonly Finding[]): string[] {
  const lines = operations.flatMap(({ operation, line }) =>
    line === undefined ? [] : [`  ${operation}`, ...saidBy(line).map((said) => `    ${said}`)],
  );
  return ["Lines for a contract file (--write-contract FILE writes them):", ...lines];
}

/** A paragraph for each verdict. A reason that several operations share is given once. */
function judged(operations: readonly Finding[]): string[] {
  const isWrite = ({ verdict, note }: Finding) => verdict === "notTried" && note === "it writes";
  const told = operations.filter((finding) => !isWrite(finding));
  return [...groupBy(told, ({ verdict, note }) => `${verdictWords[verdict]}\n${note}`).values()]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map((same) => {
      const [{ verdict, note } = { verdict: "works" as const, note: "" }] = same;
      const names = same.map(({ operation }) => operation).join(", ");
      const words = verdict === "open" ? "can't be judged" : verdictWords[verdict];
      return `  ${names} ${words}${note === "" ? "" : `: ${note}`}`;
    });
}

const order = Object.keys(verdictWords);
const rank = (finding: Finding | undefined) =>
  (finding === undefined ? 0 : order.indexOf(finding.verdict)) + (finding?.note === "" ? 0 : 0.5);

/** On demand: each request, and the shape of its response. */
const inFull = (operations: readonly Finding[]): string[] =>
  operations.flatMap(({ operation, request, status, rows, shape }) =>
    status === undefined
      ? []
      : [
          `  ${operation}: ${request}, ${status}${rows === undefined ? "" : `, ${counted(rows, "row")}`}`,
          ...(shape === undefined ? [] : [paragraph(`    ${shape}`, 6)]),
        ],
  );

function conclusion({ types, broken, operations }: Report): string {
  const whom = types.length === 0 ? "no resource" : types.join(", ");
  if (operations.length === 0) return "No operation was tried.";
  if (broken.length > 0) return `These operations are needed by ${whom} and do not work: ${broken.join(", ")}.`;
  const open = operations.filter(({ verdict }) => verdict === "open").map(({ operation }) => operation);
  const except = open.length === 0 ? "" : `, as far as it can be judged (not: ${open.join(", ")})`;
  return `Every reading operation that ${whom} needs works${except}. Nothing was written, so the writing operations are not verified.`;
}

/** The contract in use with the proposed lines; `undefined` if there are none. */
export function contractOf({ file, own = {} }: Contract, findings: readonly Finding[]) {
  const lines = findings.flatMap(({ operation, line }) =>
    line === undefined ? [] : [[operation, laidOver(own[operation], line)] as const],
  );
  return lines.length === 0 ? undefined : { ...file, ...Object.fromEntries(lines) };
}
