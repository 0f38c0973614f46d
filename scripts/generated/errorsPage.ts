/** The page of all error codes: event, causes and remedy are the doc comment of the class that has the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { capital } from "./schema.ts";

const root = join(__dirname, "..", "..");

/** A doc comment up to its tags, and its tags. A code that shares the section of another one has no causes and no remedy. */
interface Documented {
  event: string;
  causes: string[];
  remedy: string | undefined;
}

/** The doc comment of each code: that of the class or constant which has no other code. @throws if two have `@remedy` */
function documentedCodes(): Map<string, Documented> {
  const found = new Map<string, Documented>();
  const files = ["provider", "cli", "testing"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(root, folder, file)),
  );
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const { statements } = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
    for (const statement of statements.filter((each) => ts.isClassDeclaration(each) || ts.isVariableStatement(each))) {
      const codes = new Set(statement.getText().match(/(?<=")ERR_(?:REGISTRAR|SANDBOX|ENGINE|TESTING)_[A-Z_]+(?=")/g));
      const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc)?.comment;
      const [code] = codes;
      if (code === undefined || codes.size > 1 || comment === undefined) continue;
      const tagged = (name: string) =>
        ts.getJSDocTags(statement).flatMap((tag) => (tag.tagName.text === name ? [oneLine(tag.comment)] : []));
      const [remedy] = tagged("remedy");
      const known = found.get(code);
      if (known?.remedy !== undefined && remedy !== undefined) throw new Error(`two places document ${code}`);
      if (known?.remedy === undefined) found.set(code, { event: oneLine(comment), causes: tagged("cause"), remedy });
    }
  }
  return found;
}

const oneLine = (comment: string | ts.NodeArray<ts.JSDocComment> | undefined) =>
  (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").trim();

/**
 * Chapters, and their sections with a message as it is printed; `test/docs/messages.test.ts` records them. Codes joined by a blank share a
 * section: causes and remedy are those of the first.
 */
export const messagesFile = join(root, "scripts", "generated", "messages.json");
export type Messages = Record<string, Record<string, string>>;

/** The page `docs/reference/errors.md`, in Markdown. @throws for a code without a section, a cause or a message */
export function errorsPage(): string {
  const codes = documentedCodes();
  const chapters: Messages = JSON.parse(readFileSync(messagesFile, "utf8"));
  const section = (names: readonly string[]) => {
    const described = names.flatMap((name) => codes.get(name) ?? []);
    const [first] = described;
    for (const code of names) codes.delete(code);
    if (
      described.length < names.length ||
      first === undefined ||
      first.causes.length > 0 !== /^ERR_REGISTRAR/.test(String(names[0])) ||
      first.remedy === undefined
    )
      throw new Error(`${names.join(" ")}: each needs a doc comment, and the first a @cause and a @remedy`);
    return [
      ...names.map((name) => `### \`${name}\`\n`),
      `${described.map(({ event }) => event).join(" ")}\n`,
      ...first.causes.map((cause) => `- ${capital(cause)}.${cause === first.causes.at(-1) ? "\n" : ""}`),
      `${first.remedy}\n`,
    ];
  };
  const page = Object.entries(chapters).flatMap(([title, sections]) => [
    `## ${title}\n`,
    ...Object.keys(sections).flatMap((names) => section(names.split(" "))),
  ]);
  if (codes.size > 0) throw new Error(`no section lists ${[...codes.keys()].join(", ")}`);
  return page.join("\n");
}
