/**
 * What the lookups of one program share: the client with its pacing, and what was asked already. The same question is
 * asked once; a failure is not kept, so that a program may ask again.
 */
import {
  type AnswerOf,
  type Api,
  type Configuration,
  createClient,
  explainNotFound,
  type OperationName,
  RegistrarError,
} from "../api/index.ts";
import { InvalidNameError, normaliseDomain } from "../dns/index.ts";
import { InvalidLookupError } from "./errors.ts";

/** Answers by question. Questions that are asked at the same time share one call. */
class Known<T> {
  readonly #answers = new Map<string, Promise<T>>();

  once(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const answer = ask();
    this.#answers.set(question, answer);
    answer.catch(() => {
      if (this.#answers.get(question) === answer) this.#answers.delete(question);
    });
    return answer;
  }
}

type KnownAnswers = { readonly [N in LookupOperation]: Known<AnswerOf<N>> };

/** The operations that lookups are made of. */
type LookupOperation = Extract<
  OperationName,
  `${string}.${"get" | "list" | "check" | "pricing" | "search" | "appraise"}`
>;

export class Lookups {
  readonly api: Api;
  readonly known: KnownAnswers = {
    "domains.list": new Known(),
    "domains.get": new Known(),
    "domains.check": new Known(),
    "tlds.pricing": new Known(),
    "records.list": new Known(),
    "forwards.list": new Known(),
    "nameservers.get": new Known(),
    "dnssec.get": new Known(),
    "lock.get": new Known(),
    "contacts.list": new Known(),
    "contacts.get": new Known(),
    "marketplace.search": new Known(),
    "marketplace.appraise": new Known(),
  };

  constructor(api: Api) {
    this.api = api;
  }

  /** Runs a call; a refusal because of the domain or the route gets its best explanation. */
  async explaining<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof RegistrarError ? await explainNotFound(this.api, error) : error;
    }
  }
}

/** A client that only reads. */
export function lookupClient(configuration: Configuration): Api {
  return createClient({ ...configuration, readOnly: true });
}

/** A domain as a program wrote it, in A-labels. @throws InvalidLookupError */
export function domainIn(lookup: string, written: unknown): string {
  try {
    return normaliseDomain(textIn(lookup, "domain", written));
  } catch (error) {
    if (error instanceof InvalidNameError) throw new InvalidLookupError(lookup, `domain: ${error.message}`);
    throw error;
  }
}

/** A text that a program has to give. @throws InvalidLookupError */
export function textIn(lookup: string, argument: string, written: unknown): string {
  if (typeof written === "string" && written.trim() !== "") return written;
  throw new InvalidLookupError(lookup, `${argument} must be a text that is not empty`);
}

/** One text or several, in lower case; `undefined` if none was given. */
export function wordsIn(written: string | string[] | undefined): string[] | undefined {
  if (written === undefined) return undefined;
  return [written].flat().map((word) => word.trim().toLowerCase());
}
