/**
 * Finds changes of the schema that break programs: it is compared with that of the last release, by the rules of Pulumi's
 * `schema-tools`, and in outputs, too, what may be missing. `npm run check` fails on a break that the version does not announce;
 * `npm run release -- keep` keeps the schema of a release.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PropertySpec, TypeSpec } from "./generated/schema.ts";

interface Members {
  properties?: Record<string, PropertySpec>;
  required?: string[];
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

/** Both schemas, and the types that were compared: each once for what programs write, and once for what they read. */
interface Both {
  old: Released;
  next: Released;
  seen: Set<string>;
}

/** @returns a line for each break, with its place */
export function breaks(old: Released, next: Released): string[] {
  const both: Both = { old, next, seen: new Set() };
  const settings = [old, next].map(({ config }) => ({ properties: config.variables }));
  return [
    ...(["resources", "functions", "types"] as const).flatMap((part) =>
      Object.keys(old[part]).flatMap((token) => (token in next[part] ? [] : [`${local(token)} is gone`])),
    ),
    ...inBoth(old.resources, next.resources).flatMap(([token, was, is]) => [
      ...inMembers(both, local(token), was, is, false),
      ...inMembers(both, `${local(token)}Args`, inputsOf(was), inputsOf(is), true),
    ]),
    ...inBoth(old.functions, next.functions).flatMap(([token, was, is]) => [
      ...inMembers(both, `${local(token)}Args`, was.inputs, is.inputs, true),
      ...inMembers(both, `${local(token)}Result`, was.outputs, is.outputs, false),
      // Without arguments, languages have a function of options only.
      ...(hasMembers(was.inputs) === hasMembers(is.inputs) ? [] : [`${local(token)} has another signature`]),
    ]),
    ...inMembers(both, "Provider", settings[0], settings[1], true),
    ...inBoth(old.language, next.language).flatMap(([language, was, is]) =>
      Object.keys(was).flatMap((key) =>
        !/^(packageName|importBasePath|rootNamespace|basePackage)$/.test(key) || was[key] === is[key]
          ? []
          : [`${key} of ${language} is ${is[key]}, not ${was[key]}`],
      ),
    ),
  ];
}

const inBoth = <T>(old: Record<string, T>, next: Record<string, T>): [key: string, was: T, is: T][] =>
  Object.entries(old).flatMap(([key, was]) => {
    const is = next[key];
    return is === undefined ? [] : [[key, was, is]];
  });

function inMembers(both: Both, place: string, was: Members = {}, is: Members = {}, isInput: boolean): string[] {
  const [before, now] = [was.properties ?? {}, is.properties ?? {}];
  const [wasRequired, isRequired] = [was.required ?? [], is.required ?? []];
  const lost = wasRequired.filter((name) => name in now && !isRequired.includes(name));
  const added = isRequired.filter((name) => !wasRequired.includes(name));
  return [
    ...Object.keys(before).flatMap((name) => (name in now ? [] : [`${place}.${name} is gone`])),
    ...inBoth(before, now).flatMap(([name, old, next]) => [
      ...inTypes(both, `${place}.${name}`, old, next, isInput),
      ...(old.language?.csharp.name === next.language?.csharp.name ? [] : [`${place}.${name} has another name in C#`]),
    ]),
    ...(isInput
      ? added.map((name) => `${place}.${name} is required`)
      : lost.map((name) => `${place}.${name} may be missing`)),
  ];
}

function inTypes(both: Both, place: string, was: TypeSpec, is: TypeSpec, isInput: boolean): string[] {
  if (textOf(was) !== textOf(is)) return [`${place} is ${textOf(is)}, not ${textOf(was)}`];
  return tokensIn(was).flatMap((token) => {
    const key = `${token} ${isInput}`;
    if (both.seen.has(key)) return [];
    both.seen.add(key);
    const [old, next] = [both.old.types[token], both.next.types[token]];
    return old === undefined || next === undefined ? [] : inMembers(both, local(token), old, next, isInput);
  });
}

const local = (token: string) => token.replace("registrar:index:", "");
const hasMembers = (members: Members = {}) => Object.keys(members.properties ?? {}).length > 0;
const inputsOf = ({ inputProperties = {}, requiredInputs = [] }: Released["resources"][string]): Members => ({
  properties: inputProperties,
  required: requiredInputs,
});
const within = ({ items, additionalProperties, oneOf = [] }: TypeSpec) => [
  ...[items, additionalProperties].flatMap((spec) => spec ?? []),
  ...oneOf,
];
const tokensIn = (spec: TypeSpec): string[] => [
  ...(spec.$ref === undefined ? [] : [spec.$ref.replace("#/types/", "")]),
  ...within(spec).flatMap(tokensIn),
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
  process.stdout.write(`${[compared, ...found].join("\n")}\n`);
  if (!isFine)
    process.stdout.write(
      `${schema.version} may break nothing: only a new major version may, or while that is 0, a new minor one.\n`,
    );
  if (isToKeep && isFine) writeFileSync(kept, text);
  return isFine ? 0 : 1;
}

if (require.main === module) process.exitCode = main(process.argv[2] === "keep");
