/** The settings of a provider, and its functions and lists, which are loaded at the first use: most processes serve none. */
import { ConfigurationError, NoAddressError, readConfiguration } from "../../api/index.ts";
import { ifNoError } from "../../dns/index.ts";
import type { HandlerName } from "../../imports/capture.ts";
import { hasUnknown } from "../../lifecycle/arguments.ts";
import type { CheckFailure, Properties, Resource } from "../../lifecycle/definition.ts";
import type { Services } from "../../lookups/index.ts";
import { resources } from "../../resources/index.ts";
import { EngineOperation } from "../shared/engineOperation.ts";
import { engineKeys, providerSettings, warnOfTypos } from "../shared/settings.ts";
import { isExplicit } from "../shared/state.ts";
import type { EngineLog } from "./engineLog.ts";

/** Resources whose import IDs `pulumi do TYPE list` prints. */
export const listed: readonly string[] = [
  "dnsRecord",
  "urlForward",
  "dnsZone",
  "nameservers",
  "domainSettings",
  "domainContacts",
  "dnssec",
  "domainRegistration",
] satisfies HandlerName[];

export const listInputs = {
  domain: {
    type: "string",
    description: "The domain whose resources are listed. Default: all domains of the account.",
  },
} as const;

/** Reads settings by their full key. Values other than strings arrive as JSON, or as they are. */
const settingsReader = (settings: Properties) => (key: string) => {
  const value = settings[key.replace(/^registrar:/, "")];
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
};

/**
 * Settings that have a value, without keys that the engine adds. Some SDKs write values other than strings as JSON, and others
 * don't: the state has the value, so that it is the same in every language.
 */
export function givenSettings(properties: Properties): Properties {
  const isJson = (key: string, value: unknown): value is string =>
    typeof value === "string" && (providerSettings[key]?.type ?? "string") !== "string";
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) => {
      if (value === null || value === undefined || engineKeys.includes(key)) return [];
      return [[key, isJson(key, value) ? (ifNoError<unknown>(() => JSON.parse(value)) ?? value) : value]];
    }),
  );
}

/** Checks given settings, unless one is unknown. A missing address doesn't fail: a preview works without the registrar. */
export function checkSettings(properties: Properties, name: string, cwd: string): CheckFailure[] {
  if (hasUnknown(properties)) return [];
  try {
    readConfiguration({ get: settingsReader(properties), env: process.env, cwd, settingsFirst: isExplicit(name) });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error instanceof NoAddressError ? [] : [{ reason: error.message }];
  }
}

/** The process that called the plugin. */
export interface Host {
  /** The program's folder. */
  readonly cwd: string;
  /** Address of the engine; `undefined` before its handshake. */
  readonly engine?: string | undefined;
}

/** Begins an operation of the engine. @param name of the provider resource */
export function begin(log: EngineLog, settings: Properties, name: string, { cwd, engine }: Host): EngineOperation {
  const operation = new EngineOperation({
    get: settingsReader(settings),
    cwd,
    engine,
    settingsFirst: isExplicit(name),
    log: (message, isWarning) => log.send(message, isWarning ? "warning" : "info"),
    progress: (message) => log.send(message, "progress"),
  });
  void warnOfTypos(Object.keys(settings), (message) => operation.log(message, true));
  return operation;
}

/** @returns the result of a function, and its members that are always secret */
export async function invoke(operation: EngineOperation, name: string, args: Properties) {
  const { call, functions, isFunction } = await import("../../lookups/index.ts");
  if (!isFunction(name)) throw operation.refusal(`there is no function ${name}`, "ERR_REGISTRAR_INVALID_INPUT");
  const services = await servicesOf(operation);
  const result: Properties = await operation.ask(async () => ({ ...(await call(name, services, args)) }));
  const { isSecret, open = [] } = functions[name];
  return { result, secrets: Object.keys(result).filter((member) => isSecret && !open.includes(member)) };
}

/** IDs of existing rows. @param domain default: all of the account @throws CallError, also for an incomplete list of domains */
export async function list(operation: EngineOperation, handler: HandlerName, domain?: string): Promise<string[]> {
  const { type, part }: Resource = resources[handler];
  if (!listed.includes(handler)) throw operation.refusal(`${type} cannot be listed`);
  const { listRowIds, readDomain } = await import("../../imports/find.ts");
  const { call } = await import("../../lookups/index.ts");
  const services = await servicesOf(operation);
  return operation.ask(async () => {
    const all = domain === undefined ? await call("getDomains", services, {}) : undefined;
    const domains = all?.domains.map((each) => each.domain) ?? [readDomain(String(domain))];
    if (handler !== "dnsRecord" && handler !== "urlForward")
      return part === undefined ? domains : domains.map((each) => `${each}/${part}`);
    const log = (message: string) => operation.log(message);
    const ids: string[] = [];
    for (const each of domains)
      for (const id of await operation.importing((run) => listRowIds(handler, each, run, log))) ids.push(id);
    return ids;
  });
}

async function servicesOf(operation: EngineOperation): Promise<Services> {
  const { lookupClient } = await import("../../lookups/index.ts");
  return {
    // Helpers need no client, and so no address of the registrar.
    get api() {
      operation.lookups ??= lookupClient(operation.configuration).cached();
      return operation.lookups;
    },
    warn: (message) => operation.log(message, true),
  };
}
