/** Lists of words and alternatives of patterns in the sources, and what to cut out of a file to leave out an element. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** A part of a file that can be left out: an element of a list, an alternative, an anchor or a flag of a pattern. */
export interface Fault {
  what: string;
  /** Offsets in the text of the file. */
  start: number;
  end: number;
}

export interface Elements {
  /** File and name, such as `provider/api/forward.ts forwardTypes`. */
  place: string;
  file: string;
  /** Of a list. */
  words?: string[];
  /** A pattern as it is written, with its flags. */
  pattern?: string;
  faults: Fault[];
}

const isNamed = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node);

/** The name of the nearest declaration around a node. */
export function nameAround({ parent }: ts.Node): string {
  const name = isNamed(parent) ? parent.name : undefined;
  if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name))) return name.text;
  return ts.isSourceFile(parent) ? "-" : nameAround(parent);
}

const wordOf = (node: ts.Node) => (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) ? node.text : undefined);
/**
 * Is it a list of words? A tuple isn't, nor a row of a table, nor sentences. The endpoints of a resource are on generated pages, and
 * the evidence of one, too.
 */
function isList(node: ts.ArrayLiteralExpression): boolean {
  if (node.elements.length < 2 || !node.elements.every((each) => /^\S+$/.test(wordOf(each) ?? ""))) return false;
  let { parent }: { parent: ts.Node } = node;
  while (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isParenthesizedExpression(parent))
    parent = parent.parent;
  if (ts.isPropertyAssignment(parent)) {
    const rows = parent.parent.properties.filter((each) => ts.isPropertyAssignment(each) && isArray(each.initializer));
    return rows.length < 3 && !/^(?:endpoints|assumed|examples)$/.test(parent.name.getText());
  }
  return !isArray(parent) && !(ts.isVariableDeclaration(parent) && ts.isArrayBindingPattern(parent.name));
}
const isArray = (node: ts.Node) => ts.isArrayLiteralExpression(node);

/** Parts of a pattern: alternatives where there are several, and anchors. Offsets count from the pattern's first slash. */
export function partsOf(pattern: string): Fault[] {
  const faults: Fault[] = [];
  const end = pattern.lastIndexOf("/");
  const groups: { from: number; bars: number[] }[] = [{ from: 1, bars: [] }];
  let inClass = false;
  const close = (to: number) => {
    const { from, bars } = groups.pop() ?? { from: 1, bars: [] };
    const edges = [from - 1, ...bars, to];
    if (bars.length > 0)
      for (let at = 0; at <= bars.length; at += 1) {
        const [first = 0, last = 0] = [(edges[at] ?? 0) + 1, edges[at + 1] ?? 0];
        const what = pattern.slice(first, last);
        faults.push(at === 0 ? { what, start: first, end: last + 1 } : { what, start: first - 1, end: last });
      }
  };
  for (let at = 1; at < end; at += 1) {
    const here = pattern[at];
    if (here === "\\") at += 1;
    else if (here === "[") inClass = true;
    else if (here === "]") inClass = false;
    else if (inClass) continue;
    else if (here === "(") {
      const [opening = ""] = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(pattern.slice(at)) ?? [];
      groups.push({ from: at + opening.length, bars: [] });
      at += opening.length - 1;
    } else if (here === ")") close(at);
    else if (here === "|") groups.at(-1)?.bars.push(at);
    else if (here === "^" || here === "$") faults.push({ what: here, start: at, end: at + 1 });
  }
  close(end);
  const flag = pattern.indexOf("i", end);
  if (flag !== -1) faults.push({ what: "flag i", start: flag, end: flag + 1 });
  return faults;
}

function elementsOf(node: ts.Node): Pick<Elements, "words" | "pattern" | "faults"> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const start = node.getStart();
    const faults = partsOf(node.text).map((fault) => ({
      ...fault,
      start: fault.start + start,
      end: fault.end + start,
    }));
    return faults.some(({ what }) => !/^(?:[$^]|flag i)$/.test(what)) ? { pattern: node.text, faults } : undefined;
  }
  if (!ts.isArrayLiteralExpression(node) || !isList(node)) return undefined;
  const words = node.elements.flatMap((each) => wordOf(each) ?? []);
  const faults = node.elements.map((each, at) => {
    const next = node.elements[at + 1];
    const before = node.elements[at - 1]?.getEnd() ?? each.getStart();
    return { what: words[at] ?? "", start: next ? each.getStart() : before, end: next?.getStart() ?? each.getEnd() };
  });
  return { words, faults };
}

/** The sources below a folder of the repository, without generated ones, by file. */
export const sourcesIn = (folder: string): [file: string, source: ts.SourceFile][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!generated|\.d)\.ts$/.test(name))
    .sort()
    .map((name) => {
      const file = `${folder}/${name}`;
      return [file, ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true)];
    });

/** The lists and patterns with alternatives in the files below a folder of the repository. */
export function elementsIn(folder: string): Elements[] {
  return sourcesIn(folder).flatMap(([file, source]) => {
    const found: Elements[] = [];
    const visit = (node: ts.Node): void => {
      const elements = elementsOf(node);
      if (elements !== undefined) {
        const name = `${file} ${nameAround(node)}`;
        const alike = found.filter(({ place }) => place.split("#")[0] === name).length;
        found.push({ place: alike === 0 ? name : `${name}#${alike + 1}`, file, ...elements });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
