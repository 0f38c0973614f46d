/**
 * The records of a zone on their way to an engine and back: texts by key, such as `"www A": "192.0.2.1 ttl=300"`, with the registrar's id in
 * those of a state. Engines take a map apart key by key in every call and log each, so that 10,000 records as objects cost more than twice
 * as much. What holds an output stays an object, so that a secret and a value that is not known yet stand where the program has them. The
 * definitions know objects only.
 */
import { unknownValue } from "./values.ts";

type Fields = Record<string, unknown>;

/** A text that stands without quotes, and is no number and the like. */
const bareForm = /^(?!(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$)[^\s"\p{C}]+$/u;
const nameForm = /^[A-Za-z]\w*$/;
const fieldForm = /^[A-Za-z]\w*=/;
const partForm = / (?:([A-Za-z]\w*)=)?("(?:[^"\\]|\\.)*"|[^\s"]+)/gy;

const isMap = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
const partOf = (value: unknown) =>
  typeof value === "string" && bareForm.test(value) ? value : String(JSON.stringify(value));

/** A record as a text: its content, and its other fields by their names; `undefined` for what has no place in one. */
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

/** The other way round; `undefined` for what is no such text. */
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

/** One value, or several, each as something else; `undefined` where that is not possible for all of them. */
function converted<From, To>(value: From | From[], convert: (each: From, place: number) => To | undefined) {
  if (!Array.isArray(value)) return convert(value, 0);
  const made = value.map(convert).filter((each) => each !== undefined);
  return made.length === value.length ? made : undefined;
}

/** Is it, or one of several, such a one? */
const some = (value: unknown, is: (each: unknown) => boolean) => (Array.isArray(value) ? value.some(is) : is(value));
const isText = (value: unknown) => typeof value === "string";

/**
 * The records of a program as texts by key, where they are plain.
 * @param isPlain does a value hold no output?
 * @returns `undefined` for what is not known by its key
 */
export function textsOfProgram(records: unknown, isPlain: (value: unknown) => boolean): Fields | undefined {
  const map = Array.isArray(records) ? byKey(records) : records;
  if (!isMap(map)) return undefined;
  const texts = (value: unknown) => (isPlain(value) ? converted(value, (each) => textOf(each)) : undefined);
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, texts(value) ?? value]));
}

function byKey(records: readonly unknown[]): Fields | undefined {
  const map = new Map<string, unknown[]>();
  for (const record of records) {
    if (!isMap(record)) return undefined;
    const { name, type, ...fields } = record;
    if (typeof name !== "string" || typeof type !== "string") return undefined;
    const key = `${name === "" ? "@" : name} ${type}`;
    const group = map.get(key);
    if (group === undefined) map.set(key, [fields]);
    else group.push(fields);
  }
  return Object.fromEntries([...map].map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
}

/** Properties with their records as objects. A record that is not known yet says nothing of itself: then none is known. */
export function withObjects(properties: Fields): Fields {
  const { records, recordIds, ...rest } = properties;
  if (!isMap(records)) return properties;
  const known: [key: string, value: unknown][] = [];
  const ids = new Map<string, unknown>(Object.entries(Object(recordIds)));
  for (const [key, value] of Object.entries(records)) {
    if (some(value, (each) => each === unknownValue)) return { ...properties, records: unknownValue };
    const read = converted(value, recordOf);
    known.push([key, read === undefined ? value : converted(read, ({ id: _, ...fields }) => fields)]);
    const own = read && converted(read, ({ id = null }) => id);
    if (some(own, isText)) ids.set(key, own);
  }
  return { ...rest, records: Object.fromEntries(known), ...withIds(ids) };
}

const withIds = (ids: ReadonlyMap<string, unknown>) => (ids.size > 0 ? { recordIds: Object.fromEntries(ids) } : {});

/** Properties with their records as texts, if those that they come from were: but for those that were objects. */
export function withTexts(properties: Fields, { records: from }: Fields): Fields {
  const { records, recordIds, ...rest } = properties;
  if (!isMap(records) || !isMap(from)) return properties;
  if (!Object.values(from).some((value) => some(value, isText))) return properties;
  const ids = new Map<string, unknown>(Object.entries(Object(recordIds)));
  const texts = Object.entries(records).map(([key, value]) => {
    const own = ids.get(key);
    const idAt = (place: number) => (Array.isArray(own) ? own[place] : own);
    const stays = Object.hasOwn(from, key) && !some(from[key], isText);
    const made = stays ? undefined : converted(value, (record, place) => textOf(record, idAt(place)));
    if (made !== undefined) ids.delete(key);
    return [key, made ?? value];
  });
  return { ...rest, records: Object.fromEntries(texts), ...withIds(ids) };
}
