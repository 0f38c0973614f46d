import { isProviderType, nameOf, typeOf } from "./state.ts";
import type { Diagnostic, PropertyChange, Step, StepOp } from "./types.ts";

/** Sign, word while it runs, word when done, word in a preview's summary. The CLI's own. */
export const WORDS: Record<StepOp, readonly [sign: string, running: string, done: string, planned: string]> = {
  same: [" ", "", "unchanged", "unchanged"],
  create: ["+", "creating", "created", "create"],
  update: ["~", "updating", "updated", "update"],
  replace: ["+-", "replacing", "replaced", "replace"],
  delete: ["-", "deleting", "deleted", "delete"],
  "create-replacement": ["++", "creating replacement", "created replacement", "create replacement"],
  "delete-replaced": ["--", "deleting original", "deleted original", "delete original"],
  refresh: ["~", "refreshing", "refreshed", "refresh"],
  import: ["=", "importing", "imported", "import"],
};
const UNCOUNTED: readonly StepOp[] = ["create-replacement", "delete-replaced"];
const CHANGE_SIGNS = { add: "+", update: "~", delete: "-" } as const;

function changeLines(changes: readonly PropertyChange[]): string[] {
  const width = changes.reduce((most, { path }) => Math.max(most, path.length), 0);
  return changes.map(({ path, kind, old, new: now }) => {
    const values = [old, now].filter((value) => value !== undefined).map(valueText);
    return `      ${CHANGE_SIGNS[kind]} ${path.padEnd(width)} : ${values.join(" => ")}`;
  });
}

/** Prints secrets and unknowns without quotes, as the CLI does. */
function valueText(value: unknown): string {
  return value === "[secret]" || value === "[unknown]" ? value : JSON.stringify(value);
}

/** Prints the progress of one operation, and collects its result. */
export class Display {
  readonly #onOutput: (line: string) => void;
  readonly #lines: string[] = [];
  readonly #started = Date.now();
  readonly diagnostics: Diagnostic[] = [];
  readonly steps: Step[] = [];
  readonly planning: boolean;

  constructor(planning: boolean, onOutput: (line: string) => void = () => {}) {
    this.planning = planning;
    this.#onOutput = onOutput;
  }

  get output(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }

  line(text = ""): void {
    for (const line of text.split("\n")) {
      this.#lines.push(line);
      this.#onOutput(line);
    }
  }

  diagnostic(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic);
    const { severity, message, urn } = diagnostic;
    const prefix = severity === "info" ? "" : `${severity}: `;
    const about = urn ? `${typeOf(urn)} ${nameOf(urn)} ` : "";
    this.line(`    ${about}${prefix}${message}`);
  }

  stepStarted(op: StepOp, type: string, urn: string): void {
    const [sign, running] = WORDS[op];
    if (this.planning || op === "same" || isProviderType(type)) return;
    this.line(` ${sign.padEnd(2)} ${type} ${nameOf(urn)} ${running}`);
  }

  stepDone(step: Step): void {
    if (isProviderType(step.type)) return;
    this.steps.push(step);
    if (step.op === "same") return;
    const [sign, running, done, planned] = WORDS[step.op];
    const word = step.error === undefined ? (this.planning ? planned : done) : `**${running || step.op} failed**`;
    this.line(` ${sign.padEnd(2)} ${step.type} ${step.name} ${word}`);
    if (step.op !== "replace") for (const line of changeLines(step.diff ?? [])) this.line(line);
  }

  /** Counts by operation, as in the CLI: without the steps of a replacement. */
  summary(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { op, error } of this.steps) {
      if (error === undefined && !UNCOUNTED.includes(op)) counts[op] = (counts[op] ?? 0) + 1;
    }
    return counts;
  }

  /** Outputs and counts. */
  end(outputs: Record<string, unknown>): void {
    const names = Object.keys(outputs).sort();
    if (names.length > 0) this.line("Outputs:");
    for (const name of names) this.line(`    ${name}: ${valueText(outputs[name])}`);
    this.line("Resources:");
    const counts = this.summary();
    for (const op of new Set(this.steps.map((step) => step.op))) {
      const [sign, , done, planned] = WORDS[op];
      if (counts[op]) this.line(`    ${sign} ${counts[op]} ${this.planning && op !== "same" ? `to ${planned}` : done}`);
    }
    const errored = this.steps.filter(({ error }) => error !== undefined).length;
    if (errored > 0) this.line(`    ${errored} errored`);
    if (!this.planning) this.line(`\nDuration: ${Math.round((Date.now() - this.#started) / 1000)}s`);
  }
}
