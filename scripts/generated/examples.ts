/** One example for each resource, in the languages of the schema and of the reference page. */

import { print, printCall, printYaml } from "../../cli/import/print.ts";
import { isObject } from "../../provider/api/index.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import type { FunctionName } from "../../provider/lookups/index.ts";
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
  functions: Readonly<Record<FunctionName, FunctionExample>>;
} = data;

/** Titles of the languages by the word of a fence. */
export const languages = { ts: "TypeScript", python: "Python", yaml: "YAML", go: "Go" };
type Codes = Record<keyof typeof languages, string>;

type Specs = Readonly<Record<string, PropertySpec>>;
type Types = ReadonlyMap<string, ObjectSpec>;
type SpecOf = (key: string) => TypeSpec | undefined;

/**
 * @param handler of the resource
 * @param inputs of the schema: languages with types need them
 * @throws TypeError for a resource without an example
 */
export function shownExample(handler: string, type: string, inputs: Specs): Codes {
  const found = Object.entries(examples.resources).find(([name]) => name === handler);
  if (found === undefined) throw new TypeError(`${handler} has no example: add one to scripts/generated/examples.json`);
  const [, { name, args }] = found;
  const resource = { [name]: { type: `registrar:${type}`, properties: args } };
  const python = Object.entries(args).map(([key, value]) => `    ${snake(key)}=${pythonValue(value, "    ")},\n`);
  const codes = {
    ts: `import { ${type} } from "pulumi-registrar";\n\n${printCall(type, name, args)}\n`,
    python: `import pulumi_registrar as registrar\n\nregistrar.${type}(\n    "${name}",\n${python.join("")})\n`,
    yaml: `resources:\n${printYaml(resource, "  ")}`,
    go: goProgram(`_, err := registrar.New${type}(ctx, "${name}", &registrar.${type}Args{
${goMembers(args, (key) => inputs[key], goMargin)}		})
		return err`),
  };
  const secret = Object.keys(args).find((key) => args[key] === configured);
  return secret === undefined ? codes : withSecret(codes, secret);
}

/** Go's name of a function: one that reads a resource of this package (`getContact`) is a `Lookup`. */
function goName(name: FunctionName): string {
  const [, read = ""] = /^get(.+)/.exec(name) ?? [];
  const isResource = Object.keys(examples.resources).some((handler) => capital(handler) === read);
  return isResource ? `Lookup${read}` : capital(name);
}

/** @param inputs of the schema */
export function shownFunction(name: FunctionName, inputs: Specs, types: Types): Codes {
  const { args, call } = examples.functions[name];
  const { name: imported, code } = call ?? {
    name: `${name}Output`,
    code: `const found = ${name}Output(${print(args, 80)});`,
  };
  const python = Object.entries(args).map(([key, value]) => `${snake(key)}=${pythonValue(value, "")}`);
  const invoke = { found: { "fn::invoke": { function: `registrar:${name}`, arguments: args } } };
  return {
    ts: `import { ${imported} } from "pulumi-registrar";\n\n${code.replace(/^const/, "export const")}\n`,
    python: `import pulumi\nimport pulumi_registrar as registrar\n\nfound = registrar.${snake(name)}_output(${python.join(", ")})\npulumi.export("found", found)\n`,
    yaml: `variables:\n${printYaml(invoke, "  ")}outputs:\n  found: \${found}\n`,
    go: goProgram(`ctx.Export("found", registrar.${goName(name)}Output(ctx, registrar.${goName(name)}OutputArgs{
${goMembers(args, (key) => inputs[key], goMargin, types)}		}))
		return nil`),
  };
}

/** How each language takes a secret from the configuration. */
function withSecret({ ts, python, yaml, go }: Codes, name: string): Codes {
  const mark = `"${configured}"`;
  const sdk = 'sdk/v3/go/pulumi"\n';
  return {
    ts: `import * as pulumi from "@pulumi/pulumi";\n${ts.replace(mark, `new pulumi.Config().requireSecret("${name}")`)}`,
    python: `import pulumi\n${python.replace(mark, `pulumi.Config().require_secret("${name}")`)}`,
    yaml: `config:\n  ${name}: { type: string, secret: true }\n${yaml.replace(mark, `\${${name}}`)}`,
    go: go
      .replace(`pulumi.String(${mark})`, `config.RequireSecret(ctx, "${name}")`)
      .replace(sdk, `${sdk}\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"\n`),
  };
}

/** Lines of a description that Pulumi splits: each language's documentation shows its own. */
export const exampleLines = (codes: Codes): string[] => [
  "",
  "{{% examples %}}\n## Example Usage\n{{% example %}}",
  ...Object.entries(codes).map(
    ([language, code]) => `\`\`\`${language === "ts" ? "typescript" : language}\n${code}\`\`\``,
  ),
  "{{% /example %}}\n{{% /examples %}}",
];

const snake = (key: string) => key.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function pythonValue(value: unknown, margin: string): string {
  const inner = `${margin}    `;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (!Array.isArray(value) && !isObject(value)) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => pythonValue(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(snake(key))}: ${pythonValue(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  // A list of strings in a list stays on its line.
  const isDeep = Array.isArray(value) ? isObject : (item: unknown) => typeof item === "object";
  if (!Object.values(value).some(isDeep)) return `${open}${parts.join(", ")}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${margin}${close}`;
}

const goMargin = "\t\t\t";

/** A program in Go. As gofmt aligns them, values of neighbouring one-line members are in a column. */
const goProgram = (body: string): string =>
  `package main

import (
	"${goPackage}"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		${body}
	})
}
`.replaceAll(/(?:.*\0.*\n)+/g, (lines) => {
    const column = Math.max(...lines.split("\n").map((line) => line.indexOf("\0")));
    return lines.replaceAll(/.*\0/g, (key) => key.replace("\0", "").padEnd(column + 1));
  });

/** The members of an object in Go; `\\0` is before a value of one line. */
function goMembers(object: Properties, specOf: SpecOf, margin: string, types?: Types): string {
  const members = Object.entries(object).map(([key, item]) => {
    const value = goValue(item, specOf(key), margin, types);
    return `${margin}${capital(key)}:${value.includes("\n") ? " " : "\0"}${value},\n`;
  });
  return members.join("");
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
  const each = spec?.additionalProperties;
  if (each !== undefined) {
    const quoted = Object.fromEntries(Object.entries(value).map(([key, item]) => [JSON.stringify(key), item]));
    return `${goType(spec)}{\n${goMembers(quoted, () => each, inner, types)}${margin}}`;
  }
  const specs = types?.get(spec?.$ref?.replace("#/types/", "") ?? "")?.properties;
  return `${goType(spec)}Args{\n${goMembers(value, (key) => specs?.[key], inner, types)}${margin}}`;
}
