/**
 * Conditions of a create or update. A preview calls neither, so a dry run checks the conditions. After a refusal of the
 * registrar, the condition that doesn't hold explains it. If a condition can't be looked up, the registrar decides.
 */
import type { WireDomain } from "../api/endpoints/shapes.ts";
import {
  DomainNotHeldError,
  ForbiddenError,
  foreignAmong,
  IncompleteListError,
  isOfConnection,
  NotFoundError,
  RefusedError,
  RegistrarError,
  UnauthorizedError,
  UnexpectedShapeError,
  UnsupportedOperationError,
  WrongAddressError,
  withCode,
} from "../api/index.ts";
import { isoText, momentOf } from "../api/readings.ts";
import { isInside, nearest } from "../dns/index.ts";
import type { CheckContext, CheckFailure, Precondition } from "./definition.ts";
import { ForeignNameserversError, NotIdentifiedError, PreconditionError } from "./errors.ts";
import { shownText } from "./redactionScope.ts";
import type { Run } from "./run.ts";

/** Errors that `up` would meet, too. */
const certain = [
  PreconditionError,
  DomainNotHeldError,
  IncompleteListError,
  NotIdentifiedError,
  UnauthorizedError,
  WrongAddressError,
];

/** After these errors the registrar may have no operation that shows the nameservers. */
const unreadable = [NotFoundError, UnexpectedShapeError, UnsupportedOperationError];

/** The services of a dry run. */
type Services = Pick<CheckContext, "declared" | "log">;

/** The failures of the first precondition that doesn't hold. It only reads. @param conditions bound to their arguments */
export async function unmet(
  conditions: readonly (() => Promise<void>)[],
  services: Services,
  run: Run,
): Promise<CheckFailure[]> {
  for (const holds of conditions) {
    if (run.dryRuns.isHopeless) break;
    try {
      await holds();
    } catch (error) {
      const failures = await failuresOfRead(error, services, run);
      if (failures.length > 0) return failures;
    }
  }
  return [];
}

/** The failures of a check whose read failed: none if `up` may succeed, or if the program brings the domain into the account. */
export async function failuresOfRead(error: unknown, { declared, log }: Services, run: Run): Promise<CheckFailure[]> {
  if (!(error instanceof RegistrarError)) throw error;
  if (!certain.some((kind) => error instanceof kind)) {
    noteUnread(error, log, run);
    return [];
  }
  if (!(error instanceof DomainNotHeldError)) return [{ reason: withCode(error.message, error.code), error }];
  const { domain = "" } = error;
  if (["DomainRegistration", "DomainTransfer"].some((type) => declared(type, domain) !== undefined)) return [];
  // Proposes the nearest domain of the account, whose list is read once.
  run.dryRuns.names ??= run.api.domains.list().then(
    ({ rows }) => rows.flatMap(({ domain_name: name }) => name ?? []),
    () => [],
  );
  const told = withMeant(error, await run.dryRuns.names);
  return [{ property: "domain", reason: withCode(told.message, told.code), error: told }];
}

/** The error with the account's domain that is probably meant, in place of the registrar's words. @param names the account's */
export function withMeant(error: DomainNotHeldError, names: readonly string[]): DomainNotHeldError {
  const { domain = "" } = error;
  const parent = names.find((name) => name !== domain && isInside(domain, name));
  const what = error.what.replace(/ \(.*/s, parent === undefined ? nearest(domain, names, 4) : "");
  const apart = `Write \`domain: ${parent}\` and \`name: ${domain.slice(0, -1 - (parent ?? "").length)}\`.`;
  return new DomainNotHeldError({ ...error, what, ...(parent !== undefined && { advice: apart }) });
}

/** Logs once per run why a check couldn't read the registrar. Leaves out the registrar's words, which may quote a secret. */
function noteUnread(error: RegistrarError, log: Services["log"], run: Run): void {
  const { dryRuns } = run;
  if (isOfConnection(error)) dryRuns.isHopeless = true;
  if (dryRuns.isNoted) return;
  dryRuns.isNoted = true;
  const why = error.message.replace(`, "${error.words}"`, "");
  log(`A check could not read the registrar, so \`pulumi up\` may still fail: ${why}`, true);
}

/** Returns the error of the precondition that explains a refused write. Default: the refusal itself. */
export async function explained<Args extends object, Thrown>(
  error: Thrown,
  preconditions: readonly Precondition<Args>[],
  args: Partial<Args>,
  run: Run,
): Promise<Thrown | PreconditionError> {
  if (!(error instanceof ForbiddenError || error instanceof RefusedError)) return error;
  for (const holds of preconditions) {
    try {
      await holds(args, { run, refusal: error });
    } catch (other) {
      if (other instanceof PreconditionError) return other;
      // If a precondition can't be looked up, the refusal is reported.
      if (!(other instanceof RegistrarError)) throw other;
    }
  }
  return error;
}

/**
 * Requires that the domain uses the service's own nameservers, or that the program sets them. If the contract doesn't name the
 * service's nameservers, a dry run only warns, and the registrar decides. Specification, "What the service does".
 * @param subject such as `records`, which need the service's nameservers
 */
export const onServiceNameservers =
  (subject: string): Precondition<{ domain: string }> =>
  async ({ domain }, { run, context: { declared, log } = {}, refusal }) => {
    if (domain === undefined) return;
    const set = declared?.("Nameservers", domain)?.["nameservers"];
    const hosts = Array.isArray(set)
      ? set.map(String)
      : await nameserversOf(domain, run, declared && log && { declared, log });
    const foreign = foreignAmong(hosts, run.api.contract);
    if (foreign.length === 0) return;
    const shown = shownText(foreign.join(", "));
    const answer = refusal ?? { what: Array.isArray(set) ? "this program sets them" : "nothing was sent" };
    if (refusal !== undefined || run.api.contract.serviceNameservers !== undefined)
      throw new ForeignNameserversError(domain, foreign, shown, answer, subject);
    log?.(
      `${domain} ${Array.isArray(set) ? "will use" : "uses"} the nameservers ${shown}. Unless they are ` +
        "the registrar's own, `pulumi up` fails: the registrar refuses changes of records, DNSSEC and contacts. Then set its " +
        'nameservers first. If they are its own, name them under "serviceNameservers" in a contract file.',
      true,
    );
  };

/** @param services of a dry run, in which the response may be an earlier one of this run */
async function nameserversOf(domain: string, run: Run, services?: Services): Promise<readonly string[]> {
  try {
    if (services === undefined) return (await run.api.nameservers.get({ domain })).nameservers;
    return (await heldDomain(domain, run, services)).nameservers ?? [];
  } catch (error) {
    // The nameservers can't be read: the registrar decides.
    if (unreadable.some((kind) => error instanceof kind)) return [];
    throw error;
  }
}

/**
 * Releases records that can't be deleted because the domain uses other nameservers, where they have no effect. @param errors of
 * the deletes @throws one of another cause, or any if the contract doesn't confirm the service's nameservers, or some are used
 */
export async function releaseUnserved(errors: readonly unknown[], domain: string, run: Run): Promise<void> {
  const other = errors.find((each) => !(each instanceof ForeignNameserversError));
  if (other !== undefined) throw other;
  const [error] = errors.filter((each) => each instanceof ForeignNameserversError);
  if (error === undefined) return;
  const { nameservers } = await run.api.nameservers.get({ domain });
  const isKnown = error.isConfirmed || run.api.contract.serviceNameservers !== undefined;
  if (!isKnown || nameservers.length > error.nameservers.length) throw error;
  run.log(
    `The records of ${domain} that the program no longer declares stay at the registrar, ` +
      `where they have no effect, because ${domain} uses ${shownText(nameservers.join(", "))}. ` +
      "If the domain comes back, declare them again and run `REGISTRAR_ADOPT=true pulumi up` once.",
  );
}

/** Requires, in a dry run, that the account holds the domain. Warns if it has expired, or expires soon. */
export async function heldDomain(domain: string, run: Run, { declared, log }: Services): Promise<WireDomain> {
  const live = await run.domain(domain, { isCheck: true });
  warnOfExpiry(domain, live, { declared, log });
  return live;
}

const soonMs = 30 * 24 * 60 * 60 * 1000;

/** Warns in a dry run that a domain has expired, or expires soon without auto-renewal. */
export function warnOfExpiry(domain: string, live: WireDomain, { declared, log }: Services): void {
  const [expires, now] = [momentOf(live.expiry_date), Date.now()];
  if (expires === undefined || expires > now + soonMs) return;
  const day = isoText(expires).slice(0, 10);
  if (expires <= now) {
    log(`${domain} expired on ${day}: its records may not resolve. Renew it in the registrar's dashboard.`, true);
  } else if (live.auto_renew === false && declared("DomainSettings", domain)?.["autoRenew"] !== true) {
    const remedy = "Renew it in the registrar's dashboard, or declare `DomainSettings` with `autoRenew: true`.";
    log(`${domain} expires on ${day}, and auto-renewal is off. ${remedy}`, true);
  }
}
