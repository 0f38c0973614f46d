/**
 * Converts the records of a `DnsZone` between objects, which the plugin and the definitions use, and strings, which the classes send:
 * `"www A": "192.0.2.1 ttl=300"`. In a state, a string also has the registrar's ID. Strings are faster: the engine logs each key of a map
 * in every call, so that 10,000 records as objects cost more than twice as much. A record that contains an output stays an object, so that
 * a secret or unknown value keeps its place.
 */
import { unknownValue } from "./ownKeys.ts";

type Fields = Record<string, unknown>;

/** Matches a string that needs no quotes: not a number, `true`, `false` or `null`. */
const bareForm = /^(?!(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$)[^\s"\p{C}]+$/u;
const nameForm = /^[A-Za-z]\w*$/;
const fieldForm = /^[A-Za-z]\w*=/;
const partForm = / (?:([A-Za-z]\w*)=)?("(?:[^"\\]|\\.)*"|[^\s"]+)/gy;

const isMap = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
const partOf = (value: unknown) =>
  typeof value === "string" && bareForm.test(value) ? value : String(JSON.stringify(value));

/** Wraps a single record in a list. */
export const listOf = (value: unknown) => (isMap(value) ? [value] : value);

/**
 * Groups a program's records into lists by key. A program may give a list of all records, or a single record as a key's value. A record
 * whose name or type isn't a plain string gets its position as key.
 * @param listed wraps a single record, which may be an output, in a list
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

/** Writes a record as a string: its content, then its other fields by name. `undefined` if a field isn't a plain value. */
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

/** Reads a string of {@link textOf} as a record; `undefined` for any other value. */
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

/** Returns the values, or `undefined` if any value is `undefined`. */
function all<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const found = values.filter((value) => value !== undefined);
  return found.length === values.length ? found : undefined;
}

/** Writes records as strings, a single record as one string; `undefined` if a record can't be a string. */
function textsOf(list: unknown, ids?: unknown): string | string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const texts = all(list.map((record, place) => textOf(record, Array.isArray(ids) ? ids[place] : undefined)));
  return texts?.length === 1 ? texts[0] : texts;
}

const isText = (value: unknown): value is string => typeof value === "string";
const holdsText = (value: unknown) => [value].flat().some(isText);

/**
 * Replaces lists of plain records by strings, under the same keys.
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

/** Reads strings as records; `undefined` if a value isn't such a string. */
function readList(texts: readonly unknown[]): ListWithIds | undefined {
  const read = all(texts.map(recordOf));
  return read && { list: read.map(({ id: _, ...fields }) => fields), ids: read.map(({ id = "" }) => id) };
}

/** Finds the ID in a string of a state, and the parts before and after it. Doesn't match after quoted content, which may contain `id=`. */
const withIdForm = /^([^"]*?)(?:^| )id=("[^"\\]*"|[^\s"]+)((?: .*)?)$/s;

/** Reads the records of properties. Equal records become the same object, so that inputs and states are compared fast. */
export class RecordReader {
  readonly #lists = new Map<string, ListWithIds>();
  #last: Fields = {};

  /**
   * Returns properties with their records as objects. If a record is unknown, `records` is unknown.
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
    if (found === undefined || id === undefined) return this.#known(key, [value].flat());
    // In the inputs, the string lacks the ID: without the ID here, too, inputs and state share one list.
    const text = `${before}${after}`.trimStart();
    const known = this.#known(key, [text]);
    return known && { ...known, ids: [id.replaceAll('"', "")] };
  }

  #known(key: string, texts: readonly unknown[]): ListWithIds | undefined {
    const name = JSON.stringify([key, texts]);
    const known = this.#lists.get(name) ?? readList(texts);
    if (known !== undefined) this.#lists.set(name, known);
    return known;
  }
}

export const withObjects = (properties: Fields, areTexts: boolean) =>
  new RecordReader().withObjects(properties, areTexts);

const withIds = (ids: ReadonlyMap<string, unknown>) => (ids.size > 0 ? { recordIds: Object.fromEntries(ids) } : {});

/** Writes the records of properties as strings, except records that are objects in `from`. */
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

/** Matches a path of `ignoreChanges` that names a record. */
const pathForm = /^records(?:\["((?:[^"\\]|\\.)*)"\]|\.([^.[\]"]+)|\[)/;

/** The record that a path names: its key in the path, and its key in the state. */
export function recordNamed(path: string, domain: unknown) {
  const [found, quoted, bare] = pathForm.exec(path) ?? [];
  if (found === undefined) return undefined;
  const key = quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
  return { key, kept: keptAs(key, domain), isRecord: found === path };
}

/** Converts a program's key of records, such as `WWW a`, to the state's: `www A`. Doesn't convert Unicode: IDNA tables aren't loaded. */
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

/** Returns the error for a path of `ignoreChanges` that the state lacks: the engine would drop the record from the arguments. */
export function droppingOf(path: string, { domain, records }: Record<string, unknown>): string | undefined {
  const { key, kept } = recordNamed(path, domain) ?? {};
  if (kept === undefined || kept === key || !Object.hasOwn(Object(records), kept)) return undefined;
  return misnamed(path, kept);
}
