import { forwardFieldNames } from "../../provider/api/forward.ts";
import { type Api, type EndpointName, isObject, plainKey } from "../../provider/api/index.ts";
import { isFieldName } from "./shape.ts";

/** Fields that each reading operation should show, and how their values tell them under other names. */

export interface Field {
  readonly name: string;
  /** `all`: it must be present. `one`: one of the fields marked so must be present. */
  readonly need?: "all" | "one";
  /** Names that mean the same to the program without a contract. */
  readonly known?: readonly string[];
  /** Could this be its value? */
  is(value: unknown): boolean;
  /** Is the value enough to recognise it under any name? */
  readonly telling?: boolean;
  /** Other names of it, if its values don't tell. */
  readonly hint?: RegExp;
}

export interface ReadOperation {
  readonly operation: EndpointName;
  /** Needed for the call. */
  readonly needs?: "domain" | "handle";
  call(api: Api, domain: string, handle: string): Promise<unknown>;
  readonly fields: readonly Field[];
}

const isText = (value: unknown) => typeof value === "string";
const isFlag = (value: unknown) => typeof value === "boolean" || value === 0 || value === 1;
const isNumber = (value: unknown) =>
  typeof value === "number" || (isText(value) && /^\d+(\.\d+)?$/.test(String(value)));
const isId = (value: unknown) => (isText(value) && value !== "") || Number.isInteger(value);
const isHost = (value: unknown) => isText(value) && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/i.test(String(value));
const isHosts = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isHost);
const isLines = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText));
const isUrl = (value: unknown) => isText(value) && /^https?:\/\//i.test(String(value));
const isDate = (value: unknown) => isText(value) && /^\d{4}-\d{2}-\d{2}/.test(String(value));
const isObjectLike = (value: unknown) => typeof value === "object" && value !== null;
const matches = (form: RegExp) => (value: unknown) => form.test(String(value));

type More = Omit<Field, "name" | "is" | "need">;
const field = (name: string, is: Field["is"], more: More = {}): Field => ({ name, is, ...more });
const needed = (name: string, is: Field["is"], more: More = {}): Field => ({ ...field(name, is, more), need: "all" });
const oneOf = (name: string, is: Field["is"], more: More = {}): Field => ({ ...field(name, is, more), need: "one" });
const fieldsOf = (is: Field["is"], ...names: string[]) => names.map((name) => field(name, is));

const domainFields = [
  needed("domain_name", isHost, { hint: /^(domain|fqdn|name)$/i }),
  field("expiry_date", isDate, { hint: /^expir/i }),
  field("nameservers", isHosts, { telling: true }),
  ...fieldsOf(isText, "status"),
  ...fieldsOf(isFlag, "auto_renew", "privacy_protect", "transfer_locked", "dnssec_enabled"),
];

const contactFields = [
  needed("handle", isId, { hint: /id$/i }),
  needed("email", matches(/^[^@\s]+@[^@\s]+$/), { telling: true }),
  oneOf("name", isText),
  oneOf("first_name", isText),
  ...fieldsOf(isText, "last_name", "phone", "city", "zip", "country", "organization"),
  ...fieldsOf(isLines, "address"),
];

const forwardHints: Readonly<Record<string, Field>> = {
  source: needed("source", isText, { hint: /host|from|sub|^name/i }),
  destination: needed("destination", isUrl, { telling: true }),
  type: field("type", matches(/permanent|temporary|30[1278]/i), { telling: true }),
};

const read = (
  operation: EndpointName,
  call: ReadOperation["call"],
  fields: readonly Field[],
  needs?: ReadOperation["needs"],
): ReadOperation => ({ operation, call, fields, ...(needs && { needs }) });

type OfDomain = (api: Api) => (args: { domain: string }) => Promise<unknown>;
const ofDomain = (operation: EndpointName, method: OfDomain, fields: readonly Field[]) =>
  read(operation, (api, domain) => method(api)({ domain }), fields, "domain");

export const reads: readonly ReadOperation[] = [
  read("domains.list", (api) => api.domains.list(), domainFields),
  ofDomain("domains.get", (api) => api.domains.get, domainFields),
  ofDomain("domains.check", (api) => api.domains.check, [
    needed("status", matches(/available/i), { telling: true }),
    field("availability", isNumber),
    field("domain_price", isObjectLike, { hint: /pric/i }),
  ]),
  read("tlds.pricing", (api) => api.tlds.pricing(), [needed("pricing", isObjectLike, { hint: /price|tlds/i })]),
  // Records are recognised by decoding them: records.ts.
  ofDomain("records.list", (api) => api.records.list, []),
  ofDomain("dnssec.get", (api) => api.dnssec.get, []),
  ofDomain("nameservers.get", (api) => api.nameservers.get, [needed("nameservers", isHosts, { telling: true })]),
  ofDomain("lock.get", (api) => api.lock.get, [
    oneOf("locked", isFlag),
    oneOf("status", matches(/^(un)?locked$/i), { telling: true }),
    field("icann_transfer_lock_expires_at", isDate, { telling: true }),
    ...fieldsOf(isFlag, "transfer_locked", "icann_transfer_lock", "can_transfer_out"),
  ]),
  ofDomain("forwards.list", (api) => api.forwards.list, [
    ...forwardFieldNames.map((name) => forwardHints[name] ?? field(name, () => true)),
    field("id", isId, { hint: /id$/i }),
  ]),
  read("contacts.list", (api) => api.contacts.list({}), contactFields),
  read("contacts.get", (api, _domain, handle) => api.contacts.get({ handle }), contactFields, "handle"),
  read("marketplace.search", (api) => api.marketplace.search({ query: { query: "garden", page_size: 1 } }), [
    needed("domains", Array.isArray, { telling: true }),
    ...fieldsOf(isNumber, "total", "total_pages"),
  ]),
  read(
    "marketplace.appraise",
    (api, domain) => api.marketplace.appraise({ query: { domain_name: domain } }),
    [
      needed("service_appraisal", isNumber, { known: ["atom_appraisal"], hint: /value|estimate|appraisal/i }),
      field("domain_score", isNumber),
      field("usage", isObjectLike),
    ],
    "domain",
  ),
];

export const readOf = (name: EndpointName) => reads.find(({ operation }) => operation === name);

export type Objects = readonly Record<string, unknown>[];

export interface Naming {
  /** Fields that are present under a known name. */
  present: string[];
  /** Specification's name -> name in the response. */
  renamed: Record<string, string>;
  /** Fields that are needed, and not recognised. */
  lost: string[];
}

/**
 * The key whose values fit best. Of two that are equally good, the first own name wins, then the one that the hint describes;
 * else none is chosen.
 * @param score of at least 0.5, if its values can be those of the field
 */
export function pick(
  own: readonly string[],
  keys: readonly string[],
  score: (key: string) => number,
  hint?: RegExp,
): string | undefined {
  const bonus = (key: string) => (own.includes(key) ? 0.5 - own.indexOf(key) / 10 : hint?.test(key) ? 0.25 : 0);
  const scored = keys.flatMap((key) => {
    const value = score(key);
    return value > 0 ? [{ key, value: value + bonus(key) }] : [];
  });
  const [best, second] = scored.sort((a, b) => b.value - a.value);
  return best === undefined || best.value < 0.75 || best.value === second?.value ? undefined : best.key;
}

/** Keys of the envelope, which name nothing inside. */
const envelope = ["success", "message", "error", "data", "total", "page", "page_size"];

/** By field, the program's words for its values, and the registrar's. */
type Values = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

/**
 * Compares the expected fields with those of the rows. A field of value `null` is present. Another key is a field's if its values are,
 * and if it has the field's spelling (`autoRenew`), its hint, or values that tell.
 * @param others names that the specification gives to something else
 * @param values of the contract
 */
export function nameFields(
  fields: readonly Field[],
  rows: Objects,
  others: readonly string[] = [],
  values: Values = {},
): Naming {
  const has = (key: string) => rows.some((row) => row[key] !== undefined);
  const names = (field: Field) => [field.name, ...(field.known ?? [])];
  const present = fields.filter((field) => names(field).some(has));
  const absent = fields.filter((field) => !present.includes(field));
  const taken = new Set([...present.flatMap(names), ...others, ...envelope]);
  for (const name of absent.flatMap(names)) taken.delete(name);
  const renamed: Record<string, string> = {};
  // Values that tell are named first, so that they aren't candidates for other fields.
  for (const field of absent.toSorted((a, b) => Number(b.telling ?? false) - Number(a.telling ?? false))) {
    const pairs = Object.entries(values[field.name] ?? {});
    const words = new Set(pairs.flat().map(String));
    const isValue = (value: unknown) => field.is(value) || words.has(String(value));
    const free = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !taken.has(key));
    const key = pick([], free, (each) => {
      const shown = rows.map((row) => row[each]).filter((value) => value !== undefined && value !== null);
      if (shown.length === 0 || !shown.every(isValue)) return 0;
      const isSpelling = plainKey(each).replace(/^is/, "") === plainKey(field.name);
      return Number(isSpelling) * 2 + Number(field.hint?.test(each) ?? false) + Number(field.telling ?? false);
    });
    if (key === undefined) continue;
    renamed[field.name] = key;
    taken.add(key);
  }
  const found = (field: Field) => present.includes(field) || field.name in renamed;
  const anyOf = fields.filter(({ need }) => need === "one");
  const lost = absent.filter(
    (field) =>
      !found(field) && (field.need === "all" || (field.need === "one" && field === anyOf[0] && !anyOf.some(found))),
  );
  return { present: present.map(({ name }) => name), renamed, lost: lost.map(({ name }) => name) };
}

/** All objects inside a value, with their dotted path from the top (`""` is the top itself); not those inside lists. */
export function objectsIn(value: unknown, path = "", depth = 0): { path: string; object: Record<string, unknown> }[] {
  if (!isObject(value) || depth > 4) return [];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    !isFieldName(key) ? [] : objectsIn(item, path === "" ? key : `${path}.${key}`, depth + 1),
  );
  return [{ path, object: value }, ...inner];
}

export function listsIn(value: unknown): { path: string; rows: Record<string, unknown>[] }[] {
  return objectsIn(value).flatMap(({ path, object }) =>
    Object.entries(object).flatMap(([key, item]) => {
      if (!Array.isArray(item) || !isFieldName(key) || !item.every(isObject)) return [];
      return [{ path: path === "" ? key : `${path}.${key}`, rows: item }];
    }),
  );
}
