/** What `/openapi.json` says: the table of endpoints as an OpenAPI 3.1 document, with every answer as the sandbox gives it. */
import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod";
import { anyObject } from "../../provider/api/endpoints/shapes.ts";
import { type Endpoint, type EndpointName, endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";

/** What is said of a route; its `operationId` is its row's name. */
export function describeRoute(name: EndpointName) {
  const row: Endpoint = endpoints[name];
  return {
    operationId: name,
    summary: row.summary,
    tags: [name.split(".")[0] ?? name],
    security: row.auth === "bearer" ? [{ bearer: [] }] : [{ apiKey: [], userId: [] }],
  };
}

/** The answer to a request that was carried out. */
export function answerSchema({ answer }: Endpoint): z.ZodType {
  if (answer.kind === "list") return z.looseObject({ success: z.boolean(), data: z.array(answer.element) });
  if (answer.kind === "any") return anyObject;
  return answer.at === "top" ? answer.schema : z.looseObject({ success: z.boolean(), data: answer.schema });
}

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: "any" } });

/** Options of the plugin that writes the document. */
export function openApiOptions(apiPrefix: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Domain Registrar and Marketplace API (sandbox)", version: "1.0.0" },
      servers: [{ url: apiPrefix }],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          apiKey: { type: "apiKey", in: "query", name: "api_token" },
          userId: { type: "apiKey", in: "query", name: "user_id" },
        },
      },
    },
    transform: (route) => {
      const name = endpointNames.find((one) => one === route.schema?.operationId);
      const row: Endpoint | undefined = name && endpoints[name];
      // Credentials are said once, as security.
      const described = row?.auth === "query" ? { ...route.schema, querystring: row.query } : route.schema;
      const { schema, url } = toJsonSchema({ ...route, schema: described });
      return { schema: withNulls(schema), url };
    },
  };
}

/** Any field of an answer that may be missing may be `null` as well. */
function withNulls<S extends { response?: unknown }>(schema: S): S {
  return isObject(schema.response) ? { ...schema, response: nullable(schema.response) } : schema;
}

function nullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullable);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nullable(item)]));
  const { properties, required } = inner;
  if (inner["type"] !== "object" || !isObject(properties)) return inner;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([key, field]) => [key, needed.includes(key) ? field : orNull(field)]);
  return { ...inner, properties: Object.fromEntries(fields) };
}

function orNull(field: unknown): unknown {
  return isObject(field) && typeof field["type"] === "string" ? { ...field, type: [field["type"], "null"] } : field;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
