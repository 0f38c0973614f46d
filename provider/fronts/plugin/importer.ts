/** Reads by an id alone: for `pulumi import`, the option `import`, and `get`. And which ids there are. */

import type { Properties, Resource } from "../../resources/definition.ts";
import type { HandlerName } from "../../resources/existing/capture.ts";
import { findExisting, listItems } from "../../resources/existing/find.ts";
import { resources } from "../../resources/index.ts";
import { Run } from "../../resources/run.ts";
import { openKeys } from "../../resources/shape.ts";
import { callError } from "../shared/callError.ts";
import type { EngineOperation } from "../shared/engineOperation.ts";
import { orderNotes } from "../shared/engineOperation.ts";
import { inFlight } from "../shared/interruption.ts";
import { packed } from "../shared/ownKeys.ts";

/** What was found, as the engine keeps it. */
export interface Imported {
  id: string;
  props: Properties;
  inputs: Properties;
}

/** One run for all imports of an operation, so that each list is read once. It cannot write. */
export class Importer {
  readonly #operation: EngineOperation;
  #run: Run | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(operation: EngineOperation) {
    this.#operation = operation;
  }

  /** @throws CallError where nothing has the id, or more than one */
  async read(handler: HandlerName, id: string): Promise<Imported> {
    try {
      const find = () => findExisting(handler, id, this.#openRun());
      const { id: label, inputs, state } = await this.#inTurn(() => inFlight(find));
      const resource: Resource = resources[handler];
      const open = openKeys(resource);
      this.#operation.run.imported.set(label, inputs);
      return { id: label, props: packed(state, open), inputs: packed(inputs, open) };
    } catch (error) {
      throw callError(
        error,
        {},
        (text) => text,
        (state) => state,
      );
    }
  }

  /** The ids of a domain's items. */
  list(handler: "dnsRecord" | "urlForward", domain: string): Promise<string[]> {
    return this.#inTurn(() =>
      inFlight(() => listItems(handler, domain, this.#openRun(), (message) => this.#operation.say(message))),
    );
  }

  #openRun(): Run {
    this.#run ??= new Run({
      configuration: { ...this.#operation.configuration, adopt: true, lookups: { times: 1, withinMs: 0 } },
      orderNotes: orderNotes(),
      readOnly: true,
      say: () => undefined,
    });
    return this.#run;
  }

  /** One after another: each looks at the items as if nobody held any. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

/** What `pulumi do TYPE list` lists, ids that an import takes: items of a domain, or the domains themselves. Contacts and transfers have no argument to list them by. */
const listed: Partial<Record<HandlerName, "items" | "domains">> = {
  dnsRecord: "items",
  urlForward: "items",
  dnsZone: "domains",
  nameservers: "domains",
  domainSettings: "domains",
  domainContacts: "domains",
  dnssec: "domains",
  domainRegistration: "domains",
};

export const listedBy = (handler: string): "items" | "domains" | undefined =>
  Object.entries(listed).find(([name]) => name === handler)?.[1];

/** Arguments of a list. */
export const listInputs = {
  domain: {
    type: "string",
    description: "The domain whose items are listed. Default: all domains of the account.",
  },
} as const;
