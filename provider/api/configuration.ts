/** Settings: from the environment and from Pulumi's configuration (namespace `registrar`). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { byteLength, optional } from "../dns/index.ts";
import { type Contract, emptyContract, parseContract } from "./assumptions/contract.ts";
import { ConfigurationError, reasonOf } from "./errors.ts";
import { parseBaseUrl } from "./http/address.ts";
import type { ClientOptions } from "./http/client.ts";
import { maxAtOnce } from "./http/pace.ts";

export interface Configuration
  extends Pick<
    ClientOptions,
    | "baseUrl"
    | "token"
    | "tokenName"
    | "marketplaceUserId"
    | "marketplaceToken"
    | "appraisalToken"
    | "writesPerDomain"
    | "lookups"
  > {
  contract: Contract;
  /** Domains that left the account for good, in lower case: their resources read as gone. */
  formerDomains: string[];
  /** Existing elements of equal meaning are taken over on create. Never overwrites content. */
  adopt: "none" | "matching";
  /** Ids of checks that are switched off. */
  ignoreChecks: string[];
  /** Nameservers under which DNS records can be managed, from the contract. */
  serviceNameservers?: string[];
  /** Messages for the user, each to be shown once. */
  notices: string[];
}

export interface ConfigurationSource {
  /** Pulumi configuration by its full key, such as `registrar:baseUrl`. */
  get(key: string): string | undefined;
  env: NodeJS.ProcessEnv;
  /** The folder that a relative path of a contract file starts from. Default: the working directory. */
  cwd?: string;
  /** Settings win over environment variables: one of several providers may be for another account. Default: `false`. */
  settingsFirst?: boolean;
}

/** @throws ConfigurationError with the remedy */
export function readConfiguration({
  get,
  env,
  cwd = process.cwd(),
  settingsFirst = false,
}: ConfigurationSource): Configuration {
  const variable = (name: string) => filled(name, env[name]);
  const setting = (name: string) => filled(`registrar:${name}`, get(`registrar:${name}`));
  const notices: string[] = [];

  const either = (name: string, key: string) =>
    settingsFirst ? (setting(key) ?? variable(`REGISTRAR_${name}`)) : (variable(`REGISTRAR_${name}`) ?? setting(key));

  const baseUrl = either("BASE_URL", "baseUrl");
  parseBaseUrl(baseUrl);
  const { tokenName, ...read } = readToken(variable, setting, notices, settingsFirst);
  const token = header("the API token", read.token);
  const contractFile = either("CONTRACT_FILE", "contractFile");
  const contract = contractFile === undefined ? emptyContract : readContract(resolve(cwd, contractFile), contractFile);
  const lookupSeconds = wholeNumber("registrar:lookupSeconds", setting("lookupSeconds"), 0, 600);
  const formerDomains = readList("registrar:formerDomains", either("FORMER_DOMAINS", "formerDomains"));
  const given = optional({
    token,
    tokenName,
    marketplaceUserId: either("MARKETPLACE_USER_ID", "marketplaceUserId"),
    marketplaceToken: either("MARKETPLACE_TOKEN", "marketplaceToken"),
    appraisalToken: either("APPRAISAL_TOKEN", "appraisalToken"),
    writesPerDomain: wholeNumber("registrar:writesPerDomain", setting("writesPerDomain"), 1, maxAtOnce),
    lookups: lookupSeconds === undefined ? undefined : { times: 4, withinMs: lookupSeconds * 1000 },
    serviceNameservers: contract.serviceNameservers && [...contract.serviceNameservers],
  });
  return {
    ...given,
    baseUrl: baseUrl ?? "",
    contract,
    formerDomains: formerDomains.map((name) => name.toLowerCase().replace(/\.$/, "")),
    adopt: readAdopt(either("ADOPT", "adopt")),
    ignoreChecks: readList("registrar:ignoreChecks", setting("ignoreChecks")),
    notices,
  };
}

/** Lists have more than one value. */
const maxBytesOf = (name: string) => (/former_?domains|ignoreChecks/i.test(name) ? 65_535 : 8_192);

function filled(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const [bytes, maxBytes] = [byteLength(value), maxBytesOf(name)];
  if (bytes > maxBytes) throw fail(`${name} has ${bytes} bytes, and may have at most ${maxBytes}`, "Shorten it.");
  return value.trim() || undefined;
}

type Read = (name: string) => string | undefined;

/**
 * By default the environment wins, so that a rotated token reaches refresh and destroy at once.
 * @returns the token, and where it comes from if that is neither REGISTRAR_API_TOKEN nor the stack's configuration
 */
function readToken(
  variable: Read,
  setting: Read,
  notices: string[],
  settingsFirst: boolean,
): { token: string | undefined; tokenName?: string } {
  const named = setting("tokenEnv");
  if (named !== undefined) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(named)) {
      throw fail(
        "registrar:tokenEnv is not the name of an environment variable",
        "Give the variable's name, not the token.",
      );
    }
    const token = variable(named);
    if (token === undefined)
      notices.push(`registrar:tokenEnv names ${named}, which is not set, so there is no API token.`);
    return { token, tokenName: named };
  }
  const fromEnvironment = variable("REGISTRAR_API_TOKEN");
  const fromSettings = setting("token");
  if (settingsFirst && fromSettings !== undefined)
    return { token: fromSettings, tokenName: "the provider's own `token`" };
  if (settingsFirst) return { token: fromEnvironment };
  if (fromEnvironment !== undefined && fromSettings !== undefined && fromEnvironment !== fromSettings) {
    notices.push(
      "REGISTRAR_API_TOKEN and registrar:token are both set and differ. The provider uses REGISTRAR_API_TOKEN.",
    );
  }
  return { token: fromEnvironment ?? fromSettings };
}

/** A token travels in a header: no spaces, no line breaks. */
function header(what: string, value: string | undefined): string | undefined {
  if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
  throw fail(
    `${what} contains a space, a line break or a non-ASCII character`,
    "Copy the token again from the dashboard.",
  );
}

function readContract(path: string, asGiven: string): Contract {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fail(
      `the contract file ${asGiven} cannot be read: ${reasonOf(error)}`,
      "Correct REGISTRAR_CONTRACT_FILE or registrar:contractFile.",
    );
  }
  return parseContract(text, asGiven);
}

function readAdopt(value = "none"): Configuration["adopt"] {
  if (value === "none" || value === "matching") return value;
  throw fail(
    `registrar:adopt must be none or matching (got "${value.slice(0, 40)}")`,
    'To overwrite content, set `adopt: "overwrite"` on one resource.',
  );
}

/**
 * Reads a list setting: JSON, or texts with commas between.
 * @throws ConfigurationError when it is neither
 */
export function readList(name: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  let items: unknown = value.split(",");
  if (value.startsWith("[")) {
    try {
      items = JSON.parse(value);
    } catch {
      items = undefined;
    }
  }
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string")) {
    throw fail(`${name} must be a list`, 'Write ["a", "b"], or a,b.');
  }
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

function wholeNumber(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw fail(
    `${name} must be a whole number from ${min} to ${max} (got "${value.slice(0, 40)}")`,
    "Correct it with `pulumi config set`.",
  );
}

const fail = (what: string, advice: string) => new ConfigurationError({ what, advice });
