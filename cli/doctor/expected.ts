/** Fields that each reading operation should show, and how to recognise them under another name. */

import { forwardFieldNames } from "../../provider/api/forward.ts";
import type { Api, EndpointName } from "../../provider/api/index.ts";
import { recordTypeNames } from "../../provider/dns/index.ts";

export interface Field {
  readonly name: string;
  /** `all`: it must be present. `one`: one of the fields marked so must be present. */
  readonly need?: "all" | "one";
  /** Names that mean the same to the program without a contract. */
  readonly known?: readonly string[];
  /** Fields that can replace it. */
  readonly instead?: readonly string[];
  /** Could this be its value? */
  is(value: unknown): boolean;
  /** Is the value enough to recognise it under any name? */
  readonly telling?: boolean;
  /** Further words of its other names. */
  readonly words?: readonly string[];
}

export interface ReadOperation {
  readonly operation: EndpointName;
  /** Needed for the call. */
  readonly needs?: "domain" | "handle";
  call(api: Api, domain: string, handle: string): Promise<unknown>;
  readonly fields: readonly Field[];
  /** Writes that probably name a field as this read does. No source shows their names. */
  readonly alsoWrites?: Readonly<Record<string, readonly EndpointName[]>>;
}

const isText = (value: unknown) => typeof value === "string";
const isFlag = (value: unknown) => typeof value === "boolean" || value === 0 || value === 1;
const isNumber = (value: unknown) =>
  typeof value === "number" || (isText(value) && /^\d+(\.\d+)?$/.test(String(value)));
const isId = (value: unknown) => (isText(value) && value !== "") || Number.isInteger(value);
const isHost = (value: unknown) => isText(value) && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/i.test(String(value));
const isHosts = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isHost);
const isLines = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText));
/** A type of ours, or a word that may be another one, such as ALIAS. */
const isRecordType = (value: unknown) =>
  /^[A-Z][A-Z0-9]{0,15}$/.test(String(value)) || recordTypeNames.some((type) => type === String(value).toUpperCase());
const isUrl = (value: unknown) => isText(value) && /^https?:\/\//i.test(String(value));
const isDate = (value: unknown) => isText(value) && /^\d{4}-\d{2}-\d{2}/.test(String(value));
const isObjectLike = (value: unknown) => typeof value === "object" && value !== null;

const field = (name: string, is: Field["is"], rest: Omit<Field, "name" | "is"> = {}): Field => ({ name, is, ...rest });
const needed = { need: "all" } as const;

const domainFields = [
  field("domain_name", isHost, { ...needed, words: ["domain", "fqdn", "name"] }),
  field("status", isText, { words: ["state"] }),
  field("expiry_date", isDate, { words: ["expires", "expire", "expiration"] }),
  field("auto_renew", isFlag, { words: ["autorenew", "renewal"] }),
  field("privacy_protect", isFlag, { words: ["whois"] }),
  field("transfer_locked", isFlag, { words: ["lock"] }),
  field("dnssec_enabled", isFlag),
  field("nameservers", isHosts, { words: ["ns", "hosts", "servers", "name"] }),
];

const contactFields = [
  field("handle", isId, { ...needed, words: ["id", "contact"] }),
  field("email", (value) => /^[^@\s]+@[^@\s]+$/.test(String(value)), { ...needed, telling: true, words: ["mail"] }),
  field("name", isText, { need: "one", words: ["full"] }),
  field("first_name", isText, { need: "one", words: ["given"] }),
  field("last_name", isText, { words: ["family", "surname"] }),
  field("phone", isText, { words: ["telephone", "tel", "voice"] }),
  field("address", isLines, { words: ["street", "lines"] }),
  field("city", isText, { words: ["town", "locality"] }),
  field("zip", isText, { words: ["postal", "postcode"] }),
  field("country", isText, { words: ["cc"] }),
  field("organization", isText, { words: ["organisation", "company", "org"] }),
];

const forwardHints: Readonly<Record<string, Field>> = {
  source: field("source", isText, { ...needed, words: ["from", "host", "subdomain", "hostname"] }),
  destination: field("destination", isUrl, { ...needed, telling: true, words: ["target", "url", "to", "location"] }),
  type: field("type", (value) => /permanent|temporary|30[1278]/i.test(String(value)), {
    telling: true,
    words: ["kind", "code", "redirect"],
  }),
};

export const reads: readonly ReadOperation[] = [
  { operation: "domains.list", call: (api) => api.domains.list(), fields: domainFields },
  {
    operation: "domains.get",
    needs: "domain",
    call: (api, domain) => api.domains.get({ domain }),
    fields: domainFields,
  },
  {
    operation: "domains.check",
    needs: "domain",
    call: (api, domain) => api.domains.check({ domain }),
    fields: [
      field("status", (value) => /available/i.test(String(value)), { ...needed, telling: true }),
      field("availability", isNumber),
      field("domain_price", isObjectLike, { words: ["price", "pricing"] }),
    ],
  },
  {
    operation: "tlds.pricing",
    call: (api) => api.tlds.pricing(),
    fields: [field("pricing", isObjectLike, { ...needed, words: ["price", "tlds"] })],
  },
  {
    operation: "records.list",
    needs: "domain",
    call: (api, domain) => api.records.list({ domain }),
    fields: [
      field("type", isRecordType, { ...needed, telling: true, words: ["kind"] }),
      field("name", isText, { ...needed, words: ["host", "hostname", "subdomain", "label", "owner"] }),
      field("content", isText, {
        ...needed,
        instead: ["target", "tag"],
        words: ["data", "rdata", "answer", "record", "points"],
      }),
      field("id", isId, { known: ["record_id", "recordId"], words: ["uuid", "uid", "ref", "key"] }),
      field("ttl", isNumber, { words: ["seconds"] }),
    ],
    alsoWrites: { type: ["records.create", "records.update"] },
  },
  { operation: "dnssec.get", needs: "domain", call: (api, domain) => api.dnssec.get({ domain }), fields: [] },
  {
    operation: "nameservers.get",
    needs: "domain",
    call: (api, domain) => api.nameservers.get({ domain }),
    fields: [field("nameservers", isHosts, { ...needed, telling: true, words: ["ns", "hosts", "servers"] })],
    alsoWrites: { nameservers: ["nameservers.set"] },
  },
  {
    operation: "lock.get",
    needs: "domain",
    call: (api, domain) => api.lock.get({ domain }),
    fields: [
      field("locked", isFlag, { need: "one", words: ["registrar", "customer"] }),
      field("status", (value) => /^(un)?locked$/i.test(String(value)), {
        need: "one",
        telling: true,
        words: ["state"],
      }),
      field("transfer_locked", isFlag),
      field("icann_transfer_lock", isFlag, { words: ["restriction", "restricted"] }),
      field("icann_transfer_lock_expires_at", isDate, { words: ["until", "end", "ends", "expiry"] }),
      field("can_transfer_out", isFlag, { words: ["transferable"] }),
    ],
  },
  {
    operation: "forwards.list",
    needs: "domain",
    call: (api, domain) => api.forwards.list({ domain }),
    fields: [
      ...forwardFieldNames.map((name) => forwardHints[name] ?? field(name, () => true)),
      field("id", isId, { known: ["forward_id", "url_forward_id"], words: ["uuid", "uid", "ref", "key"] }),
    ],
  },
  { operation: "contacts.list", call: (api) => api.contacts.list({}), fields: contactFields },
  {
    operation: "contacts.get",
    needs: "handle",
    call: (api, _domain, handle) => api.contacts.get({ handle }),
    fields: contactFields,
  },
  {
    operation: "marketplace.search",
    call: (api) => api.marketplace.search({ query: { query: "garden", page_size: 1 } }),
    fields: [
      field("domains", Array.isArray, { ...needed, words: ["results", "items", "data"] }),
      field("total", isNumber, { words: ["count", "hits"] }),
      field("total_pages", isNumber, { words: ["pages"] }),
    ],
  },
  {
    operation: "marketplace.appraise",
    needs: "domain",
    call: (api, domain) => api.marketplace.appraise({ query: { domain_name: domain } }),
    fields: [
      field("service_appraisal", isNumber, {
        ...needed,
        known: ["atom_appraisal"],
        words: ["appraisal", "value", "estimate"],
      }),
      field("domain_score", isNumber),
      field("usage", isObjectLike, { words: ["quota"] }),
    ],
  },
];

export const readOf = (name: EndpointName) => reads.find(({ operation }) => operation === name);
