/** One example for each resource, in the languages of the schema and of the reference page. */

import { printCall, printYaml } from "../../cli/import/print.ts";
import { isObject } from "../../provider/api/index.ts";
import type { Properties } from "../../provider/lifecycle/definition.ts";
import type { resources } from "../../provider/resources/index.ts";
import { goPackage } from "./owner.ts";
import type { PropertySpec, TypeSpec } from "./schema.ts";

interface Example {
  /** Of the resource in the program. */
  name: string;
  args: Properties;
}

const domain = "example.com";
/** Placeholder of a secret in the stack's configuration, under the name of the argument. */
const configured = "<configured>";

const examples: Readonly<Record<keyof typeof resources, Example>> = {
  dnsRecord: { name: "www", args: { domain, type: "CNAME", name: "www", content: "web.example.net", ttl: 300 } },
  dnsRecordSet: {
    name: "www",
    args: { domain, name: "www", type: "A", ttl: 300, values: ["198.51.100.10", "198.51.100.11"] },
  },
  dnsZone: {
    name: "zone",
    args: {
      domain,
      records: {
        "www CNAME": ["web.example.net"],
        "@ MX": ["10 mx1.example.net", "20 mx2.example.net"],
      },
      ttl: 3600,
      ttls: { "www CNAME": 300 },
    },
  },
  urlForward: {
    name: "shop",
    args: { domain, source: "shop", destination: "https://www.example.net/", type: "permanent" },
  },
  domainLock: { name: "lock", args: { domain } },
  nameservers: { name: "delegation", args: { domain, nameservers: ["ns1.example.net", "ns2.example.net"] } },
  contact: {
    name: "owner",
    args: {
      firstName: "Grace",
      lastName: "Hopper",
      email: "grace@example.org",
      phone: "+1.2025550147",
      address: ["1 Compiler Way"],
      city: "Arlington",
      state: "VA",
      zip: "22201",
      country: "US",
    },
  },
  domainContacts: { name: "contacts", args: { domain, admin: "ATOM-1001", tech: "ATOM-1001" } },
  domainSettings: { name: "settings", args: { domain, autoRenew: true, privacy: true } },
  dnssec: { name: "dnssec", args: { domain, enabled: true } },
  domainRegistration: { name: "registration", args: { domain: "my-new-name.com", years: 1, maxPrice: 20 } },
  domainTransfer: {
    name: "transfer",
    args: { domain: "taken-elsewhere.com", maxPrice: 20, authCode: configured },
  },
};

/** @throws TypeError for a resource without one */
export function exampleOf(handler: string): Example {
  const found = Object.entries(examples).find(([name]) => name === handler);
  if (found === undefined) throw new TypeError(`${handler} has no example: add one to scripts/generated/examples.ts`);
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
  const fields = Object.entries(args).map(
    ([key, value]): GoField => ({
      key: `${capital(key)}:`,
      value: goValue(value, inputs[key], "\t\t\t"),
    }),
  );
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
    {
      language: "go",
      title: "Go",
      code: `package main

import (
	"${goPackage}"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := registrar.New${type}(ctx, "${name}", &registrar.${type}Args{
${goFields(fields, "\t\t\t")}		})
		return err
	})
}
`,
    },
  ];
  return secret === undefined ? shown : shown.map((each) => ({ ...each, code: withSecret(each, secret) }));
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
export function exampleLines(handler: string, type: string, inputs: Readonly<Record<string, PropertySpec>>): string[] {
  const blocks = shownExample(exampleOf(handler), type, inputs).map(
    ({ language, code }) => `\`\`\`${language === "ts" ? "typescript" : language}\n${code}\`\`\``,
  );
  const [begin, end] = ["{{% examples %}}\n## Example Usage\n{{% example %}}", "{{% /example %}}\n{{% /examples %}}"];
  return ["", begin, ...blocks, end];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
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

/** @param spec of the value; that of a member of an object is not known, and none is a fraction */
function goValue(value: unknown, spec: TypeSpec | undefined, margin: string): string {
  const inner = `${margin}\t`;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${goValue(item, spec?.items, inner)},\n`);
    return `${goType(spec)}{\n${items.join("")}${margin}}`;
  }
  if (!isObject(value)) {
    const type = { boolean: "boolean", number: "integer" }[String(typeof value)];
    return `${goType(spec ?? { ...(type !== undefined && { type }) })}(${JSON.stringify(value)})`;
  }
  const isMap = spec?.additionalProperties !== undefined;
  const fields = Object.entries(value).map(
    ([key, item]): GoField => ({
      key: `${isMap ? JSON.stringify(key) : capital(key)}:`,
      value: goValue(item, spec?.additionalProperties, inner),
    }),
  );
  return `${goType(spec)}${isMap ? "" : "Args"}{\n${goFields(fields, inner)}${margin}}`;
}
