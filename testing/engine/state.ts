/** Rows of a state, their URNs, and the state as JSON: Pulumi's deployment, version 3, with its secrets in plain text. */

import { createHash } from "node:crypto";
import * as z from "zod";
import { NotSupportedError, StateError } from "../shared/errors.ts";
import type { Deployment } from "./types.ts";
import { isSecret, mapProps, type Props, SECRET, SIGNATURE, secret, type Value } from "./values.ts";

/** The type of the stack's own resource. */
export const STACK_TYPE = "pulumi:pulumi:Stack";

export function isProviderType(type: string): boolean {
  return type.startsWith("pulumi:providers:");
}

/** `urn:pulumi:STACK::PROJECT::PARENTTYPE$TYPE::NAME`; the stack does not count as a parent. */
export function makeUrn(stack: string, project: string, parent: string, type: string, name: string): string {
  const qualified = qualifiedType(parent);
  const prefix = qualified === "" || qualified === STACK_TYPE ? "" : `${qualified}$`;
  return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
}

/** The type after its parents' types, joined by `$`. */
export function qualifiedType(urn: string): string {
  return urn.split("::")[2] ?? "";
}

/** The resource's own type. */
export function typeOf(urn: string): string {
  const qualified = qualifiedType(urn);
  return qualified.slice(qualified.lastIndexOf("$") + 1);
}

export function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** The URNs that must come before the row. */
export function referencesOf(row: Row): string[] {
  const references = [...row.dependencies, ...Object.values(row.propertyDependencies).flat()];
  if (row.parent) references.push(row.parent);
  if (row.provider) references.push(providerUrn(row.provider));
  return references;
}

export function providerUrn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/** The row with other references to rows. @param change the new URN; none drops the reference */
export function withReferences({ parent, ...row }: Row, change: (urn: string) => string[]): Row {
  const entries = Object.entries(row.propertyDependencies).map(([key, urns]) => [key, urns.flatMap(change)] as const);
  const [newParent] = parent === undefined ? [] : change(parent);
  return {
    ...row,
    ...(newParent !== undefined && { parent: newParent }),
    dependencies: row.dependencies.flatMap(change),
    propertyDependencies: Object.fromEntries(entries.filter(([, urns]) => urns.length > 0)),
  };
}

/** Removes references to rows that are missing, for example after a refresh found them gone. */
export function repairReferences(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const repaired = withReferences(row, (urn) => (seen.has(urn) ? [urn] : []));
    seen.add(row.urn);
    return repaired;
  });
}

/** Moves a row before the rows that refer to it: the state must list a resource before its dependents. */
export function inOrder(rows: readonly Row[]): Row[] {
  const byUrn = new Map(rows.filter((row) => !row.delete).map((row) => [row.urn, row]));
  const ordered = new Set<Row>();
  const placed = new Set<Row>();
  const add = (row: Row) => {
    if (placed.has(row)) return;
    placed.add(row);
    for (const urn of referencesOf(row)) {
      const needed = byUrn.get(urn);
      if (needed) add(needed);
    }
    ordered.add(row);
  };
  for (const row of rows) add(row);
  return [...ordered];
}

const list = z
  .array(z.string())
  .nullish()
  .transform((given) => given ?? []);
const text = z.string().exactOptional();
const flag = z.boolean().exactOptional();
const bag = z
  .record(z.string(), z.json())
  .nullish()
  .transform((given): Props => given ?? {});

/** One resource of the state, with the names that a deployment has for its fields. An object is one row during an operation. */
const rowSchema = z.object({
  urn: z.string(),
  /** False for components: they have no provider and no id. */
  custom: z.boolean().default(false),
  type: z.string(),
  id: text,
  /** Replaced by a newer one, and still to be deleted. */
  delete: flag,
  inputs: bag,
  outputs: bag,
  parent: text,
  protect: flag,
  dependencies: list,
  /** The reason that the last create or update is incomplete. */
  initErrors: list,
  /** URN and id of the provider resource, joined by `::`. */
  provider: text,
  propertyDependencies: z
    .record(z.string(), list)
    .nullish()
    .transform((given) => given ?? {}),
  additionalSecretOutputs: list,
  retainOnDelete: flag,
  ignoreChanges: list,
});
export type Row = z.output<typeof rowSchema>;

/** Fields that the real engine writes, and that this engine ignores. */
const DROPPED = ["created", "modified", "sourcePosition", "stackTrace", "aliases", "replaceOnChanges", "importID"];
const KNOWN = new Set([...Object.keys(rowSchema.shape), ...DROPPED, "customTimeouts"]);

const deploymentSchema = z.object({
  version: z.literal(3),
  deployment: z.object({
    resources: z.array(z.record(z.string(), z.json())).nullish(),
    pending_operations: z.array(z.unknown()).nullish(),
  }),
});

/** A row with these fields, and empty ones. */
export const newRow = (given: z.input<typeof rowSchema>): Row => rowSchema.parse(given);

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false || value === "") return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** @param showSecrets `false`: they cannot be read back either */
export function toDeployment(rows: readonly Row[], version: string, showSecrets: boolean): Deployment {
  const write = (value: Value): Value => {
    if (!isSecret(value)) return value;
    if (!showSecrets) return { [SIGNATURE]: SECRET, ciphertext: "[secret]" };
    return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(value["value"] ?? null) };
  };
  const resources = rows.map((row) => {
    const all = { ...row, inputs: mapProps(row.inputs, write), outputs: mapProps(row.outputs, write) };
    return Object.fromEntries(Object.entries(all).filter(([key, value]) => key === "custom" || !isEmpty(value)));
  });
  const magic = createHash("sha256").update(version).digest("hex");
  return {
    version: 3,
    deployment: { manifest: { time: new Date().toISOString(), magic, version }, resources, metadata: {} },
  };
}

/**
 * Reads a deployment.
 *
 * @throws StateError if it is malformed, or its secrets are encrypted
 * @throws NotSupportedError for fields this engine does not know
 */
export function fromDeployment(given: unknown): Row[] {
  const read = deploymentSchema.safeParse(given).data;
  if (read === undefined) throw new StateError("it isn't a deployment of version 3");
  const { resources, pending_operations: pending } = read.deployment;
  if (pending?.length) throw new NotSupportedError("states with pending operations");
  return (resources ?? []).map(rowFrom);
}

function rowFrom(given: Props): Row {
  const urn = String(given["urn"]);
  const unknown = Object.keys(given).filter((key) => !KNOWN.has(key) && !isEmpty(given[key]));
  if (unknown.length > 0) throw new NotSupportedError(`the state fields ${unknown.join(", ")} of ${urn}`);
  const read = rowSchema.safeParse(given);
  if (!read.success) throw new StateError(`${urn}: ${z.prettifyError(read.error)}`);
  const opened = (value: Value) => (isSecret(value) ? openedSecret(value, urn) : value);
  const { inputs, outputs, ...row } = read.data;
  return { ...row, inputs: mapProps(inputs, opened), outputs: mapProps(outputs, opened) };
}

function openedSecret({ plaintext }: Props, urn: string): Value {
  if (typeof plaintext !== "string") {
    throw new StateError(`a secret of ${urn} is encrypted. Export the state with --show-secrets`);
  }
  const value: Value = JSON.parse(plaintext);
  return secret(value);
}
