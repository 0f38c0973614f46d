import { ConfigurationError, NoAddressError, readConfiguration } from "../../api/index.ts";
import type { CheckFailure, Properties } from "../../lifecycle/definition.ts";
import { hasUnknown, isExplicit } from "../shared/ownKeys.ts";
import { engineKeys } from "../shared/settings.ts";

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
