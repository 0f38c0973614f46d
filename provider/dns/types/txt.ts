import { checkOfText } from "../checks/check.ts";
import { mailChecks } from "../checks/mail.ts";
import { strings } from "../fields.ts";
import { recordType } from "../recordType.ts";
import { readText } from "../text.ts";

/** TXT: text for programs, such as SPF, DKIM and proofs of ownership. RFC 1035 section 3.3.14. */
export const TXT = recordType<"TXT">({
  type: "TXT",
  number: 16,
  holds: "`content` is the complete string, unquoted",
  fields: {
    content: strings({
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
            "these are part of the string. Remove it, for example with trim()"
          : undefined,
    }),
    checkOfText("content", "txt-quotes", "best-practice", {
      reference: "RFC 1035 section 5.1",
      description: "Quotes enclose the complete string, and nothing is escaped outside quotes.",
      find: (content) => {
        if (readText(content) !== content || content === "") return undefined;
        if (content.startsWith('"') || content.endsWith('"')) {
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
    ...mailChecks,
  ],
});
