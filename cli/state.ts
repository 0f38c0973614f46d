/** Loads a stack's state, and finds the resources of this package in it, with their secrets named. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { codeOf, reasonOf } from "../provider/api/errors.ts";
import { isObject } from "../provider/api/response.ts";
import { groupBy, normaliseDomain } from "../provider/dns/index.ts";
import { isExplicit, markedSecret, plainOf, typeOfToken } from "../provider/fronts/shared/state.ts";
import type { Properties } from "../provider/lifecycle/definition.ts";
import { SECRET, SIGNATURE } from "../testing/engine/values.ts";

/** One resource of this package, as the state has it. */
export interface StateRow {
  urn: string;
  name: string;
  type: string;
  id: string;
  /** The program's arguments, with secrets in plain text. */
  inputs: Properties;
  /** The live values at the time of the state, with secrets in plain text. */
  outputs: Properties;
  /** Names of inputs and outputs that hold a secret: never to be shown. */
  secrets: readonly string[];
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

/** A `Domain`, in any language. */
export interface StateComponent extends Pick<StateRow, "urn" | "type" | "name"> {
  /** URNs of its resources. */
  children: readonly string[];
}

export interface StackState {
  /** Name of the stack, where a resource tells it. */
  stack: string | undefined;
  project: string | undefined;
  /** Are its resources the plugin's, and not those of the classes? */
  isPlugin: boolean;
  /** In the state's order; without those that only wait to be deleted. */
  rows: StateRow[];
  /** Those that have children. */
  components: StateComponent[];
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
  const made = own
    .filter((row) => row["pendingReplacement"] !== true)
    .map((row) => ({ row: rowOf(row), provider: providerOf(row) }));
  const rowsIn = (some: typeof made) => some.map(({ row }) => row);
  const [, stack, project] = /^urn:pulumi:(.+?)::(.+?)::/.exec(String(all[0]?.["urn"])) ?? [];
  return {
    stack,
    project,
    isPlugin: own.some((row) => String(row["type"]).startsWith("registrar:")),
    rows: rowsIn(made),
    components: [...groupBy(all, ({ parent }) => String(parent))]
      .filter(([urn]) => urn.includes("registrar-components:index:Domain::"))
      .map(([urn, same]) => ({
        urn,
        type: "Domain",
        name: nameOf(urn),
        children: same.map((row) => String(row["urn"])),
      })),
    accounts: [...groupBy(made, ({ provider }) => provider)].map(([provider, same]) =>
      accountOf(provider, rowsIn(same), env),
    ),
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

const nameOf = (urn: string) => urn.slice(urn.lastIndexOf("::") + 2);

function rowOf(row: Json): StateRow {
  const urn = String(row["urn"]);
  const [given, live] = [open(row["inputs"] ?? {}, urn), open(row["outputs"] ?? {}, urn)];
  const inputs = objectOf(given.value);
  return {
    urn,
    name: nameOf(urn),
    type: typeOfToken(row["type"]) ?? "",
    id: String(row["id"] ?? ""),
    inputs: plainOf(inputs),
    outputs: plainOf(objectOf(live.value)),
    secrets: [...new Set([...given.secrets, ...live.secrets, ...markedSecret(inputs)])].sort(),
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
  if (typeof value !== "object" || value === null) return value;
  if (isObject(value) && value[SIGNATURE] === SECRET) {
    found();
    if (typeof value["plaintext"] === "string") return JSON.parse(value["plaintext"]);
    throw new StateError(
      `a secret of ${where} is encrypted`,
      "Leave out --export, or export the state with `pulumi stack export --show-secrets`.",
    );
  }
  for (const [key, inner] of Object.entries(value)) Reflect.set(value, key, opened(inner, where, found));
  return value;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

export interface StateSource {
  /** File with the state. Default: the Pulumi CLI exports it. */
  file?: string | undefined;
  /** Name of the stack for the CLI; default: the one that is selected. */
  stack?: string | undefined;
  /** Folder of the project, for the CLI and for relative paths. Default: the working directory. */
  cwd?: string | undefined;
  env: NodeJS.ProcessEnv;
}

/** States of large stacks are tens of megabytes. */
const maxBytes = 1024 * 1024 * 1024;

export async function stateText({ file, stack, cwd = process.cwd(), env }: StateSource): Promise<string> {
  return file === undefined ? exported(stack, cwd, env) : fromFile(resolve(cwd, file), file);
}

function fromFile(path: string, asGiven: string): string {
  try {
    const bytes = readFileSync(path);
    // File backends can compress.
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (isCompressed ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new StateError(
      `the state file ${asGiven} cannot be read: ${reasonOf(error)}`,
      "Name a file that `pulumi stack export` wrote, or a checkpoint such as .pulumi/stacks/PROJECT/STACK.json.",
    );
  }
}

async function exported(stack: string | undefined, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ["stack", "export", "--show-secrets", "--non-interactive", ...(stack ? ["--stack", stack] : [])];
  try {
    return (await pulumi(args, { cwd, env })).stdout;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      throw new StateError(
        `the command \`pulumi\` was not found, or the folder ${cwd} does not exist`,
        "Install the Pulumi CLI, correct --cwd, or name a state file with --export.",
      );
    }
    throw new StateError(
      `\`pulumi ${args.slice(0, 2).join(" ")}\` failed: ${stderrOf(error)}`,
      "Name the project's folder with --cwd and the stack with --stack, or a state file with --export.",
    );
  }
}

export const pulumi = (args: readonly string[], { cwd, env }: StateSource) =>
  promisify(execFile)("pulumi", args, { cwd: cwd ?? process.cwd(), env, maxBuffer: maxBytes, encoding: "utf8" });

/** The message of the CLI. Never its stdout, which may have secrets in plain text. */
export function stderrOf(error: unknown): string {
  const stderr = typeof error === "object" && error !== null && "stderr" in error ? String(error.stderr).trim() : "";
  if (stderr !== "") return stderr.replace(/\.$/, "");
  const code = codeOf(error);
  if (code === "ENOENT") return "the command `pulumi` was not found";
  return /^[0-9]+$/.test(code) ? `it ended with the exit code ${code} and without a message` : reasonOf(error);
}

/**
 * A stack's state can't be read, or has an unknown resource type.
 * @cause no stack is selected in this folder
 * @cause an export without `--show-secrets`
 * @remedy Pass `--cwd` and `--stack`, export again, or install the program's version.
 */
export class StateError extends Error {
  readonly code = "ERR_REGISTRAR_STATE";

  constructor(what: string, advice: string) {
    super(`${what}. ${advice}`);
    this.name = "StateError";
  }
}

type Json = Record<string, unknown>;

const stateAdvice = "Use the output of `pulumi stack export`, or a backend's checkpoint.";

const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** @throws StateError when the text holds no deployment */
export function deploymentIn(text: string): Json {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new StateError("the state is not JSON", stateAdvice);
  }
  const outer = objectOf(parsed);
  const { checkpoint, latest } = outer;
  // An export has it under `deployment`, a checkpoint under `checkpoint.latest`; a person may have cut it out of either.
  const itself = "manifest" in outer || Array.isArray(outer["resources"]) ? outer : undefined;
  const deployment = outer["deployment"] ?? objectOf(checkpoint)["latest"] ?? latest ?? itself;
  // A stack that was never used has none.
  if (isObject(checkpoint) && (deployment === undefined || deployment === null)) return {};
  if (!isObject(deployment)) throw new StateError("the state contains no deployment", stateAdvice);
  const resources = deployment["resources"];
  if (Array.isArray(resources) || resources === undefined || resources === null) return deployment;
  throw new StateError("the state's resources are not a list", "Export it again with `pulumi stack export`.");
}
