/** The page of all error codes: event, causes and remedy are the doc comment of the class that has the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

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

const codeForm = /^ERR_(?:REGISTRAR|SANDBOX|ENGINE)_[A-Z]+(?:_[A-Z]+)*$/;

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

/** Sections in the order of the page, by chapter. Codes joined by a space share one section: causes and remedy are those of the first. */
const chapters: readonly (readonly [title: string, prefix: string, sections: readonly string[]])[] = [
  [
    "Settings and access",
    "ERR_REGISTRAR_",
    ["CONFIGURATION", "UNAUTHORIZED", "FORBIDDEN DOMAIN_FORBIDDEN", "DOMAIN_NOT_HELD"],
  ],
  [
    "A row exists, or isn't clear",
    "ERR_REGISTRAR_",
    ["EXISTS", "DECLARED_TWICE", "NOT_IDENTIFIED", "NOT_FOUND", "INCOMPLETE_LIST"],
  ],
  [
    "A change isn't possible",
    "ERR_REGISTRAR_",
    ["PRECONDITION", "CONSENT_NEEDED", "NOT_ORDERED", "INVALID_INPUT", "READ_ONLY"],
  ],
  [
    "The registrar's response",
    "ERR_REGISTRAR_",
    ["REFUSED", "UNSUPPORTED_OPERATION", "UNEXPECTED_SHAPE", "QUOTA_SPENT"],
  ],
  ["Network and outcome", "ERR_REGISTRAR_", ["NETWORK", "RATE_LIMITED", "SERVER", "UNFINISHED INTERRUPTED"]],
  ["Commands and bugs", "ERR_REGISTRAR_", ["STATE", "TARGET_FOLDER", "ZONE_FILE", "INTERNAL"]],
  [
    "The sandbox",
    "ERR_SANDBOX_",
    ["ITEM_UNKNOWN", "PROFILE_UNKNOWN PROFILES_CONFLICT", "STATE_IN_USE STATE_UNREADABLE"],
  ],
  [
    "Stacks in tests",
    "ERR_ENGINE_",
    ["CHOICE NOT_SUPPORTED", "PROJECT SDK IMPORT_FILE", "PROCESS CLI", "LOCKED STATE"],
  ],
];

/** Messages as they are printed, by code; `test/docs/messages.test.ts` records them. */
export const messagesFile = join(root, "scripts", "generated", "messages.json");

/** First codes of the sections. */
export const sectionCodes: readonly string[] = chapters.flatMap(([, prefix, sections]) =>
  sections.map((names) => `${prefix}${names.split(" ")[0]}`),
);

/** The page `docs/reference/errors.md`, in Markdown. @throws for a code without a section, a cause or a message */
export function errorsPage(): string {
  const codes = new Map(errorCodes().map((each) => [each.code, each]));
  const messages: Record<string, string> = JSON.parse(readFileSync(messagesFile, "utf8"));
  const section = (names: readonly string[]) => {
    const described = names.flatMap((name) => codes.get(name) ?? []);
    const [first] = described;
    for (const { code } of described) codes.delete(code);
    if (described.length < names.length || first?.causes.length !== 2 || first.remedy === undefined)
      throw new Error(`${names.join(" ")}: each needs a doc comment, and the first two @cause and a @remedy`);
    return [
      ...names.map((name) => `### \`${name}\`\n`),
      `${described.map(({ event }) => event).join(" ")}\n`,
      ...first.causes.map((cause) => `- ${cause.charAt(0).toUpperCase()}${cause.slice(1)}.`),
      `\n${first.remedy}\n`,
      `\`\`\`text\n${messages[first.code]}\n\`\`\`\n`,
    ];
  };
  const page = chapters.flatMap(([title, prefix, sections]) => [
    `## ${title}\n`,
    ...sections.flatMap((names) => section(names.split(" ").map((name) => prefix + name))),
  ]);
  if (codes.size > 0) throw new Error(`no section lists ${[...codes.keys()].join(", ")}`);
  return page.join("\n");
}
