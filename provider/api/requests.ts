/** From a row of the operation table, the contract's override and a call's arguments to an HTTP request. */
import type * as z from "zod";
import type { AnyArguments } from "./api.ts";
import { assumedAdvice } from "./assumed.ts";
import { urlOf } from "./baseUrl.ts";
import type { Call } from "./call.ts";
import type { Override } from "./contract.ts";
import { credentialsOf, keySetting } from "./credentials.ts";
import { type Endpoint, type EndpointName, endpoints } from "./endpoints.ts";
import { BadRequestError, ConfigurationError } from "./errors.ts";
import type { PageRequest } from "./lists.ts";
import { personalFields, redactor, valuesOf, wellFormed } from "./redact.ts";
import { userAgent } from "./version.ts";
import { toWire } from "./wireNames.ts";

export interface Credentials {
  token?: string | undefined;
  userId?: string | undefined;
  marketplaceToken?: string | undefined;
  appraisalToken?: string | undefined;
}

/** Operations in whose errors a registrar may quote a contact's data, although it was not sent with them. */
const aboutPeople: readonly EndpointName[] = [
  "contacts.list",
  "contacts.get",
  "contacts.create",
  "contacts.update",
  "domainContacts.set",
  "domains.register",
  "domains.transfer",
];
/** @throws ConfigurationError when the operation's credentials are missing, BadRequestError when its arguments cannot be sent */
export function callOf(
  name: EndpointName,
  args: AnyArguments,
  {
    base,
    credentials,
    override = {},
    page,
    people = [],
  }: {
    base: URL;
    credentials: Credentials;
    override: Override | undefined;
    page?: PageRequest;
    /** Contact data that was seen before: an answer about contacts may quote it. */
    people?: Iterable<string>;
  },
): Call {
  const row: Endpoint = endpoints[name];
  const domain = args.domain ?? domainIn(args.body);
  const refuse = (what: string): never => {
    throw new BadRequestError({ operation: name, domain, what: `not sent: ${what}`, advice: "Correct the value." });
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

  const wireBody = body === undefined ? undefined : JSON.stringify(toWire(body, override));
  const { token, userId, marketplaceToken, appraisalToken } = credentials;
  const sent = valuesOf(name.startsWith("contacts.") ? personalFields : ["authcode"], [args.body, args.query]);
  const secrets = [
    token,
    userId,
    marketplaceToken,
    appraisalToken,
    ...sent,
    ...(aboutPeople.includes(name) ? people : []),
  ];
  return {
    name,
    row,
    domain,
    assumed: assumedAdvice(name, override),
    request: {
      method: override.method ?? row.method,
      url,
      headers: {
        accept: "application/json",
        "user-agent": userAgent,
        ...(wireBody !== undefined && { "content-type": "application/json" }),
        ...(row.auth === "bearer" && { authorization: `Bearer ${bearer(name, token)}` }),
      },
      body: wireBody,
    },
    redact: redactor(secrets, domain === undefined ? [] : [domain]),
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
  // Whoever names the page's parameter names the size's, too, if there is one.
  const sizeName = paging?.page === undefined ? (paging?.pageSize ?? "page_size") : paging.pageSize;
  return { [paging?.page ?? "page"]: page.page, ...(sizeName !== undefined && { [sizeName]: page.size }) };
}

function bearer(operation: EndpointName, token: string | undefined): string {
  if (token !== undefined) return token;
  const { variable, setting } = keySetting(operation);
  throw new ConfigurationError({
    operation,
    what: "not sent: there is no API token",
    advice: `Set ${variable}, or run \`pulumi config set --secret ${setting} <token>\`; tokens are issued in the dashboard under API access.`,
  });
}

/** The marketplace takes its credentials in the query; the appraisal has a key of its own. */
function queryCredentials(operation: EndpointName, row: Endpoint, credentials: Credentials): Record<string, string> {
  if (row.auth !== "query") return {};
  const key = operation === "marketplace.appraise" ? credentials.appraisalToken : credentials.marketplaceToken;
  const { userId } = credentials;
  if (key !== undefined && userId !== undefined) return { api_token: key, user_id: userId };
  throw new ConfigurationError({
    operation,
    what: `not sent: the marketplace's ${key === undefined ? "key" : "user id"} is not set`,
    advice: `Set ${credentialsOf(operation)}.`,
  });
}
