/** Rejects words and openings that CONTRIBUTING.md bans, in pages, comments, messages, and titles of tests; `npm run check` runs it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");
const sources = ["provider", "cli", "testing"];
/** Comments and titles of tests; the planted sentences of the list's own test aren't among them. */
const tests = ["test"];
const planted = /^test\/package\/words\.test\.ts$/;
const pages = ["docs", "README.md", "CONTRIBUTING.md", "SECURITY.md"];

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
  [/(?<!there )\bis no (?!longer|more)[a-z]/gi, "isn't a"],
  [/\btake (?:it|them) out\b/gi, "remove"],
];
const opening = /^(?:What|Who|Where|Whether)\b(?![\s\S]*\?$)/;

/** A comment, a string or a part of a page, from a line on. */
interface Text {
  line: number;
  text: string;
  /** Does a sentence begin with it? */
  opens: boolean;
}

export interface Finding {
  line: number;
  kind: "word" | "opening";
  text: string;
}

const excerpt = (text: string, at: number) => text.slice(Math.max(0, at - 30), at + 40).replaceAll(/\s+/g, " ");

function findingsOf({ line, text: written, opens }: Text): Finding[] {
  // Values of a template are code.
  const text = written.replace(/\{[^{}\n]*\}/g, "{}");
  const words = banned.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }): Finding => ({
        line: line + text.slice(0, index).split("\n").length - 1,
        kind: "word",
        text: `"${found}" (use: ${instead}): ...${excerpt(text, index)}`,
      }),
    ),
  );
  return opens && opening.test(text.trim()) ? [...words, { line, kind: "opening", text: excerpt(text, 0) }] : words;
}

/** Of a page: paragraphs, list items and table cells, without code and headings. */
function inPage(page: string): Text[] {
  const prose = page
    .replace(/^```[\s\S]*?^```$/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/`[^`\n]*`|\]\([^)]*\)/g, (code) => code.replace(/[^\n]/g, "x"));
  return prose.split("\n").flatMap((text, place, lines) => {
    const isStart = (lines[place - 1] ?? "") === "" || /^\s*(?:[-*|]|\d+\.) /.test(text);
    const parts = text.startsWith("|") ? text.split("|") : [text.replace(/^\s*(?:[-*]|\d+\.) (?:\*\*)?/, "")];
    return parts.map((part) => ({ line: place + 1, text: part, opens: isStart && !text.startsWith("#") }));
  });
}

/** The text of a string, of a template with `{...}` for its values, or of a sum of both; `undefined` for other expressions. */
function stringOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => `{${expression.getText()}}${literal.text}`);
    return [node.head.text, ...spans].join("");
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [stringOf(node.left), stringOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** Of a source file: comments, and strings of several words. */
function inSource(code: string): Text[] {
  const source = ts.createSourceFile("", code, ts.ScriptTarget.Latest, true);
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1;
  const found: Text[] = [];
  let previous = -2;
  const addComments = (from: number, to: number) => {
    for (const { 0: comment, index } of code.slice(from, to).matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)) {
      const line = lineOf(from + index);
      const isLine = comment.startsWith("//");
      const text = comment.replace(/^\/\/ ?|^\/\*+ ?|\*\/$/g, "").replace(/^\s*\*+ ?/gm, "");
      found.push({ line, text, opens: !isLine || line !== previous + 1 });
      if (isLine) previous = line;
    }
  };
  const visit = (node: ts.Node, isInside: boolean): void => {
    if (ts.isJSDoc(node)) return;
    const parts = node.getChildren();
    if (parts.length === 0) addComments(node.getFullStart(), node.getStart());
    const text = isInside ? undefined : stringOf(node);
    if (text?.includes(" ")) found.push({ line: lineOf(node.getStart()), text, opens: true });
    for (const part of parts) visit(part, isInside || (text !== undefined && !ts.isTemplateSpan(part)));
  };
  visit(source, false);
  return found;
}

/** Findings of one file, by its name. */
export const findingsIn = (file: string, text: string): Finding[] =>
  (file.endsWith(".md") ? inPage(text) : inSource(text)).flatMap(findingsOf);

function filesOf(place: string): { file: string; text: string }[] {
  const names = statSync(join(root, place)).isDirectory()
    ? readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map((name) => `${place}/${name}`)
    : [place];
  return names
    .filter(
      (name) =>
        /\.(?:md|ts|mjs|cjs)$/.test(name) &&
        !/\.generated\.ts$|\.d\.ts$|node_modules/.test(name) &&
        !planted.test(name),
    )
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

if (require.main === module) {
  const found = [...pages, ...sources, ...tests, "scripts"]
    .flatMap(filesOf)
    .flatMap(({ file, text }) =>
      findingsIn(file, text).map((each) => `${file}:${each.line} ${each.kind}: ${each.text}\n`),
    );
  process.stdout.write(found.join(""));
  if (found.length > 0) process.exitCode = 1;
}
