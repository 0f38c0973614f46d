/**
 * Optional programs that tests use. A run looks for them once, prints the missing ones before the first test, and skips the tests
 * that need them. REGISTRAR_REQUIRED names programs, separated by commas, whose absence fails the run instead.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { chooseEngine } from "../../testing/engine/choose.ts";

const onPath = ["curl", "dig", "named-checkzone"] as const;

/** Names of the browser, on the systems of CI and of people. */
const browsers = ["chromium", "chromium-browser", "google-chrome"];

/** The hosts and the converter are found beside the CLI. Go also needs `go`, and REGISTRAR_GO_SDK: a folder with Pulumi's SDK for Go. */
const programs = [
  ...onPath,
  "chromium",
  "mypy",
  "pulumi",
  "pulumi-converter-yaml",
  "pulumi-language-go",
  "pulumi-language-python",
  "pulumi-language-yaml",
] as const;

export type OptionalProgram = (typeof programs)[number];
type Files = Partial<Record<OptionalProgram, string>>;

/** Passes the result from the process that starts the tests to those that run them. */
const VARIABLE = "REGISTRAR_TEST_PROGRAMS";

/** Looks for all of them, and prints the missing ones. jest calls it once, before the first test. @throws if a required one is missing */
export default async function lookForPrograms(): Promise<void> {
  const choice = await chooseEngine();
  const files: Files = {
    ...Object.assign({}, ...onPath.map((name) => located(name))),
    ...browsers.map((name) => located("chromium", name)).find((each) => each.chromium !== undefined),
    ...(choice.engine === "pulumi" && { pulumi: choice.cli.path, ...languages(dirname(choice.cli.path)) }),
  };
  const missing = programs.filter((name) => !Object.hasOwn(files, name));
  assertRequired(missing);
  const engine = choice.engine === "pulumi" ? "Pulumi's own CLI" : "the small engine";
  const said = [
    `Programs run on ${engine} (${choice.why}).`,
    ...(missing.length === 0 ? [] : [`Not installed, so their tests are skipped: ${missing.join(", ")}.`]),
  ];
  process.env[VARIABLE] = JSON.stringify({ files, said });
  process.stderr.write(`${said.join("\n")}\n`);
  // The tests make much that is soon garbage: with room for it, an eighth of their time is saved.
  const lean = `--max-semi-space-size=32 --require ${JSON.stringify(join(__dirname, "lean.cjs"))}`;
  // Types of programs are checked with everything else, once.
  process.env["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true";
  // Node 22 and newer compile each module once for all processes.
  process.env["NODE_COMPILE_CACHE"] ??= join(__dirname, "..", "..", "node_modules", ".cache", "compiled");
  process.env["NODE_OPTIONS"] = [process.env["NODE_OPTIONS"], lean].filter(Boolean).join(" ");
}

/** @throws if one is in REGISTRAR_REQUIRED, or if that names a program that no test uses */
export function assertRequired(missing: readonly string[], required = process.env["REGISTRAR_REQUIRED"] ?? ""): void {
  const names = required.split(",").flatMap((name) => name.trim() || []);
  const wrong = names.filter((name) => missing.includes(name) || !programs.some((each) => each === name));
  if (wrong.length > 0) throw new Error(`REGISTRAR_REQUIRED names what is not installed here: ${wrong.join(", ")}`);
}

/** Language hosts and the converter beside the CLI. For Python: the interpreter that has the package `pulumi`. For Go: the SDK's folder. */
function languages(folder: string): Files {
  const [yaml, converter] = [join(folder, "pulumi-language-yaml"), join(folder, "pulumi-converter-yaml")];
  const python = process.env["PULUMI_PYTHON_CMD"] || "python3";
  const imports = (names: string) => spawnSync(python, ["-c", `import ${names}`], { stdio: "ignore" }).status === 0;
  const hasPackage = isExecutable(join(folder, "pulumi-language-python")) && imports("pulumi, parver, semver");
  const go = process.env["REGISTRAR_GO_SDK"];
  const hasGo = isExecutable(join(folder, "pulumi-language-go")) && spawnSync("go", ["version"]).status === 0;
  return {
    ...(go && hasGo && { "pulumi-language-go": go }),
    ...(isExecutable(yaml) && { "pulumi-language-yaml": yaml }),
    ...(isExecutable(converter) && { "pulumi-converter-yaml": converter }),
    ...(hasPackage && { "pulumi-language-python": python }),
    ...(hasPackage && imports("mypy") && { mypy: python }),
  };
}

function located(name: OptionalProgram, program: string = name): Files {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const file = folders.map((folder) => join(folder, program)).find(isExecutable);
  return file === undefined ? {} : { [name]: file };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The programs that globalSetup of jest.config.cjs found. */
const found = (): Files => JSON.parse(process.env[VARIABLE] ?? "").files;

/** Path of a program; only in tests that say that they need it. */
export function fileOf(name: OptionalProgram): string {
  const file = found()[name];
  if (file === undefined) throw new Error(`${name} is not installed; the test must say that it needs it`);
  return file;
}

/** Is a program there? For a part of a test that can do without. */
export const isThere = (name: OptionalProgram): boolean => found()[name] !== undefined;

/** `describe` and `it` for tests that need a program: skipped, with its name, where there is none. Nothing is always there. */
export function needing(name: OptionalProgram | undefined): {
  describe: (title: string, tests: () => void) => void;
  it: (title: string, test: () => Promise<void>, timeout?: number) => void;
} {
  if (name === undefined || isThere(name)) return { describe, it };
  const note = (title: string) => `${title} (needs ${name}, which is not installed here)`;
  return {
    describe: (title, tests) => describe.skip(note(title), tests),
    it: (title, test, timeout) => it.skip(note(title), test, timeout),
  };
}
