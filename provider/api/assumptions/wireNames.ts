/** Translates field names and values by the contract: the specification's inside the program, the registrar's on the wire. */
import * as z from "zod";
import * as shapes from "../endpoints/shapes.ts";
import { type EndpointName, endpointOf } from "../endpoints/table.ts";
import { atPath, isObject } from "../json.ts";
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

type Names = Readonly<Record<string, string>>;
interface Translation {
  readonly fields?: Readonly<Record<string, string | Names>> | undefined;
  /** Field -> the program's word -> the registrar's. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | number>>>> | undefined;
  readonly apex?: "@" | "empty" | "absent" | undefined;
}

/** Keys come from the network: `toString` isn't one of a table. */
const at = <T>(table: Readonly<Record<string, T>> = {}, key = ""): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const wordOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);

/** The names of an object's fields: those of its record type win. */
function namesFor(type: unknown, fields: Translation["fields"] = {}): Names {
  const own = at(fields, wordOf(type)?.toUpperCase());
  const all = Object.entries({ ...fields, ...(typeof own === "object" && own) });
  return Object.fromEntries(all.flatMap(([name, wire]) => (typeof wire === "string" ? [[name, wire]] : [])));
}

export function toWire(value: unknown, translation: Translation): unknown {
  if (Array.isArray(value)) return value.map((each) => toWire(each, translation));
  if (!isObject(value)) return value;
  const { fields, values, apex = "@" } = translation;
  const names = namesFor(value["type"], fields);
  const wire: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const isApex = key === "name" && item === "@" && "type" in value;
    if (isApex && apex === "absent") continue;
    const written = isApex && apex === "empty" ? "" : (at(at(values, key), wordOf(item)) ?? toWire(item, translation));
    setAt(wire, (at(names, key) ?? key).split("."), written);
  }
  return wire;
}

function setAt(object: Record<string, unknown>, [key = "", ...path]: readonly string[], value: unknown): void {
  const inner = object[key];
  if (path.length === 0) object[key] = value;
  else setAt(isObject(inner) ? inner : Object(Reflect.set(object, key, {}) && object[key]), path, value);
}

/** Translates a response. A field with another name on the wire isn't read under its own. One on the wire may be several. */
export function fromWire(value: unknown, translation: Translation): unknown {
  const { fields, values = {}, apex } = translation;
  if (fields === undefined && Object.keys(values).length === 0 && apex !== "absent") return value;
  if (Array.isArray(value)) return value.map((each) => fromWire(each, translation));
  if (!isObject(value)) return value;
  const typeKey = at(fields, "type");
  const names = namesFor(value[typeof typeKey === "string" ? typeKey : "type"], fields);
  const wires = Object.values(names);
  const own = Object.keys(value).flatMap((key) =>
    wires.includes(key) || at(names, key) !== undefined ? [] : [[key, key]],
  );
  const read = [...own, ...Object.entries(names)].flatMap(([name = "", wire = ""]) => {
    const item = at(value, wire) ?? atPath(value, wire);
    const words = Object.entries(at(values, name) ?? {});
    const word = words.findLast(([, each]) => String(each) === wordOf(item))?.[0];
    return item === undefined ? [] : [[name, word ?? fromWire(item, translation)]];
  });
  const row: Record<string, unknown> = Object.fromEntries(read);
  return apex === "absent" && "type" in row && !("name" in row) ? { ...row, name: null } : row;
}
