/** The form of a state in JSON: Pulumi's deployment. */
import { createHash } from "node:crypto";
import { NotSupportedError, StateError } from "./errors.ts";
import { checkOrder } from "./references.ts";
import { type SecretTexts, showSecret } from "./secretTexts.ts";
import type { PendingOperation, Row, State } from "./state.ts";
import type { Deployment } from "./types.ts";
import { isProps, type Props, type Value } from "./values.ts";

const TEXTS = ["urn", "type", "id", "parent", "provider", "created", "modified", "importID"] as const;
const FLAGS = ["custom", "delete", "protect", "external", "pendingReplacement", "retainOnDelete"] as const;
const LISTS = ["dependencies", "initErrors", "additionalSecretOutputs", "ignoreChanges", "replaceOnChanges"] as const;
/** Where in a program a resource was declared: the real engine notes it, this one needs it not. */
const DROPPED = ["sourcePosition", "stackTrace", "aliases"];
const KNOWN = new Set<string>([
  ...TEXTS,
  ...FLAGS,
  ...LISTS,
  ...DROPPED,
  "inputs",
  "outputs",
  "propertyDependencies",
  "customTimeouts",
]);

/** Empty lists and false are left out, as in Pulumi's deployment schema (version 3). */
export function rowToJson(row: Row, write: (value: Value) => Value): Props {
  const json: Props = { urn: row.urn, custom: row.custom, type: row.type };
  for (const key of TEXTS) if (row[key]) json[key] = row[key];
  for (const key of FLAGS) if (row[key]) json[key] = true;
  for (const key of LISTS) if (row[key]?.length) json[key] = row[key];
  for (const key of ["inputs", "outputs"] as const) if (Object.keys(row[key]).length > 0) json[key] = write(row[key]);
  if (row.propertyDependencies && Object.keys(row.propertyDependencies).length > 0) {
    json["propertyDependencies"] = row.propertyDependencies;
  }
  if (row.customTimeouts) json["customTimeouts"] = row.customTimeouts;
  return json;
}

export function rowFromJson(json: Value | undefined, secrets: SecretTexts): Row {
  if (!isProps(json)) throw new StateError("a resource of the state is no object");
  const urn = String(json["urn"]);
  const unknown = Object.keys(json).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) throw new NotSupportedError(`the state fields ${unknown.join(", ")} of ${urn}`);
  const row: Row = { urn, custom: json["custom"] === true, type: String(json["type"]), inputs: {}, outputs: {} };
  for (const key of TEXTS) if (typeof json[key] === "string") row[key] = json[key];
  for (const key of FLAGS) if (json[key] === true) row[key] = true;
  for (const key of LISTS) {
    const list = texts(json[key]);
    if (list.length > 0) row[key] = list;
  }
  for (const key of ["inputs", "outputs"] as const) {
    const props = json[key];
    if (isProps(props)) row[key] = secrets.openAll(props, urn);
  }
  const dependencies = json["propertyDependencies"];
  if (isProps(dependencies)) {
    row.propertyDependencies = Object.fromEntries(
      Object.entries(dependencies).map(([key, urns]) => [key, texts(urns)]),
    );
  }
  const timeouts = json["customTimeouts"];
  if (isProps(timeouts)) {
    row.customTimeouts = Object.fromEntries(Object.entries(timeouts).map(([key, seconds]) => [key, Number(seconds)]));
  }
  return row;
}

function texts(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function toDeployment(state: State, version: string, salt: string, secrets: SecretTexts | "show"): Deployment {
  const write = (row: Row) =>
    rowToJson(row, (value) => (secrets === "show" ? showSecret(value) : secrets.seal(value, row.urn)));
  const deployment: Record<string, unknown> = {
    manifest: { time: new Date().toISOString(), magic: createHash("sha256").update(version).digest("hex"), version },
    secrets_providers: { type: "passphrase", state: { salt } },
    resources: state.rows.map(write),
    metadata: {},
  };
  if (state.pending.length > 0) {
    deployment["pending_operations"] = state.pending.map(({ resource, type }) => ({ resource: write(resource), type }));
  }
  return { version: 3, deployment };
}

/**
 * Reads an exported deployment.
 *
 * @param opener makes the crypter for the salt the deployment names (none: it holds no secrets provider)
 * @throws StateError if it is malformed or its resources stand in an impossible order
 * @throws NotSupportedError for fields this engine does not know
 */
export function fromDeployment(deployment: Value, opener: (salt: string | undefined) => SecretTexts): State {
  if (!isProps(deployment) || deployment["version"] !== 3) throw new StateError("the deployment is not of version 3");
  const body = deployment["deployment"];
  if (!isProps(body)) throw new StateError("the deployment is empty");
  const salt = saltOf(body["secrets_providers"]);
  const known = ["manifest", "secrets_providers", "resources", "pending_operations", "metadata"];
  const unknown = Object.keys(body).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new NotSupportedError(`the state sections ${unknown.join(", ")}`);
  const secrets = opener(salt);
  const resources = Array.isArray(body["resources"]) ? body["resources"] : [];
  const rows = resources.map((row) => rowFromJson(row, secrets));
  checkOrder(rows);
  const pending = Array.isArray(body["pending_operations"]) ? body["pending_operations"] : [];
  return { rows, salt, pending: pending.map((entry) => pendingFromJson(entry, secrets)) };
}

export function pendingFromJson(entry: Value, secrets: SecretTexts): PendingOperation {
  const type = isProps(entry) ? entry["type"] : undefined;
  const types = ["creating", "updating", "deleting", "reading", "importing"] as const;
  const found = types.find((name) => name === type);
  if (!isProps(entry) || !found) throw new StateError(`unknown pending operation ${JSON.stringify(type)}`);
  return { resource: rowFromJson(entry["resource"], secrets), type: found };
}

function saltOf(provider: Value | undefined): string | undefined {
  if (!isProps(provider) || !provider["type"]) return undefined;
  if (provider["type"] !== "passphrase")
    throw new NotSupportedError(`the secrets provider ${String(provider["type"])}`);
  const state = provider["state"];
  const salt = isProps(state) ? state["salt"] : undefined;
  return typeof salt === "string" ? salt : undefined;
}
