/** A finding about each operation: what its response shows, or why there is none. */
import { type Endpoint, endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import {
  type Configuration,
  type EndpointName,
  hasSource,
  isObject,
  type Override,
  type RegistrarError,
} from "../../provider/api/index.ts";
import { shownFields } from "../../provider/lifecycle/orders/price.ts";
import { type Asked, reads, rowsOf } from "./ask.ts";
import { isJudged, type Judgement, judgeList } from "./lists.ts";
import type { Finding } from "./report.ts";
import { bodyOf, isFieldName } from "./shape.ts";

const unusable = (note: string): Judgement => ({ verdict: "unusable", note });
const works = (note = ""): Judgement => ({ verdict: "works", note });

/** One for each row of the table of endpoints, in its order. */
export const judgeAll = (asked: Asked, { contract }: Configuration): Promise<Finding[]> =>
  Promise.all(
    endpointNames.map(async (operation): Promise<Finding> => {
      const outcome = asked.outcomes.get(operation);
      const { seen = [] } = outcome ?? {};
      const { method, path, answer: form }: Endpoint = endpoints[operation];
      const override: Override = contract.endpoints[operation] ?? {};
      // The first page of a list tells more than a page beyond its end.
      const last = (form.kind === "list" ? seen.find(({ answer }) => answer.status < 300) : undefined) ?? seen.at(-1);
      return {
        operation,
        request: `${override.method ?? method} ${override.path ?? path}`,
        ...(last !== undefined && { status: last.answer.status, shape: bodyOf(last.answer).shape }),
        ...(form.kind === "list" && outcome?.result !== undefined && { rows: rowsOf(outcome).length }),
        ...(await judgementOf(operation, last?.answer.status, asked, contract)),
      };
    }),
  );

/** Operations for domains on the service's own nameservers. Specification, "What the service does". */
const needsOwnZone: readonly EndpointName[] = ["records.list", "dnssec.get", "forwards.list"];

async function judgementOf(
  operation: EndpointName,
  status: number | undefined,
  asked: Asked,
  contract: Configuration["contract"],
): Promise<Judgement> {
  const outcome = asked.outcomes.get(operation);
  if (outcome === undefined) return { verdict: "notTried", note: "it writes" };
  const { error, result, withheld, seen } = outcome;
  if (withheld !== undefined) return { verdict: "notTried", note: withheld };
  const { fallback, answer }: Endpoint = endpoints[operation];
  if (contract.endpoints[operation] === null) {
    const note = `the contract says so; used instead: ${fallback}`;
    return error === undefined ? works(note) : unusable(note);
  }
  if (seen.length === 0 && hasSource(operation) && error === undefined) return works(`read by ${fallback}`);
  const refusal = refusalOf(operation, status, error, asked);
  if (refusal !== undefined) return unusable(refusal);
  if (isJudged(operation)) return judgeList(operation, asked, contract);
  if (answer.kind === "any") return works("its fields are not specified, so any response is kept");
  if (error !== undefined) return unusable(reasonIn(operation, error));
  return judgeFields(operation, result, contract.endpoints[operation]?.ignore ?? []);
}

/** Why a call has no response that could be judged. */
function refusalOf(
  operation: EndpointName,
  status: number | undefined,
  error: RegistrarError | undefined,
  asked: Asked,
): string | undefined {
  const isRefused = status !== undefined && status >= 400 && status < 500;
  if (isRefused && asked.subject.isForeign && needsOwnZone.includes(operation))
    return `${status}, perhaps because the domain uses foreign nameservers and has no DNS at the registrar: name another domain`;
  if (status === 404 || status === 405) {
    const isElsewhere = isHeld(asked) === false && aboutDomain(operation);
    return isElsewhere
      ? `${status}: this account does not hold the domain`
      : `${status}; alternative: ${endpoints[operation].fallback}`;
  }
  const isAnswered = status !== undefined && status < 300;
  if (isAnswered && (error === undefined || error.code === "ERR_REGISTRAR_UNEXPECTED_SHAPE")) return undefined;
  return error === undefined ? "no response was received" : reasonIn(operation, error);
}

/** A message about contacts may name a person. */
const reasonIn = (operation: EndpointName, { what, advice }: RegistrarError): string =>
  `${operation.startsWith("contacts.") ? what.replace(/,? ?"[\s\S]*"/, "") : what}. ${advice}`;

/** A response that can be decoded, and may lack what programs need. */
function judgeFields(operation: EndpointName, result: unknown, ignored: readonly string[]): Judgement {
  const { needs = [] } = reads[operation] ?? {};
  const objects =
    endpoints[operation].answer.kind === "list" ? rowsOf({ result, seen: [] }) : [result].filter(isObject);
  if (objects.length === 0) return { verdict: "open", note: "the list is empty" };
  const isShown = needs.length === 0 || objects.some((object) => needs.some((key) => (object[key] ?? null) !== null));
  if (!isShown) return unusable(`${needs.join(" or ")} is missing`);
  const strange = strangePriceFields(operation, objects, ignored);
  if (strange.length === 0) return works();
  const shown = strange.map((key) => (isFieldName(key) ? key : "(a key that may be data)"));
  return unusable(
    `nothing is ordered while a quote has ${shown.join(" and ")}: write it under "ignore" only if it isn't part of the price`,
  );
}

/** Fields of a quote or a price list that the specification doesn't show: any such field prevents orders. */
function strangePriceFields(
  operation: EndpointName,
  rows: readonly Record<string, unknown>[],
  ignored: readonly string[],
): string[] {
  const strangeIn = (object: unknown, known: readonly string[]) =>
    Object.entries(isObject(object) ? object : {}).flatMap(([key, value]) =>
      value === null || [...ignored, ...known].includes(key) ? [] : [key],
    );
  const { quote, price, list, tld } = shownFields;
  if (operation === "domains.check")
    return rows.flatMap((row) => [...strangeIn(row, quote), ...strangeIn(row["domain_price"], price)]);
  if (operation !== "tlds.pricing") return [];
  const tlds = rows.flatMap((row) => Object.values(Object(row["pricing"])).filter(isObject));
  const prices = tlds.flatMap(({ renew, transfer }) => [renew, transfer]);
  const strange = [[rows, list] as const, [tlds, tld] as const, [prices, price] as const];
  return [...new Set(strange.flatMap(([objects, known]) => objects.flatMap((object) => strangeIn(object, known))))];
}

/** Operations about one domain of the account. */
const aboutDomain = (operation: EndpointName) =>
  endpoints[operation].path.includes("{domain}") && operation !== "domains.check";

/** Does the account hold the domain? `undefined`: not known. */
export function isHeld({ subject, outcomes }: Asked): boolean | undefined {
  if (subject.domain === undefined) return undefined;
  const name = subject.domain.toLowerCase();
  const statuses = [...outcomes]
    .filter(([operation]) => aboutDomain(operation))
    .flatMap(([, { seen }]) => seen.map(({ answer }) => answer.status));
  if (statuses.some((status) => status < 300)) return true;
  const listed = rowsOf(outcomes.get("domains.list"));
  if (listed.some((row) => String(row["domain_name"]).toLowerCase() === name)) return true;
  return statuses.length > 0 && statuses.every((status) => status === 403 || status === 404) ? false : undefined;
}
