/** Finds an existing row by its ID alone: for `pulumi import`, the option `import`, and `get`. */
import type { RegistrarError } from "../../api/index.ts";
import type { HandlerName } from "../../imports/capture.ts";
import { findExisting } from "../../imports/find.ts";
import { openKeys } from "../../lifecycle/define.ts";
import type { Properties } from "../../lifecycle/definition.ts";
import { Run } from "../../lifecycle/run.ts";
import { resources } from "../../resources/index.ts";
import { callError } from "./callError.ts";
import { type EngineOperation, orderNotes } from "./engineOperation.ts";
import { inFlight } from "./interruption.ts";
import { baseUrlKey, identityIn, packed } from "./ownKeys.ts";

export class Existing {
  readonly #operation: EngineOperation;
  /** A run that can't write. There is one per operation, so that each list is read once. */
  #run: Run | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(operation: EngineOperation) {
    this.#operation = operation;
  }

  /**
   * @param asker URN of the resource that is imported, for error messages
   * @throws CallError unless exactly one row has the ID
   */
  read(handler: HandlerName, id: string, asker = ""): Promise<{ id: string; props: Properties; inputs: Properties }> {
    const work = async () => {
      const found = await this.runExclusive((run) => findExisting(handler, id, run, asker));
      const open = openKeys(resources[handler]);
      this.#operation.claims.imported.set(found.id, found.inputs);
      return {
        id: found.id,
        props: packed({ ...found.state, [baseUrlKey]: this.#operation.registrar }, open),
        inputs: packed(found.inputs, open),
      };
    };
    const identity = asker === "" ? undefined : identityIn(asker);
    return asking(this.#operation, work, (error) => this.#operation.messageOf(error, identity));
  }

  /** Runs one call at a time, since a call ignores the claims of other calls. */
  runExclusive<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => work(this.#open()));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #open(): Run {
    this.#run ??= new Run({
      configuration: { ...this.#operation.configuration, adopt: true, lookups: { times: 1, withinMs: 0 } },
      orderNotes: orderNotes(),
      readOnly: true,
      log: () => undefined,
    });
    return this.#run;
  }
}

/** Runs a call for which the state has no resource, such as a lookup or an import. @throws CallError */
export async function asking<T>(
  operation: EngineOperation,
  work: () => Promise<T>,
  messageOf?: (error: RegistrarError) => string,
): Promise<T> {
  try {
    return await inFlight(work);
  } catch (error) {
    throw callError(error, operation, messageOf && { messageOf });
  }
}
