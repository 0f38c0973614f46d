import { createHash } from "node:crypto";
import { NotSupportedError, StateError } from "./errors.ts";
import type { PassphraseCrypter } from "./secrets.ts";
import type { Deployment } from "./types.ts";
import { isProps, isSecret, type Props, SECRET, SIGNATURE, secret, type Value } from "./values.ts";

/** One resource of the state. Empty lists and false are left out, as in Pulumi's deployment schema (version 3). */
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
  /** Read by `.get`, not managed. */
  external?: boolean;
  dependencies?: string[];
  /** Why the last create or update was only done in part. */
  initErrors?: string[];
  /** URN and id of the provider resource, joined by `::`. */
  provider?: string;
  propertyDependencies?: Record<string, string[]>;
  /** Deleted already, and still to be created anew. */
  pendingReplacement?: boolean;
  additionalSecretOutputs?: string[];
  /** Seconds. */
  customTimeouts?: Record<string, number>;
  retainOnDelete?: boolean;
  created?: string;
  modified?: string;
  ignoreChanges?: string[];
  replaceOnChanges?: string[];
  importID?: string;
}

/** An operation that was running when the engine was stopped: its outcome is not known. */
export interface PendingOperation {
  resource: Row;
  type: "creating" | "updating" | "deleting" | "reading" | "importing";
}

export interface State {
  rows: Row[];
  pending: PendingOperation[];
  salt: string | undefined;
}

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

export function magicOf(version: string): string {
  return createHash("sha256").update(version).digest("hex");
}

/** Turns secrets into their text in the state and back, and keeps the text of a secret that did not change. */
export class SecretTexts {
  readonly #crypter: PassphraseCrypter;
  readonly #known = new Map<string, string>();
  constructor(crypter: PassphraseCrypter) {
    this.#crypter = crypter;
  }

  seal(value: Value, urn: string): Value {
    if (Array.isArray(value)) return value.map((element) => this.seal(element, urn));
    if (!isProps(value)) return value;
    if (!isSecret(value)) return this.sealAll(value, urn);
    const plaintext = JSON.stringify(value["value"] ?? null);
    const key = `${urn} ${plaintext}`;
    const ciphertext = this.#known.get(key) ?? this.#crypter.encrypt(plaintext);
    this.#known.set(key, ciphertext);
    return { [SIGNATURE]: SECRET, ciphertext };
  }

  sealAll(props: Props, urn: string): Props {
    return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, this.seal(value, urn)]));
  }

  open(value: Value, urn: string): Value {
    if (Array.isArray(value)) return value.map((element) => this.open(element, urn));
    if (!isProps(value)) return value;
    if (!isSecret(value)) return this.openAll(value, urn);
    const { ciphertext, plaintext } = value;
    if (typeof ciphertext !== "string" || ciphertext === "") {
      if (typeof plaintext !== "string")
        throw new StateError(`a secret of ${urn} has neither ciphertext nor plaintext`);
      return secret(parseJson(plaintext));
    }
    const text = this.#crypter.decrypt(ciphertext);
    this.#known.set(`${urn} ${text}`, ciphertext);
    return secret(parseJson(text));
  }

  openAll(props: Props, urn: string): Props {
    return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, this.open(value, urn)]));
  }
}

function parseJson(text: string): Value {
  const value: Value = JSON.parse(text);
  return value;
}

/** With secrets in clear, as `pulumi stack export --show-secrets` writes them. */
function showSecret(value: Value): Value {
  if (Array.isArray(value)) return value.map(showSecret);
  if (!isProps(value)) return value;
  if (!isSecret(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, showSecret(inner)]));
  return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(value["value"] ?? null) };
}

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
    manifest: { time: new Date().toISOString(), magic: magicOf(version), version },
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

/** Every URN a row needs to stand after it. */
export function referencesOf(row: Row): string[] {
  const references = [...(row.dependencies ?? []), ...Object.values(row.propertyDependencies ?? {}).flat()];
  if (row.parent) references.push(row.parent);
  if (row.provider) references.push(providerUrn(row.provider));
  return references;
}

export function providerUrn(reference: string): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

function checkOrder(rows: readonly Row[]): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const missing = referencesOf(row).find((urn) => !seen.has(urn));
    if (missing) throw new StateError(`${row.urn} refers to ${missing}, which does not stand before it in the state`);
    seen.add(row.urn);
  }
}

/** Takes references away that nothing before the row answers to, as after a refresh that found resources gone. */
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
