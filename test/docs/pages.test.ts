import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import ts from "typescript";
import { anchorsOf, blocksOf, linksOf, pages, proseOf, root, schemaBlocks, textOf } from "./markdown.ts";
import "../support/built.ts";

const blocks = pages.flatMap(blocksOf);
const fileOf = (note: string | undefined) => /^file: (\S+)$/.exec(note ?? "")?.[1];

it("code that is a file of the repository is shown as it is", () => {
  if (process.env["UPDATE_DOCS"] !== undefined) {
    for (const page of new Set(blocks.filter(({ note }) => fileOf(note)).map(({ page }) => page))) {
      const shown = textOf(page).replace(
        /^<!-- file: (\S+) -->\n```(\w*)\n[\s\S]*?^```$/gm,
        (_, file: string, language: string) =>
          `<!-- file: ${file} -->\n\`\`\`${language}\n${readFileSync(join(root, file), "utf8")}\`\`\``,
      );
      writeFileSync(join(root, page), shown);
    }
  }
  const shown = pages.flatMap(blocksOf).filter(({ note }) => fileOf(note) !== undefined);
  expect(shown.length).toBeGreaterThan(0);
  for (const { note, code } of shown) expect(code).toBe(readFileSync(join(root, fileOf(note) ?? ""), "utf8"));
});

/** The address of the pages on GitHub. */
const ourPages = /^https:\/\/github\.com\/[^/]+\/pulumi-registrar\/blob\/main\//;

it("pages that Pulumi's registry shows have complete addresses", () => {
  const shown = pages.filter((page) => page.startsWith("scripts/registry/"));
  expect(shown.length).toBe(2);
  expect(shown.flatMap(linksOf).filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
});

it("every link inside the repository leads somewhere", () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .map((target) => target.replace(ourPages, "/"))
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? page : normalize(join(path.startsWith("/") ? "" : dirname(page), path));
        if (!existsSync(join(root, file))) return true;
        return anchor !== undefined && !anchorsOf(file).includes(anchor);
      })
      .map((target) => `${page}: ${target}`),
  );
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});

it("the design names at most 28 concepts for a row, each with stories that exist", () => {
  const [, table = ""] = textOf("docs/maintainers/design.md").split("\n## Concepts\n");
  const concepts =
    table
      .split("\n## ", 1)[0]
      ?.match(/^\| .+ \|$/gm)
      ?.filter((row) => !row.endsWith("| story |")) ?? [];
  const stories = concepts.map(
    (row) =>
      row
        .split(" | ")
        .at(-1)
        ?.match(/(?<=`)\w+\/\w+(?=`)/g) ?? [],
  );
  const numbers = concepts.flatMap((row) => {
    const [, first, last = first] = /^\| (\d+)(?:-(\d+))? \|/.exec(row) ?? [];
    return first === undefined
      ? []
      : Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => Number(first) + n);
  });
  expect(numbers).toEqual(Array.from({ length: 28 }, (_, n) => n + 1));
  expect(concepts.filter((_, place) => stories[place]?.length === 0)).toEqual([]);
  expect(stories.flat().filter((story) => !existsSync(join(root, "test", `${story}.test.ts`)))).toEqual([]);
});

it("every page begins with its title, and then with what it says, not with whom it is for", () => {
  const beginning = /^(?:---\n[\s\S]+?\n---\n\n)?(?:<!-- .+ -->\n\n)?# .+\n\n(?!For (?:people|everybody)\b)/;
  expect(pages.filter((page) => page.startsWith("docs/") && !beginning.test(textOf(page)))).toEqual([]);
});

it("pages stay short", () => {
  const wordsOf = (texts: readonly string[]) => texts.flatMap((text) => text.split(/\s+/).filter(Boolean)).length;
  const tasks = proseOf("docs/guides/domain-life.md").split(/^## /m).slice(1);
  expect(tasks.length).toBeGreaterThan(6);
  for (const task of tasks) expect(wordsOf([task])).toBeLessThanOrEqual(150);
  const forUsers = pages.filter((page) => page === "README.md" || /^docs\/(?!maintainers\/)/.test(page));
  expect(wordsOf(forUsers.map(textOf))).toBeLessThanOrEqual(19_000);
  expect(wordsOf([textOf("docs/guides/from-other-providers.md")])).toBeLessThanOrEqual(600);
});

it("every TypeScript block of the pages and the schema compiles against the built package, the schema's also with the plugin", () => {
  const ofSchema = schemaBlocks();
  const onPlugin = ofSchema.map(({ page, code, ...block }) => ({
    ...{ ...block, page: `${page} plugin` },
    code: code.replace('"pulumi-registrar"', '"pulumi-registrar/plugin"'),
  }));
  const programs = new Map(
    [...blocks, ...ofSchema, ...onPlugin]
      .filter(({ language }) => language === "ts")
      .map(({ code, page, line }) => [join(root, "examples", `${page.replaceAll(/\W/g, "-")}-${line}.ts`), code]),
  );
  expect(programs.size).toBeGreaterThanOrEqual(60);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node", "jest"],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => programs.has(file) || fileExists(file);
  host.readFile = (file) => programs.get(file) ?? readFile(file);
  host.getSourceFile = (file, target) => {
    const code = programs.get(file);
    return code === undefined ? getSourceFile(file, target) : ts.createSourceFile(file, code, target);
  };
  const compiled = ts.createProgram([...programs.keys()], options, host);
  const said = ts.getPreEmitDiagnostics(compiled).map(({ file, messageText }) => {
    const name = file === undefined ? "" : relative(root, file.fileName);
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
  expect(said).toEqual([]);
});

it("every npm script that a page names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = pages.flatMap((page) => [...textOf(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});

it("fences are closed, and prose has no tabs", () => {
  for (const page of pages) expect([page, (textOf(page).match(/^```/gm) ?? []).length % 2]).toEqual([page, 0]);
  expect(pages.filter((page) => proseOf(page).includes("\t"))).toEqual([]);
});
