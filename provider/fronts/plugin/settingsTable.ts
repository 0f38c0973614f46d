/** The settings of a provider instance, for the schema and the class `Provider`. Their meaning is that of the stack's settings. */

export interface ProviderSetting {
  readonly type: "string" | "boolean" | "integer" | "array";
  readonly items?: { readonly type: "string" };
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
      "The API token. Kept secret in the state even where it is given in clear. Default: the environment variable `REGISTRAR_API_TOKEN`, which is never copied into the state.",
  },
  tokenEnv: {
    type: "string",
    description: "Name of the environment variable that holds the API token, in place of `REGISTRAR_API_TOKEN`.",
  },
  userId: {
    type: "string",
    description: "User id of the marketplace. Default: the environment variable `REGISTRAR_USER_ID`.",
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
  contract: {
    type: "string",
    description:
      "Path of a contract file, relative to the program's folder. Default: the environment variable `REGISTRAR_CONTRACT`.",
  },
  formerDomains: {
    ...texts,
    description:
      "Domains that left the account for good: their resources read as gone. Default: `REGISTRAR_FORMER_DOMAINS`.",
  },
  adopt: {
    type: "boolean",
    description:
      "Take existing items of equal meaning over on create; never overwrites content. Default: the environment variable `REGISTRAR_ADOPT`, or `false`.",
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
