/** The plugin's schema: the source of the packages for all languages, whose names stay after the first release. */
import { name as npmName } from "../../package.json";
import { definitions as classDefinitions } from "../../provider/fronts/dynamic/definitions.generated.ts";
import schema from "../../provider/fronts/plugin/schema.generated.json";
import * as dynamic from "../../provider/index.ts";
import * as plugin from "../../provider/plugin.ts";
import { resources as definitions } from "../../provider/resources/index.ts";
import type { ObjectSpec, PropertySpec, TypeSpec } from "../../scripts/generated/schema.ts";

const { nodejs, python, go, csharp, java } = schema.language;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const local = (token: string) => token.replace("registrar:index:", "");

type Members = Readonly<Record<string, PropertySpec>>;
const types: Readonly<Record<string, ObjectSpec>> = schema.types;
const resources = Object.entries<{ description: string; properties: Members; inputProperties: Members }>(
  schema.resources,
);
const functions = Object.entries<{
  description: string;
  inputs: { properties?: Members };
  outputs: { properties?: Members };
}>(schema.functions);

/** Everything with members, under the name of the class that languages make of it. */
const classes: Readonly<Record<string, Members>> = Object.fromEntries([
  ...resources.flatMap(([token, { properties, inputProperties }]) => [
    [local(token), properties],
    [`${local(token)}Args`, inputProperties],
  ]),
  ...Object.entries(types).map(([token, { properties = {} }]) => [local(token), properties]),
  ...functions.flatMap(([token, { inputs, outputs }]) => [
    [`${capital(local(token))}Args`, inputs.properties ?? {}],
    [`${capital(local(token))}Result`, outputs.properties ?? {}],
  ]),
  ["Provider", schema.config.variables],
]);

interface Member {
  /** The name of its class. */
  owner: string;
  name: string;
  spec: PropertySpec;
}
const members = Object.entries(classes).flatMap(([owner, all]) =>
  Object.entries(all).map(([name, spec]): Member => ({ owner, name, spec })),
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

/** Members that every resource has, or every object of a language. */
const taken = /^(id|urn|class|getClass|hashCode|toString|equals|getType|getHashCode|constructor|pulumi.*|__.*)$/;

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

const within = (spec: TypeSpec): TypeSpec[] => [
  spec,
  ...[spec.items, spec.additionalProperties, ...(spec.oneOf ?? [])].flatMap((inner) => (inner ? within(inner) : [])),
];

const isOpenEnum = ([first, second, ...more]: TypeSpec[]) =>
  first?.type === "string" &&
  types[second?.$ref?.replace("#/types/", "") ?? ""]?.enum !== undefined &&
  more.length === 0;
const isLoose = ({ $ref = "", oneOf }: TypeSpec) =>
  (oneOf !== undefined && !isOpenEnum(oneOf)) || !/^(#.*)?$/.test($ref);
const isAmount =
  /price|^(total|subtotal|icannFee|vatRate|vatAmount|value|score|domainScore|register|renew|transfer|processingTimeMs)$/i;
const resourceNames = resources.map(([token]) => local(token));

it.each<{ rule: string; breaks: (member: Member) => boolean; except?: string[] }>([
  {
    rule: "has its class's name in C#, where it would not compile",
    breaks: ({ owner, name, spec }) => (spec.language?.csharp.name ?? capital(name)) === owner,
  },
  {
    rule: "of a resource or a setting has a name that Pulumi or a language has taken",
    breaks: ({ owner, name }) =>
      taken.test(name) && (owner === "Provider" || resourceNames.includes(owner.replace(/Args$/, ""))),
  },
  { rule: "is a word that a language reserves", breaks: ({ name }) => reserved.test(name) },
  { rule: "lacks a description", breaks: ({ spec }) => (spec.description ?? "").trim() === "" },
  {
    rule: "shares its description with another member of its class",
    breaks: ({ owner, name, spec }) =>
      Object.entries(classes[owner] ?? {}).some(
        ([other, { description }]) => other !== name && description === spec.description,
      ),
  },
  {
    rule: "is a credential by its name, and isn't secret",
    breaks: ({ owner, name, spec }) =>
      /(?:token|auth_?code|pass(?:word|phrase)|apikey)$/i.test(name) && !spec.secret && !/Result$/.test(owner),
  },
  {
    rule: "has several types, unless it is a string with known words: another union is untyped in most languages",
    breaks: ({ spec }) => within(spec).some(isLoose),
    // The registrar's own shapes, which the specification leaves open.
    except: ["GetDnssecResult.details", "SearchMarketplaceArgs.filters"],
  },
  {
    rule: "is a number, unless it is an amount of money, a score or a measured time: what is counted is an integer",
    breaks: ({ name, spec }) => !isAmount.test(name) && within(spec).some(({ type }) => type === "number"),
  },
])("no member $rule", ({ breaks, except = [] }) => {
  const found = members.filter(breaks).map(({ owner, name }) => `${owner}.${name}`);
  expect(found.sort()).toEqual(except);
});

interface Flags {
  readonly type: string;
  readonly secretInputs?: readonly string[];
  readonly secretOutputs?: readonly string[];
}

/** Credentials and personal data, which are secret whatever a program says: by hand, so that no definition decides. */
const secrets: Readonly<Record<string, string>> = {
  Provider: "apiToken appraisalToken marketplaceToken",
  ContactArgs: "address city email fax firstName label lastName name organization phone state zip",
  Contact: "address city email fax firstName label lastName name organization pending phone state zip",
  DomainTransferArgs: "authCode",
  GetContactResult:
    "address city country disclosedFields email fax firstName label lastName name organization phone state zip",
  GetContactsResult: "contacts",
};

it("credentials and personal data, and no others, are secret in the schema, the definitions and the classes", () => {
  const namesIn = (members: Members) => Object.keys(members).filter((name) => members[name]?.secret);
  const found = Object.entries(classes).map(([owner, all]) => [owner, namesIn(all).sort().join(" ")]);
  expect(Object.fromEntries(found.filter(([, names]) => names !== ""))).toEqual(secrets);
  const { ContactArgs, DomainTransferArgs } = secrets;
  const expected = { ContactArgs, DomainTransferArgs, Contact: "pending" };
  const kinds: readonly Flags[] = Object.values(definitions);
  const ofClasses: readonly Flags[] = Object.values(classDefinitions);
  for (const defined of [kinds, ofClasses]) {
    const listed = defined.flatMap(({ type, secretInputs = [], secretOutputs = [] }) => [
      [`${type}Args`, [...secretInputs].sort().join(" ")],
      [type, secretOutputs.join(" ")],
    ]);
    expect(Object.fromEntries(listed.filter(([, names]) => names !== ""))).toEqual(expected);
  }
});

it("each resource, type and function has a description", () => {
  const described = [...resources, ...Object.entries(types), ...functions];
  expect(described.filter(([, { description }]) => !description?.trim()).map(([token]) => token)).toEqual([]);
});

it("only a resource says that a change replaces it, not what is inside of its arguments", () => {
  const inside = Object.values(types).flatMap(({ properties = {} }) => Object.values(properties));
  expect(inside.filter(({ willReplaceOnChanges }) => willReplaceOnChanges)).toEqual([]);
  const zone = Object.entries(classes["DnsZoneArgs"] ?? {});
  expect(zone.flatMap(([name, { willReplaceOnChanges }]) => (willReplaceOnChanges ? [name] : []))).toEqual(["domain"]);
});

it.each([
  ["the classes of the package", dynamic, "pulumi-nodejs:dynamic/registrar:"],
  ["those of the plugin", plugin, "registrar:index:"],
])("%s are known by their type, as policies ask for it, and read what is there", (_, classes, prefix) => {
  for (const type of resourceNames) {
    const found = Object.entries(classes).find(([name]) => name === type)?.[1];
    expect(found).toHaveProperty("__pulumiType", `${prefix}${type}`);
    expect(found).toHaveProperty("get", expect.any(Function));
    const isInstance: unknown = Reflect.get(Object(found), "isInstance");
    if (typeof isInstance !== "function") throw new TypeError(`${type} has no isInstance`);
    expect(resourceNames.filter((each) => isInstance({ __pulumiType: `${prefix}${each}` }))).toEqual([type]);
  }
});
