/** The lookups as functions of programs, and of the plugin's schema: there from the types and comments of their arguments and results. */
import { join } from "node:path";
import ts from "typescript";
import { helpers } from "../../provider/lookups/helpers.ts";
import { isLookup, isSecretPart, lookupRows, rowOf } from "../../provider/lookups/rows.ts";
import { anyValue, type ObjectSpec, type PropertySpec, refTo, type TypeSpec } from "./schema.ts";

const root = join(__dirname, "..", "..");

/** @param types named types are added to it */
export function functionSpecs(types: Map<string, ObjectSpec>): Record<string, object> {
  const [lookups = "", pure = ""] = ["index.ts", "helpers.ts"].map((file) => join(root, "provider", "lookups", file));
  const options = { ...compilerOptions(), noEmit: true };
  const program = ts.createProgram([lookups, pure], options);
  const reader = new TypeReader(program.getTypeChecker(), types);
  const all = [
    ...Object.keys(lookupRows).flatMap((name) =>
      isLookup(name) ? [{ name, summary: rowOf(name).summary, source: lookups }] : [],
    ),
    ...Object.entries(helpers).map(([name, summary]) => ({ name, summary, source: pure })),
  ];
  return Object.fromEntries(
    all.map(({ name, summary, source }) => {
      const { args, result } = reader.lookup(program.getSourceFile(source), name);
      const outputs = Object.entries(reader.members(result)).map(([part, spec]): [string, PropertySpec] => [
        part,
        { ...spec, ...(isLookup(name) && isSecretPart(name, part) && { secret: true }) },
      ]);
      const inputs = reader.members(args);
      return [
        `registrar:index:${name}`,
        {
          description: summary,
          inputs: { type: "object", properties: inputs, required: reader.required(args) },
          outputs: {
            type: "object",
            properties: Object.fromEntries(outputs),
            required: reader.required(result),
          },
        },
      ];
    }),
  );
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root).options;
}

/** The lookups as programs call them. @param isPlugin does the plugin answer them all? */
export function lookupsText(isPlugin: boolean): string {
  const how = isPlugin ? ", true" : "";
  const forms = Object.keys(lookupRows)
    .filter(isLookup)
    .map((name) => {
      const { summary, isSecret } = rowOf(name);
      const secret = isSecret ? " The result is a secret: it is personal data." : "";
      return `/** ${summary} */
export const ${name} = lookup("${name}"${how});
/** ${summary} Its arguments may be outputs.${secret} */
export const ${name}Output = lookupOutput("${name}"${how});`;
    });
  return [
    "// Generated from the rows of the lookups by `npm run generate`. Do not edit.",
    'import { lookup, lookupOutput, searchOfAll } from "./programLookups.ts";',
    ...forms,
    "/** All names of a search: `for await (const name of searchMarketplaceAll({ query }))`. Pages are fetched on demand. */\n" +
      "export const searchMarketplaceAll = searchOfAll(searchMarketplace);",
  ]
    .join("\n\n")
    .concat("\n");
}

/** TypeScript has one type for all numbers: only the source text shows an integer. */
function integersIn({ declarations = [] }: ts.Symbol): TypeSpec | undefined {
  const [text = ""] = declarations.flatMap((each) => (ts.isPropertySignature(each) && each.type?.getText()) || []);
  if (/^Integer( \| undefined)?$/.test(text)) return { type: "integer" };
  return text === "Record<string, Integer>" ? { type: "object", additionalProperties: { type: "integer" } } : undefined;
}

class TypeReader {
  readonly #checker: ts.TypeChecker;
  readonly #types: Map<string, ObjectSpec>;

  constructor(checker: ts.TypeChecker, types: Map<string, ObjectSpec>) {
    this.#checker = checker;
    this.#types = types;
  }

  /** The types of a lookup's arguments, without its session, and of its result. */
  lookup(file: ts.SourceFile | undefined, name: string): { args: ts.Type; result: ts.Type } {
    const module = file && this.#checker.getSymbolAtLocation(file);
    const exported = module && this.#checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
    if (file === undefined || exported === undefined) throw new Error(`there is not a lookup ${name}`);
    const [signature] = this.#checker.getTypeOfSymbolAtLocation(exported, file).getCallSignatures();
    const parameter = signature?.parameters[1];
    const result = signature && this.#checker.getAwaitedType(signature.getReturnType());
    if (parameter === undefined || result === undefined) throw new Error(`${name} is not a lookup`);
    return { args: this.#checker.getTypeOfSymbolAtLocation(parameter, file), result };
  }

  members(type: ts.Type): Record<string, PropertySpec> {
    return Object.fromEntries(
      this.#propertiesOf(type).map((symbol) => {
        const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).replace(/\s*\n\s*/g, " ");
        const spec = integersIn(symbol) ?? this.property(this.#checker.getTypeOfSymbol(symbol));
        return [symbol.name, { ...spec, ...(text !== "" && { description: text }) }];
      }),
    );
  }

  required(type: ts.Type): string[] {
    const isOptional = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    const symbols = this.#propertiesOf(type);
    const everywhere = (symbol: ts.Symbol) =>
      !type.isUnion() || type.types.every((member) => member.getProperty(symbol.name) !== undefined);
    return symbols
      .filter((symbol) => !isOptional(symbol) && everywhere(symbol))
      .map(({ name }) => name)
      .sort();
  }

  /** Of a union of objects, those of all its members. */
  #propertiesOf(type: ts.Type): ts.Symbol[] {
    const members = type.isUnion() ? type.types : [type];
    const found = members.flatMap((member) => this.#checker.getPropertiesOfType(member));
    return [...new Map(found.map((symbol) => [symbol.name, symbol])).values()];
  }

  property(written: ts.Type): TypeSpec {
    if (written.aliasSymbol?.name === "JsonValue") return anyValue;
    const type = this.#checker.getNonNullableType(written);
    if (type.flags & ts.TypeFlags.StringLike) return { type: "string" };
    if (type.flags & ts.TypeFlags.NumberLike) return { type: "number" };
    if (type.flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
    const [element] = this.#checker.isArrayType(type) ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    if (element !== undefined) return { type: "array", items: this.property(element) };
    if (type.isUnion()) return this.#union(type);
    const values = type.getStringIndexType();
    if (values !== undefined) return { type: "object", additionalProperties: this.property(values) };
    const name = (type.aliasSymbol ?? type.getSymbol())?.name;
    return name === undefined || name === "__type" ? anyValue : this.#named(name, type);
  }

  #union(type: ts.UnionType): TypeSpec {
    const { types } = type;
    if (types.every((member) => member.flags & ts.TypeFlags.StringLike)) return { type: "string" };
    if (types.every((member) => member.flags & ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    const isObject = (member: ts.Type) => member.getProperties().length > 0 && !this.#checker.isArrayType(member);
    if (types.every(isObject)) return this.#named(type.aliasSymbol?.name ?? "Any", type);
    throw new Error(`a value is a union: ${this.#checker.typeToString(type)}`);
  }

  #named(name: string, type: ts.Type): TypeSpec {
    const token = `registrar:index:${name}`;
    if (!this.#types.has(token)) {
      const symbol = type.aliasSymbol ?? type.getSymbol();
      const text = ts.displayPartsToString(symbol?.getDocumentationComment(this.#checker)).replace(/\s*\n\s*/g, " ");
      this.#types.set(token, { type: "object", description: text });
      const spec = { type: "object", description: text, properties: this.members(type), required: this.required(type) };
      this.#types.set(token, spec);
    }
    return refTo(name);
  }
}
