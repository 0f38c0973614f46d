import { canonicalIPv6, isIPv4Address, isIPv6Address, reservedPurpose } from "../addresses.ts";
import { checkOfText } from "../checks/check.ts";
import { UnreadableError } from "../errors.ts";
import { type Description, type Field, textField } from "../fields.ts";
import { recordType } from "../recordType.ts";
import { showText } from "../text.ts";

interface Kind extends Description {
  what: string;
  isValid(text: string): boolean;
  /** The RFC that defines the address. */
  reference: string;
  /** Form to write in place of another string. */
  remedy: string;
}

function addressField(rdata: "ipv4" | "ipv6", { isValid, reference, remedy, ...kind }: Kind): Field<string> {
  return textField({
    ...kind,
    rdata,
    canonical: (written) => canonicalIPv6(written.trim()),
    meanings: (text, key) => {
      if (!isValid(text.trim())) throw new UnreadableError(`${key} is not ${kind.what}`);
      return [canonicalIPv6(text.trim())];
    },
    checks: (type, property) => [
      checkOfText(property, `${type.toLowerCase()}-address`, "strict", {
        reference,
        description:
          "The content is an address of the type: IPv4 without leading zeros, IPv6 without a zone or brackets.",
        find: (text) => (isValid(text) ? undefined : `${showText(text)} is not ${kind.what}. ${remedy}`),
      }),
      checkOfText(property, `${type.toLowerCase()}-reserved`, "best-practice", {
        reference: "RFC 6890",
        description:
          "The address is one that the public can reach: not private, link-local, for documentation, multicast or reserved.",
        find: (address) => {
          const purpose = reservedPurpose(address);
          return purpose === undefined
            ? undefined
            : `${address} is ${purpose}; the public cannot reach it. Write a public address, or use a private zone`;
        },
      }),
    ],
  });
}

/** A: the IPv4 address of a host. RFC 1035 section 3.4.1. */
export const A = recordType<"A">({
  type: "A",
  number: 1,
  holds: "`content` is an IPv4 address",
  fields: {
    content: addressField("ipv4", {
      what: "an IPv4 address",
      isValid: isIPv4Address,
      reference: "RFC 1035 section 3.4.1",
      remedy:
        "Write four decimal numbers, such as 192.0.2.1; an IPv6 address goes into an AAAA record, a host name into a CNAME",
      description: "IPv4 address: four decimal numbers. Updates in place. RFC 1035 section 3.4.1.",
      examples: ["192.0.2.1"],
    }),
  },
  ownerIsHost: true,
});

/** AAAA: the IPv6 address of a host. RFC 3596. */
export const AAAA = recordType<"AAAA">({
  type: "AAAA",
  number: 28,
  holds: "`content` is an IPv6 address in the form of RFC 5952",
  fields: {
    content: addressField("ipv6", {
      what: "an IPv6 address",
      isValid: isIPv6Address,
      reference: "RFC 4291 section 2.2",
      remedy: "Write one such as 2001:db8::1, without brackets or a zone; an IPv4 address goes into an A record",
      description:
        "IPv6 address in any form, without a zone ID. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2.",
      examples: ["2001:db8::1"],
    }),
  },
  ownerIsHost: true,
});
