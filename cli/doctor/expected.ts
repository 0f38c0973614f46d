/** Fields that each reading operation should show, and how to recognise them under another name. */
import { forwardFieldNames } from "../../provider/api/forward.ts";
import type { Api, EndpointName } from "../../provider/api/index.ts";

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
    field("id", isId, { known: ["forward_id", "url_forward_id"], hint: /id$/i }),
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
