/** Finds the operation of a request, and prepares the request for it: credentials, query, and body. */
import * as z from "zod";
import { anyObject } from "../../provider/api/endpoints/shapes.ts";
import { type Endpoint, type EndpointName, endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import type { Dialect } from "./dialect.ts";
import { badRequest, Refusal } from "./refusal.ts";
import type { Store } from "./store.ts";

export interface Route {
  readonly name: EndpointName;
  readonly row: Endpoint;
  /** In the path, lower case; empty if there is none. */
  readonly domain: string;
  /** The element in the path: an ID or a handle. */
  readonly element: string;
}

/** The operation of a request. */
export function routeOf(method: string, path: string): Route | undefined {
  for (const name of endpointNames) {
    const row: Endpoint = endpoints[name];
    const form = row.path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = row.method === method ? new RegExp(`^${form}$`).exec(path) : null;
    if (match === null) continue;
    const values = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    const { domain = "", id, handle } = Object.fromEntries(values);
    return { name, row, domain: domain.toLowerCase(), element: id ?? handle ?? "" };
  }
  return undefined;
}

const credentials = z.object({ api_token: z.string().optional(), user_id: z.string().optional() });
const noQuery = z.strictObject({});

/** Body and query, valid by the table and in the form of the specification. @throws Refusal */
export function readRequest({ name, row }: Route, text: unknown, query: object, dialect: Dialect) {
  const isList = name === "records.list" || name === "forwards.list";
  const { api_token: _token, user_id: _user, ...others } = anyObject.parse(query);
  const given = row.auth === "query" ? others : query;
  const schema = row.query ?? noQuery;
  const asked = readQuery(isList ? pagingOf(given, dialect) : given, schema);
  const body = readBody(name, text, dialect);
  for (const [place, issues] of [
    ["query", schema.safeParse(asked).error?.issues ?? []],
    ["body", row.body?.safeParse(body).error?.issues ?? []],
  ] as const) {
    for (const { path, message } of issues) throw badRequest("bad_request", `${[place, ...path].join("/")} ${message}`);
  }
  return { body, query: asked };
}

/** @throws Refusal if it isn't JSON */
export function parseJson(text: unknown, what: string): unknown {
  try {
    return typeof text === "string" && text !== "" ? JSON.parse(text) : undefined;
  } catch {
    throw badRequest("invalid_json", `The ${what} must be valid JSON.`);
  }
}

function readBody(name: EndpointName, body: unknown, { typeField }: Dialect): unknown {
  const given = anyObject.safeParse(body).data;
  if ((name === "records.create" || name === "records.update") && typeField !== "type" && given !== undefined) {
    const { [typeField]: type, ...others } = given;
    // Its own name isn't that of the type.
    if ("type" in others) throw badRequest("unknown_field", 'There is no field "type".');
    return { ...others, type };
  }
  if (name === "lock.set" && anyObject.safeParse(body).data?.["locked"] === false) {
    throw badRequest("unlock_unsupported", "locked must be true: unlocking is done in the dashboard only.");
  }
  return body;
}

/** Parameters for paging, by the names of the dialect, as a page from 1 and its size. An API with own names ignores others. */
function pagingOf(given: object, { query: names, paging, firstPage }: Dialect): object {
  if (paging === "ignored") return {};
  if (names.page === "page" && names.page_size === "page_size" && firstPage === 1) return given;
  const { [names.page]: place, [names.page_size]: page_size } = anyObject.parse(given);
  const page = place === undefined ? undefined : String(Number(place) + 1 - firstPage);
  return Object.fromEntries(Object.entries({ page, page_size }).filter(([, value]) => value !== undefined));
}

/** Converts integers of a query to numbers if the schema wants numbers. */
function readQuery(query: object, schema: z.ZodObject): unknown {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const field = schema.shape[key];
      const wantsNumber = field !== undefined && !z.safeParse(field, value).success && /^\d+$/.test(String(value));
      return [key, wantsNumber ? Number(value) : value];
    }),
  );
}

/** @throws Refusal if the credentials are missing or wrong */
export function authenticate(row: Endpoint, authorization: string | undefined, query: unknown, store: Store): void {
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = store.state.secrets;
  if (row.auth === "bearer") {
    if (authorization === `Bearer ${token}`) return;
    throw new Refusal(401, "unauthorized", "Missing or invalid bearer token.");
  }
  if (authorization !== undefined) {
    throw badRequest("unexpected_authorization", "Marketplace operations are called without an Authorization header.");
  }
  const given = credentials.safeParse(query).data;
  const key = row === endpoints["marketplace.appraise"] ? appraisalToken : marketplaceToken;
  if (given?.api_token !== key || given.user_id !== marketplaceUserId) {
    throw new Refusal(401, "unauthorized", "Missing or invalid API key or user ID.");
  }
}
