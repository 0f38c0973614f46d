/** Messages of docs/reference/errors.md as they are printed. `UPDATE_DOCS=1 npx jest test/docs/messages` records them. */
import { readFileSync, writeFileSync } from "node:fs";
import { messagesFile } from "../../scripts/generated/errorsPage.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { withPulumiHome } from "../support/orders.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
withPulumiHome();
const domain = "example.com";
const www: Program = {
  www: { handler: "dnsRecord", args: { domain, type: "A", name: "www", content: "198.51.100.7" } },
};

/** By code, a situation and the program that meets it. */
const situations: Record<string, () => Promise<string>> = {
  ERR_REGISTRAR_EXISTS: () => {
    registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "198.51.100.7" });
    return refused(www);
  },
  ERR_REGISTRAR_PRECONDITION: async () => {
    const stack = new HandlerStack(quick);
    await stack.up({ lock: { handler: "domainLock", args: { domain } } });
    return messageOf((await stack.destroy()).errors);
  },
  ERR_REGISTRAR_CONSENT_NEEDED: () =>
    refused({ name: { handler: "domainRegistration", args: { domain: "fresh.com", maxPrice: 5 } } }),
};

async function refused(program: Program): Promise<string> {
  return messageOf((await new HandlerStack(quick).up(program)).errors);
}

/** The page shows the main remedy only. */
const messageOf = (errors: Record<string, string>) =>
  Object.values(errors)
    .join("\n")
    .replace(/^: /, "")
    .replace(/(?:(?<=Likely causes:\n.*)\n| To stop managing)[\s\S]*(?= \[)/, " ...");

it.each(Object.entries(situations))("the page shows %s as it is printed", async (code, meet) => {
  const message = await meet();
  expect(message).toContain(code);
  const recorded: Record<string, string> = JSON.parse(readFileSync(messagesFile, "utf8"));
  if (process.env["UPDATE_DOCS"] !== undefined) {
    writeFileSync(messagesFile, `${JSON.stringify({ ...recorded, [code]: message }, undefined, 2)}\n`);
    return;
  }
  expect(recorded[code]).toBe(message);
});
