/** A list from outside may have a million rows, and a call takes some hundred thousand arguments at most. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** Functions that are given lists in this way; each has a form that takes the list, or a loop does. */
const takers = ["push", "unshift", "splice", "concat", "max", "min", "fromCharCode", "fromCodePoint", "of"];

function spreadsIn(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const isTaker = takers.includes(node.expression.name.text) && node.arguments.some(ts.isSpreadElement);
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      if (isTaker) found.push(`${relative(root, path)}:${line + 1} ${node.getText().slice(0, 80)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it("no list is spread into the arguments of a call", () => {
  const files = ["provider", "cli", "testing"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(spreadsIn)).toEqual([]);
});
