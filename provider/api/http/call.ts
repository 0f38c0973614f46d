/** A call: the HTTP request made of a row of the table, the contract's override and the arguments, and what its errors need. */
import type * as z from "zod";
import { version } from "../../../package.json";
import { assumedAdvice } from "../assumptions/assumed.ts";
import type { Override } from "../assumptions/contract.ts";
import type { Mark } from "../assumptions/evidence.ts";
import { toWire } from "../assumptions/wireNames.ts";
import { type Endpoint, type EndpointName, endpointOf } from "../endpoints/table.ts";
import { ConfigurationError, RefusedError } from "../errors.ts";
import { personalFields, type Redact, redactor, valuesOf, wellFormed } from "../redaction.ts";
import { urlOf } from "./address.ts";
import type { WireRequest } from "./transport.ts";

/** Parameters of a page; `undefined`: the list without any paging parameter. */
export type PageRequest = { page: number; size: number } | undefined;

/** A call's arguments before they meet their row. */
export interface AnyArguments {
  readonly open?: boolean;
  readonly domain?: string;
  readonly id?: string;
  readonly handle?: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Call {
  name: EndpointName;
  row: Endpoint;
  domain?: string | undefined;
  /** The guessed parts of the call, and how the contract corrects them: sentences; empty if none is a guess. */
  readonly assumed: string;
  /** The settings that its credentials come from. */
  readonly credentials: string;
  request: Pick<WireRequest, "method" | "url" | "headers" | "body">;
  /** The body of the request, before it became text. */
  readonly sent: unknown;
  readonly mark: Mark | undefined;
  redact: Redact;
}

export interface Credentials {
  token?: string | undefined;
  /** The token's source, for messages; default: the usual settings. */
  tokenName?: string | undefined;
  marketplaceUserId?: string | undefined;
  marketplaceToken?: string | undefined;
  appraisalToken?: string | undefined;
}

/** Endpoints in whose errors a registrar may quote a contact's data, although the request did not hold it. */
const aboutPeople: readonly EndpointName[] = [
  "contacts.list",
  "contacts.get",
  "contacts.create",
  "contacts.update",
  "domainContacts.set",
  "domains.register",
  "domains.transfer",
];

export interface CallSettings {
  base: URL;
  credentials: Credentials;
  /** Contact data that was seen before: an answer about contacts may quote it. */
  people?: Iterable<string>;
}

/** @throws ConfigurationError when the endpoint's credentials are missing, RefusedError when the arguments cannot be sent */
export function callOf(
  name: EndpointName,
  args: AnyArguments,
  { base, credentials, people = [] }: CallSettings,
  override: Override = {},
  page?: PageRequest,
): Call {
  const row = endpointOf(name);
  const domain = args.domain ?? domainIn(args.body);
  const refuse = (what: string): never => {
    throw new RefusedError({ operation: name, domain, what: `not sent: ${what}`, advice: "Correct the value." });
  };
  const body = row.body && checked(row.body, args.body ?? {}, refuse);
  const query = row.query ? checked(row.query, args.query ?? {}, refuse) : {};

  const path = (override.path ?? row.path).replace(/\{([a-z]+)\}/g, (_, key: string) => {
    const value = key === "domain" || key === "id" || key === "handle" ? args[key] : undefined;
    if (value === undefined || value.trim() === "" || /^\.{1,2}$/.test(value)) return refuse(`"${key}" is empty`);
    return encodeURIComponent(wellFormed(value));
  });
  const url = urlOf(base, path);
  const parameters = { ...query, ...pageParameters(override, page), ...queryCredentials(name, row, credentials) };
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(override.query?.[key] ?? key, wellFormed(String(value)));
  }

  const sent = body === undefined ? undefined : toWire(body, override);
  const wireBody = sent === undefined ? undefined : JSON.stringify(sent);
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = credentials;
  const makeRedact = () => {
    const sent = valuesOf(name.startsWith("contacts.") ? personalFields : ["authcode"], [args.body, args.query]);
    const seen = aboutPeople.includes(name) ? people : [];
    const secrets = [token, marketplaceUserId, marketplaceToken, appraisalToken, ...sent, ...seen];
    return redactor(secrets, domain === undefined ? [] : [domain]);
  };
  let redact: Redact | undefined;
  return {
    name,
    row,
    domain,
    // Most calls say nothing that would have to be explained or cleaned.
    get assumed() {
      return assumedAdvice(name, override);
    },
    credentials: credentialsOf(name, credentials.tokenName),
    request: {
      method: override.method ?? row.method,
      url,
      headers: {
        accept: "application/json",
        "user-agent": `pulumi-registrar/${version}`,
        ...(wireBody !== undefined && { "content-type": "application/json" }),
        ...(row.auth === "bearer" && { authorization: `Bearer ${bearer(name, token)}` }),
      },
      body: wireBody,
    },
    sent,
    mark: override.success,
    redact: (text) => {
      redact ??= makeRedact();
      return redact(text);
    },
  };
}

function checked(schema: z.ZodObject, value: unknown, refuse: (what: string) => never): Record<string, unknown> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return refuse(`"${issue?.path.join(".") ?? ""}" is not valid (${issue?.message ?? ""})`);
}

function domainIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("domain_name" in body)) return undefined;
  return typeof body.domain_name === "string" ? body.domain_name : undefined;
}

function pageParameters({ paging }: Override, page: PageRequest): Record<string, unknown> {
  if (page === undefined) return {};
  // A contract that names the page's parameter names the size's, too, if there is one.
  const sizeName = paging?.page === undefined ? (paging?.pageSize ?? "page_size") : paging.pageSize;
  return { [paging?.page ?? "page"]: page.page, ...(sizeName !== undefined && { [sizeName]: page.size }) };
}

function bearer(operation: EndpointName, token: string | undefined): string {
  if (token !== undefined) return token;
  throw new ConfigurationError({ operation, what: `not sent: ${noToken}`, advice: tokenAdvice });
}

function queryCredentials(operation: EndpointName, row: Endpoint, credentials: Credentials): Record<string, string> {
  if (row.auth !== "query") return {};
  const [api_token, user_id] = credentialNames(operation).map((name) => credentials[name]);
  if (api_token !== undefined && user_id !== undefined) return { api_token, user_id };
  throw new ConfigurationError({
    operation,
    what: `not sent: the marketplace's ${api_token === undefined ? "key" : "user id"} is not set`,
    advice: `Set ${credentialsOf(operation)}.`,
  });
}

export const noToken = "there is no API token";
/** A token on a command line would stay in the shell's history. */
export const tokenAdvice =
  "Set REGISTRAR_API_TOKEN, or run `pulumi config set --secret registrar:token`, which asks for the token; create one in the registrar's dashboard, under API access.";

/** The credentials by the names of their settings, and their environment variables. */
const credentialVariables = {
  token: "REGISTRAR_API_TOKEN",
  marketplaceToken: "REGISTRAR_MARKETPLACE_TOKEN",
  appraisalToken: "REGISTRAR_APPRAISAL_TOKEN",
  marketplaceUserId: "REGISTRAR_MARKETPLACE_USER_ID",
} as const;

/** Credentials of an endpoint; the appraisal has a key of its own. */
function credentialNames(name: EndpointName): (keyof typeof credentialVariables)[] {
  if (endpointOf(name).auth === "bearer") return ["token"];
  return [name === "marketplace.appraise" ? "appraisalToken" : "marketplaceToken", "marketplaceUserId"];
}

/**
 * Such as `REGISTRAR_APPRAISAL_TOKEN and REGISTRAR_MARKETPLACE_USER_ID (or registrar:appraisalToken and registrar:marketplaceUserId)`.
 * @param tokenName where the token comes from, if it is neither of the usual places
 */
function credentialsOf(operation: EndpointName, tokenName?: string): string {
  const names = credentialNames(operation);
  if (tokenName !== undefined && names.includes("token")) return tokenName;
  const variables = names.map((name) => credentialVariables[name]).join(" and ");
  return `${variables} (or ${names.map((name) => `registrar:${name}`).join(" and ")})`;
}
