/**
 * Prints declarations in TypeScript and YAML; those in TypeScript as the usual formatters leave them: two spaces, double quotes, at most 120 columns, trailing commas.
 */
import stringWidth from "string-width";
import { isObject } from "../../provider/api/json.ts";

const widest = 120;

/** `new Class("name", { ... }, options);`; an argument that equals the constant of its name is written by that. */
export function printCall(
  name: string,
  first: string,
  args: Readonly<Record<string, unknown>>,
  constants: Readonly<Record<string, unknown>> = {},
  options?: Readonly<Record<string, unknown>>,
): string {
  const last = options === undefined ? "" : `, ${printFlat(options)}`;
  const properties = propertiesOf(args, constants);
  const head = `new ${name}(${quoted(first)}, `;
  const flat = properties.length === 0 ? "{}" : `{ ${properties.map((property) => property.flat).join(", ")} }`;
  const isFlat =
    !properties.some(({ breaks }) => breaks) && stringWidth(head) + stringWidth(flat) + stringWidth(last) + 2 <= widest;
  return `${head}${isFlat ? flat : brokenObject(properties, 0)}${last});`;
}

/** A value as source text that begins at a column and is followed by some characters on its last line. */
function print(value: unknown, indent: number, column: number, after: number): string {
  const flat = printFlat(value);
  if (!mustBreak(value) && column + stringWidth(flat) + after <= widest) return flat;
  if (Array.isArray(value) && value.length > 0) {
    const inner = indent + 2;
    const items = value.map((item) => `${" ".repeat(inner)}${print(item, inner, inner, 1)},\n`);
    return `[\n${items.join("")}${" ".repeat(indent)}]`;
  }
  if (isObject(value) && Object.keys(value).length > 0) return brokenObject(propertiesOf(value), indent);
  return flat;
}

interface Property {
  key: string;
  value: unknown;
  flat: string;
  /** Cannot stand on one line. */
  breaks: boolean;
  isShorthand: boolean;
}

function propertiesOf(
  object: Readonly<Record<string, unknown>>,
  constants: Readonly<Record<string, unknown>> = {},
): Property[] {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isShorthand = Object.hasOwn(constants, name) && constants[name] === value;
      const key = isIdentifier(name) ? name : quoted(name);
      const flat = isShorthand ? key : `${key}: ${printFlat(value)}`;
      return { key, value, flat, breaks: mustBreak(value), isShorthand };
    });
}

function brokenObject(properties: readonly Property[], indent: number): string {
  const inner = indent + 2;
  const margin = " ".repeat(inner);
  const lines = properties.map(({ key, value, flat, isShorthand }) => {
    if (isShorthand) return `${margin}${flat},\n`;
    // A text that is too long stands on a line of its own, unless its key is so short that nothing would be gained.
    if (typeof value === "string" && inner + stringWidth(flat) + 1 > widest && key.length > 4) {
      return `${margin}${key}:\n${margin}  ${quoted(value)},\n`;
    }
    return `${margin}${key}: ${print(value, inner, inner + key.length + 2, 1)},\n`;
  });
  return `{\n${lines.join("")}${" ".repeat(indent)}}`;
}

function printFlat(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(printFlat).join(", ")}]`;
  if (isObject(value)) {
    const properties = propertiesOf(value);
    return properties.length === 0 ? "{}" : `{ ${properties.map(({ flat }) => flat).join(", ")} }`;
  }
  return String(value);
}

/** A list of several objects with several keys each is never written on one line; nor what holds such a list. */
function mustBreak(value: unknown): boolean {
  if (Array.isArray(value)) {
    const isTable = value.length > 1 && value.every((item) => isObject(item) && Object.keys(item).length > 1);
    return isTable || value.some(mustBreak);
  }
  return isObject(value) && Object.values(value).some(mustBreak);
}

/** In double quotes, or in single ones where that needs fewer escapes. */
function quoted(text: string): string {
  const doubles = text.split('"').length - 1;
  const singles = text.split("'").length - 1;
  // Line separators are legal in a text since ES2019, but not every reader of the source knows.
  const double = JSON.stringify(text).replace(
    /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g,
    escaped,
  );
  if (doubles <= singles) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** What nobody would see in the source is written as an escape. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key);
}

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

/** What holds maps, or is one, is not written on one line; a list of maps has a line for each. */
function isDeep(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isObject);
  return isObject(value);
}

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
 * A text as a program in YAML has it: plain where nobody could read it as anything else, else as JSON, which YAML is a
 * superset of. Pulumi evaluates `${...}` and reads `$$` as one dollar, in keys too: so every dollar is doubled.
 */
export function yamlText(text: string): string {
  const isText = /^[A-Za-z][\w./:+-]*(?: [\w./:+-]+)*$/.test(text);
  const isElse = /:(?: |$)|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  const isPlain = isText && !isElse;
  return isPlain ? text : JSON.stringify(text.replaceAll("$", "$$$$"));
}
