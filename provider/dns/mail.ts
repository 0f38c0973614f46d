/** Records of e-mail as plain data, for `DnsRecord` and `DnsZone`. */
import { dmarcProblem, isSpf, lookupsOf, type SpfTerm, spfTermProblem, spfTerms } from "./checks/mail.ts";
import { readText, showText } from "./text.ts";

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

/** Records of a mail service for its customers. */
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

/** Receivers carry out at most these. RFC 7208 section 4.6.4. */
const MOST_LOOKUPS = 10;

const isAll = ({ name, separator }: SpfTerm) => name === "all" && separator === "";
const isModifier = ({ separator }: SpfTerm) => separator === "=";

/** An SPF policy as a TXT record at the domain itself; see fronts/dynamic/recordHelpers.ts. RFC 7208. */
export function spf(terms: readonly string[]): MailTextRecord {
  const given = terms.flatMap((text) => termsOf(readText(text).trim()));
  for (const term of given) {
    const problem = spfTermProblem(term);
    if (problem !== undefined) throw new InvalidMailRecordError(`SPF: ${problem}. Correct the term.`);
  }
  checkOthers(given);
  const once = given.filter((term, at) => given.findIndex((other) => keyOf(other) === keyOf(term)) === at);
  const lookups = lookupsOf(once);
  if (lookups.length > MOST_LOOKUPS) {
    const names = lookups.map(({ written }) => written).join(" ");
    throw new InvalidMailRecordError(
      `SPF: the policy needs ${lookups.length} DNS look-ups (${names}), and receivers give up after ${MOST_LOOKUPS}. Take out services that do not send any more, or give their addresses with ip4: and ip6:.`,
    );
  }
  const ordered = [
    ...once.filter((term) => !isAll(term) && !isModifier(term)),
    ...once.filter(isAll),
    ...once.filter(isModifier),
  ];
  return { type: "TXT", name: "@", content: ["v=spf1", ...ordered.map(({ written }) => written)].join(" ") };
}

/** Names are compared without case; macros (`%{L}`) are not. */
const keyOf = ({ written }: SpfTerm) => (written.includes("%") ? written : written.toLowerCase().replace(/^\+/, ""));

const termsOf = (text: string) => spfTerms(isSpf(text) ? text : `v=spf1 ${text}`);

/** Exactly one term says what happens to all other senders. RFC 7208 sections 5.1, 6 and 6.1. */
function checkOthers(terms: readonly SpfTerm[]): void {
  const modifiers = (name: string) => terms.filter((term) => isModifier(term) && term.name === name);
  const others = [...terms.filter(isAll), ...modifiers("redirect")];
  if (others.length === 0) {
    throw new InvalidMailRecordError(
      'SPF: no term says what happens to all other senders. Add "-all" (refuse them) or "~all" (mark them).',
    );
  }
  const repeated = others.length > 1 ? others : modifiers("exp");
  if (repeated.length < 2) return;
  const written = repeated.map((term) => showText(term.written)).join(" and ");
  throw new InvalidMailRecordError(`SPF: ${written} cannot stand in one policy. Keep one of them.`);
}

export interface DkimKey {
  /** The name of the key, as the mail server signs with it: `s1`, `2026-11`. */
  selector: string;
  /** The public key: a PEM block (`-----BEGIN PUBLIC KEY-----`), or base64, or empty for a key that is revoked. */
  publicKey: string;
  /** Kind of key. Default `rsa`. RFC 6376, RFC 8463. */
  keyType?: "rsa" | "ed25519";
  /** Receivers treat the mail as if it were not signed, while you test. Default `false`. RFC 6376 section 3.6.1. */
  testing?: boolean;
}

/** A DKIM key as a TXT record at `<selector>._domainkey`; see fronts/dynamic/recordHelpers.ts. RFC 6376 section 3.6.1. */
export function dkim({ selector, publicKey, keyType = "rsa", testing = false }: DkimKey): MailTextRecord {
  const labels = selector.split(".");
  if (labels.at(-1)?.toLowerCase() === "_domainkey") {
    throw invalid(`${showText(selector)} ends in "_domainkey", which is added. Write the selector alone`);
  }
  if (!labels.every((label) => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label))) {
    throw invalid(`${showText(selector)} is no selector. Write a name of letters, digits and hyphens, such as s1`);
  }
  if (keyType !== "rsa" && keyType !== "ed25519") {
    throw invalid(`${showText(String(keyType))} is no kind of key. Write rsa or ed25519`);
  }
  const tags = ["v=DKIM1", `k=${keyType}`, ...(testing ? ["t=y"] : []), `p=${keyData(publicKey, keyType)}`];
  return { type: "TXT", name: `${selector}._domainkey`, content: tags.join("; ") };
}

const invalid = (problem: string) => new InvalidMailRecordError(`DKIM: ${problem}.`);

/** Object identifiers in DER: rsaEncryption (RFC 8017 appendix C) and id-Ed25519 (RFC 8410 section 3). */
const rsa = "06092a864886f70d010101";
const ed25519 = "06032b6570";
/** A public key of 1,024 bits has 162 bytes; receivers take no shorter ones. RFC 8301 section 3.2. */
const SHORTEST_RSA = 160;
/** Bytes of an Ed25519 key. RFC 8032 section 5.1.5. */
const ED25519_KEY = 32;

/** Base64 without its padding, which many leave out. */
const bare = (base64: string) => base64.replaceAll("=", "");

/** The tag `p=`: of RSA the whole SubjectPublicKeyInfo, of Ed25519 the key alone. RFC 6376 section 3.6.1, RFC 8463 section 4. */
function keyData(written: string, keyType: "rsa" | "ed25519"): string {
  const text = written.trim();
  if (text === "") return "";
  if (/PRIVATE KEY/.test(text)) {
    throw invalid(
      "this is a private key, which nobody else may see. Give the public one: openssl pkey -in key.pem -pubout",
    );
  }
  if (/BEGIN (?!PUBLIC KEY)/.test(text)) {
    throw invalid("the PEM block is no PUBLIC KEY. Convert it: openssl rsa -RSAPublicKey_in -in key.pem -pubout");
  }
  const base64 = text.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, "").replace(/\s+/g, "");
  const key = Buffer.from(base64, "base64");
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(base64) && bare(key.toString("base64")) === bare(base64);
  if (!isBase64) {
    throw invalid("the public key is not base64. Copy what stands after p=, or the whole PEM block");
  }
  const begin = key.subarray(0, 32).toString("hex");
  if (keyType === "ed25519") {
    if (key.length === ED25519_KEY) return base64;
    if (isWhole(key) && begin.includes(ed25519)) return key.subarray(-ED25519_KEY).toString("base64");
    throw invalid('the public key is no Ed25519 key. Give its 32 bytes in base64 or its PEM block, or keyType: "rsa"');
  }
  if (begin.includes(ed25519) || key.length === ED25519_KEY) {
    throw invalid('the public key is an Ed25519 key. Add keyType: "ed25519"');
  }
  if (!isWhole(key) || !begin.includes(rsa)) {
    throw invalid("the public key is no RSA key, or a part of it is missing. Copy it again, to its end");
  }
  if (key.length < SHORTEST_RSA) {
    throw invalid("the public key has less than 1,024 bits, and receivers ignore it. Make one of 2,048 bits");
  }
  return base64;
}

/** Are the bytes one complete SEQUENCE of DER? A key that was cut off isn't. ITU-T X.690 section 8.1.3. */
function isWhole(key: Buffer): boolean {
  const [tag, first = 0] = key;
  if (tag !== 0x30) return false;
  if (first < 0x80) return key.length === 2 + first;
  const bytes = first & 0x7f;
  const begins = 2 + bytes;
  return bytes > 0 && bytes <= 2 && key.length > begins && key.length === begins + key.readUIntBE(2, bytes);
}

export type DmarcPolicy = "none" | "quarantine" | "reject";

/** The tags of a DMARC policy, by their names in RFC 7489 section 6.3. What is left out has the default of the RFC. */
export interface DmarcTags {
  /** Action of receivers for mail that fails: none, treat it as spam, or refuse it. */
  p: DmarcPolicy;
  /** The same for subdomains. Default: `p`. */
  sp?: DmarcPolicy;
  /** To how much of the failing mail the policy applies, in percent: 0 to 100. Default 100. */
  pct?: number;
  /** Addresses for daily reports, with or without `mailto:`. Default: no reports. */
  rua?: string | readonly string[];
  /** Addresses for reports of single messages, in the same form. They hold personal data. Default: none. */
  ruf?: string | readonly string[];
  /** How the domain of a DKIM signature has to match: `r` (a subdomain will do, the default) or `s` (exactly). */
  adkim?: "r" | "s";
  /** How the domain of SPF has to match: as `adkim`. */
  aspf?: "r" | "s";
  /** When single messages are reported: `0` (all checks failed, the default), `1` (any failed), `d` (DKIM), `s` (SPF). */
  fo?: "0" | "1" | "d" | "s" | readonly ("0" | "1" | "d" | "s")[];
}

/** A DMARC policy as a TXT record at `_dmarc`; see fronts/dynamic/recordHelpers.ts. RFC 7489. */
export function dmarc({ p, sp, adkim, aspf, pct, fo, rua, ruf }: DmarcTags): MailTextRecord {
  const values: Record<string, string | undefined> = {
    p,
    sp,
    adkim,
    aspf,
    pct: pct === undefined ? undefined : String(pct),
    fo: fo === undefined ? undefined : [fo].flat().join(":"),
    rua: addresses("rua", rua),
    ruf: addresses("ruf", ruf),
  };
  const tags = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const content = ["v=DMARC1", ...tags].join("; ");
  const problem = dmarcProblem(content) ?? reportProblem(values["fo"]);
  if (problem !== undefined) throw new InvalidMailRecordError(`DMARC: ${problem}.`);
  return { type: "TXT", name: "_dmarc", content };
}

const reportProblem = (fo: string | undefined) =>
  fo === undefined || /^[01ds](:[01ds])*$/.test(fo) ? undefined : `fo=${showText(fo)} is no option. Write 0, 1, d or s`;

/** A list of `mailto:` URIs, each perhaps with the largest size of a report (`!10m`). RFC 7489 section 6.2. */
function addresses(tag: string, given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  const uris = [given].flat().map((text) => `mailto:${text.trim().replace(/^mailto:/i, "")}`);
  const wrong = uris.find((uri) => !isMailbox(uri.slice("mailto:".length)));
  if (uris.length > 0 && wrong === undefined) return uris.join(",");
  const what = wrong === undefined ? "is empty" : `holds ${showText(wrong)}, which is no e-mail address`;
  throw new InvalidMailRecordError(
    `DMARC: ${tag} ${what}. Write addresses such as dmarc@example.com, or leave ${tag} out.`,
  );
}

function isMailbox(text: string): boolean {
  const [address = "", size = "0", ...tooMany] = text.split("!");
  const [local = "", host = "", ...more] = address.split("@");
  return (
    tooMany.length + more.length === 0 &&
    /^[0-9]+[kmgt]?$/i.test(size) &&
    !/[\s,;"<>/]/.test(address) &&
    local !== "" &&
    host.split(".").length > 1 &&
    !host.split(".").includes("")
  );
}
