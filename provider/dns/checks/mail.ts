/** Checks of TXT records that carry mail policies and keys: SPF, DKIM, DMARC. */
import { dmarcProblem, isDmarc, tagsOf } from "../mail/dmarc.ts";
import { isSpf, lookupsOf, type SpfTerm, spfTermProblem, spfTerms } from "../mail/spf.ts";
import { readText, showText } from "../text.ts";
import { check, checkOfText, type RecordCheck } from "./check.ts";

const checkOfContent = checkOfText("content");

/** Runs a rule over the text of an SPF policy, and says nothing of other texts. */
function spfRule(find: (terms: SpfTerm[]) => string | undefined) {
  return (content: string): string | undefined => {
    const text = readText(content);
    return isSpf(text) ? find(spfTerms(text)) : undefined;
  };
}

/** Checks of TXT records that carry SPF policies. RFC 7208. */
const spfChecks = [
  checkOfContent("spf-version", "best-practice", {
    reference: "RFC 7208 section 4.5",
    description: "An SPF policy begins with `v=spf1` and a space.",
    find: (content) => {
      const text = readText(content);
      return /^"?\s*v\s*=\s*spf/i.test(text.trimStart()) && !isSpf(text)
        ? 'this looks like an SPF policy, but receivers only know one that begins with "v=spf1" and a blank'
        : undefined;
    },
  }),
  checkOfContent("spf-terms", "best-practice", {
    reference: "RFC 7208 section 4.6.1",
    description: "Every SPF term is a known mechanism or a modifier, with a valid address or domain.",
    find: spfRule((terms) => {
      for (const term of terms) {
        const problem = spfTermProblem(term);
        if (problem !== undefined) return `${problem}. Correct the term`;
      }
      return undefined;
    }),
  }),
  checkOfContent("spf-all", "best-practice", {
    reference: "RFC 7208 section 5.1",
    description: "An SPF policy ends with `-all`, `~all` or `redirect=`.",
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
  checkOfContent("spf-lookups", "best-practice", {
    reference: "RFC 7208 section 4.6.4",
    description: "An SPF policy has at most 10 terms that need a lookup, without those of included policies.",
    find: spfRule((terms) => {
      const count = lookupsOf(terms).length;
      return count > 10
        ? `the SPF policy needs ${count} look-ups, and receivers stop at 10. Name addresses (ip4:, ip6:), or take terms out`
        : undefined;
    }),
  }),
  checkOfContent("spf-ptr", "best-practice", {
    reference: "RFC 7208 section 5.5",
    description: "An SPF policy has no `ptr`, which is slow and unreliable.",
    find: spfRule((terms) =>
      terms.some(({ name, separator }) => name === "ptr" && separator !== "=")
        ? 'the mechanism "ptr" should not be used. Name addresses (ip4:, ip6:) or hosts (a:) instead'
        : undefined,
    ),
  }),
];

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
    return `k=${showText(kind)} is no kind of key that receivers know. Write k=rsa or k=ed25519`;
  }
  return undefined;
}

/** Checks of TXT records that carry DKIM keys. RFC 6376. */
const dkimChecks: readonly RecordCheck<{ name?: string; content?: string }>[] = [
  check("dkim-key", "best-practice", {
    reference: "RFC 6376 section 3.6.1; RFC 8463 section 4",
    description: "A key at `selector._domainkey` has its tags in order, and a key in base64.",
    property: "content",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) =>
      /^[^.].*\._domainkey(?:\.|$)/i.test(name) ? dkimProblem(readText(content)) : undefined,
  }),
];

/** Checks of TXT records that carry DMARC policies. RFC 7489. */
const dmarcChecks: readonly RecordCheck<{ name?: string; content?: string }>[] = [
  check("dmarc-name", "best-practice", {
    reference: "RFC 7489 section 6.1",
    description: "A DMARC policy is at `_dmarc`.",
    property: "name",
    needs: ["name", "content"],
    find: ({ name = "", content = "" }) =>
      isDmarc(readText(content)) && !/^_dmarc(?:\.|$)/i.test(name) && !/\._report\._dmarc(?:\.|$)/i.test(name)
        ? `receivers look for a DMARC policy at "_dmarc" only. Write name: ${showText(name === "" || name === "@" ? "_dmarc" : `_dmarc.${name}`)}`
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
];

export const mailChecks: readonly RecordCheck<{ name?: string; content?: string }>[] = [
  ...spfChecks,
  ...dmarcChecks,
  ...dkimChecks,
];
