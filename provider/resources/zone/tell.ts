/** A plan in words: one line a record. */
import type { LiveRecord } from "../../dns/index.ts";
import { isSecretArgument } from "../secrecy.ts";
import type { Plan, Step } from "./plan.ts";
import { lineOf, toldOf } from "./state.ts";

/** Lines that are shown; the rest is counted. */
const mostLines = 50;

const beside = ({ ttl, comment }: LiveRecord) =>
  `${ttl === undefined ? "" : ` ttl ${ttl}`}${comment === undefined ? "" : ` # ${comment}`}`;

/** One step: `+ www A 192.0.2.1`, `~ www A 192.0.2.1 => 192.0.2.2`, `- www A 192.0.2.1`; `undefined` if it does nothing. */
export function lineOfStep(step: Step): string | undefined {
  if (step.kind === "keep") return undefined;
  const sign = step.kind === "create" ? "+" : step.kind === "update" ? "~" : "-";
  const row = step.kind === "create" ? step.want.row : step.row;
  if (isSecretArgument("records")) return `${sign} ${toldOf(row)}`;
  if (step.kind !== "update") return cut(`${sign} ${lineOf(row)}${step.kind === "create" ? beside(row) : ""}`);
  const { name, data, ttl = row.ttl, comment = row.comment } = step.want.row;
  const wanted = { name, data, ...(ttl !== undefined && { ttl }), ...(comment !== undefined && { comment }) };
  const [before, after] = [`${lineOf(row)}${beside(row)}`, `${lineOf(wanted)}${beside(wanted)}`];
  return cut(`~ ${before} => ${after.slice(`${name} ${data.type} `.length)}`);
}

const cut = (line: string) => (line.length > 300 ? `${line.slice(0, 300)}...` : line);

/** The steps that do something, each in a line; a long list is cut and counted. */
export function linesOf(steps: readonly Step[]): string[] {
  const doing = steps.filter(({ kind }) => kind !== "keep").sort(inOrder);
  const shown = doing.slice(0, mostLines).map((step) => `  ${lineOfStep(step) ?? ""}`);
  return doing.length > mostLines ? [...shown, `  and ${doing.length - mostLines} more`] : shown;
}

const nameOf = (step: Step) => (step.kind === "delete" ? step.row : step.want.row);
function inOrder(a: Step, b: Step): number {
  const [x, y] = [nameOf(a), nameOf(b)];
  if (x.name !== y.name) return x.name < y.name ? -1 : 1;
  return x.data.type < y.data.type ? -1 : x.data.type > y.data.type ? 1 : 0;
}

export function countsOf({ steps }: Pick<Plan, "steps">) {
  const count = (kind: Step["kind"]) => steps.filter((step) => step.kind === kind).length;
  return { creates: count("create"), updates: count("update"), deletes: count("delete") };
}

/** `2 to create, 1 to change, 3 to delete` */
export function summaryOf(plan: Pick<Plan, "steps">): string {
  const { creates, updates, deletes } = countsOf(plan);
  const parts = [
    [creates, "create"],
    [updates, "change"],
    [deletes, "delete"],
  ];
  return parts
    .filter(([count]) => count !== 0)
    .map(([count, verb]) => `${count} to ${verb}`)
    .join(", ");
}
