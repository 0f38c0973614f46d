import * as fs from "node:fs";
import * as path from "node:path";
import { NotSupportedError, ProjectError } from "../shared/errors.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import type { StackOptions } from "./types.ts";

/** The default passphrase of a test stack's secrets. Use it only in tests. */
const TEST_PASSPHRASE = "registrar-test";

export interface ConfigValue {
  value: string;
  secret: boolean;
}

/** A Pulumi project and one stack's configuration. */
export interface Project {
  name: string;
  stack: string;
  /** Folder of `Pulumi.yaml`. */
  root: string;
  /** Folder the program runs in. */
  dir: string;
  /** The entry point there: a file name, or `.`. */
  main: string;
  typescript: boolean;
  sdk: Sdk;
  /** By full key: `namespace:key`. */
  config: Map<string, ConfigValue>;
}

export function passphraseOf(options: StackOptions): string {
  const env = { ...process.env, ...options.env };
  return options.passphrase ?? env["PULUMI_CONFIG_PASSPHRASE"] ?? TEST_PASSPHRASE;
}

export function stackName(options: StackOptions): string {
  return options.stack ?? "dev";
}

/**
 * Folder and name of a project in any language, for the CLI, which reads all other settings itself. Doesn't use the YAML parser
 * of the project's SDK, which only a program for Node.js has.
 *
 * @throws ProjectError if there is no project with a name
 */
export function findProject(options: StackOptions): { root: string; name: string } {
  const { root, file } = projectFile(options);
  const line = fs
    .readFileSync(file, "utf8")
    .split(/\r?\n/)
    .find((each) => each.startsWith("name:"));
  const [value = ""] = (line ?? "").slice("name:".length).split(" #");
  const name = value.trim().replace(/^"([\w.-]+)"$|^'([\w.-]+)'$/, "$1$2");
  if (!/^[\w.-]+$/.test(name)) throw new ProjectError(`${file} has no name; add one`);
  return { root, name };
}

function projectFile(options: StackOptions): { root: string; file: string } {
  const root = path.resolve(options.cwd);
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => path.join(root, name)).find((name) => fs.existsSync(name));
  if (!file) throw new ProjectError(`there is no Pulumi.yaml in ${root}; name the folder that has it`);
  return { root, file };
}

/**
 * Reads `Pulumi.yaml` and `Pulumi.<stack>.yaml`.
 *
 * @throws ProjectError if there is no readable project for Node.js
 * @throws NotSupportedError for project settings the local engine does not have
 */
export function loadProject(options: StackOptions): Project {
  const { root, file } = projectFile(options);
  const sdk = loadSdk(root);
  const project = readYaml(sdk, file);
  const name = project["name"];
  if (typeof name !== "string") throw new ProjectError(`${file} has no name; add one`);
  const runtime = runtimeOf(project["runtime"], file);
  if (project["config"] !== undefined) throw new NotSupportedError("configuration in Pulumi.yaml");
  const program = path.resolve(root, typeof project["main"] === "string" ? project["main"] : ".");
  const isFolder = fs.existsSync(program) && fs.statSync(program).isDirectory();
  const dir = isFolder ? program : path.dirname(program);
  const stack = stackName(options);
  const config = readStackFile(sdk, root, stack, name);
  for (const [key, value] of Object.entries(options.config ?? {})) {
    const given = typeof value === "string" ? { value, secret: false } : { value: value.value, secret: true };
    config.set(fullKey(key, name), given);
  }
  return {
    name,
    stack,
    root,
    dir,
    main: isFolder ? "." : path.basename(program),
    typescript: runtime.typescript,
    sdk: dir === root ? sdk : loadSdk(dir),
    config,
  };
}

function runtimeOf(runtime: unknown, file: string): { typescript: boolean } {
  const name = isRecord(runtime) ? runtime["name"] : runtime;
  if (name !== "nodejs")
    throw new ProjectError(
      `${file} has the runtime ${String(name)}; the local engine runs nodejs only; run it with the Pulumi CLI`,
    );
  const options = isRecord(runtime) && isRecord(runtime["options"]) ? runtime["options"] : {};
  return { typescript: options["typescript"] !== false };
}

function readStackFile(sdk: Sdk, root: string, stack: string, project: string): Map<string, ConfigValue> {
  const config = new Map<string, ConfigValue>();
  const file = path.join(root, `Pulumi.${stack}.yaml`);
  if (!fs.existsSync(file)) return config;
  const settings = readYaml(sdk, file);
  if (settings["environment"] !== undefined) throw new NotSupportedError("environments in the stack configuration");
  for (const [key, value] of Object.entries(isRecord(settings["config"]) ? settings["config"] : {})) {
    if (isRecord(value) && typeof value["secure"] === "string") {
      throw new NotSupportedError(`the encrypted ${key} of Pulumi.${stack}.yaml; give it in \`config\` instead`);
    }
    config.set(fullKey(key, project), {
      value: typeof value === "string" ? value : JSON.stringify(value),
      secret: false,
    });
  }
  return config;
}

/** A key without namespace belongs to the project. */
function fullKey(key: string, project: string): string {
  return key.includes(":") ? key : `${project}:${key}`;
}

function readYaml(sdk: Sdk, file: string): Record<string, unknown> {
  const content = sdk.yaml.load(fs.readFileSync(file, "utf8"));
  if (!isRecord(content)) throw new ProjectError(`${file} isn't a YAML mapping`);
  return content;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
