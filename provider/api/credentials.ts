/** How the settings of credentials are called, for messages: the registrar's endpoints have a token, the marketplace two keys. */
import { type EndpointName, endpointOf } from "./endpoints.ts";

interface Setting {
  readonly variable: string;
  readonly setting: string;
}

const userIdSetting: Setting = { variable: "REGISTRAR_USER_ID", setting: "registrar:userId" };

export const noToken = "there is no API token";
/** A token on a command line would stay in the shell's history. */
export const tokenAdvice =
  "Set REGISTRAR_API_TOKEN, or run `pulumi config set --secret registrar:token`, which asks for the token; create one in the registrar's dashboard, under API access.";

/** The key or token that an endpoint is called with. */
function keySetting(name: EndpointName): Setting {
  const { auth } = endpointOf(name);
  if (auth === "bearer") return { variable: "REGISTRAR_API_TOKEN", setting: "registrar:token" };
  return name === "marketplace.appraise"
    ? { variable: "REGISTRAR_APPRAISAL_TOKEN", setting: "registrar:appraisalToken" }
    : { variable: "REGISTRAR_MARKETPLACE_TOKEN", setting: "registrar:marketplaceToken" };
}

/**
 * Such as `REGISTRAR_APPRAISAL_TOKEN and REGISTRAR_USER_ID (or registrar:appraisalToken and registrar:userId)`.
 * @param tokenName where the token comes from, if it is neither of the usual places
 */
export function credentialsOf(name: EndpointName, tokenName?: string): string {
  const key = keySetting(name);
  const { auth } = endpointOf(name);
  if (auth === "bearer") return tokenName ?? `${key.variable} (or ${key.setting})`;
  return `${key.variable} and ${userIdSetting.variable} (or ${key.setting} and ${userIdSetting.setting})`;
}
