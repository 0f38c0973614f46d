/** The plugin's schema: the source of the packages for all languages, whose names stay after the first release. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { name as npmName } from "../../package.json";
import * as dynamic from "../../provider/index.ts";
import * as plugin from "../../provider/plugin.ts";
import type { ObjectSpec, PropertySpec, TypeSpec } from "../../scripts/generated/schema.ts";

interface Members {
  properties: Record<string, PropertySpec>;
}
interface ResourceSpec extends Members {
  description: string;
  inputProperties: Record<string, PropertySpec>;
}
interface FunctionSpec {
  description: string;
  inputs: Members;
  outputs: Members;
}
interface Schema {
  name: string;
  language: {
    nodejs: { packageName: string };
    python: { packageName: string };
    go: { importBasePath: string; modulePath: string };
    csharp: { rootNamespace: string };
    java: { basePackage: string };
  };
  config: { variables: Record<string, PropertySpec> };
  types: Record<string, ObjectSpec>;
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
}

const path = join(__dirname, "..", "..", "provider/fronts/plugin/schema.generated.json");
const schema: Schema = JSON.parse(readFileSync(path, "utf8"));
const { nodejs, python, go, csharp, java } = schema.language;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const local = (token: string) => token.replace("registrar:index:", "");

/** Everything with members, under the name of the class that languages make of it. */
const classes: [name: string, members: Record<string, PropertySpec>][] = [
  ...Object.entries(schema.resources).flatMap(([token, { properties, inputProperties }]) => [
    [local(token), properties] as const,
    [`${local(token)}Args`, inputProperties] as const,
  ]),
  ...Object.entries(schema.types).map(([token, { properties = {} }]) => [local(token), properties] as const),
  ...Object.entries(schema.functions).flatMap(([token, { inputs, outputs }]) => [
    [`${capital(local(token))}Args`, inputs.properties] as const,
    [`${capital(local(token))}Result`, outputs.properties] as const,
  ]),
  ["Provider", schema.config.variables],
].map(([name, members]) => [String(name), members as Record<string, PropertySpec>]);

const members = classes.flatMap(([of, all]) =>
  Object.entries(all).map(([name, spec]): [place: string, of: string, name: string, spec: PropertySpec] => [
    `${of}.${name}`,
    of,
    name,
    spec,
  ]),
);

it.each<[what: string, name: string, valid: RegExp]>([
  ["npm", nodejs.packageName, /^[a-z0-9][a-z0-9._-]*$/],
  ["PyPI", python.packageName, /^[a-z][a-z0-9_]*$/],
  // The first element of a path that `go get` takes is a host.
  ["Go", go.importBasePath, /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[A-Za-z0-9._-]+)+$/],
  ["NuGet", `${csharp.rootNamespace}.${capital(schema.name)}`, /^[A-Za-z_]\w*\.Registrar$/],
  ["Java", `${java.basePackage}.${schema.name}`, /^io\.github(\.[a-z_][a-z0-9_]*)+$/],
])("the name of the package for %s is valid: %s", (_, name, valid) => {
  expect(name).toMatch(valid);
  expect(name).not.toMatch(/^(com\.)?pulumi\./i);
});

it("the package for npm is this one, and the one for Go is a folder of its module", () => {
  expect(nodejs.packageName).toBe(npmName);
  expect(go.importBasePath).toBe(`${go.modulePath}/${schema.name}`);
});

it("no member has its class's name in C#, where it would not compile", () => {
  const clashing = members.filter(([, of, name, { language }]) => (language?.csharp.name ?? capital(name)) === of);
  expect(clashing.map(([place]) => place)).toEqual([]);
});

/** Members that every resource has, or every object of a language. */
const taken = /^(id|urn|class|getClass|hashCode|toString|equals|getType|getHashCode|constructor|pulumi.*|__.*)$/;

it("no member of a resource, and no setting, has a name that Pulumi or a language has taken", () => {
  const resources = Object.keys(schema.resources).map(local);
  const own = members.filter(([, of]) => of === "Provider" || resources.includes(of.replace(/Args$/, "")));
  expect(own.filter(([, , name]) => taken.test(name)).map(([place]) => place)).toEqual([]);
});

/** Words that Java or Python reserve, behind which they have a `_`. One is used: `from` of an order that couldn't be confirmed. */
const reserved = new RegExp(
  `^(${[
    "abstract and as assert async await boolean break byte case catch char class const continue def default del do",
    "double elif else enum except extends false final finally float for global goto if implements import in",
    "instanceof int interface is lambda long native new nonlocal not null or package pass private protected public raise",
    "return short static super switch synchronized this throw throws transient true try void volatile while with yield",
  ]
    .join(" ")
    .replaceAll(" ", "|")})$`,
);

it("no member is a word that a language reserves", () => {
  expect(members.filter(([, , name]) => reserved.test(name)).map(([place]) => place)).toEqual([]);
});

it("everything has a description", () => {
  const described: [string, { description?: string }][] = [
    ...Object.entries(schema.resources),
    ...Object.entries(schema.types),
    ...Object.entries(schema.functions),
    ...members.map(([place, , , spec]): [string, PropertySpec] => [place, spec]),
  ];
  expect(described.filter(([, { description = "" }]) => description.trim() === "").map(([place]) => place)).toEqual([]);
});

const within = (spec: TypeSpec): TypeSpec[] => [
  spec,
  ...[spec.items, spec.additionalProperties, ...(spec.oneOf ?? [])].flatMap((inner) => (inner ? within(inner) : [])),
];

/** Values that may be anything: the registrar's own shapes, which the specification leaves open. */
const open = ["GetDnssecResult.details", "SearchMarketplaceArgs.filters"];

it("every value has one type, or is a string with known words: another union is untyped in most languages", () => {
  const isOpenEnum = ([first, second, ...more]: TypeSpec[]) =>
    first?.type === "string" &&
    schema.types[second?.$ref?.replace("#/types/", "") ?? ""]?.enum !== undefined &&
    more.length === 0;
  const isLoose = ({ $ref = "", oneOf }: TypeSpec) =>
    (oneOf !== undefined && !isOpenEnum(oneOf)) || !/^(#.*)?$/.test($ref);
  const found = members.filter(([, , , spec]) => within(spec).some(isLoose)).map(([place]) => place);
  expect(found.sort()).toEqual(open);
});

it("only a resource says that a change replaces it, not what is inside of its arguments", () => {
  const inside = Object.entries(schema.types).filter(([, { properties = {} }]) =>
    Object.values(properties).some(({ willReplaceOnChanges }) => willReplaceOnChanges),
  );
  const zone = Object.entries(schema.resources["registrar:index:DnsZone"]?.inputProperties ?? {});
  const replacing = zone.flatMap(([name, { willReplaceOnChanges }]) => (willReplaceOnChanges ? [name] : []));
  expect([inside, replacing]).toEqual([[], ["domain"]]);
});

it("what is counted is an integer; amounts of money, scores and measured times are numbers", () => {
  const isAmount =
    /price|^(total|subtotal|icannFee|vatRate|vatAmount|value|score|domainScore|register|renew|transfer|processingTimeMs)$/i;
  const numbers = members.filter(([, , , spec]) => within(spec).some(({ type }) => type === "number"));
  expect(numbers.filter(([, , name]) => !isAmount.test(name)).map(([place]) => place)).toEqual([]);
});

it.each([
  ["the classes of the package", dynamic, "pulumi-nodejs:dynamic/registrar:"],
  ["those of the plugin", plugin, "registrar:index:"],
])("%s are known by their type, as policies ask for it, and read what is there", (_, classes, prefix) => {
  const known = Object.keys(schema.resources).map(local);
  for (const type of known) {
    const found = Object.entries(classes).find(([name]) => name === type)?.[1];
    expect(found).toHaveProperty("__pulumiType", `${prefix}${type}`);
    expect(found).toHaveProperty("get", expect.any(Function));
    const isInstance: unknown = Reflect.get(Object(found), "isInstance");
    if (typeof isInstance !== "function") throw new TypeError(`${type} has no isInstance`);
    expect(known.filter((each) => isInstance({ __pulumiType: `${prefix}${each}` }))).toEqual([type]);
  }
});
