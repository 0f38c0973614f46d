/** Rejects words and openings that CONTRIBUTING.md bans, in pages, comments, messages, and titles of tests; `npm run check` runs it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");
const folders = ["docs", "provider", "cli", "testing", "test", "scripts"];
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];
/** Files that are made, and the test of the list itself, which plants sentences. */
const left = /\.generated\.ts$|\.d\.ts$|node_modules|^test\/package\/words\.test\.ts$/;

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

function findingsOf({ line, text, opens }: Text): Finding[] {
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

/** Of a source file: comments, and strings and parts of templates of several words. */
function inSource(code: string): Text[] {
  const source = ts.createSourceFile("", code, ts.ScriptTarget.Latest, true);
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1;
  const found: Text[] = [];
  let previous = -2;
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const parts = node.getChildren();
    if (parts.length === 0) {
      const [from, start] = [node.getFullStart(), node.getStart()];
      for (const { 0: comment, index } of code.slice(from, start).matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)) {
        const line = lineOf(from + index);
        const isLine = comment.startsWith("//");
        const text = comment.replace(/^\/\/ ?|^\/\*+ ?|\*\/$/g, "").replace(/^\s*\*+ ?/gm, "");
        found.push({ line, text, opens: !isLine || line !== previous + 1 });
        if (isLine) previous = line;
      }
    }
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && node.text.includes(" "))
      found.push({ line: lineOf(node.getStart()), text: node.text, opens: !ts.isTemplateMiddleOrTemplateTail(node) });
    parts.forEach(visit);
  };
  visit(source);
  return found;
}

/** Findings of one file, by its name. */
export const findingsIn = (file: string, text: string): Finding[] =>
  (file.endsWith(".md") ? inPage(text) : inSource(text)).flatMap(findingsOf);

if (require.main === module) {
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const found = [...pages, ...names]
    .filter((name) => /\.(?:md|ts|mjs|cjs)$/.test(name) && !left.test(name))
    .flatMap((file) => findingsIn(file, readFileSync(join(root, file), "utf8")).map((each) => ({ file, ...each })))
    .map(({ file, line, kind, text }) => `${file}:${line} ${kind}: ${text}\n`);
  process.stdout.write(found.join(""));
  if (found.length > 0) process.exitCode = 1;
}
