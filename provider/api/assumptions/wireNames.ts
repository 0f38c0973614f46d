/** Translates field names and values by the contract: the specification's inside the program, the registrar's on the wire. */
import * as z from "zod";
import * as shapes from "../endpoints/shapes.ts";
import { type EndpointName, endpointOf } from "../endpoints/table.ts";
import { isObject } from "../json.ts";
import { dnssecFields } from "./dnssecStatus.ts";

/** Fields that are read from responses without a schema in the table, by group of endpoints. */
const readBeside: Readonly<Record<string, readonly string[]>> = {
  records: [...Object.keys(shapes.recordBody.shape), "id"],
  forwards: [...Object.keys(shapes.forwardBody.shape), "id"],
  contacts: namesIn(shapes.contact),
  domainContacts: shapes.contactRoles.map((role) => `${role}_handle`),
  dnssec: dnssecFields,
  lock: namesIn(shapes.lockStatus),
  tlds: ["register", "renew", "transfer", ...namesIn(shapes.price)],
};

/** Fields of an endpoint's request and response, also of nested objects. */
export function fieldNames(name: EndpointName): string[] {
  const { body, answer } = endpointOf(name);
  const answered = answer.kind === "list" ? answer.element : answer.kind === "object" ? answer.schema : undefined;
  const [group = ""] = name.split(".");
  const known = [body, answered].flatMap((schema) => (schema === undefined ? [] : namesIn(schema)));
  return [...new Set([...known, ...(readBeside[group] ?? [])])];
}

/** Query parameters of an endpoint, with the marketplace's credentials. */
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
  /** Field -> the program's word -> the registrar's. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | number>>>> | undefined;
}

export function toWire(value: unknown, { fields = {}, values = {} }: Translation): unknown {
  const words = Object.entries(values).map(([field, by]) => [field, new Map(Object.entries(by))] as const);
  return renamed(withValues(value, new Map(words)), new Map(Object.entries(fields)), new Set());
}

/** Translates a response, also nested objects. A field with another name on the wire isn't read under its own. */
export function fromWire(value: unknown, { fields = {}, values = {} }: Translation): unknown {
  const names = Object.entries(fields).map(([name, wire]) => [wire, name] as const);
  const backwards = (by: object) => new Map(Object.entries(by).map(([word, wire]) => [String(wire), word]));
  const words = Object.entries(values).map(([field, by]) => [field, backwards(by)] as const);
  return withValues(renamed(value, new Map(names), new Set(Object.keys(fields))), new Map(words));
}

function renamed(value: unknown, names: ReadonlyMap<string, string>, dropped: ReadonlySet<string>): unknown {
  if (names.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names, dropped));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => names.has(key) || !dropped.has(key));
  return Object.fromEntries(kept.map(([key, item]) => [names.get(key) ?? key, renamed(item, names, dropped)]));
}

type Words = ReadonlyMap<string, ReadonlyMap<string, string | number>>;

function withValues(value: unknown, words: Words): unknown {
  if (words.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withValues(item, words));
  if (!isObject(value)) return value;
  const translate = (key: string, item: unknown): unknown => {
    const isWord = typeof item === "string" || typeof item === "number";
    return (isWord ? words.get(key)?.get(String(item)) : undefined) ?? withValues(item, words);
  };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translate(key, item)]));
}
