/**
 * The contract file: the user's corrections to the table of endpoints. Most of the registrar's interface is documented in part
 * only. If an assumption of the table is wrong for an account, the contract names the right method, path or field names, or
 * says that the endpoint doesn't exist.
 */
import * as z from "zod";
import { nearest, type Renamed, typesWithForms, type WireOptions, wireForms } from "../../dns/index.ts";
import { type EndpointName, endpointNames, endpointOf } from "../endpoints/table.ts";
import { ConfigurationError } from "../errors.ts";
import { isObject } from "../json.ts";
import { printable } from "../redaction.ts";
import { type Cut, type Mark, markIn } from "./evidence.ts";
import { fieldNames, queryNames } from "./wireNames.ts";

const word = z.string().min(1);
const names = z.record(word, word);

const form = z.enum(wireForms).optional();
const recordForms = Object.fromEntries(typesWithForms.map((type) => [type, form])) as {
  [Type in (typeof typesWithForms)[number]]: typeof form;
};

/** A function, since few programs have a contract file. */
const overrideSchema = () =>
  z.strictObject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
    /** Path below the base URL, with the placeholders of the table's. */
    path: z.string().optional(),
    /** Name in the specification -> name on the wire, in requests and responses, also in nested objects. */
    fields: names.optional(),
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
    /** Fields that aren't part of a price. */
    ignore: z.array(word).min(1).optional(),
    /** `quoted`: writes put TXT content in quotes, in chunks of 255 bytes. */
    txt: z.enum(["quoted", "plain"]).optional(),
    /** The data of a type of several fields (`srv`, `caa`) is in fields, in one `content`, or in both. */
    ...recordForms,
    /** Renames query parameters. */
    query: names.optional(),
  });

export type Override = z.output<ReturnType<typeof overrideSchema>>;

export interface Contract {
  /** `null`: the registrar doesn't have the endpoint. */
  readonly endpoints: { readonly [N in EndpointName]?: Override | null };
  /** The nameservers under which DNS records can be managed, if not the usual ones. */
  readonly serviceNameservers?: readonly string[];
}

export const emptyContract: Contract = { endpoints: {} };

const recordWrites = ["records.create", "records.update", "domains.transfer"] as const;
const recordKeys = ["txt", ...typesWithForms] as const;

/** How an endpoint writes records: as the contract says of it, else of `records.create`. */
export function wireOptions({ endpoints }: Contract, operation: (typeof recordWrites)[number]): WireOptions {
  const [own, shared] = [endpoints[operation], endpoints["records.create"]];
  return Object.fromEntries(recordKeys.map((key) => [key, own?.[key] ?? shared?.[key]]));
}

/** The program's words for the values of a field, as the contract names them. */
export const wordsFor = ({ endpoints }: Contract, operation: EndpointName, field: string): string[] =>
  Object.keys(endpoints[operation]?.values?.[field] ?? {});

const isRead = (name: EndpointName): boolean => endpointOf(name).method === "GET";

const isEndpointName = (name: string): name is EndpointName => endpointNames.some((known) => known === name);

/**
 * Reads a contract file.
 * @param json the file's text, or its parsed value
 * @param source the file's name, for messages
 * @throws ConfigurationError for an unknown operation, key or field, naming the nearest known one; for a method that makes a
 * read a write, or a write a read; for a path that leaves the base URL or loses a placeholder
 */
export function parseContract(json: unknown, source: string): Contract {
  const fail = (what: string): never => {
    throw new ConfigurationError({
      what: printable(`the contract file ${source} cannot be used: ${what}`, true),
      advice: "Correct the file. The documentation lists the keys under “Contract overrides”.",
    });
  };
  const value = typeof json === "string" ? parsed(json, fail) : json;
  if (!isObject(value)) return fail("it must be a JSON object");
  const endpoints: { [N in EndpointName]?: Override | null } = {};
  let serviceNameservers: string[] | undefined;
  for (const [name, entry] of Object.entries(value)) {
    if (name === "serviceNameservers") {
      const list = z.array(word).min(1).safeParse(entry);
      if (!list.success) return fail("serviceNameservers must be a list of host names");
      serviceNameservers = list.data.map((host) => host.toLowerCase().replace(/\.$/, ""));
    } else if (isEndpointName(name)) {
      endpoints[name] = entry === null ? null : parseOverride(name, entry, fail);
    } else {
      fail(`"${name}" is not an operation${nearest(name, [...endpointNames, "serviceNameservers"])}`);
    }
  }
  return { endpoints, ...(serviceNameservers && { serviceNameservers }) };
}

type Fail = (what: string) => never;

function parsed(json: string, fail: Fail): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return fail(`it is not JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

function parseOverride(name: EndpointName, entry: unknown, fail: Fail): Override {
  const blank = blankIn(entry, []);
  if (blank !== undefined) {
    fail(`fill in "${blank.join(".")}" of "${name}", or remove it; the operation may also be null`);
  }
  const schema = overrideSchema();
  const { data, error } = schema.safeParse(entry);
  if (data === undefined) {
    const [issue] = error.issues;
    const key = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
    if (key !== undefined) fail(`"${name}" has an unknown key "${key}"${nearest(key, Object.keys(schema.shape))}`);
    const path = issue === undefined || issue.path.length === 0 ? "" : `, "${issue.path.join(".")}"`;
    return fail(`"${name}"${path}: ${issue?.message ?? "not understood"}`);
  }
  const problem =
    methodProblem(name, data) ??
    pathProblem(name, data) ??
    nameProblem(name, "fields", data.fields, fieldNames(name)) ??
    nameProblem(name, "values", data.values, fieldNames(name)) ??
    nameProblem(name, "query", data.query, queryNames(name)) ??
    misplaced(name, data);
  return problem === undefined ? data : fail(problem);
}

/** Path of the first value that the reader of a proposed contract has to fill in. */
function blankIn(value: unknown, path: string[]): string[] | undefined {
  if (value === "") return path;
  const entries = Object.entries(isObject(value) ? value : {});
  return entries.map(([key, inner]) => blankIn(inner, [...path, key])).find((found) => found !== undefined);
}

/** A read stays a read, so that a read-only run writes nothing and no write is repeated as if it were harmless. */
function methodProblem(name: EndpointName, { method }: Override): string | undefined {
  if (method === undefined || isRead(name) === (method === "GET")) return undefined;
  const what = isRead(name) ? "only reads: its method can only be GET" : "writes: its method cannot be GET";
  return `"${name}" ${what}, not ${method}`;
}

/** A misspelled name would change nothing, silently. */
function nameProblem(
  name: EndpointName,
  key: "fields" | "values" | "query",
  given: object | undefined,
  known: readonly string[],
): string | undefined {
  const strange = Object.keys(given ?? {}).find((field) => !known.includes(field));
  if (strange === undefined) return undefined;
  const what = key === "query" ? "query parameter" : "field";
  const list = known.length === 0 ? `it has no ${what}` : `it has ${known.join(", ")}`;
  return `"${name}", "${key}": there is no ${what} "${strange}"${nearest(strange, known)}; ${list}`;
}

/** The path stays below the base URL: the token must not be sent to another address. */
function pathProblem(name: EndpointName, { path }: Override): string | undefined {
  if (path === undefined) return undefined;
  const subject = `the path of "${name}"`;
  const [start, ...segments] = path.split("/");
  const leaves = segments.some((part) => part === "" || part === "." || part === "..");
  if (start !== "" || leaves || segments.length === 0 || /[?#\\\s]|%2e|%2f|%5c/i.test(path)) {
    return `${subject} must start with "/", stay below the base URL and have no query: ${path}`;
  }
  const placeholders = (text: string) => text.match(/\{[^{}]*\}/g) ?? [];
  if (!/^[\w\-.~/%!$&'()*+,;=:@]+$/.test(path.replace(/\{[^{}]*\}/g, "x"))) {
    return `${subject} holds characters that need encoding: ${path}`;
  }
  const wanted = placeholders(endpointOf(name).path);
  if (wanted.toSorted().join() === placeholders(path).toSorted().join()) return undefined;
  return `${subject} must have ${wanted.length > 0 ? wanted.join(" and ") : "no placeholder"}: ${path}`;
}

/** Keys that only some operations have. */
const places: readonly (readonly [keys: readonly (keyof Override)[], lack: string, names: readonly EndpointName[]])[] =
  [
    [["ignore"], "gives no price", ["domains.check", "tlds.pricing"]],
    [recordKeys, "writes no records", recordWrites],
  ];

function misplaced(name: EndpointName, override: Override): string | undefined {
  if (override.success === null && !isRead(name)) {
    return `"${name}" writes: "success" must name its mark of success, such as {"status": "ok"}`;
  }
  for (const [keys, lack, owners] of places) {
    const key = keys.find((each) => override[each] !== undefined);
    if (key !== undefined && !owners.includes(name))
      return `"${name}" ${lack}: "${key}" belongs to ${owners.join(", ")}`;
  }
  return undefined;
}

const file = "a contract file (registrar:contractFile or REGISTRAR_CONTRACT_FILE)";
/** A read alone, or all writes of its group, whose responses have the same mark of success. */
function withItsGroup(operation: EndpointName): EndpointName[] {
  const group = (name: EndpointName) => name.split(".", 1)[0];
  return isRead(operation)
    ? [operation]
    : endpointNames.filter((name) => !isRead(name) && group(name) === group(operation));
}

/** The contract lines that name the mark of success of an operation. @param body a response without `success: true` */
export function successAdvice(operation: EndpointName, body?: unknown): string {
  const line = (success: Mark) =>
    JSON.stringify(Object.fromEntries(withItsGroup(operation).map((name) => [name, { success }])));
  const mark = markIn(body);
  if (mark !== undefined) {
    return `If ${JSON.stringify(mark).slice(1, -1)} marks a success of this operation, say so in ${file}: ${line(mark)}.`;
  }
  const none = isRead(operation) ? `; if its responses have no mark, ${line(null)}` : "";
  const example = line({ status: "ok" });
  return `If another field marks a success of this operation, name it in ${file}, as in ${example}${none}.`;
}

/** Examples of fields with other names. */
const otherNames: Readonly<Partial<Record<EndpointName, Renamed>>> = {
  "domains.list": { domain_name: "fqdn" },
  "records.list": { name: "host" },
  "forwards.list": { source: "host" },
  "contacts.list": { handle: "id" },
};

/** The contract lines that decide if a list is complete. */
export function settling(operation: EndpointName, cut: Cut | undefined, fields?: Renamed): string {
  if (cut === "unmarked") return `${successAdvice(operation)} Then run it again.`;
  if (cut === "contradicted") return "Run it again later. If the response stays so, ask the registrar what it means.";
  if (cut === "unreadable") {
    const line = JSON.stringify({ [operation]: { fields: fields ?? otherNames[operation] } });
    const [pair] = Object.entries(fields ?? {});
    if (pair !== undefined) return `If "${pair[1]}" is its ${pair[0]}, say so in ${file}: ${line}. Then run it again.`;
    const doctor = "`pulumi-registrar doctor` proposes the line";
    return `Name the fields of its rows in ${file}, as in ${line}; ${doctor}. Then run it again.`;
  }
  const paging = JSON.stringify({
    [operation]: { paging: { page: "page", pageSize: "page_size", size: 100 } },
  });
  const pages = `say how its pages are asked for, and how many rows each has, as in ${paging}`;
  if (cut === "short") return `If the list has pages, ${pages}, in ${file}. Then run it again.`;
  const complete = `If the list always shows everything, confirm that in ${file}: {"${operation}": {"complete": true}}.`;
  return `${complete} If it has pages, ${pages}. Then run it again.`;
}

/** Nameservers of the live service by its public reference: a guess, so no others are refused unless the contract names them. */
export const serviceNameservers: readonly string[] = ["ns1.atom.com", "ns2.atom.com"];

export function foreignAmong(nameservers: readonly string[], contract: Contract): string[] {
  const own = contract.serviceNameservers ?? serviceNameservers;
  return nameservers.filter((host) => !own.includes(host.toLowerCase().replace(/\.$/, "")));
}
