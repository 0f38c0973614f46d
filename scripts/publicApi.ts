/** Lists the exports of each entry of the built package with their types, one member a line: a difference shows what a release changes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");

/** Reads the declarations in `dist/`, as a user's compiler does. */
export function publicApi(): string {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  const entries = Object.entries(exports).flatMap(([name, target]) =>
    typeof target === "string" ? [] : [{ name: join("pulumi-registrar", name), file: join(root, target.types) }],
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, types: ["node"] },
  );
  const checker = program.getTypeChecker();
  const shown = new Map<ts.Symbol, string>();
  return entries
    .map(({ name, file }) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      if (module === undefined) throw new Error(`${file} is not built: run npm run build`);
      const lines = checker
        .getExportsOfModule(module)
        .map((symbol) => {
          const of = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
          const elsewhere = shown.get(of);
          shown.set(of, elsewhere ?? name);
          return elsewhere === undefined ? described(checker, symbol.name, of) : `${symbol.name}: as in ${elsewhere}`;
        })
        .sort();
      return `# ${name}\n\n${lines.join("\n")}\n`;
    })
    .join("\n");
}

const flags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.InTypeAlias;

function described(checker: ts.TypeChecker, name: string, symbol: ts.Symbol): string {
  const text = (type: ts.Type) => checker.typeToString(type, undefined, flags).replaceAll(`${root}/`, "");
  const membersOf = (type: ts.Type, before: string) =>
    type
      .getProperties()
      .filter((member) => !isInherited(member))
      .map((member) => {
        const optional = member.flags & ts.SymbolFlags.Optional ? "?" : "";
        return `  ${before}${member.name}${optional}: ${text(checker.getTypeOfSymbol(member))}`;
      })
      .sort();
  const block = (head: string, members: readonly string[]) => [head, ...members].join("\n");
  if (symbol.flags & ts.SymbolFlags.Class) {
    const constructors = checker.getTypeOfSymbol(symbol).getConstructSignatures();
    const made = constructors.map((one) => `  new ${checker.signatureToString(one, undefined, flags)}`);
    const statics = membersOf(checker.getTypeOfSymbol(symbol), "static ").filter((line) => !line.includes("prototype"));
    return block(`class ${name}`, [...made, ...statics, ...membersOf(checker.getDeclaredTypeOfSymbol(symbol), "")]);
  }
  if (symbol.flags & ts.SymbolFlags.Interface) {
    return block(`interface ${name}`, membersOf(checker.getDeclaredTypeOfSymbol(symbol), ""));
  }
  if (symbol.flags & ts.SymbolFlags.TypeAlias) return `type ${name} = ${text(checker.getDeclaredTypeOfSymbol(symbol))}`;
  return `const ${name}: ${text(checker.getTypeOfSymbol(symbol))}`;
}

/** Is it a member of a class of Pulumi, JavaScript or Node? */
const isInherited = (member: ts.Symbol) =>
  member.declarations?.every((declaration) => declaration.getSourceFile().fileName.includes("/node_modules/")) ?? false;
