/**
 * What Pulumi's provider host loads: one handler a resource, by names that never change, since every state names them.
 * Without `configure` they take their configuration from the environment, so a script can drive them as well.
 */
import { dynamicHandler } from "./pulumi/dynamic.ts";
import type { DynamicHandler } from "./pulumi/handler.ts";
import { contact as contactResource } from "./resources/contact.ts";
import { dnsRecord as dnsRecordResource } from "./resources/dnsRecord.ts";
import { domainLock as domainLockResource } from "./resources/domainLock.ts";
import { nameservers as nameserversResource } from "./resources/nameservers.ts";
import { urlForward as urlForwardResource } from "./resources/urlForward.ts";

export type { ConfigureRequest, DynamicHandler } from "./pulumi/handler.ts";

export const dnsRecord: DynamicHandler = dynamicHandler(dnsRecordResource);
export const urlForward: DynamicHandler = dynamicHandler(urlForwardResource);
export const domainLock: DynamicHandler = dynamicHandler(domainLockResource);
export const nameservers: DynamicHandler = dynamicHandler(nameserversResource);
export const contact: DynamicHandler = dynamicHandler(contactResource);
