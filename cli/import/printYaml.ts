/** Prints values as YAML: a line a key, short maps and lists of plain values on one line. */

export const isMap = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
  if (isEmpty || !isDeep(value)) return ` ${flat(value)}`;
  const inner = `${margin}  `;
  if (isMap(value)) return `\n${printYaml(value, inner).trimEnd()}`;
  return `\n${(Array.isArray(value) ? value : []).map((item) => `${inner}- ${flat(item)}`).join("\n")}`;
}

/** What holds maps, or is one, is not written on one line; a list of maps has a line for each. */
function isDeep(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isMap);
  return isMap(value);
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (isMap(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return entries.length === 0
      ? "{}"
      : `{ ${entries.map(([key, item]) => `${yamlText(key)}: ${flat(item)}`).join(", ")} }`;
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
