/**
 * Every program in YAML, Python and Go on the pages and in the schema runs, each in an account of its own, where its language host is
 * found: a preview, an update, and then nothing left to do. What is not run says why, directly above it: `<!-- not run: reason -->`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goPackage } from "../../scripts/generated/owner.ts";
import type { StackOptions } from "../../testing/engine/index.ts";
import { newFolder } from "../support/folder.ts";
import { componentsLine, goPrograms, projectFile, pythonEnv } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { withProgram } from "../support/programs.ts";
import { type Block, blocksOf, pages, schemaBlocks } from "./markdown.ts";

const folder = newFolder();
/** Other YAML on the pages is a workflow, or a part of a project file. */
const isProgram = ({ language, code }: Block) =>
  language === "python" || language === "go" || (language === "yaml" && /^(?:resources|outputs):$/m.test(code));
const programs = [...pages.flatMap(blocksOf), ...schemaBlocks()].filter(
  (block) => isProgram(block) && !/^not run: .{10}/.test(block.note ?? ""),
);
const inLanguage = (name: string) => programs.filter(({ language }) => language === name);

/** A program in Go; a page may show only the lines inside of `pulumi.Run`. */
function goProgram(code: string): string {
  if (code.startsWith("package")) return code;
  const sdk = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";
  const imports = [goPackage, sdk, ...(code.includes("config.") ? [`${sdk}/config`] : [])];
  const result = /\berr :?=/.test(code) ? "err" : "nil";
  return `package main

import (
${imports.map((path) => `\t"${path}"\n`).join("")})

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${code}
		return ${result}
	})
}
`;
}

const linesFor = ({ code }: Block) => (code.includes("registrar-components:") ? componentsLine : "");

/** The configuration of a reader. */
const config: NonNullable<StackOptions["config"]> = {
  "registrar:skipChecks": "a-reserved",
  "domains:authCode": { value: "sandbox-code", secret: true },
  "domains:records": '[{ "type": "A", "name": "api", "content": "198.51.100.10" }]',
};

/** Runs a program as a reader would. */
async function run({ page, line }: Block, files: Record<string, string>, env: Record<string, string> = {}) {
  const cwd = join(folder, `${page.replaceAll(/\W/g, "-")}-${line}`);
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  await withProgram(
    async ({ stack, writes }) => {
      const up = await stack.up();
      expect([up.exitCode, up.exitCode === 0 ? "" : up.output]).toEqual([0, ""]);
      writes();
      const again = await stack.preview({ expectNoChanges: true });
      expect([again.exitCode, again.exitCode === 0 ? "" : again.output, writes()]).toEqual([0, "", []]);
    },
    { program: cwd, stack: { config, env } },
  );
}

it("the pages and the schema have programs in YAML, Python and Go", () => {
  for (const language of ["yaml", "python", "go"]) expect(inLanguage(language).length).toBeGreaterThan(10);
});

const named = (language: string) =>
  inLanguage(language).map((block, at): [string, Block, number] => [`${block.page}:${block.line}`, block, at]);

needing("pulumi-language-yaml").describe("YAML", () => {
  it.each(named("yaml"))("%s", (_, block) =>
    run(block, { "Pulumi.yaml": `${projectFile("yaml")}${linesFor(block)}${block.code}` }),
  );
});

needing("pulumi-language-python").describe("Python", () => {
  let env: Record<string, string>;
  beforeAll(() => {
    env = pythonEnv(folder);
  });
  it.each(named("python"))("%s", (_, block) =>
    run(block, { "Pulumi.yaml": projectFile("python"), "__main__.py": block.code }, env),
  );
});

needing("pulumi-language-go").describe("Go", () => {
  let project = "";
  beforeAll(() => {
    const binary = goPrograms(
      folder,
      inLanguage("go").map((block) => goProgram(block.code)),
    );
    project = projectFile(`{ name: go, options: { binary: ${JSON.stringify(binary)} } }`);
  }, 600_000);
  it.each(named("go"))("%s", (_, block, at) => run(block, { "Pulumi.yaml": project }, { PROGRAM: String(at) }));
});
