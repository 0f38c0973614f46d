/** How each reading operation is called, and why one is not tried. */
import type { Api, Configuration, EndpointName } from "../../provider/api/index.ts";

/** What is asked about; absent where nothing is known to ask for. */
export interface Subject {
  domain?: string | undefined;
  handle?: string | undefined;
  /** The domain is on foreign nameservers: there is no DNS to manage. */
  isForeign?: boolean;
}

/** What needs the domain to be on the service's own nameservers. Specification, "What the service does". */
export const needsOwnZone: readonly EndpointName[] = ["records.list", "dnssec.get", "forwards.list"];

interface Reading {
  needs?: "domain" | "handle";
  call(api: Api, domain: string, handle: string): Promise<unknown>;
}

export const calls: { readonly [N in EndpointName]?: Reading } = {
  "domains.list": { call: (api) => api.domains.list() },
  "domains.get": { needs: "domain", call: (api, domain) => api.domains.get({ domain }) },
  "domains.check": { needs: "domain", call: (api, domain) => api.domains.check({ domain }) },
  "tlds.pricing": { call: (api) => api.tlds.pricing() },
  "records.list": { needs: "domain", call: (api, domain) => api.records.list({ domain }) },
  "dnssec.get": { needs: "domain", call: (api, domain) => api.dnssec.get({ domain }) },
  "nameservers.get": { needs: "domain", call: (api, domain) => api.nameservers.get({ domain }) },
  "lock.get": { needs: "domain", call: (api, domain) => api.lock.get({ domain }) },
  "forwards.list": { needs: "domain", call: (api, domain) => api.forwards.list({ domain }) },
  "contacts.list": { call: (api) => api.contacts.list({}) },
  "contacts.get": { needs: "handle", call: (api, _domain, handle) => api.contacts.get({ handle }) },
  "marketplace.search": { call: (api) => api.marketplace.search({ query: { query: "garden", page_size: 1 } }) },
  "marketplace.appraise": {
    needs: "domain",
    call: (api, domain) => api.marketplace.appraise({ query: { domain_name: domain } }),
  },
};

/** Why an operation is not tried; `undefined`: it is. */
export function reasonNotTo(
  operation: EndpointName,
  { userId, marketplaceToken, appraisalToken }: Configuration,
  appraise: boolean,
): string | undefined {
  if (operation === "marketplace.search" && (userId === undefined || marketplaceToken === undefined)) {
    return "REGISTRAR_USER_ID and REGISTRAR_MARKETPLACE_TOKEN are not both set";
  }
  if (operation !== "marketplace.appraise") return undefined;
  if (!appraise) return "an appraisal counts against the daily quota; use --appraise to try it";
  if (userId !== undefined && appraisalToken !== undefined) return undefined;
  return "REGISTRAR_USER_ID and REGISTRAR_APPRAISAL_TOKEN are not both set";
}

export function lacking(operation: EndpointName, subject: Subject): string | undefined {
  const needs = calls[operation]?.needs;
  if (needs === undefined || subject[needs] !== undefined) return undefined;
  return needs === "domain"
    ? "no domain is known: name one, for example `registrar doctor example.com`"
    : "no contact handle is known";
}
