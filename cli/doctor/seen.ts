/** What came, and what the contract says should come: as texts that hold no values. */

import { type Endpoint, endpoints } from "../../provider/api/endpoints.ts";
import type { Configuration, EndpointName, Observation } from "../../provider/api/index.ts";
import { contentTypeOf, findRows, parseBody, UnreadableAnswerError } from "../../provider/api/index.ts";
import { shapeOf } from "./shape.ts";

/** The JSON value of an answer and its shape; without `value` when it is no JSON. */
export function bodyOf(answer: Observation["answer"]): { shape: string; value?: unknown } {
  try {
    const value = parseBody(answer);
    return { shape: value === undefined ? "nothing" : shapeOf(value), value };
  } catch (error) {
    if (!(error instanceof UnreadableAnswerError)) throw error;
    return { shape: `not JSON (${contentTypeOf(answer.headers)})` };
  }
}

/** How many elements a list holds; `undefined` when it is none, or was not found. */
export function rowsIn(operation: EndpointName, body: unknown, { contract }: Configuration): number | undefined {
  const { answer }: Endpoint = endpoints[operation];
  if (answer.kind !== "list" || body === undefined) return undefined;
  try {
    return findRows({ status: 200, headers: {}, body }, answer.keys, contract.endpoints[operation]?.container).rows
      .length;
  } catch {
    return undefined;
  }
}

/** What the table says of an operation, with the contract's corrections. */
export function contractText(operation: EndpointName, { contract }: Configuration): string {
  const { method, path }: Endpoint = endpoints[operation];
  const override = contract.endpoints[operation];
  if (override === null) return "no such operation (contract file)";
  const corrections = [
    ...Object.entries(override?.fields ?? {}).map(([name, wire]) => `${name} is ${wire}`),
    ...(override?.container === undefined ? [] : [`in ${override.container}`]),
    ...(override?.paging === null ? ["no pages"] : override?.paging ? [`pages by ${override.paging.page}`] : []),
  ];
  const line = `${override?.method ?? method} ${override?.path ?? path}`;
  return corrections.length === 0 ? line : `${line} (${corrections.join(", ")})`;
}
