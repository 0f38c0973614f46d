/**
 * The table of endpoints: all operations of the registrar and the marketplace, as data. The client's methods, the sandbox's
 * routes and the page of verified operations derive from it. A contract file can correct every row.
 */
import * as z from "zod";
import * as shapes from "./shapes.ts";

/** Source of a row: the specification, or the public reference of a live service (`ref`), shows or names it; or it is a guess. */
export type Evidence = "spec shows it" | "spec names it" | "ref shows it" | "ref names it" | "assumed";

/** A part of a row that is a guess; `body.type`: only the name of that field. */
export type AssumedPart = "method" | "path" | "query" | "body" | "answer" | `body.${string}`;

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
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly evidence: Evidence;
  readonly assumed: readonly AssumedPart[];
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
  if (evidence.endsWith("shows it")) return [];
  const parts = { method: method !== "GET", path: true, query, body, answer: true };
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
    evidence: "spec names it",
    query: paging,
    answer: list(shapes.domain, ["domains"], "paged", ["domain_name", "domain"]),
    fallback: "name each domain in the program",
  }),
  "domains.get": row("GET", "/registrar/v1/domains/{domain}", {
    evidence: "ref shows it",
    answer: one(shapes.domain),
    fallback: "each resource reads the domain",
  }),
  "domains.check": row("GET", "/registrar/v1/domains/check/{domain}", {
    evidence: "spec shows it",
    query: z.strictObject({ years: years.optional() }),
    answer: one(shapes.availability),
  }),
  "domains.register": row("POST", "/registrar/v1/domains/register", {
    evidence: "ref shows it",
    isOrder: true,
    body: z.strictObject({ domain_name: z.string(), registration_length: years.optional() }),
    answer: one(shapes.order),
  }),
  "domains.renew": row("POST", "/registrar/v1/domains/{domain}/renew", {
    evidence: "spec names it",
    isOrder: true,
    body: z.strictObject({ registration_length: years.optional() }),
    // Read as that of a registration.
    answer: one(shapes.order),
  }),
  "domains.transfer": row("POST", "/registrar/v1/domains/transfer", {
    evidence: "ref shows it",
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
  }),
  "tlds.pricing": row("GET", "/registrar/v1/tld-pricing", {
    evidence: "spec names it",
    answer: one(z.looseObject({ pricing: shapes.anyObject })),
    fallback: "domains.check, name by name",
  }),
  "records.list": row("GET", "/registrar/v1/domains/{domain}/records", {
    evidence: "assumed",
    query: paging,
    answer: list(shapes.anyObject, ["records", "dns_records"], "paged"),
  }),
  "records.create": row("POST", "/registrar/v1/domains/{domain}/records", {
    evidence: "spec shows it",
    assumed: ["body.type", "answer"],
    body: shapes.recordBody,
  }),
  "records.update": row("PUT", "/registrar/v1/domains/{domain}/records/{id}", {
    evidence: "assumed",
    body: shapes.recordBody,
    fallback: "records.delete, then records.create",
  }),
  "records.delete": row("DELETE", "/registrar/v1/domains/{domain}/records/{id}", { evidence: "assumed" }),
  "dnssec.get": row("GET", "/registrar/v1/domains/{domain}/dnssec", {
    evidence: "spec shows it",
    assumed: ["answer"],
    fallback: "domains.get (dnssec_enabled)",
  }),
  "dnssec.enable": row("POST", "/registrar/v1/domains/{domain}/dnssec", {
    evidence: "ref names it",
    // That it takes no body is a guess, too.
    assumed: ["method", "path", "body", "answer"],
  }),
  "dnssec.disable": row("DELETE", "/registrar/v1/domains/{domain}/dnssec", { evidence: "assumed" }),
  "nameservers.get": row("GET", "/registrar/v1/domains/{domain}/nameservers", {
    evidence: "spec names it",
    answer: one(z.looseObject({ nameservers: z.array(z.string()) })),
    fallback: "domains.get (nameservers)",
  }),
  "nameservers.set": row("PUT", "/registrar/v1/domains/{domain}/nameservers", {
    evidence: "spec names it",
    body: z.strictObject({ nameservers: z.array(z.string()).min(1) }),
  }),
  "lock.get": row("GET", "/registrar/v1/domains/{domain}/lock", {
    evidence: "spec shows it",
    answer: one(shapes.lockStatus),
  }),
  "lock.set": row("PUT", "/registrar/v1/domains/{domain}/lock", {
    evidence: "spec shows it",
    assumed: ["answer"],
    body: z.strictObject({ locked: z.literal(true) }),
  }),
  "privacy.set": row("PUT", "/registrar/v1/domains/{domain}/privacy", {
    evidence: "spec names it",
    body: z.strictObject({ privacy_protect: z.boolean() }),
  }),
  "autoRenew.set": row("PUT", "/registrar/v1/domains/{domain}/auto-renew", {
    evidence: "spec names it",
    body: z.strictObject({ auto_renew: z.boolean() }),
  }),
  "forwards.list": row("GET", "/registrar/v1/domains/{domain}/url-forwards", {
    evidence: "spec shows it",
    assumed: ["answer"],
    answer: list(shapes.anyObject, ["url_forwards", "forwards"], "whole"),
  }),
  "forwards.create": row("POST", "/registrar/v1/domains/{domain}/url-forwards", {
    evidence: "spec shows it",
    body: shapes.forwardBody,
  }),
  "forwards.update": row("PUT", "/registrar/v1/domains/{domain}/url-forwards/{id}", {
    evidence: "assumed",
    body: shapes.forwardBody,
    fallback: "forwards.delete, then forwards.create",
  }),
  "forwards.delete": row("DELETE", "/registrar/v1/domains/{domain}/url-forwards/{id}", { evidence: "assumed" }),
  "contacts.list": row("GET", "/registrar/v1/contacts", {
    evidence: "spec shows it",
    query: z.strictObject({ search: z.string().optional(), name: z.string().optional(), email: z.string().optional() }),
    answer: list(shapes.contact, ["contacts"], "whole", ["handle"]),
  }),
  "contacts.get": row("GET", "/registrar/v1/contacts/{handle}", {
    evidence: "spec names it",
    answer: one(shapes.contact),
    fallback: "contacts.list",
  }),
  "contacts.create": row("POST", "/registrar/v1/contacts", {
    evidence: "ref shows it",
    body: shapes.contactBody,
  }),
  "contacts.update": row("PUT", "/registrar/v1/contacts/{handle}", {
    mayWait: true,
    evidence: "ref shows it",
    body: shapes.contactUpdateBody,
  }),
  "domainContacts.set": row("PUT", "/registrar/v1/domains/{domain}/contacts", {
    mayWait: true,
    evidence: "ref shows it",
    body: shapes.domainContactsBody,
  }),
  "marketplace.search": row("GET", "/marketplace/semantic-search", {
    evidence: "spec shows it",
    assumed: ["query"],
    auth: "query",
    query: z.strictObject({
      query: z.string(),
      filters: z.string().optional(),
      page: z.int().min(1).optional(),
      page_size: z.int().min(1).max(100).optional(),
    }),
    answer: one(shapes.marketplacePage),
    fallback: "search on the marketplace's site",
  }),
  "marketplace.appraise": row("GET", "/marketplace/domain-appraisal", {
    evidence: "spec shows it",
    assumed: ["query"],
    auth: "query",
    query: z.strictObject({ domain_name: z.string() }),
    answer: one(shapes.appraisal),
    fallback: "appraise on the marketplace's site",
  }),
} satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
export const endpointNames = Object.keys(endpoints) as EndpointName[];
