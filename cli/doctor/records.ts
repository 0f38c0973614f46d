/** Finds how an API names the parts of a DNS record: by the values that decode under each key. */
import { isIP } from "node:net";
import { type FieldNames, fromWire, isObject, type Override, setKeyIn } from "../../provider/api/index.ts";
import {
  ifValid,
  isOpaque,
  isRecordTypeName,
  ownerName,
  type RecordTypeName,
  recordFromWire,
  recordTypeNames,
  recordTypes,
} from "../../provider/dns/index.ts";
import { type Objects, pick } from "./fields.ts";

/** Lines that read the rows of a list, and the rows that they read. */
export interface RecordsReading {
  line: Pick<Override, "fields" | "apex" | "txt" | "hosts" | "mx" | "srv" | "caa">;
  /** Rows of our types, decoded or not, by type. */
  types: ReadonlyMap<RecordTypeName, { count: number; decoded: number }>;
  hasIds: boolean;
  /** The key of data that is a list: each row is a set of records. */
  sets?: string | undefined;
}

type Row = Record<string, unknown>;

/** A row with the fields of inner objects by their path: `data.port`. */
const flattened = (row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      isObject(value) ? Object.entries(value).map(([inner, item]) => [`${key}.${inner}`, item]) : [],
    ),
  ),
});

function typeOf(value: unknown): RecordTypeName | undefined {
  const name = String(value).trim().toUpperCase();
  return isRecordTypeName(name) ? name : undefined;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;
const isDomainName = (value: unknown, domain: string) =>
  typeof value === "string" && isIP(value) === 0 && ifValid(() => ownerName(value, domain)) !== undefined;

/**
 * @param given rows as the contract in use reads them
 * @param current fields of that contract
 */
export function readRecords(given: Objects, domain: string, current: FieldNames = {}): RecordsReading {
  const rows = given.map(flattened);
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const valuesOf = (key: string, some: Objects = rows) => some.map((row) => row[key]).filter(isGiven);

  const type = pick(["type"], keys, (key) => {
    const values = valuesOf(key);
    return values.every((value) => /^[a-z0-9]+$/i.test(String(value))) ? values.filter(typeOf).length : 0;
  });
  const ours = rows.filter((row) => typeOf(row[type ?? ""]) !== undefined);
  const isUnique = (key: string) => new Set(valuesOf(key).map(String)).size === rows.length;
  const id = pick(["id"], keys, (key) => (isUnique(key) && /id$/i.test(key) ? 1 : 0));
  const isFree = (key: string) => key !== type && key !== id;
  const content = pick(["content"], keys.filter(isFree), (key) => contentScore(key, ours, type ?? "", domain));
  const name = pick(
    ["name"],
    keys.filter((key) => isFree(key) && key !== content),
    (key) => {
      const values = valuesOf(key, ours);
      const areNames = values.every((value) => value === "." || isDomainName(value, domain));
      const areOther = values.every((value) => /^\d+$/.test(String(value)) || typeOf(value) !== undefined);
      if (!areNames || areOther) return 0;
      if (key === "name") return ours.length;
      if (isUnique(key) && rows.length > 3) return 0;
      const names = new Set(values.map(String));
      // Beside the full name of each row, its host is the name that requests take.
      return [...names].every((each) => `.${each}`.replace(/\.$/, "").endsWith(`.${domain}`))
        ? Math.max(0.8, names.size - 1.5)
        : names.size;
    },
  );
  const ttl = pick(["ttl"], keys, (key) => ttlScore(valuesOf(key, ours).map(Number), ours.length), /ttl/i);

  const called = { type, id, content, name, ttl };
  const flat: Record<string, string> = {};
  for (const [field, key] of Object.entries(called)) if (key !== undefined && key !== field) flat[field] = key;
  const apexes = ours.map((row) => row[name ?? ""]);
  const isAbsent = apexes.includes(undefined) && name !== undefined;
  const apex = apexes.includes("") ? "empty" : apexes.includes(".") ? "." : isAbsent ? "absent" : undefined;
  const naming = new Naming(ours, { flat, known: Object.values(called), type: type ?? "type", content, apex, domain });
  const sets = content === undefined ? setKeyIn(rows) : undefined;
  return { line: naming.line(current), types: naming.types(), hasIds: id !== undefined, sets };
}

/** Number of rows whose value under the key decodes as all or part of their data; none if an address doesn't. */
function contentScore(key: string, rows: Objects, typeKey: string, domain: string): number {
  let score = 0;
  for (const row of rows) {
    const [type, content] = [typeOf(row[typeKey]), row[key]];
    if (type === undefined || !isGiven(content)) continue;
    const isRead = typeof content === "string" && !isOpaque(recordFromWire({ type, name: "_a._b", content }, domain));
    const isStrict = type === "A" || type === "AAAA";
    if (isStrict && !isRead) return 0;
    const isTelling = isStrict || (isRead && /[. ="]/.test(content) && content !== domain);
    if (isTelling) score += 1;
  }
  return score;
}

/** Numbers are seconds if their key says so, or if most rows have full minutes. */
function ttlScore(seconds: readonly number[], rows: number): number {
  if (!seconds.every((each) => each >= 0)) return 0;
  return seconds.length * 2 > rows && seconds.every((each) => each >= 60 && each % 60 === 0) ? 0.75 : 0.6;
}

interface Basis {
  flat: Record<string, string>;
  /** Keys of the fields that all types have. */
  known: readonly (string | undefined)[];
  type: string;
  content: string | undefined;
  apex: Override["apex"];
  domain: string;
}

/** The names of the fields of each type, once type, name and content are known. */
class Naming {
  readonly #ours: Objects;
  readonly #basis: Basis;
  readonly #own = new Map<RecordTypeName, Record<string, string>>();
  /** Keys that some rows lack. CNAME, NS and MX may have one key for their hosts, which an A lacks. */
  readonly #partial: ReadonlySet<string>;

  constructor(ours: Objects, basis: Basis) {
    this.#ours = ours;
    this.#basis = basis;
    const keys = [...new Set(ours.flatMap(Object.keys))];
    this.#partial = new Set(keys.filter((key) => ours.some((row) => !isGiven(row[key]))));
    for (const type of recordTypeNames) this.#nameFields(type);
  }

  #rowsOf(type: RecordTypeName): Objects {
    return this.#ours.filter((row) => typeOf(row[this.#basis.type]) === type && this.#hasData(row, type));
  }

  /** A row without data can't decode under any name. A key that every row has isn't the data of one type. */
  #hasData(row: Row, type: RecordTypeName): boolean {
    const { content = "content", known } = this.#basis;
    const isData = (key: string) =>
      key === content ||
      Object.hasOwn(recordTypes[type].fields, lastOf(key)) ||
      (!known.includes(key) && this.#partial.has(key));
    return Object.keys(row).some((key) => isGiven(row[key]) && row[key] !== "" && isData(key));
  }

  #decode(row: Row) {
    const { apex, domain } = this.#basis;
    return recordFromWire({ ...Object(fromWire(row, { fields: this.#fields(), apex })) }, domain);
  }

  /** Names the fields of a type: by similar names, by its last field in the content, and by values that other rows lack. */
  #nameFields(type: RecordTypeName): void {
    const rows = this.#rowsOf(type);
    if (rows.length === 0) return;
    const { content = "content", known } = this.#basis;
    const { fields, inOrder, owner } = recordTypes[type];
    const [last = ""] = inOrder.at(-1) ?? [];
    const own: Record<string, string> = {};
    this.#own.set(type, own);
    const named = [...known, content, ...Object.keys({ ...fields, ...owner.arguments })];
    const free = [...new Set(rows.flatMap(Object.keys))].filter((key) => !named.includes(key));
    const nameBy = (isIt: (candidate: string, key: string) => boolean) => {
      for (const [key, field] of inOrder) {
        const isShown = rows.filter((row) => this.#shows(row, key)).length * 2 > rows.length;
        if (key in own || isShown) continue;
        const isValue = (value: unknown) =>
          ifValid(() => field.meanings(String(value), key, "example.com")) !== undefined;
        const fits = (candidate: string) => {
          const values = rows.map((row) => row[candidate]).filter(isGiven);
          const isTelling = field.rdata !== "name" || values.some((value) => String(value).includes("."));
          const isFree = !Object.values(own).includes(candidate) && isTelling;
          return isFree && values.length * 2 > rows.length && values.every(isValue);
        };
        const found = pick([], free, (candidate) => (fits(candidate) && isIt(candidate, key) ? 1 : 0));
        if (found !== undefined) own[key] = found;
      }
    };
    nameBy((candidate, key) => lastOf(candidate).toLowerCase().includes(key.slice(0, 4)));
    const isLastInContent = rows.every((row) => isGiven(row[content]) && !isGiven(row[last]) && !(last in own));
    if (isLastInContent && last !== "content" && rows.every((row) => this.#words(row).length === 1))
      own[last] = content;
    nameBy((candidate, key) => (key === last ? this.#partial.has(candidate) : this.#isOwn(candidate, key, rows)));
  }

  /** Is a key absent from the rows of types without a field, or always the same there? Then its values are those of the field. */
  #isOwn(candidate: string, key: string, rows: Objects): boolean {
    const fieldsOf = (row: Row) => recordTypes[typeOf(row[this.#basis.type]) ?? "A"].fields;
    const others = this.#ours.filter((row) => !Object.hasOwn(fieldsOf(row), key));
    const values = [...new Set(others.map((row) => row[candidate] ?? ""))];
    const isConstant = values.length === 1 && (others.length > 1 || values[0] === "");
    return isConstant && rows.every((row) => row[candidate] !== values[0]);
  }

  /** Does a row show a field of its type, in a field of that name or in its content? */
  #shows(row: Row, key: string): boolean {
    const record = this.#decode(row);
    return isGiven(isOpaque(record) ? record.row[key] : Reflect.get(record.data, key));
  }

  #words(row: Row): string[] {
    return String(row[this.#basis.content ?? "content"] ?? "")
      .split(/\s+/)
      .filter((word) => word !== "");
  }

  /** A name that all types share is said once. */
  #fields(): FieldNames {
    const { flat } = this.#basis;
    const wires = [...new Set([...this.#own.values()].flatMap((own) => Object.keys(own)))].map((key) => {
      const used = [...this.#own].flatMap(([type, own]) =>
        Object.hasOwn(recordTypes[type].fields, key) ? [own[key]] : [],
      );
      return [key, used] as const;
    });
    const isShared = (used: readonly (string | undefined)[]) =>
      used[0] !== undefined && used.every((wire) => wire === used[0]) && used[0] !== this.#basis.content;
    const shared = wires.flatMap(([key, used]) => (isShared(used) ? [[key, used[0] ?? ""]] : []));
    const names = Object.fromEntries(shared);
    const own = [...this.#own].flatMap(([type, each]) => {
      const rest = Object.entries(each).filter(([key]) => !(key in names));
      return rest.length === 0 ? [] : [[type, Object.fromEntries(rest)]];
    });
    return { ...flat, ...names, ...Object.fromEntries(own) };
  }

  /** Lines that the contract lacks. Its rows have their names already, so that these lead to those on the wire. */
  line(current: FieldNames): RecordsReading["line"] {
    const wired = (names: FieldNames, own: FieldNames): FieldNames =>
      Object.fromEntries(
        Object.entries(names).flatMap(([name, key]): [string, FieldNames[string]][] => {
          if (typeof key !== "string") {
            const inner = Object.entries(wired(key, Object(current[name]))).flatMap(
              ([each, wire]): [string, string][] => (typeof wire === "string" ? [[each, wire]] : []),
            );
            return inner.length > 0 ? [[name, Object.fromEntries(inner)]] : [];
          }
          const wire = current[key] ?? key;
          return wire === name || wire === own[name] ? [] : [[name, wire]];
        }),
      );
    const fields = wired(this.#fields(), current);
    const { apex } = this.#basis;
    return { ...(Object.keys(fields).length > 0 && { fields }), ...(apex && { apex }), ...this.#forms() };
  }

  /** The forms of requests, as far as the rows show them. */
  #forms(): Omit<RecordsReading["line"], "fields" | "apex"> {
    const { content = "content" } = this.#basis;
    const words = (type: RecordTypeName) =>
      this.#rowsOf(type).reduce((most, row) => Math.max(most, this.#words(row).length), 0);
    const has = (type: RecordTypeName, key: string) => this.#rowsOf(type).some((row) => isGiven(row[key]));
    const own = this.#own.get("SRV");
    const texts = this.#rowsOf("TXT").map((row) => String(row[content]));
    const hosts = this.#hosts();
    const srv =
      own &&
      (words("SRV") > 3 ? "content" : words("SRV") === 3 ? "split" : has("SRV", "service") ? undefined : "named");
    return {
      ...(words("MX") > 1 && { mx: "content" as const }),
      ...(srv && { srv }),
      ...(words("CAA") > 2 && !has("CAA", "flags") && { caa: "content" as const }),
      ...(texts.length > 0 && texts.every((text) => /^".*"$/s.test(text)) && { txt: "quoted" as const }),
      ...(hosts.length > 0 && hosts.every((host) => /[.@]$/.test(host)) && { hosts: "dot" as const }),
    };
  }

  /** The hosts in the data of all rows. */
  #hosts(): string[] {
    const { content = "content" } = this.#basis;
    return recordTypeNames.flatMap((type) => {
      const { target } = recordTypes[type];
      const own = this.#own.get(type)?.[target ?? ""];
      const hostIn = (row: Row) => String(row[own ?? target ?? ""] ?? row[content] ?? "");
      return target === undefined ? [] : this.#rowsOf(type).map(hostIn).filter(Boolean);
    });
  }

  types(): RecordsReading["types"] {
    const seen = recordTypeNames.flatMap((type) => {
      const rows = this.#rowsOf(type);
      const decoded = rows.filter((row) => !isOpaque(this.#decode(row))).length;
      return rows.length === 0 ? [] : [[type, { count: rows.length, decoded }] as const];
    });
    return new Map(seen);
  }
}

const lastOf = (path: string) => path.split(".").at(-1) ?? path;
