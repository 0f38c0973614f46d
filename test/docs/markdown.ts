/** The documentation as data: pages, their links, headings and code blocks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(__dirname, "..", "..");

const own = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
/** Pages of Pulumi's registry, which reads their copies in docs/ of a released commit. */
const registry = "scripts/registry";
const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && (folder === registry || !existsSync(join(root, registry, name))))
    .map((name) => `${folder}/${name}`);

/** Every page, by its path from the root of the repository. */
export const pages: readonly string[] = [
  ...own,
  ...inFolder("docs"),
  ...inFolder(registry),
  ...readdirSync(join(root, "examples")).map((example) => `examples/${example}/README.md`),
];

export const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

export interface Block {
  page: string;
  /** Its place among the blocks of the page, from 0. */
  place: number;
  /** Line of the fence, from 1. */
  line: number;
  language: string;
  code: string;
  /** The comment directly above: `file: examples/x/index.ts`, `contract`. */
  note: string | undefined;
}

/** A block with the comment directly above: the comment, the language, the code. */
export const blockPattern = /(?:^<!-- (.*) -->\n)?^```(\w*)\n([\s\S]*?)^```$/gm;

export function blocksOf(page: string): Block[] {
  const text = textOf(page);
  return [...text.matchAll(blockPattern)].map((match, place) => ({
    page,
    place,
    line: text.slice(0, match.index).split("\n").length + (match[1] === undefined ? 0 : 1),
    language: match[2] ?? "",
    code: match[3] ?? "",
    note: match[1],
  }));
}

/** The examples of the resources and functions of the plugin's schema. */
export function schemaBlocks(): Block[] {
  const { resources, functions } = JSON.parse(textOf("provider/fronts/plugin/schema.generated.json"));
  const described = Object.entries<{ description: string }>({ ...resources, ...functions });
  return described.flatMap(([name, { description }]) =>
    [...description.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""], line) => ({
      ...{ page: `schema ${name}`, place: line, line, language: language.replace("typescript", "ts"), note: undefined },
      // YAML of a function has variables and outputs alone.
      code: language === "yaml" ? code.replace(/^variables:/, "resources: {}\nvariables:") : code,
    })),
  );
}

/** A page without its code. */
export const proseOf = (page: string): string => textOf(page).replace(/^```[\s\S]*?^```$/gm, "");

/** Targets of links and images. */
export const linksOf = (page: string): string[] =>
  [
    ...proseOf(page)
      .replace(/`[^`\n]*`/g, "")
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, target = ""]) => target);

/** Anchors of the headings, as the usual viewers make them. */
export const anchorsOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );

/** Rows of the tables of a page, as their cells. */
export const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = ""]) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));

/** Contract files that a page shows, as blocks and in the cells of its tables. */
export const contractsOf = (page: string): string[] => [
  ...blocksOf(page)
    .filter(({ note }) => note === "contract")
    .map(({ code }) => code),
  ...rowsOf(textOf(page)).flatMap((cells) => cells.flatMap((cell) => /^`(\{ .* \})`$/.exec(cell)?.[1] ?? [])),
];
