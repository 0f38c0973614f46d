/** Calls every operation that only reads once, and keeps the responses. */
import { endpoints } from "../../provider/api/endpoints/table.ts";
import {
  type Api,
  type Configuration,
  type Contract,
  createClient,
  type EndpointName,
  isObject,
  type Observation,
  RegistrarError,
  readLockStatus,
  serviceNameservers,
} from "../../provider/api/index.ts";
import { countDone } from "../output.ts";

export interface Outcome {
  /** Decoded by the client. */
  readonly result?: unknown;
  readonly error?: RegistrarError;
  /** Why it was not tried. */
  readonly withheld?: string;
  /** Every response, in order, before it was decoded. */
  readonly seen: readonly Observation[];
}

/** The domain and contact of the calls; absent if the account shows none. */
export interface Subject {
  domain?: string | undefined;
  handle?: string | undefined;
  /** The domain is on foreign nameservers: there is no DNS to manage. */
  isForeign?: boolean;
}

export interface Asked {
  readonly subject: Subject;
  readonly outcomes: ReadonlyMap<EndpointName, Outcome>;
  /** Calls an operation under another contract. */
  tryWith(operation: EndpointName, contract: Contract): Promise<Outcome>;
}

type Call = (api: Api, subject: { domain: string; handle: string }) => Promise<unknown>;

/** The operations that only read, and fields of which each response needs one. */
export const reads: Partial<Record<EndpointName, { call: Call; needs?: readonly string[] }>> = {
  "domains.list": { call: (api) => api.domains.list(), needs: ["domain_name"] },
  "domains.get": { call: (api, { domain }) => api.domains.get({ domain }), needs: ["domain_name", "status"] },
  "domains.check": { call: (api, { domain }) => api.domains.check({ domain }), needs: ["status"] },
  "tlds.pricing": { call: (api) => api.tlds.pricing(), needs: ["pricing"] },
  "records.list": { call: (api, { domain }) => api.records.list({ domain }) },
  "dnssec.get": { call: (api, { domain }) => api.dnssec.get({ domain }) },
  "nameservers.get": { call: (api, { domain }) => api.nameservers.get({ domain }), needs: ["nameservers"] },
  "lock.get": {
    async call(api, { domain }) {
      const lock = await api.lock.get({ domain });
      return { ...lock, ...readLockStatus(lock, domain) };
    },
  },
  "forwards.list": { call: (api, { domain }) => api.forwards.list({ domain }) },
  "contacts.list": { call: (api) => api.contacts.list(), needs: ["email"] },
  "contacts.get": { call: (api, { handle }) => api.contacts.get({ handle }), needs: ["email"] },
  "marketplace.search": { call: (api) => api.marketplace.search({ query: { query: "garden", page_size: 1 } }) },
  "marketplace.appraise": {
    call: (api, { domain }) => api.marketplace.appraise({ query: { domain_name: domain } }),
  },
};
const names = Object.keys(reads).filter((name): name is EndpointName => name in reads);

/** Shorter than for a run: a person waits for the report. */
const timeouts = { requestMs: 15_000, budgetMs: 20_000 };

export async function ask(configuration: Configuration, domain: string | undefined, appraise: boolean): Promise<Asked> {
  const { contract } = configuration;
  const outcomes = new Map<EndpointName, Outcome>();
  const subject: Subject = { domain };
  let halted: string | undefined;

  async function tryWith(operation: EndpointName, by: Contract): Promise<Outcome> {
    const seen: Observation[] = [];
    const observe = (one: Observation) => void (one.operation === operation && seen.push(one));
    const api = createClient({ ...configuration, contract: by, readOnly: true, timeouts, observe });
    try {
      const { domain: name = "", handle = "" } = subject;
      return { result: await reads[operation]?.call(api, { domain: name, handle }), seen };
    } catch (error) {
      if (!(error instanceof RegistrarError)) throw error;
      return { error, seen };
    }
  }

  const tellDone = countDone("Asked", names.length, "operations");
  async function attempt(operation: EndpointName): Promise<void> {
    const withheld = halted ?? reasonNotTo(operation, configuration, appraise) ?? lacking(operation, subject);
    const outcome = withheld === undefined ? await tryWith(operation, contract) : { withheld, seen: [] };
    outcomes.set(operation, outcome);
    if (outcome.error) halted ??= reasonToHalt(outcome.error);
    tellDone();
  }

  await attempt("domains.list");
  const own = contract.serviceNameservers ?? serviceNameservers;
  subject.domain ??= bestDomain(rowsOf(outcomes.get("domains.list")), own);
  const later = names.filter((name) => !/^(domains\.list|contacts\.get)$/.test(name));
  await Promise.all(later.map(attempt));
  subject.isForeign = (["nameservers.get", "domains.get"] as const).some((name) =>
    isElsewhere(outcomes.get(name)?.result, own),
  );
  subject.handle = rowsOf(outcomes.get("contacts.list")).map((row) => textOf(row["handle"]))[0];
  await attempt("contacts.get");
  return { subject, outcomes, tryWith };
}

/** A domain whose records can be managed, if there is one; else the first. */
function bestDomain(rows: readonly Record<string, unknown>[], own: readonly string[]): string | undefined {
  const named = (some: typeof rows) => some.flatMap((row) => textOf(row["domain_name"]) ?? []);
  return named(rows.filter((row) => Array.isArray(row["nameservers"]) && !isElsewhere(row, own)))[0] ?? named(rows)[0];
}

function isElsewhere(found: unknown, own: readonly string[]): boolean {
  const hosts: unknown = isObject(found) ? found["nameservers"] : undefined;
  if (!Array.isArray(hosts) || hosts.length === 0) return false;
  return !hosts.some((host) => own.includes(String(host).toLowerCase().replace(/\.$/, "")));
}

function reasonToHalt({ status, code }: RegistrarError): string | undefined {
  if (status === 401) return "the token was refused";
  return code === "ERR_REGISTRAR_NETWORK" ? "the registrar cannot be reached" : undefined;
}

export function rowsOf(outcome: Outcome | undefined): Record<string, unknown>[] {
  const listing = outcome?.result;
  return isObject(listing) && Array.isArray(listing["rows"]) ? listing["rows"].filter(isObject) : [];
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Why an operation is not tried; `undefined`: it is. */
function reasonNotTo(
  operation: EndpointName,
  { marketplaceUserId, marketplaceToken, appraisalToken }: Configuration,
  appraise: boolean,
): string | undefined {
  const unset = (name: string) => `REGISTRAR_MARKETPLACE_USER_ID and ${name} are not both set`;
  const lacks = (token: string | undefined) => marketplaceUserId === undefined || token === undefined;
  if (operation === "marketplace.search" && lacks(marketplaceToken)) return unset("REGISTRAR_MARKETPLACE_TOKEN");
  if (operation !== "marketplace.appraise") return undefined;
  if (!appraise) return "an appraisal counts against the daily quota; use --appraise to try it";
  return lacks(appraisalToken) ? unset("REGISTRAR_APPRAISAL_TOKEN") : undefined;
}

function lacking(operation: EndpointName, { domain, handle }: Subject): string | undefined {
  const { path } = endpoints[operation];
  if (operation === "contacts.get") return handle === undefined ? "no contact handle is known" : undefined;
  const needsDomain = path.includes("{domain}") || operation === "marketplace.appraise";
  const noDomain = "no domain is known: name one, for example `pulumi-registrar doctor example.com`";
  return needsDomain && domain === undefined ? noDomain : undefined;
}
