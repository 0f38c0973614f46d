/** What `pulumi do TYPE list` lists: ids that an import takes. */
import type { HandlerName } from "../../resources/existing/capture.ts";

/** By what is listed: items of a domain, or the domains themselves. Contacts and transfers have no argument to list them by. */
const listed: Partial<Record<HandlerName, "items" | "domains">> = {
  dnsRecord: "items",
  urlForward: "items",
  dnsZone: "domains",
  nameservers: "domains",
  domainSettings: "domains",
  domainContacts: "domains",
  dnssec: "domains",
  domainRegistration: "domains",
};

export const listedBy = (handler: string): "items" | "domains" | undefined =>
  Object.entries(listed).find(([name]) => name === handler)?.[1];

/** Arguments of a list. */
export const listInputs = {
  domain: {
    type: "string",
    description: "The domain whose items are listed. Default: all domains of the account.",
  },
} as const;
