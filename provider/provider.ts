/**
 * What Pulumi's provider host loads: one handler a resource, by names that never change, since every state names them.
 * Without `configure` they take their configuration from the environment, so a script can drive them as well.
 */
import { dynamicHandler } from "./fronts/dynamic/dynamic.ts";
import type { DynamicHandler } from "./fronts/dynamic/handler.ts";

export type { ConfigureRequest, DynamicHandler } from "./fronts/dynamic/handler.ts";

export const dnsRecord: DynamicHandler = dynamicHandler(
  "DnsRecord",
  async () => (await import("./resources/dnsRecord.ts")).dnsRecord,
);
export const dnsRecordSet: DynamicHandler = dynamicHandler(
  "DnsRecordSet",
  async () => (await import("./resources/dnsRecordSet.ts")).dnsRecordSet,
);
export const dnsZone: DynamicHandler = dynamicHandler(
  "DnsZone",
  async () => (await import("./resources/dnsZone.ts")).dnsZone,
);
export const urlForward: DynamicHandler = dynamicHandler(
  "UrlForward",
  async () => (await import("./resources/urlForward.ts")).urlForward,
);
export const domainLock: DynamicHandler = dynamicHandler(
  "DomainLock",
  async () => (await import("./resources/domainLock.ts")).domainLock,
);
export const nameservers: DynamicHandler = dynamicHandler(
  "Nameservers",
  async () => (await import("./resources/nameservers.ts")).nameservers,
);
export const contact: DynamicHandler = dynamicHandler(
  "Contact",
  async () => (await import("./resources/contact.ts")).contact,
);
export const domainContacts: DynamicHandler = dynamicHandler(
  "DomainContacts",
  async () => (await import("./resources/domainContacts.ts")).domainContacts,
);
export const domainSettings: DynamicHandler = dynamicHandler(
  "DomainSettings",
  async () => (await import("./resources/domainSettings.ts")).domainSettings,
);
export const dnssec: DynamicHandler = dynamicHandler(
  "Dnssec",
  async () => (await import("./resources/dnssec.ts")).dnssec,
);
export const domainRegistration: DynamicHandler = dynamicHandler(
  "DomainRegistration",
  async () => (await import("./resources/domainRegistration.ts")).domainRegistration,
);
export const domainTransfer: DynamicHandler = dynamicHandler(
  "DomainTransfer",
  async () => (await import("./resources/domainTransfer.ts")).domainTransfer,
);
