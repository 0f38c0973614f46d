/** The page of all error codes: cause and remedy are the doc comment of the place that defines the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

interface ErrorCode {
  code: string;
  /** When it is thrown: the doc comment up to `@remedy`. */
  cause: string;
  /** What to do: the tag `@remedy`. */
  remedy: string;
  /** File and name of what defines it. */
  place: string;
}

const codeForm = /^(?:ERR_REGISTRAR|SANDBOX|ENGINE)_[A-Z]+(?:_[A-Z]+)*$/;

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

const parts = [
  {
    title: "The provider and the command",
    prefix: "ERR_REGISTRAR_",
    text: "Errors of resources, lookups and the `pulumi-registrar` command. `LookupError` and the JSON of `pulumi-registrar drift` have the code as `code`.",
  },
  {
    title: "The sandbox",
    prefix: "SANDBOX_",
    text: "Errors of `pulumi-registrar sandbox`, and of `startSandbox` in a test.",
  },
  { title: "The small engine", prefix: "ENGINE_", text: "Errors of `openStack` in a test." },
];

/** The page `docs/reference/errors.md`, in Markdown. */
export function errorsPage(): string {
  const codes = errorCodes();
  return [
    "# Error codes",
    "",
    "<!-- Generated from the doc comments of the error classes. Do not edit by hand. -->",
    "",
    "Every error has a stable code, with which its message ends. Below each code: its cause, then what to do. The message has the details: operation, domain, what",
    "was tried, what to do next; no token, auth code or contact data. The words of messages may change; a code does not.",
    "",
    ...parts.flatMap(({ title, prefix, text }) => [
      `## ${title}`,
      "",
      text,
      "",
      ...codes
        .filter(({ code }) => code.startsWith(prefix))
        .flatMap(({ code, cause, remedy }) => [`### \`${code}\``, "", cause, "", remedy, ""]),
    ]),
  ].join("\n");
}
