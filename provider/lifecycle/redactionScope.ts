/**
 * The secrets of the resource at work, and their redaction. Messages leave out secret arguments; redaction is the second
 * safeguard. Each running call has its own scope, since many resources are at work at once.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { quote, type Redacted, Redactor, type Words, withholding } from "../api/redaction.ts";
import type { Properties, Resource } from "./definition.ts";

/** The secrets of the resource at work. */
export interface RedactionScope {
  /** Names of its secret arguments. */
  readonly names: ReadonlySet<string>;
  /** Redacts every secret of this run. @param words the registrar's own messages that the text quotes */
  readonly redact: (text: string, words?: Words) => Redacted;
}

const current = new AsyncLocalStorage<RedactionScope>();

/** Runs a call of a resource. Without secrets it needs no store: Node then tracks no promises, which would slow every call. */
export function withRedaction<T>(scope: RedactionScope, work: () => T): T {
  return scope.names.size === 0 ? work() : current.run(scope, work);
}

/** Redacts a message; `undefined` if no resource with secrets is at work. */
export function redacted(text: string): Redacted | undefined {
  return current.getStore()?.redact(text);
}

export function isSecretArgument(name: string): boolean {
  return current.getStore()?.names.has(name) === true;
}

export const areRecordsSecret = () => isSecretArgument("records") || isSecretArgument("values");

/** Such as `its content is secret`; empty if none of these arguments is secret. */
export function secretText(keys: readonly string[]): string {
  const secret = keys.filter(isSecretArgument);
  const verb = secret.length > 1 || secret[0]?.endsWith("s") ? "are" : "is";
  return secret.length === 0 ? "" : `its ${secret.join(" and ")} ${verb} secret`;
}

/** Text of the registrar for a message: redacted, then cut to a readable length. */
export const shownText = (text: string): string => quote(text, (each) => redacted(each) ?? each);

/** A row as the registrar lists it. @param open the part to show if one of the arguments `keys` is secret */
export function shownRow(row: object, open: object, keys: readonly string[]): string {
  return shownText(JSON.stringify(keys.some(isSecretArgument) ? open : row));
}

/** The strings and numbers in a value. A boolean can't be found in a message. */
function texts(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(texts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** Shorter values of other resources, and shorter words, aren't redacted: they are parts of ordinary words. */
const minLengthOfOthers = 8;

/** Values of records, and their words: a message may quote the host of `10 mail.example.net` alone. */
const valuesIn = (values: unknown): string[] =>
  texts(values).flatMap((text) => [text, ...text.split(/[\s"]+/).filter((word) => word.length >= minLengthOfOthers)]);

/** Is it secret as personal data? Only the registrar's words have that: in others, a city or a name may be an ordinary word. */
export const isPersonal = ({ secretInputs, personal }: Partial<Resource>, name: string) =>
  secretInputs?.includes(name) === true && personal?.includes(name) === true;

/** The strings in these arguments and outputs of inputs and state. */
export const secretTexts = (names: readonly string[], bags: readonly Properties[]): string[] =>
  bags.flatMap((bag) => names.flatMap((name) => (["records", "values"].includes(name) ? valuesIn : texts)(bag[name])));

/** Arguments that identify the subject of a message. */
export const naming = ["domain", "name", "source", "type", "handle"] as const;

/** The secrets of all resources of one operation: a message of one resource may name another's row. */
export class Secrets {
  readonly #all = new Redactor();
  readonly #known = new Set<string>();

  /** Notes the secrets of a resource. @param names of secret arguments @param bags its inputs and state: those, and `naming` */
  scope(resource: Resource, names: readonly string[], bags: readonly Properties[]): RedactionScope {
    const open = texts(bags.map((bag) => naming.filter((name) => !names.includes(name)).map((name) => bag[name])));
    const named = names.filter((name) => !isPersonal(resource, name));
    const own = secretTexts(named, bags);
    const long = own.filter((value) => value.length >= minLengthOfOthers);
    for (const value of long) this.#known.add(value);
    this.#all.add(long);
    this.#all.leave(open.filter((value) => !this.#known.has(value)));
    const redactor = own.length === 0 ? undefined : new Redactor().add(own).leave(open);
    const ofRegistrar = new Redactor().add(secretTexts(names, bags)).leave(open);
    const redact = (text: string, words?: Words) => {
      const kept = withholding(text, words, this.#all, ofRegistrar);
      return this.redact(redactor?.redact(kept) ?? kept);
    };
    return { names: new Set(names), redact };
  }

  /** Notes the secret arguments of a function, since its error may quote them. */
  note(values: readonly unknown[]): void {
    this.#all.add(values.flatMap(valuesIn).filter((value) => value.length >= minLengthOfOthers));
  }

  /** Redacts the secrets of all resources. @param words the registrar's own messages that the text quotes */
  readonly redact = (text: string, words?: Words): Redacted => this.#all.shown(withholding(text, words, this.#all));
}
