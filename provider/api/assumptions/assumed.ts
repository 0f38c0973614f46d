/** Why a call may have been refused where parts of its endpoint are a guess: which parts, and the line of the contract that corrects them. */

import { type AssumedPart, type Endpoint, type EndpointName, endpointOf } from "../endpoints/table.ts";
import type { Override } from "./contract.ts";

/** 4xx answers that may mean that the form of a request is not the registrar's. */
export const formStatuses: readonly number[] = [400, 405, 415, 422];

/**
 * @param override what the user's contract says of the endpoint already
 * @returns sentences, the first of which begins with "the"; empty where nothing of the request is a guess any more
 */
export function assumedAdvice(name: EndpointName, override: Override | undefined): string {
  const row = endpointOf(name);
  const isCorrected: Record<string, boolean> = {
    method: override?.method !== undefined,
    path: override?.path !== undefined,
    existence: override?.path !== undefined,
    query: override?.query !== undefined || override?.paging !== undefined,
    body: override?.fields !== undefined,
  };
  const guessed = row.assumed.filter((part) => part !== "answer" && !isCorrected[part.split(".")[0] ?? ""]);
  if (guessed.length === 0) return "";
  const isPaged = row.answer.kind === "list" && guessed.includes("query");
  const unpaged = isPaged ? `, {"${name}": {"paging": null}} if the list takes no pages` : "";
  const isNone = guessed.some((part) => part === "existence" || part === "path");
  const named = guessed.map((part) => words(part));
  const verb = named.length > 1 || named[0]?.startsWith("the names") ? "are" : "is";
  return (
    `${list(named)} of "${name}" ${verb} assumed (sent as ${override?.method ?? row.method} ${override?.path ?? row.path}). ` +
    `Correct that in a contract file (REGISTRAR_CONTRACT_FILE): {"${name}": ${JSON.stringify(skeleton(row, guessed))}}${unpaged}` +
    (isNone ? `, or null if there is no such operation (${withoutIt(row)}).` : ".")
  );
}

/** The replacement of an endpoint that doesn't exist. */
export function withoutIt({ fallback }: Endpoint): string {
  return fallback.startsWith("none: ")
    ? `nothing else does it: ${fallback.slice("none: ".length)}`
    : `instead: ${fallback}`;
}

function words(part: AssumedPart): string {
  const [group, field] = part.split(".");
  if (field !== undefined) return `the name of the field "${field}"`;
  if (group === "body") return "the names of the fields";
  return group === "query" ? "the names of the query parameters" : `the ${group}`;
}

const list = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** The line to fill in: what is guessed, with dots for what only the registrar knows. */
function skeleton(row: Endpoint, guessed: readonly AssumedPart[]): Record<string, unknown> {
  const fields = guessed.flatMap((part) => {
    if (part === "body") return Object.keys(row.body?.shape ?? {});
    return part.startsWith("body.") ? [part.slice("body.".length)] : [];
  });
  const blank = (names: readonly string[]) => Object.fromEntries(names.slice(0, 4).map((field) => [field, "..."]));
  const credentials = row.auth === "query" ? ["api_token", "user_id"] : [];
  const isList = row.answer.kind === "list";
  return {
    ...(guessed.includes("method") && { method: "..." }),
    ...(guessed.includes("path") && { path: "/..." }),
    ...(fields.length > 0 && { fields: blank(fields) }),
    ...(guessed.includes("query") &&
      (isList
        ? { paging: { page: "...", pageSize: "..." } }
        : { query: blank([...credentials, ...Object.keys(row.query?.shape ?? {})]) })),
  };
}
