/** Reads and judges mail policies and keys: SPF, DKIM, DMARC. Programs load this file, so it loads no names. */
import { isIPv4 } from "node:net";
import { isIPv6Address, showText } from "../text.ts";

/** RFC 7208 section 4.5. */
export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

export interface SpfTerm {
  written: string;
  qualifier: string;
  /** Lower case. */
  name: string;
  /** `=` for a modifier. */
  separator: string;
  value: string;
}

/** The terms of an SPF policy after its version. RFC 7208 section 4.6.1. */
export function spfTerms(text: string): SpfTerm[] {
  return text
    .split(/ +/)
    .slice(1)
    .filter((term) => term !== "")
    .map((written) => {
      const [, qualifier = "", name = "", separator = "", value = ""] =
        /^([+?~-]?)([a-z][a-z0-9_.-]*)(?:([:=/])(.*))?$/is.exec(written) ?? [];
      return { written, qualifier, name: name.toLowerCase(), separator, value };
    });
}

const mechanisms = ["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"];
const lookups = ["include", "a", "mx", "ptr", "exists"];

/** Most terms for which receivers ask DNS, including those of included policies. RFC 7208 section 4.6.4. */
const MOST_LOOKUPS = 10;

export const isAll = ({ name, separator }: SpfTerm): boolean => name === "all" && separator === "";
export const isModifier = ({ separator }: SpfTerm): boolean => separator === "=";
const isRedirect = (term: SpfTerm) => isModifier(term) && term.name === "redirect";

function isNetwork(value: string, isAddress: (text: string) => boolean, bits: number): boolean {
  const [address = "", length, ...more] = value.split("/");
  return (
    isAddress(address) &&
    more.length === 0 &&
    (length === undefined || (/^[0-9]{1,3}$/.test(length) && Number(length) <= bits))
  );
}

/** The problem of one term. An unknown modifier (`x=y`) is legal and ignored. RFC 7208 section 6. */
function spfTermProblem({ written, name, separator, value, qualifier }: SpfTerm): string | undefined {
  const shown = showText(written);
  if (separator === "=") {
    if (qualifier === "" && (!mechanisms.includes(name) || name === "a")) return undefined;
    return `${shown} is not a modifier; a mechanism is written with ":", such as "${name}:${value}"`;
  }
  if (!mechanisms.includes(name))
    return `${shown} is not an SPF mechanism (${mechanisms.join(", ")}), and receivers reject the policy`;
  if (name === "ip4" && !isNetwork(value, isIPv4, 32)) return `${shown} has no IPv4 address or network`;
  if (name === "ip6" && !isNetwork(value, isIPv6Address, 128)) return `${shown} has no IPv6 address or network`;
  if ((name === "include" || name === "exists") && value === "") return `${shown} names no domain`;
  return name === "all" && separator !== "" ? `${shown}: "all" takes no value` : undefined;
}

/** The reason why receivers reject a policy, or read one that isn't meant. RFC 7208 sections 4.6.4, 5.1, 6 and 6.1. */
export function spfError(terms: readonly SpfTerm[]): string | undefined {
  for (const term of terms) {
    const problem = spfTermProblem(term);
    if (problem !== undefined) return `${problem}. Correct the term`;
  }
  const asking = terms.filter((term) => (isModifier(term) ? isRedirect(term) : lookups.includes(term.name)));
  if (asking.length > MOST_LOOKUPS)
    return (
      `the SPF policy needs ${asking.length} DNS lookups, and receivers give up after ${MOST_LOOKUPS}. ` +
      "Remove services that no longer send, or give their addresses with ip4: and ip6:"
    );
  const ends = terms.filter((term) => isAll(term) || isRedirect(term));
  if (ends.length === 0)
    return 'the SPF policy has no term for all other senders. End it with "~all" (mark them) or "-all" (refuse them)';
  const repeated = ends.length > 1 ? ends : terms.filter((term) => isModifier(term) && term.name === "exp");
  const written = repeated.map((term) => showText(term.written)).join(" and ");
  return repeated.length > 1 ? `${written} exclude each other. Keep one` : undefined;
}

/** Names and values of a tag list of DKIM or DMARC, such as `v=DKIM1; p=...`. RFC 6376 section 3.2. */
export function tagsOf(text: string): [string, string][] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part, ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    });
}

/** Is it a DMARC policy, valid or not? RFC 7489 section 6.3. */
export function isDmarc(text: string): boolean {
  return /^v\s*=\s*dmarc1/i.test(text);
}

/** Is it a DMARC policy at its name? */
export const isDmarcPolicy = (text: string, name: string): boolean => /^_dmarc(?:\.|$)/i.test(name) && isDmarc(text);

/** Is it the name of a DKIM key? RFC 6376 section 3.6.2.1. */
export const isDkimName = (name: string): boolean => /^[^.].*\._domainkey(?:\.|$)/i.test(name);

const policy = { form: /^(?:none|quarantine|reject)$/i, isnt: "a policy. Write none, quarantine or reject" };
const alignment = { form: /^[rs]$/i, isnt: "an alignment. Write r or s" };
const mailAddress = /^mailto:[^\s:/@]+@[^\s:/@%=.]+(?:\.[^\s:/@%=.]+)+$/i;
/** RFC 7489 section 6.2 also allows other URIs than those of e-mail. */
const isUri = (text: string) => (/^mailto:/i.test(text) ? mailAddress : /^[a-z][a-z0-9+.-]*:[^\s,]+$/i).test(text);
const addresses = {
  form: { test: (value: string) => value.split(",").every((each) => isUri(each.trim())) },
  isnt: 'a list of addresses. Write some such as "mailto:dmarc@example.com"',
};

/** Values of tags. RFC 7489 section 6.3. */
const dmarcTags: Readonly<Record<string, { form: Pick<RegExp, "test">; isnt: string }>> = {
  p: policy,
  sp: policy,
  adkim: alignment,
  aspf: alignment,
  pct: { form: /^(?:100|[0-9]{1,2})$/, isnt: "a percentage. Write 0 to 100" },
  fo: { form: /^[01ds](?::[01ds])*$/, isnt: "an option. Write 0, 1, d or s" },
  rua: addresses,
  ruf: addresses,
};

export function dmarcProblem(text: string): string | undefined {
  const [version, ...tags] = tagsOf(text);
  if (version?.[1] !== "DMARC1") return 'a DMARC policy begins with "v=DMARC1;", in capitals';
  if (!tags.some(([name]) => name.toLowerCase() === "p"))
    return 'the policy is missing. Write "p=none", "p=quarantine" or "p=reject" after the version';
  for (const [name, value] of tags) {
    const { form, isnt = "" } = dmarcTags[name.toLowerCase()] ?? {};
    if (form?.test(value) === false) return `${name}=${showText(value)} is not ${isnt}`;
  }
  return undefined;
}

/** The problem of an SPF policy, or of a string that looks like one. */
export function spfProblem(text: string): string | undefined {
  if (!isSpf(text)) {
    return /^"?\s*v\s*=\s*spf/i.test(text.trimStart())
      ? 'this looks like an SPF policy, but receivers only know one that begins with "v=spf1" and a blank'
      : undefined;
  }
  const terms = spfTerms(text);
  const error = spfError(terms);
  if (error !== undefined) return error;
  if (terms.some((term) => term.name === "ptr" && !isModifier(term)))
    return 'the mechanism "ptr" is slow and unreliable. Name addresses (ip4:, ip6:) or hosts (a:) instead';
  const [all, ...after] = terms.slice(terms.findIndex(isAll));
  if (all === undefined || !isAll(all)) return undefined;
  if (all.qualifier !== "-" && all.qualifier !== "~")
    return `${showText(all.written)} lets every sender pass, or is neutral. End the policy with "~all" or "-all"`;
  const ignored = after.find((term) => !isModifier(term));
  return (
    ignored &&
    `${showText(ignored.written)} comes after ${showText(all.written)} and is never evaluated. Move it before`
  );
}

/** The bytes of base64 with blanks, whose padding is optional; `undefined` for another string. */
export function bytesOf(base64: string): Buffer | undefined {
  const bare = base64.replace(/\s+/g, "").replace(/={1,2}$/, "");
  const bytes = Buffer.from(bare, "base64");
  return bytes.toString("base64").replaceAll("=", "") === bare ? bytes : undefined;
}

export function dkimProblem(text: string): string | undefined {
  const tags = tagsOf(text);
  const version = tags.findIndex(([name]) => name === "v");
  if (version > 0 || (version === 0 && tags[0]?.[1] !== "DKIM1"))
    return 'a DKIM key begins with "v=DKIM1;" or has no version';
  const byName = new Map(tags);
  const key = byName.get("p");
  if (key === undefined)
    return 'the public key is missing. Write "p=" and the key in base64 ("p=" alone revokes the key)';
  if (bytesOf(key) === undefined)
    return "the public key after p= is not base64. Copy it again, without quotes or line breaks";
  const kind = byName.get("k");
  if (kind !== undefined && kind !== "rsa" && kind !== "ed25519") {
    return `k=${showText(kind)} is not a kind of key that receivers know. Write k=rsa or k=ed25519`;
  }
  return undefined;
}
