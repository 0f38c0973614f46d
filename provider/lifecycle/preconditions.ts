/**
 * What must hold before a create or update can succeed, said once: a dry run asks in a preview, which calls neither, and a refusal of the
 * registrar is explained by what does not hold. What cannot be looked up is left to the registrar.
 */
import { isDeepStrictEqual } from "node:util";
import {
  DomainNotHeldError,
  ForbiddenError,
  foreignAmong,
  InterruptedError,
  NetworkError,
  RateLimitedError,
  RefusedError,
  RegistrarError,
  ServerError,
  UnauthorizedError,
  UnexpectedShapeError,
  UnsupportedOperationError,
  withCode,
} from "../api/index.ts";
import type { CheckContext, CheckFailure, Precondition, Properties, Question, Resource } from "./definition.ts";
import { DeclaredTwiceError, ForeignNameserversError, PreconditionError } from "./errors.ts";
import type { Run } from "./run.ts";

/** Then the next look would meet the same, after the same wait. */
const hopeless = [InterruptedError, NetworkError, RateLimitedError, ServerError];

/** Resources that bring a domain into the account. */
const orders = ["DomainRegistration", "DomainTransfer"];

/** What a create or update of these arguments, which are new or changed, would fail with. It only reads. */
export async function unmet(
  resource: Resource,
  args: Properties,
  context: CheckContext,
  run: Run,
): Promise<CheckFailure[]> {
  const { domain } = args;
  const { previous } = context;
  const { looks } = run;
  const name = typeof domain === "string" ? domain : undefined;
  if (!context.known("domain") || run.isFormer(name) || looks.areHopeless) return [];
  if (previous !== undefined && isSameBut(resource.controls, args, previous)) return [];
  try {
    if (name !== undefined && previous === undefined && isOfHeldDomain(resource))
      await once(looks.domains, name, () => run.domain(name));
    for (const holds of resource.preconditions ?? []) await holds(args, { run, context });
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    if (error instanceof DomainNotHeldError) {
      return isOrdered(String(domain), context)
        ? []
        : [{ property: "domain", reason: withCode(error.message, error.code), error }];
    }
    if ([PreconditionError, DeclaredTwiceError, UnauthorizedError].some((kind) => error instanceof kind))
      return [{ reason: withCode(error.message, error.code), error }];
    noteUnread(error, context, run);
  }
  return [];
}

/** Does the same program bring a domain into the account? */
export const isOrdered = (domain: string, { declared }: Pick<CheckContext, "declared">): boolean =>
  orders.some((type) => declared(type, domain) !== undefined);

/** Does it need a domain of the account, of which nothing else is read? Rows of a list ask for the list. */
const isOfHeldDomain = ({ type, onePerDomain }: Resource) => onePerDomain !== undefined && !orders.includes(type);

/** Logs once per run that a check could not read the registrar, and why. Its words may quote a secret that is checked later. */
function noteUnread(error: RegistrarError, context: CheckContext, { looks }: Run): void {
  if (hopeless.some((kind) => error instanceof kind)) looks.areHopeless = true;
  if (looks.isNoted) return;
  looks.isNoted = true;
  const why = error.message.replace(`, "${error.words}"`, "");
  context.log(`A check could not read the registrar, so \`pulumi up\` may still fail: ${why}`, true);
}

/** Did the registrar understand a request and not want it? */
const isRefusal = (error: unknown): error is RegistrarError =>
  error instanceof ForbiddenError || error instanceof RefusedError;

/** Why the registrar refused a write: the precondition that does not hold; else the error as it is. */
export async function explained<Args extends object, Thrown>(
  error: Thrown,
  preconditions: readonly Precondition<Args>[],
  args: Partial<Args>,
  run: Run,
): Promise<Thrown | PreconditionError> {
  if (!isRefusal(error)) return error;
  for (const holds of preconditions) {
    try {
      await holds(args, { run, refusal: error });
    } catch (other) {
      if (other instanceof PreconditionError) return other;
      // The refusal itself is what matters.
      if (!(other instanceof RegistrarError)) throw other;
    }
  }
  return error;
}

/** Are they the same, whatever these arguments say? */
export function isSameBut(names: readonly string[], args: Properties, previous: Properties): boolean {
  const rest = (bag: Properties) => Object.fromEntries(Object.entries(bag).filter(([name]) => !names.includes(name)));
  return isDeepStrictEqual(rest(args), rest(previous));
}

/**
 * The domain uses the service's own nameservers, or the program sets them. Where the contract does not name these, a dry run only warns:
 * the registrar decides. Specification, "What the service does".
 * @param subject what needs them
 * @param isDue is there something to write, in a dry run? Default: there is
 */
export const onServiceNameservers =
  <Args extends { domain: string }>(
    subject: string,
    isDue: (args: Partial<Args>, question: Required<Pick<Question<Args>, "run" | "context">>) => unknown = () => true,
  ): Precondition<Args> =>
  async (args, { run, context, refusal }) => {
    const { domain } = args;
    if (domain === undefined || (context && !(await isDue(args, { run, context })))) return;
    const set = context?.declared("Nameservers", domain)?.["nameservers"];
    // Nobody named the service's nameservers: the registrar decides when a record is written.
    if (subject === "records" && context && set === undefined && run.api.contract.serviceNameservers === undefined)
      return;
    const hosts = Array.isArray(set) ? set.map(String) : await nameserversOf(domain, run, context !== undefined);
    const foreign = foreignAmong(hosts, run.api.contract);
    if (foreign.length === 0) return;
    const answer = refusal?.what ?? (Array.isArray(set) ? "this program sets them" : "nothing was sent");
    if (refusal !== undefined || run.api.contract.serviceNameservers !== undefined)
      throw new ForeignNameserversError(domain, foreign, answer, subject);
    context?.log(
      `${domain} ${Array.isArray(set) ? "is to use" : "uses"} the nameservers ${foreign.join(", ")}. Where they are not the registrar's own, it refuses changes of ${subject}. Where they are, name them under "serviceNameservers" in a contract file.`,
      true,
    );
  };

/** @param isShared the details of the domain, or an earlier answer, are new enough */
async function nameserversOf(domain: string, run: Run, isShared: boolean): Promise<readonly string[]> {
  const ask = async () => (await run.api.nameservers.get({ domain })).nameservers;
  try {
    if (!isShared) return await ask();
    const { nameservers = [] } = await run.domain(domain);
    const isEnough = nameservers.length > 0 && foreignAmong(nameservers, run.api.contract).length === 0;
    return isEnough ? nameservers : await once(run.looks.nameservers, domain, ask);
  } catch (error) {
    // Nobody can say which they are: the registrar decides.
    if (error instanceof UnexpectedShapeError || error instanceof UnsupportedOperationError) return [];
    throw error;
  }
}

/**
 * A record cannot be deleted while the domain uses other nameservers. Nobody is served it there, so it is released.
 * @throws the error, where it is another one, only a guess says whose the nameservers are, or some of them are the service's own
 */
export async function releaseUnserved(error: unknown, domain: string, run: Run): Promise<void> {
  if (!(error instanceof ForeignNameserversError)) throw error;
  const { nameservers } = await run.api.nameservers.get({ domain });
  const isKnown = error.isConfirmed || run.api.contract.serviceNameservers !== undefined;
  if (!isKnown || nameservers.length > error.nameservers.length) throw error;
  run.logOnce(
    `The records of ${domain} that the program no longer declares were released: they stay at the registrar, where they have no effect, because ${domain} uses ${nameservers.join(", ")}. ` +
      "If the domain comes back, declare them again and run `REGISTRAR_ADOPT=matching pulumi up` once.",
  );
}

/** Asks once for all, also where that failed. */
function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}
