/** A domain of the account, its lock and who stands for it. */
import * as z from "zod";
import { type DomainSetting, domainSettings } from "../domainSettings.ts";
import { flag, number, text, texts } from "./values.ts";

type SettingFields<T> = { [S in DomainSetting as (typeof domainSettings)[S]["field"]]: T };

/** Lock status record. Specification, "Lock status record". */
export const lockStatus = z.looseObject({
  locked: flag,
  status: text,
  transfer_locked: flag,
  icann_transfer_lock: flag,
  icann_transfer_lock_expires_at: text,
  can_transfer_out: flag,
});
export type WireLockStatus = z.output<typeof lockStatus>;

/** A domain of the account, from the public reference. Any field may be missing. */
export const domain = z.looseObject({
  domain_name: text,
  status: text,
  whois_status: texts,
  extension: text,
  created_date: text,
  updated_date: text,
  expiry_date: text,
  // Each setting has its field.
  ...(Object.fromEntries(Object.values(domainSettings).map(({ field }) => [field, flag])) as SettingFields<
    typeof flag
  >),
  auto_renew_period: number,
  transfer_locked: flag,
  dnssec_enabled: flag,
  nameservers: texts,
  registrant_handle: text,
  admin_handle: text,
  tech_handle: text,
  billing_handle: text,
});
export type WireDomain = z.output<typeof domain>;

export const contactRoles = ["registrant", "admin", "billing", "tech"] as const;
export const domainContactsBody = z
  .strictObject({
    registrant: z.string(),
    admin: z.string(),
    billing: z.string(),
    tech: z.string(),
  })
  .partial();
