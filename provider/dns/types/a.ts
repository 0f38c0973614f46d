import { isIPv4Address } from "../addresses.ts";
import { ipv4 } from "../fields.ts";
import { recordType } from "../recordType.ts";
import { showText } from "../text.ts";

/** A: the IPv4 address of a host. RFC 1035 section 3.4.1. */
export const A = recordType({
  type: "A",
  number: 1,
  holds: "`content` is an IPv4 address",
  fields: {
    content: ipv4('content is an IPv4 address, such as "192.0.2.1"', {
      description: "IPv4 address: four decimal numbers. Updates in place. RFC 1035 section 3.4.1.",
      examples: ["192.0.2.1"],
    }),
  },
  ownerIsHost: true,
  checks: (check) => [
    check("a-address", "strict", {
      reference: "RFC 1035 section 3.4.1",
      description: "The content is an IPv4 address, without leading zeros.",
      property: "content",
      find: ({ content = "" }) =>
        isIPv4Address(content)
          ? undefined
          : `${showText(content)} is not an IPv4 address. Write four decimal numbers, such as 192.0.2.1; an IPv6 ` +
            "address goes into an AAAA record, a host name into a CNAME",
    }),
  ],
});
