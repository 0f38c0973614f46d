import * as fs from "node:fs";
import { WORDS } from "./display.ts";
import { shownChanges } from "./paths.ts";
import type { Diagnostic, PropertyChange, Step, StepOp } from "./types.ts";
import { isProviderType, nameOf, STACK_TYPE } from "./urn.ts";
import { type Props, redact } from "./values.ts";

/** The outcome of one CLI operation, from its event log (one JSON object per line; sdk/go/common/apitype/events.go). */
export interface Seen {
  steps: Step[];
  summary: Record<string, number>;
  diagnostics: Diagnostic[];
  /** Undefined: no event had them. */
  outputs: Record<string, unknown> | undefined;
}

interface State {
  id?: string;
  inputs?: Props;
  outputs?: Props;
}

interface Metadata {
  op: string;
  urn: string;
  type: string;
  old?: State | null;
  new?: State | null;
}

/** The parts of a line of the log that are read. */
interface Event {
  resOutputsEvent?: { metadata: Metadata };
  resOpFailedEvent?: { metadata: Metadata };
  diagnosticEvent?: { severity: string; message: string; urn?: string };
  summaryEvent?: { resourceChanges?: Record<string, number> };
}

const CHANGING: readonly string[] = ["update", "replace", "create-replacement"];

/** Reads an event log. An operation that failed before its start has none. */
export function readEvents(file: string, refresh: boolean): Seen {
  const seen: Seen = { steps: [], summary: {}, diagnostics: [], outputs: undefined };
  if (!fs.existsSync(file)) return seen;
  const steps = new Map<string, Step>();
  for (const line of fs.readFileSync(file, "utf8").split("\n")) {
    if (line !== "") readEvent(JSON.parse(line), refresh, seen, steps);
  }
  seen.steps = [...steps.values()].map((step) => withError(step, seen.diagnostics));
  return seen;
}

function readEvent(event: Event, refresh: boolean, seen: Seen, steps: Map<string, Step>): void {
  const { resOutputsEvent, resOpFailedEvent, diagnosticEvent, summaryEvent } = event;
  const metadata = (resOutputsEvent ?? resOpFailedEvent)?.metadata;
  if (metadata && !isProviderType(metadata.type)) {
    const step = readStep(metadata, refresh, resOutputsEvent === undefined);
    // A component is reported twice: when it is created and when its outputs are known.
    steps.set(`${step.op} ${step.urn} ${step.id ?? ""}`, step);
    const outputs = metadata.new?.outputs;
    if (step.type === STACK_TYPE && step.op !== "delete" && outputs) {
      seen.outputs = Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, redact(value)]));
    }
  }
  if (diagnosticEvent) readDiagnostic(diagnosticEvent, seen.diagnostics);
  Object.assign(seen.summary, summaryEvent?.resourceChanges);
}

function readStep({ op: word, urn, type, old, new: now }: Metadata, refresh: boolean, failed: boolean): Step {
  // An unknown word of a newer CLI counts as a read, not as a change.
  const op = isStepOp(word) ? word : "refresh";
  const id = now?.id || old?.id;
  const diff = old && now && CHANGING.includes(op) ? changes(old, now, refresh) : [];
  return {
    op,
    urn,
    type,
    name: nameOf(urn),
    ...(id && { id }),
    ...(diff.length > 0 && { diff }),
    ...(failed && { error: "failed" }),
  };
}

function changes(old: State, now: State, refresh: boolean): PropertyChange[] {
  const of = (state: State) => (refresh ? state.outputs : state.inputs) ?? {};
  return shownChanges(of(old), of(now));
}

const isStepOp = (word: string): word is StepOp => Object.hasOwn(WORDS, word);

function readDiagnostic({ urn, ...event }: NonNullable<Event["diagnosticEvent"]>, diagnostics: Diagnostic[]): void {
  const severity = event.severity.split("#")[0];
  if (severity !== "info" && severity !== "warning" && severity !== "error") return;
  diagnostics.push({ severity, message: event.message.trimEnd(), ...(urn && { urn }) });
}

function withError(step: Step, diagnostics: readonly Diagnostic[]): Step {
  if (step.error === undefined) return step;
  const diagnostic = diagnostics.find(({ severity, urn }) => severity === "error" && urn === step.urn);
  return { ...step, error: diagnostic?.message ?? step.error };
}
