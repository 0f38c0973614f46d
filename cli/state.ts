/** The resources of this package in a stack's state, with their secrets named. */
import { isObject } from "../provider/api/json.ts";
import { normaliseDomain } from "../provider/dns/index.ts";
import { isExplicit } from "../provider/fronts/shared/ownKeys.ts";
import { contentOf, typeOfToken } from "../provider/fronts/shared/state.ts";
import type { Properties } from "../provider/lifecycle/definition.ts";
import { SECRET, SIGNATURE } from "../testing/engine/values.ts";
import { deploymentIn, type Json, listOf, objectOf, StateError, type StateSource, stateText } from "./state/load.ts";

/** One resource of this package, as the state has it. */
export interface StateRow {
  urn: string;
  /** Name in the program. */
  name: string;
  /** Such as `DnsRecord`. */
  type: string;
  id: string;
  /** The program's arguments, with secrets in plain text. */
  inputs: Properties;
  /** The live values at the time of the state, with secrets in plain text. */
  outputs: Properties;
  /** Names of inputs and outputs that hold a secret: never to be shown. */
  secrets: readonly string[];
  /** Is it protected from deletion? */
  isProtected: boolean;
  /** Arguments whose changes the program ignores. */
  ignoreChanges: readonly string[];
}

/** The domain of a row; `undefined` for a contact. */
export function domainOfRow({ inputs, outputs }: StateRow): string | undefined {
  const domain = outputs["domain"] ?? inputs["domain"];
  try {
    return domain === undefined ? undefined : normaliseDomain(String(domain));
  } catch {
    return undefined;
  }
}

export interface StackState {
  /** Name of the stack, where a resource tells it. */
  stack: string | undefined;
  project: string | undefined;
  /** Are its resources the plugin's, and not those of the classes? */
  isPlugin: boolean;
  /** In the state's order; without those that only wait to be deleted. */
  rows: StateRow[];
  /** The same rows by the provider that they are of. */
  accounts: StackAccount[];
  /** Operations that were running when the engine was stopped: their results are not in the rows. */
  pending: number;
}

/** Rows that one provider made: the classes', the plugin's for the stack, or one that the program declares. */
export interface StackAccount {
  rows: StateRow[];
  /** The program declares the provider: its settings, and not the environment's, say which account it is. */
  isExplicit: boolean;
  /** Its settings by full key, such as `registrar:baseUrl`, as they were at the last `up`. */
  get(key: string): string | undefined;
}

const classes = "pulumi:providers:pulumi-nodejs";
const plugin = "pulumi:providers:registrar";

/**
 * Reads the state of a stack: through the Pulumi CLI, or from a file (what `pulumi stack export` printed, or the
 * checkpoint of a file backend).
 * @throws StateError with the remedy
 */
export async function readState(source: StateSource): Promise<StackState> {
  return rowsOf(deploymentIn(await stateText(source)), source.env);
}

function rowsOf(deployment: Json, env: NodeJS.ProcessEnv): StackState {
  const all = listOf(deployment["resources"]);
  const own = all.filter(
    (row) => typeOfToken(row["type"]) !== undefined && row["custom"] === true && !row["delete"] && !row["external"],
  );
  const providers = all.filter(({ type, ...row }) => (type === classes || type === plugin) && !row["delete"]);
  const providerOf = (row: Json) =>
    providers.find(({ urn, id }) => row["provider"] === `${String(urn)}::${String(id)}`) ?? providers.at(-1);
  const byProvider = new Map<Json | undefined, StateRow[]>();
  const rows = own.flatMap((row) => {
    if (row["pendingReplacement"] === true) return [];
    const made = rowOf(row);
    const provider = providerOf(row);
    const others = byProvider.get(provider);
    if (others === undefined) byProvider.set(provider, [made]);
    else others.push(made);
    return [made];
  });
  const [, stack, project] = /^urn:pulumi:(.+?)::(.+?)::/.exec(String(all[0]?.["urn"])) ?? [];
  return {
    stack,
    project,
    isPlugin: own.some((row) => String(row["type"]).startsWith("registrar:")),
    rows,
    accounts: [...byProvider].map(([provider, made]) => accountOf(provider, made, env)),
    pending: listOf(deployment["pending_operations"]).length,
  };
}

function accountOf(provider: Json | undefined, rows: StateRow[], env: NodeJS.ProcessEnv): StackAccount {
  const { urn, type } = provider ?? {};
  const settings = objectOf(provider?.["inputs"]);
  const isDeclared = type === plugin && isExplicit(String(urn).split("::").at(-1) ?? "");
  return {
    rows,
    isExplicit: isDeclared,
    get(key) {
      // The classes' provider has the complete configuration of the stack.
      const given = settings[type === plugin ? key.replace(/^registrar:/, "") : key];
      try {
        const value = given === undefined ? undefined : open(given, "the configuration").value;
        return value === undefined || value === null ? undefined : textOf(value);
      } catch (error) {
        // An encrypted secret is an error only if it is the token, and no other source has one.
        const isNeeded = key === "registrar:apiToken" && (isDeclared || !env["REGISTRAR_API_TOKEN"]);
        if (isNeeded || !(error instanceof StateError)) throw error;
        return undefined;
      }
    },
  };
}

function rowOf(row: Json): StateRow {
  const urn = String(row["urn"]);
  const [given, live] = [open(row["inputs"] ?? {}, urn), open(row["outputs"] ?? {}, urn)];
  const { inputs, outputs, secretInputs } = contentOf({
    inputs: objectOf(given.value),
    outputs: objectOf(live.value),
  });
  return {
    urn,
    name: urn.slice(urn.lastIndexOf("::") + 2),
    type: typeOfToken(row["type"]) ?? "",
    id: String(row["id"] ?? ""),
    inputs,
    outputs,
    secrets: [...new Set([...given.secrets, ...live.secrets, ...secretInputs])].sort(),
    isProtected: row["protect"] === true,
    ignoreChanges: Array.isArray(row["ignoreChanges"]) ? row["ignoreChanges"].map(String) : [],
  };
}

/**
 * Replaces the secrets of a value by what they hold, and lists the keys that had some. A copy would double the memory for a large
 * state.
 * @throws StateError if one is encrypted: the Pulumi CLI decrypts it
 */
function open(value: unknown, where: string): { value: unknown; secrets: string[] } {
  const secrets: string[] = [];
  if (!isObject(value) || value[SIGNATURE] === SECRET) return { value: opened(value, where, () => undefined), secrets };
  for (const key of Object.keys(value)) value[key] = opened(value[key], where, () => secrets.push(key));
  return { value, secrets };
}

function opened(value: unknown, where: string, found: () => void): unknown {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = opened(item, where, found);
  } else if (isObject(value)) {
    if (value[SIGNATURE] === SECRET) {
      found();
      if (typeof value["plaintext"] === "string") return JSON.parse(value["plaintext"]);
      throw new StateError(
        `a secret of ${where} is encrypted`,
        "Leave out --export, or export the state with `pulumi stack export --show-secrets`.",
      );
    }
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (typeof inner === "object" && inner !== null) value[key] = opened(inner, where, found);
    }
  }
  return value;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
