/** The page of all error codes: event, causes and remedy are the doc comment of the class that has the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { capital } from "./schema.ts";

const root = join(__dirname, "..", "..");

interface ErrorCode {
  code: string;
  /** The event: the doc comment up to its tags. */
  event: string;
  /** The two likeliest causes: the tags `@cause`. Absent, with the remedy, in a code that shares the section of another one. */
  causes: string[];
  /** The next step: the tag `@remedy`. */
  remedy: string | undefined;
}

const codeForm = /^ERR_(?:REGISTRAR|SANDBOX|ENGINE|TESTING)_[A-Z]+(?:_[A-Z]+)*$/;

/**
 * Every code of a class or constant with a doc comment.
 * @throws if two places with `@remedy` define one
 */
export function errorCodes(): ErrorCode[] {
  const found = new Map<string, ErrorCode>();
  for (const file of sources()) {
    const text = readFileSync(join(root, file), "utf8");
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).forEachChild((statement) => {
      const [code, ...others] = codesIn(statement);
      const documented = documentation(statement);
      if (code === undefined || others.length > 0 || documented === undefined) return;
      const known = found.get(code);
      if (known?.remedy !== undefined && documented.remedy !== undefined)
        throw new Error(`two places document ${code}`);
      if (known?.remedy === undefined) found.set(code, { code, ...documented });
    });
  }
  return [...found.values()];
}

function sources(): string[] {
  return ["provider", "cli", "testing"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
  );
}

function codesIn(statement: ts.Node): string[] {
  const codes = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && codeForm.test(node.text)) codes.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return [...codes];
}

/** Of a class or a constant of a code. */
function documentation(statement: ts.Node): Omit<ErrorCode, "code"> | undefined {
  if (!ts.isClassDeclaration(statement) && !ts.isVariableStatement(statement)) return undefined;
  const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc)?.comment;
  if (comment === undefined) return undefined;
  const tagged = (name: string) =>
    ts.getJSDocTags(statement).flatMap((tag) => (tag.tagName.text === name ? [oneLine(tag.comment)] : []));
  const [remedy] = tagged("remedy");
  return { event: oneLine(comment), causes: tagged("cause"), remedy };
}

const oneLine = (comment: string | ts.NodeArray<ts.JSDocComment> | undefined) =>
  (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").trim();

/**
 * Chapters, and their sections with the message as it is printed; `test/docs/messages.test.ts` records them. Codes joined by a blank share a
 * section: causes, remedy and message are those of the first.
 */
export const messagesFile = join(root, "scripts", "generated", "messages.json");
export type Messages = Record<string, Record<string, string>>;

/** The page `docs/reference/errors.md`, in Markdown. @throws for a code without a section, a cause or a message */
export function errorsPage(): string {
  const codes = new Map(errorCodes().map((each) => [each.code, each]));
  const chapters: Messages = JSON.parse(readFileSync(messagesFile, "utf8"));
  const section = (names: readonly string[], message: string) => {
    const described = names.flatMap((name) => codes.get(name) ?? []);
    const [first] = described;
    for (const { code } of described) codes.delete(code);
    if (described.length < names.length || first?.causes.length !== 2 || first.remedy === undefined)
      throw new Error(`${names.join(" ")}: each needs a doc comment, and the first two @cause and a @remedy`);
    return [
      ...names.map((name) => `### \`${name}\`\n`),
      `${described.map(({ event }) => event).join(" ")}\n`,
      ...first.causes.map((cause) => `- ${capital(cause)}.`),
      `\n${first.remedy}\n`,
      `\`\`\`text\n${message}\n\`\`\`\n`,
    ];
  };
  const page = Object.entries(chapters).flatMap(([title, sections]) => [
    `## ${title}\n`,
    ...Object.entries(sections).flatMap(([names, message]) => section(names.split(" "), message)),
  ]);
  if (codes.size > 0) throw new Error(`no section lists ${[...codes.keys()].join(", ")}`);
  return page.join("\n");
}
