/**
 * What an `up` would meet, looked up in a preview, which calls neither `create` nor `update`: a preview that succeeds is a promise.
 * What cannot be looked up is left to the update.
 */
import { isDeepStrictEqual } from "node:util";
import {
  DomainNotHeldError,
  foreignAmong,
  InterruptedError,
  NetworkError,
  RateLimitedError,
  RegistrarError,
  ServerError,
  UnauthorisedError,
} from "../api/index.ts";
import type { CheckContext, CheckFailure, Properties, Resource } from "./definition.ts";
import { ForeignNameserversError, SeveralCandidatesError } from "./errors.ts";
import { AlreadyExistsError, StandsBesideError } from "./items/errors.ts";
import { DomainLockedError, DomainNotActiveError, UnknownContactError } from "./refusedContacts.ts";
import type { Run } from "./run.ts";

/** What an `up` fails with for certain. */
const certain = [
  AlreadyExistsError,
  DomainLockedError,
  DomainNotActiveError,
  ForeignNameserversError,
  SeveralCandidatesError,
  StandsBesideError,
  UnauthorisedError,
  UnknownContactError,
];
/** Then the next look would meet the same, after the same wait. */
const hopeless = [InterruptedError, NetworkError, RateLimitedError, ServerError];

/** Resources that bring a domain into the account. */
const orders = ["DomainRegistration", "DomainTransfer"];

/** What a create or update of these arguments would fail with. */
export async function foreseen(
  resource: Resource,
  args: Properties,
  context: CheckContext,
  run: Run,
): Promise<CheckFailure[]> {
  const { domain } = args;
  const looks = run.foresight;
  const name = typeof domain === "string" ? domain : undefined;
  if (!context.known("domain") || run.isFormer(name) || looks.hasGivenUp) return [];
  try {
    if (name !== undefined && context.previous === undefined && !orders.includes(resource.type))
      await once(looks.domains, name, () => run.domain(name));
    await resource.foresee?.(args, context, run);
    return [];
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    // The same program brings it in.
    if (
      error instanceof DomainNotHeldError &&
      name !== undefined &&
      orders.some((type) => context.declared(type, name) !== undefined)
    )
      return [];
    if (error instanceof DomainNotHeldError) return [{ property: "domain", reason: error.message }];
    if (certain.some((kind) => error instanceof kind)) return [{ reason: error.message }];
    if (hopeless.some((kind) => error instanceof kind)) {
      looks.hasGivenUp = true;
      context.say(
        `This preview could not look at the registrar, so that \`pulumi up\` may still fail: ${error.message}`,
        true,
      );
    }
    return [];
  }
}

/** Are they the same, whatever these arguments say? */
export function isSameBut(names: readonly string[], args: Properties, previous: Properties): boolean {
  const rest = (bag: Properties) => Object.fromEntries(Object.entries(bag).filter(([name]) => !names.includes(name)));
  return isDeepStrictEqual(rest(args), rest(previous));
}

/**
 * Refuses what only works on the service's own nameservers, where the program sets others, or sets none and the domain uses others. Where the
 * contract does not name them, it only warns: the registrar decides.
 * @param subject what needs them
 * @throws ForeignNameserversError
 */
export async function refuseElsewhere(
  domain: string,
  { declared, say }: Pick<CheckContext, "declared" | "say">,
  run: Run,
  subject = "records",
): Promise<void> {
  const hosts = declared("Nameservers", domain)?.["nameservers"];
  const foreign = foreignAmong(
    Array.isArray(hosts) ? hosts.map(String) : await nameserversOf(domain, run),
    run.api.contract,
  );
  if (foreign.length === 0) return;
  if (run.api.contract.serviceNameservers !== undefined) {
    const answer = Array.isArray(hosts) ? "this program sets them" : "nothing was sent";
    throw new ForeignNameserversError(domain, foreign, answer, subject);
  }
  say(
    `${domain} ${Array.isArray(hosts) ? "is to use" : "uses"} the nameservers ${foreign.join(", ")}. Where they are not the registrar's own, it refuses changes of ${subject}. Where they are, name them under "serviceNameservers" in a contract file.`,
    true,
  );
}

/** The details of a domain show them, too, and were read already. */
async function nameserversOf(domain: string, run: Run): Promise<readonly string[]> {
  const { nameservers = [] } = await run.domain(domain);
  if (nameservers.length > 0 && foreignAmong(nameservers, run.api.contract).length === 0) return nameservers;
  return once(run.foresight.nameservers, domain, async () => (await run.api.nameservers.get({ domain })).nameservers);
}

/** Asks once for all, also where that failed. */
function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const asked = known.get(key) ?? ask();
  known.set(key, asked);
  return asked;
}
