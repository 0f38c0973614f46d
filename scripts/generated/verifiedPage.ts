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
  [
    "spec",
    "the specification shows the method, the path and the fields, except for the parts listed as assumed or not shown",
  ],
  ["specNames", "the specification says only that the operation exists"],
  ["ref", "the reference shows the operation"],
  ["refNames", "the reference says only that the operation exists"],
  ["assumed", "no document shows the operation; the package uses the usual form"],
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

Nobody who wrote this package has called the live service. This page therefore says, for every operation, where its shape comes from. *The
specification* is the specification of the API. *The reference* is the public pages of a live service that implements it. The table uses
these words as evidence:

${legend.map(([evidence, text]) => `- **${evidenceWords[evidence]}**: ${text} (${countOf(evidence)})`).join("\n")}

The most important assumptions are that records can be listed, updated and deleted, and forwards updated and deleted, at the usual REST
paths. If an operation is only named, the document shows no method, path, payload or response for it. Where such an operation reads, its
method is GET, because it only reads. The statuses of errors are shown only for \`lock.get\`; the package interprets those of all other
operations in the same way. No document says in which currency prices are. That the service's own nameservers, which DNS management
requires, are \`ns1.atom.com\` and \`ns2.atom.com\` is a guess after the reference; it refuses nothing (\`serviceNameservers\` names them).

You can correct the parts listed as assumed without a new release, in a JSON file that \`REGISTRAR_CONTRACT\` or
\`registrar:contract\` names (see [contract.md](../reference/contract.md)). If the file has \`null\` for an operation, the operation does not exist, and
the package does what the last column says. \`registrar doctor\` tries every operation that only reads against your account
([doctor.md](../guides/doctor.md)).

| operation | method and path | evidence | assumed | not shown there | used by | if it does not exist |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
