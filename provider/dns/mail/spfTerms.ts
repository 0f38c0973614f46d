/** SPF policies as text: their terms, and what is wrong with one. RFC 7208. */
import { isIPv4Address, isIPv6Address } from "../addresses.ts";
import { showText } from "../text.ts";

/** Whether a text is an SPF policy. RFC 7208 section 4.5. */
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

/** The terms that make receivers ask DNS: at most 10 in all, those of included policies counted. RFC 7208 section 4.6.4. */
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

/** What is wrong with one term, or `undefined`. An unknown modifier (`x=y`) is legal and ignored. RFC 7208 section 6. */
export function spfTermProblem({ written, name, separator, value, qualifier }: SpfTerm): string | undefined {
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
