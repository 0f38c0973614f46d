/** DomainLock: the registrar lock (client transfer prohibition) of a domain. */
import * as z from "zod";
import { lockDetails, lockDetailsOf, notShown, readLockStatus } from "../api/index.ts";
import { PartialFailure } from "../lifecycle/definition.ts";
import { PreconditionError } from "../lifecycle/errors.ts";
import { domainSchema, perDomain, type StateOf } from "../lifecycle/perDomain.ts";
import { confirmed } from "../lifecycle/poll.ts";
import type { Run } from "../lifecycle/run.ts";

const schema = domainSchema("DomainLock", {});
const outputs = {
  locked: z.boolean().describe("True if the registrar lock is on."),
  ...lockDetails,
};

/** A field that means something else at a registrar isn't read under another name. */
const otherMeaning =
  "If one of these fields means something else at this registrar, give it another name in a contract file " +
  '(`registrar:contractFile`), so that it is not read: {"lock.get": {"fields": {"can_transfer_out": "none"}}}.';

/** The domain can't be unlocked through the API. */
class StillLockedError extends PreconditionError {
  protected override readonly shares = [] as const;
}

/** The lock as the registrar shows it, and the contradiction in its response, if any. */
async function look(domain: string, run: Run) {
  const answer = await run.api.lock.get({ domain });
  const { locked, contradiction } = readLockStatus(answer, domain);
  return { seen: { locked, ...lockDetailsOf(answer) }, contradiction };
}

export const domainLock = perDomain<z.output<typeof schema>, StateOf<typeof schema, typeof outputs>>({
  type: "DomainLock",
  part: "lock",
  summary:
    "The registrar lock of a domain, which forbids a transfer to another registrar. Use it with the option `protect: true`.",
  endpoints: ["lock.get", "lock.set", "domains.get"],
  meaning: {
    create: "locks the domain if it is unlocked",
    drift: "the domain is unlocked, or a field of the response says so",
    delete: "fails until you unlock the domain in the dashboard. The API can't unlock",
  },
  schema,
  outputs,
  stays: (domain) => `The registrar lock of ${domain} stays`,
  due: ({ locked }) => (locked === false ? [{ path: "locked", kind: "update" }] : []),

  async observe(_state, domain, run) {
    const { seen, contradiction } = await look(domain, run);
    if (contradiction !== undefined) {
      run.log(
        `The registrar contradicts itself about the lock of ${domain}: ${contradiction}. The domain counts as ` +
          "unlocked until all fields say locked.",
      );
    }
    return seen;
  },

  /** Locks an unlocked domain, and reads until the registrar shows the lock. The state keeps the values that were read. */
  async ensure(_args, domain, run) {
    let last = await look(domain, run);
    if (last.seen.locked) return last.seen;
    // A read of the lock may be stale, like a list.
    const shown = () =>
      run.poll.untilShown(async () => {
        last = await look(domain, run);
        return last.seen.locked ? last.seen : undefined;
      });
    const seen = await confirmed(async () => {
      await run.api.lock.set({ domain, body: { locked: true } });
      return shown();
    }, shown);
    if (seen !== undefined) return seen;
    const what = `the lock, but lock.get still says ${last.contradiction ?? "that the domain is unlocked"}`;
    throw new PartialFailure(domain, last.seen, notShown("lock.set", domain, what, otherMeaning).message);
  },

  /** Fails unless the lock is certainly off, so that the state keeps it. Specification, "States and transitions". */
  async release(_state, domain, run) {
    const { seen, contradiction } = await look(domain, run);
    if (!seen.locked && contradiction === undefined) return;
    const state = seen.locked
      ? `${domain} is locked`
      : `the registrar's response about the lock of ${domain} contradicts itself (${contradiction}), so the domain may be locked`;
    throw new (seen.locked ? StillLockedError : PreconditionError)({
      what: `${state}, and only the registrar's dashboard can unlock it`,
      advice: "Unlock the domain in the dashboard, then run `pulumi up` (or `pulumi destroy`) again.",
    });
  },
});
