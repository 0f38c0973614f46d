/** `pulumi-registrar sandbox`: a registrar on localhost, until it is stopped. */
import { Command, InvalidArgumentError } from "commander";
import { normaliseDomain, optional } from "../provider/dns/index.ts";
import type { WholeSandbox } from "../testing/sandbox/index.ts";
import { print } from "./output.ts";
import { table } from "./table.ts";

interface Options {
  port: number;
  state?: string;
  profile?: string;
  token?: string;
  rate?: number;
  retryAfter?: boolean;
  empty?: boolean;
  domain?: string[];
  untilStdinEnds?: boolean;
  profiles?: boolean;
  json?: boolean;
  /** `false` where switched off; any free port where no number is given. */
  dns: boolean;
  dnsPort?: number;
  redirects: boolean;
  redirectPort?: number;
}

export const wholeNumber =
  (minimum: number, maximum: number, isWhole = Number.isInteger) =>
  (text: string) => {
    const value = Number(text);
    if (text.trim() !== "" && value >= minimum && value <= maximum && isWhole(value)) return value;
    const kind = isWhole === Number.isInteger ? "whole number" : "number";
    throw new InvalidArgumentError(`It must be a ${kind} from ${minimum} to ${maximum}.`);
  };

export const collectDomain = (domain: string, before: string[] = []): string[] => [...before, normaliseDomain(domain)];

/** Resolves at SIGINT or SIGTERM, or at the end of stdin where that is asked for. */
export function toldToStop(untilStdinEnds: boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      process.stdin.pause();
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    if (untilStdinEnds) process.stdin.once("end", stop).once("close", stop).resume();
  });
}

async function listProfiles(): Promise<void> {
  const { profiles } = await import("../testing/sandbox/index.ts");
  const rows = Object.entries(profiles).map(([name, { is, source, needs }]) => {
    const note =
      needs === "nothing" ? "" : needs === "override" ? " (needs a contract override)" : " (cannot fully work)";
    return [name, `${is} [${source}]${note}`];
  });
  print(`${table(rows).join("\n")}\n`);
}

async function serve(options: Options): Promise<void> {
  if (options.profiles) return listProfiles();
  const { startSandbox } = await import("../testing/sandbox/index.ts");
  const { port, state, profile, token, rate, retryAfter = false, empty = false } = options;
  const sandbox = await startSandbox({
    port,
    fixtures: empty ? "empty" : "default",
    domains: options.domain ?? [],
    ...optional({ stateFile: state, profile, token }),
    ...(rate !== undefined && { rate: { perSecond: rate, retryAfter } }),
    ...(options.dns && { dns: { port: options.dnsPort ?? 0 } }),
    ...(options.redirects && { redirects: { port: options.redirectPort ?? 0 } }),
  });
  // Only now: a failed start must end the process, and reading stdin would keep it alive.
  const stop = toldToStop(options.untilStdinEnds ?? false);
  if (process.stdout.isTTY && !options.json) {
    print(welcome(sandbox, state));
    await stop;
    print("\nStopped.\n");
    return sandbox.close();
  }
  const { url, marketplaceUserId, marketplaceToken, appraisalToken, admin, dashboardUrl, dns, redirects } = sandbox;
  const tokens = { token: sandbox.token, marketplaceUserId, marketplaceToken, appraisalToken, admin };
  const line = { url, ...tokens, dashboard: dashboardUrl, dns, redirects: redirects?.url };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  await stop;
  await sandbox.close();
}

/** Addresses and tokens for a person, with the lines to copy. */
function welcome({ url, token, admin, dashboardUrl, dns, redirects, domains }: WholeSandbox, state?: string): string {
  const names = domains().map(({ name }) => name);
  const rows = [
    ["Dashboard", dashboardUrl],
    ["Domains", names.join(", ") || "none"],
    ...(dns ? [["DNS", `dig @${dns.host} -p ${dns.port} ${names[0] ?? "example.com"} A`]] : []),
    ...(redirects ? [["Forwards", `curl -I -H 'Host: shop.${names[0] ?? "example.com"}' ${redirects.url}`]] : []),
    ["State", state ?? "only in memory; --state FILE keeps it"],
  ];
  return `A registrar on this machine. Copy these two lines into another terminal:

  export REGISTRAR_BASE_URL=${url}
  export REGISTRAR_API_TOKEN=${token}

${rows.map(([what = "", text = ""]) => `${what.padEnd(11)}${text}\n`).join("")}
To use the dashboard's buttons from a shell:

  export SANDBOX_ADMIN=${admin}

Open the dashboard in a browser. Stop with Ctrl-C.
`;
}

/** The command, to be added to a program. Its action ends when the sandbox was stopped. */
export function sandboxCommand(): Command {
  return new Command("sandbox")
    .summary("Serve a registrar on this machine")
    .description(
      "Serve a registrar on localhost, until Ctrl-C. Prints its addresses and tokens, outside a terminal as JSON.",
    )
    .option("--port <number>", "TCP port; 0 for a free one", wholeNumber(0, 65535), 0)
    .option("--state <file>", "JSON file for the state (default: memory only)")
    .option("--profile <names>", "behaviours, separated by commas")
    .option("--token <token>", "API token (default: the state file's, or random)")
    .option(
      "--rate <number>",
      "requests per second before a 429 (default: no limit)",
      wholeNumber(0.001, 1e6, Number.isFinite),
    )
    .option("--retry-after", "send Retry-After with a 429")
    .option("--domain <domain>", "another domain of the account; repeatable", collectDomain)
    .option("--empty", "start without domains and contacts")
    .option("--dns-port <number>", "port for DNS, UDP and TCP (default: a free one)", wholeNumber(0, 65535))
    .option("--no-dns", "no DNS server")
    .option("--redirect-port <number>", "port for URL forwards (default: a free one)", wholeNumber(0, 65535))
    .option("--no-redirects", "no server for URL forwards")
    .option("--json", "print JSON in a terminal, too")
    .option("--until-stdin-ends", "also stop when standard input ends")
    .option("--profiles", "list the profiles and exit")
    .action((options: Options) => serve(options));
}
