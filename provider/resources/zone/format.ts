/** A plan in words: one line a record. */
import type { LiveRecord } from "../../dns/index.ts";
import { areRecordsSecret } from "../redactionScope.ts";
import { type Plan, type Step, takeoversOf } from "./plan.ts";
import { lineOf, type Stored, shownLine } from "./state.ts";

/** Lines that are shown; the rest is counted. */
const maxLines = 50;

const beside = ({ ttl, comment }: LiveRecord) =>
  `${ttl === undefined ? "" : ` ttl ${ttl}`}${comment === undefined ? "" : ` # ${comment}`}`;

/** One step: `+ www A 192.0.2.1`, `~ www A 192.0.2.1 => 192.0.2.2`, `- www A 192.0.2.1`; `undefined` if it does nothing. */
function formatStep(step: Step): string | undefined {
  if (step.kind === "keep") return undefined;
  const sign = step.kind === "create" ? "+" : step.kind === "update" ? "~" : "-";
  const row = step.kind === "create" ? step.want.row : step.row;
  if (areRecordsSecret()) return `${sign} ${shownLine(row)}`;
  if (step.kind !== "update") return cut(`${sign} ${lineOf(row)}${step.kind === "create" ? beside(row) : ""}`);
  const { name, data, ttl = row.ttl, comment = row.comment } = step.want.row;
  const wanted = { name, data, ...(ttl !== undefined && { ttl }), ...(comment !== undefined && { comment }) };
  const [before, after] = [`${lineOf(row)}${beside(row)}`, `${lineOf(wanted)}${beside(wanted)}`];
  return cut(`~ ${before} => ${after.slice(`${name} ${data.type} `.length)}`);
}

const cut = (line: string) => (line.length > 300 ? `${line.slice(0, 300)}...` : line);

/** The steps that do something, each in a line; a long list is cut and counted. */
export function formatSteps(steps: readonly Step[]): string[] {
  const doing = steps.filter(({ kind }) => kind !== "keep").sort(inOrder);
  const shown = doing.slice(0, maxLines).map((step) => `  ${formatStep(step) ?? ""}`);
  return doing.length > maxLines ? [...shown, `  and ${doing.length - maxLines} more`] : shown;
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

/** What is written: `2 to create, 1 to change, 3 to delete` */
export function formatSummary(plan: Pick<Plan, "steps">): string {
  const { creates, updates, deletes } = countsOf(plan);
  return counted([
    [creates, "to create"],
    [updates, "to change"],
    [deletes, "to delete"],
  ]);
}

const counted = (parts: readonly (readonly [count: number, what: string])[]) =>
  parts
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");

/** Names that are said of what goes without a write. */
const maxNames = 5;

function namesOf(rows: readonly Pick<LiveRecord, "name" | "data">[]): string {
  const names = rows.slice(0, maxNames).map(({ name, data }) => `${name} ${data.type}`);
  return rows.length > maxNames ? `${names.join(", ")} and ${rows.length - maxNames} more` : names.join(", ");
}

/**
 * All that a plan does, once: a line for each write, and one for all that is taken over or stays.
 * @param isRead was it made of what the registrar shows? Else what is there already is not known
 * @returns `undefined` when nothing happens
 */
export function formatPlan(plan: Plan, domain: string, isRead: boolean): string | undefined {
  const taken = takeoversOf(plan).map(({ row }) => row);
  const { stays } = plan;
  const { creates, deletes } = countsOf(plan);
  const [writes, lines] = [formatSummary(plan), formatSteps(plan.steps)];
  const rest = counted([
    [taken.length, "to take over unchanged"],
    [stays.length, "to leave to other resources of this program"],
  ]);
  const summary = [writes, rest].filter((text) => text !== "").join(", ");
  if (summary === "") return undefined;
  const remarks = [
    ...(taken.length === 0
      ? []
      : [
          `  existing records, taken over: ${namesOf(taken)}. If another stack declares them as well, remove them from one of the two stacks: each stack would delete them for the other.`,
        ]),
    ...(stays.length === 0
      ? []
      : [`  no longer managed here, because other resources manage them: ${namesOf(stays)}.`]),
    ...(isRead || creates === 0 ? [] : ["  Records that exist by then are taken over, not created again."]),
    ...(deletes === 0 ? [] : ["  Records that another resource of this program takes over are not deleted."]),
  ];
  return [`${domain}: ${summary}`, ...lines, ...remarks].join("\n");
}

/** What an import found, and the program does not list. */
export const formatLeft = (left: readonly Stored[], domain: string): string =>
  `${domain}: ${left.length} imported ${left.length === 1 ? "record" : "records"} that the program does not list ${left.length === 1 ? "stays" : "stay"}: ${namesOf(left.map(({ row }) => row))}`;
