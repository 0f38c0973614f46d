/** The names that a contract override can translate: the fields and parameters of each endpoint, out of the table. */
import * as z from "zod";
import * as shapes from "../endpoints/shapes.ts";
import { type EndpointName, endpointOf } from "../endpoints/table.ts";
import { dnssecFields } from "./dnssecStatus.ts";

/** Fields that are read where the table has no schema of the answer, by group of endpoints. */
const readBeside: Readonly<Record<string, readonly string[]>> = {
  records: [...Object.keys(shapes.recordBody.shape), "id"],
  forwards: [...Object.keys(shapes.forwardBody.shape), "id"],
  contacts: namesIn(shapes.contact),
  domainContacts: shapes.contactRoles.map((role) => `${role}_handle`),
  dnssec: dnssecFields,
  lock: namesIn(shapes.lockStatus),
  tlds: ["register", "renew", "transfer", ...namesIn(shapes.price)],
};

/** Names of the fields of an endpoint's request and answer, nested ones too. */
export function fieldNames(name: EndpointName): string[] {
  const { body, answer } = endpointOf(name);
  const answered = answer.kind === "list" ? answer.element : answer.kind === "object" ? answer.schema : undefined;
  const [group = ""] = name.split(".");
  const known = [body, answered].flatMap((schema) => (schema === undefined ? [] : namesIn(schema)));
  return [...new Set([...known, ...(readBeside[group] ?? [])])];
}

/** Names of the query parameters of an endpoint, those of the marketplace's credentials too. */
export function queryNames(name: EndpointName): string[] {
  const { query, auth } = endpointOf(name);
  return [...(auth === "query" ? ["api_token", "user_id"] : []), ...Object.keys(query?.shape ?? {})];
}

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
  }
  if (schema instanceof z.ZodArray) return namesIn(schema.element);
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap());
  return schema instanceof z.ZodPipe ? namesIn(schema.out) : [];
}
