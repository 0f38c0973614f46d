/** Records of e-mail as plain data, for `DnsRecord` and `DnsZone`. */
import { createPublicKey } from "node:crypto";
import {
  bytesOf,
  dmarcProblem,
  isAll,
  isModifier,
  isSpf,
  type SpfTerm,
  spfError,
  spfTerms,
  tagsOf,
} from "../dns/checks/mail.ts";
import { InvalidInputError } from "../dns/errors.ts";
import type { RecordKey } from "../dns/recordType.ts";
import { ifNoError, readText, showText } from "../dns/text.ts";
import type * as types from "./types.generated.ts";

/** A record without its domain: the arguments of a `DnsRecord`, and a record of a `DnsZone`. Add `ttl` by spreading. */
export interface TextRecord extends types.TextRecord {
  type: "TXT";
}

/** Lists of values by owner name and type, as `DnsZone` and `Domain` take them. */
export type MailRecords = { readonly [K in RecordKey]?: string[] };

/** A part of the `records` of a `DnsZone` or `Domain`. */
export interface MailPart {
  records: MailRecords;
}

export interface MailOptions {
  /** More terms of the SPF policy: other senders, and `-all` in place of the default end `~all`. */
  spf?: readonly string[] | undefined;
  /** Adds a DMARC policy. */
  dmarc?: DmarcTags | undefined;
}

const textPart = ({ name, content }: TextRecord): MailRecords => ({ [`${name} TXT`]: [content] });

/** The records of a service, with the policies for them. @param sender the service's term of the SPF policy */
function partOf(records: MailRecords, sender: string, { spf: more = [], dmarc: tags }: MailOptions): MailPart {
  const terms = [sender, ...more];
  const isEnded = terms.flatMap((text) => termsOf(text)).some((term) => isAll(term) || term.name === "redirect");
  return {
    records: {
      ...records,
      ...textPart(spf(isEnded ? terms : [...terms, "~all"])),
      ...(tags && textPart(dmarc(tags))),
    },
  };
}

/** Aliases of a service's DKIM keys. @param hosts in the order in which the service shows them */
const aliases = (selectors: readonly string[], hosts: readonly string[] = []): MailRecords =>
  Object.fromEntries(
    selectors.flatMap((selector, at) => {
      const host = hosts[at];
      return host === undefined ? [] : [[`${selector}._domainkey CNAME`, [host]]];
    }),
  );

/** For calls with other organisations and by phone. Source: "External DNS records for Teams", Microsoft Learn. */
const teamsRecords: MailRecords = {
  "sip CNAME": ["sipdir.online.lync.com"],
  "lyncdiscover CNAME": ["webdir.online.lync.com"],
  "_sip._tls SRV": ["100 1 443 sipdir.online.lync.com"],
  "_sipfederationtls._tcp SRV": ["100 1 5061 sipfed.online.lync.com"],
};

const microsoftHost = /\.(?:outlook\.com|outlook\.cn|office365\.us|mx\.microsoft)\.?$/i;

/**
 * Records that mail services ask their customers to publish, as of November 2026, as a part of the `records` of a `DnsZone` or
 * `Domain`: MX, an SPF policy and, if you ask for them, DKIM keys and a DMARC policy. The page of your account is the
 * authority. `noMail` is for a domain that neither sends nor receives mail.
 */
export const mailServices = {
  /**
   * Google Workspace: one MX host for all customers. Source: "Set up MX records", Google Workspace Admin Help.
   * @param options.dkim the record or the public key that the admin console shows; its selector is `google` by default
   */
  googleWorkspace: ({
    dkim: key,
    ...options
  }: MailOptions & { dkim?: string | DkimKey | undefined } = {}): MailPart => {
    const own = typeof key === "string" ? { selector: "google", publicKey: key } : key;
    const records: MailRecords = { "@ MX": ["1 smtp.google.com"], ...(own && textPart(dkim(own))) };
    return partOf(records, "include:_spf.google.com", options);
  },
  /**
   * Microsoft 365. Source: "External Domain Name System records for Office 365", Microsoft Learn.
   * @param options.host the MX host that the admin center shows, such as `example-com.mail.protection.outlook.com`
   * @param options.teams also the records of Teams. Default: `false`
   * @param options.dkim the two hosts that the Defender portal shows for `selector1` and `selector2`
   * @throws an error with `code` `ERR_REGISTRAR_INVALID_INPUT` for a domain instead of the host
   */
  microsoft365: ({
    host,
    teams = false,
    dkim: hosts,
    ...options
  }: MailOptions & { host: string; teams?: boolean | undefined; dkim?: readonly string[] | undefined }): MailPart => {
    if (!microsoftHost.test(host)) {
      throw new InvalidInputError(
        `Microsoft 365: ${JSON.stringify(host)} isn't an MX host of the service. Copy the host that the admin ` +
          "center shows for the domain, such as example-com.mail.protection.outlook.com.",
      );
    }
    const records: MailRecords = {
      "@ MX": [`0 ${host}`],
      "autodiscover CNAME": ["autodiscover.outlook.com"],
      ...(teams && teamsRecords),
      ...aliases(["selector1", "selector2"], hosts),
    };
    return partOf(records, "include:spf.protection.outlook.com", options);
  },
  /**
   * Fastmail, with its three DKIM keys. Source: fastmail.help article 360060591153 (keys).
   * @param options.domain the domain itself, which is part of the keys' names: `example.com`
   */
  fastmail: ({ domain, ...options }: MailOptions & { domain: string }): MailPart => {
    const selectors = ["fm1", "fm2", "fm3"];
    const hosts = selectors.map((selector) => `${selector}.${domain.replace(/\.$/, "")}.dkim.fmhosted.com`);
    const servers = ["10 in1-smtp.messagingengine.com", "20 in2-smtp.messagingengine.com"];
    return partOf({ "@ MX": servers, ...aliases(selectors, hosts) }, "include:spf.messagingengine.com", options);
  },
  /**
   * Proton Mail. Source: "Anti-spoofing for custom domains", proton.me/support (SPF).
   * @param options.dkim the three hosts that the settings of the domain show
   */
  protonMail: ({ dkim: hosts, ...options }: MailOptions & { dkim?: readonly string[] | undefined } = {}): MailPart => {
    const servers = ["10 mail.protonmail.ch", "20 mailsec.protonmail.ch"];
    const keys = aliases(["protonmail", "protonmail2", "protonmail3"], hosts);
    return partOf({ "@ MX": servers, ...keys }, "include:_spf.protonmail.ch", options);
  },
  /** No mail, in either direction: the null MX of RFC 7505, an SPF policy without senders, and DMARC `p=reject`. */
  noMail: (): MailPart => ({
    records: { "@ MX": ["0 ."], "@ TXT": ["v=spf1 -all"], ...textPart(dmarc({ p: "reject" })) },
  }),
};

/**
 * An SPF policy (RFC 7208) as one TXT record at the domain itself; for a host, spread it: `{ ...spf([...]), name: "news" }`.
 * A domain has at most one SPF record, so give all senders here.
 * @param terms mechanisms and modifiers, such as `include:_spf.google.com`, `ip4:192.0.2.0/24`, `mx` and `~all`, in the order
 * in which receivers try them. `all` and modifiers are moved to the end; a repeated term counts once. A complete policy
 * (`v=spf1 ...`) counts as its terms. One term states what happens to all other senders: `-all` (refuse), `~all` (mark),
 * `?all`, or `redirect=`.
 * @throws for an invalid term, for no or several `all` or `redirect=`, and for more than ten terms that need a DNS lookup
 * (`include`, `a`, `mx`, `ptr`, `exists`, `redirect`; section 4.6.4). Lookups inside included policies count for receivers,
 * and aren't seen here.
 */
export function spf(terms: readonly string[]): TextRecord {
  const given = terms.flatMap((text) => termsOf(readText(text).trim()));
  const once = given.filter((term, at) => given.findIndex((other) => keyOf(other) === keyOf(term)) === at);
  const problem = spfError(once);
  if (problem !== undefined) throw new InvalidInputError(`SPF: ${problem}.`);
  const ordered = [
    ...once.filter((term) => !isAll(term) && !isModifier(term)),
    ...once.filter(isAll),
    ...once.filter(isModifier),
  ];
  return { type: "TXT", name: "@", content: ["v=spf1", ...ordered.map(({ written }) => written)].join(" ") };
}

/** Macros (`%{L}`) are case-sensitive. */
const keyOf = ({ written }: SpfTerm) => (written.includes("%") ? written : written.toLowerCase().replace(/^\+/, ""));

const termsOf = (text: string) => spfTerms(isSpf(text) ? text : `v=spf1 ${text}`);

export type DkimKey = types.DkimArgs;

/**
 * A DKIM key (RFC 6376 section 3.6.1) as a TXT record at `<selector>._domainkey`.
 * @throws for an invalid selector, and for a key that is private, incomplete, of another kind or too short. The message never
 * contains the key.
 */
export function dkim(key: DkimKey): TextRecord {
  const { selector, publicKey, testing = false } = key;
  const labels = selector.split(".");
  if (labels.at(-1)?.toLowerCase() === "_domainkey") {
    throw invalid(`${showText(selector)} ends in "_domainkey", which is added. Write the selector alone`);
  }
  if (!labels.every((label) => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label))) {
    throw invalid(`${showText(selector)} is not a selector. Write a name of letters, digits and hyphens, such as s1`);
  }
  const tags = ["v=DKIM1", ...(testing ? ["t=y"] : []), ...keyTags(publicKey)];
  return { type: "TXT", name: `${selector}._domainkey`, content: tags.join("; ") };
}

const invalid = (problem: string) => new InvalidInputError(`DKIM: ${problem}.`);

/** Bits of the shortest RSA key that receivers accept. RFC 8301 section 3.2. */
const SHORTEST_RSA = 1024;
/** Bytes of an Ed25519 key. RFC 8032 section 5.1.5. */
const ED25519_KEY = 32;

/**
 * The tags `k=` and `p=` of a key or a complete record: RSA as SubjectPublicKeyInfo (RFC 6376 section 3.6.1), an Ed25519 key
 * alone (RFC 8463 section 4).
 */
function keyTags(given: string): string[] {
  const tags = new Map(tagsOf(readText(given.trim())));
  // Services show the complete record.
  const text = tags.get("p") ?? given.trim();
  if (text === "") return ["k=rsa", "p="];
  if (/PRIVATE KEY/.test(text)) {
    throw invalid(
      "this is a private key, which must stay secret. Give the public one: openssl pkey -in key.pem -pubout",
    );
  }
  const bytes = bytesOf(text);
  // A cut RSA key begins like a complete one: 30 82, or 30 81 if it is short.
  if (bytes?.length === ED25519_KEY && !/^308[12]/.test(bytes.toString("hex")))
    return ["k=ed25519", `p=${bytes.toString("base64")}`];
  const written = bytes === undefined ? text : ({ key: bytes, format: "der", type: "spki" } as const);
  const key = ifNoError(() => createPublicKey(written));
  const der = key?.export({ format: "der", type: "spki" });
  if (key?.asymmetricKeyType === "ed25519") return ["k=ed25519", `p=${der?.subarray(-ED25519_KEY).toString("base64")}`];
  if (key?.asymmetricKeyType !== "rsa")
    throw invalid(
      "the public key isn't an RSA or Ed25519 key, or a part of it is missing. Copy all of p=, or of the PEM block",
    );
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < SHORTEST_RSA)
    throw invalid("the public key has less than 1,024 bits, and receivers ignore it. Make one of 2,048 bits");
  return ["k=rsa", `p=${der?.toString("base64")}`];
}

type OneOrMore<T> = T extends readonly (infer Element)[] ? Element | readonly Element[] : T;

/** Tags of a DMARC policy, by their names in RFC 7489 section 6.3, with the RFC's defaults. A list may be one value. */
export type DmarcTags = { [Tag in keyof types.DmarcTags]: OneOrMore<types.DmarcTags[Tag]> };

/**
 * A DMARC policy (RFC 7489) as a TXT record at `_dmarc`; for a subdomain, spread it: `{ ...dmarc(...), name: "_dmarc.news" }`.
 * @throws for an invalid value, such as an address for reports without `@`
 */
export function dmarc(tags: DmarcTags): TextRecord {
  const { p, sp, adkim, aspf, pct, fo, rua, ruf } = tags;
  const values: Record<string, string | undefined> = {
    ...{ p, sp, adkim, aspf },
    pct: pct === undefined ? undefined : String(pct),
    fo: fo === undefined ? undefined : [fo].flat().join(":"),
    rua: urisOf(rua),
    ruf: urisOf(ruf),
  };
  const written = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const content = ["v=DMARC1", ...written].join("; ");
  const problem = dmarcProblem(content);
  if (problem !== undefined) throw new InvalidInputError(`DMARC: ${problem}.`);
  return { type: "TXT", name: "_dmarc", content };
}

/** A list of `mailto:` URIs, which may state the largest size of a report (`!10m`). A `;` ends a tag. RFC 7489 section 6.2. */
function urisOf(given: string | readonly string[] | undefined): string | undefined {
  const addresses =
    given === undefined ? undefined : [given].flat().map((each) => each.trim().replace(/^mailto:/i, ""));
  return addresses?.map((address) => `mailto:${address.replaceAll(";", "%3B")}`).join(",");
}
