/** Prints the page that says of every operation where its shape comes from. */
import {
  type Endpoint,
  type EndpointName,
  type Evidence,
  endpoints,
  evidenceWords,
} from "../../provider/api/endpoints/table.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { lookupRows } from "../../provider/lookups/rows.ts";

/** The types of resources, and the lookups, that call each operation. */
function usersOf(resources: Readonly<Record<string, Resource>>): (name: string) => string {
  const users: [string, readonly EndpointName[]][] = [
    ...Object.values(resources).map(({ type, endpoints: called }): [string, typeof called] => [type, called]),
    ...Object.entries(lookupRows).map(([name, { endpoints: asked }]): [string, readonly EndpointName[]] => [
      name,
      asked,
    ]),
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

Nobody who wrote this package has called the live service. For every operation, this page says where its shape comes from. *The specification* is that of the API, *the reference* the public pages of a live service that implements it.

${legend.map(([evidence, text]) => `- **${evidenceWords[evidence]}**: ${text} (${countOf(evidence)})`).join("\n")}

The most important assumptions are that records can be listed, updated and deleted, and forwards updated and deleted, at the usual REST
paths. An operation that is only named and reads is a GET. The statuses of errors are shown only for \`lock.get\`, and interpreted alike
elsewhere. No document says in which currency prices are. That \`ns1.atom.com\` and \`ns2.atom.com\` are the service's own nameservers is a
guess, which refuses nothing (\`serviceNameservers\` names them).

What is assumed can be corrected in a [contract file](../reference/contract.md); [\`pulumi-registrar doctor\`](../guides/doctor.md) tries every operation that only reads.

| operation | method and path | evidence | assumed | not shown there | used by | if it does not exist |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
