/** `pulumi-registrar acme`: a hook for lego, certbot and others that get certificates by a DNS-01 challenge. */
import { Resolver } from "node:dns";
import { Argument, Command, InvalidArgumentError } from "commander";
import { type ChallengeOptions, challenges, valueForm } from "./acme/challenge.ts";
import { serve } from "./acme/serve.ts";
import { wholeNumber } from "./sandbox.ts";

const collectServer = (address: string, before: string[] = []): string[] => {
  try {
    new Resolver().setServers([address]);
  } catch {
    throw new InvalidArgumentError("It must be an IP address, such as 192.0.2.1 or 192.0.2.1:53.");
  }
  return [...before, address];
};

type Given = [action: "present" | "cleanup" | "serve", fqdn: string | undefined, value: string | undefined];
type Options = ChallengeOptions & { port: number };

async function act(...[action, name, value, options, command]: [...Given, Options, Command]): Promise<void> {
  if (action === "serve") return serve(options);
  const { CERTBOT_DOMAIN: certified, CERTBOT_VALIDATION: validation } = process.env;
  // A wildcard certificate is validated at the name without `*.`.
  const fqdn = (name || (certified && `_acme-challenge.${certified}`))?.replace(/^(_acme-challenge\.)?\*\./i, "$1");
  const content = value || validation;
  if (!fqdn || !content)
    return command.error("error: name the record and its value, or set CERTBOT_DOMAIN and CERTBOT_VALIDATION");
  if (!valueForm.test(content))
    return command.error(
      "error: the value is not that of a DNS-01 challenge, which has 43 letters, digits, hyphens and underscores. Nothing was changed. " +
        "Pass the name first, then the value.",
    );
  await challenges[action](fqdn, content, options);
}

export function acmeCommand(): Command {
  return new Command("acme")
    .summary("Answer a DNS-01 challenge")
    .description(
      "Create the TXT record of a DNS-01 challenge and wait until it shows, or delete it. Touches no other record. " +
        "`serve` does so for each request of lego's httpreq, with the password in REGISTRAR_ACME_PASSWORD (default: random). Options come first.",
    )
    .addArgument(
      new Argument("<action>", "create the record, delete it, or serve").choices(["present", "cleanup", "serve"]),
    )
    .argument("[fqdn]", "name of the record (default: `_acme-challenge.` and CERTBOT_DOMAIN)")
    .argument("[value]", "value of the record (default: CERTBOT_VALIDATION)")
    .option("--domain <domain>", "domain of the account (default: from the account's list)")
    .option("--ttl <seconds>", "TTL of the record (default: the registrar's)", wholeNumber(0, 2147483647))
    .option("--dns", "wait until all nameservers show the record, too")
    .option("--dns-server <ip>", "wait for this server, IP or IP:PORT; repeatable", collectServer)
    .option("--timeout <seconds>", "seconds to wait", wholeNumber(0, 3600), 120)
    .option("--port <number>", "port to serve on, on 127.0.0.1; 0 for a free one", wholeNumber(0, 65535), 8053)
    .passThroughOptions() // A value may begin with a hyphen.
    .action(act);
}
