/** The result of a comparison. It holds nothing secret or personal. */
import { RegistrarError } from "../../provider/api/errors.ts";
import { Redactor, type Words, withholding } from "../../provider/api/redaction.ts";
import { isObject } from "../../provider/api/response.ts";
import { groupBy } from "../../provider/dns/index.ts";
import { internalError } from "../../provider/fronts/shared/engineOperation.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { isPersonal, secretTexts } from "../../provider/lifecycle/redactionScope.ts";
import type { StateRow } from "../state.ts";

export interface PropertyDrift {
  /** Property path, such as `content`. */
  path: string;
  /** The program's value. `[secret]` and `[personal]` replace values that are not shown. */
  declared?: unknown;
  live?: unknown;
  /** The patterns of `ignoreChanges` that hold it: `pulumi refresh` shows the change, `pulumi up` ignores it. */
  ignored?: string[];
}

export interface ResourceDrift {
  urn: string;
  type: string;
  name: string;
  id: string;
  kind: "changed" | "gone";
  changes: PropertyDrift[];
  /** Makes the registrar as the program has it: a command, after an edit of the program where it needs one. */
  repair: string;
  /** Makes the program as the registrar has it: an edit of the program, and a command. */
  keep: string;
}

/** A resource or list that could not be compared. */
export interface Failure {
  code: string;
  message: string;
  resources: string[];
}

/** A record or forward that is live and in no program. */
export interface Unmanaged {
  kind: "record" | "forward";
  domain: string;
  /** The registrar's id, where it shows one. */
  id?: string;
  /** Of a record: relative, `@` for the apex. Of a forward: its source. */
  name: string;
  /** Of a record `A`, `MX`, ...; of a forward `permanent` or `temporary`. */
  type?: string;
  /** Of a record: its data as in a zone file. Of a forward: the destination. */
  content: string;
  ttl?: number;
  /** Other records have its name and type, and no resource owns any: a DnsRecordSet imports all. */
  inSet?: true;
}

export interface Report {
  stack: string | undefined;
  project: string | undefined;
  /** Resources of this package in the state. */
  resources: number;
  drift: ResourceDrift[];
  errors: Failure[];
  unmanaged: Unmanaged[];
  /** Changes that wait for approval: no drift. */
  waiting: string[];
  notes: string[];
}

/** @param words the registrar's own message that the string quotes, perhaps cut */
export type Cover = (text: string, words?: Words) => string;

/** A function that redacts the secrets of all resources in a string. */
export function covering(rows: readonly StateRow[], byType: ReadonlyMap<string, Resource>): Cover {
  const redactor = new Redactor();
  for (const { type, secrets, inputs, outputs } of rows) {
    const resource = byType.get(type);
    const names = [...secrets, ...(resource?.secretInputs ?? []), ...(resource?.secretOutputs ?? [])];
    const hidden = names.filter((name) => !isPersonal(resource ?? {}, name));
    redactor.add(secretTexts(hidden, [inputs, outputs]));
    if (typeof inputs["domain"] === "string" && !secrets.includes("domain")) redactor.leave([inputs["domain"]]);
  }
  return (text, words) => redactor.redact(withholding(text, words, redactor));
}

/** The value, redacted: a value written by hand can repeat a secret. */
export function covered(value: unknown, cover: Cover): unknown {
  if (typeof value === "string") return cover(value);
  if (Array.isArray(value)) return value.map((item: unknown) => covered(item, cover));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, covered(inner, cover)]));
}

/** A failure with a key that is equal for failures of one cause. */
export interface Met extends Failure {
  cause: string;
}

export function failureOf(error: unknown, resources: string[], cover: Cover): Met {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : internalError;
  const known = error instanceof RegistrarError ? error : undefined;
  const message = cover(error instanceof Error ? error.message : String(error), known?.words);
  return { code, message, resources, cause: known?.sharedCause ?? `${code} ${message}` };
}

/** Merges failures of one cause: a list that cannot be read is reported once. */
export function grouped(failures: readonly Met[]): Failure[] {
  return [...groupBy(failures, ({ cause }) => cause).values()].flatMap((same) => {
    const resources = same.flatMap((each) => each.resources).sort();
    return same.slice(0, 1).map(({ code, message }) => ({ code, message, resources }));
  });
}
