/** How the settings of credentials are called, for messages: the registrar's endpoints have a token, the marketplace two keys. */
import { type EndpointName, endpointOf } from "./endpoints.ts";

interface Setting {
  readonly variable: string;
  readonly setting: string;
}

const userIdSetting: Setting = { variable: "REGISTRAR_USER_ID", setting: "registrar:userId" };

/** The key or token that an endpoint is called with. */
export function keySetting(name: EndpointName): Setting {
  const { auth } = endpointOf(name);
  if (auth === "bearer") return { variable: "REGISTRAR_API_TOKEN", setting: "registrar:token" };
  return name === "marketplace.appraise"
    ? { variable: "REGISTRAR_APPRAISAL_TOKEN", setting: "registrar:appraisalToken" }
    : { variable: "REGISTRAR_MARKETPLACE_TOKEN", setting: "registrar:marketplaceToken" };
}

/** Such as `REGISTRAR_APPRAISAL_TOKEN and REGISTRAR_USER_ID (or registrar:appraisalToken and registrar:userId)`. */
export function credentialsOf(name: EndpointName): string {
  const key = keySetting(name);
  const { auth } = endpointOf(name);
  if (auth === "bearer") return `${key.variable} (or ${key.setting})`;
  return `${key.variable} and ${userIdSetting.variable} (or ${key.setting} and ${userIdSetting.setting})`;
}
