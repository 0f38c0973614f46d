/**
 * Finds changes of the schema that break programs: it is compared with that of the last release. `npm run check` fails on a break
 * that the version does not announce; `npm run release -- keep` keeps the schema of a release.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PropertySpec, TypeSpec } from "./generated/schema.ts";

interface Members {
  properties?: Record<string, PropertySpec>;
  required?: string[];
  enum?: { value: string }[];
}
/** The compared part of a schema. */
export interface Released {
  version: string;
  language: Record<string, Record<string, unknown>>;
  config: { variables: Record<string, PropertySpec> };
  types: Record<string, Members>;
  resources: Record<string, Members & { inputProperties?: Record<string, PropertySpec>; requiredInputs?: string[] }>;
  functions: Record<string, { inputs?: Members; outputs?: Members }>;
}

/** By part of the schema: what programs rely on, and what they have to give. */
type Promises = Map<string, { kept: Set<string>; asked: Set<string> }>;

function promisesOf({ language, config, types, resources, functions }: Released): Promises {
  const all: Promises = new Map();
  const at = (place: string) => {
    const found = all.get(place) ?? { kept: new Set(), asked: new Set() };
    all.set(place, found);
    return found;
  };
  const seen = new Set<string>();
  /** A type counts once for programs that write it, and once for those that read it. */
  const add = (
    place: string,
    { properties = {}, required = [], enum: words = [] }: Members,
    isInput: boolean,
  ): void => {
    const { kept, asked } = at(place);
    for (const [name, spec] of Object.entries(properties)) {
      kept.add(`${name} is ${textOf(spec)}`);
      if (spec.language !== undefined) kept.add(`${name} is ${spec.language.csharp.name} in C#`);
      for (const token of tokensIn(spec)) addType(token, isInput);
    }
    for (const { value } of words) kept.add(`${value} is a word`);
    for (const name of required) (isInput ? asked : kept).add(`${name} is ${isInput ? "required" : "always there"}`);
  };
  const addType = (token: string, isInput: boolean): void => {
    if (types[token] === undefined || seen.has(`${token} ${isInput}`)) return;
    seen.add(`${token} ${isInput}`);
    add(local(token), types[token], isInput);
  };
  for (const token of Object.keys(types)) at(local(token));
  for (const [token, { inputProperties = {}, requiredInputs = [], ...outputs }] of Object.entries(resources)) {
    add(local(token), outputs, false);
    add(`${local(token)}Args`, { properties: inputProperties, required: requiredInputs }, true);
  }
  for (const [token, { inputs = {}, outputs = {} }] of Object.entries(functions)) {
    add(local(token), outputs, false);
    add(`${local(token)}Args`, inputs, true);
    // Without arguments, languages have a function of options only.
    at(local(token)).kept.add(Object.keys(inputs.properties ?? {}).length > 0 ? "it takes arguments" : "it takes none");
  }
  add("Provider", { properties: config.variables }, true);
  for (const [name, settings] of Object.entries(language))
    for (const key of ["packageName", "importBasePath", "rootNamespace", "basePackage"])
      if (settings[key] !== undefined) at(name).kept.add(`${key} is ${settings[key]}`);
  return all;
}

/** @returns a line for each break, with its place */
export function breaks(old: Released, next: Released): string[] {
  const now = promisesOf(next);
  return [...promisesOf(old)].flatMap(([place, { kept, asked }]) => {
    const found = now.get(place);
    if (found === undefined) return [`${place} is gone`];
    return [
      ...[...kept].filter((text) => !found.kept.has(text)).map((text) => `${place}: no longer: ${text}`),
      ...[...found.asked].filter((text) => !asked.has(text)).map((text) => `${place}: new: ${text}`),
    ];
  });
}

const local = (token: string) => token.replace("registrar:index:", "");
const tokensIn = ({ $ref, items, additionalProperties, oneOf = [] }: TypeSpec): string[] => [
  ...($ref === undefined ? [] : [$ref.replace("#/types/", "")]),
  ...[items ?? [], additionalProperties ?? [], oneOf].flat().flatMap(tokensIn),
];
const textOf = ({ $ref, type, items, additionalProperties, oneOf }: TypeSpec): string => {
  if ($ref !== undefined) return local($ref.replace(/^.*\//, ""));
  if (oneOf !== undefined) return oneOf.map(textOf).sort().join(" or ");
  if (items !== undefined) return `a list of ${textOf(items)}`;
  return additionalProperties === undefined ? `${type}` : `a map of ${textOf(additionalProperties)}`;
};

/** May a version break programs for a former one? Its major version is higher, or, while that is 0, its minor one. */
export function mayBreak(version: string, former: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [formerMajor = 0, formerMinor = 0] = former.split(".").map(Number);
  return major > formerMajor || (major === 0 && minor > formerMinor);
}

function main(isToKeep: boolean): number {
  const folder = join(__dirname, "..", "provider/fronts/plugin");
  const [now, kept] = [join(folder, "schema.generated.json"), join(folder, "schema.released.json")];
  const text = readFileSync(now, "utf8");
  const schema: Released = JSON.parse(text);
  const released: Released | undefined = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : undefined;
  const found = released === undefined ? [] : breaks(released, schema);
  const isFine = found.length === 0 || mayBreak(schema.version, released?.version ?? "");
  const compared = released === undefined ? "No release is kept yet." : `Compared with ${released.version}:`;
  const only = "only a new major version may, or while that is 0, a new minor one.";
  const verdict = isFine ? [] : [`${schema.version} may break nothing: ${only}`];
  process.stdout.write(`${[compared, ...found, ...verdict].join("\n")}\n`);
  if (isToKeep && isFine) writeFileSync(kept, text);
  return isFine ? 0 : 1;
}

if (require.main === module) process.exitCode = main(process.argv[2] === "keep");
