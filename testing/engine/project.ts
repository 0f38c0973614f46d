import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import * as z from "zod";
import { NotSupportedError, ProjectError } from "../shared/errors.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import type { StackOptions } from "./types.ts";

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

/** The environment of the program, without variables that are `undefined`. */
export function envOf(options: StackOptions, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const env = Object.entries({ ...process.env, ...options.env, ...more });
  return Object.fromEntries(env.filter(([, value]) => value !== undefined));
}

export function stackName(options: StackOptions): string {
  return options.stack ?? "dev";
}

const runtimeOptions = z.object({ typescript: z.boolean().default(true) });
const runtime = z.object({ name: z.string(), options: runtimeOptions.prefault({}) });
const projectSchema = z.object({
  name: z.string(),
  main: z.string().default("."),
  runtime: z.preprocess((given) => (typeof given === "string" ? { name: given } : given), runtime),
  config: z.unknown().optional(),
});
const stackSchema = z.object({
  config: z.record(z.string(), z.unknown()).nullish(),
  environment: z.unknown().optional(),
});

/** Folder, name and settings of a project in any language. @throws ProjectError if there is no such project */
export function findProject({ cwd }: StackOptions): { root: string } & z.output<typeof projectSchema> {
  const root = path.resolve(cwd);
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => path.join(root, name)).find((name) => fs.existsSync(name));
  if (!file) throw new ProjectError(`there is no Pulumi.yaml in ${root}; name the folder that has it`);
  return { root, ...readYaml(file, projectSchema) };
}

/**
 * Reads `Pulumi.yaml` and `Pulumi.<stack>.yaml`.
 *
 * @throws ProjectError if there is no readable project for Node.js
 * @throws NotSupportedError for project settings the local engine does not have
 */
export function loadProject(options: StackOptions): Project {
  const { root, name, main, runtime, config: settings } = findProject(options);
  if (runtime.name !== "nodejs") throw new NotSupportedError(`the runtime ${runtime.name}`);
  if (settings !== undefined) throw new NotSupportedError("configuration in Pulumi.yaml");
  const program = path.resolve(root, main);
  const isFolder = fs.existsSync(program) && fs.statSync(program).isDirectory();
  const dir = isFolder ? program : path.dirname(program);
  const stack = stackName(options);
  const inFile = Object.entries(readStackFile(root, stack)).map(([key, value]) => {
    return [key, typeof value === "string" ? value : JSON.stringify(value)] as const;
  });
  const config = new Map<string, ConfigValue>();
  for (const [key, given] of [...inFile, ...Object.entries(options.config ?? {})]) {
    const value = typeof given === "string" ? { value: given, secret: false } : given;
    // A key without namespace belongs to the project.
    config.set(key.includes(":") ? key : `${name}:${key}`, value);
  }
  return {
    name,
    stack,
    root,
    dir,
    main: isFolder ? "." : path.basename(program),
    typescript: runtime.options.typescript,
    sdk: loadSdk(dir),
    config,
  };
}

/** The configuration in `Pulumi.<stack>.yaml`. */
function readStackFile(root: string, stack: string): Record<string, unknown> {
  const file = path.join(root, `Pulumi.${stack}.yaml`);
  const { environment, config } = fs.existsSync(file) ? readYaml(file, stackSchema) : {};
  if (environment !== undefined) throw new NotSupportedError("environments in the stack configuration");
  for (const [key, value] of Object.entries(config ?? {})) {
    if (typeof value === "object" && value !== null && "secure" in value) {
      throw new NotSupportedError(`the encrypted ${key} of Pulumi.${stack}.yaml; give it in \`config\` instead`);
    }
  }
  return config ?? {};
}

/** Reads a file with the parser of the SDK beside this package. */
function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const sdk = createRequire(__filename).resolve("@pulumi/pulumi/package.json");
  const yaml: { load(text: string): unknown } = createRequire(sdk)("js-yaml");
  try {
    return schema.parse(yaml.load(fs.readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ProjectError(`${file} cannot be used: ${reason}`);
  }
}
