/** Texts of the sources that advise something: a sentence or a clause that begins with an imperative. */
import ts from "typescript";
import { sourcesIn } from "./elements.ts";

export interface Advice {
  /** File and text, with `…` for values: the name of its row. */
  place: string;
  /** Matches a message with this text. */
  pattern: RegExp;
}

const verbs =
  "Add|Appraise|Ask|Call|Change|Check|Choose|Close|Confirm|Copy|Correct|Declare|Delete|End|Expand|Export|Fill|Give|Import|Insert|Keep|List|Look|Lower|" +
  "Make|Move|Name|Place|Point|Put|Raise|Remove|Rename|Renew|Restore|Run|Save|Say|Set|Shorten|Split|Switch|Unlock|Unset|Use|Verify|Wait|Write";
const imperative = new RegExp(
  `(?:^|[.:;] |\\n(?:- )?|, (?:or |and |then )?|\\b(?:or|and) )(?:First |Then |Instead: )?(?:${verbs}|${verbs.toLowerCase()})\\b`,
);

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
const isOfPage = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) && ofPages.test(node.name.getText())) ||
  (ts.isCallExpression(node) && /\.(?:describe|meta|test|replace)$|\bdescribed$/.test(node.expression.getText()));

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** The advising texts of a folder of the repository. */
export function adviceIn(folder: string): Advice[] {
  return sourcesIn(folder).flatMap(([file, source]) => {
    const found: Advice[] = [];
    const visit = (node: ts.Node): void => {
      if (isOfPage(node)) return;
      if (!isText(node)) {
        ts.forEachChild(node, visit);
        return;
      }
      const text = textOf(node);
      if (!imperative.test(text) || !/\w \w/.test(text)) return;
      const pattern = new RegExp(text.split("…").map(escaped).join("[^]*?"));
      found.push({ place: `${file.slice(folder.length + 1)} ${text.replaceAll("\n", " ")}`, pattern });
    };
    visit(source);
    return found;
  });
}
