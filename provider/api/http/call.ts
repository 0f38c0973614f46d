/** A call: the HTTP request of an endpoint, and the facts that its errors need. */
import { version } from "../../../package.json";
import { once } from "../../dns/index.ts";
import type { Override } from "../contract.ts";
import { type Endpoint, type EndpointName, endpointOf } from "../endpoints/table.ts";
import { ConfigurationError, RefusedError } from "../errors.ts";
import { personalFields, type Redact, redactor, valuesOf } from "../redaction.ts";
import { atPath, toWire } from "../response.ts";
import { readLater, urlOf } from "./transport.ts";

/** Parameters of a page; without `page`, the first one; `undefined`: the list without any paging parameter. */
export type PageRequest = { page?: number; size: number } | undefined;

export interface AnyArguments {
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
  override: Override;
  /** The operation's own line of the contract, by which its body is written. */
  readonly own: Override;
  /** The settings that its credentials come from. */
  readonly credentials: string;
  request: {
    method: NonNullable<Override["method"]>;
    url: URL;
    headers: Record<string, string>;
    json?: unknown;
  };
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

/** Endpoints in whose errors a registrar may quote contact data that the request didn't hold. */
const aboutPeople = /^(contacts\.|domainContacts\.|domains\.(register|transfer)$)/;

export interface CallSettings {
  base: URL;
  credentials: Credentials;
  /** Contact data of earlier responses, to be redacted. */
  people: Iterable<string>;
}

/** @throws ConfigurationError if the endpoint's credentials are missing, RefusedError if the arguments can't be sent */
export function callOf(
  name: EndpointName,
  args: AnyArguments,
  settings: CallSettings,
  override: Override,
  own: Override,
  page?: PageRequest,
): Call {
  const row = endpointOf(name);
  const { base, credentials } = settings;
  const named = atPath(args.body, "domain_name");
  const domain = args.domain ?? (typeof named === "string" ? named : undefined);
  const url = urlOf(base, pathOf(override.path ?? row.path, name, args));
  const [key, userId] = credentialsIn(name, credentials);
  const isBearer = row.auth === "bearer";
  const parameters = {
    ...args.query,
    ...pageParameters(override, page),
    ...(isBearer ? {} : { api_token: key, user_id: userId }),
  };
  for (const [parameter, value] of Object.entries(parameters)) {
    if (value !== undefined)
      url.searchParams.set(override.query?.[parameter] ?? parameter, String(value).toWellFormed());
  }
  const headers = {
    accept: "application/json",
    "user-agent": `pulumi-registrar/${version}`,
    ...(isBearer && { authorization: `Bearer ${key}` }),
  };
  return {
    ...{ name, row, domain, override, own },
    credentials: credentialsOf(name, credentials.tokenName),
    request: {
      method: override.method ?? row.method,
      url,
      headers,
      json: row.body && toWire(args.body ?? {}, own),
    },
    redact: redactOf(name, args, domain, settings),
  };
}

/** Fills in a path. @throws RefusedError if a value is empty */
function pathOf(path: string, operation: EndpointName, args: AnyArguments): string {
  return path.replace(/\{(domain|id|handle)\}/g, (_, key: "domain" | "id" | "handle") => {
    const value = args[key];
    if (value === undefined || value.trim() === "" || /^\.{1,2}$/.test(value)) {
      const facts = { operation, domain: args.domain, advice: "Correct the value." };
      throw new RefusedError({ ...facts, what: `not sent: "${key}" is empty` });
    }
    return encodeURIComponent(value.toWellFormed());
  });
}

/** Redacts the registrar's words about a call. The values to redact are collected at the first failure. */
function redactOf(name: EndpointName, args: AnyArguments, domain: string | undefined, settings: CallSettings): Redact {
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = settings.credentials;
  const fields = name.startsWith("contacts.") ? personalFields : ["authcode"];
  const made = once(() => {
    const ofCall = valuesOf(fields, [args.body, args.query]);
    const ofPeople = aboutPeople.test(name) ? settings.people : [];
    const secrets = [token, marketplaceUserId, marketplaceToken, appraisalToken, ...ofCall, ...ofPeople];
    return redactor(secrets, domain === undefined ? [] : [domain]);
  });
  return (text) => made()(text);
}

function pageParameters({ paging }: Override, page: PageRequest): Record<string, unknown> {
  if (page === undefined) return {};
  const { page: place, pageSize } = paging ?? {};
  // A contract that names the parameter of the page also names that of the size, if there is one.
  const sizeName = place === undefined ? (pageSize ?? "page_size") : pageSize;
  return { [place ?? "page"]: page.page, ...(sizeName !== undefined && { [sizeName]: page.size }) };
}

export const noToken = "there is no API token";
/** A token on a command line would stay in the shell's history. */
export function tokenAdvice(tokenName?: string): string {
  const create = "Create one in the registrar's dashboard, under API access.";
  if (tokenName !== undefined) return `Set ${tokenName}. ${create}`;
  const way = "run `pulumi config set --secret registrar:apiToken`, which asks for the token";
  return `Set REGISTRAR_API_TOKEN, or ${way}. ${create} ${readLater}`;
}

/** The environment variable of a setting: `REGISTRAR_BASE_URL` of `baseUrl`. */
export const variableOf = (setting: string): string => `REGISTRAR_${setting.replace(/[A-Z]/g, "_$&").toUpperCase()}`;

/** The settings of an endpoint's credentials. The key comes first. Appraisals have their own. */
function credentialNames(name: EndpointName) {
  if (endpointOf(name).auth === "bearer") return ["apiToken"] as const;
  return [name === "marketplace.appraise" ? "appraisalToken" : "marketplaceToken", "marketplaceUserId"] as const;
}

/** @throws ConfigurationError if a credential is missing */
function credentialsIn(operation: EndpointName, { token, tokenName, ...others }: Credentials): string[] {
  return credentialNames(operation).map((name) => {
    const value = name === "apiToken" ? token : others[name];
    if (value !== undefined) return value;
    const [what, advice] =
      name === "apiToken"
        ? [noToken, tokenAdvice(tokenName)]
        : [`${variableOf(name)} is not set`, `Set ${credentialsOf(operation)}.`];
    throw new ConfigurationError({ operation, what: `not sent: ${what}`, advice });
  });
}

/** Such as `REGISTRAR_API_TOKEN (or registrar:apiToken)`. @param tokenName the source of the token, if it isn't one of these */
function credentialsOf(operation: EndpointName, tokenName?: string): string {
  const names: readonly string[] = credentialNames(operation);
  if (tokenName !== undefined && names.includes("apiToken")) return tokenName;
  return `${names.map(variableOf).join(" and ")} (or ${names.map((name) => `registrar:${name}`).join(" and ")})`;
}
