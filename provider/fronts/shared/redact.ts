/** Keeps the values of secret arguments out of what people read: the second net, since messages describe elements without them. */
import { Hider } from "../../api/hide.ts";
import { printable } from "../../api/printable.ts";
import type { Properties, Resource } from "../../resources/definition.ts";

/** Takes every text and number inside the given values out of a message, in whatever form it stands there. */
export function redactValues(message: string, secrets: readonly unknown[], open: readonly unknown[] = []): string {
  return valueHider(secrets, open).hide(message);
}

/** @param open values that may be seen: what a secret has in common with them stays */
export function valueHider(secrets: readonly unknown[], open: readonly unknown[] = []): Hider {
  return new Hider("[secret]").add(texts(secrets)).leave(texts(open));
}

/** The texts and numbers inside a value; that something is true or false is no secret that could be found again. */
function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(texts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** Fields of a record that say which record it is, and how it is served: not what is in it. */
const told = new Set(["type", "name", "ttl", "priority", "service", "protocol", "weight", "port", "flags", "tag"]);

/** What of a secret argument no message may show. Of a zone's records the data, so that a message can name the record. */
export function secretParts(type: string, name: string, value: unknown): unknown {
  return type === "DnsZone" && name === "records" ? dataIn(value) : value;
}

function dataIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => {
    const isField = !isList && (typeof inner !== "object" || inner === null);
    return isField && told.has(key) ? [] : dataIn(inner);
  });
}

/**
 * Secrets that no message of any resource may show. Data of people stand in messages by chance only, such as the domain of an
 * e-mail address or the word "Contact": the client takes them out of what the registrar says.
 */
export const hiddenEverywhere = (resource: Resource | undefined, names: readonly string[]): string[] =>
  names.filter((name) => !(resource?.secretInputs?.includes(name) && resource.personal?.includes(name)));

/** Arguments that say which element a message is about. */
const naming = ["domain", "name", "source", "type", "handle"] as const;
/** Shorter values of other resources are not looked for: they would blank out half of every sentence. */
const minLengthOfOthers = 8;

/** The secrets of all resources of one operation. */
export class Secrets {
  readonly #all = new Hider("[secret]");
  readonly #known = new Set<string>();
  readonly #open = new Set<string>();

  /**
   * Notes the secrets of a resource, and makes what takes them, and those of all others, out of a text that is to be shown.
   * @param names arguments that are secret
   * @param bags its inputs and state
   */
  discretion(resource: Resource, names: readonly string[], bags: readonly Properties[]): (text: string) => string {
    const valuesOf = (some: readonly string[]) =>
      texts(bags.map((bag) => some.map((name) => secretParts(resource.type, name, bag[name]))));
    const own = valuesOf(hiddenEverywhere(resource, names));
    const fresh = own.filter((value) => value.length >= minLengthOfOthers && !this.#known.has(value));
    for (const value of fresh) this.#known.add(value);
    this.#all.add(fresh);
    const open = texts(bags.map((bag) => naming.filter((name) => !names.includes(name)).map((name) => bag[name])));
    const seen = open.filter((value) => !this.#known.has(value) && !this.#open.has(value));
    for (const value of seen) this.#open.add(value);
    this.#all.leave(seen);
    const hider = own.length === 0 ? undefined : new Hider("[secret]").add(own).leave(open);
    return (text) => this.redact(hider?.hide(text) ?? text);
  }

  /** Takes the secrets of all resources out of a text that is to be shown. */
  redact(text: string): string {
    return printable(this.#all.hide(text));
  }
}
