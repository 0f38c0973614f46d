/**
 * Why the registrar refuses to change the contacts of a domain, looked up after it did. Public reference of
 * `domainContacts.set`: the domain must be active, not locked, and on the service's own nameservers.
 */
import { isLocked, RegistrarError } from "../api/index.ts";
import { explainForeignNameservers, isRefusal } from "./foreignNameservers.ts";
import type { Run } from "./run.ts";

/**
 * The contacts of a locked domain cannot change, and the API cannot unlock.
 * @remedy Unlock the domain in the dashboard, and run `pulumi up --refresh`: the contacts change first, and a
 * `DomainLock` of the same program then locks the domain again.
 */
export class DomainLockedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_LOCKED";

  /** @param answer what the registrar said, once it was asked to */
  constructor(domain: string, answer?: string) {
    super({
      what: `the contacts of ${domain} cannot change while the domain is locked${answer === undefined ? "" : ` (${answer})`}`,
      advice:
        "Unlock the domain in the registrar's dashboard, and run `pulumi up --refresh`: it changes the contacts, and a DomainLock of this program then locks the domain again.",
    });
  }
}

/**
 * A contact handle that the account does not have.
 * @remedy Give the `handle` of a `Contact` resource, or one that the dashboard lists.
 */
export class UnknownContactError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNKNOWN_CONTACT";

  constructor(domain: string, unknown: readonly string[], answer: string) {
    super({
      what: `the account has no such contact: ${unknown.join(", ")} of ${domain} (${answer})`,
      advice: "Give the `handle` of a `Contact` resource, or one that the registrar's dashboard lists.",
    });
  }
}

/**
 * The domain is not active: it has expired, or is still being transferred.
 * @remedy Wait until the domain is active (renew it if it has expired), then run `pulumi up` again.
 */
export class DomainNotActiveError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_NOT_ACTIVE";

  constructor(domain: string, status: string, answer: string) {
    super({
      what: `the contacts of ${domain} cannot change while its status is "${status}" (${answer})`,
      advice: "Wait until the domain is active (renew it if it has expired), then run `pulumi up` again.",
    });
  }
}

/** What needs the service's own nameservers, for messages. */
export const contactsSubject = "the contacts of a domain";

type Handles = Readonly<Record<string, string>>;

// What the registrar does not show is not known to be otherwise.
const isActive = (status: string | undefined): status is undefined | "active" =>
  status === undefined || status.toLowerCase() === "active";

async function unknownContact(domain: string, handles: Handles, answer: string, run: Run) {
  const contacts = await run.contacts().read();
  const unknown = Object.entries(handles).filter(([, handle]) => contacts.withId(handle) === undefined);
  if (!contacts.complete || unknown.length === 0) return undefined;
  const named = unknown.map(([role, handle]) => `${handle} as ${role}`);
  return new UnknownContactError(domain, named, answer);
}

/** What the registrar would refuse, before it is asked. @throws UnknownContactError, DomainNotActiveError */
export async function refuseContacts(domain: string, handles: Handles, status: string | undefined, run: Run) {
  const answer = "nothing was sent";
  if (!isActive(status)) throw new DomainNotActiveError(domain, status, answer);
  const unknown = await unknownContact(domain, handles, answer, run);
  if (unknown !== undefined) throw unknown;
}

/** @param handles what was asked for, by role */
export async function explainRefusal(
  error: unknown,
  domain: string,
  handles: Readonly<Record<string, string>>,
  run: Run,
): Promise<unknown> {
  if (!isRefusal(error)) return error;
  const reasons: (() => Promise<RegistrarError | undefined>)[] = [
    () => unknownContact(domain, handles, error.what, run),
    async () => {
      const lock = await run.api.lock.get({ domain });
      return isLocked(lock, domain) ? new DomainLockedError(domain, error.what) : undefined;
    },
    async () => {
      const found = await explainForeignNameservers(error, domain, run, "domainContacts", contactsSubject);
      return found === error ? undefined : found;
    },
    async () => {
      run.forgetDomain(domain);
      const { status } = await run.domain(domain);
      return isActive(status) ? undefined : new DomainNotActiveError(domain, status, error.what);
    },
  ];
  for (const reason of reasons) {
    try {
      const found = await reason();
      if (found !== undefined) return found;
    } catch (other) {
      // The refusal itself is what matters.
      if (!(other instanceof RegistrarError)) throw other;
    }
  }
  return error;
}
