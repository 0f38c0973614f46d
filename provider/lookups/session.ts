/**
 * What the lookups of one program share: the client with its pacing, and what was asked already. The same question is
 * asked once; a failure is not kept, so that a program may ask again.
 */
import { type AnswerOf, type Api, type Configuration, createClient, type EndpointName } from "../api/index.ts";

/** Answers by question. Questions that are asked at the same time share one call. */
class Cache<T> {
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

type Caches = { readonly [N in LookupOperation]: Cache<AnswerOf<N>> };

/** The operations that lookups are made of. */
type LookupOperation = Extract<
  EndpointName,
  `${string}.${"get" | "list" | "check" | "pricing" | "search" | "appraise"}`
>;

export class Lookups {
  readonly api: Api;
  readonly cache: Caches = {
    "domains.list": new Cache(),
    "domains.get": new Cache(),
    "domains.check": new Cache(),
    "tlds.pricing": new Cache(),
    "records.list": new Cache(),
    "forwards.list": new Cache(),
    "nameservers.get": new Cache(),
    "dnssec.get": new Cache(),
    "lock.get": new Cache(),
    "contacts.list": new Cache(),
    "contacts.get": new Cache(),
    "marketplace.search": new Cache(),
    "marketplace.appraise": new Cache(),
  };

  constructor(api: Api) {
    this.api = api;
  }
}

/** A client that only reads. */
export function lookupClient(configuration: Configuration): Api {
  return createClient({ ...configuration, readOnly: true });
}
