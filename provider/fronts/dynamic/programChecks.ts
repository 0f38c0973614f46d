/**
 * Checks that span resources. The provider host sees one resource at a time, so these run in the program's process:
 * every class hands its arguments in, and what is found is reported on the resource, in a preview too.
 */
import * as pulumi from "@pulumi/pulumi";
import type { Declaration, ProgramFinding } from "../../resources/declarations.ts";
import { perProgram, whenKnown } from "./program.ts";

/** Records that a line names, of all that a check found something about. */
const namedAtMost = 5;
/** After a pause of this time in its declarations a program is looked at, in milliseconds. */
const pauseMs = 50;

interface Declared extends Declaration {
  resource: pulumi.Resource;
  /** Its arguments as they were before any transform. */
  given: Declaration["args"];
}

/** Everything that one deployment declared; an inline program runs several in one process. */
class Deployment {
  readonly #declared: Declared[] = [];
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** Declarations at the last look, and what it took, in milliseconds. */
  #last = { count: 0, ms: 0 };

  /** Everything is looked at again in each look, so one follows a pause, or twice the declarations: that stays linear. */
  add(declared: Declared): void {
    this.#declared.push(declared);
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#start(), Math.max(pauseMs, this.#last.ms));
    else if (this.#declared.length < 2 * this.#last.count) this.#timer.refresh();
  }

  #start(): void {
    this.#timer = undefined;
    this.#look().catch((error: unknown) => {
      // As an uncaught error it ends the program, and with it the preview.
      process.nextTick(() => {
        throw error;
      });
    });
  }

  async #look(): Promise<void> {
    const { checkDeclarations, isOfExample, readList } = await import("../../resources/declarations.ts");
    const config = pulumi.runtime.allConfig();
    const off = readList("registrar:ignoreChecks", config["registrar:ignoreChecks"]);
    const baseUrl = process.env["REGISTRAR_BASE_URL"] ?? config["registrar:baseUrl"];
    const began = performance.now();
    const found = checkDeclarations(this.#declared);
    this.#last = { count: this.#declared.length, ms: performance.now() - began };
    const doubted = new Set(found.filter(isStrict).flatMap(({ declarations }) => declarations));
    await Promise.all([...doubted].map((place) => this.#transform(place)));
    const settled = doubted.size === 0 ? found : checkDeclarations(this.#declared);
    const fresh = settled.filter((finding) => this.#isNew(finding, off));
    const strict = fresh.filter(isStrict);
    for (const finding of strict) await this.#report(finding);
    const advice = new Map<string, ProgramFinding[]>();
    for (const finding of fresh) {
      if (isStrict(finding) || isOfExample(finding, baseUrl)) continue;
      const same = advice.get(finding.check);
      if (same === undefined) advice.set(finding.check, [finding]);
      else same.push(finding);
    }
    for (const [first, ...others] of advice.values()) if (first !== undefined) await this.#report(first, others);
    if (strict.length === 0) return;
    const checks = [...new Set(strict.map(({ check }) => check))].join(", ");
    const error = new pulumi.RunError(
      `what is declared contradicts itself (${checks}); what is meant nevertheless can be allowed by the check's id in \`ignoreChecks\``,
    );
    // Where it was found says nothing about the program.
    error.stack = error.message;
    throw error;
  }

  /** Transforms change arguments later: what they made is asked for only where something seems wrong, as it costs promises. */
  async #transform(place: number): Promise<void> {
    const declared = this.#declared[place];
    // The records of a zone are registered in another form.
    if (declared === undefined || declared.type === "DnsZone") return;
    const registered = Object.keys(declared.args).map((key): [string, unknown] => [
      key,
      Reflect.get(declared.resource, key),
    ]);
    declared.args = await new Promise((resolve) => pulumi.all(Object.fromEntries(registered)).apply(resolve));
  }

  #isNew({ check, reason, declarations }: ProgramFinding, off: readonly string[]): boolean {
    const key = `${check} ${declarations.join(" ")} ${reason}`;
    if (this.#reported.has(key)) return false;
    this.#reported.add(key);
    const isOff = (place: number) => {
      const ignored = this.#declared[place]?.args["ignoreChecks"];
      return Array.isArray(ignored) && ignored.includes(check);
    };
    return !off.includes(check) && !declarations.some(isOff);
  }

  /** @param others what the same check says of other records */
  async #report(finding: ProgramFinding, others: readonly ProgramFinding[] = []): Promise<void> {
    const { printable, Redactor } = await import("../../api/redaction.ts");
    const { secretTexts } = await import("../../resources/redactionScope.ts");
    const { check, set, property, reason, reference, declarations } = finding;
    const subject = this.#declared[declarations.reduce((last, place) => Math.max(last, place), 0)];
    const redactor = new Redactor();
    for (const place of [finding, ...others].flatMap((each) => each.declarations)) {
      const declared = this.#declared[place];
      if (declared === undefined) continue;
      const { secretNames = [], given, args } = declared;
      redactor.add(secretTexts(declared, secretNames, [given, args])).leave(openNames(declared));
    }
    const source = [check, reference].filter(Boolean).join(", ");
    const line = `${property === undefined ? "" : `${property}: `}${reason}${this.#also(others)} [${source}]`;
    const text = printable(redactor.redact(line));
    await (set === "strict" ? pulumi.log.error(text, subject?.resource) : pulumi.log.warn(text, subject?.resource));
  }

  /** `. The same of 12 more: www A, api A, ...` */
  #also(others: readonly ProgramFinding[]): string {
    if (others.length === 0) return "";
    const names = others.slice(0, namedAtMost).map(({ subject, declarations }) => {
      const { args, secretNames } = this.#declared[declarations[0] ?? -1] ?? {};
      const isOpen = secretNames?.includes("name") !== true;
      return (
        subject ??
        `${isOpen ? String(args?.["name"] ?? args?.["domain"]) : "[secret]"} ${String(args?.["type"] ?? "")}`.trim()
      );
    });
    return `. The same of ${others.length} more: ${names.join(", ")}${others.length > names.length ? ", ..." : ""}`;
  }
}

/** What says which resource it is, where that is no secret. */
const openNames = ({ secretNames, args }: Declared) =>
  ["domain", "name", "source"]
    .filter((key) => args[key] !== undefined && !secretNames?.includes(key))
    .map((key) => String(args[key]));

const isStrict = ({ set }: ProgramFinding) => set === "strict";

const deployment = perProgram(() => new Deployment());

/** Hands a resource in, as soon as its arguments are known; one with unknown arguments is left out of a preview. */
export function checkWithOthers(resource: pulumi.CustomResource, type: string, args: object): void {
  const program = deployment();
  whenKnown(args, ({ values, secretNames }) => {
    program.add({ resource, type, args: values, given: values, secretNames });
  });
}
