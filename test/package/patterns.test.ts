/**
 * No input makes a pattern slow: every regular expression of the package, its command and the sandbox takes a time linear in the
 * length of the text, which a registrar, a zone file or a program decides. recheck proves it from the pattern's automaton, or,
 * where that is too large, finds no text that breaks it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { isSoak } from "../support/soak.ts";

const root = join(__dirname, "..", "..");

interface Pattern {
  source: string;
  flags: string;
  place: string;
}

function sourcesIn(folder: string): ts.SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
}

/** The text of an expression, as far as it is constant in its file; any other part counts as a word. */
function constantText(node: ts.Node | undefined): string {
  if (node === undefined) return "word";
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node.rawText ?? "";
  if (ts.isTaggedTemplateExpression(node)) return constantText(node.template);
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => constantText(expression) + literal.rawText);
    return [node.head.rawText, ...spans].join("");
  }
  const declared = node.getSourceFile().statements.filter(ts.isVariableStatement);
  const found = declared.flatMap(({ declarationList }) => declarationList.declarations);
  return constantText(found.find(({ name }) => name.getText() === node.getText())?.initializer);
}

const patternsIn = (file: ts.SourceFile): Pattern[] => {
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const place = `${relative(root, file.fileName)}:${line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") {
      const [source, flags] = node.arguments ?? [];
      found.push({ source: constantText(source), flags: flags === undefined ? "" : constantText(flags), place });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** Patterns that were proven before: a proof takes seconds. */
const cache = join(root, "node_modules", ".cache", "linear.json");

/** Defects of patterns. A process of its own, since a proof takes long inside jest. */
function slownessOf(patterns: readonly Pattern[]): string[] {
  const keyOf = ({ source, flags }: Pattern) => `${flags} ${source}`;
  const known: string[] = existsSync(cache) && !isSoak ? JSON.parse(readFileSync(cache, "utf8")) : [];
  const fresh = patterns.filter((pattern) => !known.includes(keyOf(pattern)));
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(__dirname, "linear.mjs")], {
    input: JSON.stringify({ patterns: fresh, randomSeed: isSoak ? Date.now() % 2 ** 31 : 1 }),
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const found: (string | null)[] = JSON.parse(stdout);
  const proven = patterns.filter((pattern) => !fresh.some((each, at) => each === pattern && found[at] !== null));
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify([...new Set(proven.map(keyOf))]));
  return found.filter((each) => each !== null);
}

const files = ["provider", "cli", "testing"].flatMap(sourcesIn);

it("regular expressions take a time linear in the length of the text", () => {
  // A pattern without repetition reads each character a fixed number of times.
  const patterns = files.flatMap(patternsIn).filter(({ source }) => /[*+{]/.test(source));
  expect(patterns.length).toBeGreaterThan(150);
  expect(patterns.find(({ flags }) => flags === "uy")?.source).toContain("(?<remark>[^\\r\\n]*)");
  // The proof finds slow ones, too.
  const slow = ['^\\s*"?\\s*v\\s*=\\s*spf', "^(?:a|a)*$"].map((source) => ({ source, flags: "", place: "here" }));
  expect(slownessOf([...slow, ...patterns])).toEqual(slow.map(() => expect.stringContaining("here: ")));
}, 600_000);
