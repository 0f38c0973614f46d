/** The state as JSON: Pulumi's deployment, version 3, with its secrets in plain text. */
import { createHash } from "node:crypto";
import { NotSupportedError, StateError } from "./errors.ts";
import type { Row } from "./state.ts";
import type { Deployment } from "./types.ts";
import { isProps, isSecret, mapProps, type Props, SECRET, SIGNATURE, secret, type Value } from "./values.ts";

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
