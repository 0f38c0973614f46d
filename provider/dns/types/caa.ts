import { check } from "../checks/check.ts";
import { showText } from "../names.ts";
import { recordType, text, wholeNumber } from "../recordType.ts";
import { quote, readText } from "../text.ts";
import { agreed, integerFromText, UnreadableError } from "../wireFields.ts";

const tagMessage = 'tag is 1 to 255 letters and digits, such as "issue", "issuewild" or "iodef"';

/** Tags with a meaning, in lower case: RFC 8659 section 4, RFC 9495, and the IANA registry of CAA properties. */
const knownTags = ["issue", "issuewild", "issuemail", "issuevmc", "iodef", "contactemail", "contactphone"];

/** Tags whose value is a certificate authority's domain and parameters. */
const issuerTags = ["issue", "issuewild", "issuemail", "issuevmc"];

/** Whether a value is `[issuer-domain] [";" name=value ...]`, RFC 8659 section 4.2. */
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

/** CAA: which authorities may issue certificates for a name. RFC 8659. */
export const CAA = recordType({
  type: "CAA",
  fields: {
    flags: wholeNumber(0, 255, "flags is 0, or 128 to make an unknown tag fatal").meta({
      description:
        "0, or 128 (issuer critical) to forbid issuance by who does not know the tag. Updates in place. RFC 8659 section 4.1.",
      examples: [0],
    }),
    tag: text(tagMessage)
      .regex(/^[a-z0-9]{1,255}$/i, { error: tagMessage })
      .meta({
        description:
          "The property: `issue`, `issuewild`, `iodef`, ... Case has no meaning. Updates in place. RFC 8659 section 4.",
        examples: ["issue"],
      }),
    value: text('value is a text, such as "letsencrypt.org", or ";" for nobody').meta({
      description:
        "For `issue` and its kin: a certificate authority's domain and parameters, or `;` for nobody. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4.",
      examples: ["letsencrypt.org"],
    }),
  },
  fromWire: (wire) => {
    const content = wire.text("content")?.trim();
    const [, flagsText, tagText, rest] = /^([0-9]{1,3})\s+([a-z0-9]+)\s+(.+)$/is.exec(content ?? "") ?? [];
    const flags = agreed(
      "flags",
      wire.integer("flags", 255),
      flagsText === undefined ? undefined : integerFromText(flagsText, 255, "the flags in content"),
    );
    const tag = agreed("tag", wire.text("tag")?.trim().toLowerCase() || undefined, tagText?.toLowerCase());
    const field = wire.text("value");
    const inContent = rest ?? (field === undefined || field === "" ? content : undefined);
    const value = agreed(
      "value",
      field === undefined || (field === "" && inContent !== undefined) ? undefined : readText(field.trim()),
      inContent === undefined ? undefined : readText(inContent),
    );
    if (flags === undefined || tag === undefined || value === undefined) {
      throw new UnreadableError("flags, tag and value are not all there, in fields or in content");
    }
    if (!/^[a-z0-9]{1,255}$/.test(tag)) throw new UnreadableError("tag is not 1 to 255 letters and digits");
    return { type: "CAA", flags, tag, value };
  },
  toWire: ({ flags, tag, value }) => ({ flags, tag, value }),
  identity: ({ flags, tag, value }) => [flags, tag, value],
  print: ({ flags, tag, value }) => `${flags} ${tag} ${quote(value)}`,
  checks: [
    check("caa-flags", "strict", {
      reference: "RFC 8659 section 4.1",
      also: "octoDNS caa-value-rfc",
      description: "Flags are 0 or 128: the other bits are reserved.",
      property: "flags",
      needs: ["flags"],
      find: ({ flags }) =>
        flags === 0 || flags === 128
          ? undefined
          : `flags ${flags} sets reserved bits. Write 0, or 128 to forbid issuance by who does not know the tag`,
    }),
    check("caa-tag-known", "best-practice", {
      reference: "RFC 8659 section 4; IANA registry of CAA properties",
      also: "DNSControl SetTargetCAA",
      description: `The tag is one of the registered ones: ${knownTags.join(", ")}.`,
      property: "tag",
      needs: ["tag"],
      find: ({ tag = "" }) =>
        knownTags.includes(tag.toLowerCase())
          ? undefined
          : `no certificate authority knows the tag ${showText(tag)}. Write one of ${knownTags.join(", ")}`,
    }),
    check("caa-issuer", "strict", {
      reference: "RFC 8659 section 4.2; RFC 9495 section 4",
      also: "",
      description: "The value of issue, issuewild, issuemail and issuevmc is a domain and parameters, or `;`.",
      property: "value",
      needs: ["tag", "value"],
      find: ({ tag = "", value = "" }) => {
        if (!issuerTags.includes(tag.toLowerCase()) || isIssuerValue(readText(value))) return undefined;
        return `${showText(value)} is not a certificate authority's domain. Write its domain alone, such as "letsencrypt.org", "ca.example; policy=ev" with parameters, or ";" for nobody`;
      },
    }),
    check("caa-iodef-url", "strict", {
      reference: "RFC 8659 section 4.4",
      also: "",
      description: "The value of iodef is a mailto:, http: or https: URL.",
      property: "value",
      needs: ["tag", "value"],
      find: ({ tag = "", value = "" }) => {
        if (tag.toLowerCase() !== "iodef") return undefined;
        const url = readText(value);
        return /^mailto:[^\s@]+@[^\s@]+$/i.test(url) || (/^https?:\/\/[^\s/]+/i.test(url) && URL.canParse(url))
          ? undefined
          : `${showText(value)} is no place for reports. Write a URL such as "mailto:security@example.com" or "https://example.com/report"`;
      },
    }),
    check("caa-contact", "best-practice", {
      reference: "CA/Browser Forum Baseline Requirements, appendix A.1",
      also: "",
      description: "The value of contactemail is an e-mail address, that of contactphone a phone number.",
      property: "value",
      needs: ["tag", "value"],
      find: ({ tag = "", value = "" }) => {
        const contact = readText(value);
        if (tag.toLowerCase() === "contactemail" && !/^[^\s@:]+@[^\s@]+$/.test(contact)) {
          return `${showText(value)} is no e-mail address. Write one such as "hostmaster@example.com", without mailto:`;
        }
        if (tag.toLowerCase() === "contactphone" && !/^\+[0-9][0-9 ().-]{3,}$/.test(contact)) {
          return `${showText(value)} is no phone number. Write it with its country code, such as "+1 555 0100"`;
        }
        return undefined;
      },
    }),
  ],
});
