/** Plans and obstacles in words. */
import { groupBy, optional } from "../../dns/index.ts";
import { AlreadyExistsError } from "../errors.ts";
import { areRecordsSecret } from "../redactionScope.ts";
import type { Scope } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { targetOf } from "./plan.ts";
import {
  type Adopt,
  adoptionsIn,
  countsOf,
  isOverChanges,
  maxPercent,
  type Obstacle,
  type Plan,
  type Update,
  type Write,
} from "./step.ts";

const signs = { create: "+", update: "~", delete: "-" };

export const movedKind =
  "`aliases` names a resource of another kind (such as a `DnsRecordSet` for a `DnsRecord`). Remove the alias: the records pass " +
  "to this resource all the same.";

export const unplanned = (name: string) =>
  `The plan of \`${name}\` isn't shown, since an argument that limits it (such as \`maxUnlistedDeletes\`) isn't known yet. ` +
  "`pulumi up` may change and delete records that this preview doesn't list.";

export const halfDeleted = (domain: string, deleted: number) =>
  `${domain}: records deleted before an error: ${deleted}. The state still has them: if the program keeps them after all, ` +
  "run `pulumi up --refresh`.";

/** Number of characters after which the line of a step is cut. */
const maxLine = 300;

/** Compares names with numbers: `host2` before `host10`. */
const { compare: naturally } = new Intl.Collator("en", { numeric: true });

const counted = (parts: Readonly<Record<string, number>>) =>
  Object.entries(parts).flatMap(([verb, count]) => (count === 0 ? [] : [`${count} to ${verb}`]));

/** The first `most` lines, indented, and the number of further lines. */
function firstOf(lines: readonly string[], most: number): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${line}`);
  return lines.length > most ? [...shown, `  and ${lines.length - most} more`] : shown;
}

/** Words about the plans of one kind of row in one domain. */
export class PlanWords<Row extends AnyRow> {
  readonly #kind: RowKind<Row>;
  readonly #domain: string;

  constructor({ kind, domain }: { kind: RowKind<Row>; domain: string }) {
    this.#kind = kind;
    this.#domain = domain;
  }

  /** A row in one line; without its data if the program keeps its records secret. */
  line(row: Row): string {
    if (!this.#kind.isReadable(row)) return this.#kind.describeOpaque(row);
    return areRecordsSecret() ? `${this.#kind.entryKey(row)} [secret]` : this.#kind.line(row);
  }

  /** A row with its TTL and comment. */
  #fullLine(row: Row): string {
    const { ttl, comment } = this.#kind.secondary(row);
    return `${this.#kind.line(row)}${ttl === undefined ? "" : ` ttl ${ttl}`}${comment === undefined ? "" : ` # ${comment}`}`;
  }

  /** One step: `+ www A 192.0.2.1`, `~ www A 192.0.2.1 => 192.0.2.2`, `- www A 192.0.2.1`. */
  #step(step: Write<Row>): string {
    const row = areRecordsSecret() || step.kind === "delete" ? this.line(targetOf(step)) : this.#change(step);
    const line = `${signs[step.kind]} ${row}`;
    return line.length > maxLine ? `${line.slice(0, maxLine)}...` : line;
  }

  /** A row that is adopted, and its change. */
  adoption(step: Adopt<Row> | Update<Row>): string {
    return step.kind === "update" && !areRecordsSecret() ? this.#change(step) : this.line(step.row);
  }

  #change(step: Exclude<Write<Row>, { kind: "delete" }>): string {
    const want = step.want.row;
    if (step.kind === "create") return this.#fullLine(want);
    const after = this.#fullLine({ ...step.row, ...optional(want) });
    return `${this.#fullLine(step.row)} => ${after.slice(`${this.#kind.entryKey(want)} `.length)}`;
  }

  /** A line for each write, sorted by name and type: at most 50 lines, or 10 if the plan only creates. */
  #steps(writes: readonly Write<Row>[]): string[] {
    const byKey = groupBy(writes, (step) => this.#kind.entryKey(targetOf(step)));
    const inOrder = [...byKey.keys()].sort(naturally).flatMap((key) => byKey.get(key) ?? []);
    const most = inOrder.every(({ kind }) => kind === "create") ? 10 : 50;
    const lines = inOrder.map((step) => this.#step(step));
    return firstOf(lines, most);
  }

  /**
   * The message about a plan: a line for each write.
   * @param isComplete does it rest on a complete list? If not, the plan may create rows that exist already
   * @returns `undefined` if the plan writes nothing
   */
  plan(plan: Plan<Row>, isComplete: boolean): string | undefined {
    const counts = countsOf(plan);
    const summary = counted({ ...counts, adopt: adoptionsIn(plan).length }).join(", ");
    if (plan.writes.length === 0) return undefined;
    const remarks = [
      counts.create > 0 && !isComplete && "  Records that exist by then are adopted, not created again.",
      counts.delete > 0 && "  A record that another resource of this program declares is left to that resource.",
    ].filter((line) => line !== false);
    return [`${this.#domain}: ${summary}`, ...this.#steps(plan.writes), ...remarks].join("\n");
  }

  /** The message about rows that stay, and that clients use beside those of the plan. */
  beside(rows: readonly Row[]): string {
    const text = "also live, and declared by no resource so far; clients use these records, too:";
    return [`${this.#domain}: ${text}`, ...this.#lines(rows, 5)].join("\n");
  }

  /** The message about rows of others that a refresh finds: an engine shows no output of an unchanged resource. */
  unlisted(rows: readonly Row[]): string {
    const text = "live, and not listed by the resource that owns their name and type (`unlisted`):";
    return [`${this.#domain}: ${text}`, ...this.#lines(rows, 5)].join("\n");
  }

  /** The message about a row that is gone, and rows of its name and type. */
  gone(row: Row, alike: readonly Row[]): string {
    const text = `${this.line(row)} is gone, and these are live at its name and type:`;
    const next =
      "If a person edited the record, and it is one of these, declare its data, or delete it in the dashboard.";
    return [`${this.#domain}: ${text}`, ...this.#lines(alike, 5), `  ${next}`].join("\n");
  }

  #lines(rows: readonly Row[], most: number): string[] {
    return firstOf(rows.map((row) => this.line(row)).sort(naturally), most);
  }

  /** Reasons why a plan of several rows must not be applied without more consent; none if the plan may be applied. */
  refusals(plan: Plan<Row>, scope: Scope<Row>): string[] {
    const reasons = [
      this.#obstacles(plan.obstacles.filter(({ kind }) => kind !== "unlisted")),
      ...plan.obstacles.flatMap(({ kind, rows }) => (kind === "unlisted" ? [this.#unlisted(rows, plan, scope)] : [])),
      isOverChanges(plan, scope) ? this.#changes(plan, scope) : [],
    ];
    return reasons.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")]));
  }

  /** Rows that exist, and forbid entries of a set or a zone. */
  #obstacles(obstacles: readonly Obstacle<Row>[]): string[] {
    if (obstacles.length === 0) return [];
    const reasons = {
      exists: "exists already, and the setting `registrar:adopt` is false",
      "in place": "is in the place of the declared one",
      conflict: "can't exist together with the declared one",
      unlisted: "",
    };
    const lines = obstacles.flatMap(({ kind, want, rows }) =>
      rows.map(
        (row) =>
          `${this.line(row)} ${reasons[kind]}${kind === "conflict" && want ? ` (${this.#kind.entryKey(want)})` : ""}`,
      ),
    );
    const isDeclared = obstacles.every(({ kind }) => kind === "exists");
    return [
      "records that this resource does not own forbid the declared ones:",
      ...firstOf(lines, 10),
      isDeclared
        ? "Nothing was changed. If another stack declares them, remove them from one of the two."
        : "Nothing was changed. If you don't need them any more, delete them in the registrar's dashboard.",
    ];
  }

  #unlisted(rows: readonly Row[], plan: Plan<Row>, { extent, maxUnlistedDeletes = 0 }: Scope<Row>): string[] {
    const count = rows.length === 1 ? "1 record" : `${rows.length} records`;
    const allowed = maxUnlistedDeletes > 0 ? `, but \`maxUnlistedDeletes\` allows ${maxUnlistedDeletes}` : "";
    const keyOf = (row: Row) => this.#kind.entryKey(row);
    const wanted = new Set(
      [...plan.kept, ...plan.writes].flatMap((step) => ("want" in step ? [keyOf(step.want.row)] : [])),
    );
    // A zone can't list records of a name and type that it ignores.
    const ignore = rows.some((row) => wanted.has(keyOf(row))) ? "Set" : "Name them in `ignoreRecords`, or set";
    const [place, list, other] =
      extent === "set"
        ? ["at its name and type", "`values`", "Declare each value as a `DnsRecord`, which leaves them alone."]
        : ["in its domain", "`records`", `${ignore} \`mode: "additive"\`, which leaves them alone.`];
    return [
      `this resource would delete ${count} ${place} that it doesn't list${allowed}:`,
      ...firstOf(rows.map((row) => `- ${this.line(row)}`).sort(naturally), 50),
      "Nothing was changed. Choose:",
      `- To keep them, list them in ${list}.`,
      `- To delete them, set \`maxUnlistedDeletes: ${rows.length}\` for this run.`,
      `- ${other}`,
    ];
  }

  #changes(plan: Plan<Row>, { maxChanges }: Scope<Row>): string[] {
    const { change, delete: deletes } = countsOf(plan);
    const limit = maxChanges === undefined ? `the limit is ${maxPercent} %` : `\`maxChanges\` allows ${maxChanges}`;
    return [
      `this would change ${change} and delete ${deletes} of ${plan.base} records, but ${limit}:`,
      ...this.#steps(plan.writes.filter(({ kind }) => kind !== "create")),
      `Nothing was changed. If you intend this, set \`maxChanges: ${change + deletes}\` for this run.`,
    ];
  }

  /** The error that tells of an obstacle to one row. */
  error({ kind, want, rows }: Obstacle<Row>) {
    const describe = (row: Row) => this.#kind.describe(row, this.#domain);
    const shown = rows.map((row) => `${describe(row)}${row.id === undefined ? "" : ` (id ${row.id})`}`);
    const [name = ""] = shown;
    if (kind === "conflict" && want !== undefined) return AlreadyExistsError.conflicting(describe(want), shown);
    return kind === "exists" ? AlreadyExistsError.notAdopted(name) : AlreadyExistsError.inPlace(name);
  }
}
