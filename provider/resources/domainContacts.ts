/** DomainContacts: which contact handles are registrant, admin, tech and billing contact of a domain. */
import * as z from "zod";
import type { WireDomain } from "../api/shapes.ts";
import { domainArgument, domainOf, fixedDomain, sameDomain } from "./arguments.ts";
import { diffArgs, managedArgs, managedKeys, managedText, type Properties, type Resource } from "./definition.ts";
import { type Pending, pendingDaysArgument, pendingOf, pendingOutputs, settle } from "./pending.ts";
import { explainRefusal } from "./refusedContacts.ts";
import type { Run } from "./run.ts";

const handle = (role: string) =>
  z
    .string()
    .regex(/^[^\s@]+$/, { message: "must be a contact's handle, such as `CONTACT_1-67890`" })
    .optional()
    .meta({
      description: `Handle of the ${role}, such as the \`handle\` of a \`Contact\`. Default: left as it is. Updates in place.`,
    });

export const domainContactsSchema = z
  .strictObject({
    domain: domainArgument,
    registrant: handle("registrant (the owner, who may have to approve the change by e-mail)"),
    admin: handle("administrative contact"),
    tech: handle("technical contact"),
    billing: handle("billing contact"),
    pendingDays: pendingDaysArgument,
  })
  .meta({ id: "DomainContactsArgs" });

const controls = ["pendingDays"] as const;
const roles = ["registrant", "admin", "tech", "billing"] as const;
type Role = (typeof roles)[number];

const isRole = (key: string): key is Role => roles.some((role) => role === key);
const given = (args: Properties): Role[] => roles.filter((role) => args[role] !== undefined);
const rolesOf = (args: Properties): Properties => Object.fromEntries(given(args).map((role) => [role, args[role]]));
const liveHandle = (live: WireDomain, role: Role): string | undefined => live[`${role}_handle`];

/** Do two values name the same handle? Case has no meaning; `null` is no handle. */
function same(key: string, a: unknown, b: unknown): boolean {
  if (key === "domain") return sameDomain(a, b);
  if (typeof a !== "string" || typeof b !== "string") return a === b;
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function stateOf(args: Properties, pending: Pending | undefined): Properties {
  const managed = managedKeys(args, controls);
  return {
    ...Object.fromEntries(managed.map((key) => [key, args[key]])),
    managed: managedText(managed),
    ...(args["pendingDays"] !== undefined && { pendingDays: args["pendingDays"] }),
    ...pendingOutputs(pending, rolesOf(args), same),
  };
}

/** Sets the handles of some roles; what is not live afterwards is pending. */
async function set(
  handles: Readonly<Partial<Record<Role, string>>>,
  live: WireDomain,
  domain: string,
  run: Run,
): Promise<Properties> {
  const asked = given(handles);
  if (asked.length === 0) return {};
  const { status, data } = await run.api.domainContacts.set({ domain, body: handles }).catch(async (error: unknown) => {
    throw await explainRefusal(error, domain, handles, run);
  });
  const before = (role: Role) => liveHandle(live, role) ?? null;
  const waits = (role: Role) => status === 202 || stillShows(data[`${role}_handle`], before(role), handles[role]);
  const done = asked.filter((role) => !waits(role));
  run.noteDomain(domain, Object.fromEntries(done.map((role) => [`${role}_handle`, handles[role]])));
  return Object.fromEntries(asked.filter(waits).map((role) => [role, before(role)]));
}

/** Does the answer show the old handle, although the change was accepted? */
const stillShows = (answered: unknown, before: string | null, wanted: unknown) =>
  before !== null && same("handle", answered, before) && !same("handle", answered, wanted);

const texts = (args: Properties, which: readonly Role[]): Partial<Record<Role, string>> =>
  Object.fromEntries(which.map((role) => [role, String(args[role])]));

export const domainContacts: Resource = {
  type: "DomainContacts",
  summary: "The registrant, admin, tech and billing contact of a domain; what is left out is left alone.",
  meaning: {
    create:
      "reads the domain once and sets the given roles that differ. The domain must be active, unlocked and on the service's nameservers: declare a `DomainLock` with `dependsOn: [contacts]`",
    drift:
      "the given roles; one that the registrar does not show counts as last written. A change that waits for the owner's approval (202) is pending, not drift, until `pendingDays` are over",
    delete: "leaves the contacts as they are and says so",
  },
  schema: domainContactsSchema,
  schemaFor: () => domainContactsSchema,
  endpoints: ["domains.get", "domainContacts.set", "contacts.list", "lock.get", "nameservers.get"],
  outputs: {
    pendingSince: { type: "string", description: "Since when a change waits for the owner's approval (ISO 8601)." },
    pending: { type: "object", description: "The handle that each waiting role had before." },
  },
  controls,
  personal: [...roles],
  deleteBeforeReplace: true,
  check(args, { previous, known }) {
    const failures = known("domain") ? fixedDomain("DomainContacts", previous, args["domain"]) : [];
    if (given(args).length === 0) {
      failures.push({ reason: `give at least one of ${roles.join(", ")}: what is left out is left alone` });
    }
    return failures;
  },
  diff: (state, args) => {
    const changes = diffArgs(state, args, controls, [], same);
    return state["pendingDays"] === args["pendingDays"]
      ? changes
      : [...changes, { path: "pendingDays", kind: "update", reason: "differs" }];
  },

  onePerDomain: (state) => `The contacts of ${domainOf(state)} stay`,

  async create(args, run) {
    const domain = domainOf(args);
    const live = await run.domain(domain);
    const differs = given(args).filter((role) => !same(role, liveHandle(live, role), args[role]));
    const before = await set(texts(args, differs), live, domain, run);
    return { id: domain, state: stateOf(args, { since: new Date(run.now()).toISOString(), before }) };
  },

  async read(_id, state, run) {
    if (run.isFormer(state["domain"])) return undefined;
    const live = await run.domain(domainOf(state));
    const args = managedArgs(state);
    const { shown, pending } = settle(
      state,
      rolesOf(args),
      (role) => (isRole(role) ? liveHandle(live, role) : undefined),
      same,
      run.now(),
    );
    return stateOf(
      { ...args, ...shown, ...(state["pendingDays"] !== undefined && { pendingDays: state["pendingDays"] }) },
      pending,
    );
  },

  async update(_id, state, args, run) {
    const old = managedArgs(state);
    const pending = pendingOf(state);
    const changed = given(args).filter((role) => !same(role, old[role], args[role]));
    if (changed.length === 0) return stateOf(args, pending);
    const domain = domainOf(args);
    const live = await run.domain(domain);
    // A waiting role that is put back is sent, although its old handle is live: the registrar can drop what waits.
    const isWaiting = (role: Role) => pending !== undefined && role in pending.before;
    const sent = changed.filter((role) => isWaiting(role) || !same(role, liveHandle(live, role), args[role]));
    const before = await set(texts(args, sent), live, domain, run);
    const kept = Object.entries(pending?.before ?? {}).filter(([role]) => !sent.some((other) => other === role));
    const isNew = Object.keys(before).length > 0;
    const since = pending === undefined || isNew ? new Date(run.now()).toISOString() : pending.since;
    return stateOf(args, { since, before: { ...Object.fromEntries(kept), ...before } });
  },

  async delete(_id, state, run) {
    if (run.isFormer(state["domain"])) return;
    run.say(`The contacts of ${domainOf(state)} (${given(managedArgs(state)).join(", ")}) stay as they are.`);
  },
};
