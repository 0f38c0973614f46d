import { ipv6 } from "../fields.ts";
import { recordType } from "../recordType.ts";

/** AAAA: the IPv6 address of a host. RFC 3596. */
export const AAAA = recordType({
  type: "AAAA",
  number: 28,
  holds: "`content` is an IPv6 address in the form of RFC 5952",
  fields: {
    content: ipv6('content is an IPv6 address, such as "2001:db8::1"', {
      description:
        "IPv6 address in any form, without a zone ID. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2.",
      examples: ["2001:db8::1"],
    }),
  },
  ownerIsHost: true,
});
