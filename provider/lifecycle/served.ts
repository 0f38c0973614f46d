/** Waits until nameservers serve records. Asks the servers themselves, so no cache delays it. */
import { lookup, Resolver } from "node:dns/promises";
import { codeOf } from "../api/index.ts";
import { dataFromArgs, isRecordTypeName, printData, type RecordTypeName, readValue } from "../dns/index.ts";
import { Poll } from "./poll.ts";

/** The addresses of a domain's nameservers. @throws if DNS doesn't show them; `advice` says how to name them */
export async function nameserversOf(domain: string, advice: string): Promise<string[]> {
  try {
    const hosts = await new Resolver().resolveNs(domain);
    const addresses = await Promise.all(hosts.map(async (host) => (await lookup(host)).address));
    return [...new Set(addresses)];
  } catch (error) {
    throw new Error(`the nameservers of ${domain} cannot be found in DNS: ${codeOf(error)}. ${advice}`);
  }
}

interface Wanted {
  host: string;
  type: RecordTypeName;
  /** Printed data of the records. */
  data: readonly string[];
}

/** The canonical data of a record, in presentation form. */
export const printed = (type: RecordTypeName, args: Readonly<Record<string, unknown>>) =>
  printData(dataFromArgs(type, args));

/** The records that the outputs of a `DnsRecord` or a `DnsRecordSet` describe. A server answers with a referral for NS, not with them. */
export function recordsIn({ fqdn, type, values, ...args }: Readonly<Record<string, unknown>>): Wanted | undefined {
  const typeName = String(type);
  if (!isRecordTypeName(typeName) || typeName === "NS") return undefined;
  const members = Array.isArray(values) ? values.map((value) => readValue(typeName, String(value))) : [args];
  return { host: String(fqdn), type: typeName, data: members.map((member) => printed(typeName, member)) };
}

/** Arguments of a record, from an element of Node's response. */
function argsOf(answer: unknown): Record<string, unknown> {
  if (typeof answer === "string") return { content: answer };
  if (Array.isArray(answer)) return { content: answer.join("") };
  const { exchange, name, critical, ...rest } = { ...Object(answer) };
  if (critical === undefined) return { ...rest, content: exchange, target: name };
  const [[tag, value] = []] = Object.entries(rest).filter(([key]) => key !== "type");
  return { flags: critical, tag, value };
}

/** Polls the servers. @returns those that don't serve the records at the end */
export async function serversWithout(
  { host, type, data }: Wanted,
  servers: readonly string[],
  withinMs: number,
  progress?: (message: string) => void,
): Promise<readonly string[]> {
  const lacks = async (server: string) => {
    const resolver = new Resolver({ timeout: 3000, tries: 2 });
    resolver.setServers([server]);
    const answers: unknown = await resolver.resolve(host, type).catch(() => []);
    const shown = Array.isArray(answers) ? answers.map((answer) => printed(type, argsOf(answer))) : [];
    return data.every((each) => shown.includes(each)) ? [] : [server];
  };
  let behind = servers;
  await new Poll({ times: 30, withinMs }, Date.now, undefined, progress).until(async () => {
    behind = (await Promise.all(behind.map(lacks))).flat();
    return behind.length === 0 || undefined;
  });
  return behind;
}
