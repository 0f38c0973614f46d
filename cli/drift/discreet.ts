/** Failures as they may be shown: without what is secret in the state. */
import { isObject } from "../../provider/api/json.ts";
import { Redactor } from "../../provider/api/redaction.ts";
import { internalError } from "../../provider/fronts/shared/callError.ts";
import type { Resource } from "../../provider/resources/definition.ts";
import { secretTexts } from "../../provider/resources/redactionScope.ts";
import type { StateRow } from "../state.ts";
import type { Failure } from "./report.ts";

export type Cover = (text: string) => string;

/** Takes out of a text whatever some resource holds as a secret. */
export function covering(rows: readonly StateRow[], byType: ReadonlyMap<string, Resource>): Cover {
  const redactor = new Redactor();
  for (const { type, secrets, inputs, outputs } of rows) {
    const resource = byType.get(type);
    const names = [...secrets, ...(resource?.secretInputs ?? []), ...(resource?.secretOutputs ?? [])];
    redactor.add(secretTexts(resource ?? { type }, names, [inputs, outputs]));
    if (typeof inputs["domain"] === "string" && !secrets.includes("domain")) redactor.leave([inputs["domain"]]);
  }
  return (text) => redactor.redact(text);
}

/** A value without what some resource holds as a secret; what was written by hand may repeat one. */
export function covered(value: unknown, cover: Cover): unknown {
  if (typeof value === "string") return cover(value);
  if (Array.isArray(value)) return value.map((item: unknown) => covered(item, cover));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, covered(inner, cover)]));
}

export function failureOf(error: unknown, resources: string[], cover: Cover): Failure {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  return { code: code === "" ? internalError : code, message: cover(message), resources };
}

/** One failure for all the resources that met the same: a list that cannot be read is told once. */
export function grouped(failures: readonly Failure[]): Failure[] {
  const groups = new Map<string, Failure>();
  for (const { code, message, resources } of failures) {
    const known = groups.get(`${code} ${message}`);
    if (known === undefined) groups.set(`${code} ${message}`, { code, message, resources: [...resources] });
    else for (const each of resources) known.resources.push(each);
  }
  return [...groups.values()];
}
