/** Reads and checks mail policies and keys in TXT records: SPF, DKIM, DMARC. */
import { isIPv4Address, isIPv6Address } from "../addresses.ts";
import { readText, showText } from "../text.ts";
import { check, checkOfText, type RecordCheck } from "./check.ts";

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

/** Terms for which receivers ask DNS: at most 10, including those of included policies. RFC 7208 section 4.6.4. */
export function lookupsOf(terms: readonly SpfTerm[]): SpfTerm[] {
  return terms.filter(({ name, separator }) => (separator === "=" ? name === "redirect" : lookups.includes(name)));
}

function isNetwork(value: string, isAddress: (text: string) => boolean, bits: number): boolean {
  const [address = "", length, ...more] = value.split("/");
  return (
    isAddress(address) &&
    more.length === 0 &&
    (length === undefined || (/^[0-9]{1,3}$/.test(length) && Number(length) <= bits))
  );
}

/** The problem of one term. An unknown modifier (`x=y`) is legal and ignored. RFC 7208 section 6. */
export function spfTermProblem({ written, name, separator, value, qualifier }: SpfTerm): string | undefined {
  if (separator === "=") {
    if (qualifier === "" && (!mechanisms.includes(name) || name === "a")) return undefined;
    return `${showText(written)} is not a modifier; a mechanism is written with ":", such as "${name}:${value}"`;
  }
  if (!mechanisms.includes(name)) {
    return `${showText(written)} is not an SPF mechanism (${mechanisms.join(", ")}), and receivers reject the policy`;
  }
  if (name === "ip4" && !isNetwork(value, isIPv4Address, 32))
    return `${showText(written)} has no IPv4 address or network`;
  if (name === "ip6" && !isNetwork(value, isIPv6Address, 128))
    return `${showText(written)} has no IPv6 address or network`;
  if ((name === "include" || name === "exists") && value === "") return `${showText(written)} names no domain`;
  if (name === "all" && separator !== "") return `${showText(written)}: "all" takes no value`;
  return undefined;
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

const policies = ["none", "quarantine", "reject"];

export function dmarcProblem(text: string): string | undefined {
  const [version, ...tags] = tagsOf(text);
  if (version?.[1] !== "DMARC1") return 'a DMARC policy begins with "v=DMARC1;", in capitals';
  const byName = new Map(tags.map(([name, value]) => [name.toLowerCase(), value]));
  const policy = byName.get("p");
  if (policy === undefined)
    return 'the policy is missing. Write "p=none", "p=quarantine" or "p=reject" after the version';
  for (const name of ["p", "sp"]) {
    const value = byName.get(name);
    if (value !== undefined && !policies.includes(value.toLowerCase())) {
      return `${name}=${showText(value)} is not a policy. Write none, quarantine or reject`;
    }
  }
  for (const name of ["adkim", "aspf"]) {
    const value = byName.get(name);
    if (value !== undefined && !/^[rs]$/i.test(value))
      return `${name}=${showText(value)} is not an alignment. Write r or s`;
  }
  const percent = byName.get("pct");
  if (percent !== undefined && !(/^[0-9]{1,3}$/.test(percent) && Number(percent) <= 100)) {
    return `pct=${showText(percent)} is not a percentage. Write 0 to 100`;
  }
  for (const name of ["rua", "ruf"]) {
    const wrong = byName
      .get(name)
      ?.split(",")
      .find((uri) => !/^\s*[a-z][a-z0-9+.-]*:\S+\s*$/i.test(uri));
    if (wrong !== undefined)
      return `${name} has ${showText(wrong)}, which is not a URI. Write "mailto:" before an address`;
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
  for (const term of terms) {
    const problem = spfTermProblem(term);
    if (problem !== undefined) return `${problem}. Correct the term`;
  }
  if (terms.some(({ name, separator }) => name === "ptr" && separator !== "="))
    return 'the mechanism "ptr" is slow and unreliable. Name addresses (ip4:, ip6:) or hosts (a:) instead';
  const { length: lookups } = lookupsOf(terms);
  if (lookups > 10)
    return `the SPF policy needs ${lookups} lookups, and receivers stop at 10. Name addresses (ip4:, ip6:), or remove terms`;
  return spfEndProblem(terms);
}

function spfEndProblem(terms: readonly SpfTerm[]): string | undefined {
  const all = terms.findIndex(({ name, separator }) => name === "all" && separator === "");
  const { qualifier, written } = terms[all] ?? { qualifier: "", written: "" };
  if (all < 0) {
    return terms.some(({ name, separator }) => name === "redirect" && separator === "=")
      ? undefined
      : 'the SPF policy has no term for all other senders. End it with "~all" or "-all"';
  }
  if (qualifier !== "-" && qualifier !== "~")
    return `${showText(written)} lets every sender pass, or is neutral. End the policy with "~all" or "-all"`;
  const ignored = terms.slice(all + 1).find(({ separator }) => separator !== "=");
  return ignored === undefined
    ? undefined
    : `${showText(ignored.written)} comes after ${showText(written)} and is never evaluated. Move it before`;
}

function dkimProblem(text: string): string | undefined {
  const tags = tagsOf(text);
  const version = tags.findIndex(([name]) => name === "v");
  if (version > 0 || (version === 0 && tags[0]?.[1] !== "DKIM1"))
    return 'a DKIM key begins with "v=DKIM1;" or has no version';
  const byName = new Map(tags);
  const key = byName.get("p");
  if (key === undefined)
    return 'the public key is missing. Write "p=" and the key in base64 ("p=" alone revokes the key)';
  const base64 = key.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 === 1) {
    return "the public key after p= is not base64. Copy it again, without quotes or line breaks";
  }
  const kind = byName.get("k");
  if (kind !== undefined && kind !== "rsa" && kind !== "ed25519") {
    return `k=${showText(kind)} is not a kind of key that receivers know. Write k=rsa or k=ed25519`;
  }
  return undefined;
}

export const mailChecks: readonly RecordCheck<{ name?: string; content?: string }>[] = [
  checkOfText("content")("spf-policy", "best-practice", {
    reference: "RFC 7208 sections 4.5, 4.6, 5.1 and 5.5",
    description:
      "An SPF policy begins with `v=spf1` and a space, has only known terms, at most 10 that need a lookup (not counting " +
      "included policies) and no `ptr`, and ends with `-all`, `~all` or `redirect=`.",
    find: (content) => spfProblem(readText(content)),
  }),
  check("dmarc-name", "best-practice", {
    reference: "RFC 7489 section 6.1",
    description: "A DMARC policy is at `_dmarc`.",
    property: "name",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) =>
      isDmarc(readText(content)) && !/^_dmarc(?:\.|$)/i.test(name) && !/\._report\._dmarc(?:\.|$)/i.test(name)
        ? `receivers look for a DMARC policy at "_dmarc" only. Write name: ` +
          `${showText(name === "" || name === "@" ? "_dmarc" : `_dmarc.${name}`)}`
        : undefined,
  }),
  check("dmarc-policy", "best-practice", {
    reference: "RFC 7489 section 6.3",
    description: "A DMARC policy begins with `v=DMARC1`, has `p=`, and only valid tags.",
    property: "content",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) => {
      const text = readText(content);
      return /^_dmarc(?:\.|$)/i.test(name) && isDmarc(text) ? dmarcProblem(text) : undefined;
    },
  }),
  check("dkim-key", "best-practice", {
    reference: "RFC 6376 section 3.6.1; RFC 8463 section 4",
    description: "A key at `selector._domainkey` has its tags in order, and a key in base64.",
    property: "content",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) =>
      /^[^.].*\._domainkey(?:\.|$)/i.test(name) ? dkimProblem(readText(content)) : undefined,
  }),
];
