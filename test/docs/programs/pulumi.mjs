// Stands in for the command `pulumi` where there is none: what the recipes use of it, on the small engine. The state is
// in the folder that PULUMI_BACKEND_URL names. What it does not know, it refuses.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    stack: { type: "string", short: "s" },
    file: { type: "string" },
    create: { type: "boolean" },
    path: { type: "boolean" },
    local: { type: "boolean" },
    secret: { type: "boolean" },
    protect: { type: "string" },
    "generate-code": { type: "string" },
    color: { type: "string" },
    yes: { type: "boolean" },
    diff: { type: "boolean" },
    "non-interactive": { type: "boolean" },
    "continue-on-error": { type: "boolean" },
    "expect-no-changes": { type: "boolean" },
    "preview-only": { type: "boolean" },
    "skip-preview": { type: "boolean" },
    "show-secrets": { type: "boolean" },
  },
});
const [command, verb, name, value] = positionals;
const stateDir = fileURLToPath(process.env.PULUMI_BACKEND_URL);
const selection = join(stateDir, "selected");
const selected = () => (existsSync(selection) ? readFileSync(selection, "utf8") : undefined);
const stackName = command === "stack" && name !== undefined ? name : (values.stack ?? selected());
if (stackName === undefined && command !== "login") throw new Error("name the stack");
const known = join(stateDir, `stack.${stackName}`);
const options = {
  preview: !values["skip-preview"] && process.env.STAND_IN_PREVIEWS !== "false",
  continueOnError: values["continue-on-error"] ?? false,
  expectNoChanges: values["expect-no-changes"] ?? false,
};

const open = async () => {
  if (!existsSync(known)) throw new Error(`no stack named '${stackName}' found`);
  const { localStack } = await import("../../../dist/internal.js");
  const onOutput = (line) => process.stdout.write(`${line}\n`);
  return localStack({ cwd: process.cwd(), stack: stackName, stateDir, onOutput });
};
/** Without a terminal nobody can be asked. */
const agreed = () => {
  if (!values.yes && process.env.PULUMI_SKIP_CONFIRMATIONS !== "true")
    throw new Error(`--yes must be passed in to proceed when running in non-interactive mode`);
};

const commands = {
  login: async () => {
    if (!values.local) throw new Error("this stand-in keeps states in a folder only");
  },
  "stack init": async () => {
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(known, "");
    writeFileSync(selection, stackName);
  },
  "stack select": async () => {
    if (values.create) mkdirSync(stateDir, { recursive: true });
    if (values.create && !existsSync(known)) writeFileSync(known, "");
    if (!existsSync(known)) throw new Error(`no stack named '${stackName}' found`);
    writeFileSync(selection, stackName);
  },
  "config set": async () => {
    if (values.secret || values.path) throw new Error("this stand-in keeps neither secrets nor paths");
    const yaml = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"))("js-yaml");
    const [, project] = /^name: (\S+)/m.exec(readFileSync("Pulumi.yaml", "utf8")) ?? [];
    const file = `Pulumi.${stackName}.yaml`;
    const { config = {} } = existsSync(file) ? (yaml.load(readFileSync(file, "utf8")) ?? {}) : {};
    config[name.includes(":") ? name : `${project}:${name}`] = value;
    writeFileSync(file, yaml.dump({ config }));
  },
  import: async () => {
    agreed();
    return (await (await open()).import(values.file)).exitCode;
  },
  "stack export": async () => {
    const state = await (await open()).exportState({ showSecrets: values["show-secrets"] ?? false });
    if (values.file !== undefined) writeFileSync(values.file, JSON.stringify(state));
    else process.stdout.write(`${JSON.stringify(state)}\n`);
  },
  preview: async () => (await (await open()).preview(options)).exitCode,
  up: async () => {
    agreed();
    return (await (await open()).up(options)).exitCode;
  },
  refresh: async () => {
    const previewOnly = values["preview-only"] ?? false;
    if (!previewOnly) agreed();
    return (await (await open()).refresh({ ...options, previewOnly })).exitCode;
  },
  destroy: async () => {
    agreed();
    return (await (await open()).destroy(options)).exitCode;
  },
  cancel: async () => {
    agreed();
    rmSync(join(stateDir, `domains.${stackName}.json.lock`), { force: true });
  },
};

const chosen = commands[["stack", "config"].includes(command) ? `${command} ${verb}` : command];
if (chosen === undefined) throw new Error(`this stand-in has no command ${positionals.join(" ")}`);
process.exitCode = (await chosen()) ?? 0;
