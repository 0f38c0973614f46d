/** Prints the page that says of every operation where its shape comes from. */
import {
  type Endpoint,
  type EndpointName,
  type Evidence,
  endpoints,
  evidenceWords,
} from "../../provider/api/endpoints.ts";
import { lookupEndpoints } from "../../provider/lookups/endpoints.ts";
import type { Resource } from "../../provider/resources/definition.ts";

/** The types of resources, and the lookups, that call each operation. */
function usersOf(resources: Readonly<Record<string, Resource>>): (name: string) => string {
  const users: [string, readonly EndpointName[]][] = [
    ...Object.values(resources).map(({ type, endpoints: called }): [string, typeof called] => [type, called]),
    ...Object.entries(lookupEndpoints),
  ];
  return (name) =>
    users
      .filter(([, called]) => called.some((one) => one === name))
      .map(([user]) => user)
      .join(", ");
}

const legend: readonly (readonly [Evidence, string])[] = [
  ["spec", "the specification shows method, path and fields, but for what is listed as assumed or not shown"],
  ["specNames", "the specification says that it exists, and nothing else"],
  ["ref", "the reference shows it"],
  ["refNames", "the reference says that it exists, and nothing else"],
  ["assumed", "a natural guess"],
];

const countOf = (evidence: Evidence) => {
  const count = Object.values(endpoints).filter((row) => row.evidence === evidence).length;
  return count === 1 ? "1 operation" : `${count} operations`;
};

export function verifiedPage(resources: Readonly<Record<string, Resource>>): string {
  const usedBy = usersOf(resources);
  const rows = Object.entries(endpoints).map(([name, operation]: [string, Endpoint]) => {
    const { method, path, evidence, assumed, notShown = "", fallback } = operation;
    const cells = [
      name,
      `\`${method} ${path}\``,
      evidenceWords[evidence],
      assumed.join(", ") || "nothing",
      notShown,
      usedBy(name),
      fallback,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `<!-- Generated from the table of endpoints by \`npm run generate\`. Do not edit. -->

# What is verified about the API

For people who want to know how sure this package is of a call before they rely on it.

Nobody who wrote this package has called the live service. Each operation says where its shape comes from. The specification is that of the
API; the reference is the public pages of a live service that implements it.

${legend.map(([evidence, text]) => `- **${evidenceWords[evidence]}**: ${text} (${countOf(evidence)})`).join("\n")}

An operation that is only named has no method, path, payload or answer in the document that names it. That what reads is a GET follows from
what it does. The statuses of errors are shown for \`lock.get\` only; those of every other operation are read by the same table. No document
says in which currency prices are.

Parts listed as assumed can be corrected without a release, in a JSON file that \`REGISTRAR_CONTRACT\` or
\`registrar:contract\` names (see [contract.md](contract.md)). \`null\` for an operation says that it does not exist; then
what the last column says is done instead. \`registrar doctor\` tries every operation that only reads against an account
([doctor.md](doctor.md)).

| operation | method and path | evidence | assumed | not shown there | used by | if it does not exist |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
