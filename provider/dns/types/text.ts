/** Types whose data is text: TXT, CAA. */
import { dkimProblem, dmarcProblem, isDkimName, isDmarc, isDmarcPolicy, spfProblem } from "../checks/mail.ts";
import { check, checkOfText, isApex } from "../checks/record.ts";
import { UnreadableError } from "../errors.ts";
import { number, recordType, textField } from "../recordType.ts";
import {
  parsedUrl,
  quote,
  quoteInChunks,
  readCaaValue,
  readText,
  showText,
  textsMeant,
  writeCaaValue,
  writeText,
} from "../text.ts";

/** TXT: text for programs, such as SPF, DKIM and proofs of ownership. RFC 1035 section 3.3.14. */
export const TXT = recordType<"TXT">({
  type: "TXT",
  ownerIsHost: false,
  fields: {
    // Sent in chunks of 255 bytes. Blanks at its ends count.
    content: textField({
      ambiguous: true,
      rdata: "strings",
      canonical: readText,
      meanings: textsMeant,
      write: writeText,
      print: quoteInChunks,
      description:
        "Any string; the provider splits it into chunks of 255 bytes. If it consists of quoted strings only, " +
        "their contents are joined. Updates in place. RFC 1035 section 3.3.14.",
      examples: ["v=spf1 -all"],
    }),
  },
  checks: [
    checkOfText("content", "txt-blanks", "best-practice", {
      reference: "RFC 1035 sections 3.3.14 and 5.1",
      description: "The string has no line breaks or other control characters, and no space at its ends.",
      find: (content) =>
        /\p{Cc}|^ | $/u.test(readText(content))
          ? "content contains a line break or another control character, or begins or ends with a blank, and all of " +
            "these are part of the string. Remove it: trim() in TypeScript, strip() in Python, `>-` in YAML"
          : undefined,
    }),
    checkOfText("content", "txt-quotes", "best-practice", {
      reference: "RFC 1035 section 5.1",
      description: "Quotes enclose the complete string, and nothing is escaped outside quotes.",
      find: (content) => {
        if (readText(content) !== content || content === "") return undefined;
        const ends = [content.at(0), content.at(-1)].filter((end) => end === '"').length;
        // In `say "hi"`, they belong to the text.
        const isOpen = content.split('"').length % 2 === 0;
        if (ends === 2 || (ends === 1 && isOpen)) {
          return (
            "content begins or ends with a quote but does not consist of quoted strings, so the quotes are part of " +
            "the string. Remove the quotes; none are needed"
          );
        }
        return content.includes("\\;")
          ? 'content contains "\\;", and the backslash would be served. Write ";" alone'
          : undefined;
      },
    }),
    check("spf-policy", "best-practice", {
      reference: "RFC 7208 sections 4.5, 4.6, 5.1 and 5.5",
      description:
        "An SPF policy begins with `v=spf1` and a space, has only known terms, at most 10 that need a lookup (not counting " +
        "included policies) and no `ptr`, and ends with `-all`, `~all` or `redirect=`.",
      property: "content",
      find: ({ content = "" }) => spfProblem(readText(content)),
    }),
    check("dmarc-name", "best-practice", {
      reference: "RFC 7489 section 6.1",
      description: "A DMARC policy is at `_dmarc`.",
      property: "name",
      needs: ["name", "content"],
      find: ({ name = "", content = "" }) => {
        const text = readText(content);
        if (!isDmarc(text) || isDmarcPolicy(text, name) || /\._report\._dmarc(?:\.|$)/i.test(name)) return undefined;
        const meant = isApex(name) ? "_dmarc" : `_dmarc.${name}`;
        return `receivers look for a DMARC policy at "_dmarc" only. Write name: ${showText(meant)}`;
      },
    }),
    check("dmarc-policy", "best-practice", {
      reference: "RFC 7489 section 6.3",
      description: "A DMARC policy begins with `v=DMARC1`, has `p=`, and only valid tags.",
      property: "content",
      needs: ["name", "content"],
      find: ({ name = "", content = "" }) => {
        const text = readText(content);
        return isDmarcPolicy(text, name) ? dmarcProblem(text) : undefined;
      },
    }),
    check("dkim-key", "best-practice", {
      reference: "RFC 6376 section 3.6.1; RFC 8463 section 4",
      description: "A key at `selector._domainkey` has its tags in order, and a key in base64.",
      property: "content",
      needs: ["name", "content"],
      find: ({ name = "", content = "" }) => (isDkimName(name) ? dkimProblem(readText(content)) : undefined),
    }),
  ],
});

const isTag = /^[a-z0-9]{1,255}$/i;

/** Tags with a meaning, in lower case: RFC 8659 section 4, RFC 9495, and the IANA registry of CAA properties. */
const knownTags = ["issue", "issuewild", "issuemail", "issuevmc", "iodef", "contactemail", "contactphone"];

/** Tags whose value is a certificate authority's domain and parameters. */
const issuerTags = ["issue", "issuewild", "issuemail", "issuevmc"];

/** Is a value `[issuer-domain] [";" name=value ...]`? RFC 8659 section 4.2. */
function isIssuerValue(value: string): boolean {
  const [issuer = "", ...parameters] = value.split(";").map((part) => part.trim());
  return (
    (issuer === "" || issuer.split(".").every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label))) &&
    // RFC 8659 separates parameters by ";", RFC 6844 did by blanks; a last ";" has no meaning.
    parameters.every(
      (part) => part === "" || part.split(/[ \t]+/).every((each) => /^[a-z0-9-]+=[\x21-\x7e]*$/i.test(each)),
    )
  );
}

const isReportUrl = (url: string) =>
  /^mailto:[^\s@]+@[^\s@]+$/i.test(url) || (/^https?:\/\/[^\s/]+/i.test(url) && parsedUrl(url) !== undefined);

/** CAA: which authorities may issue certificates for a name. RFC 8659. */
export const CAA = recordType<"CAA">({
  type: "CAA",
  fields: {
    flags: number(255, "0, or 128 to make unknown tags fatal. Updates in place. RFC 8659 section 4.1.", 0),
    tag: textField({
      rdata: "word",
      what: "1 to 255 letters and digits",
      pattern: isTag,
      canonical: (written) => written.toLowerCase(),
      meanings: (text, key) => {
        if (!isTag.test(text.trim())) throw new UnreadableError(`${key} is not 1 to 255 letters and digits`);
        return [text.trim().toLowerCase()];
      },
      description: "`issue`, `issuewild`, `iodef`, ... Case-insensitive. Updates in place. RFC 8659 section 4.",
      examples: ["issue"],
    }),
    // Blanks at its ends have no meaning.
    value: textField({
      ambiguous: true,
      rdata: "rest",
      canonical: readCaaValue,
      meanings: (text) => [...new Set(textsMeant(text.trim()).map((each) => each.trim()))],
      write: writeCaaValue,
      print: quote,
      description:
        "For `issue` and similar tags: a CA's domain and parameters, or `;` for none. For `iodef`: a URL. Not " +
        "quoted. Updates in place. RFC 8659 section 4.",
      examples: ["letsencrypt.org"],
    }),
  },
  contentForm: /^(?<flags>[0-9]{1,3})\s+(?<tag>[a-z0-9]+)(?:\s+(?<value>\S.*))?$/is,
  checks: [
    check("caa-flags", "strict", {
      reference: "RFC 8659 section 4.1",
      description: "Flags are 0 or 128.",
      property: "flags",
      find: ({ flags }) =>
        flags === 0 || flags === 128
          ? undefined
          : `flags ${flags} sets reserved bits. Write 0, or 128 to forbid issuance by authorities that do not know the tag`,
    }),
    check("caa-tag-known", "best-practice", {
      reference: "RFC 8659 section 4; IANA registry of CAA properties",
      description: `The tag is registered: ${knownTags.join(", ")}.`,
      property: "tag",
      find: ({ tag = "" }) =>
        knownTags.includes(tag.toLowerCase())
          ? undefined
          : `no certificate authority knows the tag ${showText(tag)}. Write one of ${knownTags.join(", ")}`,
    }),
    check("caa-value", "strict", {
      reference: "RFC 8659 sections 4.2 and 4.4; RFC 9495 section 4",
      description:
        "The value of issue, issuewild, issuemail and issuevmc is a domain and parameters, or `;`. That of iodef is a mailto:, " +
        "http: or https: URL.",
      property: "value",
      needs: ["tag", "value"],
      find: ({ tag = "", value = "" }) => {
        const text = readCaaValue(value);
        if (issuerTags.includes(tag.toLowerCase()) && !isIssuerValue(text)) {
          return (
            `${showText(value)} is not a certificate authority's domain. Write its domain alone, such as ` +
            `"letsencrypt.org", "ca.example; policy=ev" with parameters, or ";" for no authority`
          );
        }
        if (tag.toLowerCase() !== "iodef" || isReportUrl(text)) return undefined;
        return (
          `${showText(value)} is not a URL for reports. Write one such as "mailto:security@example.com" or ` +
          `"https://example.com/report"`
        );
      },
    }),
  ],
});
