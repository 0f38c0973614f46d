/** Prints the declarations that users of the built package can reach by name: a difference shows what a release changes. */
import { join } from "node:path";
import ts from "typescript";
import { exports } from "../package.json";

const root = join(__dirname, "..");

/** Reads the declarations in `dist/`, as a user's compiler does: those of each entry, and of the types that they extend. */
export function publicApi(): string {
  const { "./package.json": _, ...typed } = exports;
  const entries = Object.entries(typed).map(([name, { types }]) => {
    return { name: join("pulumi-registrar", name), file: join(root, types) };
  });
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: ["node"] },
  );
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const shown = new Set<ts.Symbol>();
  const textsOf = (symbol: ts.Symbol): string[] => {
    const found = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declared = (found.declarations ?? []).filter((each) => each.getSourceFile().fileName.includes("/dist/"));
    if (shown.has(found) || declared.length === 0) return [];
    shown.add(found);
    const bases = declared.flatMap((each) =>
      ts.isClassDeclaration(each) || ts.isInterfaceDeclaration(each)
        ? (each.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression))
        : [],
    );
    return [
      ...declared.map((each) =>
        ts.isVariableDeclaration(each)
          ? `${found.name}: ${checker.typeToString(checker.getTypeOfSymbol(found), each, ts.TypeFormatFlags.NoTruncation)}`
          : printer.printNode(ts.EmitHint.Unspecified, each, each.getSourceFile()),
      ),
      ...bases.flatMap((base) => checker.getSymbolAtLocation(base) ?? []).flatMap(textsOf),
    ];
  };
  return entries
    .map(({ name, file }) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      if (module === undefined) throw new Error(`${file} is not built: run npm run build`);
      return `# ${name}\n\n${checker.getExportsOfModule(module).flatMap(textsOf).sort().join("\n")}\n`;
    })
    .join("\n");
}
