/**
 * No input makes a pattern slow: every regular expression of the package, its command and the sandbox takes a time linear in
 * the length of the text, as far as `recheck` can prove or break it. A registrar, a zone file or a program decides that text.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { checkSync } from "recheck";
import ts from "typescript";

const root = join(__dirname, "..", "..");
const rooms = ["provider", "cli", "testing"];

interface Pattern {
  source: string;
  flags: string;
  place: string;
}

/** Patterns that are made at run time out of what a test says of its own log. */
const made = ["testing/sandbox/requestLog.ts"];

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
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression, file);
    return text === undefined ? undefined : `${text}${literal.text}`;
  });
  return parts.includes(undefined) ? undefined : node.head.text + parts.join("");
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

/** What is wrong with a pattern; `undefined` if it is linear. */
function slowness({ source, flags }: Pattern): string | undefined {
  const found = checkSync(source, flags, { timeout: 20_000, randomSeed: 1 });
  if (found.status === "safe") return undefined;
  const why = found.status === "vulnerable" ? found.complexity.summary : found.error.kind;
  return `${found.status}: /${source}/${flags} (${why})`;
}

describe("regular expressions", () => {
  const before = process.env["RECHECK_SYNC_BACKEND"];
  beforeAll(() => {
    process.env["RECHECK_SYNC_BACKEND"] = "pure";
  });
  afterAll(() => {
    if (before === undefined) delete process.env["RECHECK_SYNC_BACKEND"];
    else process.env["RECHECK_SYNC_BACKEND"] = before;
  });

  it.each([
    ['^\\s*"?\\s*v\\s*=\\s*spf', "i"],
    ["\\s+$", ""],
    ["^(?:a|a)*$", ""],
    ["(.*),(.*)$", ""],
  ])("the proof finds a slow one: %s", (source, flags) => {
    expect(slowness({ source, flags, place: "" })).toContain("vulnerable");
  });

  it("are known where they are written, and all linear", () => {
    const files = rooms.flatMap(sourcesIn).map(patternsIn);
    expect(files.flatMap(({ unknown }) => unknown)).toEqual([]);
    const places = new Map<string, Pattern>();
    for (const pattern of files.flatMap(({ known }) => known)) {
      const key = `${pattern.flags} ${pattern.source}`;
      if (!places.has(key)) places.set(key, pattern);
    }
    expect(places.size).toBeGreaterThan(150);
    const slow = [...places.values()].flatMap((pattern) => {
      const why = slowness(pattern);
      return why === undefined ? [] : [`${pattern.place}: ${why}`];
    });
    expect(slow).toEqual([]);
  }, 300_000);
});
