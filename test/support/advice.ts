/** Texts of the sources that advise something: a sentence or a clause that begins with an imperative, or that names a command. */
import ts from "typescript";
import { sourcesIn } from "./elements.ts";

export interface Advice {
  file: string;
  /** With `…` for values, and blanks for line breaks. */
  text: string;
  /** Matches a message with this text. */
  pattern: RegExp;
}

const verbs =
  "Add|Appraise|Ask|Call|Change|Check|Choose|Close|Confirm|Copy|Correct|Create|Declare|Delete|End|Expand|Export|Fill|Give|Import|Insert|Install|Keep|" +
  "Leave|Let|List|Look|Lower|Make|Move|Name|Open|Place|Point|Put|Raise|Remove|Rename|Renew|Repair|Restore|Run|Save|Say|Search|Select|Set|Shorten|Split|Start|" +
  "Stop|Switch|Try|Unlock|Unset|Use|Verify|Wait|Write";
const imperative = new RegExp(
  `(?:^|[.:;] |\\n(?:- )?|, (?:or |and |then )?|\\b(?:or|and) )(?:First |Then |Instead: )?(?:${verbs}|${verbs.toLowerCase()})\\b`,
);
/** The name of a command, an option or a setting is an advice in any sentence. */
const command = /`(?:pulumi|pulumi-registrar|npm|npx) [^`]+`|(?:^|[ `])--[a-z]|REGISTRAR_\w+|registrar:[a-z]\w+/;

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isParenthesizedExpression(node) && isText(node.expression)) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    (isText(node.left) || isText(node.right)));

/** The text of a string, with `…` for each value in it. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  if (!ts.isTemplateExpression(node)) return "…";
  const spans = node.templateSpans.map(
    ({ expression, literal }) => (isText(expression) ? textOf(expression) : "…") + literal.text,
  );
  return node.head.text + spans.join("");
}

/** Texts of pages, not of messages: descriptions of arguments, resources and checks. */
const ofPages = /^(?:description|summary|meaning|rule|source|sources|title|what|when)$/;
const ofHelp = "addHelpText|addOption|argument|description|option|requiredOption|summary";
const describing = new RegExp(`\\.(?:describe|meta|test|replace|${ofHelp})$|^(?:described|named|text|integer|list)$`);
const isOfPage = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) && ofPages.test(node.name.getText())) ||
  (ts.isNewExpression(node) && node.expression.getText() === "Option") ||
  (ts.isCallExpression(node) && describing.test(node.expression.getText()));

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
/** Matches a message with an advice, whose values are `…` and whose line breaks may be blanks. */
export const advicePattern = (text: string): RegExp =>
  new RegExp(text.split("…").map(escaped).join("[^]*?").replaceAll(" ", "\\s"));

/** The advising texts of a folder of the repository, without the programs that a command writes. */
export function adviceIn(folder: string): Advice[] {
  const sources = sourcesIn(folder).filter(([file]) => !file.endsWith("/templates.ts"));
  return sources.flatMap(([file, source]) => {
    const found: Advice[] = [];
    const visit = (node: ts.Node): void => {
      if (isOfPage(node)) return;
      if (!isText(node)) {
        ts.forEachChild(node, visit);
        return;
      }
      const text = textOf(node);
      if (!(imperative.test(text) || command.test(text)) || !/\w \w/.test(text)) return;
      found.push({
        file: file.slice(folder.length + 1),
        text: text.replaceAll("\n", " "),
        pattern: advicePattern(text),
      });
    };
    visit(source);
    return found;
  });
}
