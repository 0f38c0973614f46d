/** `pulumi-registrar domains` and `pulumi-registrar records`: show the account. They only read. */
import { Command, Option } from "commander";
import type { ListOptions } from "./domains/list.ts";
import { wholeNumber } from "./sandbox.ts";

const days = (text: string) => wholeNumber(0, 9999)(text.replace(/d$/, ""));

export function domainsCommand(): Command {
  return new Command("domains")
    .summary("List the account's domains")
    .description("List the account's domains. `-` is a value that the registrar's list doesn't show. It never writes.")
    .addOption(new Option("--sort <order>", "order of the list").choices(["name", "expires"]).default("name"))
    .option(
      "--expires-within <days>",
      "list only domains that expire within days, such as 30d; exit with 7 if any",
      days,
    )
    .option("--json", "print JSON: a list of `domain`, `expiresAt`, `locked`, `autoRenew`, `nameservers`")
    .action(async (options: ListOptions) => (await import("./domains/list.ts")).listDomains(options));
}

export function recordsCommand(): Command {
  return new Command("records")
    .summary("List a domain's DNS records")
    .description("List the DNS records of a domain. It never writes.")
    .argument("<domain>", "a domain of the account")
    .option("--json", "print JSON: a list with the arguments of DnsRecord, and the registrar's `recordId`")
    .action(async (domain: string, { json = false }: { json?: boolean }) =>
      (await import("./domains/list.ts")).listRecords(domain, json),
    );
}
