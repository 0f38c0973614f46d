/** Every resource, by the name of its handler. */
import { contact } from "./contact.ts";
import type { Resource } from "./definition.ts";
import { dnsRecord } from "./dnsRecord.ts";
import { domainLock } from "./domainLock.ts";
import { nameservers } from "./nameservers.ts";
import { urlForward } from "./urlForward.ts";

export const resources = { dnsRecord, urlForward, domainLock, nameservers, contact } satisfies Record<string, Resource>;
