import { ConfigurationError, NoAddressError, readConfiguration } from "../../api/index.ts";
import type { CheckFailure, Properties } from "../../lifecycle/definition.ts";
import { hasUnknown, isExplicit } from "../shared/ownKeys.ts";

/** A setting of a provider resource, for the schema and the class `Provider`. */
export interface ProviderSetting {
  readonly type: "string" | "boolean" | "integer" | "array";
  readonly items?: { readonly type: "string" };
  readonly isSecret?: true;
  readonly description: string;
}

const texts = { type: "array", items: { type: "string" } } as const;

/** Settings of a provider resource. The schema has no defaults from the environment: generated classes would write them into the state. */
export const providerSettings: Readonly<Record<string, ProviderSetting>> = {
  baseUrl: {
    type: "string",
    description: "Address of the registrar's API. Default: the environment variable `REGISTRAR_BASE_URL`.",
  },
  apiToken: {
    type: "string",
    isSecret: true,
    description:
      "The API token. Always a secret in the state. Default: the environment variable `REGISTRAR_API_TOKEN`, " +
      "which is never copied into the state.",
  },
  apiTokenEnv: {
    type: "string",
    description: "Name of the environment variable that holds the API token, in place of `REGISTRAR_API_TOKEN`.",
  },
  marketplaceUserId: {
    type: "string",
    description: "User ID of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_USER_ID`.",
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
  adopt: {
    type: "boolean",
    description:
      "True to adopt existing rows of equal meaning on create. Never overwrites content. Default: the environment " +
      "variable `REGISTRAR_ADOPT`, or false.",
  },
  createWithoutIds: {
    type: "boolean",
    description:
      "True to create rows that can't be changed or deleted, if the contract file says that the API has no IDs. Default: the " +
      "environment variable `REGISTRAR_CREATE_WITHOUT_IDS`, or false.",
  },
  skipChecks: { ...texts, description: "IDs of checks that are switched off. Default: none." },
  staleListSeconds: {
    type: "integer",
    description: "How long a list may be stale after a write, in seconds, 0 to 600. Default: 10.",
  },
  writesPerDomain: {
    type: "integer",
    description: "Writes to one domain at the same time, at most: 1 to 16. Default: 4.",
  },
};

/** Settings that are always secret in the state. */
export const secretSettings = Object.keys(providerSettings).filter((name) => providerSettings[name]?.isSecret);

const engineKeys = ["version", "pluginDownloadURL", "pluginChecksums"];

/** Reads settings by their full key. Values other than strings arrive as JSON, or as they are. */
export function settingsReader(properties: Properties): (key: string) => string | undefined {
  return (key) => {
    const value = properties[key.replace(/^registrar:/, "")];
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}

/** Settings that have a value, without keys that the engine adds. */
export function givenSettings(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([key, value]) => value !== null && value !== undefined && !engineKeys.includes(key),
    ),
  );
}

/** Checks the settings, unless one is unknown. A missing address is not a failure, since a preview works without the registrar. */
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
