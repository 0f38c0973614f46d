/**
 * The table of endpoints: all operations of the registrar and the marketplace, as data. The client's methods, the sandbox's
 * routes and the page of verified operations derive from it. A contract file can correct every row.
 */
import * as z from "zod";
import * as shapes from "./shapes.ts";

/** Source of a row: the specification, or the public reference of a live service (`ref`), shows or names it; or it is a guess. */
export type Evidence = "spec" | "specNames" | "ref" | "refNames" | "assumed";

export const evidenceWords: Readonly<Record<Evidence, string>> = {
  spec: "spec shows it",
  specNames: "spec names it",
  ref: "ref shows it",
  refNames: "ref names it",
  assumed: "assumed",
};

/** A part of a row that is a guess; `body.type`: only the name of that field. */
export type AssumedPart = "existence" | "method" | "path" | "query" | "body" | "answer" | `body.${string}`;

export type ResponseForm =
  /** One object, in `data` or at the top level; other fields stay. */
  | { kind: "object"; schema: z.ZodType }
  /** A list: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`, with or without paging and totals. */
  | {
      kind: "list";
      element: z.ZodType;
      keys: readonly string[];
      /** A row needs one of these fields. Without any, rows are decoded one by one, and one that can't be is opaque. */
      identity: readonly string[];
      paged: boolean;
    }
  /** Anything, or nothing: the specification doesn't show it. */
  | { kind: "any" };

export interface Endpoint {
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly evidence: Evidence;
  readonly assumed: readonly AssumedPart[];
  /** Facts that its evidence doesn't show, and their source. */
  readonly notShown?: string;
  /** Bearer token for the registrar; credentials in the query for the marketplace. */
  readonly auth: "bearer" | "query";
  /** Does it cost money? Then no failed call is sent again. */
  readonly isOrder?: true;
  /** May the response be 202, for a change that waits for the owner's approval? */
  readonly mayWait?: true;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly answer: ResponseForm;
  /** Replacement of an endpoint that, as a contract says, doesn't exist. */
  readonly fallback: string;
}

type Defaults = keyof typeof defaults | "assumed";
type Row = Omit<Endpoint, "method" | "path" | Defaults> & Partial<Pick<Endpoint, Defaults>>;

const defaults = {
  auth: "bearer",
  answer: { kind: "any" },
  fallback: "the registrar's dashboard",
} as const;

/** Of an operation that is only named, all is a guess but its existence. */
function guessesIn(method: Endpoint["method"], { evidence, query, body }: Row): readonly AssumedPart[] {
  if (evidence === "spec" || evidence === "ref") return [];
  const parts = { existence: evidence === "assumed", method: method !== "GET", path: true, query, body, answer: true };
  return (Object.keys(parts) as (keyof typeof parts)[]).filter((part) => parts[part]);
}

/** Fills in the defaults, and keeps the literal types of the row. */
const row = <const M extends Endpoint["method"], const P extends string, const R extends Row>(
  method: M,
  path: P,
  facts: R,
): Omit<typeof defaults, keyof R> & R & { method: M; path: P; assumed: readonly AssumedPart[] } => ({
  ...{ ...defaults, assumed: guessesIn(method, facts), ...facts },
  ...{ method, path },
});

const one = <const S extends z.ZodType>(schema: S) => ({ kind: "object" as const, schema });
const list = <const S extends z.ZodType>(
  element: S,
  keys: readonly string[],
  pages: "paged" | "whole",
  identity: readonly string[] = [],
) => ({ kind: "list" as const, element, keys, identity, paged: pages === "paged" });
const years = z.int().min(1).max(10);
const paging = z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).optional() });

export const endpoints = {
  "domains.list": row("GET", "/registrar/v1/domains", {
    summary: "List the domains of the account",
    evidence: "specNames",
    query: paging,
    answer: list(shapes.domain, ["domains"], "paged", ["domain_name", "domain"]),
    notShown: "the fields of a domain: ref",
    fallback: "name each domain in the program",
  }),
  "domains.get": row("GET", "/registrar/v1/domains/{domain}", {
    summary: "Inspect one domain",
    evidence: "ref",
    answer: one(shapes.domain),
    fallback: "each resource reads the domain",
  }),
  "domains.check": row("GET", "/registrar/v1/domains/check/{domain}", {
    summary: "Check availability and the registration price",
    evidence: "spec",
    query: z.strictObject({ years: years.optional() }),
    answer: one(shapes.availability),
    notShown:
      "the meaning of `availability`; units (ref: decimals in major units) and currency of the prices (assumed: the account's)",
  }),
  "domains.register": row("POST", "/registrar/v1/domains/register", {
    summary: "Register a domain",
    evidence: "ref",
    isOrder: true,
    body: z.strictObject({ domain_name: z.string(), registration_length: years.optional() }),
    answer: one(shapes.order),
    notShown: "currency and units of the prices as for `domains.check`; the values of `status`",
  }),
  "domains.renew": row("POST", "/registrar/v1/domains/{domain}/renew", {
    summary: "Renew a domain already held",
    evidence: "specNames",
    isOrder: true,
    body: z.strictObject({ registration_length: years.optional() }),
    answer: one(shapes.order),
    notShown: "all of it; the response is read as that of a registration, with the same currency and units",
  }),
  "domains.transfer": row("POST", "/registrar/v1/domains/transfer", {
    summary: "Start an inbound transfer",
    evidence: "ref",
    assumed: ["body"],
    isOrder: true,
    body: z.strictObject({
      domain_name: z.string(),
      authcode: z.string(),
      nameservers: z.array(z.string()).optional(),
      privacy_protect: z.boolean().optional(),
      auto_renew: z.boolean().optional(),
      contacts: shapes.domainContactsBody.optional(),
      dns_records: z.array(shapes.recordBody).optional(),
    }),
    answer: one(shapes.order),
    notShown:
      "its fields: spec; the names `privacy_protect` and `auto_renew`: assumed; currency and units as for a registration",
  }),
  "tlds.pricing": row("GET", "/registrar/v1/tld-pricing", {
    summary: "Register, renew and transfer prices per TLD",
    evidence: "specNames",
    answer: one(z.looseObject({ pricing: shapes.anyObject })),
    notShown:
      "`pricing.<tld>.transfer`: spec; `register`, `renew`, whether a value is a number or an object, currency and " +
      "units: assumed",
    fallback: "domains.check, name by name",
  }),
  "records.list": row("GET", "/registrar/v1/domains/{domain}/records", {
    summary: "List the DNS records of a domain",
    evidence: "assumed",
    query: paging,
    answer: list(shapes.anyObject, ["records", "dns_records"], "paged"),
  }),
  "records.create": row("POST", "/registrar/v1/domains/{domain}/records", {
    summary: "Create a DNS record",
    evidence: "spec",
    assumed: ["body.type", "answer"],
    body: shapes.recordBody,
    notShown: "which fields are required, the range of `ttl`",
  }),
  "records.update": row("PUT", "/registrar/v1/domains/{domain}/records/{id}", {
    summary: "Replace the fields of a DNS record",
    evidence: "assumed",
    body: shapes.recordBody,
    fallback: "records.delete, then records.create",
  }),
  "records.delete": row("DELETE", "/registrar/v1/domains/{domain}/records/{id}", {
    summary: "Delete a DNS record",
    evidence: "assumed",
  }),
  "dnssec.get": row("GET", "/registrar/v1/domains/{domain}/dnssec", {
    summary: "Read DNSSEC records and status",
    evidence: "spec",
    assumed: ["answer"],
    notShown:
      "every field: `enabled` or `status`, and `records` with `key_tag`, `algorithm`, `digest_type`, `digest` are assumed",
    fallback: "domains.get (dnssec_enabled)",
  }),
  "dnssec.enable": row("POST", "/registrar/v1/domains/{domain}/dnssec", {
    summary: "Enable DNSSEC",
    evidence: "refNames",
    // That it takes no body is a guess, too.
    assumed: ["method", "path", "body", "answer"],
  }),
  "dnssec.disable": row("DELETE", "/registrar/v1/domains/{domain}/dnssec", {
    summary: "Disable DNSSEC",
    evidence: "assumed",
  }),
  "nameservers.get": row("GET", "/registrar/v1/domains/{domain}/nameservers", {
    summary: "Read the nameservers of a domain",
    evidence: "specNames",
    answer: one(z.looseObject({ nameservers: z.array(z.string()) })),
    fallback: "domains.get (nameservers)",
  }),
  "nameservers.set": row("PUT", "/registrar/v1/domains/{domain}/nameservers", {
    summary: "Set the nameservers of a domain",
    evidence: "specNames",
    body: z.strictObject({ nameservers: z.array(z.string()).min(1) }),
  }),
  "lock.get": row("GET", "/registrar/v1/domains/{domain}/lock", {
    summary: "Read the registrar lock and the ICANN transfer restriction",
    evidence: "spec",
    answer: one(shapes.lockStatus),
    notShown: "the format of `icann_transfer_lock_expires_at`",
  }),
  "lock.set": row("PUT", "/registrar/v1/domains/{domain}/lock", {
    summary: "Lock the domain (client transfer prohibition)",
    evidence: "spec",
    assumed: ["answer"],
    body: z.strictObject({ locked: z.literal(true) }),
  }),
  "privacy.set": row("PUT", "/registrar/v1/domains/{domain}/privacy", {
    summary: "Switch WHOIS privacy",
    evidence: "specNames",
    body: z.strictObject({ privacy_protect: z.boolean() }),
  }),
  "autoRenew.set": row("PUT", "/registrar/v1/domains/{domain}/auto-renew", {
    summary: "Switch auto-renewal",
    evidence: "specNames",
    body: z.strictObject({ auto_renew: z.boolean() }),
  }),
  "forwards.list": row("GET", "/registrar/v1/domains/{domain}/url-forwards", {
    summary: "List the URL forwards of a domain",
    evidence: "spec",
    assumed: ["answer"],
    answer: list(shapes.anyObject, ["url_forwards", "forwards"], "whole"),
    notShown: "the fields of a forward: as the reference shows them in the response to a create",
  }),
  "forwards.create": row("POST", "/registrar/v1/domains/{domain}/url-forwards", {
    summary: "Create a URL forward",
    evidence: "spec",
    body: shapes.forwardBody,
    notShown: "the values of `type` (`permanent`, `temporary`), and the fields of the response: ref",
  }),
  "forwards.update": row("PUT", "/registrar/v1/domains/{domain}/url-forwards/{id}", {
    summary: "Replace the fields of a URL forward",
    evidence: "assumed",
    body: shapes.forwardBody,
    fallback: "forwards.delete, then forwards.create",
  }),
  "forwards.delete": row("DELETE", "/registrar/v1/domains/{domain}/url-forwards/{id}", {
    summary: "Delete a URL forward",
    evidence: "assumed",
  }),
  "contacts.list": row("GET", "/registrar/v1/contacts", {
    summary: "List the contact handles of the account",
    evidence: "spec",
    query: z.strictObject({ search: z.string().optional(), name: z.string().optional(), email: z.string().optional() }),
    answer: list(shapes.contact, ["contacts"], "whole", ["handle"]),
    notShown:
      "the values of `type`, the meaning of `disclosed_fields`; the form of `country`: ref; whether the list has " +
      "pages: none are assumed",
  }),
  "contacts.get": row("GET", "/registrar/v1/contacts/{handle}", {
    summary: "Get one contact by handle",
    evidence: "specNames",
    answer: one(shapes.contact),
    fallback: "contacts.list",
  }),
  "contacts.create": row("POST", "/registrar/v1/contacts", {
    summary: "Create a contact handle",
    evidence: "ref",
    body: shapes.contactBody,
    notShown: "the values of `type`, the meaning of `disclosed_fields`",
  }),
  "contacts.update": row("PUT", "/registrar/v1/contacts/{handle}", {
    mayWait: true,
    summary: "Update a contact; a changed e-mail address may need the owner's approval (202)",
    evidence: "ref",
    body: shapes.contactUpdateBody,
    notShown: "the body of a 202",
  }),
  "domainContacts.set": row("PUT", "/registrar/v1/domains/{domain}/contacts", {
    mayWait: true,
    summary: "Set the contact handles of a domain; may need the owner's approval (202)",
    evidence: "ref",
    body: shapes.domainContactsBody,
    notShown: "the body of a 202",
  }),
  "marketplace.search": row("GET", "/marketplace/semantic-search", {
    summary: "Natural-language domain search",
    evidence: "spec",
    assumed: ["query"],
    auth: "query",
    query: z.strictObject({
      query: z.string(),
      filters: z.string().optional(),
      page: z.int().min(1).optional(),
      page_size: z.int().min(1).max(100).optional(),
    }),
    answer: one(shapes.marketplacePage),
    notShown:
      "the structure of `filters`, the values of `pricing_type`, `emotion` and `type_of_name`, the meaning of " +
      "`structure`, the currency",
    fallback: "search on the marketplace's site",
  }),
  "marketplace.appraise": row("GET", "/marketplace/domain-appraisal", {
    summary: "Appraise a domain",
    evidence: "spec",
    assumed: ["query"],
    auth: "query",
    query: z.strictObject({ domain_name: z.string() }),
    answer: one(shapes.appraisal),
    notShown:
      "query names, `atom_appraisal`, 200 with a `message` for errors: clients agree; values of `user_level`, " +
      "currency: no source",
    fallback: "appraise on the marketplace's site",
  }),
} satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
export const endpointNames = Object.keys(endpoints) as EndpointName[];

/** Fields of a row that a path has in place of its ID. */
export const rowFieldsIn = (path = ""): string[] =>
  [...path.matchAll(/\{(?!domain|id|handle)([a-z_]+)\}/g)].map(([, field = ""]) => field);
