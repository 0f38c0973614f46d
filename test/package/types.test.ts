import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fillAccount, writeAccount } from "../cli/importing.ts";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();

const vendored = join(root, "node_modules", "@pulumi", "pulumi", "vendor");
const oldest = readdirSync(vendored).find((name) => name.startsWith("typescript@"));

const [wrong, ...right] = ["wrong.ts", "right.ts", "loops.ts", "loops.plugin.ts"].map((file) =>
  join(__dirname, "types", file),
);
/** Examples in the syntax of the oldest compiler, which has no `import { type A }`. */
const examples = readdirSync(join(root, "examples"))
  .map((name) => join(root, "examples", name, "index.ts"))
  .filter((file) => existsSync(file) && !/import \{.*\btype /s.test(readFileSync(file, "utf8")));

/** Compiles files with the compiler at hand; what it says, or nothing. `X.plugin.ts` is `X.ts` with the classes of the plugin. */
function compile(compiler: string, files: (string | undefined)[], options: Record<string, unknown>): string {
  const chosen = { ...options, noEmit: true, strict: true, types: ["node"] };
  const code = `
    const ts = require(${JSON.stringify(compiler)});
    const { fileExists, readFile } = ts.sys;
    const classesOf = (file) => file.replace(/\\.plugin\\.ts$/, ".ts");
    ts.sys.fileExists = (file) => fileExists(classesOf(file));
    ts.sys.readFile = (file, ...given) =>
      classesOf(file) === file ? readFile(file, ...given) : readFile(classesOf(file)).replace(/-registrar(?=")/g, '-registrar/plugin');
    const { options } = ts.convertCompilerOptionsFromJson(${JSON.stringify(chosen)}, ${JSON.stringify(root)});
    const program = ts.createProgram(${JSON.stringify(files)}, options);
    const ours = program.getSourceFiles().filter(({ fileName }) => !fileName.includes("/node_modules/"));
    const found = [undefined, ...ours].flatMap((file) => ts.getPreEmitDiagnostics(program, file ?? ours[0]));
    const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => "/", getNewLine: () => "\\n" };
    process.stdout.write(ts.formatDiagnostics(found, host));
    process.stdout.write("compiled with " + ts.version);`;
  return execFileSync(process.execPath, ["-e", code], { cwd: root, encoding: "utf8" });
}

it("compiles with the TypeScript that Pulumi brings for projects without their own", () => {
  const compiler = join(vendored, oldest ?? "", "typescript.js");
  const options = { target: "es2019", module: "commonjs", moduleResolution: "node", skipLibCheck: true };
  expect(compile(compiler, [...right, ...examples], options)).toBe(`compiled with ${oldest?.split("@")[1]}`);
});

it("compiles with today's TypeScript, which refuses every wrong line, and a program that an import wrote", async () => {
  fillAccount(registrar.sandbox, 40);
  const folder = newFolder();
  await writeAccount(folder);
  const options = { target: "es2022", module: "nodenext", lib: ["lib.es2022.d.ts"] };
  expect(compile("typescript", [...right, wrong, join(folder, "index.ts")], options)).toMatch(/^compiled with /);
});
