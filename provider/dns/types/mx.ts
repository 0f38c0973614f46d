import { priority, target } from "../fields.ts";
import { recordType } from "../recordType.ts";
import { showText } from "../text.ts";

/** A priority and a host, as in zone files. */
const hasPriority = /^([0-9]+)\s+(\S+)$/;

/** MX: a mail server of a domain. RFC 5321 section 5, RFC 7505. */
export const MX = recordType({
  type: "MX",
  number: 15,
  holds: '`content` is a host name in A-labels, or `.` for "takes no mail" (RFC 7505)',
  fields: {
    content: target(
      'content is the host of a mail server, such as "mail.example.com"; "." means: no mail',
      {
        description:
          "Host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 means no " +
          "mail (RFC 7505). Updates in place. RFC 5321 section 5.1.",
        examples: ["mail.example.com"],
      },
      {
        labels: "host",
        rootAllowed: true,
        problem: (text) => {
          const [, priority, host = ""] = hasPriority.exec(text.trim()) ?? [];
          return priority === undefined
            ? undefined
            : `${showText(text)} contains the priority. Write content: ${showText(host)} and priority: ${priority}`;
        },
      },
    ),
    priority: priority({
      description: "Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1.",
      examples: [10],
      brief: "the lowest is tried first",
    }),
  },
  order: ["priority", "content"],
  ownerIsHost: true,
  checks: (check) => [
    check("mx-null-priority", "strict", {
      reference: "RFC 7505 section 3",
      description: "A null MX (content `.`) has priority 0.",
      property: "priority",
      needs: ["content", "priority"],
      find: ({ content, priority }) =>
        content === "." && priority !== 0
          ? 'content "." states that the name receives no mail, and then priority is 0. Write priority: 0, or a mail server'
          : undefined,
    }),
  ],
});
