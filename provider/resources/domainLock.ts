/** DomainLock: the registrar lock (client transfer prohibition) of a domain. */
import * as z from "zod";
import { DomainNotHeldError } from "../api/index.ts";
import { isLocked } from "../api/lockStatus.ts";
import { normaliseDomain } from "../dns/index.ts";
import { domainArgument, fixedDomain, sameDomain } from "./arguments.ts";
import { diffArgs, managedText, type Properties, type Resource } from "./definition.ts";
import { UnlockInDashboardError } from "./errors.ts";
import type { Session } from "./session.ts";

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

/** Reads the lock. */
async function readLock(domain: string, session: Session): Promise<Properties> {
  const lock = await session.api.lock.get({ domain });
  return {
    domain,
    locked: isLocked(lock, domain),
    ...given("icannTransferLock", lock.icann_transfer_lock),
    ...given("icannTransferLockExpiresAt", lock.icann_transfer_lock_expires_at),
    ...given("canTransferOut", lock.can_transfer_out),
  };
}

const given = (key: string, value: unknown) => (value === undefined ? {} : { [key]: value });

async function ensureLocked(args: Properties, session: Session): Promise<Properties> {
  const domain = normaliseDomain(String(args["domain"]));
  const lock = await readLock(domain, session);
  if (lock["locked"] !== true) {
    await session.api.lock.set({ domain, body: { locked: true } });
  }
  const now = lock["locked"] === true ? lock : await readLock(domain, session);
  // The write was accepted: an answer that lags behind it does not make the lock open.
  return stateOf(args, { ...now, locked: true });
}

function stateOf(args: Properties, lock: Properties): Properties {
  return { ...lock, domain: args["domain"], managed: managedText(["domain", "locked"]) };
}

export const domainLock: Resource = {
  type: "DomainLock",
  summary: "The registrar lock of a domain: it forbids a transfer to another registrar.",
  operations: ["lock.get", "lock.set", "domains.get"],
  meaning: {
    create: "locks the domain if it is unlocked",
    drift: "unlocked in the dashboard; the next `up` locks again",
    delete:
      "refuses while the domain is locked, because unlocking happens only in the dashboard; once it is unlocked there, or the domain is not in the account, it succeeds without a write",
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

  async create(args, session) {
    return { id: normaliseDomain(String(args["domain"])), state: await ensureLocked(args, session) };
  },

  async read(_id, state, session) {
    if (session.isFormer(state["domain"])) return undefined;
    const domain = normaliseDomain(String(state["domain"]));
    return stateOf(state, await readLock(domain, session));
  },

  update: (_id, _state, args, session) => ensureLocked(args, session),

  async delete(_id, state, session) {
    if (session.isFormer(state["domain"])) return;
    const domain = normaliseDomain(String(state["domain"]));
    try {
      const lock = await readLock(domain, session);
      if (lock["locked"] === true) throw new UnlockInDashboardError(domain);
    } catch (error) {
      // Not in the account: there is nothing to unlock.
      if (!(error instanceof DomainNotHeldError)) throw error;
    }
  },
};
