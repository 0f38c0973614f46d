import { ipv4 } from "../fields.ts";
import { recordType } from "../recordType.ts";

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
});
