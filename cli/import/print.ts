/** Prints declarations in TypeScript, in lines of at most 120 columns where that can be, and in YAML. */
import { isObject } from "../../provider/api/response.ts";

const widest = 120;
type Members = Readonly<Record<string, unknown>>;

/** `new Class("name", { ... }, options);`, with `options` as source. An argument equal to the constant of its name is shorthand. */
export function printCall(type: string, name: string, args: Members, constants: Members = {}, options = ""): string {
  const head = `new ${type}(${quoted(name)}, `;
  const end = options === "" ? ");" : `, ${options});`;
  return `${head}${print(args, widest - head.length - end.length, "", constants)}${end}`;
}

/** A value as source text: on one line where there is room for it, else each element or member on its own. */
export function print(value: unknown, room = Number.POSITIVE_INFINITY, indent = "", constants: Members = {}): string {
  if (typeof value === "string") return quoted(value);
  if (!Array.isArray(value) && !isObject(value)) return String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => (left: number) => print(item, left, inner))
    : membersOf(value, inner, constants);
  const flat = parts.map((part) => part(Number.POSITIVE_INFINITY)).join(", ");
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const line = Array.isArray(value) || flat === "" ? `${open}${flat}${close}` : `${open} ${flat} ${close}`;
  if (line.length <= room || flat === "") return line;
  const lines = parts.map((part) => `${inner}${part(widest - inner.length - 1)},\n`);
  return `${open}\n${lines.join("")}${indent}${close}`;
}

const membersOf = (object: Members, inner: string, constants: Members) =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const key = /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : quoted(name);
      if (Object.hasOwn(constants, name) && constants[name] === value) return () => key;
      return (left: number) => `${key}: ${print(value, left - key.length - 2, inner)}`;
    });

/** Invisible characters are written as escapes. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * The members of a map, one or more lines each.
 * @param margin in front of each line
 */
export function printYaml(map: object, margin = ""): string {
  return Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${margin}${yamlText(key)}:${member(value, margin)}\n`)
    .join("");
}

function member(value: unknown, margin: string): string {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (isEmpty || !isDeep(value)) return ` ${yamlFlat(value)}`;
  const inner = `${margin}  `;
  if (isObject(value)) return `\n${printYaml(value, inner).trimEnd()}`;
  return `\n${(Array.isArray(value) ? value : []).map((item) => `${inner}- ${yamlFlat(item)}`).join("\n")}`;
}

/** Needs several lines: a map, or a list of maps? */
const isDeep = (value: unknown): boolean => (Array.isArray(value) ? value.some(isObject) : isObject(value));

function yamlFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlFlat).join(", ")}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return entries.length === 0
      ? "{}"
      : `{ ${entries.map(([key, item]) => `${yamlText(key)}: ${yamlFlat(item)}`).join(", ")} }`;
  }
  return typeof value === "string" ? yamlText(value) : String(value);
}

/**
 * A string in YAML: plain if it can't be misread, else as JSON, which is valid YAML. Pulumi evaluates `${...}` and reads
 * `$$` as one dollar, in keys, too: so every dollar is doubled.
 */
export function yamlText(text: string): string {
  const isText = /^[A-Za-z][\w./:+-]*(?: [\w./:+-]+)*$/.test(text);
  const isElse = /:(?: |$)|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  const isPlain = isText && !isElse;
  return isPlain ? text : JSON.stringify(text.replaceAll("$", "$$$$"));
}
