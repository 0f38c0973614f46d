// Generated from profiles.json by `npm run generate`. Do not edit.

/** Every profile. Some take a number: `page-cap:3`. */
export const profileNames = [
  "ids-text",
  "ids-change-on-put",
  "other-statuses",
  "writes-without-object",
  "container-data-keyed",
  "page-cap",
  "pages-from-0",
  "paging-ignored",
  "shuffled",
  "has-more",
  "moving-pages",
  "duplicates-accepted",
  "names-fqdn",
  "names-fqdn-dot",
  "apex-empty",
  "targets-dot",
  "txt-quoted",
  "ipv6-long",
  "data-in-content",
  "put-merges",
  "ttl-default",
  "nulls",
  "extra-fields",
  "stale-lists",
  "stale-seconds",
  "atom-appraisal",
  "no-totals",
  "forward-types-own",
  "type-key-record-type",
  "no-put",
  "lists-without-ids",
  "container-unknown",
  "page-total",
  "silent-cap",
  "no-delete",
  "ttl-minimum",
  "details-sparse",
  "late-registration",
  "late-renewal",
  "all-awkward",
] as const;

export type ProfileName = (typeof profileNames)[number];
/** Services whose dialect the sandbox speaks. */
export type DialectName = "cloudflare" | "digitalocean" | "dnsimple" | "gandi" | "godaddy" | "hetzner" | "ionos" | "name.com" | "netlify" | "njalla" | "porkbun" | "vercel";
/** The name of a profile, with or without its number; a service, or its rows alone; or a JSON file. */
export type ProfileChoice =
  | ProfileName
  | `${ProfileName}:${number}`
  | DialectName
  | `${DialectName}-rows`
  | `${string}.json`;
