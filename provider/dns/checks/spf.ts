import { isIPv4Address, isIPv6Address } from "../addresses.ts";
import { showText } from "../names.ts";
import { readText } from "../text.ts";
import { check, type RecordCheck } from "./check.ts";

interface TextArgs {
  content?: string;
}

const spfReference = "RFC 7208";

/** Whether a text is an SPF policy. RFC 7208 section 4.5. */
export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

interface SpfTerm {
  written: string;
  qualifier: string;
  /** Lower case. */
  name: string;
  /** `=` for a modifier. */
  separator: string;
  value: string;
}

/** The terms of an SPF policy after its version. RFC 7208 section 4.6.1. */
function spfTerms(text: string): SpfTerm[] {
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

function isNetwork(value: string, isAddress: (text: string) => boolean, bits: number): boolean {
  const [address = "", length, ...more] = value.split("/");
  return (
    isAddress(address) &&
    more.length === 0 &&
    (length === undefined || (/^[0-9]{1,3}$/.test(length) && Number(length) <= bits))
  );
}

/** What is wrong with one term, or `undefined`. An unknown modifier (`x=y`) is legal and ignored. RFC 7208 section 6. */
function spfTermProblem({ written, name, separator, value, qualifier }: SpfTerm): string | undefined {
  if (separator === "=") {
    if (qualifier === "" && (!mechanisms.includes(name) || name === "a")) return undefined;
    return `${showText(written)} is no modifier; a mechanism is written with ":", such as "${name}:${value}"`;
  }
  if (!mechanisms.includes(name)) {
    return `${showText(written)} is no SPF mechanism (${mechanisms.join(", ")}), and receivers reject the whole policy`;
  }
  if (name === "ip4" && !isNetwork(value, isIPv4Address, 32))
    return `${showText(written)} holds no IPv4 address or network`;
  if (name === "ip6" && !isNetwork(value, isIPv6Address, 128))
    return `${showText(written)} holds no IPv6 address or network`;
  if ((name === "include" || name === "exists") && value === "") return `${showText(written)} names no domain`;
  if (name === "all" && separator !== "") return `${showText(written)}: "all" takes no value`;
  return undefined;
}

/** Runs a rule over the text of an SPF policy, and says nothing of other texts. */
function spfRule(find: (terms: SpfTerm[]) => string | undefined) {
  return ({ content = "" }: TextArgs): string | undefined => {
    const text = readText(content);
    return isSpf(text) ? find(spfTerms(text)) : undefined;
  };
}

/** Checks of TXT records that carry SPF policies. RFC 7208. */
export const spfChecks: readonly RecordCheck<TextArgs>[] = [
  check("spf-version", "best-practice", {
    reference: `${spfReference} section 4.5`,
    description: "An SPF policy begins with `v=spf1` and a blank.",
    property: "content",
    find: ({ content = "" }) => {
      const text = readText(content);
      return /^"?\s*v\s*=\s*spf/i.test(text.trimStart()) && !isSpf(text)
        ? 'this looks like an SPF policy, but receivers only know one that begins with "v=spf1" and a blank'
        : undefined;
    },
  }),
  check("spf-terms", "best-practice", {
    reference: `${spfReference} section 4.6.1`,
    also: "octoDNS SpfDnsLookupProcessor; DNSControl spflib",
    description: "Every term of an SPF policy is a known mechanism or a modifier, with a valid address or domain.",
    property: "content",
    find: spfRule((terms) => {
      for (const term of terms) {
        const problem = spfTermProblem(term);
        if (problem !== undefined) return `${problem}. Correct the term`;
      }
      return undefined;
    }),
  }),
  check("spf-all", "best-practice", {
    reference: `${spfReference} section 5.1`,
    also: "octoDNS mail",
    description: "An SPF policy ends with `-all` or `~all` (or `redirect=`), and nothing after it is looked at.",
    property: "content",
    find: spfRule((terms) => {
      const all = terms.findIndex(({ name, separator }) => name === "all" && separator === "");
      if (all < 0) {
        return terms.some(({ name, separator }) => name === "redirect" && separator === "=")
          ? undefined
          : 'the SPF policy says nothing of other senders. End it with "~all" or "-all"';
      }
      const { qualifier, written } = terms[all] ?? { qualifier: "", written: "all" };
      if (qualifier !== "-" && qualifier !== "~") {
        return `${showText(written)} lets every sender pass or says nothing of it. End the policy with "~all" or "-all"`;
      }
      const ignored = terms.slice(all + 1).find(({ separator }) => separator !== "=");
      return ignored === undefined
        ? undefined
        : `${showText(ignored.written)} stands after ${showText(written)} and is never looked at. Move it before`;
    }),
  }),
  check("spf-lookups", "best-practice", {
    reference: `${spfReference} section 4.6.4`,
    also: "octoDNS SpfDnsLookupProcessor",
    description:
      "An SPF policy names at most 10 terms that need a look-up (those inside included policies count too, and are not seen here).",
    property: "content",
    find: spfRule((terms) => {
      const count = terms.filter(
        ({ name, separator }) =>
          (separator !== "=" && lookups.includes(name)) || (separator === "=" && name === "redirect"),
      ).length;
      return count > 10
        ? `the SPF policy needs ${count} look-ups, and receivers stop at 10. Name addresses (ip4:, ip6:), or take terms out`
        : undefined;
    }),
  }),
  check("spf-ptr", "best-practice", {
    reference: `${spfReference} section 5.5`,
    also: "octoDNS SpfDnsLookupProcessor",
    description: "No `ptr` in an SPF policy: it is slow and unreliable.",
    property: "content",
    find: spfRule((terms) =>
      terms.some(({ name, separator }) => name === "ptr" && separator !== "=")
        ? 'the mechanism "ptr" should not be used. Name addresses (ip4:, ip6:) or hosts (a:) instead'
        : undefined,
    ),
  }),
];
