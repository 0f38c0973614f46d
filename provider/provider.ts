/**
 * Handlers for Pulumi's provider host. Their names are in every state, and never change. Without `configure`, they read their
 * settings from the environment, so that scripts can call them.
 */
import { dynamicHandler } from "./fronts/dynamic/dynamic.ts";
import type { HandlerName } from "./imports/capture.ts";
import type { Resource } from "./lifecycle/definition.ts";

type Properties = Record<string, unknown>;

/** A resource provider, as `@pulumi/pulumi` calls it. */
export interface DynamicHandler {
  configure(request: { config: { get(key: string): string | undefined } }): void;
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

/** Hides the types of this package's own definitions from programs. */
const handler = <N extends HandlerName>(name: N, load: () => Promise<Record<N, Resource>>): DynamicHandler =>
  dynamicHandler(name, load);

export const dnsRecord = handler("dnsRecord", () => import("./resources/dnsRecord.ts"));
export const dnsRecordSet = handler("dnsRecordSet", () => import("./resources/dnsRecordSet.ts"));
export const dnsZone = handler("dnsZone", () => import("./resources/dnsZone.ts"));
export const urlForward = handler("urlForward", () => import("./resources/urlForward.ts"));
export const domainLock = handler("domainLock", () => import("./resources/domainLock.ts"));
export const nameservers = handler("nameservers", () => import("./resources/nameservers.ts"));
export const contact = handler("contact", () => import("./resources/contact.ts"));
export const domainContacts = handler("domainContacts", () => import("./resources/domainContacts.ts"));
export const domainSettings = handler("domainSettings", () => import("./resources/domainSettings.ts"));
export const dnssec = handler("dnssec", () => import("./resources/dnssec.ts"));
export const domainRegistration = handler("domainRegistration", () => import("./resources/domainRegistration.ts"));
export const domainTransfer = handler("domainTransfer", () => import("./resources/domainTransfer.ts"));
