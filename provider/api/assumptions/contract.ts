/**
 * The contract file: a user's corrections to the table of endpoints, without a new release of this package. Most of the
 * registrar's interface is documented in part only; where an assumption of the table proves wrong for an account, the
 * contract names the right method, path, or names of fields, or says that the endpoint does not exist.
 */
import * as z from "zod";
import { typesWithForms, type WireOptions, wireForms } from "../../dns/index.ts";
import { type EndpointName, endpointNames, endpointOf } from "../endpoints/table.ts";
import { ConfigurationError } from "../errors.ts";
import { isObject } from "../json.ts";
import { printable } from "../redaction.ts";
import type { Cut } from "./evidence.ts";
import { fieldNames, queryNames } from "./wireNames.ts";

const names = z.record(z.string().min(1), z.string().min(1));

const form = z.enum(wireForms).optional();
const recordForms = Object.fromEntries(typesWithForms.map((type) => [type, form])) as {
  [Type in (typeof typesWithForms)[number]]: typeof form;
};

/** Made where there is a contract file: few have one. */
const overrideSchema = () =>
  z.strictObject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
    /** Path from the base URL on, with the same placeholders as the table's. */
    path: z.string().optional(),
    /** Name in the specification -> name on the wire, for requests and answers, nested ones too. */
    fields: names.optional(),
    /** Path to the object or list in the response, such as `payload.rows`. */
    container: z.string().min(1).optional(),
    /** Names of the paging parameters, the page size asked for, the first page's number; `null`: asked for without pages. */
    paging: z
      .strictObject({
        page: z.string().min(1).optional(),
        pageSize: z.string().min(1).optional(),
        size: z.int().min(1).max(1000).optional(),
        first: z.union([z.literal(0), z.literal(1)], { message: "must be 0 or 1" }).optional(),
      })
      .nullable()
      .optional(),
    /** Field -> the program's word for a value -> the registrar's; for requests and answers, nested ones too. */
    values: z
      .record(z.string().min(1), z.record(z.string().min(1), z.union([z.string().min(1), z.number()])))
      .optional(),
    /** The list always shows all rows, though nothing in it says so. */
    complete: z.literal(true, { message: "must be true, or left out" }).optional(),
    /** Fields that mark a success, with their values, such as `{"status": "ok"}`; `null`: it reads, and its responses have no mark. */
    success: z
      .record(z.string().min(1), z.union([z.string().min(1), z.number(), z.boolean()]))
      .refine((mark) => Object.keys(mark).length > 0, { message: "must name a field and its value" })
      .nullable()
      .optional(),
    /** Fields of a price that are no part of what an order costs. */
    ignore: z.array(z.string().min(1)).min(1).optional(),
    /** How TXT content is written: `quoted` puts it in quotes, in chunks of 255 bytes. */
    txt: z.enum(["quoted", "plain"]).optional(),
    /** Fields, one `content`, or both hold the data of a type of several fields (`srv`, `caa`). */
    ...recordForms,
    /** Renames query parameters. */
    query: names.optional(),
  });

/** The corrections of one endpoint; `null`: the registrar does not have it. */
export type Override = z.output<ReturnType<typeof overrideSchema>>;

export interface Contract {
  readonly endpoints: { readonly [N in EndpointName]?: Override | null };
  /** The nameservers under which DNS records can be managed, where they are not the usual ones. */
  readonly serviceNameservers?: readonly string[];
}

export const emptyContract: Contract = { endpoints: {} };

/** The endpoints that say what an order costs. */
const quotes = ["domains.check", "tlds.pricing"] as const;

/** The endpoints that write records. */
const recordWrites = ["records.create", "records.update", "domains.transfer"] as const;
type RecordWrite = (typeof recordWrites)[number];
const recordKeys = ["txt", ...typesWithForms] as const;

/** How an endpoint writes records: as the contract says of that endpoint, else of `records.create`. */
export function wireOptions({ endpoints: corrections }: Contract, operation: RecordWrite): WireOptions {
  const [own, shared] = [corrections[operation], corrections["records.create"]];
  return Object.fromEntries(recordKeys.map((key) => [key, own?.[key] ?? shared?.[key]]));
}

/** The program's words for the values of a field, as the contract names them. */
export function wordsFor({ endpoints: corrections }: Contract, operation: EndpointName, field: string): string[] {
  return Object.keys(corrections[operation]?.values?.[field] ?? {});
}

const isRead = (name: EndpointName): boolean => endpointOf(name).method === "GET";

const isEndpointName = (name: string): name is EndpointName => endpointNames.some((known) => known === name);

/**
 * Reads a contract file.
 * @param json the file's text, or its parsed value
 * @param source the file's name, for messages
 * @throws ConfigurationError for unknown endpoints, keys and names of fields (naming the nearest known one), for methods
 * that turn a reading endpoint into a write, and for paths that leave the base URL or lose a placeholder
 */
export function parseContract(json: unknown, source: string): Contract {
  const value = typeof json === "string" ? parsed(json, source) : json;
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(source, "it must be a JSON object");
  const found: { [N in EndpointName]?: Override | null } = {};
  let serviceNameservers: string[] | undefined;
  for (const [name, entry] of Object.entries(value)) {
    if (name === "serviceNameservers") {
      const list = z.array(z.string().min(1)).min(1).safeParse(entry);
      if (!list.success) fail(source, "serviceNameservers must be a list of host names");
      serviceNameservers = list.data.map((host) => host.toLowerCase().replace(/\.$/, ""));
    } else if (isEndpointName(name)) {
      found[name] = entry === null ? null : parseOverride(name, entry, source);
    } else {
      fail(source, `"${name}" is not an operation${nearest(name, [...endpointNames, "serviceNameservers"])}`);
    }
  }
  return { endpoints: found, ...(serviceNameservers && { serviceNameservers }) };
}

function parsed(json: string, source: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return fail(source, `it is not JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

function parseOverride(name: EndpointName, entry: unknown, source: string): Override {
  const blank = blankIn(entry, []);
  if (blank !== undefined) {
    fail(source, `fill in "${blank.join(".")}" of "${name}", or remove it; the operation may also be null`);
  }
  const override = overrideSchema();
  const result = override.safeParse(entry);
  if (!result.success) {
    const [issue] = result.error.issues;
    if (issue?.code === "unrecognized_keys") {
      const key = issue.keys[0] ?? "";
      fail(source, `"${name}" has an unknown key "${key}"${nearest(key, Object.keys(override.shape))}`);
    }
    fail(
      source,
      `"${name}"${issue && issue.path.length > 0 ? `, "${issue.path.join(".")}"` : ""}: ${issue?.message ?? "not understood"}`,
    );
  }
  const { method, path, fields, values, query } = result.data;
  if (method !== undefined) checkMethod(name, method, source);
  if (path !== undefined) checkPath(name, path, source);
  checkNames(name, "fields", Object.keys(fields ?? {}), fieldNames(name), source);
  checkNames(name, "values", Object.keys(values ?? {}), fieldNames(name), source);
  checkNames(name, "query", Object.keys(query ?? {}), queryNames(name), source);
  if (result.data.success === null && !isRead(name))
    fail(source, `"${name}" writes: "success" must name its mark of success, such as {"status": "ok"}`);
  if (result.data.ignore !== undefined && !quotes.some((quote) => quote === name))
    fail(source, `"${name}" gives no price: "ignore" belongs to ${quotes.join(" and ")}`);
  const misplaced = recordWrites.some((write) => write === name)
    ? undefined
    : recordKeys.find((key) => result.data[key] !== undefined);
  if (misplaced !== undefined) {
    fail(source, `"${name}" writes no records: "${misplaced}" belongs to ${recordWrites.join(", ")}`);
  }
  return result.data;
}

/** Path of the first value that a proposed contract leaves to its reader. */
function blankIn(value: unknown, path: string[]): string[] | undefined {
  if (value === "") return path;
  if (!isObject(value)) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = blankIn(inner, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An endpoint that reads stays one, so that a read-only run writes nothing, and a write is never taken for harmless. */
function checkMethod(name: EndpointName, method: string, source: string): void {
  const row = endpointOf(name);
  if ((row.method === "GET") === (method === "GET")) return;
  const what = row.method === "GET" ? "only reads: its method can only be GET" : "writes: its method cannot be GET";
  fail(source, `"${name}" ${what}, not ${method}`);
}

/** Names on the left are those of the program; a misspelled one would change nothing, without a word. */
function checkNames(
  name: EndpointName,
  key: "fields" | "values" | "query",
  given: readonly string[],
  known: readonly string[],
  source: string,
): void {
  const strange = given.find((field) => !known.includes(field));
  if (strange === undefined) return;
  const what = key === "query" ? "query parameter" : "field";
  const list = known.length === 0 ? `it has no ${what}` : `it has ${known.join(", ")}`;
  fail(source, `"${name}", "${key}": there is no ${what} "${strange}"${nearest(strange, known)}; ${list}`);
}

/** A path stays below the base URL: the token must not go anywhere else. */
function checkPath(name: EndpointName, path: string, source: string): void {
  const segments = path.split("/");
  if (path.includes("{domain_name}")) {
    fail(
      source,
      `the path of "${name}" has {domain_name}, as the specification writes it; write {domain} here: ${path}`,
    );
  }
  const plain = path.replace(/\{[^{}]*\}/g, "x");
  if (
    !path.startsWith("/") ||
    /[?#\\\s]|%2e|%2f|%5c/i.test(path) ||
    segments.slice(1).some((part) => part === "" || part === "." || part === "..")
  ) {
    fail(source, `the path of "${name}" must start with "/", stay below the base URL and have no query: ${path}`);
  }
  if (!/^[\w\-.~/%!$&'()*+,;=:@]+$/.test(plain))
    fail(source, `the path of "${name}" holds characters that need encoding: ${path}`);
  const wanted = placeholders(endpointOf(name).path);
  const given = placeholders(path);
  if (wanted.toSorted().join() !== given.toSorted().join()) {
    fail(
      source,
      `the path of "${name}" must have ${wanted.length > 0 ? wanted.join(" and ") : "no placeholder"}: ${path}`,
    );
  }
}

const placeholders = (path: string) => path.match(/\{[^{}]*\}/g) ?? [];

function fail(source: string, what: string): never {
  throw new ConfigurationError({
    what: printable(`the contract file ${source} cannot be used: ${what}`, true),
    advice: "Correct the file. The documentation lists the keys under “Contract overrides”.",
  });
}

/** ` (did you mean "x"?)` for the nearest known name, when one is near. By hand: a package would not be shorter to use. */
function nearest(name: string, known: readonly string[]): string {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(3, name.length / 2) ? ` (did you mean "${best.candidate}"?)` : "";
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const file = "a contract file (registrar:contractFile or REGISTRAR_CONTRACT_FILE)";

/** The line of a contract file that names another mark of success. */
export const successAdvice = (operation: EndpointName): string =>
  `If the registrar marks a success of this operation in another way, name that mark in ${file}, as in {"${operation}": {"success": {"status": "ok"}}}${isRead(operation) ? `; if its responses have no mark, {"${operation}": {"success": null}}` : ""}.`;

/** The lines of a contract file that decide whether a list is complete. */
export function settling(operation: EndpointName, cut: Cut | undefined): string {
  if (cut === "unmarked") return `${successAdvice(operation)} Then run it again.`;
  if (cut === "contradicted") return "Run it again later. If the response stays so, ask the registrar what it means.";
  if (cut === "unreadable")
    return `Name the fields of its rows in ${file}, as in {"${operation}": {"fields": {"name": "host"}}}; \`pulumi-registrar doctor\` proposes the line. Then run it again.`;
  const line = { [operation]: { paging: { page: "page", pageSize: "page_size", size: 100, first: 1 } } };
  const paging = `say how its pages are asked for, how many rows each has, and whether they count from 0 or 1, as in ${JSON.stringify(line)}`;
  return cut
    ? `If the list has pages, ${paging}, in ${file}. Then run it again.`
    : `If the list always shows everything, confirm that in ${file}: {"${operation}": {"complete": true}}. If it has pages, ${paging}. Then run it again.`;
}

/**
 * Nameservers of the live service as its public reference names them: a guess, which refuses nothing. What the contract names
 * (`serviceNameservers`) are these and no others.
 */
export const serviceNameservers: readonly string[] = ["ns1.atom.com", "ns2.atom.com"];

/** Those of the nameservers that are not the service's own. */
export function foreignAmong(nameservers: readonly string[], { serviceNameservers: named }: Contract): string[] {
  const own = named ?? serviceNameservers;
  return nameservers.filter((host) => !own.includes(host.toLowerCase().replace(/\.$/, "")));
}
