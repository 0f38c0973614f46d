import { readText, showText } from "../text.ts";
import type { MailTextRecord } from "./services.ts";
import { InvalidMailRecordError } from "./services.ts";
import { isSpf, lookupsOf, type SpfTerm, spfTermProblem, spfTerms } from "./spfTerms.ts";

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
  const say = (name: string) => terms.filter((term) => isModifier(term) && term.name === name);
  const others = [...terms.filter(isAll), ...say("redirect")];
  if (others.length === 0) {
    throw new InvalidMailRecordError(
      'SPF: no term says what happens to all other senders. Add "-all" (refuse them) or "~all" (mark them).',
    );
  }
  const repeated = others.length > 1 ? others : say("exp");
  if (repeated.length < 2) return;
  const written = repeated.map((term) => showText(term.written)).join(" and ");
  throw new InvalidMailRecordError(`SPF: ${written} cannot stand in one policy. Keep one of them.`);
}
