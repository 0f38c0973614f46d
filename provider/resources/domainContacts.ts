/** DomainContacts: the handles of a domain's registrant, admin, tech and billing contact. */
import type * as z from "zod";
import type { WireDomain } from "../api/endpoints/shapes.ts";
import { readLockStatus } from "../api/index.ts";
import { approvalDaysArgument, approvedChanges, pendingOutputs, waitingText } from "../lifecycle/approvals.ts";
import { contactRoles, domainOf, pick } from "../lifecycle/arguments.ts";
import type { CheckContext, Precondition, Question } from "../lifecycle/definition.ts";
import { PreconditionError } from "../lifecycle/errors.ts";
import { domainSchema, perDomain, type StateOf } from "../lifecycle/perDomain.ts";
import { confirmed } from "../lifecycle/poll.ts";
import { explained, onServiceNameservers } from "../lifecycle/preconditions.ts";
import { shownText } from "../lifecycle/redactionScope.ts";
import type { Run } from "../lifecycle/run.ts";
import { contactsOf } from "./contact.ts";

const handles = contactRoles("Default: not changed. Updates in place.");
const schema = domainSchema("DomainContacts", { ...handles, approvalDays: approvalDaysArgument });
const outputs = pendingOutputs(handles, "The previous handle of each waiting role.");
type Args = z.output<typeof schema>;
type State = StateOf<typeof schema, typeof outputs>;

type Role = keyof typeof handles;
const roles = Object.keys(handles) as Role[];

const liveHandle = (live: WireDomain, role: Role) => live[`${role}_handle`];

/** Do two values name the same handle? Case has no meaning; `null` is not a handle. */
const sameHandle = (a: unknown, b: unknown) =>
  typeof a === "string" && typeof b === "string" ? a.trim().toLowerCase() === b.trim().toLowerCase() : a === b;
const changes = approvedChanges(roles, (_role, a, b) => sameHandle(a, b));
const { given, differing } = changes;

/** The known roles that the program sets for the first time, or to another handle, and whose live handle differs. */
async function rolesToSet(args: Partial<Args>, { previous }: CheckContext<Args>, run: Run): Promise<Role[]> {
  const live = await run.domain(domainOf(args), { isCheck: true });
  const changed = differing(args, (role) => previous?.[role]);
  return differing(pick(args, changed), (role) => liveHandle(live, role));
}

/** The known roles to set. To explain a refusal: the given roles. */
const due = (args: Partial<Args>, { run, context }: Question<Args>) =>
  context === undefined ? given(args) : rolesToSet(args, context, run);

const isServedHere = onServiceNameservers("the contacts of a domain");

/** Public reference of `domainContacts.set`: the domain must be unlocked, on the service's own nameservers, and active. */
const preconditions: readonly Precondition<Args>[] = [
  // In a dry run, roles whose handles aren't known yet cause a warning.
  async (args, question) => {
    const { run, context } = question;
    const [domain, toSet] = [domainOf(args), await due(args, question)];
    const unknown = roles.filter((role) => context?.known(role) === false);
    if (toSet.length + unknown.length === 0) return;
    if (!readLockStatus(await run.api.lock.get({ domain }), domain).locked) return;
    const advice =
      "Let your program's `DomainLock` list this resource in `dependsOn`: it locks the domain again. Unlock it in the " +
      "registrar's dashboard, and run `pulumi up --refresh`.";
    if (toSet.length > 0)
      throw unmet(question, `the contacts of ${domain} cannot change while the domain is locked`, advice);
    context?.log(`${domain} is locked. If ${unknown.join(", ")} changes, \`pulumi up\` fails. ${advice}`, true);
  },
  async (args, question) => {
    if ((await due(args, question)).length > 0) await isServedHere(args, question);
  },
  async (args, question) => {
    const { run, refusal } = question;
    if ((await due(args, question)).length === 0) return;
    if (refusal !== undefined) run.forgetDomain(domainOf(args));
    const { status } = await run.domain(domainOf(args));
    // A domain without a status may be active.
    if (status === undefined || status.toLowerCase() === "active") return;
    const what = `the contacts of ${domainOf(args)} cannot change while its status is "${shownText(status)}"`;
    const advice = "Wait until the domain is active (renew it if it has expired), then run `pulumi up` again.";
    throw unmet(question, what, advice);
  },
  async (args, question) => {
    const set = await due(args, question);
    if (set.length === 0) return;
    const contacts = await contactsOf(question.run).read();
    const unknown = set.filter((role) => contacts.withId(args[role] ?? "") === undefined);
    if (!contacts.proof.complete || unknown.length === 0) return;
    const named = unknown.map((role) => `${args[role]} as ${role}`).join(", ");
    const advice = "Use the `handle` of a `Contact` resource, or a handle that the registrar's dashboard lists.";
    throw unmet(question, `the account has no such contact: ${named} of ${domainOf(args)}`, advice);
  },
];

const unmet = ({ refusal }: Question<Args>, what: string, advice: string) =>
  new PreconditionError({ what: `${what} (${refusal?.what ?? "nothing was sent"})`, words: refusal?.words, advice });

/** Sets the handles of some roles. @returns the old handle, or `""`, of each role whose change waits for approval */
async function set(asked: Partial<Pick<Args, Role>>, live: WireDomain, domain: string, run: Run) {
  if (given(asked).length === 0) return {};
  const look = async () => {
    run.forgetDomain(domain);
    const shown = await run.domain(domain);
    return differing(asked, (role) => liveHandle(shown, role)).length === 0 ? { status: 200 } : undefined;
  };
  const write = (): Promise<{ status: number }> =>
    run.api.domainContacts.set({ domain, body: asked }).catch(async (error: unknown) => {
      throw await explained(error, preconditions, { domain, ...asked }, run);
    });
  const { status } = await confirmed(write, () => run.poll.untilShown(look));
  if (status === 202) return Object.fromEntries(given(asked).map((role) => [role, liveHandle(live, role) ?? ""]));
  run.noteDomain(domain, Object.fromEntries(given(asked).map((role) => [`${role}_handle`, asked[role]])));
  return {};
}

export const domainContacts = perDomain<Args, State>({
  type: "DomainContacts",
  part: "contacts",
  summary: "The registrant, admin, tech and billing contacts of a domain. A role that you leave out isn't changed.",
  meaning: {
    create:
      "sets the roles that differ; fails in the preview if the domain is locked. The domain must be active and " +
      "use the registrar's nameservers. Let its `DomainLock` depend on this resource",
    drift:
      "the roles that the program sets and the registrar shows. A change that waits for approval is pending for `approvalDays`",
    delete: "leaves the contacts unchanged",
  },
  endpoints: ["domains.get", "domainContacts.set", "contacts.list", "lock.get", "nameservers.get"],
  schema,
  outputs,
  controls: ["approvalDays"],
  oneOf: roles,
  personal: roles,
  waiting: waitingText((_id, { domain }) => `The contacts of ${String(domain)}`),
  stays: (domain, state) => `The contacts of ${domain} stay (${given(state).join(", ")})`,
  same: (state, args) => Object.fromEntries(roles.map((role) => [role, sameHandle(state[role], args[role])])),

  preconditions,

  async live(domain, run) {
    const details = await run.domain(domain);
    const handles = roles.map((role) => [role, details[`${role}_handle`]]);
    return Object.fromEntries(handles.filter(([, handle]) => handle));
  },
  async observe(state, domain, run) {
    const live = await run.domain(domain);
    const shown = (role: Role) => liveHandle(live, role);
    const { drifted, waiting } = changes.observe(state, state, shown);
    return { ...drifted, ...waiting };
  },

  async ensure(args, domain, run, before = {}) {
    const changed = differing(args, (role) => before[role]);
    if (changed.length === 0) return changes.stillWaiting(before, args);
    const live = await run.domain(domain);
    const sent = changes.toSend(before, args, changed, (role) => liveHandle(live, role));
    const waiting = await set(pick(args, sent), live, domain, run);
    return changes.stillWaiting(before, args, sent, waiting);
  },
});
