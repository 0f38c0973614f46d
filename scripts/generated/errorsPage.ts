/** The page of all error codes: cause and remedy are the doc comment of the place that defines the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

interface ErrorCode {
  code: string;
  /** When it is thrown: the doc comment up to `@remedy`. */
  cause: string;
  /** The next step: the tag `@remedy`. */
  remedy: string;
  /** File and name of what defines it. */
  place: string;
}

const codeForm = /^ERR_(?:REGISTRAR|SANDBOX|ENGINE)_[A-Z]+(?:_[A-Z]+)*$/;

/**
 * Every code that has a doc comment with `@remedy`.
 * @throws if a class defines a code that has none, or two places define one
 */
export function errorCodes(): ErrorCode[] {
  const used = new Map<string, string>();
  const found = new Map<string, ErrorCode>();
  for (const file of sources()) {
    const text = readFileSync(join(root, file), "utf8");
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).forEachChild((statement) => {
      const place = `${file}: ${statement.getText().split("\n")[0]}`;
      const codes = codesIn(statement);
      if (ts.isClassDeclaration(statement)) for (const code of codes) used.set(code, place);
      const documented = documentation(statement);
      if (documented === undefined) return;
      const [code, ...others] = codes;
      if (code === undefined || others.length > 0)
        throw new Error(`@remedy is for one code, not ${codes.length}: ${place}`);
      const other = found.get(code);
      if (other !== undefined) throw new Error(`two places document ${code}: ${other.place}; ${place}`);
      found.set(code, { code, ...documented, place });
    });
  }
  const silent = [...used].filter(([code]) => !found.has(code)).map(([code, place]) => `${code} (${place})`);
  if (silent.length > 0) throw new Error(`a doc comment with the cause and @remedy is missing: ${silent.join("; ")}`);
  return [...found.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
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

function documentation(statement: ts.Node): { cause: string; remedy: string } | undefined {
  const tag = ts.getJSDocTags(statement).find(({ tagName }) => tagName.text === "remedy");
  if (tag === undefined) return undefined;
  const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc)?.comment;
  return { cause: oneLine(comment), remedy: oneLine(tag.comment) };
}

const oneLine = (comment: string | ts.NodeArray<ts.JSDocComment> | undefined) =>
  (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").trim();

/** Situations in the order of the page, with their codes. */
const situations: readonly (readonly [string, readonly string[]])[] = [
  ["Settings and access", ["CONFIGURATION", "UNAUTHORIZED", "FORBIDDEN", "DOMAIN_FORBIDDEN", "DOMAIN_NOT_HELD"]],
  ["A row exists, or isn't clear", ["EXISTS", "DECLARED_TWICE", "NOT_IDENTIFIED", "NOT_FOUND", "INCOMPLETE_LIST"]],
  ["A change isn't possible", ["PRECONDITION", "CONSENT_NEEDED", "NOT_ORDERED", "INVALID_INPUT", "READ_ONLY"]],
  ["The registrar's response", ["REFUSED", "UNSUPPORTED_OPERATION", "UNEXPECTED_SHAPE", "QUOTA_SPENT"]],
  ["Network and outcome", ["NETWORK", "RATE_LIMITED", "SERVER", "UNFINISHED", "INTERRUPTED"]],
  ["Commands", ["STATE", "TARGET_FOLDER", "ZONE_FILE"]],
  ["Other", ["FAILED", "INTERNAL"]],
];

const others = [
  {
    title: "The sandbox",
    prefix: "ERR_SANDBOX_",
    text: "From `pulumi-registrar sandbox`, and `startSandbox` in tests.",
  },
  { title: "The small engine", prefix: "ERR_ENGINE_", text: "From `openStack` in tests." },
];

/** Messages as they are printed, by code; `test/docs/messages.test.ts` records them. */
export const messagesFile = join(root, "scripts", "generated", "messages.json");

/** The page `docs/reference/errors.md`, in Markdown. */
export function errorsPage(): string {
  const codes = errorCodes();
  const messages: Record<string, string> = JSON.parse(readFileSync(messagesFile, "utf8"));
  const withPrefix = (prefix: string) => codes.filter(({ code }) => code.startsWith(prefix));
  const listed = situations.flatMap(([, names]) => names.map((name) => `ERR_REGISTRAR_${name}`));
  const missing = withPrefix("ERR_REGISTRAR_").filter(({ code }) => !listed.includes(code));
  if (missing.length > 0) throw new Error(`no situation lists ${missing.map(({ code }) => code).join(", ")}`);
  const section = (code: string) => {
    const found = codes.find((each) => each.code === code);
    if (found === undefined) throw new Error(`${code} has no doc comment with @remedy`);
    const message = messages[code];
    const printed = message === undefined ? [] : [`\`\`\`text\n${message}\n\`\`\``, ""];
    return [`### \`${code}\``, "", `${found.cause} ${found.remedy}`, "", ...printed];
  };
  return [
    ...situations.flatMap(([title, names]) => [
      `## ${title}`,
      "",
      ...names.flatMap((name) => section(`ERR_REGISTRAR_${name}`)),
    ]),
    ...others.flatMap(({ title, prefix, text }) => [
      `## ${title}`,
      "",
      text,
      "",
      ...withPrefix(prefix).flatMap(({ code }) => section(code)),
    ]),
  ].join("\n");
}
