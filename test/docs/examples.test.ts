/** Each example is complete: a copy of its folder installs, and runs by its README. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, root } from "./markdown.ts";

const examples = readdirSync(join(root, "examples")).filter((name) =>
  existsSync(join(root, "examples", name, "package.json")),
);
const textOf = (example: string, file: string) => readFileSync(join(root, "examples", example, file), "utf8");

it.each(examples)("%s has a project, and all that its program imports", (example) => {
  const file = example === "policies" ? "PulumiPolicy.yaml" : "Pulumi.yaml";
  const [, main] = /^main: (\S+)$/m.exec(textOf(example, file)) ?? [];
  const { dependencies } = JSON.parse(textOf(example, "package.json"));
  const imported = [...textOf(example, String(main)).matchAll(/ from "(?!node:)([^".][^"]*)"/g)].map(([, name = ""]) =>
    name.replace(/^pulumi-registrar\/.*/, "pulumi-registrar"),
  );
  // The SDK is there for the engine, too.
  expect(Object.keys(dependencies).sort()).toEqual([...new Set(["@pulumi/pulumi", ...imported])].sort());
  expect(existsSync(join(root, "examples", example, "tsconfig.json"))).toBe(true);
});

it.each(examples)("%s is installed before anything of it is run, and says where Pulumi keeps the state", (example) => {
  const [block] = blocksOf(`examples/${example}/README.md`).filter(({ language }) => language === "sh");
  const commands = (block?.code ?? "").split("\n").map((line) => line.replace(/ *#.*/, "").trim());
  expect(commands[0]).toBe("npm install ../pulumi-registrar/pulumi-registrar-0.1.0.tgz");
  const backend = commands.indexOf("export PULUMI_BACKEND_URL=file://~");
  const stack = commands.indexOf("pulumi stack init dev");
  expect([stack === -1 || backend === stack - 1, commands.some((line) => /^(pulumi up|npx jest)/.test(line))]).toEqual([
    true,
    true,
  ]);
});

it("the project at the root is that of the quick start", () => {
  const [root, own] = ["..", "quickstart"].map((folder) => textOf(folder, "Pulumi.yaml").replace(/^#.*\n/gm, ""));
  expect(root).toBe(own?.replace("main: ", "main: examples/quickstart/"));
});
