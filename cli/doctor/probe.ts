/** Tries every operation that only reads, and judges the responses. */

import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import {
  type Configuration,
  type EndpointName,
  hasSource,
  type Observation,
  type RegistrarError,
} from "../../provider/api/index.ts";
import { type Asked, ask, needsOwnZone, type Outcome, rowsOf } from "./ask.ts";
import { type ReadOperation, readOf } from "./fields.ts";
import { corrected, type Finding, type Judgement, lineKey } from "./finding.ts";
import { judgeMissing, judgeObject, type Seen, works } from "./judge.ts";
import { judgeList } from "./lists.ts";
import { bodyOf, contractText, rowsIn } from "./shape.ts";

export interface Probe {
  /** One for each row of the table of endpoints, in its order. */
  findings: Finding[];
  domain?: string;
  reached: boolean;
  tokenAccepted: boolean;
  /** Does the account hold the domain? `undefined`: not known. */
  held?: boolean;
}

export interface ProbeOptions {
  configuration: Configuration;
  domain?: string;
  /** An appraisal uses the day's quota. */
  appraise: boolean;
}

export async function probe({ configuration, domain, appraise }: ProbeOptions): Promise<Probe> {
  const asked = await ask(configuration, domain, appraise);
  const { subject, seen } = asked;
  const held = isHeld(asked);
  const judged = endpointNames.map(async (operation): Promise<Finding> => {
    const last = tellingOf(seen.get(operation))?.answer;
    const body = last && bodyOf(last);
    const rows = rowsIn(operation, body?.value, configuration);
    return {
      operation,
      evidence: endpoints[operation].evidence,
      contract: contractText(operation, configuration),
      ...(last !== undefined && { status: last.status }),
      ...(rows !== undefined && { rows }),
      ...(body !== undefined && { shape: body.shape }),
      ...(await judgementOf(operation, asked, configuration, held)),
    };
  });
  const findings = await Promise.all(judged);
  const statuses = [...seen.values()].flat().map(({ answer }) => answer.status);
  return {
    findings: await Promise.all(findings.map((finding) => withTrial(finding, asked, configuration))),
    reached: seen.size > 0,
    tokenAccepted: seen.size > 0 && !statuses.includes(401),
    ...(subject.domain !== undefined && { domain: subject.domain }),
    ...(held !== undefined && { held }),
  };
}

/** Tries a correction that leaves nothing to fill in, except for an appraisal, which uses the day's quota. */
async function withTrial(finding: Finding, { tryWith }: Asked, { contract }: Configuration): Promise<Finding> {
  const { operation, proposal, note } = finding;
  const isTried = proposal?.[lineKey(operation)] && operation !== "marketplace.appraise";
  const wanted = isTried ? corrected(contract, proposal) : undefined;
  if (wanted === undefined) return finding;
  const { result } = await tryWith(operation, wanted);
  return {
    ...finding,
    note: `${note} (tested: ${result === undefined ? "still not readable" : "readable"} with the correction)`,
  };
}

/** The first page of a list, which tells more than a page beyond its end; else the last response. */
function tellingOf(observed: readonly Observation[] = []): Observation | undefined {
  const isList = observed.some(({ query }) => query.length > 0);
  return (isList ? observed.find(({ answer }) => answer.status < 300) : undefined) ?? observed.at(-1);
}

/** Operations about one domain of the account. */
const aboutDomain = (operation: EndpointName) =>
  endpoints[operation].path.includes("{domain}") && operation !== "domains.check";

function isHeld({ subject, outcomes, seen }: Asked): boolean | undefined {
  if (subject.domain === undefined) return undefined;
  const name = subject.domain.toLowerCase();
  const statuses = [...seen]
    .filter(([operation]) => aboutDomain(operation))
    .flatMap(([, all]) => all.map(({ answer }) => answer.status));
  if (statuses.some((status) => status < 300)) return true;
  const listed = rowsOf(outcomes.get("domains.list"));
  if (listed.some((row) => String(row["domain_name"]).toLowerCase() === name)) return true;
  return statuses.length > 0 && statuses.every((status) => status === 403 || status === 404) ? false : undefined;
}

async function judgementOf(
  operation: EndpointName,
  asked: Asked,
  { contract }: Configuration,
  held: boolean | undefined,
): Promise<Judgement> {
  const { subject, outcomes, seen } = asked;
  const read = readOf(operation);
  const outcome = outcomes.get(operation);
  if (read === undefined || outcome === undefined) return { verdict: "notTried", note: "it writes", usable: null };
  const { error, withheld } = outcome;
  if (withheld !== undefined) return { verdict: "notTried", note: withheld, usable: null };
  const { fallback } = endpoints[operation];
  if (contract.endpoints[operation] === null) {
    return { verdict: "missing", note: `the contract says so; used instead: ${fallback}`, usable: error === undefined };
  }
  const observed = seen.get(operation) ?? [];
  if (observed.length === 0 && hasSource(operation))
    return error === undefined ? works(`read by ${fallback}`) : failed(operation, error);
  const status = tellingOf(observed)?.answer.status;
  if (subject.isForeign && needsOwnZone.includes(operation) && status !== undefined && status >= 400 && status < 500) {
    const note = `${status}, perhaps because the domain uses foreign nameservers and has no DNS at the registrar: name another domain`;
    return { verdict: "failed", note, usable: false };
  }
  if (status === 404 || status === 405) {
    if (held === false && aboutDomain(operation)) {
      return { verdict: "failed", note: `${status}: this account does not hold the domain`, usable: false };
    }
    return judgeMissing(operation, status, contract);
  }
  const isAnswered = status !== undefined && status < 300;
  if (!isAnswered || (error !== undefined && error.code !== "ERR_REGISTRAR_UNEXPECTED_SHAPE"))
    return failed(operation, error);
  return judgeAnswer(read, outcome, observed, contract, asked);
}

async function judgeAnswer(
  read: ReadOperation,
  { result, error }: Outcome,
  observed: readonly Observation[],
  contract: Configuration["contract"],
  asked: Asked,
): Promise<Judgement> {
  // The first page tells where things are; a page beyond the end may be empty.
  const [first] = observed.filter(({ answer }) => answer.status < 300);
  const body = first && bodyOf(first.answer);
  if (body === undefined || !("value" in body)) {
    return {
      verdict: "differs",
      note: `${body?.shape ?? "nothing"}: the base URL or the path is probably wrong`,
      usable: false,
      proposal: { [read.operation]: { path: "" } },
    };
  }
  const judged: Seen = {
    read,
    contract,
    body: body.value,
    result,
    domain: asked.subject.domain ?? "",
    ...(error && { problem: fieldProblem(error) }),
  };
  const isList = endpoints[read.operation].answer.kind === "list";
  return isList ? judgeList(judged, { result, seen: observed }, asked) : judgeObject(judged);
}

function failed(operation: EndpointName, error: RegistrarError | undefined): Judgement {
  const verdict = { verdict: "failed", usable: false } as const;
  if (error === undefined) return { ...verdict, note: "no response was received" };
  // A message about contacts may name a person.
  const what = operation.startsWith("contacts.") ? error.what.replace(/,? ?"[\s\S]*"/, "") : error.what;
  return { ...verdict, note: `${what}. ${error.advice}` };
}

/** The part of a decoding error that names a field and quotes nothing. */
function fieldProblem({ what }: RegistrarError): string {
  return /its field "[\w.]*" is not as expected/.exec(what)?.[0] ?? "it cannot be read";
}
