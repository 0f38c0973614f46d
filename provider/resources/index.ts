/** Every resource, by the name of its handler. */

import type { Resource } from "../lifecycle/definition.ts";
import { contact } from "./contact.ts";
import { dnsRecord } from "./dnsRecord.ts";
import { dnsRecordSet } from "./dnsRecordSet.ts";
import { dnssec } from "./dnssec.ts";
import { dnsZone } from "./dnsZone.ts";
import { domainContacts } from "./domainContacts.ts";
import { domainLock } from "./domainLock.ts";
import { domainRegistration } from "./domainRegistration.ts";
import { domainSettings } from "./domainSettings.ts";
import { domainTransfer } from "./domainTransfer.ts";
import { nameservers } from "./nameservers.ts";
import { urlForward } from "./urlForward.ts";

export const resources = {
  dnsRecord,
  dnsRecordSet,
  dnsZone,
  urlForward,
  domainLock,
  nameservers,
  contact,
  domainContacts,
  domainSettings,
  dnssec,
  domainRegistration,
  domainTransfer,
} satisfies Record<string, Resource>;
