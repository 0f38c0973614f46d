/** Prints the page that says of every operation where its shape comes from. */
import { type Operation, operations } from "../../provider/api/operations.ts";

export function verifiedPage(): string {
  const rows = Object.entries(operations).map(([name, operation]: [string, Operation]) => {
    const { method, path, evidence, assumed, fallback } = operation;
    return `| ${name} | \`${method} ${path}\` | ${evidence} | ${assumed.join(", ") || "nothing"} | ${fallback} |`;
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
what the last column says is done instead.

| operation | method and path | evidence | assumed | if it does not exist |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
