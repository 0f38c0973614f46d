/**
 * Converts the records of a zone between lists of objects by key (the plugin and the definitions) and strings (the classes), such as
 * `"www A": "192.0.2.1 ttl=300"`. In a state, a string has the registrar's ID, too. Strings are faster: engines log each key of a map in
 * every call, so that 10,000 records as objects cost more than twice as much. A record with an output stays an object, so that a secret or
 * unknown value keeps its place.
 */
import { unknownValue } from "./ownKeys.ts";

type Fields = Record<string, unknown>;

/** A string that needs no quotes: not a number, `true`, `false` or `null`. */
const bareForm = /^(?!(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$)[^\s"\p{C}]+$/u;
const nameForm = /^[A-Za-z]\w*$/;
const fieldForm = /^[A-Za-z]\w*=/;
const partForm = / (?:([A-Za-z]\w*)=)?("(?:[^"\\]|\\.)*"|[^\s"]+)/gy;

const isMap = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
const partOf = (value: unknown) =>
  typeof value === "string" && bareForm.test(value) ? value : String(JSON.stringify(value));

/** Makes a list of a single record. */
export const listOf = (value: unknown) => (isMap(value) ? [value] : value);

/**
 * Records of a program as lists by key. A program may give a list of all records, or a single record in place of a key's list. A record
 * whose name or type isn't a plain string gets its position as key.
 * @param listed makes a list of a single record, which may be an output
 */
export function recordLists(records: unknown, listed = listOf): unknown {
  if (isMap(records)) return Object.fromEntries(Object.entries(records).map(([key, value]) => [key, listed(value)]));
  if (!Array.isArray(records)) return records;
  const map = new Map<string, unknown[]>();
  for (const [place, record] of records.entries()) {
    const { name, type, ...fields } = Object(record);
    const isPlaced = typeof name === "string" && typeof type === "string";
    const key = isPlaced ? `${name === "" ? "@" : name} ${type}` : `[${place}]`;
    const group = map.get(key) ?? [];
    group.push(isPlaced ? fields : record);
    map.set(key, group);
  }
  return Object.fromEntries(map);
}

/** A record as a string: its content, then its other fields by name. `undefined` if a field isn't a plain value. */
function textOf(record: unknown, id?: unknown): string | undefined {
  if (!isMap(record)) return undefined;
  const parts: string[] = [];
  for (const [name, value] of Object.entries(id ? { ...record, id } : record).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined) continue;
    if (!nameForm.test(name) || !isScalar(value)) return undefined;
    if (name !== "content" || typeof value !== "string") parts.push(`${name}=${partOf(value)}`);
    else parts.unshift(fieldForm.test(value) ? JSON.stringify(value) : partOf(value));
  }
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** The record of a string from {@link textOf}; `undefined` for other values. */
function recordOf(text: unknown): Fields | undefined {
  if (typeof text !== "string") return undefined;
  const line = ` ${text}`;
  const record: Fields = {};
  partForm.lastIndex = 0;
  for (let place = 0; place < line.length; place = partForm.lastIndex) {
    const [, name = "content", value] = partForm.exec(line) ?? [];
    if (value === undefined || name in record) return undefined;
    record[name] = bareForm.test(value) ? value : JSON.parse(value);
  }
  return record;
}

/** The values; `undefined` if one is `undefined`. */
function all<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const found = values.filter((value) => value !== undefined);
  return found.length === values.length ? found : undefined;
}

/** A list of records as one string, or as several; `undefined` unless each record can be a string. */
function textsOf(list: unknown, ids?: unknown): string | string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const texts = all(list.map((record, place) => textOf(record, Array.isArray(ids) ? ids[place] : undefined)));
  return texts?.length === 1 ? texts[0] : texts;
}

const isText = (value: unknown): value is string => typeof value === "string";
const holdsText = (value: unknown) => [value].flat().some(isText);

/**
 * The plain records of a program as strings by key.
 * @param lists from {@link recordLists}
 * @param isPlain is a value without outputs?
 */
export function recordTexts(lists: unknown, isPlain: (value: unknown) => boolean): unknown {
  if (!isMap(lists)) return lists;
  const texts = (list: unknown) => (isPlain(list) ? textsOf(list) : undefined);
  return Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, texts(list) ?? list]));
}

interface ListWithIds {
  readonly list: readonly Fields[];
  /** An unknown ID is an empty string. */
  readonly ids: readonly unknown[];
}

/** A list of strings as records; `undefined` for other values. */
function readList(texts: readonly unknown[]): ListWithIds | undefined {
  const read = all(texts.map(recordOf));
  return read && { list: read.map(({ id: _, ...fields }) => fields), ids: read.map(({ id = "" }) => id) };
}

/** The ID in a string of a state, and the parts around it. Doesn't match after quoted content, which may contain `id=`. */
const withIdForm = /^([^"]*?)(?:^| )id=("[^"\\]*"|[^\s"]+)((?: .*)?)$/s;

/** Reads the records of properties. Equal records become the same object, so that inputs and states are compared fast. */
export class RecordReader {
  readonly #lists = new Map<string, ListWithIds>();
  #last: Fields = {};

  /**
   * Properties with their records as objects. If a record is unknown, `records` is unknown.
   * @param areTexts may records be strings?
   */
  withObjects(properties: Fields, areTexts: boolean): Fields {
    const { records, recordIds, ...rest } = properties;
    if (!isMap(records)) return properties;
    const read: Fields = {};
    const ids = new Map<string, unknown>(Object.entries(Object(recordIds)));
    for (const [key, value] of Object.entries(records)) {
      if (value === unknownValue || (Array.isArray(value) && value.includes(unknownValue)))
        return { ...properties, records: unknownValue };
      const known = areTexts ? this.#list(key, value) : undefined;
      read[key] = known?.list ?? value;
      if (known?.ids.some((id) => id !== "")) ids.set(key, known.ids);
    }
    const keys = Object.keys(read);
    const isLast = keys.length === Object.keys(this.#last).length && keys.every((key) => this.#last[key] === read[key]);
    if (!isLast) this.#last = read;
    return { ...rest, records: this.#last, ...withIds(ids) };
  }

  #list(key: string, value: unknown): ListWithIds | undefined {
    const [found, before, id, after] = (isText(value) && withIdForm.exec(value)) || [];
    if (found === undefined || id === undefined) return this.#known(`${key}\n${value}`, [value].flat());
    // The inputs have the same string without the ID.
    const text = `${before}${after}`.trimStart();
    const known = this.#known(`${key}\n${text}`, [text]);
    return known && { ...known, ids: [id.replaceAll('"', "")] };
  }

  #known(name: string, texts: readonly unknown[]): ListWithIds | undefined {
    const known = this.#lists.get(name) ?? readList(texts);
    if (known !== undefined) this.#lists.set(name, known);
    return known;
  }
}

export const withObjects = (properties: Fields, areTexts: boolean) =>
  new RecordReader().withObjects(properties, areTexts);

const withIds = (ids: ReadonlyMap<string, unknown>) => (ids.size > 0 ? { recordIds: Object.fromEntries(ids) } : {});

/** Properties with their records as strings, except records that came as objects. */
export function withTexts(properties: Fields, { records: from }: Fields): Fields {
  const { records, recordIds, ...rest } = properties;
  if (!isMap(records) || !isMap(from)) return properties;
  const ids = new Map<string, unknown>(Object.entries(Object(recordIds)));
  const texts = Object.entries(records).map(([key, list]) => {
    const stays = Object.hasOwn(from, key) && !holdsText(from[key]);
    const made = stays ? undefined : textsOf(list, ids.get(key));
    if (made !== undefined) ids.delete(key);
    return [key, made ?? list];
  });
  return { ...rest, records: Object.fromEntries(texts), ...withIds(ids) };
}

/** Paths of `ignoreChanges` that name a record. */
const pathForm = /^records(?:\["((?:[^"\\]|\\.)*)"\]|\.([^.[\]"]+)|\[)/;

/** The record that a path names: its key in the path, and its key in the state. */
export function recordNamed(path: string, domain: unknown) {
  const [found, quoted, bare] = pathForm.exec(path) ?? [];
  if (found === undefined) return undefined;
  const key = quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
  return { key, kept: keptAs(key, domain), isRecord: found === path };
}

/** The key in the state. An internationalised name isn't converted, since its tables aren't loaded here. */
export function keptAs(key: string, domain: unknown): string | undefined {
  const [, name, type] = /^(\S+) ([A-Za-z]+)$/.exec(key) ?? [];
  if (name === undefined || type === undefined) return undefined;
  const full = `.${name.toLowerCase().replace(/\.$/, "")}`;
  const apex = `.${String(domain).toLowerCase().replace(/\.$/, "")}`;
  const owner = full.endsWith(apex) ? full.slice(0, -apex.length) : full;
  return `${owner.slice(1) || "@"} ${type.toUpperCase()}`;
}

export const misnamed = (path: string, kept = "www A"): string =>
  `ignoreChanges names ${path}, but can only ignore complete records, by their key in the state: ` +
  `write records[${JSON.stringify(kept)}] in ignoreChanges, and the same key in \`records\`.`;

/** The error if a path of `ignoreChanges` isn't in the state: the engine would remove the record from the arguments. */
export function droppingOf(path: string, { domain, records }: Record<string, unknown>): string | undefined {
  const { key, kept } = recordNamed(path, domain) ?? {};
  if (kept === undefined || kept === key || !Object.hasOwn(Object(records), kept)) return undefined;
  return misnamed(path, kept);
}
