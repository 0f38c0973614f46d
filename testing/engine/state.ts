/** Rows of a state, their URNs, and the state as JSON: Pulumi's deployment, version 3, with its secrets in plain text. */

import { createHash } from "node:crypto";
import { NotSupportedError, StateError } from "./errors.ts";
import type { Deployment } from "./types.ts";
import { isProps, isSecret, mapProps, type Props, SECRET, SIGNATURE, secret, type Value } from "./values.ts";

/** URNs and types of resources. */

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
  const references = [...(row.dependencies ?? []), ...Object.values(row.propertyDependencies ?? {}).flat()];
  if (row.parent) references.push(row.parent);
  if (row.provider) references.push(providerUrn(row.provider));
  return references;
}

export function providerUrn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/** Removes references to rows that are missing, for example after a refresh found them gone. */
export function repairReferences(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const kept = (urns: readonly string[]) => urns.filter((urn) => seen.has(urn));
    const repaired = { ...row };
    if (row.dependencies) repaired.dependencies = kept(row.dependencies);
    if (row.propertyDependencies) {
      const entries = Object.entries(row.propertyDependencies).map(([key, urns]) => [key, kept(urns)] as const);
      repaired.propertyDependencies = Object.fromEntries(entries.filter(([, urns]) => urns.length > 0));
    }
    if (row.parent && !seen.has(row.parent)) delete repaired.parent;
    seen.add(row.urn);
    return repaired;
  });
}

/** Moves a row before the rows that refer to it: the state must list a resource before its dependents. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  const byUrn = new Map<string, Entry>();
  for (const entry of entries) if (!entry.row.delete && !byUrn.has(entry.row.urn)) byUrn.set(entry.row.urn, entry);
  const placed = new Set<Key>();
  const urns = new Set<string>();
  const ordered: Entry[] = [];
  const add = (entry: Entry) => {
    if (placed.has(entry.key)) return;
    placed.add(entry.key);
    for (const urn of referencesOf(entry.row)) {
      const needed = urns.has(urn) ? undefined : byUrn.get(urn);
      if (needed) add(needed);
    }
    ordered.push(entry);
    urns.add(entry.row.urn);
  };
  for (const entry of entries) add(entry);
  return ordered;
}

/** One resource of the state, with the names that a deployment has for its fields. */
export interface Row {
  urn: string;
  /** False for components: they have no provider and no id. */
  custom: boolean;
  type: string;
  id?: string;
  /** Replaced by a newer one, and still to be deleted. */
  delete?: boolean;
  inputs: Props;
  outputs: Props;
  parent?: string;
  protect?: boolean;
  dependencies?: string[];
  /** The reason that the last create or update is incomplete. */
  initErrors?: string[];
  /** URN and id of the provider resource, joined by `::`. */
  provider?: string;
  propertyDependencies?: Record<string, string[]>;
  additionalSecretOutputs?: string[];
  retainOnDelete?: boolean;
  created?: string;
  modified?: string;
  ignoreChanges?: string[];
}

/** The identity of a row during one operation. It stays the same when the row changes. */
export type Key = number;

export interface Entry {
  key: Key;
  row: Row;
}

const TEXTS = ["id", "parent", "provider", "created", "modified"] as const;
const FLAGS = ["delete", "protect", "retainOnDelete"] as const;
const LISTS = ["dependencies", "initErrors", "additionalSecretOutputs", "ignoreChanges"] as const;
const REST = ["urn", "custom", "type", "inputs", "outputs", "propertyDependencies"];
/** Fields that the real engine writes, and that this engine ignores. */
const DROPPED = ["sourcePosition", "stackTrace", "aliases", "replaceOnChanges", "importID", "customTimeouts"];
const KNOWN = new Set<string>([...TEXTS, ...FLAGS, ...LISTS, ...REST, ...DROPPED]);

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
export function fromDeployment(deployment: Value): Row[] {
  const body = isProps(deployment) && deployment["version"] === 3 ? deployment["deployment"] : undefined;
  if (!isProps(body)) throw new StateError("it isn't a deployment of version 3");
  const { resources, pending_operations: pending } = body;
  if (Array.isArray(pending) && pending.length > 0) throw new NotSupportedError("states with pending operations");
  return (Array.isArray(resources) ? resources : []).map(rowFromJson);
}

function rowFromJson(json: Value): Row {
  if (!isProps(json)) throw new StateError("a resource of the state isn't an object");
  const urn = String(json["urn"]);
  const unknown = Object.keys(json).filter((key) => !KNOWN.has(key) && !isEmpty(json[key]));
  if (unknown.length > 0) throw new NotSupportedError(`the state fields ${unknown.join(", ")} of ${urn}`);
  const open = (props: Value | undefined) =>
    mapProps(propsOf(props), (value) => (isSecret(value) ? opened(value, urn) : value));
  const [inputs, outputs] = [open(json["inputs"]), open(json["outputs"])];
  const row: Row = { urn, custom: json["custom"] === true, type: String(json["type"]), inputs, outputs };
  for (const key of TEXTS) if (typeof json[key] === "string") row[key] = json[key];
  for (const key of FLAGS) if (json[key] === true) row[key] = true;
  for (const key of LISTS) row[key] = texts(json[key]);
  const properties = Object.entries(propsOf(json["propertyDependencies"]));
  row.propertyDependencies = Object.fromEntries(properties.map(([key, urns]) => [key, texts(urns)]));
  return row;
}

const propsOf = (value: Value | undefined) => (isProps(value) ? value : {});
const texts = (value: Value | undefined) => (Array.isArray(value) ? value.map(String) : []);

function opened({ plaintext }: Props, urn: string): Value {
  if (typeof plaintext !== "string") {
    throw new StateError(`a secret of ${urn} is encrypted. Export the state with --show-secrets`);
  }
  const value: Value = JSON.parse(plaintext);
  return secret(value);
}
