/**
 * Field names and values of a contract override: the specification's inside the program, the server's on the wire.
 * Whatever has no other name or value there goes through as it is. What can be translated is out of the table.
 */
import * as z from "zod";
import * as shapes from "../endpoints/shapes.ts";
import { type EndpointName, endpointOf } from "../endpoints/table.ts";
import { isObject } from "../json.ts";
import { dnssecFields } from "./dnssecStatus.ts";

/** Fields that are read where the table has no schema of the answer, by group of endpoints. */
const readBeside: Readonly<Record<string, readonly string[]>> = {
  records: [...Object.keys(shapes.recordBody.shape), "id"],
  forwards: [...Object.keys(shapes.forwardBody.shape), "id"],
  contacts: namesIn(shapes.contact),
  domainContacts: shapes.contactRoles.map((role) => `${role}_handle`),
  dnssec: dnssecFields,
  lock: namesIn(shapes.lockStatus),
  tlds: ["register", "renew", "transfer", ...namesIn(shapes.price)],
};

/** Names of the fields of an endpoint's request and answer, nested ones too. */
export function fieldNames(name: EndpointName): string[] {
  const { body, answer } = endpointOf(name);
  const answered = answer.kind === "list" ? answer.element : answer.kind === "object" ? answer.schema : undefined;
  const [group = ""] = name.split(".");
  const known = [body, answered].flatMap((schema) => (schema === undefined ? [] : namesIn(schema)));
  return [...new Set([...known, ...(readBeside[group] ?? [])])];
}

/** Names of the query parameters of an endpoint, those of the marketplace's credentials too. */
export function queryNames(name: EndpointName): string[] {
  const { query, auth } = endpointOf(name);
  return [...(auth === "query" ? ["api_token", "user_id"] : []), ...Object.keys(query?.shape ?? {})];
}

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
  }
  if (schema instanceof z.ZodArray) return namesIn(schema.element);
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap());
  return schema instanceof z.ZodPipe ? namesIn(schema.out) : [];
}

interface Translation {
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Field -> the program's word -> the server's. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | number>>>> | undefined;
}

/** Renames the fields of a request and translates their values, nested ones too. */
export function toWire(value: unknown, { fields, values }: Translation): unknown {
  const words = new Map(Object.entries(values ?? {}).map(([field, by]) => [field, new Map(Object.entries(by))]));
  const translated = words.size === 0 ? value : withValues(value, words);
  return fields === undefined ? translated : renamed(translated, new Map(Object.entries(fields)), new Set());
}

/**
 * Renames the fields of an answer and translates their values, nested ones too. What has another name on the wire is not
 * read under its own.
 */
export function fromWire(value: unknown, { fields, values }: Translation): unknown {
  const names = Object.entries(fields ?? {}).map(([name, wire]): [string, string] => [wire, name]);
  const named = fields === undefined ? value : renamed(value, new Map(names), new Set(Object.keys(fields)));
  const words = new Map(Object.entries(values ?? {}).map(([field, by]) => [field, backwards(by)]));
  return words.size === 0 ? named : withValues(named, words);
}

const backwards = (words: Readonly<Record<string, string | number>>) =>
  new Map(Object.entries(words).map(([word, wire]) => [String(wire), word]));

function renamed(value: unknown, names: ReadonlyMap<string, string>, dropped: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names, dropped));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => ({ key, item: renamed(item, names, dropped) }));
  // A renamed field wins over another that has its new name already.
  const others = entries.filter(({ key }) => !names.has(key) && !dropped.has(key));
  const moved = entries.filter(({ key }) => names.has(key));
  return Object.fromEntries([...others, ...moved].map(({ key, item }) => [names.get(key) ?? key, item]));
}

type Words = ReadonlyMap<string, ReadonlyMap<string, string | number>>;

function withValues(value: unknown, words: Words): unknown {
  if (Array.isArray(value)) return value.map((item) => withValues(item, words));
  if (!isObject(value)) return value;
  const translate = (key: string, item: unknown): unknown => {
    const isWord = typeof item === "string" || typeof item === "number";
    return (isWord ? words.get(key)?.get(String(item)) : undefined) ?? withValues(item, words);
  };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translate(key, item)]));
}
