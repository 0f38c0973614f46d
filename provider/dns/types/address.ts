/** Types whose data is an address: A, AAAA. */
import { BlockList, isIP, isIPv4, SocketAddress } from "node:net";
import { checkOfText } from "../checks/record.ts";
import { UnreadableError } from "../errors.ts";
import { once } from "../once.ts";
import { type Field, recordType, textField } from "../recordType.ts";
import { isIPv6Address, showText } from "../text.ts";

/** Is a target an IP address, with or without a trailing dot or brackets? */
export function looksLikeAddress(host: string): boolean {
  return isIP(host.replace(/\.$/, "").replace(/^\[(.*)\]$/, "$1")) > 0;
}

/** Special-purpose addresses that the public can't reach, with their purpose and RFC. */
const specialNetworks = [
  ["0.0.0.0", 8, '"this network" (RFC 791)'],
  ["10.0.0.0", 8, "private (RFC 1918)"],
  ["100.64.0.0", 10, "shared by carriers (RFC 6598)"],
  ["127.0.0.0", 8, "loopback (RFC 1122)"],
  ["169.254.0.0", 16, "link-local (RFC 3927)"],
  ["172.16.0.0", 12, "private (RFC 1918)"],
  ["192.0.0.0", 24, "for protocol assignments (RFC 6890)"],
  ["192.0.2.0", 24, "for documentation (RFC 5737)"],
  ["192.168.0.0", 16, "private (RFC 1918)"],
  ["198.18.0.0", 15, "for benchmarks (RFC 2544)"],
  ["198.51.100.0", 24, "for documentation (RFC 5737)"],
  ["203.0.113.0", 24, "for documentation (RFC 5737)"],
  ["224.0.0.0", 4, "multicast (RFC 5771)"],
  ["240.0.0.0", 4, "reserved or broadcast (RFC 1112)"],
  ["::", 128, "unspecified (RFC 4291)"],
  ["::1", 128, "loopback (RFC 4291)"],
  ["::ffff:0:0", 96, "IPv4-mapped (RFC 4291); write an A record"],
  ["64:ff9b:1::", 48, "for local translation (RFC 8215)"],
  ["100::", 64, "discard-only (RFC 6666)"],
  ["2001:2::", 48, "for benchmarks (RFC 5180)"],
  ["2001:db8::", 32, "for documentation (RFC 3849)"],
  ["3fff::", 20, "for documentation (RFC 9637)"],
  ["fc00::", 7, "unique local (RFC 4193)"],
  ["fe80::", 10, "link-local (RFC 4291)"],
  ["ff00::", 8, "multicast (RFC 4291)"],
] as const;

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv4(address) ? "ipv4" : "ipv6");

/** A list for each network, since a list doesn't tell which of its networks has an address. */
const blockLists = once(() =>
  specialNetworks.map(([network, length, purpose]) => {
    const [list, family] = [new BlockList(), familyOf(network)];
    list.addSubnet(network, length, family);
    return { list, family, purpose };
  }),
);

/** The purpose of a special-purpose address, with its RFC; `undefined` for an ordinary public address or no address. */
function reservedPurpose(text: string): string | undefined {
  if (!isIPv4(text) && !isIPv6Address(text)) return undefined;
  // For a string, each check takes ten times as long.
  const address = new SocketAddress({ address: text, family: familyOf(text) });
  // The network of IPv4-mapped addresses has every address of IPv4.
  return blockLists().find(({ list, family }) => family === address.family && list.check(address))?.purpose;
}

/** The canonical form of an IPv6 address, RFC 5952 (IPv4-mapped addresses in hexadecimal); other strings unchanged. */
function canonicalIPv6(text: string): string {
  return isIPv6Address(text) ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text;
}

interface Kind extends Pick<Field<string>, "rdata" | "description" | "examples"> {
  what: string;
  isValid(text: string): boolean;
  /** The RFC that defines the address. */
  reference: string;
  /** Form to write in place of another string. */
  remedy: string;
}

function addressType(type: "A" | "AAAA", { isValid, reference, remedy, ...kind }: Kind) {
  const canonical = (text: string) => (type === "AAAA" ? canonicalIPv6(text.trim()) : text.trim());
  return recordType({
    type,
    fields: {
      content: textField({
        ...kind,
        canonical,
        meanings: (text, key) => {
          if (!isValid(text.trim())) throw new UnreadableError(`${key} is not ${kind.what}`);
          return [canonical(text)];
        },
      }),
    },
    checks: [
      checkOfText("content", `${type.toLowerCase()}-address`, "strict", {
        reference,
        description:
          "The content is an address of the type: IPv4 without leading zeros, IPv6 without a zone or brackets.",
        find: (text) => (isValid(text) ? undefined : `${showText(text)} is not ${kind.what}. ${remedy}`),
      }),
      checkOfText("content", `${type.toLowerCase()}-reserved`, "best-practice", {
        reference: "RFC 6890",
        description:
          "The address is one that the public can reach: not private, link-local, for documentation, multicast or reserved.",
        find: (address) => {
          const purpose = reservedPurpose(address);
          return (
            purpose &&
            `${address} is ${purpose}; the public cannot reach it. Write a public address, or use a private zone`
          );
        },
      }),
    ],
  });
}

/** A: the IPv4 address of a host. RFC 1035 section 3.4.1. */
export const A = addressType("A", {
  rdata: "ipv4",
  what: "an IPv4 address",
  isValid: isIPv4,
  reference: "RFC 1035 section 3.4.1",
  remedy:
    "Write four decimal numbers, such as 192.0.2.1; an IPv6 address goes into an AAAA record, a host name into a CNAME",
  description: "IPv4 address: four decimal numbers. Updates in place. RFC 1035 section 3.4.1.",
  examples: ["192.0.2.1"],
});

/** AAAA: the IPv6 address of a host. RFC 3596. */
export const AAAA = addressType("AAAA", {
  rdata: "ipv6",
  what: "an IPv6 address",
  isValid: isIPv6Address,
  reference: "RFC 4291 section 2.2",
  remedy: "Write one such as 2001:db8::1, without brackets or a zone; an IPv4 address goes into an A record",
  description:
    "IPv6 address in any form, without a zone ID. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2.",
  examples: ["2001:db8::1"],
});
