/**
 * Rejects words and openings that CONTRIBUTING.md bans, in pages, comments and messages. `npm run check` runs it;
 * `npx tsx scripts/words.ts docs/guides` lists the findings of one folder.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");

/** Banned words, each with the words to use. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bbesides\b/gi, "also, other than"],
  [/\bsettl(?:es?|ed|ing)\b/gi, "match, apply, decide"],
  [/\b(?:stands?|stood|standing)\b(?! for\b|-in\b)/gi, "is, exists, conflicts"],
  [/\bin the way\b/gi, "conflicts"],
  [/\bwhole\b(?! number)/gi, "complete, all"],
  [/\b(?:tak(?:es?|en|ing)|took)(?: \w+)? over\b/gi, "adopt"],
  [/\ba text\b/gi, "a string"],
  [/\bin clear\b/gi, "in plain text"],
  [/\bby itself\b|\bby themselves\b/gi, "on its own, automatically"],
  [/\bin any case\b/gi, "always"],
  [/\bnobody\b|\bwhoever\b/gi, "name the person or program"],
  [/\bone of them\b|\bthe rest\b/gi, "name the thing"],
  [/\bother languages than\b/gi, "languages other than"],
  [/\bis no valid\b/gi, "isn't a valid"],
];
const opening = /^(?:What|Who|Where|Whether)\b(?![\s\S]*\?$)/;

/** Findings that may stay, by file (or `""` for all) and a part of the line. */
const exceptions: readonly (readonly [string, string])[] = [];

/** The most findings of each folder or file: banned words, and openings. Lower them as the texts improve. */
const allowances: readonly (readonly [string, number, number])[] = [
  ["docs/reference", 0, 0],
  ["docs/background", 0, 0],
  ["docs/maintainers", 0, 0],
  ["docs/guides", 0, 0],
  ["docs/README.md", 0, 0],
  ["docs/_index.md", 0, 0],
  ["docs/installation-configuration.md", 0, 0],
  ["README.md", 0, 0],
  ["CONTRIBUTING.md", 0, 0],
  ["SECURITY.md", 0, 0],
  ["provider", 0, 0],
  ["cli", 0, 0],
  ["testing", 0, 0],
  ["scripts", 0, 0],
];

export interface Finding {
  line: number;
  kind: "word" | "opening";
  text: string;
}

const excerpt = (text: string, at: number) => text.slice(Math.max(0, at - 30), at + 40).replaceAll(/\s+/g, " ");

/** @param text of one comment, string or paragraph, from `line` on */
function inText(file: string, text: string, line: number, hasOpening: boolean): Finding[] {
  const isFine = (shown: string) => exceptions.some(([of, part]) => (of === "" || of === file) && shown.includes(part));
  const lineAt = (at: number) => line + text.slice(0, at).split("\n").length - 1;
  const words = banned.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Finding & { shown: string } => ({
      ...{ line: lineAt(index), kind: "word", shown: text.split("\n")[lineAt(index) - line] ?? "" },
      text: `"${found}" (use: ${instead}): ...${excerpt(text, index)}`,
    })),
  );
  const opens =
    hasOpening && opening.test(text.trim()) ? [{ line, kind: "opening" as const, text: excerpt(text, 0) }] : [];
  return [...words.filter(({ shown }) => !isFine(shown)), ...opens];
}

/** Of a page: paragraphs, list items and table cells, without code and headings. */
function inPage(file: string, page: string): Finding[] {
  const prose = page
    .replace(/^```[\s\S]*?^```$/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/`[^`\n]*`|\]\([^)]*\)/g, (code) => code.replace(/[^\n]/g, "x"));
  return prose.split("\n").flatMap((text, place, lines) => {
    const isStart = (lines[place - 1] ?? "") === "" || /^\s*(?:[-*|]|\d+\.) /.test(text);
    const parts = text.startsWith("|") ? text.split("|") : [text.replace(/^\s*(?:[-*]|\d+\.) (?:\*\*)?/, "")];
    return parts.flatMap((part) => inText(file, part, place + 1, isStart && !text.startsWith("#")));
  });
}

/** Of a source file: comments, and strings of several words. */
function inSource(file: string, code: string): Finding[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1;
  const comments = new Map<number, string>();
  const found: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(code, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, code.slice(pos, end));
    const isTemplate = ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
    if ((ts.isStringLiteralLike(node) || isTemplate) && node.text.includes(" ")) {
      found.push(...inText(file, node.text, lineOf(node.getStart()), true));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  let previous = -2;
  for (const [pos, comment] of [...comments].sort(([a], [b]) => a - b)) {
    const isLine = comment.startsWith("//");
    const text = isLine
      ? comment.slice(2)
      : comment
          .slice(2, -2)
          .replace(/^\s*\*+ ?/gm, "")
          .replace(/^\*/, "");
    found.push(...inText(file, text, lineOf(pos), !isLine || lineOf(pos) !== previous + 1));
    if (isLine) previous = lineOf(pos);
  }
  return found;
}

/** Findings of one file, by its name from the root. */
export const findingsIn = (file: string, text: string): Finding[] =>
  file.endsWith(".md") ? inPage(file, text) : inSource(file, text);

function filesOf(place: string): string[] {
  if (!statSync(join(root, place)).isDirectory()) return [place];
  return readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
    .map((name) => `${place}/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.(?:md|ts|mjs|cjs)$/.test(name) && !/\.generated\.ts$|\.d\.ts$|node_modules/.test(name));
}

function main(shown: readonly string[]): number {
  const all = allowances.map(([place, words, openings]) => {
    const found = filesOf(place).flatMap((file) =>
      findingsIn(file, readFileSync(join(root, file), "utf8")).map((each) => ({ ...each, file })),
    );
    const counts = { word: 0, opening: 0 };
    for (const { kind } of found) counts[kind] += 1;
    const isOver = counts.word > words || counts.opening > openings;
    process.stdout.write(
      `${isOver ? "OVER  " : "      "}${place}: ${counts.word} of ${words} words, ${counts.opening} of ${openings} openings\n`,
    );
    if (isOver || shown.includes(place))
      for (const { file, line, kind, text } of found) process.stdout.write(`  ${file}:${line} ${kind}: ${text}\n`);
    return isOver;
  });
  return all.includes(true) ? 1 : 0;
}

if (require.main === module) process.exitCode = main(process.argv.slice(2));
