/** The URL forwards of a domain, in the form that UrlForward takes as its arguments. */
import { forwardFromWire } from "../api/forward.ts";
import { whole } from "./errors.ts";
import { domainIn, type Lookups } from "./lookups.ts";
import type { DomainArgs, UrlForwards } from "./types/index.ts";

/** @throws IncompleteLookupError when the list could not be read whole */
export async function getUrlForwards(lookups: Lookups, args: DomainArgs): Promise<UrlForwards> {
  const domain = domainIn("getUrlForwards", args.domain);
  const { api, known } = lookups;
  const listing = await lookups.explaining(() =>
    known["forwards.list"].once(domain, () => api.forwards.list({ domain })),
  );
  const rows = whole("forwards.list", domain, listing).map((wire) => forwardFromWire(wire, domain));
  const forwards = rows.filter(({ unreadable }) => unreadable === undefined);
  return {
    domain,
    forwards: forwards.map(({ source, destination, type }) => ({ domain, source, destination, ...(type && { type }) })),
    unreadable: rows.length - forwards.length,
  };
}
