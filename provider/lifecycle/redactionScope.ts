/**
 * What of the resource at work is secret, and what takes it out of all that people read. Whoever describes an item leaves out its
 * secret arguments: that no message may hold one is the second net. The scope goes with the call that is running, since many
 * resources are at work at once.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Redacted, Redactor } from "../api/redaction.ts";
import type { Properties, Resource } from "./definition.ts";

/** What holds for the resource at work. */
export interface RedactionScope {
  /** Names of its secret arguments. */
  readonly names: ReadonlySet<string>;
  /** Takes every secret of this run out of a text. */
  readonly redact: (text: string) => Redacted;
}

const current = new AsyncLocalStorage<RedactionScope>();

/**
 * Runs something for a resource of which these arguments are secret. One without secrets needs no store: as long as none
 * has any, Node follows no promise, which would cost every call of the process.
 */
export function withRedaction<T>(scope: RedactionScope, work: () => T): T {
  return scope.names.size === 0 ? work() : current.run(scope, work);
}

/** Takes every secret out of a text that somebody will read; `undefined` where no resource with secrets is at work. */
export function redacted(text: string): Redacted | undefined {
  return current.getStore()?.redact(text);
}

export function isSecretArgument(name: string): boolean {
  return current.getStore()?.names.has(name) === true;
}

/** Are the records of a zone or a set secret? */
export const areRecordsSecret = () => isSecretArgument("records") || isSecretArgument("values");

/** `its content is secret`; empty where none of these arguments is. */
export function secretText(keys: readonly string[]): string {
  const secret = keys.filter(isSecretArgument);
  return secret.length === 0 ? "" : `its ${secret.join(" and ")} ${secret.length === 1 ? "is" : "are"} secret`;
}

/** The texts and numbers inside a value; that something is true or false is no secret that could be found again. */
function texts(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(texts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** Fields of a record that say which record it is, and how it is served: not what is in it. */
const openFields = new Set([
  "type",
  "name",
  "ttl",
  "priority",
  "service",
  "protocol",
  "weight",
  "port",
  "flags",
  "tag",
]);

/** The texts in a zone's records, without those that name a record. */
function dataIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(dataIn);
  if (typeof value !== "object" || value === null) return texts(value);
  return Object.entries(value).flatMap(([key, inner]) => {
    const isOpen = openFields.has(key) && (typeof inner !== "object" || inner === null);
    return isOpen ? [] : dataIn(inner);
  });
}

/**
 * The texts that no message of any resource may show. Of a zone's records the data, so that a message can name the record. Data of
 * people stand in messages by chance only, such as the domain of an e-mail address: the client takes them out of what the
 * registrar says.
 * @param names arguments that are secret
 * @param bags inputs and state
 */
export function secretTexts(
  { type, secretInputs, personal }: Pick<Resource, "type" | "secretInputs" | "personal">,
  names: readonly string[],
  bags: readonly Properties[],
): string[] {
  const hidden = names.filter((name) => !(secretInputs?.includes(name) && personal?.includes(name)));
  const textsOf = (name: string) => (type === "DnsZone" && name === "records" ? dataIn : texts);
  return bags.flatMap((bag) => hidden.flatMap((name) => textsOf(name)(bag[name])));
}

/** Arguments that say which element a message is about. */
const naming = ["domain", "name", "source", "type", "handle"] as const;
/** Shorter values of other resources are not looked for: they would blank out half of every sentence. */
const minLengthOfOthers = 8;

/** The secrets of all resources of one operation: an element of one resource may be named to another. */
export class Secrets {
  readonly #all = new Redactor();
  readonly #known = new Set<string>();
  readonly #open = new Set<string>();

  /**
   * Notes the secrets of a resource.
   * @param names arguments that are secret
   * @param bags its inputs and state
   */
  scope(resource: Resource, names: readonly string[], bags: readonly Properties[]): RedactionScope {
    const own = secretTexts(resource, names, bags);
    const fresh = own.filter((value) => value.length >= minLengthOfOthers && !this.#known.has(value));
    for (const value of fresh) this.#known.add(value);
    this.#all.add(fresh);
    const open = texts(bags.map((bag) => naming.filter((name) => !names.includes(name)).map((name) => bag[name])));
    const seen = open.filter((value) => !this.#known.has(value) && !this.#open.has(value));
    for (const value of seen) this.#open.add(value);
    this.#all.leave(seen);
    const redactor = own.length === 0 ? undefined : new Redactor().add(own).leave(open);
    return { names: new Set(names), redact: (text) => this.redact(redactor?.redact(text) ?? text) };
  }

  /** Takes the secrets of all resources out of a text that is to be shown. */
  redact(text: string): Redacted {
    return this.#all.shown(text);
  }
}
