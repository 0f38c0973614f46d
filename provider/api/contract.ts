/**
 * The contract file: the user's corrections to the table of endpoints. Most of the registrar's interface is documented in part
 * only. If an assumption of the table is wrong for an account, the contract names the right method, path or field names, or
 * says that the endpoint doesn't exist. A line of a group holds for paths and responses of its operations; an operation's own
 * line wins. A request body is the specification's, but for the own line of its operation.
 */
import * as z from "zod";
import { groupBy, InvalidInputError, nearest, recordTypeNames, recordTypes, type WireOptions } from "../dns/index.ts";
import { namesBeside, namesIn } from "./endpoints/shapes.ts";
import { type EndpointName, endpointNames, endpointOf } from "./endpoints/table.ts";
import { ConfigurationError } from "./errors.ts";
import { printable } from "./redaction.ts";
import { isObject } from "./response.ts";

const word = z.string().min(1, "fill it in, or remove it; the operation may also be null");
const names = z.record(word, word);
/** Name in the specification -> name on the wire. Under a record type: its own names. */
const fieldsOrTypes = z.record(word, z.union([word, names]));
export type FieldNames = z.output<typeof fieldsOrTypes>;

/** A function, since few programs have a contract file. */
export const overrideSchema = () =>
  z.strictObject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
    /** Path below the base URL, with the placeholders of the table's. */
    path: word.optional(),
    /** Names in requests and responses, also in nested objects. A name on the wire may be a path: `data.port`. */
    fields: fieldsOrTypes.optional(),
    /** Path to the object or list in the response, such as `payload.rows`. */
    container: word.optional(),
    /** Names of the paging parameters, the page size to request; `null`: no pages. */
    paging: z
      .strictObject({
        page: word.optional(),
        pageSize: word.optional(),
        size: z.int().min(1).max(1000).optional(),
      })
      .nullable()
      .optional(),
    /** Field -> the program's word for a value -> the registrar's, in requests and responses, also in nested objects. */
    values: z.record(word, z.record(word, z.union([word, z.number()]))).optional(),
    /** The list always shows all rows, though nothing in it says so. */
    complete: z.literal(true, { message: "must be true, or left out" }).optional(),
    /** The mark of success, such as `{"status": "ok"}`; `null`: it reads, and its responses have no mark. */
    success: z
      .record(word, z.union([word, z.number(), z.boolean()]))
      .refine((mark) => Object.keys(mark).length > 0, { message: "must name a field and its value" })
      .nullable()
      .optional(),
    /** The name of the domain itself in requests: `@` (default), `.`, or an empty string. */
    apex: z.enum(["@", ".", "empty"]).optional(),
    /** Fields that aren't part of a price. */
    ignore: z.array(word).min(1).optional(),
    /** `quoted`: writes put TXT content in quotes, in chunks of 255 bytes. */
    txt: z.enum(["quoted", "plain"]).optional(),
    /** `dot`: writes end hosts in data with a dot. */
    hosts: z.enum(["dot", "plain"]).optional(),
    /** Renames query parameters. */
    query: names.optional(),
  });

export type Override = z.output<ReturnType<typeof overrideSchema>>;

export interface Contract {
  /** `null`: the registrar doesn't have the endpoint. */
  readonly endpoints: { readonly [N in EndpointName]?: Override | null };
  /** The operations' own lines, without those of their groups: they alone change requests. */
  readonly own?: { readonly [N in EndpointName]?: Override };
  /** The nameservers under which DNS records can be managed, if not the usual ones. */
  readonly serviceNameservers?: readonly string[];
  /** The entries of the file, by operation or group. */
  readonly file?: Readonly<Record<string, unknown>>;
}

export const emptyContract: Contract = { endpoints: {} };

const groups = ["records", "forwards", "contacts"] as const;
type Group = (typeof groups)[number];
export const isGroup = (name: string): name is Group => groups.some((group) => group === name);
export const groupOf = (name: string): string => name.split(".", 1)[0] ?? name;
export const operationsOf = (group: string) => endpointNames.filter((name) => groupOf(name) === group);

/** Fields of an endpoint's request and response, also of nested objects. */
function fieldNames(name: EndpointName): string[] {
  const { body, answer } = endpointOf(name);
  const answered = answer.kind === "list" ? answer.element : answer.kind === "object" ? answer.schema : undefined;
  return [...namesIn(body), ...namesIn(answered), ...(namesBeside[groupOf(name)] ?? [])];
}

/** Query parameters of an endpoint, with the marketplace's credentials. */
export function queryNames(name: EndpointName): string[] {
  const { query, auth } = endpointOf(name);
  return [...(auth === "query" ? ["api_token", "user_id"] : []), ...Object.keys(query?.shape ?? {})];
}

const recordWrites = ["records.create", "records.update", "domains.transfer"] as const;
/** Keys that change requests alone. */
const recordKeys = ["txt", "hosts", "apex"] as const;

/** The part of a group's line that holds for one of its operations: paths and readings. */
function partFor(name: EndpointName, line: Override): Override {
  const { path: own, answer } = endpointOf(name);
  const { container, paging, complete, ...others } = line;
  const { path, success, ...kept } = answer.kind === "list" ? line : others;
  const [element = ""] = /\/\{(?:id|handle)\}$/.exec(own) ?? [];
  return {
    ...kept,
    ...(path !== undefined && { path: `${path}${element}` }),
    ...(success !== undefined && (success !== null || isRead(name)) && { success }),
  };
}

/** How an endpoint writes records, by its own line. */
export function wireOptions({ own = {} }: Contract, operation: (typeof recordWrites)[number]): WireOptions {
  const { txt, hosts } = own[operation] ?? {};
  return { txt, hosts };
}

export const isRead = (name: EndpointName): boolean => endpointOf(name).method === "GET";

function fail(what: string): never {
  throw new InvalidInputError(what);
}

/**
 * Reads a contract file, its text or its parsed value. @param source the file's name, for messages
 * @throws ConfigurationError for an unknown operation, key or field, naming the nearest known one; for a method that makes a
 * read a write, or a write a read; for a path that leaves the base URL or loses a placeholder
 */
export function parseContract(json: unknown, source: string): Contract {
  try {
    return contractOf(typeof json === "string" ? JSON.parse(json) : json);
  } catch (error) {
    if (!(error instanceof InvalidInputError || error instanceof SyntaxError)) throw error;
    const what = error instanceof InvalidInputError ? error.message : `it is not JSON: ${error.message}`;
    throw new ConfigurationError({
      what: printable(`the contract file ${source} cannot be used: ${what}`, true),
      advice: "Correct the file. The reference page “Contract file” lists the keys.",
    });
  }
}

function contractOf(file: unknown): Contract {
  if (!isObject(file)) return fail("it must be a JSON object");
  const known: readonly string[] = [...endpointNames, ...groups, "serviceNameservers"];
  const stray = Object.keys(file).find((name) => !known.includes(name));
  if (stray !== undefined) fail(`"${stray}" is not an operation${nearest(stray, known)}`);
  const hosts = z.array(word).min(1).optional().safeParse(file["serviceNameservers"]);
  if (!hosts.success) fail("serviceNameservers must be a list of host names");
  const serviceNameservers = hosts.data?.map((host) => host.toLowerCase().replace(/\.$/, ""));
  const lineOf = (name: EndpointName | Group) =>
    file[name] === undefined ? undefined : parseOverride(name, file[name]);
  const shared = new Map<string, Override | undefined>(groups.map((group) => [group, lineOf(group)]));
  const endpoints: { [N in EndpointName]?: Override | null } = {};
  const ownLines: { [N in EndpointName]?: Override } = {};
  for (const name of endpointNames) {
    const own = file[name] === null ? null : lineOf(name);
    if (own) ownLines[name] = own;
    const group = shared.get(groupOf(name));
    // `contacts.get` is read by `contacts.list`, unless the file names it.
    const isShared = group !== undefined && (name !== "contacts.get" || own !== undefined || group.path !== undefined);
    const line = isShared && own !== null ? together(partFor(name, group), own) : own;
    if (line !== undefined) endpoints[name] = line;
  }
  refuseShared("records.list", endpoints["records.list"]?.fields);
  for (const name of ["records.create", "records.update"] as const) refuseShared(name, ownLines[name]?.fields);
  return { endpoints, own: ownLines, ...(serviceNameservers && { serviceNameservers }), file };
}

const together = (group: Override, own: Override = {}): Override => ({
  ...group,
  ...own,
  ...(group.fields && { fields: namesOver(group.fields, own.fields) }),
  ...(group.values && { values: { ...group.values, ...own.values } }),
});

/** The names of two lines, also under a record type. Those of the second one win. */
export function namesOver(names: FieldNames, others: FieldNames = {}): FieldNames {
  const all = Object.entries({ ...names, ...others });
  return Object.fromEntries(
    all.map(([key, name]) => [key, typeof name === "object" ? { ...Object(names[key]), ...name } : name]),
  );
}

function parseOverride(name: EndpointName | Group, entry: unknown): Override {
  const schema = overrideSchema();
  const { data: line, error } = schema.safeParse(entry);
  if (line === undefined) {
    const [issue] = error.issues;
    const key = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
    if (key !== undefined) fail(`"${name}" has an unknown key "${key}"${nearest(key, Object.keys(schema.shape))}`);
    const path = issue === undefined || issue.path.length === 0 ? "" : `, "${issue.path.join(".")}"`;
    return fail(`"${name}"${path}: ${issue?.message ?? "not understood"}`);
  }
  const operations = isGroup(name) ? operationsOf(name) : [name];
  const fields = [...new Set(operations.flatMap(fieldNames))];
  refuseFields(name, line.fields, fields);
  refuseNames(name, "values", line.values, fields);
  refuseMisplaced(name, line);
  if (!isGroup(name)) refuseMethod(name, line);
  // The path of a group is that of its list and create; an element is below it.
  for (const each of operations) refusePath(each, isGroup(name) ? partFor(each, line) : line);
  if (!isGroup(name)) refuseNames(name, "query", line.query, queryNames(name));
  return line;
}

/** Names of a group of fields, and, under record types, of their own fields. */
function refuseFields(name: EndpointName | Group, given: FieldNames = {}, known: readonly string[]): void {
  const types = groupOf(name) === "records" ? recordTypeNames : [];
  const isOfType = ([, value]: [string, FieldNames[string]]) => typeof value !== "string";
  const own = Object.entries(given).filter(isOfType);
  const stray = own.find(([key]) => !types.some((type) => type === key));
  if (stray !== undefined) fail(`"${name}", "fields": "${stray[0]}" is not a record type${nearest(stray[0], types)}`);
  const flat = Object.fromEntries(Object.entries(given).filter((entry) => !isOfType(entry)));
  for (const each of [flat, ...own.map(([, value]) => Object(value))]) refuseNames(name, "fields", each, known);
}

/** Two fields of a record that have one name on the wire would get one value. */
function refuseShared(name: string, given: FieldNames = {}): void {
  for (const type of recordTypeNames) {
    const called: FieldNames = { ...given, ...Object(given[type]) };
    const wireOf = (field: string) => called[field] ?? field;
    const fields = ["type", "name", "ttl", ...Object.keys(recordTypes[type].fields)];
    const [one, other] = [...groupBy(fields, wireOf).values()].find(({ length }) => length > 1) ?? [];
    if (other !== undefined)
      fail(`"${name}", "fields": "${one}" and "${other}" of ${type} are both called "${wireOf(other)}"`);
  }
}

/** A read stays a read, so that a read-only run writes nothing and no write is repeated as if it were harmless. */
function refuseMethod(name: EndpointName, { method, success }: Override): void {
  if (success === null && !isRead(name))
    fail(`"${name}" writes: "success" must name its mark of success, such as {"status": "ok"}`);
  if (method === undefined || isRead(name) === (method === "GET")) return;
  const what = isRead(name) ? "only reads: its method can only be GET" : "writes: its method cannot be GET";
  fail(`"${name}" ${what}, not ${method}`);
}

/** A misspelled name would change nothing, silently. */
function refuseNames(
  name: string,
  key: "fields" | "values" | "query",
  given: object | undefined,
  known: readonly string[],
): void {
  const strange = Object.keys(given ?? {}).find((field) => !known.includes(field));
  if (strange === undefined) return;
  const what = key === "query" ? "query parameter" : "field";
  const list = known.length === 0 ? `it has no ${what}` : `it has ${known.join(", ")}`;
  fail(`"${name}", "${key}": there is no ${what} "${strange}"${nearest(strange, known)}; ${list}`);
}

/** The path stays below the base URL: the token must not be sent to another address. */
function refusePath(name: EndpointName, { path }: Override): void {
  if (path === undefined) return;
  const subject = `the path of "${name}"`;
  const [start, ...segments] = path.split("/");
  const leaves = segments.some((part) => part === "" || part === "." || part === "..");
  if (start !== "" || leaves || segments.length === 0 || /[?#\\\s]|%2e|%2f|%5c/i.test(path))
    fail(`${subject} must start with "/", stay below the base URL and have no query: ${path}`);
  const placeholders = (text: string): string[] => text.match(/\{[^{}]*\}/g) ?? [];
  if (!/^[\w\-.~/%!$&'()*+,;=:@]+$/.test(path.replace(/\{[^{}]*\}/g, "x")))
    fail(`${subject} holds characters that need encoding: ${path}`);
  const wanted = placeholders(endpointOf(name).path);
  const given = placeholders(path);
  if (wanted.toSorted().join() !== given.toSorted().join())
    fail(`${subject} must have ${wanted.length > 0 ? wanted.join(" and ") : "no placeholder"}: ${path}`);
}

/** Keys that only some operations and groups have. */
const places: readonly (readonly [keys: readonly (keyof Override)[], owners: readonly string[], words?: string])[] = [
  [["method", "query"], endpointNames, "single operations"],
  [["ignore"], ["domains.check", "tlds.pricing"]],
  [recordKeys, recordWrites],
];

function refuseMisplaced(name: EndpointName | Group, override: Override): void {
  for (const [keys, owners, words = owners.join(", ")] of places) {
    const key = keys.find((each) => override[each] !== undefined);
    if (key !== undefined && !owners.includes(name)) fail(`"${key}" belongs to ${words}, not to "${name}"`);
  }
}
