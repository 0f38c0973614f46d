/** One example for each resource, in the languages of the schema and of the reference page. */

import { print, printCall, printYaml } from "../../cli/import/print.ts";
import { isObject } from "../../provider/api/index.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import type { HelperName } from "../../provider/lookups/helpers.ts";
import type { LookupName } from "../../provider/lookups/rows.ts";
import type { resources } from "../../provider/resources/index.ts";
import data from "./examples.json";
import { goPackage } from "./owner.ts";
import { capital, type ObjectSpec, type PropertySpec, type TypeSpec } from "./schema.ts";

interface Example {
  /** Of the resource in the program. */
  name: string;
  args: Properties;
}

/** Placeholder of a secret in the stack's configuration, under the name of the argument. */
const configured = "<configured>";

interface FunctionExample {
  args: Properties;
  /** The call in TypeScript, where helpers take other arguments; a statement without `export`. Default: a lookup. */
  call?: { name: string; code: string };
}

/** One example for each resource and function. */
const examples: {
  resources: Readonly<Record<keyof typeof resources, Example>>;
  functions: Readonly<Record<LookupName | HelperName, FunctionExample>>;
} = data;

/** @throws TypeError for a resource without one */
export function exampleOf(handler: string): Example {
  const found = Object.entries(examples.resources).find(([name]) => name === handler);
  if (found === undefined) throw new TypeError(`${handler} has no example: add one to scripts/generated/examples.json`);
  return found[1];
}

export interface Shown {
  /** Of the fence. */
  language: string;
  title: string;
  code: string;
}

/**
 * @param type of the resource
 * @param inputs of the schema: languages with types need them
 */
export function shownExample(
  { name, args }: Example,
  type: string,
  inputs: Readonly<Record<string, PropertySpec>>,
): Shown[] {
  const resource = { [name]: { type: `registrar:${type}`, properties: args } };
  const python = Object.entries(args).map(([key, value]) => `    ${snake(key)}=${pythonValue(value, "    ")},\n`);
  const [secret] = Object.keys(args).filter((key) => args[key] === configured);
  const shown = [
    {
      language: "ts",
      title: "TypeScript",
      code: `import { ${type} } from "pulumi-registrar";\n\n${printCall(type, name, args)}\n`,
    },
    {
      language: "python",
      title: "Python",
      code: `import pulumi_registrar as registrar\n\nregistrar.${type}(\n    "${name}",\n${python.join("")})\n`,
    },
    { language: "yaml", title: "YAML", code: `resources:\n${printYaml(resource, "  ")}` },
    goProgram(`_, err := registrar.New${type}(ctx, "${name}", &registrar.${type}Args{
${goArguments(args, inputs)}		})
		return err`),
  ];
  return secret === undefined ? shown : shown.map((each) => ({ ...each, code: withSecret(each, secret) }));
}

/** A program in Go. */
const goProgram = (body: string): Shown => ({
  language: "go",
  title: "Go",
  code: `package main

import (
	"${goPackage}"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		${body}
	})
}
`,
});

type Types = ReadonlyMap<string, ObjectSpec>;

const goArguments = (args: Properties, inputs: Readonly<Record<string, PropertySpec>>, types?: Types) =>
  goFields(
    Object.entries(args).map(
      ([name, value]): GoField => ({
        key: `${capital(name)}:`,
        value: goValue(value, inputs[name], "\t\t\t", types),
      }),
    ),
    "\t\t\t",
  );

/** @param inputs of the schema */
function shownFunction(
  name: LookupName | HelperName,
  inputs: Readonly<Record<string, PropertySpec>>,
  types: Types,
): Shown[] {
  const { args, call } = examples.functions[name];
  const { name: imported, code } = call ?? {
    name: `${name}Output`,
    code: `const found = ${name}Output(${print(args, 80)});`,
  };
  const python = Object.entries(args).map(([key, value]) => `${snake(key)}=${pythonValue(value, "")}`);
  const invoke = { found: { "fn::invoke": { function: `registrar:${name}`, arguments: args } } };
  return [
    {
      language: "ts",
      title: "TypeScript",
      code: `import { ${imported} } from "pulumi-registrar";\n\n${code.replace(/^const/, "export const")}\n`,
    },
    {
      language: "python",
      title: "Python",
      code: `import pulumi\nimport pulumi_registrar as registrar\n\nfound = registrar.${snake(name)}_output(${python.join(", ")})\npulumi.export("found", found)\n`,
    },
    { language: "yaml", title: "YAML", code: `variables:\n${printYaml(invoke, "  ")}outputs:\n  found: \${found}\n` },
    goProgram(`ctx.Export("found", registrar.${capital(name)}Output(ctx, registrar.${capital(name)}OutputArgs{
${goArguments(args, inputs, types)}		}))
		return nil`),
  ];
}

/** How each language takes a secret from the configuration. */
function withSecret({ language, code }: Shown, name: string): string {
  const mark = `"${configured}"`;
  switch (language) {
    case "ts":
      return `import * as pulumi from "@pulumi/pulumi";\n${code.replace(mark, `new pulumi.Config().requireSecret("${name}")`)}`;
    case "python":
      return `import pulumi\n${code.replace(mark, `pulumi.Config().require_secret("${name}")`)}`;
    case "yaml":
      return `config:\n  ${name}: { type: string, secret: true }\n${code.replace(mark, `\${${name}}`)}`;
    default:
      return code
        .replace(`pulumi.String(${mark})`, `config.RequireSecret(ctx, "${name}")`)
        .replace('sdk/v3/go/pulumi"\n', 'sdk/v3/go/pulumi"\n\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"\n');
  }
}

/** Lines of a description that Pulumi splits: each language's documentation shows its own. */
function linesOf(shown: readonly Shown[]): string[] {
  const blocks = shown.map(
    ({ language, code }) => `\`\`\`${language === "ts" ? "typescript" : language}\n${code}\`\`\``,
  );
  const [begin, end] = ["{{% examples %}}\n## Example Usage\n{{% example %}}", "{{% /example %}}\n{{% /examples %}}"];
  return ["", begin, ...blocks, end];
}

export const exampleLines = (handler: string, type: string, inputs: Readonly<Record<string, PropertySpec>>): string[] =>
  linesOf(shownExample(exampleOf(handler), type, inputs));

export const functionExampleLines = (
  name: LookupName | HelperName,
  inputs: Readonly<Record<string, PropertySpec>>,
  types: Types,
): string[] => linesOf(shownFunction(name, inputs, types));

const snake = (key: string) => key.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function pythonValue(value: unknown, margin: string): string {
  const inner = `${margin}    `;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) {
    if (!value.some(isObject)) return `[${value.map((item) => pythonValue(item, inner)).join(", ")}]`;
    return `[\n${value.map((item) => `${inner}${pythonValue(item, inner)},\n`).join("")}${margin}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(snake(key))}: ${pythonValue(item, inner)}`,
  );
  if (!Object.values(value).some((item) => typeof item === "object")) return `{${entries.join(", ")}}`;
  return `{\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${margin}}`;
}

interface GoField {
  key: string;
  value: string;
}

/** As gofmt aligns them: values of neighbouring one-line fields are in a column. */
function goFields(fields: readonly GoField[], margin: string): string {
  const isLong = ({ value }: GoField) => value.includes("\n");
  const columnOf = (at: number) => {
    let [first, last] = [at, at];
    for (let field = fields[first - 1]; field && !isLong(field); field = fields[first - 1]) first -= 1;
    for (let field = fields[last + 1]; field && !isLong(field); field = fields[last + 1]) last += 1;
    return Math.max(...fields.slice(first, last + 1).map(({ key }) => key.length));
  };
  return fields
    .map((field, at) => `${margin}${isLong(field) ? field.key : field.key.padEnd(columnOf(at))} ${field.value},\n`)
    .join("");
}

/** The type of a value in Go; of an object, what its type's name begins with. */
function goType({ $ref, type, items, additionalProperties }: TypeSpec = {}): string {
  if (items !== undefined) return `${goType(items)}Array`;
  if (additionalProperties !== undefined) return `${goType(additionalProperties)}Map`;
  if ($ref !== undefined) return `registrar.${$ref.split(":").at(-1)}`;
  return `pulumi.${{ boolean: "Bool", integer: "Int", number: "Float64" }[type ?? ""] ?? "String"}`;
}

/** @param types named types, without which the members of an object are scalars */
function goValue(value: unknown, spec: TypeSpec | undefined, margin: string, types?: Types): string {
  const inner = `${margin}\t`;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${goValue(item, spec?.items, inner, types)},\n`);
    return `${goType(spec)}{\n${items.join("")}${margin}}`;
  }
  if (!isObject(value)) {
    const type = { boolean: "boolean", number: "integer" }[String(typeof value)];
    return `${goType(spec ?? { ...(type !== undefined && { type }) })}(${JSON.stringify(value)})`;
  }
  const isMap = spec?.additionalProperties !== undefined;
  const members = types?.get(spec?.$ref?.replace("#/types/", "") ?? "")?.properties;
  const fields = Object.entries(value).map(
    ([key, item]): GoField => ({
      key: `${isMap ? JSON.stringify(key) : capital(key)}:`,
      value: goValue(item, spec?.additionalProperties ?? members?.[key], inner, types),
    }),
  );
  return `${goType(spec)}${isMap ? "" : "Args"}{\n${goFields(fields, inner)}${margin}}`;
}
