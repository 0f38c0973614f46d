/** `pulumi-registrar domains` and `pulumi-registrar records`: show the account. They only read. */
import { Command } from "commander";

interface Options {
  json?: boolean;
}

export function domainsCommand(): Command {
  return new Command("domains")
    .summary("List the account's domains")
    .description("List the account's domains. `-` is a value that the registrar's list doesn't show. It never writes.")
    .option("--json", "print JSON: a list of `domain`, `expiresAt`, `locked`, `autoRenew`, `nameservers`")
    .action(async ({ json = false }: Options) => (await import("./domains/list.ts")).listDomains(json));
}

export function recordsCommand(): Command {
  return new Command("records")
    .summary("List a domain's DNS records")
    .description("List the DNS records of a domain. It never writes.")
    .argument("<domain>", "a domain of the account")
    .option("--json", "print JSON: a list with the arguments of DnsRecord, and the registrar's `recordId`")
    .action(async (domain: string, { json = false }: Options) =>
      (await import("./domains/list.ts")).listRecords(domain, json),
    );
}
