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

/** `spf`, `dkim`, `dmarc` or a set of `mailServices` was given what makes no valid record. No record is made. */
export class InvalidMailRecordError extends Error {
  readonly code = "ERR_REGISTRAR_INVALID_INPUT";

  constructor(problem: string) {
    super(problem);
    this.name = "InvalidMailRecordError";
  }
}

/** What a mail service publishes for its customers. */
export interface MailService {
  /** Records for receiving, and for the keys that are the same for every account. */
  records: MailRecord[];
  /** The term for `spf`: `spf([service.spf, "~all"])`. */
  spf: string;
}

/** The services, by name. */
export interface MailServices {
  /**
   * Google Workspace: one MX host for all customers since April 2023.
   * Source: "Set up MX records", Google Workspace Admin Help, as quoted by guides of 2026. Looked up in November 2026.
   */
  googleWorkspace(): MailService;
  /**
   * Microsoft 365. The MX host differs by domain.
   * Source: "External Domain Name System records for Office 365", Microsoft Learn, as quoted by guides of 2024 and 2026. Looked up
   * in November 2026.
   * @param host the MX host that the admin center shows, such as `example-com.mail.protection.outlook.com`
   * @throws an error with `code` `ERR_REGISTRAR_INVALID_INPUT` for a domain instead of the host
   */
  microsoft365(host: string): MailService;
  /**
   * Fastmail, with its three DKIM keys.
   * Source: fastmail.help article 360060591153 (keys); the MX hosts as quoted by guides of 2026. Looked up in November 2026.
   * @param domain the domain itself, which the names of the keys hold: `example.com`
   */
  fastmail(domain: string): MailService;
  /**
   * Proton Mail. Its DKIM keys differ by domain.
   * Source: "Anti-spoofing for custom domains", proton.me/support (SPF); the MX hosts as quoted by guides of 2026. Looked up in
   * November 2026.
   */
  protonMail(): MailService;
  /** No mail, in either direction: the null MX of RFC 7505, and an SPF policy without senders. */
  noMail(): { records: MailRecord[] };
}

const mx = (content: string, priority: number): MailRecord => ({ type: "MX", name: "@", content, priority });

const microsoftHost = /\.(?:outlook\.com|outlook\.cn|office365\.us|mx\.microsoft)\.?$/i;

export const mailServices: MailServices = {
  googleWorkspace: () => ({ records: [mx("smtp.google.com", 1)], spf: "include:_spf.google.com" }),
  microsoft365: (host) => {
    if (!microsoftHost.test(host)) {
      throw new InvalidMailRecordError(
        `Microsoft 365: ${JSON.stringify(host)} is no MX host of the service. Copy the one that the admin center shows for the domain, such as example-com.mail.protection.outlook.com.`,
      );
    }
    return {
      records: [mx(host, 0), { type: "CNAME", name: "autodiscover", content: "autodiscover.outlook.com" }],
      spf: "include:spf.protection.outlook.com",
    };
  },
  fastmail: (domain) => ({
    records: [
      mx("in1-smtp.messagingengine.com", 10),
      mx("in2-smtp.messagingengine.com", 20),
      ...[1, 2, 3].map((key): MailRecord => {
        const content = `fm${key}.${domain.replace(/\.$/, "")}.dkim.fmhosted.com`;
        return { type: "CNAME", name: `fm${key}._domainkey`, content };
      }),
    ],
    spf: "include:spf.messagingengine.com",
  }),
  protonMail: () => ({
    records: [mx("mail.protonmail.ch", 10), mx("mailsec.protonmail.ch", 20)],
    spf: "include:_spf.protonmail.ch",
  }),
  noMail: () => ({ records: [mx(".", 0), { type: "TXT", name: "@", content: "v=spf1 -all" }] }),
};
