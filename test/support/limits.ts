/** Numbers in the sources that limit something: compared, given to `Math.min` or to a schema, or named as a constant. */
import ts from "typescript";
import { nameAround, sourcesIn } from "./elements.ts";

const isArithmetic = (node: ts.Node): boolean =>
  ts.isNumericLiteral(node) ||
  (ts.isParenthesizedExpression(node) && isArithmetic(node.expression)) ||
  (ts.isBinaryExpression(node) &&
    /^(?:[-*/+]|\*\*)$/.test(node.operatorToken.getText()) &&
    isArithmetic(node.left) &&
    isArithmetic(node.right));

/** Functions that take a bound, and names of bounds. */
const bounding = /(?:^Math\.(?:min|max)|\.(?:min|max)|^(?:wholeNumber|between|number|uint|showText|firstOf))$/;
const boundingName = /(?:Ms|[sS]ize|[tT]imes|[tT]imeout|[lL]ength|PerDomain|deadline|concurrency|Sockets)$/;

/** Does a number limit something? Counts from 0 or 1, and statuses of HTTP, are no limits. */
function isLimit(node: ts.Expression): boolean {
  let { parent }: { parent: ts.Node } = node;
  while ((ts.isBinaryExpression(parent) && isArithmetic(parent.right)) || ts.isParenthesizedExpression(parent)) {
    if (/^[<>]=?$/.test(ts.isBinaryExpression(parent) ? parent.operatorToken.getText() : "")) break;
    parent = parent.parent;
  }
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) && parent.initializer === node;
  if (ts.isParameter(parent) || ts.isPropertyAssignment(parent)) return boundingName.test(parent.name.getText());
  if (ts.isCallExpression(parent)) return bounding.test(parent.expression.getText());
  return (
    ts.isBinaryExpression(parent) &&
    /^[<>]=?$/.test(parent.operatorToken.getText()) &&
    !/status/i.test(parent.getText())
  );
}

/** The places of limits in the files below a folder of the repository, such as `provider/api/http/pace.ts maxAtOnce`. */
export function limitsIn(folder: string): string[] {
  return sourcesIn(folder).flatMap(([file, source]) => {
    const places: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isExpression(node) && isArithmetic(node)) {
        if (!/^[01]$/.test(node.getText()) && isLimit(node)) places.push(`${file} ${nameAround(node)}`);
        return;
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return [...new Set(places)];
  });
}
