import { isAtApex } from "../checks/names.ts";
import { ifValid } from "../errors.ts";
import { target } from "../fields.ts";
import { fullName, normaliseHost, ownerName } from "../names.ts";
import { recordType } from "../recordType.ts";

/** CNAME: an alias of another name. RFC 1034 section 3.6.2. */
export const CNAME = recordType({
  type: "CNAME",
  number: 5,
  holds: "`content` is a host name in A-labels, without a trailing dot",
  fields: {
    content: target(
      'content is the host this name stands for, such as "web.example.net"',
      {
        description:
          "Host name that this name is an alias of; a trailing dot is optional and has no meaning. Updates in " +
          "place. RFC 1034 section 3.6.2.",
        examples: ["web.example.net"],
      },
      { labels: "name" },
    ),
  },
  alone: "RFC 1034 section 3.6.2; RFC 2181 section 10.1",
  single: "RFC 2181 section 10.1",
  ownerIsHost: true,
  checks: (check) => [
    check("cname-apex", "strict", {
      reference: "RFC 1034 section 3.6.2; RFC 1912 section 2.4",
      description: "The apex of the domain has no CNAME.",
      property: "name",
      find: ({ name = "" }, domain) =>
        isAtApex(name, domain)
          ? "a CNAME at the apex would hide the zone's own SOA and NS records. Write A and AAAA records there, or a URL forward"
          : undefined,
    }),
    check("cname-self", "strict", {
      reference: "RFC 1034 section 3.6.2",
      description: "A CNAME doesn't point to itself.",
      property: "content",
      needs: ["name", "content"],
      needsDomain: true,
      find: ({ name = "", content = "" }, domain) =>
        ifValid(() => fullName(ownerName(name, domain), domain) === normaliseHost(content))
          ? "this CNAME points at itself and can never be resolved. Name another host"
          : undefined,
    }),
  ],
});
