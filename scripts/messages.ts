/**
 * Prints every message that a user can see, as a Markdown table by kind: `npx tsx scripts/messages.ts provider cli`. A message is a
 * string of three words or more. Strings that the reference pages show (descriptions of arguments and options) are left out.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");
const folders = ["provider", "cli", "testing"];

export interface Message {
  kind: "error" | "check" | "output" | "other" | "dashboard";
  place: string;
  text: string;
}

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts") && !/generated|\.d\.ts$|templates\.ts$/.test(name));

/** The text of a string, of a template with `{...}` for its values, or of a sum of both; `undefined` for other expressions. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(
      ({ expression, literal }) =>
        `{${expression.getText().length > 60 ? "..." : expression.getText()}}${literal.text}`,
    );
    return [node.head.text, ...spans].join("");
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** By the name of a call, class or property around a string. `described`: a reference page shows it. */
const contexts: readonly (readonly [Message["kind"] | "described", RegExp])[] = [
  [
    "described",
    /^(?:describe|description|summary|option|Option|Argument|argument|shown|brief|create|drift|delete|field|holds)$/,
  ],
  ["error", /(?:Error|^super|^error|^what|^advice|^refusal|^refuse\w*)$/],
  ["check", /^(?:check|reason|finding|issue|message)$/],
  [
    "output",
    /^(?:print|printLine|printColoured|warn|warnOf|say|log|write|note|notes|progress|paragraph|text|line|title)$/,
  ],
];

function nameAround(node: ts.Node): string | undefined {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) return parent.name.getText();
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node)
    return parent.expression.getText().split(".").at(-1);
  if (ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent)) return parent.name?.getText();
  return undefined;
}

function kindOf(node: ts.Node, file: string): Message["kind"] | "described" {
  if (file.includes("/page/browser/")) return "dashboard";
  for (let inner = node; inner.parent !== undefined; inner = inner.parent) {
    const name = nameAround(inner);
    const found = contexts.find(([, form]) => name !== undefined && form.test(name));
    if (found !== undefined) return found[0];
  }
  return file.includes("/checks/") ? "check" : "other";
}

function messagesIn(file: string): Message[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text === undefined) return void ts.forEachChild(node, visit);
    const kind = kindOf(node, file);
    if (!/\S+\s+\S+\s+\S+/.test(text.trim()) || !/[a-z]{2} /i.test(text) || kind === "described") return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ kind, place: `${file}:${line + 1}`, text: text.trim().replace(/\s*\n\s*/g, " ⏎ ") });
  };
  visit(source);
  return found;
}

export const messages = (places: readonly string[] = folders): Message[] => places.flatMap(sources).flatMap(messagesIn);

/** The messages by kind, in the order of the files. */
export function messagesTable(all: readonly Message[]): string {
  const kinds = ["error", "check", "output", "other", "dashboard"] as const;
  return kinds
    .map((kind) => {
      const rows = all.filter((message) => message.kind === kind);
      const lines = rows.map(({ place, text }) => `| ${place} | ${text.replaceAll("|", "\\|")} |\n`);
      return `## ${kind}: ${rows.length}\n\n| place | message |\n|---|---|\n${lines.join("")}`;
    })
    .join("\n");
}

if (require.main === module) {
  const places = process.argv.slice(2);
  process.stdout.write(messagesTable(messages(places.length === 0 ? folders : places)));
}
