/** DNS management requires the service's own nameservers. Specification, "What the service does". */
import { BadRequestError, ForbiddenError, foreignAmong, RefusedError, RegistrarError } from "../api/index.ts";
import { ForeignNameserversError } from "./errors.ts";
import type { Run } from "./run.ts";

/** The domain's nameservers that are not the service's, asked for anew. */
export async function foreignNameservers(domain: string, run: Run): Promise<string[]> {
  const { nameservers } = await run.api.nameservers.get({ domain });
  return foreignAmong(nameservers, run.api.contract);
}

/**
 * A record cannot be deleted while the domain uses other nameservers. Nobody is served it there, so it is let go.
 * @throws the error, where it is another one, only a guess says whose the nameservers are, or some of them are the service's own
 */
export async function releaseUnserved(error: unknown, domain: string, run: Run): Promise<void> {
  if (!(error instanceof ForeignNameserversError)) throw error;
  const { nameservers } = await run.api.nameservers.get({ domain });
  const isKnown = error.isTold || run.api.contract.serviceNameservers !== undefined;
  if (!isKnown || nameservers.length > error.nameservers.length) throw error;
  run.sayOnce(
    `The records of ${domain} that the program no longer declares were released: they stay at the registrar, where they have no effect, because ${domain} uses ${nameservers.join(", ")}. ` +
      "If the domain comes back, declare them again and run `REGISTRAR_ADOPT=1 pulumi up` once.",
  );
}

/** Did the registrar understand a request and not want it? */
export function isRefusal(error: unknown): error is RegistrarError {
  return error instanceof BadRequestError || error instanceof ForbiddenError || error instanceof RefusedError;
}

/**
 * A refusal of a write on a domain with foreign nameservers gets that reason.
 * @param operations the group of operations that need the service's own nameservers, such as `records`
 * @param subject what they manage, for the message
 */
export async function explainForeignNameservers(
  error: RegistrarError,
  domain: string,
  run: Run,
  operations = "records",
  subject?: string,
): Promise<RegistrarError> {
  if (!isRefusal(error) || !error.operation?.startsWith(`${operations}.`)) return error;
  try {
    const foreign = await foreignNameservers(domain, run);
    return foreign.length === 0 ? error : new ForeignNameserversError(domain, foreign, error.what, subject);
  } catch (other) {
    if (!(other instanceof RegistrarError)) throw other;
    // The refusal itself is what matters.
    return error;
  }
}
