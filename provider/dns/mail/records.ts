/** A record without its domain: the arguments of a `DnsRecord`, and a record of a `DnsZone`. Add `ttl` by spreading. */
export interface MailTextRecord {
  type: "TXT";
  name: string;
  /** The whole text, unquoted; it is split into strings of 255 bytes when it is sent. */
  content: string;
}

/** A record of a mail service, without its domain. */
export type MailRecord =
  | MailTextRecord
  | { type: "MX"; name: string; content: string; priority: number }
  | { type: "CNAME"; name: string; content: string };
