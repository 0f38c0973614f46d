/** Prints the reference page of the lookups. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLookup, type LookupName, rowOf } from "../../provider/lookups/rows.ts";

const schemaFile = join(__dirname, "..", "..", "provider", "fronts", "plugin", "schema.generated.json");

/** API calls of the lookups that make more than one. */
const calls: Partial<Record<LookupName, string>> = {
  checkAvailability: "one for each name, and one more for each that is taken",
  getDnsRecords: "the pages of the zone",
  getDomains: "the pages of the list",
};

interface Spec {
  inputs: { properties: Record<string, unknown>; required?: string[] };
}

export function functionsPage(): string {
  const { functions }: { functions: Record<string, Spec> } = JSON.parse(readFileSync(schemaFile, "utf8"));
  const lines = Object.entries(functions).flatMap(([token, { inputs }]) => {
    const name = token.replace("registrar:index:", "");
    if (!isLookup(name)) return [];
    const args = Object.keys(inputs.properties).map((arg) => `${arg}${inputs.required?.includes(arg) ? "" : "?"}`);
    return [
      `- \`${name}({ ${args.join(", ")} })\`: ${rowOf(name).summary}${calls[name] ? ` Calls: ${calls[name]}.` : ""}`,
    ];
  });
  return `<!-- Generated from the rows of the lookups by \`npm run generate\`. Do not edit. -->

# Lookups

Functions that only read, also in a preview. Their results can decide what the program declares.

\`\`\`ts
import { getDomainOutput } from "pulumi-registrar";

export const expires = getDomainOutput({ domain: "example.com" }).expiresAt;
\`\`\`

<details>
<summary>Python, YAML, Go</summary>

\`\`\`python
import pulumi
import pulumi_registrar as registrar

pulumi.export("expires", registrar.get_domain_output(domain="example.com").expires_at)
\`\`\`

\`\`\`yaml
variables:
  example:
    fn::invoke: { function: "registrar:getDomain", arguments: { domain: example.com } }
outputs:
  expires: \${example.expiresAt}
\`\`\`

\`\`\`go
example := registrar.GetDomainOutput(ctx, registrar.GetDomainOutputArgs{Domain: pulumi.String("example.com")})
ctx.Export("expires", example.ExpiresAt())
\`\`\`

</details>

[examples/lookups](../../examples/lookups/README.md) uses more of them. A field that the registrar does not show is absent.

## Functions

Each makes one API call, unless stated.

${lines.join("\n")}
- \`searchMarketplaceAll({ query, filters?, pageSize? })\`, in TypeScript only: all names, for \`for await\`. Calls: the pages that the loop needs.

## Two forms

\`getDomain\` returns a promise. \`getDomainOutput\` also takes outputs and returns one.

- **Unknown arguments** in a preview: no request is sent, and the result is unknown. Secret arguments make the result secret.
- **Cached**: a lookup is sent once per deployment. \`{ fresh: true }\` sends it again; \`dependsOn\` sends it after these resources.
- **Promises**: export the result, so that Pulumi waits for it.

## Failures

A failure is a \`LookupError\` with a \`code\`, which ends the program unless you catch it.

- A list that is [not proven complete](../background/safety.md#when-a-list-proves-absence) is \`ERR_REGISTRAR_INCOMPLETE_LIST\`, because a loop over it would delete the missing rows.
- A domain that the account does not hold is \`ERR_REGISTRAR_DOMAIN_NOT_HELD\`; a 403 is \`ERR_REGISTRAR_DOMAIN_FORBIDDEN\`.
- \`locked\` is true only if no field of the response contradicts it. \`available\` is true only if the registrar says so, and only available names have a price.

## Personal data

\`getContactOutput\` and \`getContactsOutput\` are secret: the complete result with the TypeScript classes, all fields but \`handle\`, \`type\` and \`verified\` with the plugin. Wrap exported results of the plain forms in \`pulumi.secret\`. \`getDomain\` shows the registrant's handle only.

## A registration that depends on availability

- After the purchase, the name isn't \`available\` but \`inAccount\`. Declare it in both cases.
- Always use the same resource name, and throw an error if no name is found. Otherwise a later run buys a second name.
- Set \`maxPrice\` to your own limit, not to the price that you just read.

## The marketplace

It has its own [credentials](configuration.md#marketplace). The structure of \`filters\` is not documented. A used-up quota of appraisals is \`ERR_REGISTRAR_QUOTA_SPENT\`.
`;
}
