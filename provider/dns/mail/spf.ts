import { isIPv4Address, isIPv6Address } from "../addresses.ts";
import { readText, showText } from "../text.ts";
import type { MailTextRecord } from "./services.ts";
import { InvalidMailRecordError } from "./services.ts";

/** True if a string is an SPF policy. RFC 7208 section 4.5. */
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

/** What receivers carry out at most. RFC 7208 section 4.6.4. */
const MOST_LOOKUPS = 10;

const isAll = ({ name, separator }: SpfTerm) => name === "all" && separator === "";
const isModifier = ({ separator }: SpfTerm) => separator === "=";

/** An SPF policy as a TXT record at the domain itself; see fronts/dynamic/mailRecords.ts. RFC 7208. */
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
