/** Reads something by another endpoint, if its own doesn't exist. */
import type { EndpointName } from "../endpoints/table.ts";
import { NotFoundError, UnexpectedShapeError } from "../errors.ts";
import type { AnswerOf, Api } from "../http/api.ts";
import type { Listing } from "../lists/read.ts";

type Fallbacks = { [N in EndpointName]?: (api: Api, key: string) => Promise<AnswerOf<N>> };

/** By endpoint. The key is the parameter of its path: a domain or a handle. */
export const fallbacks = {
  "domains.get": async (api, domain) => {
    const isIt = (row: { domain_name?: string | undefined }) => row.domain_name?.toLowerCase() === domain.toLowerCase();
    return inList("domains.get", await api.domains.list(), isIt, domain, "the domain is not in the account's list");
  },
  "nameservers.get": async (api, domain) => {
    const { nameservers } = await api.domains.get({ domain });
    if (nameservers !== undefined) return { nameservers };
    throw cannotTell("nameservers.get", domain, "domains.get gives no nameservers");
  },
  "lock.get": async (api, domain) => {
    const found = await api.domains.get({ domain });
    const prohibited = found.whois_status?.some((status) => status.toLowerCase() === "clienttransferprohibited");
    const locked = found.transfer_locked ?? prohibited;
    if (locked === undefined) throw cannotTell("lock.get", domain, "domains.get gives no transfer_locked");
    return { locked, status: locked ? "locked" : "unlocked", transfer_locked: locked };
  },
  "dnssec.get": async (api, domain) => {
    const { dnssec_enabled } = await api.domains.get({ domain });
    if (dnssec_enabled !== undefined) return { status: 200, data: { dnssec_enabled } };
    throw cannotTell("dnssec.get", domain, "domains.get gives no dnssec_enabled");
  },
  "contacts.get": async (api, handle) => {
    const isIt = (row: { handle?: string | undefined }) => row.handle === handle;
    return inList(
      "contacts.get",
      await api.contacts.list(),
      isIt,
      undefined,
      `there is no contact ${handle} in the account`,
    );
  },
} satisfies Fallbacks;

export const hasFallback = (name: EndpointName): name is keyof typeof fallbacks => name in fallbacks;

/** @throws NotFoundError; UnexpectedShapeError if the list doesn't prove absence */
function inList<T>(
  operation: EndpointName,
  { rows, proof }: Listing<T>,
  isIt: (row: T) => boolean,
  domain: string | undefined,
  what: string,
): T {
  const found = rows.find(isIt);
  if (found !== undefined) return found;
  if (!proof.complete) throw cannotTell(operation, domain, proof.why);
  const advice = "Check the spelling, and that the token belongs to the account that holds it.";
  throw new NotFoundError({ operation, domain, what, advice });
}

const cannotTell = (operation: EndpointName, domain: string | undefined, why = "the list is not complete") =>
  new UnexpectedShapeError({
    operation,
    domain,
    what: `the operation does not exist and its replacement does not say: ${why}`,
    advice: `Name the right path of "${operation}" in a contract file (REGISTRAR_CONTRACT_FILE).`,
  });
