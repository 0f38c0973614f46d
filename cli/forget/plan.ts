/** Which resources of a state are of some domains, in the order in which they can go, and how they are removed. */

import { execFile } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { normaliseDomain } from "../../provider/dns/index.ts";
import { replaceFile } from "../../testing/files/index.ts";
import { shellWord } from "../output.ts";
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
import { domainOfRow, type StackState, type StateRow } from "../state.ts";

export interface ForgetPlan {
  domains: string[];
  /** What depends on another one comes before it. */
  rows: readonly StateRow[];
  /** Arguments of the Pulumi CLI before the names of the resources. */
  args: readonly string[];
}

/** @throws StateError when the state holds nothing of one of the domains */
export function planForget(
  { rows, stack: name }: StackState,
  given: readonly string[],
  stack: string | undefined,
): ForgetPlan {
  const domains = [...new Set(given.map((domain) => normaliseDomain(domain)))];
  for (const domain of domains) {
    if (rows.some((row) => domainOfRow(row) === domain)) continue;
    throw new StateError(
      `the state of ${name ?? "the stack"} holds no resource of ${domain}`,
      "Check the spelling, and name the stack with --stack and the project's folder with --cwd.",
    );
  }
  // A state lists what a resource depends on before it.
  const found = rows.filter((row) => domains.includes(domainOfRow(row) ?? "")).reverse();
  const flags = [
    ...(found.some(({ isProtected }) => isProtected) ? ["--force"] : []),
    ...(stack === undefined ? [] : ["--stack", stack]),
  ];
  return { domains, rows: found, args: ["state", "delete", "--yes", ...flags] };
}

/** The command of the Pulumi CLI for a shell, a line for each resource. */
export const commandOf = ({ args, rows }: ForgetPlan): string =>
  ["  pulumi", ...args.map(shellWord), ...rows.map(({ urn }) => `\\\n    ${shellWord(urn)}`)].join(" ");

/** @throws StateError when something else in the state needs one of the resources, or the CLI refuses */
export async function carryOut(
  { args, rows }: ForgetPlan,
  { file, cwd = process.cwd(), env }: StateSource,
): Promise<void> {
  const urns = rows.map(({ urn }) => urn);
  if (file !== undefined) return edit(resolve(cwd, file), new Set(urns));
  try {
    await promisify(execFile)("pulumi", [...args, ...urns, "--non-interactive"], { cwd, env });
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
