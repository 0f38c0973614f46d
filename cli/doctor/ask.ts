/** Calls every operation that only reads once, and keeps the responses. */
import { endpoints } from "../../provider/api/endpoints/table.ts";
import {
  type Api,
  type Configuration,
  type Contract,
  createClient,
  type EndpointName,
  hasSource,
  isObject,
  type Observation,
  type Override,
  RegistrarError,
  serviceNameservers,
} from "../../provider/api/index.ts";
import { progress } from "../output.ts";
import { readOf, reads } from "./expected.ts";

export interface Outcome {
  /** Decoded by the client. */
  result?: unknown;
  error?: RegistrarError;
  /** Why it was not tried. */
  withheld?: string;
  /** Is it missing, but a fallback works? */
  doneWithout?: boolean;
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

/** Operations that are called only if the contract names them: here they are tried. */
const named = { "nameservers.get": {}, "contacts.get": {} };

export async function ask(given: Configuration, domain: string | undefined, appraise: boolean): Promise<Asked> {
  const contract = { ...given.contract, endpoints: { ...named, ...given.contract.endpoints } };
  const configuration = { ...given, contract };
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
    const result = await Promise.resolve(
      call(
        operation,
        client(by, (one) => void answers.push(one)),
      ),
    ).catch((error: unknown) => {
      if (!(error instanceof RegistrarError)) throw error;
      return undefined;
    });
    return { result, seen: answers };
  };

  let asked = 0;
  const attempt = async (operation: EndpointName): Promise<void> => {
    progress(`Asked ${asked} of ${reads.length} operations ...`);
    await tryOut(operation);
    asked += 1;
  };
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
    const corrected = (override: Override | null) => ({
      ...contract,
      endpoints: { ...contract.endpoints, [operation]: override },
    });
    const last = seen.get(operation)?.at(-1);
    const status = last?.answer.status;
    if (
      outcomes.get(operation)?.error?.status === 400 &&
      last?.query.length &&
      endpoints[operation].answer.kind === "list"
    ) {
      await take(client(corrected({ ...contract.endpoints[operation], paging: null }), keep));
    }
    if ((status !== 404 && status !== 405) || !hasSource(operation)) return;
    const { result } = await tryWith(operation, corrected(null));
    outcomes.set(operation, { ...outcomes.get(operation), doneWithout: result !== undefined });
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

/** Does it name nameservers, and none of the service's own? */
function isElsewhere(found: unknown, own: readonly string[]): boolean {
  const hosts: unknown = isObject(found) ? found["nameservers"] : undefined;
  if (!Array.isArray(hosts) || hosts.length === 0) return false;
  return !hosts.some((host) => own.includes(String(host).toLowerCase().replace(/\.$/, "")));
}

function reasonToHalt({ status, code }: RegistrarError): string | undefined {
  if (status === 401) return "the token was refused";
  return code === "ERR_REGISTRAR_NETWORK" ? "the registrar cannot be reached" : undefined;
}

/** The rows of a list that was read. */
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
