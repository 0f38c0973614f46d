/** Projects in languages other than TypeScript, with the package that Pulumi generates for them. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goModule } from "../../scripts/generated/owner.ts";
import { fileOf } from "./optional.ts";
import type { DeclaredProgram } from "./programs.ts";
import "../support/built.ts";

const plugin = join(__dirname, "..", "..", "exe");

/** The part of a `Pulumi.yaml` that every project has. */
export const projectFile = (runtime: string) =>
  `name: domains\nruntime: ${runtime}\nplugins: { providers: [{ name: registrar, path: ${JSON.stringify(plugin)} }] }\n`;

/** The source plugin with the component `Domain`, and the line of a `Pulumi.yaml` in YAML that takes it. */
export const components = join(__dirname, "..", "..", "components");
export const componentsLine = `packages: { registrar-components: ${JSON.stringify(components)} }\n`;

/** The project file of a program in YAML with these resources. */
export function yamlOf(resources: DeclaredProgram, more = ""): string {
  const typeOf = (name: string) => (name === "Domain" ? "registrar-components:Domain" : `registrar:${name}`);
  const typed = Object.entries(resources).map(([name, { class: type, args: properties }]) => [
    name,
    { type: typeOf(type), properties },
  ]);
  const text = JSON.stringify(Object.fromEntries(typed)).replace('{"secret":', '{"fn::secret":');
  return `${projectFile("yaml")}${componentsLine}resources: ${text}\n${more}`;
}

/** Writes the package for a language, as `pulumi package add` does. @returns where */
export function generated(
  language: string,
  folder: string,
  source = join(plugin, "pulumi-resource-registrar"),
): string {
  const env = { ...process.env, PULUMI_HOME: join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
  const args = ["package", "gen-sdk", source, "--language", language, "--out", folder];
  execFileSync(fileOf("pulumi"), args, { env, stdio: "ignore" });
  return join(folder, language);
}

/** The environment of a program in Python to find the package. */
export function pythonEnv(folder: string): Record<string, string> {
  const path = installed(generated("python", folder), "pulumi_registrar");
  return { PULUMI_PYTHON_CMD: fileOf("pulumi-language-python"), PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: "1" };
}

/** Writes the program of `declared/__main__.py`, with the component `Domain`. */
export function pythonProgram(folder: string): { program: string; env: Record<string, string> } {
  const program = join(folder, "python-program");
  mkdirSync(program);
  const source = `{ name: registrar-components, path: ${JSON.stringify(components)} }`;
  writeFileSync(join(program, "Pulumi.yaml"), projectFile("python").replace(" }] }", ` }, ${source}] }`));
  copyFileSync(join(__dirname, "..", "programs", "declared", "__main__.py"), join(program, "__main__.py"));
  const env = pythonEnv(folder);
  const python = generated("python", join(folder, "components"), components);
  env["PYTHONPATH"] += `:${installed(python, "pulumi_registrar_components")}`;
  return { program, env };
}

/** A package for Python asks for its own version: this adds what an installation of it would leave. @returns where */
function installed(path: string, name: string): string {
  const information = join(path, `${name}-0.1.0.dist-info`);
  mkdirSync(information, { recursive: true });
  writeFileSync(join(information, "METADATA"), `Metadata-Version: 2.1\nName: ${name}\nVersion: 0.1.0\n`);
  return path;
}

/**
 * Compiles programs in Go into one, since each takes a minute.
 * @returns the executable; the variable `PROGRAM` tells it which of them, by its place, it is
 */
export function goPrograms(folder: string, programs: readonly string[]): string {
  const sdk = generated("go", folder);
  const root = join(folder, "programs");
  const file = (name: string, text: string) => {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  programs.forEach((code, at) => {
    file(`p${at}/main.go`, code.replace("package main", `package p${at}`).replace("func main()", "func Main()"));
  });
  const list = programs.map((_, at) => `\t"${at}": p${at}.Main,\n`).join("");
  const imports = programs.map((_, at) => `\t"domains/p${at}"\n`).join("");
  file(
    "main.go",
    `package main\n\nimport (\n${imports}\t"os"\n)\n\n` +
      `var programs = map[string]func(){\n${list}}\n\nfunc main() { programs[os.Getenv("PROGRAM")]() }\n`,
  );
  const go = (...args: string[]) => execFileSync("go", args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  go("mod", "init", "domains");
  go("mod", "edit", "-replace", `github.com/pulumi/pulumi/sdk/v3=${fileOf("pulumi-language-go")}`);
  go("mod", "edit", "-replace", `${goModule}=${sdk}`);
  go("mod", "tidy");
  go("build", "-o", "program", ".");
  return join(root, "program");
}
