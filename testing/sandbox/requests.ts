/** Prepares a request for its operation: credentials, query, and the name of the record type field. */
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { anyObject } from "../../provider/api/endpoints/shapes.ts";
import { type Endpoint, type EndpointName, endpoints } from "../../provider/api/endpoints/table.ts";
import type { Dialect } from "./dialect.ts";
import { badRequest, Refusal } from "./refusal.ts";
import type { Store } from "./store.ts";

const credentials = z.object({ api_token: z.string().optional(), user_id: z.string().optional() });
const noQuery = z.strictObject({});

/** The query schema of an endpoint, with credentials if they go in the query. */
export function querySchema(row: Endpoint): z.ZodObject {
  const query = row.query ?? noQuery;
  return row.auth === "query" ? query.extend(credentials.shape) : query;
}

/** Parameters for paging, by the names of the dialect, as a page and its size. An API with names of its own ignores others. */
export function pagingOf(query: unknown, { query: names, paging, pageSize, pageCap }: Dialect): unknown {
  const given = anyObject.safeParse(query).data;
  if (paging === "ignored") return {};
  if (given === undefined || (names.page === "page" && names.page_size === "page_size")) return query;
  const { [names.page]: place, [names.page_size]: page_size } = given;
  const size = Math.min(Number(page_size ?? pageSize), pageCap ?? Number.POSITIVE_INFINITY);
  const page = paging === "honoured" || place === undefined ? place : String(Math.floor(Number(place) / size) + 1);
  return Object.fromEntries(Object.entries({ page, page_size }).filter(([, value]) => value !== undefined));
}

/** The method and URL of the table for a request by a route of the dialect; `undefined` for other requests. */
export function routed(method: string, url: string, { routes, elements }: Dialect) {
  const [path = "", query] = url.split("?");
  for (const [name, route] of Object.entries({ ...(elements === "set" && setRoutes), ...routes })) {
    const [asked, template = ""] = route?.split(" ") ?? [];
    const form = template.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const values = asked === method ? new RegExp(`^${form}$`).exec(path)?.groups : undefined;
    const row = isEndpointName(name) ? endpoints[name] : undefined;
    if (values === undefined || row === undefined) continue;
    const filled = row.path.replace(
      /\{(\w+)\}/g,
      (_, key: string) => values[key] ?? `${values["type"]}%2F${values["name"]}`,
    );
    return { method: row.method, url: query === undefined ? filled : `${filled}?${query}` };
  }
  return undefined;
}

/** The routes of calls that write all records of a name and type. */
const setRoutes = Object.fromEntries(
  (["records.update", "records.delete"] as const).map((name) => {
    const { method, path } = endpoints[name];
    return [name, `${method} ${path.replace("{id}", "{type}/{name}")}`];
  }),
);

/** Does the dialect have another route for an operation, or none? */
export const isElsewhere = (name: EndpointName, { routes, elements }: Dialect): boolean =>
  Object.hasOwn(elements === "set" ? { ...setRoutes, ...routes } : routes, name);

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

/** Converts integers of a query to numbers if the schema wants numbers. */
export function readQuery(query: unknown, schema: z.ZodObject): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const field = schema.shape[key];
      const wantsNumber = field !== undefined && !z.safeParse(field, value).success && /^\d+$/.test(String(value));
      return [key, wantsNumber ? Number(value) : value];
    }),
  );
}

/** @throws Refusal if the credentials are missing or wrong */
export function authenticate(row: Endpoint, request: FastifyRequest, store: Store): void {
  const { token, marketplaceUserId, marketplaceToken, appraisalToken } = store.state.secrets;
  if (row.auth === "bearer") {
    if (request.headers.authorization !== `Bearer ${token}`) {
      throw new Refusal(401, "unauthorized", "Missing or invalid bearer token.");
    }
    return;
  }
  if (request.headers.authorization !== undefined) {
    throw badRequest("unexpected_authorization", "Marketplace operations are called without an Authorization header.");
  }
  const given = credentials.safeParse(request.query).data;
  const key = row === endpoints["marketplace.appraise"] ? appraisalToken : marketplaceToken;
  if (given?.api_token !== key || given.user_id !== marketplaceUserId) {
    throw new Refusal(401, "unauthorized", "Missing or invalid API key or user ID.");
  }
}

export function withoutCredentials(query: unknown, row: Endpoint): unknown {
  const read = anyObject.safeParse(query);
  if (row.auth !== "query" || !read.success) return query;
  const { api_token: _token, user_id: _user, ...rest } = read.data;
  return rest;
}
