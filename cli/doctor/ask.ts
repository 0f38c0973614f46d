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
  serviceNameservers,
} from "../../provider/api/index.ts";
import { countDone } from "../output.ts";
import { readOf, reads } from "./fields.ts";

export interface Outcome {
  /** Decoded by the client. */
  result?: unknown;
  error?: RegistrarError;
  /** Why it was not tried. */
  withheld?: string;
}

export interface Asked {
  subject: Subject;
  outcomes: ReadonlyMap<EndpointName, Outcome>;
  /** Every response of an operation, in order, before it was decoded. */
  seen: ReadonlyMap<EndpointName, readonly Observation[]>;
  /** Calls an operation under another contract. */
  tryWith(operation: EndpointName, contract: Contract): Promise<Trial>;
}

export interface Trial {
  /** `undefined` if it can't be read. */
  readonly result: unknown;
  readonly seen: readonly Observation[];
}

/** Shorter than for a run: a person waits for the report. */
const timeouts = { requestMs: 15_000, budgetMs: 20_000 };

export async function ask(configuration: Configuration, domain: string | undefined, appraise: boolean): Promise<Asked> {
  const { contract } = configuration;
  const seen = new Map<EndpointName, Observation[]>();
  const outcomes = new Map<EndpointName, Outcome>();
  const subject: Subject = { domain };
  const client = (by: Contract, observe?: (one: Observation) => void): Api =>
    createClient({ ...configuration, contract: by, readOnly: true, timeouts, ...(observe && { observe }) });
  const keep = (one: Observation) => void seen.set(one.operation, [...(seen.get(one.operation) ?? []), one]);
  const api = client(contract, keep);
  const call = (operation: EndpointName, by: Api) =>
    readOf(operation)?.call(by, subject.domain ?? "", subject.handle ?? "");
  let halted: string | undefined;

  const tryWith = async (operation: EndpointName, by: Contract): Promise<Trial> => {
    const answers: Observation[] = [];
    try {
      const observed = client(by, (one) => void answers.push(one));
      return { result: await call(operation, observed), seen: answers };
    } catch (error) {
      if (!(error instanceof RegistrarError)) throw error;
      return { result: undefined, seen: answers };
    }
  };

  const tellDone = countDone("Asked", reads.length, "operations");
  const attempt = (operation: EndpointName): Promise<void> => tryOut(operation).finally(tellDone);
  const tryOut = async (operation: EndpointName): Promise<void> => {
    const withheld = halted ?? reasonNotTo(operation, configuration, appraise) ?? lacking(operation, subject);
    if (withheld !== undefined) return void outcomes.set(operation, { withheld });
    const take = async (by: Api): Promise<void> => {
      try {
        outcomes.set(operation, { result: await call(operation, by) });
      } catch (error) {
        if (!(error instanceof RegistrarError)) throw error;
        outcomes.set(operation, { error });
        halted ??= reasonToHalt(error);
      }
    };
    await take(api);
    const isRefused = outcomes.get(operation)?.error?.status === 400 && seen.get(operation)?.at(-1)?.query.length;
    if (!isRefused || endpoints[operation].answer.kind !== "list") return;
    const unpaged = { ...contract.endpoints[operation], paging: null };
    await take(client({ ...contract, endpoints: { ...contract.endpoints, [operation]: unpaged } }, keep));
  };

  await attempt("domains.list");
  const own = contract.serviceNameservers ?? serviceNameservers;
  subject.domain ??= bestDomain(rowsOf(outcomes.get("domains.list")), own);
  const later = reads.map(({ operation }) => operation).filter((name) => !/^(domains\.list|contacts\.get)$/.test(name));
  await Promise.all(later.map(attempt));
  subject.isForeign = [outcomes.get("nameservers.get"), outcomes.get("domains.get")].some((outcome) =>
    isElsewhere(outcome?.result, own),
  );
  subject.handle = rowsOf(outcomes.get("contacts.list")).map((row) => textOf(row["handle"]))[0];
  await attempt("contacts.get");
  return { subject, outcomes, seen, tryWith };
}

/** A domain whose records can be managed, if there is one; else the first. */
function bestDomain(rows: readonly Record<string, unknown>[], own: readonly string[]): string | undefined {
  const names = (some: typeof rows) =>
    some.map((row) => textOf(row["domain_name"])).filter((name) => name !== undefined);
  return names(rows.filter((row) => Array.isArray(row["nameservers"]) && !isElsewhere(row, own)))[0] ?? names(rows)[0];
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

/** The domain and contact of the calls; absent if the account shows none. */
export interface Subject {
  domain?: string | undefined;
  handle?: string | undefined;
  /** The domain is on foreign nameservers: there is no DNS to manage. */
  isForeign?: boolean;
}

/** Operations for domains on the service's own nameservers. Specification, "What the service does". */
export const needsOwnZone: readonly EndpointName[] = ["records.list", "dnssec.get", "forwards.list"];

/** Why an operation is not tried; `undefined`: it is. */
function reasonNotTo(
  operation: EndpointName,
  { marketplaceUserId, marketplaceToken, appraisalToken }: Configuration,
  appraise: boolean,
): string | undefined {
  if (operation === "marketplace.search" && (marketplaceUserId === undefined || marketplaceToken === undefined)) {
    return "REGISTRAR_MARKETPLACE_USER_ID and REGISTRAR_MARKETPLACE_TOKEN are not both set";
  }
  if (operation !== "marketplace.appraise") return undefined;
  if (!appraise) return "an appraisal counts against the daily quota; use --appraise to try it";
  if (marketplaceUserId !== undefined && appraisalToken !== undefined) return undefined;
  return "REGISTRAR_MARKETPLACE_USER_ID and REGISTRAR_APPRAISAL_TOKEN are not both set";
}

function lacking(operation: EndpointName, subject: Subject): string | undefined {
  const needs = readOf(operation)?.needs;
  if (needs === undefined || subject[needs] !== undefined) return undefined;
  return needs === "domain"
    ? "no domain is known: name one, for example `pulumi-registrar doctor example.com`"
    : "no contact handle is known";
}
