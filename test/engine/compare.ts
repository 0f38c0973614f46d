import type { Deployment, OperationResult } from "../../testing/engine/index.ts";
import type { Shelf } from "./shelf.ts";
import { done } from "./shelf.ts";

/** What is compared of one operation: everything but times, wording, random ids, and the order of what is independent. */
export function told(result: OperationResult, shelf: Shelf, state: Deployment) {
  return {
    exitCode: result.exitCode,
    summary: sorted(result.summary),
    // The CLI's event log shows no secrets, so not whether one changed.
    steps: done(result).map((step) => step.replace(/content,(?=nested)/, "")),
    outputs: sorted(result.outputs),
    calls: shelf
      .calls()
      .map((call) => sorted(call).replaceAll(shelf.dir, "DIR"))
      .sort(),
    things: sorted(shelf.things()),
    state: normaliseState(state, shelf),
  };
}

/** Rows by URN and id, without what differs from run to run. */
export function normaliseState(state: Deployment, shelf: Shelf): string[] {
  const { resources } = state.deployment;
  const rows: Record<string, unknown>[] = Array.isArray(resources) ? resources : [];
  return rows
    .map(({ created, modified, sourcePosition, stackTrace, ...row }) => {
      const hasTimes = created !== undefined && modified !== undefined;
      if (row["type"] === "pulumi:providers:pulumi-nodejs") row["id"] = "ID";
      return sorted({ ...row, hasTimes })
        .replaceAll(shelf.dir, "DIR")
        .replace(/(pulumi-nodejs::default::)[0-9a-f-]{36}/g, "$1ID");
    })
    .sort();
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
