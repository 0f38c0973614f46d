/**
 * No input makes a pattern slow: every regular expression of the package, its command and the sandbox takes a time linear in
 * the length of the text. recheck proves it from the pattern's automaton, or, where that is too large, finds no text that
 * breaks it. A registrar, a zone file or a program decides that text.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import * as z from "zod";
import { isSoak } from "../support/soak.ts";

const root = join(__dirname, "..", "..");
const folders = ["provider", "cli", "testing"];

interface Pattern {
  source: string;
  flags: string;
  place: string;
}

/** Patterns made at run time: out of what a test says of its own log, and out of the routes of a dialect. */
const made = ["testing/sandbox/requestLog.ts", "testing/sandbox/requests.ts"];

function sourcesIn(folder: string): ts.SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
}

/** The text that an expression of constants of its own file stands for. */
function textOf(node: ts.Expression, file: ts.SourceFile): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    for (const statement of file.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find(({ name }) => name.getText() === node.text);
      if (found?.initializer !== undefined) return textOf(found.initializer, file);
    }
    return undefined;
  }
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw";
  const template = isRaw ? node.template : node;
  const written = (part: ts.TemplateLiteralLikeNode) => (isRaw ? (part.rawText ?? part.text) : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return written(template);
  if (!ts.isTemplateExpression(template)) return undefined;
  const parts = template.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression, file);
    return text === undefined ? undefined : `${text}${written(literal)}`;
  });
  return parts.includes(undefined) ? undefined : written(template.head) + parts.join("");
}

function patternsIn(file: ts.SourceFile): { known: Pattern[]; unknown: string[] } {
  const known: Pattern[] = [];
  const unknown: string[] = [];
  const visit = (node: ts.Node): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const place = `${relative(root, file.fileName)}:${line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      known.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place });
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
      const [source, flags] = (node.arguments ?? []).map((argument) => textOf(argument, file));
      if (source !== undefined) known.push({ source, flags: flags ?? "", place });
      else if (!made.some((each) => place.startsWith(each))) unknown.push(place);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { known, unknown };
}

/** The defect of each pattern; `undefined` for a linear one. A process of its own, since a proof takes long inside jest. */
function slownessOf(patterns: readonly Pattern[]): (string | undefined)[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(__dirname, "linear.mjs")], {
    input: JSON.stringify({ patterns, randomSeed: isSoak ? Date.now() % 2 ** 31 : 1 }),
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return z
    .array(z.string().nullable())
    .parse(JSON.parse(stdout))
    .map((found) => found ?? undefined);
}

const files = folders.flatMap(sourcesIn);

it("no list is spread into the arguments of a call: one from outside may have a million rows, and a call takes fewer", () => {
  /** Functions that are given lists in this way; each has a form that takes the list, or a loop does. */
  const takers = /^(push|unshift|splice|concat|max|min|fromCharCode|fromCodePoint|of)$/;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const isTaker = takers.test(node.expression.name.text) && node.arguments.some(ts.isSpreadElement);
      if (isTaker) found.push(`${node.getSourceFile().fileName}: ${node.getText().slice(0, 80)}`);
    }
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  expect(files.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

it("regular expressions are known where they are written, and all linear", () => {
  const patterns = files.map(patternsIn);
  expect(patterns.flatMap(({ unknown }) => unknown)).toEqual([]);
  const places = new Map<string, Pattern>();
  // A pattern without repetition reads each character a fixed number of times.
  for (const pattern of patterns.flatMap(({ known }) => known).filter(({ source }) => /[*+{]/.test(source))) {
    const key = `${pattern.flags} ${pattern.source}`;
    if (!places.has(key)) places.set(key, pattern);
  }
  expect(places.size).toBeGreaterThan(150);
  const slowOnes = ['^\\s*"?\\s*v\\s*=\\s*spf', "\\s+$", "^(?:a|a)*$", "(.*),(.*)$"];
  const proofs = slownessOf([...slowOnes.map((source) => ({ source, flags: "", place: "here" })), ...places.values()]);
  // The proof finds slow ones, too.
  expect(proofs.slice(0, slowOnes.length)).toEqual(slowOnes.map(() => expect.stringContaining("vulnerable")));
  expect(proofs.slice(slowOnes.length).filter((found) => found !== undefined)).toEqual([]);
}, 600_000);
