/** The state of a stack of handlers, as an engine would write it. */
import { writeFileSync } from "node:fs";
import { resources } from "../../provider/resources/index.ts";
import type { HandlerStack } from "../support/handlerStack.ts";

const foreign = "acme-registrar:index:DnsRecord";
const urn = (type: string, name: string) => `urn:pulumi:dev::site::${type}::${name}`;
/** A name may begin with the types of the resource's parents, each followed by `$`. */
const urnIn = (type: string, name: string) => urn(`${/.*\$/.exec(name) ?? ""}${type}`, name.replace(/.*\$/, ""));

export function deploymentOf(stack: HandlerStack, config: Record<string, unknown> = {}): Record<string, unknown> {
  const provider = urn("pulumi:providers:pulumi-nodejs", "default");
  const rows = [...stack.state].map(([name, { handler, id, inputs, outputs }]) => {
    const type = `pulumi-nodejs:dynamic/registrar:${resources[handler].type}`;
    return { urn: urnIn(type, name), custom: true, id, type, inputs, outputs, provider: `${provider}::1` };
  });
  return {
    manifest: {},
    resources: [
      { urn: urn("pulumi:pulumi:Stack", "site-dev"), custom: false, type: "pulumi:pulumi:Stack" },
      // A resource of another package.
      { urn: urn(foreign, "other"), custom: true, id: "1", type: foreign, inputs: {}, outputs: {} },
      { urn: provider, custom: true, id: "1", type: "pulumi:providers:pulumi-nodejs", inputs: config },
      ...rows,
    ],
  };
}

export function writeState(file: string, stack: HandlerStack, config?: Record<string, unknown>): void {
  writeFileSync(file, JSON.stringify({ version: 3, deployment: deploymentOf(stack, config) }));
}
