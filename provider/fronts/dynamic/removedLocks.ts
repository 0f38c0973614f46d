/**
 * Locks that a program gives up. A lock that is still on cannot be deleted, since only the registrar's dashboard unlocks;
 * the engine would find that out in the middle of an `up`. The program's process knows at its end what it declared, and
 * the state says what there was before.
 */

import { retainedKey } from "../shared/ownKeys.ts";
import { getLockStatus } from "./lookups.ts";
import { hasMocks, heldBefore, isInline, perProgram, whenKnown } from "./program.ts";

const type = "DomainLock";

/** Enough to know most names again; the rest is left to whoever knows all about names. */
const simple = (domain: unknown) => String(domain).toLowerCase().replace(/\.$/, "");

class Locks {
  /** Locks whose domain the program does not know: then nobody can say which one is given up. */
  unknown = 0;
  readonly domains = new Set<string>();

  constructor() {
    // An inline program does not end with its process; the order of deletion still protects it.
    if (isInline() || hasMocks()) return;
    process.once("beforeExit", (code) => {
      if (code === 0 && this.unknown === 0) void this.#look().catch(endWith);
    });
  }

  async #look(): Promise<void> {
    const held = (await heldBefore()) ?? [];
    const left = held.filter(
      ({ type: held, outputs }) =>
        held === type && outputs[retainedKey] !== true && !this.domains.has(simple(outputs["domain"])),
    );
    if (left.length === 0) return;
    const { refuseRemoved } = await import("./refusedLocks.ts");
    await refuseRemoved(left, [...this.domains], getLockStatus);
  }
}

/** As an uncaught error it ends the program, and with it the preview or the run, before anything is deleted. */
function endWith(error: unknown): void {
  process.nextTick(() => {
    throw error;
  });
}

const locks = perProgram(() => new Locks());

/** Notes what a program declares. */
export function noteLock(declared: string, args: object): void {
  const program = locks();
  if (declared !== type) return;
  program.unknown++;
  whenKnown(args, ({ values }) => {
    program.unknown--;
    program.domains.add(simple(values["domain"]));
  });
}
