/** DomainLock: the registrar lock (client transfer prohibition) of a domain. */
import * as z from "zod";
import { type LockStatus, readLockStatus } from "../api/lockStatus.ts";
import { domainArgument, domainOf, fixedDomain, sameDomain } from "./arguments.ts";
import { diffArgs, managedText, PartialFailure, type Properties, type Resource } from "./definition.ts";
import { LockNotShownError, UnlockInDashboardError } from "./errors.ts";
import { lookUntil } from "./money/orders.ts";
import type { Run } from "./run.ts";

const remedy =
  "the API can only lock; to unlock, take the DomainLock out of the program and unlock in the registrar's dashboard";

export const domainLockSchema = z
  .strictObject({
    domain: domainArgument,
    locked: z
      .literal(true, { message: `must be true: ${remedy}` })
      .optional()
      .meta({
        description: "Always `true`, which is also what leaving it out means: unlocking happens only in the dashboard.",
      }),
  })
  .meta({ id: "DomainLockArgs" });

/** The lock as the registrar shows it. */
interface Seen extends LockStatus {
  outputs: Properties;
}

async function look(domain: string, run: Run): Promise<Seen> {
  const lock = await run.api.lock.get({ domain });
  const reading = readLockStatus(lock, domain);
  const outputs = {
    locked: reading.locked,
    ...given("icannTransferLock", lock.icann_transfer_lock),
    ...given("icannTransferLockExpiresAt", lock.icann_transfer_lock_expires_at),
    ...given("canTransferOut", lock.can_transfer_out),
  };
  return { ...reading, outputs };
}

const given = (key: string, value: unknown) => (value === undefined ? {} : { [key]: value });

/** Locks where it is not locked, and reads back until the registrar shows it: what is kept is what was read. */
async function ensureLocked(args: Properties, run: Run): Promise<Properties> {
  const domain = domainOf(args);
  const before = await look(domain, run);
  if (before.locked) return stateOf(args, before);
  await run.api.lock.set({ domain, body: { locked: true } });
  let last = before;
  // A read may lag behind the write for as long as lists may.
  const found = await lookUntil(run, async () => {
    last = await look(domain, run);
    return last.locked ? last : undefined;
  });
  if (found !== undefined) return stateOf(args, found);
  throw new PartialFailure(domain, stateOf(args, last), new LockNotShownError(domain, last.contradiction).message);
}

function stateOf(args: Properties, { outputs }: Seen): Properties {
  return { ...outputs, domain: args["domain"], managed: managedText(["domain", "locked"]) };
}

export const domainLock: Resource = {
  type: "DomainLock",
  summary: "The registrar lock of a domain: it forbids a transfer to another registrar.",
  endpoints: ["lock.get", "lock.set", "domains.get"],
  meaning: {
    create: "locks the domain if it is unlocked, and reads back that it is locked",
    drift: "unlocked in the dashboard, or not locked by everything that the registrar says; the next `up` locks again",
    delete:
      "refuses while the domain is locked, because unlocking happens only in the dashboard, and while the lock cannot be read; succeeds without a write once it is unlocked there, or the domain is named in `registrar:formerDomains`",
  },
  schema: domainLockSchema,
  schemaFor: () => domainLockSchema,
  outputs: {
    locked: { type: "boolean", description: "Whether the registrar lock is on.", always: true },
    icannTransferLock: {
      type: "boolean",
      description: "The automatic 60-day transfer restriction after registration or inbound transfer.",
    },
    icannTransferLockExpiresAt: {
      type: "string",
      description: "When that restriction ends, as the registrar writes it.",
    },
    canTransferOut: { type: "boolean", description: "True only when both the lock and the restriction are off." },
  },
  controls: [],
  deleteBeforeReplace: true,
  fill: (args) => ({ ...args, locked: args["locked"] ?? true }),
  check: (args, { previous, known }) => (known("domain") ? fixedDomain("DomainLock", previous, args["domain"]) : []),
  diff: (state, args) =>
    diffArgs(state, args, [], [], (key, old, wanted) => (key === "domain" ? sameDomain(old, wanted) : old === wanted)),

  onePerDomain: (state) => `The registrar lock of ${domainOf(state)} stays`,

  async create(args, run) {
    return { id: domainOf(args), state: await ensureLocked(args, run) };
  },

  async read(_id, state, run) {
    if (run.isFormer(state["domain"])) return undefined;
    const domain = domainOf(state);
    const seen = await look(domain, run);
    if (seen.contradiction !== undefined) {
      run.say(
        `The registrar contradicts itself about the lock of ${domain}: ${seen.contradiction}. It counts as unlocked until all of it says locked.`,
      );
    }
    return stateOf(state, seen);
  },

  update: (_id, _state, args, run) => ensureLocked(args, run),

  /** Whatever is not known for certain to be unlocked stays: a lock that cannot be read is not gone. */
  async delete(_id, state, run) {
    if (run.isFormer(state["domain"])) return;
    const domain = domainOf(state);
    const { locked, contradiction } = await look(domain, run);
    if (locked || contradiction !== undefined) throw new UnlockInDashboardError(domain, contradiction);
  },
};
