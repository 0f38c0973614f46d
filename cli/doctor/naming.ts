/**
 * Finds the names of the fields of rows by their values. A name is proposed only if no other key can be the field's, and if then
 * every row decodes. Values that decide nothing, such as those of a zone with one A of the domain itself, propose nothing.
 */
import { isIP } from "node:net";
import { forwardFromWire } from "../../provider/api/forward.ts";
import { type FieldNames, fromWire, isObject, setKeyIn, setWords } from "../../provider/api/index.ts";
import {
  groupBy,
  ifValid,
  isOpaque,
  isRecordTypeName,
  ownerName,
  parsedUrl,
  type RecordTypeName,
  recordFromWire,
  recordTypes,
} from "../../provider/dns/index.ts";

export type Row = Record<string, unknown>;

/** `fields`: the names that differ. `open`: the rows don't tell. `unusable`: no name would help, for this reason. */
export type Naming = { fields: FieldNames } | { open: string } | { unusable: string };

/** A row with the fields of inner objects by their path: `data.port`. */
const flattened = (row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      isObject(value) ? Object.entries(value).map(([inner, item]) => [`${key}.${inner}`, item]) : [],
    ),
  ),
});

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";
const isScalar = (value: unknown) => typeof value === "string" || typeof value === "number";
const lastOf = (path: string) => (path.split(".").at(-1) ?? path).toLowerCase();
const keysOf = (rows: readonly Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))];
const valuesOf = (rows: readonly Row[], key: string) => rows.map((row) => row[key]).filter(isGiven);
/** Keys that each of the rows has. */
const commonKeys = (rows: readonly Row[]) => keysOf(rows).filter((key) => rows.every((row) => isGiven(row[key])));
const only = <T>(some: readonly T[]): T | undefined => (some.length === 1 ? some[0] : undefined);

function typeOf(value: unknown): RecordTypeName | undefined {
  const name = typeof value === "string" ? value.trim().toUpperCase() : "";
  return isRecordTypeName(name) ? name : undefined;
}

/** The owner that a value names; `undefined` if it can't be a name, such as an address. */
function ownerIn(value: unknown, domain: string): string | undefined {
  if (!isGiven(value) || value === ".") return "@";
  return typeof value === "string" && isIP(value) === 0 ? ifValid(() => ownerName(value, domain)) : undefined;
}

/** Numbers and types can be names, but aren't if all values are. */
const areWords = (values: readonly unknown[]) => values.every((value) => /^\d+$/.test(String(value)) || typeOf(value));

/**
 * The key whose values are the names of the rows: the specification's, else the only one whose values differ, among them one of a
 * host. Several keys that name each row alike are one.
 */
function nameKey(rows: readonly Row[], domain: string, own: string, taken: readonly string[]): string | undefined {
  const owners = (key: string) => rows.map((row) => ownerIn(row[key], domain));
  const areNames = (key: string) => owners(key).every((owner) => owner !== undefined);
  if (areNames(own) && rows.some((row) => Object.hasOwn(row, own))) return own;
  const candidates = keysOf(rows).filter(
    (key) =>
      !(taken.includes(key) || isIdKey(key) || areWords(valuesOf(rows, key))) &&
      areNames(key) &&
      new Set(valuesOf(rows, key)).size > 1,
  );
  const isFull = (key: string) => valuesOf(rows, key).every((value) => isInside(String(value), domain));
  const full = candidates.filter(isFull);
  const alike = [...groupBy(full.length > 0 ? full : candidates, (key) => owners(key).join(" ")).values()];
  const [first, ...others] = only(alike) ?? [];
  const isWhole = (key: string) => rows.every((row) => Object.hasOwn(row, key));
  return first === undefined || isWhole(first) ? first : (others.find(isWhole) ?? first);
}

/** Is a full name that of the domain, or of a host in it? */
const isInside = (name: string, domain: string) => `.${name.toLowerCase()}`.replace(/\.$/, "").endsWith(`.${domain}`);

const isIdKey = (key: string) => /id$/.test(lastOf(key));

/** The key of the rows' IDs: the specification's, else the only one that says so, and whose values all differ. */
function idKey(rows: readonly Row[]): { key?: string; isOpen: boolean } {
  const isIn = (key: string) => rows.every((row) => isGiven(row[key]) && isScalar(row[key]));
  const differ = (key: string) => new Set(valuesOf(rows, key).map(String)).size === rows.length;
  if (isIn("id") && differ("id")) return { key: "id", isOpen: false };
  const candidates = keysOf(rows).filter((key) => isIdKey(key) && isIn(key) && differ(key));
  const key = rows.length > 1 ? only(candidates) : undefined;
  return { ...(key !== undefined && { key }), isOpen: candidates.length > 0 };
}

/** Names of DNS records. @param given rows as the registrar lists them */
export function nameRecords(given: readonly Row[], domain: string): Naming {
  const rows = given.map(flattened);
  const typeKeys = keysOf(rows).filter((key) => rows.some((row) => typeOf(row[key])));
  const isType = (key: string) => valuesOf(rows, key).every((value) => /^[a-z0-9]+$/i.test(String(value)));
  const type = typeKeys.includes("type") ? "type" : only(typeKeys.filter(isType));
  const sets = setKeyIn(given);
  const hasAddress = rows.some((row) =>
    Object.values(row).some((value) => typeof value === "string" && isIP(value) > 0),
  );
  if (sets !== undefined && !hasAddress) return { unusable: setWords(sets) };
  if (type === undefined) return typeKeys.length > 0 ? { open: "type" } : { unusable: noTypes };
  const ours = rows.filter((row) => typeOf(row[type]));
  const id = idKey(ours);
  if (id.key === undefined) return id.isOpen ? { open: "id" } : { unusable: noIds };
  return new RecordNaming(ours, domain, type, id.key).naming();
}

const noIds = "rows of this API have no IDs, so no call can change or delete a row";
const noTypes =
  'no row has a known type: if types have other words, write these, as in {"records.list": {"values": {"type": {"A": 1}}}}';

/** The fields that a content has: the last ones, as many as it has words. A single word is the last field. */
function fieldsIn(type: RecordTypeName, rows: readonly Row[], content: string): string[] {
  const keys = recordTypes[type].inOrder.map(([key]) => key);
  const words = Math.max(...rows.map((row) => String(row[content]).trim().split(/\s+/).length));
  if (type === "TXT" || (type === "CAA" && words > 2)) return keys;
  return type === "CAA" ? keys.slice(-1) : keys.slice(-words);
}

class RecordNaming {
  readonly #byType: ReadonlyMap<RecordTypeName, readonly Row[]>;
  readonly #domain: string;
  readonly #type: string;
  readonly #id: string;
  readonly #ttl: string | undefined;
  /** The key that all types have their data in. */
  readonly #content: string | undefined;

  constructor(ours: readonly Row[], domain: string, type: string, id: string) {
    this.#domain = domain;
    this.#type = type;
    this.#id = id;
    const ttls = keysOf(ours).filter((key) => valuesOf(ours, key).every((value) => /^\d+$/.test(String(value))));
    this.#ttl = ttls.includes("ttl") ? "ttl" : only(ttls.filter((key) => /ttl|expire/.test(lastOf(key))));
    const common = keysOf(ours).filter((key) => this.#isFree(key));
    const addresses = ours.filter((row) => ["A", "AAAA"].includes(String(typeOf(row[type]))));
    // A row without an address, where others have one, has no data.
    const hasAddress = (row: Row) => common.some((key) => isIP(String(row[key])) > 0);
    const told = common.filter((key) =>
      valuesOf(addresses.filter(hasAddress), key).some((value) => isIP(String(value))),
    );
    const isData = (row: Row) => !addresses.includes(row) || hasAddress(row);
    this.#content = addresses.some(hasAddress)
      ? told.includes("content")
        ? "content"
        : only(told.filter((key) => addresses.filter(hasAddress).every((row) => this.#decodes(row, key))))
      : this.#contentWithoutAddress(ours);
    const withData = ours.filter((row) => isData(row) && this.#hasData(row, ours));
    this.#byType = groupBy(withData, (row) => typeOf(row[type]) ?? "A");
  }

  #isFree = (key: string) => ![this.#type, this.#id, this.#ttl].includes(key) && !isIdKey(key);

  #decodes(row: Row, key: string): boolean {
    const type = typeOf(row[this.#type]);
    // The priority of an MX may be in the same field, or in another.
    return [{}, { priority: 10 }].some(
      (more) => !isOpaque(recordFromWire({ type, name: "_a._b", content: row[key], ...more }, this.#domain)),
    );
  }

  /** Can a string be data, and not the name of its own row or of the zone? */
  #isTelling(row: Row, key: string): boolean {
    const value = String(row[key]);
    const isText = typeOf(row[this.#type]) === "TXT";
    return isGiven(row[key]) && (isText ? /[\s="]/ : /[\s.:]/).test(value) && !this.#isOwnName(value, row);
  }

  #isOwnName(value: string, row: Row): boolean {
    const owner = ownerIn(value, this.#domain);
    if (owner === "@" || value.toLowerCase().replace(/\.$/, "") === this.#domain) return true;
    const isNamed = (key: string) => row[key] !== value && ownerIn(row[key], this.#domain) === owner;
    return owner !== undefined && Object.keys(row).some((key) => isGiven(row[key]) && isNamed(key));
  }

  /** Without an address, the content is under the only key that has data of each row, and says more than names do. */
  #contentWithoutAddress(ours: readonly Row[]): string | undefined {
    const common = keysOf(ours).filter((key) => this.#isFree(key) && valuesOf(ours, key).length > 0);
    const isContent = (key: string) => {
      const rows = ours.filter((row) => isGiven(row[key]));
      // A host of the domain itself may be the name of the row.
      const isOutside = (row: Row) => !isInside(String(row[key]), this.#domain);
      return (
        rows.every((row) => this.#decodes(row, key)) && rows.some((row) => this.#isTelling(row, key) && isOutside(row))
      );
    };
    if (common.includes("content") && isContent("content")) return "content";
    return only(common.filter(isContent));
  }

  /** Has a row the content that others of its type have, or keys that not every row has? A parked MX without a host has no data. */
  #hasData(row: Row, ours: readonly Row[]): boolean {
    const type = typeOf(row[this.#type]) ?? "A";
    const { content, type: typeKey } = { content: this.#content, type: this.#type };
    const same = ours.filter((other) => typeOf(other[typeKey]) === type);
    if (content !== undefined && same.some((other) => isGiven(other[content]))) return isGiven(row[content]);
    const fields = Object.keys(recordTypes[type].fields);
    const isPartial = (key: string) => ours.some((other) => !isGiven(other[key]));
    return Object.keys(row).some(
      (key) => isGiven(row[key]) && this.#isFree(key) && (fields.includes(lastOf(key)) || isPartial(key)),
    );
  }

  naming(): Naming {
    const addOne = "its rows don't tell the names of their fields";
    if (this.#byType.size === 0) return { open: addOne };
    const own = new Map<RecordTypeName, Readonly<Record<string, string>>>();
    for (const [type, rows] of this.#byType) {
      const names = this.#namesOf(type, rows);
      if (names === undefined) return { open: addOne };
      own.set(type, names);
    }
    const fields = this.#together(own);
    const decode = (row: Row) => {
      const read = { ...Object(fromWire(row, { fields })) };
      return recordFromWire("name" in read ? read : { ...read, name: null }, this.#domain);
    };
    const areRead = [...this.#byType.values()].flat().every((row) => !isOpaque(decode(row)));
    return areRead ? { fields } : { open: addOne };
  }

  /** The names of a type's fields: those of its data that aren't in its content, and of its name. */
  #namesOf(type: RecordTypeName, rows: readonly Row[]): Record<string, string> | undefined {
    const { inOrder, owner } = recordTypes[type];
    const names: Record<string, string> = { type: this.#type, id: this.#id, ...(this.#ttl && { ttl: this.#ttl }) };
    const content = this.#contentOf(type, rows, names);
    const [last = ""] = inOrder.at(-1) ?? [];
    const inContent = content === undefined ? [] : fieldsIn(type, rows, content);
    const isLast = content !== undefined && inContent.length === 1 && lastOf(content) === last;
    if (content !== undefined) names[isLast ? last : "content"] = content;
    const keys = [...inOrder.map(([each]) => each), ...Object.keys(owner.arguments)];
    for (const key of keys.filter((each) => each !== "content" && !inContent.includes(each))) {
      const isHere = commonKeys(rows).includes(key);
      const named = isHere ? key : this.#keyFor(key, type, rows, Object.values(names));
      if (named !== undefined) names[key] = named;
      else if (key === last) return undefined;
    }
    const taken = Object.values(names);
    const isOwn = nameKey(rows, this.#domain, "name", taken) === "name";
    const name = isOwn ? "name" : (this.#sharedName(taken) ?? nameKey(rows, this.#domain, "name", taken));
    return name === undefined ? undefined : { ...names, name };
  }

  /** The key of a type's content: the shared one, else the only key that A rows lack. */
  #contentOf(type: RecordTypeName, rows: readonly Row[], names: Readonly<Record<string, string>>): string | undefined {
    const keys = commonKeys(rows).filter((key) => this.#isFree(key));
    const isContent = (key: string) => rows.every((row) => this.#decodes(row, key) || type === "SRV" || type === "CAA");
    if (this.#content !== undefined && keys.includes(this.#content) && isContent(this.#content)) return this.#content;
    const { named } = recordTypes[type];
    if (named.every(([key]) => keys.includes(key))) return undefined;
    const taken = [...Object.values(names), ...named.map(([key]) => key)];
    const others = [...this.#byType].flatMap(([other, some]) => (other === type ? [] : [some]));
    const isOwn = (key: string) => others.some((some) => !commonKeys(some).includes(key));
    return only(
      keys.filter(
        (key) => !taken.includes(key) && isOwn(key) && isContent(key) && rows.every((row) => this.#isTelling(row, key)),
      ),
    );
  }

  /** The key of a field that has another name: the only one that resembles it, and has such values. */
  #keyFor(field: string, type: RecordTypeName, rows: readonly Row[], taken: readonly string[]): string | undefined {
    const { fields, owner } = recordTypes[type];
    const { meanings } = fields[field] ?? {};
    const isValue = (value: unknown) =>
      meanings === undefined
        ? typeof value === "string"
        : ifValid(() => meanings(String(value), field, this.#domain)) !== undefined;
    const free = commonKeys(rows).filter(
      (key) =>
        !taken.includes(key) &&
        this.#isFree(key) &&
        !Object.hasOwn({ ...fields, ...owner.arguments }, key) &&
        rows.every((row) => isScalar(row[key]) && isValue(row[key])),
    );
    const alike = only(free.filter((key) => lastOf(key).includes(field.slice(0, 4))));
    if (alike !== undefined || meanings === undefined) return alike;
    if (field === "priority") return only(free.filter((key) => /^(aux|pref|dist)/.test(lastOf(key))));
    const isTag = (value: unknown) => /^(issue|issuewild|iodef)$/i.test(String(value));
    return field === "tag" ? only(free.filter((key) => valuesOf(rows, key).every(isTag))) : undefined;
  }

  /** The name's key in the rows of all types: those of one type may all be of one name. */
  #sharedName(taken: readonly string[]): string | undefined {
    return nameKey([...this.#byType.values()].flat(), this.#domain, "name", [...taken, this.#content ?? "content"]);
  }

  /** A name that all types share is said once. Names that are the specification's are left out. */
  #together(own: ReadonlyMap<RecordTypeName, Readonly<Record<string, string>>>): FieldNames {
    const fields: Record<string, string | Record<string, string>> = {};
    const keys = [...new Set([...own.values()].flatMap((names) => Object.keys(names)))];
    for (const key of keys) {
      const used = [...own].flatMap(([type, names]) => (names[key] === undefined ? [] : [[type, names[key]] as const]));
      const wires = new Set(used.map(([, wire]) => wire));
      const [[, first] = ["A", key]] = used;
      if (wires.size === 1 && first !== key) fields[key] = first;
      if (wires.size < 2) continue;
      for (const [type, wire] of used) if (wire !== key) fields[type] = { ...Object(fields[type]), [key]: wire };
    }
    return fields;
  }
}

/** Names of URL forwards. @param given rows as the registrar lists them */
export function nameForwards(given: readonly Row[], domain: string): Naming {
  const rows = given.map(flattened);
  const id = idKey(rows);
  if (id.key === undefined) return id.isOpen ? { open: "id" } : { unusable: noIds };
  const isUrl = (value: unknown) => /^https?:$/.test(parsedUrl(String(value))?.protocol ?? "");
  const urls = commonKeys(rows).filter((key) => valuesOf(rows, key).every(isUrl));
  const destination = urls.includes("destination") ? "destination" : only(urls);
  const isSource = (key: string) => /^(source|from|host|hostname|subdomain|name)$/.test(lastOf(key));
  const hinted = keysOf(rows).filter((key) => isSource(key) && rows.every((row) => ownerIn(row[key], domain)));
  const source = hinted.includes("source") ? "source" : only(hinted);
  if (source === undefined || destination === undefined) return { open: "source and destination" };
  const called = { id: id.key, source, destination };
  const fields = Object.fromEntries(Object.entries(called).filter(([name, key]) => name !== key));
  const isRead = (row: Row) => forwardFromWire({ ...Object(fromWire(row, { fields })) }, domain).reason === undefined;
  return given.every(isRead) ? { fields } : { open: "source and destination" };
}
