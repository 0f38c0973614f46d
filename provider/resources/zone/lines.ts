/**
 * The records of a large zone as a list of lines, one a record: `www A content=192.0.2.1 ttl=300`. Engines take a map apart key by key in
 * every call and log each, so that 10,000 records as maps take ten times as long as lines.
 *
 * A record keeps its place in the list, and one that goes leaves an empty line: engines compare lists place by place, and what they show
 * is then what changes.
 */

type Fields = Record<string, unknown>;

/** Is it records as lines? */
export const areLines = (records: unknown): records is string[] =>
  Array.isArray(records) && records.length > 0 && records.every((line) => typeof line === "string");

/** Are they the same, whatever their places? */
export function areSameLines(a: readonly string[], b: readonly string[]): boolean {
  const sorted = (lines: readonly string[]) => lines.filter((line) => line !== "").sort();
  return a.length >= b.length && sorted(a).join("\n") === sorted(b).join("\n");
}

const keyForm = /^[^\s"]+ [^\s"]+$/;
const nameForm = /^[A-Za-z]\w*$/;
/** A text that stands without quotes. */
const bareForm = /^[^\s"]+$/;
const scalarForm = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const fieldForm = / ([A-Za-z]\w*)=("(?:[^"\\]|\\.)*"|[^\s"]+)/gy;

/**
 * A record as a line, its fields in the order of their names: however a program or a refresh gives them, the line is the same.
 * @param key owner name and type: `www A`
 * @returns `undefined` where the key or a field cannot stand in one
 */
export function writeLine(key: string, fields: Fields): string | undefined {
  if (!keyForm.test(key)) return undefined;
  let line = key;
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    if (value === undefined) continue;
    const text = typeof value === "string" ? textOf(value) : scalarOf(value);
    if (text === undefined || !nameForm.test(name)) return undefined;
    line += ` ${name}=${text}`;
  }
  return line;
}

const textOf = (value: string) => (bareForm.test(value) && !scalarForm.test(value) ? value : JSON.stringify(value));
const scalarOf = (value: unknown) =>
  typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) ? String(value) : undefined;

/** The key of a line, and the fields of its record; of what is no line, all is the key. */
export function readLine(line: string): { key: string; fields: Fields } {
  const end = line.indexOf(" ", line.indexOf(" ") + 1);
  if (end < 0) return { key: line, fields: {} };
  const fields: Fields = {};
  fieldForm.lastIndex = end;
  for (let place = end; place < line.length; place = fieldForm.lastIndex) {
    const [, name, text] = fieldForm.exec(line) ?? [];
    if (name === undefined || text === undefined) return { key: line, fields: {} };
    fields[name] = text.startsWith('"') || scalarForm.test(text) ? JSON.parse(text) : text;
  }
  return { key: line.slice(0, end), fields };
}

const keyOf = (line: string) => line.slice(0, line.indexOf(" ", line.indexOf(" ") + 1));

/**
 * Gives each record its place: the one that it had, else that of a record of its key that goes, else an empty one, else a new one.
 * @param before the lines as they were
 * @returns what stands at each place; `undefined` where nothing does
 */
export function placed<T extends { line: string }>(
  records: readonly T[],
  before: readonly string[],
): (T | undefined)[] {
  const places = before.map((): T | undefined => undefined);
  const settle = (waiting: readonly T[], nameOf: (line: string) => string): T[] => {
    const free = new Map<string, number[]>();
    before.forEach((line, place) => {
      if (places[place] === undefined) listIn(free, nameOf(line)).push(place);
    });
    // From the last, so that taking one is a `pop`.
    for (const list of free.values()) list.reverse();
    return waiting.filter((record) => {
      const place = free.get(nameOf(record.line))?.pop();
      if (place === undefined) return true;
      places[place] = record;
      return false;
    });
  };
  const changed = settle(records, (line) => line);
  const moved = settle(settle(changed, keyOf), () => "");
  const all = [...places, ...moved];
  const filled = all.filter((record) => record !== undefined);
  if (filled.length < all.length / 2) return filled;
  while (all.length > 0 && all.at(-1) === undefined) all.pop();
  return all;
}

function listIn(lists: Map<string, number[]>, name: string): number[] {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(name, list);
  return list;
}

/**
 * The records of a program as lines.
 * @returns `undefined` where one is not a plain record that says what it is, or where it says that twice
 */
export function linesOfProgram(records: unknown): string[] | undefined {
  if (typeof records !== "object" || records === null) return undefined;
  const written = Array.isArray(records) ? records.map(ofList) : Object.entries(records).flatMap(ofMap);
  const lines: string[] = [];
  for (const line of written) {
    if (line === undefined) return undefined;
    lines.push(line);
  }
  return lines;
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function ofList(record: unknown): string | undefined {
  if (!isObject(record)) return undefined;
  const { name, type, ...fields } = record;
  if (typeof name !== "string" || typeof type !== "string") return undefined;
  return name === "" ? writeLine(`@ ${type}`, { name, ...fields }) : writeLine(`${name} ${type}`, fields);
}

function ofMap([key, value]: [string, unknown]): (string | undefined)[] {
  const records: unknown[] = Array.isArray(value) ? value : [value];
  return records.map((record) =>
    !isObject(record) || "name" in record || "type" in record ? undefined : writeLine(key, record),
  );
}

/** The other way round: the records of a state as a map, and what it says of each under the same keys. */
export function mapOfLines(lines: readonly string[], marks: readonly unknown[] | undefined): Record<string, unknown> {
  const map = new Map<string, unknown[]>();
  lines.forEach((line, place) => {
    if (line === "") return;
    const { key, fields } = readLine(line);
    const mark = marks === undefined ? fields : marks[place];
    const known = map.get(key);
    if (known === undefined) map.set(key, [mark]);
    else known.push(mark);
  });
  return Object.fromEntries(
    [...map].map(([key, values]) => {
      const [first] = values;
      return [key, values.length === 1 ? first : values];
    }),
  );
}
