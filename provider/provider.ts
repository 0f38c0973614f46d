/**
 * What Pulumi's provider host loads: one handler a resource, by names that never change, since every state names them.
 * Without `configure` they take their configuration from the environment, so a script can drive them as well.
 */
import { dynamicHandler } from "./fronts/dynamic/dynamic.ts";
import type { DynamicHandler } from "./fronts/dynamic/handler.ts";
import { resources } from "./resources/index.ts";

export type { ConfigureRequest, DynamicHandler } from "./fronts/dynamic/handler.ts";

export const dnsRecord: DynamicHandler = dynamicHandler(resources.dnsRecord);
export const dnsZone: DynamicHandler = dynamicHandler(resources.dnsZone);
export const urlForward: DynamicHandler = dynamicHandler(resources.urlForward);
export const domainLock: DynamicHandler = dynamicHandler(resources.domainLock);
export const nameservers: DynamicHandler = dynamicHandler(resources.nameservers);
export const contact: DynamicHandler = dynamicHandler(resources.contact);
export const domainContacts: DynamicHandler = dynamicHandler(resources.domainContacts);
export const domainSettings: DynamicHandler = dynamicHandler(resources.domainSettings);
export const dnssec: DynamicHandler = dynamicHandler(resources.dnssec);
export const domainRegistration: DynamicHandler = dynamicHandler(resources.domainRegistration);
export const domainTransfer: DynamicHandler = dynamicHandler(resources.domainTransfer);
