/** The settings of a domain that are on or off: the one list of them. Each is written by an endpoint of its name. */

export const domainSettings = {
  /** Whether the registrar renews the domain automatically before it expires. */
  autoRenew: {
    noun: "auto-renewal",
    field: "auto_renew",
    description: "True if the registrar renews the domain before it expires.",
  },
  /** Whether WHOIS privacy hides the contacts in public registration data. */
  privacy: {
    noun: "WHOIS privacy",
    field: "privacy_protect",
    description: "True if WHOIS privacy hides the contacts.",
  },
} as const;

export type DomainSetting = keyof typeof domainSettings;
/** Names of the settings, each with something. */
export type PerSetting<T> = { -readonly [S in keyof typeof domainSettings]: T };

export const domainSettingNames = Object.keys(domainSettings) as DomainSetting[];

/** Makes something for each setting. */
export const perSetting = <T>(make: (name: DomainSetting) => T) =>
  Object.fromEntries(domainSettingNames.map((name) => [name, make(name)])) as PerSetting<T>;

/** The settings that the registrar shows of a domain. */
export function settingsOf(details: Readonly<Record<string, unknown>>): Partial<PerSetting<boolean>> {
  const settings: Partial<PerSetting<boolean>> = {};
  for (const name of domainSettingNames) {
    const value = details[domainSettings[name].field];
    if (typeof value === "boolean") settings[name] = value;
  }
  return settings;
}
