/** Plans and findings in words. */
import { groupBy, optional } from "../../dns/index.ts";
import { AlreadyExistsError, CnameConflictError, DeclaredTwiceError, SeveralCandidatesError } from "../errors.ts";
import { areRecordsSecret } from "../redactionScope.ts";
import type { AnyRow, Listed, RowKind } from "./kind.ts";
import {
  adoptedIn,
  type Finding,
  isWrite,
  type Plan,
  type Scope,
  type Step,
  targetOf,
  unlistedSteps,
  type Write,
} from "./plan.ts";

const signs = { create: "+", update: "~", delete: "-" };

/** A step, or a row, in more characters is cut. */
const maxLine = 300;

/** `host2` before `host10`. */
const { compare: naturally } = new Intl.Collator("en", { numeric: true });

const counted = (parts: Readonly<Record<string, number>>) =>
  Object.entries(parts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} to ${what}`]));

/** The first lines, indented, and the number of the others. */
function firstOf(lines: readonly string[], most: number): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${line}`);
  return lines.length > most ? [...shown, `  and ${lines.length - most} more`] : shown;
}

function countsOf({ steps }: { readonly steps: readonly { readonly kind: Step<AnyRow>["kind"] }[] }) {
  const count = (kind: Step<AnyRow>["kind"]) => steps.filter((step) => step.kind === kind).length;
  return { create: count("create"), change: count("update"), delete: count("delete") };
}

/** Writes of a plan: `2 to create, 1 to change, 3 to delete` */
export const formatSummary = (plan: Parameters<typeof countsOf>[0]): string => counted(countsOf(plan)).join(", ");

/** Share of the existing rows, in percent, that may change without consent, in domains of at least so many rows. */
const maxPercent = 30;
const smallest = 10;

/** Names in the program: the resource that declares a row, and the one that owned it before this run. */
interface Owners {
  readonly wants?: string;
  readonly had?: string | undefined;
  readonly isMove?: boolean;
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
    return areRecordsSecret() ? `${this.#kind.title(row)} [secret]` : this.#kind.line(row);
  }

  /** A row with its TTL and comment. */
  #fullLine(row: Row): string {
    const { ttl, comment } = this.#kind.secondary(row);
    return `${this.#kind.line(row)}${ttl === undefined ? "" : ` ttl ${ttl}`}${comment === undefined ? "" : ` # ${comment}`}`;
  }

  /** One step: `+ www A 192.0.2.1`, `~ www A 192.0.2.1 => 192.0.2.2`, `- www A 192.0.2.1`. */
  #step(step: Write<Row>): string {
    if (areRecordsSecret()) return `${signs[step.kind]} ${this.#line(targetOf(step))}`;
    const line = `${signs[step.kind]} ${this.#stepData(step)}`;
    return line.length > maxLine ? `${line.slice(0, maxLine)}...` : line;
  }

  #stepData(step: Write<Row>): string {
    if (step.kind === "delete") return this.#kind.line(step.row);
    const want = step.want.row;
    if (step.kind === "create") return this.#fullLine(want);
    const after = this.#fullLine({ ...step.row, ...optional(want) });
    return `${this.#fullLine(step.row)} => ${after.slice(`${this.#kind.title(want)} `.length)}`;
  }

  /** Each write in a line, by name and type. A long list is cut and counted, the sooner if it only creates. */
  #steps(steps: readonly Step<Row>[]): string[] {
    const writes = groupBy(steps.filter(isWrite), (step) => this.#kind.title(targetOf(step)));
    const lines = [...writes.keys()]
      .sort(naturally)
      .flatMap((title) => writes.get(title) ?? [])
      .map((step) => this.#step(step));
    return firstOf(lines, steps.some(({ kind }) => kind === "update" || kind === "delete") ? 50 : 10);
  }

  #titles(rows: readonly Row[]): string {
    const titles = rows.slice(0, 5).map((row) => this.#kind.title(row));
    return rows.length > 5 ? `${titles.join(", ")} and ${rows.length - 5} more` : titles.join(", ");
  }

  /**
   * A plan: a line for each write, and one for all rows that are adopted or stay.
   * @param isRead was the list read? If not, rows that exist already are not known
   * @returns `undefined` if nothing happens
   */
  plan(plan: Plan<Row>, isRead: boolean): string | undefined {
    const adopted = adoptedIn(plan).map(({ row }) => row);
    const { stays, steps } = plan;
    const counts = countsOf(plan);
    const rest = counted({
      "take over unchanged": adopted.length,
      "leave to other resources of this program": stays.length,
    });
    const summary = [...counted(counts), ...rest].join(", ");
    if (summary === "") return undefined;
    const remarks = [
      adopted.length > 0 &&
        `  existing records, taken over: ${this.#titles(adopted)}. If another stack declares them as well, remove them from one of the two stacks: each stack would delete them for the other.`,
      stays.length > 0 && `  no longer managed here, because other resources manage them: ${this.#titles(stays)}.`,
      counts.create > 0 && !isRead && "  Records that exist by then are taken over, not created again.",
      counts.delete > 0 && "  Records that another resource of this program takes over are not deleted.",
    ].filter((line) => line !== false);
    return [`${this.#domain}: ${summary}`, ...this.#steps(steps), ...remarks].join("\n");
  }

  /** Entries of an import that the program doesn't list. */
  left(left: readonly Listed<Row>[]): string {
    const isOne = left.length === 1;
    return `${this.#domain}: ${left.length} imported ${isOne ? "record" : "records"} that the program does not list ${isOne ? "stays" : "stay"}: ${this.#titles(left.map(({ row }) => row))}`;
  }

  /** Reasons why a plan of several rows must not be applied without more consent; empty if it may be. */
  refusals(plan: Plan<Row>, scope: Scope<Row>): string[] {
    return [...this.#findings(plan, scope), ...this.#share(plan, scope), ...this.#unlisted(plan, scope)];
  }

  #findings({ findings }: Plan<Row>, { extent }: Scope<Row>): string[] {
    if (findings.length === 0) return [];
    const advice =
      extent === "key"
        ? ""
        : ' `adopt: "matching"` takes over what differs in TTL, comment or priority only, `adopt: "overwrite"` also a CNAME with another target.';
    return [
      [
        "records of this zone that belong to other owners conflict with the declared records:",
        ...firstOf(
          findings.flatMap((finding) => finding.rows.map((row) => this.#finding(finding, row))),
          10,
        ),
        `Declare them with their live values, or delete them in the registrar's dashboard.${advice}`,
      ].join("\n"),
    ];
  }

  #finding({ kind, want }: Finding<Row>, row: Row): string {
    if (kind === "others") return `${this.#line(row)} belongs to another resource of this program`;
    if (kind === "exists") return `${this.#line(row)} exists already, with another TTL, comment or priority`;
    return `${this.#line(row)} stays, and ${this.#kind.title(want)} cannot stand beside it`;
  }

  #share(plan: Plan<Row>, { maxChange, extent }: Scope<Row>): string[] {
    const { change, delete: deletes } = countsOf(plan);
    const changes = change + deletes;
    const isSmall = plan.base < smallest || changes * 100 <= plan.base * maxPercent;
    if (extent === "key" || (maxChange === undefined ? isSmall : changes <= maxChange)) return [];
    const limit = maxChange === undefined ? `the limit is ${maxPercent} %` : `\`maxChange\` allows ${maxChange}`;
    return [
      [
        `this would change ${change} and delete ${deletes} of ${plan.base} records, but ${limit}:`,
        ...this.#steps(plan.steps.filter(({ kind }) => kind !== "create")),
        `Nothing was changed. If you intend this, set \`maxChange: ${changes}\` on this DnsZone for this run.`,
      ].join("\n"),
    ];
  }

  #unlisted(plan: Plan<Row>, { deleteUnlisted = 0, extent }: Scope<Row>): string[] {
    const steps = unlistedSteps(plan);
    if (steps.length <= deleteUnlisted) return [];
    const isNew = plan.steps.every((step) => step.kind === "create" || step.stored === undefined);
    const moved =
      " If another resource of this program owns it, release it in a `pulumi up` before this one. If this resource only has a new name in the program, name the old one in its option `aliases`.";
    return [
      [
        `this would remove or overwrite ${steps.length} ${steps.length === 1 ? "record" : "records"} that this resource never listed${deleteUnlisted > 0 ? `, but \`deleteUnlisted\` allows ${deleteUnlisted}` : ""}:`,
        ...this.#steps(steps),
        `Nothing was changed. List them in ${extent === "key" ? "`values`" : "`records`, name them in `ignore`"}, or, to delete them, set \`deleteUnlisted: ${steps.length}\` for this run.${isNew ? moved : ""}`,
      ].join("\n"),
    ];
  }

  /** A row with the registrar's ID, for errors. */
  #named(row: Row): string {
    return `${this.#kind.describe(row, this.#domain)}${row.id === undefined ? "" : ` (id ${row.id})`}`;
  }

  /**
   * The error of a resource with one row, for a finding of its plan.
   * @param owners names in the program, if the run knows them; `isMove`: the resource was another row until now
   * @param refusal the registrar's words, if its list didn't show the row
   */
  error({ kind, want, rows }: Finding<Row>, { isMove = false, ...names }: Owners = {}, refusal?: string) {
    const isRecord = this.#kind.group === "records";
    const shown = rows.map((row) => this.#named(row));
    const [name = ""] = shown;
    if (kind === "several") return new SeveralCandidatesError(shown);
    if (kind === "others") return new DeclaredTwiceError(name, isRecord);
    if (kind === "conflict") return new CnameConflictError(this.#kind.describe(want, this.#domain), shown);
    return new AlreadyExistsError(name, { isInPlace: kind === "in place", refusal, ...names, isMove, isRecord });
  }
}
