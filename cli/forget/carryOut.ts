/** Removes resources from a state: through the Pulumi CLI, or from a file. */
import { execFile } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { replaceFile } from "../../testing/files/index.ts";
import {
  deploymentOf,
  isCompressed,
  jsonIn,
  listOf,
  objectOf,
  StateError,
  type StateSource,
  stderrOf,
  textOf,
} from "../state/load.ts";
import type { ForgetPlan } from "./plan.ts";

/** @throws StateError when something else in the state needs one of the resources, or the CLI refuses */
export async function carryOut(
  plan: ForgetPlan,
  { file, stack, cwd = process.cwd(), env }: StateSource,
): Promise<void> {
  if (file !== undefined) return edit(resolve(cwd, file), new Set(plan.rows.map(({ urn }) => urn)));
  try {
    await promisify(execFile)("pulumi", [...plan.args(stack), "--non-interactive"], { cwd, env });
  } catch (error) {
    throw new StateError(
      `\`pulumi state delete\` failed: ${stderrOf(error)}`,
      "If other resources depend on these, remove that from the program, run `pulumi up`, and run this command again.",
    );
  }
}

function edit(path: string, urns: ReadonlySet<string>): void {
  const file = realpathSync(path);
  const bytes = readFileSync(file);
  const state = jsonIn(textOf(bytes));
  const deployment = deploymentOf(state);
  const rest = listOf(deployment["resources"]).filter((row) => !urns.has(String(row["urn"])));
  for (const row of rest) {
    const needed = referencesIn(row).find((urn) => urns.has(urn));
    if (needed === undefined) continue;
    throw new StateError(
      `${String(row["urn"])} depends on ${needed}`,
      "Remove that from the program, run `pulumi up`, and run this command again.",
    );
  }
  deployment["resources"] = rest;
  const text = `${JSON.stringify(state, undefined, 4)}\n`;
  replaceFile(file, isCompressed(bytes) ? gzipSync(text) : text, "sync");
}

function referencesIn(row: Record<string, unknown>): string[] {
  const named = [
    row["parent"],
    row["deletedWith"],
    row["replaceWith"],
    row["dependencies"],
    Object.values(objectOf(row["propertyDependencies"])),
  ];
  return named.flat(2).filter((urn) => typeof urn === "string");
}
