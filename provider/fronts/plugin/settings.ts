/** The provider's settings: as the engine sends them, and as everything below reads them. */
import { ConfigurationError, readConfiguration } from "../../api/index.ts";
import type { CheckFailure, Properties } from "../../resources/definition.ts";
import { isExplicit } from "../shared/tokens.ts";
import { hasUnknown } from "../shared/values.ts";

/**
 * Settings that are kept secret in the state even where a program or a stack has them in clear. The engine does not tell which of them
 * are secrets, so that nobody can be warned.
 */
export const secretSettings = ["token", "marketplaceToken", "appraisalToken"];

/** The engine's own among the settings. */
const engineKeys = ["version", "pluginDownloadURL", "pluginChecksums"];

/** A reader of settings by their full key. Everything but a text arrives as JSON, or as a value of its own. */
export function settingsReader(properties: Properties): (key: string) => string | undefined {
  return (key) => {
    const value = properties[key.replace(/^registrar:/, "")];
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}

/** What is given: without the engine's own, and without what was given as nothing. */
export function givenSettings(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([key, value]) => value !== null && value !== undefined && !engineKeys.includes(key),
    ),
  );
}

/** What is wrong with the settings; nothing is said of those that are not known yet, nor where no address is given: a preview does without. */
export function checkSettings(properties: Properties, name: string, cwd: string): CheckFailure[] {
  if (hasUnknown(properties)) return [];
  const { env } = process;
  if (!(settingsReader(properties)("registrar:baseUrl") ?? env["REGISTRAR_BASE_URL"])) return [];
  try {
    const settingsFirst = isExplicit(name);
    readConfiguration({ get: settingsReader(properties), env, cwd, settingsFirst });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [{ reason: error.message }];
  }
}
