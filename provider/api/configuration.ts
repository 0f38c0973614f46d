/** Settings: from the environment and from Pulumi's configuration (namespace `registrar`). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { ifNoError, optional } from "../dns/index.ts";
import { type Contract, emptyContract, parseContract } from "./contract.ts";
import { ConfigurationError, reasonOf } from "./errors.ts";
import { type Credentials, variableOf } from "./http/call.ts";
import type { ClientOptions } from "./http/client.ts";
import { maxAtOnce } from "./http/pace.ts";
import { parseBaseUrl, urlOf } from "./http/transport.ts";

export interface Configuration extends Credentials, Pick<ClientOptions, "baseUrl" | "writesPerDomain"> {
  contract: Contract;
  /** Longest time in which a list may not show a write yet. */
  staleMs: number;
  /** May a resource adopt an existing row of equal data that its state lacks? */
  adopt: boolean;
  /** IDs of checks that are switched off. */
  skipChecks: string[];
  /** Messages for the user, each to be shown once. */
  notices: string[];
}

export interface ConfigurationSource {
  /** Reads Pulumi's configuration by its full key, such as `registrar:baseUrl`. Default: only the environment counts. */
  get?: ((key: string) => string | undefined) | undefined;
  env: NodeJS.ProcessEnv;
  /** The base of a relative path of a contract file. Default: the working directory. */
  cwd?: string;
  /** Do settings win over the environment? For explicit providers, which may have different accounts. Default: `false`. */
  settingsFirst?: boolean;
}

type Read = (name: string) => string | undefined;

/** @throws ConfigurationError with the remedy */
export function readConfiguration(source: ConfigurationSource): Configuration {
  const { get, env, cwd = process.cwd(), settingsFirst = false } = source;
  const variable = (name: string) => env[name]?.trim() || undefined;
  const setting = (name: string) => get?.(`registrar:${name}`)?.trim() || undefined;
  const either = (name: string) =>
    settingsFirst ? (setting(name) ?? variable(variableOf(name))) : (variable(variableOf(name)) ?? setting(name));
  const notices: string[] = [];

  const baseUrl = urlOf(parseBaseUrl(either("baseUrl"), get !== undefined), "").href;
  const { token, tokenName } = readToken(variable, setting, notices, settingsFirst);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    const what = "the API token contains a space, a line break or a non-ASCII character";
    throw fail(what, "Copy the token again from the dashboard.");
  }
  const contractFile = either("contractFile");
  return {
    ...optional({
      token,
      tokenName: get === undefined ? "REGISTRAR_API_TOKEN" : tokenName,
      marketplaceUserId: either("marketplaceUserId"),
      marketplaceToken: either("marketplaceToken"),
      appraisalToken: either("appraisalToken"),
      writesPerDomain: wholeNumber("writesPerDomain", setting, 1, maxAtOnce),
    }),
    baseUrl,
    staleMs: 1000 * (wholeNumber("staleListSeconds", setting, 0, 600) ?? 10),
    contract: contractFile === undefined ? emptyContract : readContract(resolve(cwd, contractFile), contractFile),
    adopt: readFlag(
      "adopt",
      either,
      "False refuses existing rows that the state lacks, where several stacks share a domain.",
    ),
    skipChecks: readList("skipChecks", setting),
    notices,
  };
}

/** By default the environment wins, so that a rotated token reaches refresh and destroy at once. */
function readToken(variable: Read, setting: Read, notices: string[], settingsFirst: boolean) {
  const named = setting("apiTokenEnv");
  if (named !== undefined) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(named)) {
      const what = "registrar:apiTokenEnv is not the name of an environment variable";
      throw fail(what, "Give the variable's name, not the token.");
    }
    const token = variable(named);
    if (token === undefined)
      notices.push(`registrar:apiTokenEnv names ${named}, which is not set, so there is no API token.`);
    return { token, tokenName: named };
  }
  const [fromEnvironment, fromSettings] = [variable("REGISTRAR_API_TOKEN"), setting("apiToken")];
  if (settingsFirst && fromSettings !== undefined)
    return { token: fromSettings, tokenName: "the provider's own `apiToken`" };
  if ((fromSettings ?? fromEnvironment) !== (fromEnvironment ?? fromSettings)) {
    notices.push(
      "REGISTRAR_API_TOKEN and registrar:apiToken are both set and differ. The provider uses REGISTRAR_API_TOKEN.",
    );
  }
  return { token: fromEnvironment ?? fromSettings };
}

function readContract(path: string, asGiven: string): Contract {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const what = `the contract file ${asGiven} cannot be read: ${reasonOf(error)}`;
    throw fail(what, "Correct REGISTRAR_CONTRACT_FILE or registrar:contractFile.");
  }
  return parseContract(text, asGiven);
}

function readFlag(name: string, read: Read, meaning: string): boolean {
  const value = read(name) ?? "true";
  if (value === "true" || value === "false") return value === "true";
  throw fail(`registrar:${name} must be true or false (got "${value.slice(0, 40)}")`, meaning);
}

/** Reads a list: JSON, or strings with commas between. @throws ConfigurationError */
function readList(name: string, read: Read): string[] {
  const value = read(name) ?? "";
  const json = value.startsWith("[") ? value : JSON.stringify(value.split(","));
  const items = ifNoError(() => z.array(z.string().trim()).parse(JSON.parse(json)));
  if (items === undefined) throw fail(`registrar:${name} must be a list`, 'Write ["a", "b"], or a,b.');
  return items.filter((item) => item !== "");
}

function wholeNumber(name: string, read: Read, min: number, max: number): number | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  const what = `registrar:${name} must be a whole number from ${min} to ${max} (got "${value.slice(0, 40)}")`;
  throw fail(what, "Correct it with `pulumi config set`.");
}

const fail = (what: string, advice: string) => new ConfigurationError({ what, advice });
