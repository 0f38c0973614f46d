/** DomainContacts: which contact handles are registrant, admin, tech and billing contact of a domain. */
import * as z from "zod";
import type { AnyObject, WireDomain } from "../api/endpoints/shapes.ts";
import { isLocked, RegistrarError, withCode } from "../api/index.ts";
import { domainOf } from "../lifecycle/arguments.ts";
import { contactsOf } from "../lifecycle/contactFields.ts";
import { reader } from "../lifecycle/define.ts";
import { type CheckContext, type Precondition, pick, type Question } from "../lifecycle/definition.ts";
import { PreconditionError } from "../lifecycle/errors.ts";
import { pendingDaysArgument, pendingOutputs, settle, stillWaiting, waitingText } from "../lifecycle/pending.ts";
import { domainSchema, perDomain, type StateOf } from "../lifecycle/perDomain.ts";
import { explained, onServiceNameservers } from "../lifecycle/preconditions.ts";
import type { Run } from "../lifecycle/run.ts";

const handle = (role: string) =>
  z
    .string()
    .regex(/^[^\s@]+$/, { message: "must be a contact's handle, such as `CONTACT_1-67890`" })
    .optional()
    .meta({
      description: `Handle of the ${role}. Default: not changed. Updates in place.`,
    });

const handles = {
  registrant: handle(
    "registrant, such as the `handle` of a `Contact`; the owner may have to approve a change by e-mail",
  ),
  admin: handle("administrative contact"),
  tech: handle("technical contact"),
  billing: handle("billing contact"),
};
const schema = domainSchema("DomainContacts", { ...handles, pendingDays: pendingDaysArgument });
const outputs = pendingOutputs(handles, "The previous handle of each waiting role.");
type Args = z.output<typeof schema>;
type State = StateOf<typeof schema, typeof outputs>;

type Role = keyof typeof handles;
type Handles = { [R in Role]?: string | undefined };
const roles = Object.keys(handles) as Role[];

const given = (values: Handles) => roles.filter((role) => values[role] !== undefined);
const liveHandle = (live: WireDomain, role: Role) => live[`${role}_handle`];

const handlesOf = reader(handles);

/** Do two values name the same handle? Case has no meaning; `null` is no handle. */
function sameHandle(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return a === b;
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
const managed = (values: Handles) => ({
  values,
  names: given(values),
  same: (_role: Role, a: unknown, b: unknown) => sameHandle(a, b),
});

/** Roles whose handles are not known yet. */
const rolesInDoubt = ({ known }: Pick<CheckContext<Args>, "known">) => roles.filter((role) => !known(role));

/** The roles that the program sets, for the first time or to another handle, as far as these are known. */
const changedRoles = (args: Handles, { previous }: { previous: Handles | undefined }) =>
  given(args).filter((role) => !sameHandle(previous?.[role], args[role]));

/** The roles to set, as far as they are known; `undefined`: there is nothing to set. */
async function due(args: Partial<Args>, { run, context }: Question<Args>): Promise<Role[] | undefined> {
  if (context === undefined) return given(args);
  const live = await run.domain(domainOf(args));
  const changed = changedRoles(args, context).filter((role) => !sameHandle(liveHandle(live, role), args[role]));
  return changed.length > 0 ? changed : undefined;
}

/** Public reference of `domainContacts.set`: the domain must be unlocked, on the service's own nameservers, and active. */
const preconditions: readonly Precondition<Args>[] = [
  async (args, { run, context, refusal }) => {
    // The check itself looks at the lock.
    if (context !== undefined) return;
    const domain = domainOf(args);
    if (isLocked(await run.api.lock.get({ domain }), domain)) throw domainLocked(domain, refusal?.what);
  },
  onServiceNameservers("the contacts of a domain", async (args, question) => (await due(args, question)) !== undefined),
  async (args, question) => {
    const { run, refusal } = question;
    if ((await due(args, question)) === undefined) return;
    if (refusal !== undefined) run.forgetDomain(domainOf(args));
    const { status } = await run.domain(domainOf(args));
    // What the registrar does not show is not known to be otherwise.
    if (status === undefined || status.toLowerCase() === "active") return;
    throw new PreconditionError({
      what: `the contacts of ${domainOf(args)} cannot change while its status is "${status}" (${answerOf(question)})`,
      advice: "Wait until the domain is active (renew it if it has expired), then run `pulumi up` again.",
    });
  },
  async (args, question) => {
    const set = (await due(args, question)) ?? [];
    if (set.length === 0) return;
    const contacts = await contactsOf(question.run).read();
    const unknown = set.filter((role) => contacts.withId(args[role] ?? "") === undefined);
    if (!contacts.complete || unknown.length === 0) return;
    const named = unknown.map((role) => `${args[role]} as ${role}`).join(", ");
    throw new PreconditionError({
      what: `the account has no such contact: ${named} of ${domainOf(args)} (${answerOf(question)})`,
      advice: "Give the `handle` of a `Contact` resource, or one that the registrar's dashboard lists.",
    });
  },
];

const answerOf = ({ refusal }: Question<Args>) => refusal?.what ?? "nothing was sent";

/** @param answer what the registrar said, once it was asked to */
const domainLocked = (domain: string, answer?: string) =>
  new PreconditionError({
    what: `the contacts of ${domain} cannot change while the domain is locked${answer === undefined ? "" : ` (${answer})`}`,
    advice:
      "Unlock the domain in the registrar's dashboard, and run `pulumi up --refresh`: it changes the contacts, and a DomainLock of this program then locks the domain again.",
  });

/** Sets the handles of some roles. @returns the old handle of each role whose change waits; empty where it had none */
async function set(asked: ReturnType<typeof handlesOf>, live: WireDomain, domain: string, run: Run) {
  if (given(asked).length === 0) return {};
  const look = async () => {
    run.forgetDomain(domain);
    const shown = await run.domain(domain);
    const isShown = given(asked).every((role) => sameHandle(liveHandle(shown, role), asked[role]));
    const data: AnyObject = {};
    return isShown ? { status: 200, data } : undefined;
  };
  const write = () =>
    run.api.domainContacts.set({ domain, body: asked }).catch(async (error: unknown) => {
      throw await explained(error, preconditions, { domain, ...asked }, run);
    });
  const { status, data } = await run.poll.confirmed(write, () => run.poll.untilShown(look));
  const waits = (role: Role) => {
    const [before, answered] = [liveHandle(live, role), data[`${role}_handle`]];
    // The answer may show the old handle, although the change was accepted.
    const isShown = before !== undefined && sameHandle(answered, before) && !sameHandle(answered, asked[role]);
    return status === 202 || isShown;
  };
  const done = given(asked).filter((role) => !waits(role));
  run.noteDomain(domain, Object.fromEntries(done.map((role) => [`${role}_handle`, asked[role]])));
  const waiting = given(asked).filter(waits);
  return Object.fromEntries(waiting.map((role) => [role, liveHandle(live, role) ?? ""]));
}

export const domainContacts = perDomain<Args, State>({
  type: "DomainContacts",
  part: "contacts",
  summary: "The registrant, admin, tech and billing contacts of a domain. A role that you leave out isn't changed.",
  meaning: {
    create:
      "sets the roles that differ; fails in the preview if the domain is locked. The domain must be active and use the registrar's nameservers. Let its `DomainLock` depend on this resource",
    drift:
      "the roles that the program sets and the registrar shows. A change that waits for the owner's approval (202) is pending, not drift, for `pendingDays`",
    delete: "leaves the contacts unchanged",
  },
  endpoints: ["domains.get", "domainContacts.set", "contacts.list", "lock.get", "nameservers.get"],
  schema,
  outputs,
  controls: ["pendingDays"],
  oneOf: roles,
  personal: roles,
  waiting: waitingText((_id, { domain }) => `The contacts of ${String(domain)}`),
  stays: (domain) => `The contacts of ${domain} stay`,
  same: (state, args) => Object.fromEntries(roles.map((role) => [role, sameHandle(state[role], args[role])])),

  needsLiveCheck: (args, context) =>
    context.canAsk() && (changedRoles(args, context).length > 0 || rolesInDoubt(context).length > 0),
  /** A locked domain takes no other contacts, and the API does not unlock: known before anything is written. */
  async checkLive(args, context, run) {
    const nothing = { failures: [] };
    if (args.domain === undefined || run.isFormer(args.domain)) return nothing;
    const domain = domainOf({ domain: args.domain });
    const inDoubt = rolesInDoubt(context);
    let isToChange: boolean;
    try {
      const live = await run.domain(domain);
      isToChange = changedRoles(args, context).some((role) => !sameHandle(liveHandle(live, role), args[role]));
      if (!isToChange && inDoubt.length === 0) return nothing;
      if (!isLocked(await run.api.lock.get({ domain }), domain)) return nothing;
    } catch (error) {
      // What cannot be read is left to the update; the domain may still have to be bought by this very program.
      if (!(error instanceof RegistrarError)) throw error;
      return nothing;
    }
    const { message, code } = domainLocked(domain);
    if (isToChange) return { failures: [{ reason: withCode(message, code) }] };
    context.log(
      `The contacts of ${domain} cannot change while the domain is locked. If ${inDoubt.join(", ")} is to be another contact than now, \`pulumi up\` fails: unlock the domain in the registrar's dashboard first.`,
      true,
    );
    return nothing;
  },

  preconditions,

  async live(domain, run) {
    const details = await run.domain(domain);
    const handles = roles.map((role) => [role, details[`${role}_handle`]]);
    return Object.fromEntries(handles.filter(([, handle]) => handle));
  },
  async observe(state, domain, run) {
    const live = await run.domain(domain);
    const { drifted, waiting } = settle(state, managed(state), (role) => liveHandle(live, role), run.now());
    return { ...Object.fromEntries(drifted.map(({ field, value }) => [field, value])), ...waiting };
  },

  async ensure(args, domain, run, before = {}) {
    const changed = given(args).filter((role) => !sameHandle(before[role], args[role]));
    if (changed.length === 0) return stillWaiting(before, managed(args));
    const live = await run.domain(domain);
    // A waiting role that is put back is sent, although its old handle is live: the registrar can drop what waits.
    const isWaiting = (role: Role) => role in (before.pending ?? {});
    const sent = changed.filter((role) => isWaiting(role) || !sameHandle(liveHandle(live, role), args[role]));
    const waiting = await set(handlesOf(pick(args, sent)), live, domain, run);
    return stillWaiting(before, managed(args), { sent, before: waiting, now: run.now() });
  },

  release(state, domain, run) {
    run.log(`The contacts of ${domain} (${given(state).join(", ")}) were not changed.`);
  },
});
