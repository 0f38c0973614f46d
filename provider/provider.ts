/**
 * Handlers for Pulumi's provider host. Their names are in every state, and never change. Without `configure`, they read their
 * settings from the environment, so that scripts can call them.
 */
import { dynamicHandler } from "./fronts/dynamic/dynamic.ts";

type Properties = Record<string, unknown>;

export interface ConfigureRequest {
  config: { get(key: string): string | undefined };
}

/** A resource provider, as `@pulumi/pulumi` calls it. */
export interface DynamicHandler {
  configure(request: ConfigureRequest): void;
  check(
    olds: Properties,
    news: Properties,
  ): Promise<{ inputs: Properties; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, props: Properties): Promise<{ id?: string; props?: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, props: Properties): Promise<void>;
}

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
