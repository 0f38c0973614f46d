/**
 * The table of endpoints: all that the registrar and the marketplace offer, once, as data. The client makes its calls from
 * it, the sandbox its routes, the documentation its page of what is verified. `evidence` says where a row comes from,
 * `assumed` which parts of it nobody has shown; a user can correct any of them without a release (see contract.ts).
 */
import * as z from "zod";
import * as shapes from "./shapes.ts";

/**
 * Where a row comes from: the specification shows it, or only names it; the public reference of a live service shows or
 * names it; or it is a stated guess.
 */
export type Evidence = "spec" | "specNames" | "ref" | "refNames" | "assumed";

export const evidenceWords: Readonly<Record<Evidence, string>> = {
  spec: "spec shows it",
  specNames: "spec names it",
  ref: "ref shows it",
  refNames: "ref names it",
  assumed: "assumed",
};

/** A part of a row that may be a guess; `body.type`: only the name of that field. */
export type AssumedPart = "existence" | "method" | "path" | "query" | "body" | "answer" | `body.${string}`;

/** May a call be sent again when nobody knows whether it was carried out? */
export type Repeat =
  /** Harmless: reading, or writing the same value again. */
  | "safe"
  /** Look whether it was done, then at most once more. */
  | "lookUpFirst"
  /** It may cost money: never. */
  | "never";

export type Answer =
  /** One object, in `data` when there is one, else at the top level; other fields stay. */
  | { kind: "object"; schema: z.ZodType; at?: "top" }
  /** A list: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`, with or without paging and totals. */
  | {
      kind: "list";
      element: z.ZodType;
      keys: readonly string[];
      /** Fields that say what a row is: each row has one of each group. */
      shows: readonly (readonly string[])[];
      paged: boolean;
    }
  /** Anything, also nothing: the specification does not show it. */
  | { kind: "any" };

export interface Endpoint {
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly evidence: Evidence;
  readonly assumed: readonly AssumedPart[];
  /** Facts that its evidence doesn't show, and where they come from. */
  readonly notShown?: string;
  /** Bearer token for the registrar; credentials in the query for the marketplace. */
  readonly auth: "bearer" | "query";
  readonly repeat: Repeat;
  /** May it be answered 202, for a change that waits for the owner's approval? */
  readonly mayWait?: true;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly answer: Answer;
  /** The program's replacement if a contract says that this endpoint doesn't exist. */
  readonly fallback: string;
}

type Row = Omit<Endpoint, keyof typeof defaults> & Partial<Pick<Endpoint, keyof typeof defaults>>;

const defaults = {
  auth: "bearer",
  repeat: "safe",
  assumed: [] as readonly AssumedPart[],
  answer: { kind: "any" },
} as const;

/** Fills in what most rows share, keeping the row's literal types. */
const row = <const R extends Row>(operation: R): Omit<typeof defaults, keyof R> & R => ({ ...defaults, ...operation });

const one = <const S extends z.ZodType>(schema: S) => ({ kind: "object" as const, schema });
const years = z.int().min(1).max(10);
const paging = z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).optional() });

export const endpoints = {
  "domains.list": row({
    summary: "List the domains of the account",
    method: "GET",
    path: "/registrar/v1/domains",
    evidence: "specNames",
    assumed: ["path", "query", "answer"],
    query: paging,
    answer: {
      kind: "list",
      element: shapes.domain,
      keys: ["domains"],
      shows: [["domain_name", "domain"]],
      paged: true,
    },
    notShown: "the fields of a domain: ref",
    fallback: "none: name each domain in the program",
  }),
  "domains.get": row({
    summary: "Inspect one domain",
    method: "GET",
    path: "/registrar/v1/domains/{domain}",
    evidence: "ref",
    answer: one(shapes.domain),
    fallback: "domains.list, all pages",
  }),
  "domains.check": row({
    summary: "Check availability and the registration price",
    method: "GET",
    path: "/registrar/v1/domains/check/{domain}",
    evidence: "spec",
    query: z.strictObject({ years: years.optional() }),
    answer: one(shapes.availability),
    notShown:
      "the meaning of `availability`; currency and units of the prices, taken as decimals in major units (ref) of the account's currency (assumed)",
    fallback: "none: no registrations",
  }),
  "domains.register": row({
    summary: "Register a domain",
    method: "POST",
    path: "/registrar/v1/domains/register",
    evidence: "ref",
    repeat: "never",
    body: z.strictObject({ domain_name: z.string(), registration_length: years.optional() }),
    answer: one(shapes.order),
    notShown: "currency and units of the prices as for `domains.check`; the values of `status`",
    fallback: "none: register in the dashboard",
  }),
  "domains.renew": row({
    summary: "Renew a domain already held",
    method: "POST",
    path: "/registrar/v1/domains/{domain}/renew",
    evidence: "specNames",
    assumed: ["method", "path", "body", "answer"],
    repeat: "never",
    body: z.strictObject({ registration_length: years.optional() }),
    answer: one(shapes.order),
    notShown: "all of it; the answer is read as that of a registration, with the same currency and units",
    fallback: "none: renew in the dashboard",
  }),
  "domains.transfer": row({
    summary: "Start an inbound transfer",
    method: "POST",
    path: "/registrar/v1/domains/transfer",
    evidence: "ref",
    assumed: ["body"],
    repeat: "never",
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
      "that it needs `domain_name` and `authcode`, and what it may have: spec; the names `privacy_protect` and `auto_renew`: assumed; currency and units of the prices as for a registration",
    fallback: "none: start the transfer in the dashboard",
  }),
  "tlds.pricing": row({
    summary: "Register, renew and transfer prices per TLD",
    method: "GET",
    path: "/registrar/v1/tld-pricing",
    evidence: "specNames",
    assumed: ["path", "answer"],
    answer: { kind: "object", schema: z.looseObject({ pricing: shapes.anyObject }), at: "top" },
    notShown:
      "`pricing.<tld>.transfer`: spec; `register`, `renew`, whether a value is a number or an object, currency and units: assumed",
    fallback: "none: domains.check, name by name",
  }),
  "records.list": row({
    summary: "List the DNS records of a domain",
    method: "GET",
    path: "/registrar/v1/domains/{domain}/records",
    evidence: "assumed",
    assumed: ["existence", "path", "query", "answer"],
    query: paging,
    answer: {
      kind: "list",
      element: shapes.anyObject,
      keys: ["records", "dns_records"],
      shows: [["name"], ["type", "record_type", "recordType"], ["content", "target", "value"]],
      paged: true,
    },
    fallback: "none: no records",
  }),
  "records.create": row({
    summary: "Create a DNS record",
    method: "POST",
    path: "/registrar/v1/domains/{domain}/records",
    evidence: "spec",
    assumed: ["body.type", "answer"],
    repeat: "lookUpFirst",
    body: shapes.recordBody,
    notShown: "which fields are required, the range of `ttl`",
    fallback: "none: create them in the dashboard",
  }),
  "records.update": row({
    summary: "Replace the fields of a DNS record",
    method: "PUT",
    path: "/registrar/v1/domains/{domain}/records/{id}",
    evidence: "assumed",
    assumed: ["existence", "method", "path", "body", "answer"],
    body: shapes.recordBody,
    fallback: "records.delete, then records.create",
  }),
  "records.delete": row({
    summary: "Delete a DNS record",
    method: "DELETE",
    path: "/registrar/v1/domains/{domain}/records/{id}",
    evidence: "assumed",
    assumed: ["existence", "method", "path", "answer"],
    fallback: "none: delete in the dashboard, then refresh",
  }),
  "dnssec.get": row({
    summary: "Read DNSSEC records and status",
    method: "GET",
    path: "/registrar/v1/domains/{domain}/dnssec",
    evidence: "spec",
    assumed: ["answer"],
    notShown:
      "every field: `enabled` or `status`, and `records` with `key_tag`, `algorithm`, `digest_type`, `digest` are assumed",
    fallback: "domains.get (dnssec_enabled)",
  }),
  "dnssec.enable": row({
    summary: "Enable DNSSEC",
    method: "POST",
    path: "/registrar/v1/domains/{domain}/dnssec",
    evidence: "refNames",
    assumed: ["method", "path", "body", "answer"],
    repeat: "lookUpFirst",
    fallback: "none: enable in the dashboard",
  }),
  "dnssec.disable": row({
    summary: "Disable DNSSEC",
    method: "DELETE",
    path: "/registrar/v1/domains/{domain}/dnssec",
    evidence: "assumed",
    assumed: ["existence", "method", "path", "answer"],
    fallback: "none: disable in the dashboard",
  }),
  "nameservers.get": row({
    summary: "Read the nameservers of a domain",
    method: "GET",
    path: "/registrar/v1/domains/{domain}/nameservers",
    evidence: "specNames",
    assumed: ["path", "answer"],
    answer: one(z.looseObject({ nameservers: z.array(z.string()) })),
    fallback: "domains.get (nameservers)",
  }),
  "nameservers.set": row({
    summary: "Set the nameservers of a domain",
    method: "PUT",
    path: "/registrar/v1/domains/{domain}/nameservers",
    evidence: "specNames",
    assumed: ["method", "path", "body", "answer"],
    body: z.strictObject({ nameservers: z.array(z.string()).min(1) }),
    fallback: "none: set them in the dashboard",
  }),
  "lock.get": row({
    summary: "Read the registrar lock and the ICANN transfer restriction",
    method: "GET",
    path: "/registrar/v1/domains/{domain}/lock",
    evidence: "spec",
    answer: { kind: "object", schema: shapes.lockStatus, at: "top" },
    notShown: "the format of `icann_transfer_lock_expires_at`",
    fallback: "domains.get (transfer_locked)",
  }),
  "lock.set": row({
    summary: "Lock the domain (client transfer prohibition)",
    method: "PUT",
    path: "/registrar/v1/domains/{domain}/lock",
    evidence: "spec",
    assumed: ["answer"],
    body: z.strictObject({ locked: z.literal(true) }),
    fallback: "none: lock in the dashboard",
  }),
  "privacy.set": row({
    summary: "Switch WHOIS privacy",
    method: "PUT",
    path: "/registrar/v1/domains/{domain}/privacy",
    evidence: "specNames",
    assumed: ["method", "path", "body", "answer"],
    body: z.strictObject({ privacy_protect: z.boolean() }),
    fallback: "none: switch it in the dashboard",
  }),
  "autoRenew.set": row({
    summary: "Switch auto-renewal",
    method: "PUT",
    path: "/registrar/v1/domains/{domain}/auto-renew",
    evidence: "specNames",
    assumed: ["method", "path", "body", "answer"],
    body: z.strictObject({ auto_renew: z.boolean() }),
    fallback: "none: switch it in the dashboard",
  }),
  "forwards.list": row({
    summary: "List the URL forwards of a domain",
    method: "GET",
    path: "/registrar/v1/domains/{domain}/url-forwards",
    evidence: "spec",
    assumed: ["answer"],
    answer: {
      kind: "list",
      element: shapes.anyObject,
      keys: ["url_forwards", "forwards"],
      shows: [["source"], ["destination"]],
      paged: false,
    },
    notShown: "the fields of a forward: as the reference shows them in the answer to a create",
    fallback: "none: no forwards",
  }),
  "forwards.create": row({
    summary: "Create a URL forward",
    method: "POST",
    path: "/registrar/v1/domains/{domain}/url-forwards",
    evidence: "spec",
    repeat: "lookUpFirst",
    body: shapes.forwardBody,
    notShown: "the values of `type` (`permanent`, `temporary`), and the fields of the answer: ref",
    fallback: "none: create them in the dashboard",
  }),
  "forwards.update": row({
    summary: "Replace the fields of a URL forward",
    method: "PUT",
    path: "/registrar/v1/domains/{domain}/url-forwards/{id}",
    evidence: "assumed",
    assumed: ["existence", "method", "path", "body", "answer"],
    body: shapes.forwardBody,
    fallback: "forwards.delete, then forwards.create",
  }),
  "forwards.delete": row({
    summary: "Delete a URL forward",
    method: "DELETE",
    path: "/registrar/v1/domains/{domain}/url-forwards/{id}",
    evidence: "assumed",
    assumed: ["existence", "method", "path", "answer"],
    fallback: "none: delete in the dashboard, then refresh",
  }),
  "contacts.list": row({
    summary: "List the contact handles of the account",
    method: "GET",
    path: "/registrar/v1/contacts",
    evidence: "spec",
    query: z.strictObject({ search: z.string().optional(), name: z.string().optional(), email: z.string().optional() }),
    answer: { kind: "list", element: shapes.contact, keys: ["contacts"], shows: [["handle"]], paged: false },
    notShown:
      "the values of `type`, the meaning of `disclosed_fields`; the form of `country`: ref; whether the list has pages: none are assumed",
    fallback: "none: no contacts",
  }),
  "contacts.get": row({
    summary: "Get one contact by handle",
    method: "GET",
    path: "/registrar/v1/contacts/{handle}",
    evidence: "specNames",
    assumed: ["path", "answer"],
    answer: one(shapes.contact),
    fallback: "the complete contacts.list",
  }),
  "contacts.create": row({
    summary: "Create a contact handle",
    method: "POST",
    path: "/registrar/v1/contacts",
    evidence: "ref",
    repeat: "lookUpFirst",
    body: shapes.contactBody,
    notShown: "the values of `type`, the meaning of `disclosed_fields`",
    fallback: "none: create the contact in the dashboard",
  }),
  "contacts.update": row({
    mayWait: true,
    summary: "Update a contact; a changed e-mail address may need the owner's approval (202)",
    method: "PUT",
    path: "/registrar/v1/contacts/{handle}",
    evidence: "ref",
    body: shapes.contactUpdateBody,
    notShown: "the body of a 202",
    fallback: "none: change the contact in the dashboard",
  }),
  "domainContacts.set": row({
    mayWait: true,
    summary: "Set the contact handles of a domain; may need the owner's approval (202)",
    method: "PUT",
    path: "/registrar/v1/domains/{domain}/contacts",
    evidence: "ref",
    body: shapes.domainContactsBody,
    notShown: "the body of a 202",
    fallback: "none: set them in the dashboard",
  }),
  "marketplace.search": row({
    summary: "Natural-language domain search",
    method: "GET",
    path: "/marketplace/semantic-search",
    evidence: "spec",
    assumed: ["query"],
    auth: "query",
    query: z.strictObject({
      query: z.string(),
      filters: z.string().optional(),
      page: z.int().min(1).optional(),
      page_size: z.int().min(1).max(100).optional(),
    }),
    answer: { kind: "object", schema: shapes.marketplacePage, at: "top" },
    notShown:
      "the structure of `filters`, the values of `pricing_type`, `emotion` and `type_of_name`, the meaning of `structure`, the currency of the prices",
    fallback: "none: search on the marketplace's site",
  }),
  "marketplace.appraise": row({
    summary: "Appraise a domain",
    method: "GET",
    path: "/marketplace/domain-appraisal",
    evidence: "spec",
    assumed: ["query"],
    auth: "query",
    query: z.strictObject({ domain_name: z.string() }),
    answer: { kind: "object", schema: shapes.appraisal, at: "top" },
    notShown:
      "the names of the query parameters, `atom_appraisal` for the value, and 200 with a `message` for errors: clients agree; the values of `user_level`, the currency of the value: nobody",
    fallback: "none: appraise on the marketplace's site",
  }),
} satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
export const endpointNames = Object.keys(endpoints) as EndpointName[];
