import * as fs from "node:fs";
import { WORDS } from "./display.ts";
import { shownChanges } from "./paths.ts";
import type { Diagnostic, PropertyChange, Step, StepOp } from "./types.ts";
import { isProviderType, nameOf, STACK_TYPE } from "./urn.ts";
import { isProps, type Props, redact, type Value } from "./values.ts";

/** What one operation of the CLI did, from its event log (one JSON object a line; sdk/go/common/apitype/events.go). */
export interface Seen {
  steps: Step[];
  summary: Record<string, number>;
  diagnostics: Diagnostic[];
  /** Undefined: no event told them. */
  outputs: Record<string, unknown> | undefined;
}

const CHANGING: readonly string[] = ["update", "replace", "create-replacement"];

/** Reads an event log; an operation that failed before it began has none. */
export function readEvents(file: string, refresh: boolean): Seen {
  const seen: Seen = { steps: [], summary: {}, diagnostics: [], outputs: undefined };
  if (!fs.existsSync(file)) return seen;
  const steps = new Map<string, Step>();
  const lines = fs.readFileSync(file, "utf8").split("\n");
  for (const line of lines) {
    if (line === "") continue;
    const event: Value = JSON.parse(line);
    if (isProps(event)) readEvent(event, refresh, seen, steps);
  }
  seen.steps = [...steps.values()].map((step) => withError(step, seen.diagnostics));
  return seen;
}

function readEvent(event: Props, refresh: boolean, seen: Seen, steps: Map<string, Step>): void {
  const done = metadataOf(event["resOutputsEvent"]);
  const failed = metadataOf(event["resOpFailedEvent"]);
  const metadata = done ?? failed;
  if (metadata && !isProviderType(text(metadata["type"]))) {
    const step = readStep(metadata, refresh, failed !== undefined);
    // A component is told of twice: when it is made and when its outputs are known.
    steps.set(`${step.op} ${step.urn} ${step.id ?? ""}`, step);
    const now = metadata["new"];
    if (step.type === STACK_TYPE && step.op !== "delete" && isProps(now) && isProps(now["outputs"])) {
      seen.outputs = Object.fromEntries(Object.entries(now["outputs"]).map(([key, value]) => [key, redact(value)]));
    }
  }
  const { diagnosticEvent, summaryEvent } = event;
  if (isProps(diagnosticEvent)) readDiagnostic(diagnosticEvent, seen.diagnostics);
  const counts = isProps(summaryEvent) ? summaryEvent["resourceChanges"] : undefined;
  if (isProps(counts)) for (const [op, count] of Object.entries(counts)) seen.summary[op] = Number(count);
}

function metadataOf(event: Value | undefined): Props | undefined {
  const metadata = isProps(event) ? event["metadata"] : undefined;
  return isProps(metadata) ? metadata : undefined;
}

function readStep(metadata: Props, refresh: boolean, failed: boolean): Step {
  const word = text(metadata["op"]);
  // A word of a newer CLI counts as something seen, not as something done.
  const op = isStepOp(word) ? word : "refresh";
  const urn = text(metadata["urn"]);
  const { old, new: now } = metadata;
  const id = text(isProps(now) ? now["id"] : undefined) || text(isProps(old) ? old["id"] : undefined);
  const step: Step = { op, urn, type: text(metadata["type"]), name: nameOf(urn) };
  if (id !== "") step.id = id;
  const diff = isProps(old) && isProps(now) && CHANGING.includes(op) ? changes(old, now, refresh) : [];
  if (diff.length > 0) step.diff = diff;
  if (failed) step.error = "failed";
  return step;
}

function changes(old: Props, now: Props, refresh: boolean): PropertyChange[] {
  const [before, after] = refresh ? [old["outputs"], now["outputs"]] : [old["inputs"], now["inputs"]];
  return shownChanges(isProps(before) ? before : {}, isProps(after) ? after : {});
}

const isStepOp = (word: string): word is StepOp => Object.hasOwn(WORDS, word);

function readDiagnostic(event: Props, diagnostics: Diagnostic[]): void {
  const severity = text(event["severity"]).split("#")[0];
  if (severity !== "info" && severity !== "warning" && severity !== "error") return;
  const urn = text(event["urn"]);
  const message = text(event["message"]).trimEnd();
  diagnostics.push({ severity, message, ...(urn === "" ? {} : { urn }) });
}

function withError(step: Step, diagnostics: readonly Diagnostic[]): Step {
  if (step.error === undefined) return step;
  const said = diagnostics.find(({ severity, urn }) => severity === "error" && urn === step.urn);
  return { ...step, error: said?.message ?? step.error };
}

function text(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
