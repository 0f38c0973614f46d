import { check } from "../checks/check.ts";
import { targetChecks } from "../checks/targets.ts";
import { showText } from "../names.ts";
import type { RecordDataOf } from "../recordData.ts";
import { printHost, recordType, text, uint16 } from "../recordType.ts";
import { agreed, integerFromText, requiredContent } from "../wireFields.ts";
import { hostFromWire } from "./hostContent.ts";

/** MX: a mail server of a domain. RFC 5321 section 5, RFC 7505. */
export const MX = recordType({
  type: "MX",
  fields: {
    content: text('content is the host of a mail server, such as "mail.example.com"; "." means: no mail').meta({
      description:
        "The complete host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 says that the name takes no mail (RFC 7505). Updates in place. RFC 5321 section 5.1.",
      examples: ["mail.example.com"],
    }),
    priority: uint16("priority", "the lowest is tried first, such as 10").meta({
      description: "Preference, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1.",
      examples: [10],
    }),
  },
  fromWire: (wire, domain): RecordDataOf<"MX"> => {
    const content = requiredContent(wire);
    const [, inContent, host = ""] = /^(?:([0-9]+)\s+)?(\S+)$/.exec(content) ?? [undefined, undefined, content];
    const priority = agreed(
      "priority",
      wire.integer("priority", 65535),
      inContent === undefined ? undefined : integerFromText(inContent, 65535, "the priority in content"),
    );
    const data = { type: "MX" as const, content: hostFromWire(host, domain) };
    return priority === undefined ? data : { ...data, priority };
  },
  toWire: ({ content, priority }) => (priority === undefined ? { content } : { content, priority }),
  identity: ({ content }) => [content],
  print: ({ content, priority }) => (priority === undefined ? printHost(content) : `${priority} ${printHost(content)}`),
  checks: [
    ...targetChecks("MX", "content"),
    check("mx-priority-in-content", "strict", {
      reference: "RFC 1035 section 3.3.9",
      also: "",
      description: "The priority of an MX record has an argument of its own.",
      property: "content",
      needs: ["content"],
      find: ({ content = "" }) => {
        const [, priority, host] = /^([0-9]+)\s+(\S+)$/.exec(content.trim()) ?? [];
        return priority === undefined
          ? undefined
          : `${showText(content)} holds the priority. Write content: ${showText(host ?? "")} and priority: ${priority}`;
      },
    }),
    check("mx-null-priority", "strict", {
      reference: "RFC 7505 section 3",
      also: "octoDNS mx-value-rfc",
      description: "A null MX (content `.`, no mail) has priority 0.",
      property: "priority",
      needs: ["content", "priority"],
      find: ({ content, priority }) =>
        content === "." && priority !== 0
          ? 'content "." says that the name takes no mail, and then priority is 0. Write priority: 0, or a mail server'
          : undefined,
    }),
  ],
});
