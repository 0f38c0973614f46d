/** The lookups as functions of programs, and the types of their arguments and results. */
import * as z from "zod";
import { functions, isFunction } from "../../provider/lookups/index.ts";
import { comment, interfaceText } from "./classes.ts";
import { capital, type JsonSchema, jsonSchemaOf, outputType } from "./schema.ts";

const names = Object.keys(functions).filter(isFunction);
const isLookup = (name: (typeof names)[number]) => functions[name].endpoints !== undefined;
/** Lookups, then helpers. */
const sorted = [...names.filter(isLookup).sort(), ...names.filter((name) => !isLookup(name))];

/** By function: its arguments, its result, and the named types that both refer to. Parts of resources don't update here. */
export const functionSchemas = () =>
  sorted.map((name) => {
    const { summary, args: taken, result: given } = functions[name];
    const parts = JSON.stringify(jsonSchemaOf(z.object({ args: taken, result: given })));
    const root: JsonSchema = JSON.parse(parts.replaceAll(" Updates in place.", ""));
    const { args = {}, result = {} } = root.properties ?? {};
    return { name, summary, args, result, root };
  });

const typeOf = (schema: JsonSchema) => outputType(schema, (name) => name);

function typeText(id: string, schema: JsonSchema, about: string): string {
  const members = schema.anyOf ?? schema.oneOf;
  const title = schema.description ?? about;
  if (members === undefined) return interfaceText({ ...schema, id }, title, undefined, typeOf);
  return `${comment([title])}\nexport type ${id} =\n${members.map((each) => `  | ${typeOf(each)}`).join("\n")};`;
}

/** Arguments and results as plain interfaces: programs see them. */
export function lookupTypesText(): string {
  const schemas = functionSchemas();
  const named = schemas.flatMap(({ root }) => Object.entries(root.$defs ?? {}));
  const texts = new Map(named.map(([id, schema]) => [id, typeText(id, schema, "")]));
  /** The name of a part's type, whose text it adds if the type has no other name. */
  const typeIn = (id: string, schema: JsonSchema, about: string) => {
    if (schema.$ref !== undefined) return typeOf(schema);
    texts.set(id, typeText(id, schema, about));
    return id;
  };
  const lines = schemas.map(({ name, args, result }) => {
    const argsType = typeIn(`${capital(name)}Args`, args, `Arguments of \`${name}\`.`);
    return `  ${name}: { args: ${argsType}; result: ${typeIn(`${capital(name)}Result`, result, `Result of \`${name}\`.`)} };`;
  });
  return [
    "// Generated from the schemas of the lookups by `npm run generate`. Do not edit.",
    'import type { DnsRecordType, UrlForwardType } from "./words.generated.ts";',
    ...texts.values(),
    `/** By function. */\nexport interface LookupTypes {\n${lines.join("\n")}\n}\n`,
  ].join("\n\n");
}

/** The lookups as programs call them. @param isPlugin with the plugin's classes, the plugin answers all */
export function lookupsText(isPlugin: boolean): string {
  const forms = sorted.filter(isLookup).map((name) => {
    const { summary, isSecret } = functions[name];
    const secret = isSecret ? " The result is a secret: it is personal data." : "";
    const call = (...kinds: (string | false | undefined)[]) => {
      const members = kinds.flatMap((kind) => (kind ? `${kind}: true` : []));
      return `("${name}"${members.length > 0 ? `, { ${members.join(", ")} }` : ""})`;
    };
    return `/** ${summary} */
export const ${name} = lookup${call(isPlugin && "isPlugin")};
/** ${summary} Its arguments may be outputs.${secret} */
export const ${name}Output = lookupOutput${call(isPlugin && "isPlugin", isSecret && "isSecret")};`;
  });
  const own = functionSchemas().filter(({ name, result }) => isLookup(name) && result.$ref === undefined);
  return [
    "// Generated from the lookups by `npm run generate`. Do not edit.",
    'import { lookup, lookupOutput, searchOfAll } from "./program.ts";',
    `export type { ${own.map(({ name }) => `${capital(name)}Result`).join(", ")} } from "../../lookups/types.generated.ts";`,
    ...forms,
    "/** All names of a search: `for await (const name of searchMarketplaceAll({ query }))`. Pages are fetched on demand. */\n" +
      "export const searchMarketplaceAll = searchOfAll(searchMarketplace);\n",
  ].join("\n\n");
}
