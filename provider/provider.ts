/**
 * Handlers for Pulumi's provider host. Their names are in every state, and never change. Without `configure`, they read their
 * settings from the environment, so that scripts can call them.
 */
import { dynamicHandler } from "./fronts/dynamic/dynamic.ts";
import type { DynamicHandler } from "./fronts/dynamic/handler.ts";

export type { ConfigureRequest, DynamicHandler } from "./fronts/dynamic/handler.ts";

export const dnsRecord: DynamicHandler = dynamicHandler("dnsRecord", () => import("./resources/dnsRecord.ts"));
export const dnsRecordSet: DynamicHandler = dynamicHandler("dnsRecordSet", () => import("./resources/dnsRecordSet.ts"));
export const dnsZone: DynamicHandler = dynamicHandler("dnsZone", () => import("./resources/dnsZone.ts"));
export const urlForward: DynamicHandler = dynamicHandler("urlForward", () => import("./resources/urlForward.ts"));
export const domainLock: DynamicHandler = dynamicHandler("domainLock", () => import("./resources/domainLock.ts"));
export const nameservers: DynamicHandler = dynamicHandler("nameservers", () => import("./resources/nameservers.ts"));
export const contact: DynamicHandler = dynamicHandler("contact", () => import("./resources/contact.ts"));
export const domainContacts: DynamicHandler = dynamicHandler(
  "domainContacts",
  () => import("./resources/domainContacts.ts"),
);
export const domainSettings: DynamicHandler = dynamicHandler(
  "domainSettings",
  () => import("./resources/domainSettings.ts"),
);
export const dnssec: DynamicHandler = dynamicHandler("dnssec", () => import("./resources/dnssec.ts"));
export const domainRegistration: DynamicHandler = dynamicHandler(
  "domainRegistration",
  () => import("./resources/domainRegistration.ts"),
);
export const domainTransfer: DynamicHandler = dynamicHandler(
  "domainTransfer",
  () => import("./resources/domainTransfer.ts"),
);
