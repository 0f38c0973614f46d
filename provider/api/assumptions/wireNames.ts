/** Translates field names and values by the contract: the specification's inside the program, the registrar's on the wire. */
import * as z from "zod";
import * as shapes from "../endpoints/shapes.ts";
import { type EndpointName, endpointOf } from "../endpoints/table.ts";
import { isObject } from "../json.ts";
import { dnssecFields } from "./status.ts";

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
  return translated(value, (key, text) => [at(fields, key) ?? key, at(at(values, key), text)]);
}

/** Translates a response. A field with another name on the wire isn't read under its own. */
export function fromWire(value: unknown, { fields, values = {} }: Translation): unknown {
  if (fields === undefined && Object.keys(values).length === 0) return value;
  const names = new Map(Object.entries(fields ?? {}).map(([name, wire]) => [wire, name]));
  return translated(value, (key, text) => {
    const name = names.get(key) ?? (at(fields, key) === undefined ? key : undefined);
    const words = Object.entries(at(values, name) ?? {});
    return [name, words.findLast(([, wire]) => String(wire) === text)?.[0]];
  });
}

/** Keys come from the network: `toString` isn't one of a table. */
const at = <T>(table: Readonly<Record<string, T>> = {}, key = ""): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

type Translate = (
  key: string,
  text: string | undefined,
) => [name: string | undefined, word: string | number | undefined];

/** Gives each entry its name, if it has one, and its word, also in nested objects. */
function translated(value: unknown, translate: Translate): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, translate));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const isWord = typeof item === "string" || typeof item === "number";
    const [name, word] = translate(key, isWord ? String(item) : undefined);
    return name === undefined ? [] : [[name, word ?? translated(item, translate)]];
  });
  return Object.fromEntries(entries);
}
