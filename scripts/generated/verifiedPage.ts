/** Prints the page that says of every operation where its shape comes from. */
import { type Operation, type OperationName, operations } from "../../provider/api/operations.ts";
import { lookupOperations } from "../../provider/lookups/operations.ts";
import type { Resource } from "../../provider/resources/definition.ts";

/** The types of resources, and the lookups, that call each operation. */
function usersOf(resources: Readonly<Record<string, Resource>>): (name: string) => string {
  const users: [string, readonly OperationName[]][] = [
    ...Object.values(resources).map(({ type, operations: called }): [string, typeof called] => [type, called]),
    ...Object.entries(lookupOperations),
  ];
  return (name) =>
    users
      .filter(([, called]) => called.some((one) => one === name))
      .map(([user]) => user)
      .join(", ");
}

export function verifiedPage(resources: Readonly<Record<string, Resource>>): string {
  const usedBy = usersOf(resources);
  const rows = Object.entries(operations).map(([name, operation]: [string, Operation]) => {
    const { method, path, evidence, assumed, fallback } = operation;
    const cells = [name, `\`${method} ${path}\``, evidence, assumed.join(", ") || "nothing", usedBy(name), fallback];
    return `| ${cells.join(" | ")} |`;
  });
  return `<!-- Generated from the operation table by \`npm run generate\`. Do not edit. -->

# What is verified about the API

Nobody who wrote this package has called the live service. Each operation says where its shape comes from:

- **spec**: the API specification
- **ref**: the public reference pages of a live service that implements the specification
- **client**: several independent public clients agree
- **assumed**: a natural guess

Parts listed as assumed can be corrected without a release, in a JSON file that \`REGISTRAR_CONTRACT\` or
\`registrar:contract\` names (see [contract.md](contract.md)). \`null\` for an operation says that it does not exist; then
what the last column says is done instead. \`registrar doctor\` tries every operation that only reads against an account
([doctor.md](doctor.md)).

| operation | method and path | evidence | assumed | used by | if it does not exist |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
