/** The provider's settings: as the engine sends them, and as everything below reads them. */
import { ConfigurationError, NoAddressError, readConfiguration } from "../../api/index.ts";
import type { CheckFailure, Properties } from "../../lifecycle/definition.ts";
import { hasUnknown, isExplicit } from "../shared/ownKeys.ts";

/** A setting of a provider instance, for the schema and the class `Provider`. Its meaning is that of the stack's setting. */
export interface ProviderSetting {
  readonly type: "string" | "integer" | "array";
  readonly items?: { readonly type: "string" };
  /** The values that it takes, for the type of the class. */
  readonly values?: readonly string[];
  readonly isSecret?: true;
  readonly description: string;
}

const texts = { type: "array", items: { type: "string" } } as const;

/** No default is read from the environment here: a generated class would write it into the state. The provider itself reads it. */
export const providerSettings: Readonly<Record<string, ProviderSetting>> = {
  baseUrl: {
    type: "string",
    description: "Address of the registrar's API. Default: the environment variable `REGISTRAR_BASE_URL`.",
  },
  token: {
    type: "string",
    isSecret: true,
    description:
      "The API token. Always a secret in the state. Default: the environment variable `REGISTRAR_API_TOKEN`, which is never copied into the state.",
  },
  tokenEnv: {
    type: "string",
    description: "Name of the environment variable that holds the API token, in place of `REGISTRAR_API_TOKEN`.",
  },
  marketplaceUserId: {
    type: "string",
    description: "User id of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_USER_ID`.",
  },
  marketplaceToken: {
    type: "string",
    isSecret: true,
    description: "Token of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_TOKEN`.",
  },
  appraisalToken: {
    type: "string",
    isSecret: true,
    description: "Token for appraisals. Default: the environment variable `REGISTRAR_APPRAISAL_TOKEN`.",
  },
  contractFile: {
    type: "string",
    description:
      "Path of a contract file, relative to the program's folder. Default: the environment variable `REGISTRAR_CONTRACT_FILE`.",
  },
  formerDomains: {
    ...texts,
    description:
      "Domains that left the account for good: their resources read as gone. Default: `REGISTRAR_FORMER_DOMAINS`.",
  },
  adopt: {
    type: "string",
    values: ["none", "matching"],
    description:
      "`matching`: take existing items of equal meaning over on create; never overwrites content. Default: the environment variable `REGISTRAR_ADOPT`, or `none`.",
  },
  ignoreChecks: { ...texts, description: "Ids of checks that are switched off. Default: none." },
  lookupSeconds: {
    type: "integer",
    description: "How long a list may lag behind a write, in seconds, 0 to 600. Default: 10.",
  },
  writesPerDomain: {
    type: "integer",
    description: "Writes to one domain at the same time, at most: 1 to 16. Default: 4.",
  },
};

/**
 * Settings that are kept secret in the state even where a program or a stack has them in clear. The engine does not tell which of them
 * are secrets, so that nobody can be warned.
 */
export const secretSettings = Object.keys(providerSettings).filter((name) => providerSettings[name]?.isSecret);

const engineKeys = ["version", "pluginDownloadURL", "pluginChecksums"];

/** A reader of settings by their full key. Everything but a text arrives as JSON, or as a value of its own. */
export function settingsReader(properties: Properties): (key: string) => string | undefined {
  return (key) => {
    const value = properties[key.replace(/^registrar:/, "")];
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}

/** The settings that have a value, without the engine's own. */
export function givenSettings(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([key, value]) => value !== null && value !== undefined && !engineKeys.includes(key),
    ),
  );
}

/** Findings about the settings. Unknown ones have none, and a missing address is none: a preview does without the registrar. */
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
