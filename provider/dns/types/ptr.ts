import { target } from "../fields.ts";
import { recordType } from "../recordType.ts";

/** PTR: the name of an address, or a pointer of service discovery. RFC 1035 section 3.3.12, RFC 6763. */
export const PTR = recordType({
  type: "PTR",
  number: 12,
  holds: "`content` is a host name in A-labels",
  fields: {
    content: target(
      'content is the host this name points at, such as "host.example.com"',
      {
        description:
          "Host name that this name points to; a trailing dot is optional and has no meaning. Updates in place. " +
          "RFC 1035 section 3.3.12.",
        examples: ["host.example.com"],
      },
      { labels: "name" },
    ),
  },
  ownerIsHost: true,
  checks: (check) => [
    check("ptr-reverse-zone", "best-practice", {
      reference: "RFC 1035 section 3.5; RFC 6763 section 4.1",
      description: "A PTR is in a reverse zone (in-addr.arpa, ip6.arpa) or at a service.",
      property: "name",
      needsDomain: true,
      find: ({ name = "" }, domain) =>
        domain.endsWith(".arpa") || /(?:^|\.)_/.test(name)
          ? undefined
          : "reverse look-ups of an address ask in-addr.arpa or ip6.arpa, never this zone. Ask the network that " +
            "holds the address for its PTR record",
    }),
  ],
});
