import { isAtApex } from "../checks/names.ts";
import { target } from "../fields.ts";
import { recordType } from "../recordType.ts";

/** NS: a name server of a delegated subdomain. RFC 1035 section 3.3.11. */
export const NS = recordType({
  type: "NS",
  number: 2,
  holds: "`content` is a host name in A-labels",
  fields: {
    content: target(
      'content is the host of a name server, such as "ns1.example.net"',
      {
        description:
          "Host name of a name server; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.11.",
        examples: ["ns1.example.net"],
      },
      { labels: "host" },
    ),
  },
  ownerIsHost: true,
  checks: (check) => [
    check("ns-apex", "strict", {
      reference: "RFC 1034 section 4.2.1",
      description: "The apex has no NS records: declare `Nameservers`.",
      property: "name",
      find: ({ name = "" }, domain) =>
        isAtApex(name, domain)
          ? "the NS records of the domain itself are its nameservers, and are refused as records. Declare them with " +
            'the Nameservers resource; if this registrar accepts them as records, write skipChecks: ["ns-apex"]'
          : undefined,
    }),
  ],
});
