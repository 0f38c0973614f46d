/** Plans and obstacles in words. */
import { groupBy, optional } from "../../dns/index.ts";
import { AlreadyExistsError, DeclaredTwiceError, renamed } from "../errors.ts";
import { areRecordsSecret } from "../redactionScope.ts";
import { ownsAll, type RowEntry, type Scope } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { isAnother } from "./match.ts";
import { targetOf } from "./plan.ts";
import { countsOf, excessOf, maxPercent, type Obstacle, type Plan, type Write } from "./step.ts";

const signs = { create: "+", update: "~", delete: "-" };

export const movedKind =
  "`aliases` names a resource of another kind (such as a `DnsRecordSet` for a `DnsRecord`). Nothing was changed. Rows don't " +
  "move between kinds of resources in one `pulumi up`: remove the alias and the resource, run `pulumi up`, which " +
  "deletes its rows, then declare the new resource and run `pulumi up` again.";

export const unplanned = (name: string) =>
  `The plan of \`${name}\` isn't shown, since an argument that limits it (such as \`adopt\` or \`maxUnlistedDeletes\`) isn't ` +
  "known yet. `pulumi up` may change and delete records that this preview doesn't list.";

export const unseen = (name: string) =>
  `The list could not be read for the check of \`${name}\`, so this run deletes no records that \`${name}\` never listed, ` +
  "although `maxUnlistedDeletes` allows it. Run it again when the registrar responds.";

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

/** The likeliest causes of existing rows, if a new resource meets them. */
const movedLines = <Row extends AnyRow>({ kept, writes }: Plan<Row>): string[] =>
  [...kept, ...writes].every(({ stored }) => stored === undefined)
    ? [
        `- ${renamed}`,
        "- Another resource of this program owns them: release them there in a `pulumi up` before this one.",
      ]
    : [];

/** A limit that a plan exceeds, in words, and the setting that allows the plan. */
interface Limit {
  readonly excess: string;
  readonly setting: string;
}

function limitOfChanges<Row extends AnyRow>(plan: Plan<Row>, { maxChanges }: Scope<Row>): Limit {
  const { change, delete: deletes } = countsOf(plan);
  const limit = maxChanges === undefined ? `the limit is ${maxPercent} %` : `\`maxChanges\` allows ${maxChanges}`;
  return {
    excess: `change ${change} and delete ${deletes} of ${plan.base} records, but ${limit}`,
    setting: `maxChanges: ${change + deletes}`,
  };
}

function limitOfUnlisted<Row extends AnyRow>(count: number, { maxUnlistedDeletes = 0 }: Scope<Row>): Limit {
  const records = count === 1 ? "1 record" : `${count} records`;
  const allowed = maxUnlistedDeletes > 0 ? `, but \`maxUnlistedDeletes\` allows ${maxUnlistedDeletes}` : "";
  return {
    excess: `remove or overwrite ${records} that this resource never listed${allowed}`,
    setting: `maxUnlistedDeletes: ${count}`,
  };
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
  #line(row: Row): string {
    return areRecordsSecret() ? `${this.#kind.entryKey(row)} [secret]` : this.#kind.line(row);
  }

  /** A row with its TTL and comment. */
  #fullLine(row: Row): string {
    const { ttl, comment } = this.#kind.secondary(row);
    return `${this.#kind.line(row)}${ttl === undefined ? "" : ` ttl ${ttl}`}${comment === undefined ? "" : ` # ${comment}`}`;
  }

  /** One step: `+ www A 192.0.2.1`, `~ www A 192.0.2.1 => 192.0.2.2`, `- www A 192.0.2.1`. */
  #step(step: Write<Row>): string {
    const row = areRecordsSecret() || step.kind === "delete" ? this.#line(targetOf(step)) : this.#change(step);
    const line = `${signs[step.kind]} ${row}`;
    return line.length > maxLine ? `${line.slice(0, maxLine)}...` : line;
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

  #entryKeys(rows: readonly Row[]): string {
    const keys = [...new Set(rows.map((row) => this.#kind.entryKey(row)))];
    return keys.slice(0, 5).join(", ") + (keys.length > 5 ? ` and ${keys.length - 5} more` : "");
  }

  /**
   * The message about a plan: a line for each write, then remarks about rows that are adopted or stay.
   * @param isComplete does it rest on a complete list? If not, the plan may create rows that exist already
   * @returns `undefined` if the plan writes and adopts nothing
   */
  plan(plan: Plan<Row>, scope: Scope<Row>, isComplete: boolean): string | undefined {
    const adopted = plan.kept.flatMap((step) => (step.kind === "adopt" ? [step.want.row] : []));
    const counts = countsOf(plan);
    const summary = counted({ ...counts, "adopt unchanged": adopted.length }).join(", ");
    if (summary === "") return undefined;
    const guessed = plan.writes.filter((step) => step.kind !== "create" && step.consent === "guess").length;
    const remarks = [
      adopted.length > 0 &&
        `  existing records, adopted: ${this.#entryKeys(adopted)}. If another stack declares them as well, remove ` +
          "them from one of the two stacks: each stack would delete them for the other.",
      guessed > 0 &&
        `  records that count as this resource's own, edited by hand: ${guessed}. If they are somebody else's, ` +
          `\`pulumi up\` needs \`${ownsAll(scope) ? `maxUnlistedDeletes: ${guessed}` : "adopt: true"}\`.`,
      counts.create > 0 && !isComplete && "  Records that exist by then are adopted, not created again.",
      counts.delete > 0 && "  Records that another resource of this program adopts are not deleted.",
    ].filter((line) => line !== false);
    return [`${this.#domain}: ${summary}`, ...this.#steps(plan.writes), ...remarks].join("\n");
  }

  /** The warning about a live row of the wanted meaning or in its place, which may be the resource's own row, edited by hand. */
  editedOrOther(row: Row, want: Row, { adopt }: Scope<Row>): string {
    const shown = this.#kind.describe(row, this.#domain);
    const remedy = adopt ? "delete it in the registrar's dashboard." : "`adopt: true` changes it instead.";
    if (isAnother(this.#kind, row, want))
      return (
        `${shown} exists already, with another priority. It stays, unless it is this resource's own row, edited by hand. ` +
        `If no resource of this program owns it, ${remedy}`
      );
    return (
      `${shown} exists already. If it is this resource's own row, edited by hand, \`pulumi up\` changes it. If not, ` +
      "`pulumi up` fails: delete it in the registrar's dashboard, or import it."
    );
  }

  /** The message about entries that an import or a refresh found, and that the program doesn't list. */
  unowned(entries: readonly RowEntry<Row>[]): string {
    const [noun, verb] = entries.length === 1 ? ["record", "stays"] : ["records", "stay"];
    const keys = this.#entryKeys(entries.map(({ row }) => row));
    return `${this.#domain}: ${entries.length} ${noun} that the program does not list ${verb}: ${keys}`;
  }

  /** Reasons why a plan of several rows must not be applied without more consent; none if the plan may be applied. */
  refusals(plan: Plan<Row>, scope: Scope<Row>): string[] {
    const refusals = [this.#obstacles(plan, scope), this.#guards(plan, scope)];
    return refusals.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")]));
  }

  #obstacles(plan: Plan<Row>, scope: Scope<Row>): string[] {
    const { obstacles } = plan;
    if (obstacles.length === 0) return [];
    const rows = obstacles.flatMap((obstacle) => obstacle.rows.map((row) => this.#obstacle(obstacle, row)));
    const adopt = ownsAll(scope) ? "" : "; `adopt: true` adopts records that differ in TTL, comment or priority only";
    return [
      "existing records that this resource does not own conflict with the declared ones:",
      ...firstOf(rows, 10),
      "Nothing was changed. Likely causes:",
      ...movedLines(plan),
      `- Another stack or a person made them: declare them with their live values${adopt}; or delete them in the dashboard.`,
    ];
  }

  #obstacle({ kind, want }: Obstacle<Row>, row: Row): string {
    if (kind === "others") return `${this.#line(row)} belongs to another resource of this program`;
    if (kind === "exists") return `${this.#line(row)} exists already, with another TTL, comment or priority`;
    return `${this.#line(row)} stays, and conflicts with ${this.#kind.entryKey(want)}`;
  }

  /** The limits that the plan exceeds: one list of rows, and the settings that allow the plan. */
  #guards(plan: Plan<Row>, scope: Scope<Row>): string[] {
    const { isOverChanges, unlisted } = excessOf(plan, scope);
    const limits = [
      ...(isOverChanges ? [limitOfChanges(plan, scope)] : []),
      ...(unlisted.length > 0 ? [limitOfUnlisted(unlisted.length, scope)] : []),
    ];
    if (limits.length === 0) return [];
    const lines = [
      `this would ${limits.map(({ excess }) => excess).join(", and ")}:`,
      ...this.#steps(isOverChanges ? plan.writes.filter(({ kind }) => kind !== "create") : unlisted),
    ];
    const consent = `set ${limits.map(({ setting }) => `\`${setting}\``).join(" and ")} for this run.`;
    if (unlisted.length === 0) return [...lines, `Nothing was changed. If you intend this, ${consent}`];
    const [list, ignored] =
      scope.extent === "key" ? ["`values`", ""] : ["`records`", ", or name them in `ignoreRecords`"];
    return [
      ...lines,
      "Nothing was changed. Likely causes:",
      ...movedLines(plan),
      `- Another stack or a person made them: to keep them, list them in ${list}${ignored}. To delete them, ${consent}`,
    ];
  }

  /**
   * The error that tells of an obstacle to one row.
   * @param isMove did the resource own another row until now?
   */
  error({ kind, want, rows }: Obstacle<Row>, isMove: boolean) {
    const isRecord = this.#kind.group === "records";
    const describe = (row: Row) => this.#kind.describe(row, this.#domain);
    const shown = rows.map((row) => `${describe(row)}${row.id === undefined ? "" : ` (id ${row.id})`}`);
    const [name = ""] = shown;
    if (kind === "several") return AlreadyExistsError.several(shown);
    if (kind === "others") return new DeclaredTwiceError(name, isRecord);
    if (kind === "conflict") return AlreadyExistsError.conflicting(describe(want), shown);
    const meets = { isNew: !isMove, isRecord };
    return kind === "in place" ? AlreadyExistsError.inPlace(name, meets) : AlreadyExistsError.equal(name, meets);
  }
}
