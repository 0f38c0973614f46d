/** Sentences for messages that propose lines of the contract file. */
import type { Renamed } from "../../dns/index.ts";
import { type AssumedPart, type Endpoint, type EndpointName, endpointOf } from "../endpoints/table.ts";
import { type FieldNames, groupOf, isGroup, isRead, type Override, operationsOf } from "./contract.ts";
import { type Cut, type Mark, markIn } from "./evidence.ts";
import { queryNames } from "./wireNames.ts";

const file = "a contract file (registrar:contractFile or REGISTRAR_CONTRACT_FILE)";

/** The key of the line that corrects the fields or the mark of success of an operation. */
const lineOf = (operation: EndpointName): string => (isGroup(groupOf(operation)) ? groupOf(operation) : operation);

/** A read alone, or all writes of its group: their responses have one mark, which may not be that of the reads. */
const withItsGroup = (name: EndpointName): EndpointName[] =>
  isRead(name) ? [name] : operationsOf(groupOf(name)).filter((each) => !isRead(each));

/** The contract lines that name the mark of success of an operation. @param body a response without `success: true` */
export function successAdvice(operation: EndpointName, body?: unknown): string {
  const line = (success: Mark) =>
    JSON.stringify(Object.fromEntries(withItsGroup(operation).map((name) => [name, { success }])));
  const mark = markIn(body);
  if (mark !== undefined) {
    return `If ${JSON.stringify(mark).slice(1, -1)} marks a success of this operation, say so in ${file}: ${line(mark)}.`;
  }
  const none = isRead(operation) ? `; if its responses have no mark, ${line(null)}` : "";
  const example = line({ status: "ok" });
  return `If another field marks a success of this operation, name it in ${file}, as in ${example}${none}.`;
}

/** Examples of fields with other names. */
const otherNames: Readonly<Partial<Record<EndpointName, Renamed>>> = {
  "domains.list": { domain_name: "fqdn" },
  "records.list": { name: "host" },
  "forwards.list": { source: "host" },
  "contacts.list": { handle: "id" },
};

/** The contract line that names fields of a group, or of an operation without one. */
const fieldsLine = (operation: EndpointName, fields: FieldNames): string =>
  JSON.stringify({ [lineOf(operation)]: { fields } });

/** The contract lines that decide if a list is complete. */
export function settling(operation: EndpointName, cut: Cut | undefined, fields?: Renamed): string {
  if (cut === "unmarked") return `${successAdvice(operation)} Then run it again.`;
  if (cut === "contradicted") return "Run it again later. If the response stays so, ask the registrar what it means.";
  if (cut === "unreadable") {
    const line = fieldsLine(operation, fields ?? otherNames[operation] ?? {});
    const [pair] = Object.entries(fields ?? {});
    if (pair !== undefined) return `If "${pair[1]}" is its ${pair[0]}, say so in ${file}: ${line}. Then run it again.`;
    const doctor = "`pulumi-registrar doctor` proposes the line";
    return `Name the fields of its rows in ${file}, as in ${line}; ${doctor}. Then run it again.`;
  }
  const paging = JSON.stringify({
    [operation]: { paging: { page: "page", pageSize: "page_size", size: 100 } },
  });
  const pages = `say how its pages are asked for, and how many rows each has, as in ${paging}`;
  if (cut === "short") return `If the list has pages, ${pages}, in ${file}. Then run it again.`;
  const complete = `If the list always shows everything, confirm that in ${file}: {"${operation}": {"complete": true}}.`;
  return `${complete} If it has pages, ${pages}. Then run it again.`;
}

/** A call, as far as the contract can correct it. */
interface Asked {
  readonly name: EndpointName;
  readonly row: Endpoint;
  readonly override: Override;
}

/** Adds the assumed parts of the call, which may be why it was refused. */
export function withAssumed(advice: string, asked: Asked, said = ""): string {
  const { name, override } = asked;
  const field = quotedField(said, asked);
  if (field !== undefined) {
    const line = fieldsLine(name, { [field]: "..." });
    return `${advice} If the registrar calls "${field}" otherwise, say so in a contract file (REGISTRAR_CONTRACT_FILE): ${line}.`;
  }
  const assumed = assumedAdvice(name, override);
  return assumed === "" ? advice : `${advice} If it names no problem: ${assumed}`;
}

/** The field of the request that the registrar's words quote, by its name in the specification. */
function quotedField(said: string, { row, override }: Asked): string | undefined {
  const wireOf = (field: string) => override.fields?.[field] ?? field;
  return Object.keys(row.body?.shape ?? {}).find((field) =>
    ['"', "'", "`"].some((mark) => said.includes(`${mark}${String(wireOf(field))}${mark}`)),
  );
}

/**
 * @param override corrections that the contract has already
 * @returns sentences, the first of which begins with "the"; empty if no part of the request is assumed
 */
export function assumedAdvice(name: EndpointName, override: Override): string {
  const row = endpointOf(name);
  const { method, path, query, paging, fields } = override;
  const corrected: Record<string, unknown> = { method, path, existence: path, query: query ?? paging, body: fields };
  const isGuess = (part: AssumedPart) => part !== "answer" && corrected[part.split(".")[0] ?? ""] === undefined;
  const guesses = row.assumed.filter(isGuess).map((part) => guessOf(part, name, row));
  if (guesses.length === 0) return "";
  const named = guesses.map(({ words }) => words);
  const line = Object.assign({}, ...guesses.map((guess) => guess.line));
  const verb = named.length > 1 || named[0]?.startsWith("the names") ? "are" : "is";
  const unpaged = "paging" in line ? `, {"${name}": {"paging": null}} if the list takes no pages` : "";
  const none = "path" in line ? `, or null if there is no such operation (instead: ${row.fallback})` : "";
  return (
    `${new Intl.ListFormat("en").format(named).replace(/, and /, " and ")} of "${name}" ${verb} assumed ` +
    `(sent as ${method ?? row.method} ${path ?? row.path}). Correct that in a contract file (REGISTRAR_CONTRACT_FILE): ` +
    `{"${name}": ${JSON.stringify(line)}}${unpaged}${none}.`
  );
}

/** How the advice names an assumed part, and its contract line, with dots for names that only the registrar knows. */
function guessOf(part: AssumedPart, name: EndpointName, row: Endpoint): { words: string; line: object } {
  const blank = (names: readonly string[]) => Object.fromEntries(names.slice(0, 4).map((field) => [field, "..."]));
  const [group = "", field] = part.split(".");
  if (field !== undefined) return { words: `the name of the field "${field}"`, line: { fields: blank([field]) } };
  if (group === "body") {
    const fields = Object.keys(row.body?.shape ?? {});
    return { words: "the names of the fields", line: fields.length === 0 ? {} : { fields: blank(fields) } };
  }
  if (group === "query") {
    const isList = row.answer.kind === "list";
    const line = isList ? { paging: { page: "...", pageSize: "..." } } : { query: blank(queryNames(name)) };
    return { words: "the names of the query parameters", line };
  }
  const lines: Readonly<Record<string, object>> = { method: { method: "..." }, path: { path: "/..." } };
  return { words: `the ${group}`, line: lines[group] ?? {} };
}
