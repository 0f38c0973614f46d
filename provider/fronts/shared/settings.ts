/** The settings of an account, by their names in the configuration and in a provider resource. */

/** A setting of a provider resource, for the schema and the class `Provider`. */
export interface ProviderSetting {
  readonly type: "string" | "boolean" | "integer" | "array";
  readonly items?: { readonly type: "string" };
  readonly isSecret?: true;
  readonly description: string;
}

const texts = { type: "array", items: { type: "string" } } as const;

/** Settings of a provider resource. No defaults from the environment: generated classes would write them into the state. */
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
      "False where several stacks share a domain: a record or forward that exists already, and that the state lacks, then " +
      "fails instead of becoming the resource's. Default: the environment variable `REGISTRAR_ADOPT`, or true.",
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

export const engineKeys: readonly string[] = ["version", "pluginDownloadURL", "pluginChecksums"];

/** Warns of names that aren't settings, such as `baseurl`. @param names without the namespace */
export async function warnOfTypos(names: readonly string[], warn: (message: string) => void): Promise<void> {
  const known = [...Object.keys(providerSettings), ...engineKeys];
  const unknown = names.filter((name) => !known.includes(name) && !name.startsWith("__"));
  if (unknown.length === 0) return;
  const { nearest } = await import("../../dns/names.ts");
  for (const name of unknown) {
    const meant = nearest(name, Object.keys(providerSettings));
    warn(`${JSON.stringify(`registrar:${name}`)} isn't a setting${meant}, and has no effect.`);
  }
}
