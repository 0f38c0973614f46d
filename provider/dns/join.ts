/** Joins the records of a zone from parts. Loads no schemas. */
import { InvalidInputError } from "./errors.ts";
import { groupBy, optional, printValue } from "./records.ts";
import type { DnsRecordData } from "./recordType.ts";
import { isRecordTypeName } from "./registry.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

interface Keyed {
  readonly key: string;
  readonly values: readonly unknown[];
  readonly ttl: unknown;
}

/** The lists of a part: a record, `{ records, ttl, ttls }`, or a map. */
function listsOf(part: unknown): Keyed[] {
  if (!isFields(part) || Array.isArray(part))
    throw new InvalidInputError("a part of `records` is a map, a record, or an object with `records`");
  const { type, name, ttl } = part;
  if (typeof type === "string") {
    if (!isRecordTypeName(type)) throw new InvalidInputError(`there is no record type ${JSON.stringify(type)}`);
    return [{ key: `${name || "@"} ${type}`, values: [printValue(type, part)], ttl }];
  }
  const { records, ttls, ttl: common, ...rest }: Fields = part["records"] === undefined ? { records: part } : part;
  const [unknown] = Object.keys(optional(rest)).filter((key) => key !== "leftOut");
  if (unknown !== undefined)
    throw new InvalidInputError(
      `a part of \`records\` takes \`records\`, \`ttl\` and \`ttls\`, but not \`${unknown}\``,
    );
  if (!isFields(records)) throw new InvalidInputError("`records` of a part is a map by owner name and type");
  const own = isFields(ttls) ? ttls : {};
  return Object.entries(records).flatMap(([key, values]): Keyed[] => {
    if (values === undefined || values === null) return [];
    if (!Array.isArray(values)) throw new InvalidInputError(`${JSON.stringify(key)} isn't a list of values`);
    return [{ key, values, ttl: own[key] ?? common }];
  });
}

/**
 * Joins parts by key: values add up, and equal ones count once. A value may be a placeholder of one that isn't known yet.
 * @param given TTLs by key beside the parts
 * @throws InvalidInputError if a key gets different TTLs
 */
export function joinRecords(parts: readonly unknown[], given: unknown = {}) {
  const lists = parts.flatMap(listsOf);
  const ttls = new Map<string, number>();
  const pairs = lists.map(({ key, ttl }): [string, unknown] => [key, ttl]);
  for (const [key, ttl] of pairs.concat(Object.entries(Object(given)))) {
    if (typeof ttl !== "number") continue;
    const other = ttls.get(key) ?? ttl;
    const name = JSON.stringify(key);
    if (other !== ttl)
      throw new InvalidInputError(`${name} gets the TTLs ${other} and ${ttl}, but its records share one: keep one`);
    ttls.set(key, ttl);
  }
  return { records: valuesByKey(lists), ttls: Object.fromEntries(ttls) };
}

/** The different values of each key, in their order. */
function valuesByKey<V>(lists: readonly { key: string; values: readonly V[] }[]): Record<string, V[]> {
  const groups = [...groupBy(lists, ({ key }) => key)];
  return Object.fromEntries(groups.map(([key, same]) => [key, [...new Set(same.flatMap(({ values }) => values))]]));
}

/** The map of records, in their order, with the TTL that most lists have as `ttl` if every list has a TTL. */
export function mapOf(records: readonly { key: string; value: string; ttl?: number | undefined }[]): {
  records: Record<string, string[]>;
  ttl?: number;
  ttls?: Record<string, number>;
} {
  // Records of one name and type with different TTLs get no TTL: RFC 2181 section 5.2.
  const ttls = [...groupBy(records, ({ key }) => key)].map(([key, [first, ...others]]) => ({
    key,
    ttl: others.every(({ ttl }) => ttl === first?.ttl) ? first?.ttl : undefined,
  }));
  const [most = []] = [...groupBy(ttls, ({ ttl }) => ttl).values()].sort((a, b) => b.length - a.length);
  const common = ttls.every(({ ttl }) => ttl !== undefined) ? most[0]?.ttl : undefined;
  const own = ttls.flatMap(({ key, ttl }): [string, number][] =>
    ttl === undefined || ttl === common ? [] : [[key, ttl]],
  );
  return {
    records: valuesByKey(records.map(({ key, value }) => ({ key, values: [value] }))),
    ...optional({ ttl: common }),
    ...(own.length > 0 && { ttls: Object.fromEntries(own) }),
  };
}

/** The map of records, such as those of a zone file. */
export const mapOfRecords = (records: readonly (DnsRecordData & { name: string; ttl?: number | undefined })[]) =>
  mapOf(
    records.map((record) => ({
      key: `${record.name} ${record.type}`,
      value: printValue(record.type, record),
      ttl: record.ttl,
    })),
  );
