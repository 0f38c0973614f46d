import { isSpf, lookupsOf, type SpfTerm, spfTermProblem, spfTerms } from "../mail/spfTerms.ts";
import { readText, showText } from "../text.ts";
import { check, type RecordCheck } from "./check.ts";

interface TextArgs {
  content?: string;
}

const spfReference = "RFC 7208";

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
      const count = lookupsOf(terms).length;
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
