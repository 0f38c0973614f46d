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

/** Each promise is the line that reports its break. */
interface Promises {
  /** Parts of the schema: its types, and the arguments and results of its resources and functions. */
  places: Set<string>;
  /** Programs rely on these. */
  kept: Set<string>;
  /** Programs have to give these. */
  asked: Set<string>;
}

function promisesOf({ language, config, types, resources, functions }: Released): Promises {
  const all: Promises = { places: new Set(Object.keys(types).map(local)), kept: new Set(), asked: new Set() };
  const keep = (place: string, text: string) => all.kept.add(`${place}: no longer: ${text}`);
  const seen = new Set<string>();
  /** A type counts once for programs that write it, and once for those that read it. */
  const add = (place: string, members: Members, isInput: boolean): void => {
    const { properties = {}, required = [], enum: words = [] } = members;
    all.places.add(place);
    for (const [name, spec] of Object.entries(properties)) {
      keep(place, `${name} is ${textOf(spec)}`);
      if (spec.language !== undefined) keep(place, `${name} is ${spec.language.csharp.name} in C#`);
      for (const token of tokensIn(spec).filter((each) => types[each] && !seen.has(`${each} ${isInput}`))) {
        seen.add(`${token} ${isInput}`);
        add(local(token), types[token] ?? {}, isInput);
      }
    }
    for (const { value } of words) keep(place, `${value} is a word`);
    if (isInput) for (const name of required) all.asked.add(`${place}: new: ${name} is required`);
    else for (const name of required) keep(place, `${name} is always there`);
  };
  for (const [token, { inputProperties = {}, requiredInputs = [], ...outputs }] of Object.entries(resources)) {
    add(local(token), outputs, false);
    add(`${local(token)}Args`, { properties: inputProperties, required: requiredInputs }, true);
  }
  for (const [token, { inputs = {}, outputs = {} }] of Object.entries(functions)) {
    add(local(token), outputs, false);
    add(`${local(token)}Args`, inputs, true);
    // Without arguments, languages have a function of options only.
    keep(local(token), Object.keys(inputs.properties ?? {}).length > 0 ? "it takes arguments" : "it takes none");
  }
  add("Provider", { properties: config.variables }, true);
  for (const [name, settings] of Object.entries(language))
    for (const key of ["packageName", "importBasePath", "rootNamespace", "basePackage"])
      if (settings[key] !== undefined) keep(name, `${key} is ${settings[key]}`);
  return all;
}

/** @returns a line for each break, with its place */
export function breaks(old: Released, next: Released): string[] {
  const [was, now] = [promisesOf(old), promisesOf(next)];
  const gone = [...was.places].filter((place) => !now.places.has(place));
  const placeIn = (line: string) => line.split(": ", 1).join();
  return [
    ...gone.map((place) => `${place} is gone`),
    ...[...was.kept].filter((line) => !now.kept.has(line) && !gone.includes(placeIn(line))),
    ...[...now.asked].filter((line) => !was.asked.has(line) && was.places.has(placeIn(line))),
  ];
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
  const only = "may break nothing: only a new major version may, or while that is 0, a new minor one.";
  const verdict = isFine ? [] : [`${schema.version} ${only}`];
  process.stdout.write(`${[compared, ...found, ...verdict].join("\n")}\n`);
  if (isToKeep && isFine) writeFileSync(kept, text);
  return isFine ? 0 : 1;
}

if (require.main === module) process.exitCode = main(process.argv[2] === "keep");
