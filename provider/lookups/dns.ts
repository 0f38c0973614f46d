/** Lookups of a domain: records, URL forwards, nameservers, DNSSEC. */
import * as z from "zod";
import { anyObject } from "../api/endpoints/shapes.ts";
import { forwardShape, liveForward } from "../api/forward.ts";
import { dsRecord, forwardRows, readDnssec, recordRows } from "../api/index.ts";
import * as dns from "../dns/index.ts";
import { onServiceNameserversShown, serviceIn } from "./account.ts";
import * as part from "./lookup.ts";
import { domainAsked, type Functions, hostName, list, maybe, named, ofDomain, proven, takes, text } from "./lookup.ts";
import type * as types from "./types.generated.ts";

const domain = text("Fully qualified domain name: A-labels, lower case.");

function liveRecord(type: dns.RecordTypeName) {
  const { owner } = dns.recordTypes[type];
  const shape = Object.entries(dns.recordSchema(type).shape).filter(([key]) => !Object.hasOwn(owner.arguments, key));
  const description = `A live record of type ${type}, as arguments of a \`DnsRecord\`.`;
  return named(`Live${type}Record`, description, { domain, ...Object.fromEntries(shape) });
}

const liveDnsRecord = z.union(dns.recordTypeNames.map(liveRecord)).meta({
  id: "LiveDnsRecord",
  description:
    "A record as it is live, in the form that `DnsRecord` takes as its arguments. Hosts are in A-labels, without a trailing " +
    "dot, IPv6 addresses in the form of RFC 5952, strings unquoted, and the tag of a CAA in lower case. The name of an SRV " +
    "begins with service and protocol.",
});

const unreadableRow = named(
  "UnreadableRow",
  "A row that cannot be read, or whose type this package does not support. Resources leave such rows alone.",
  {
    reason: text("Reason why it cannot be read."),
    ...maybe({
      name: text("Owner name or source, as the registrar writes it."),
      type: text("As the registrar writes it, such as `SOA`."),
    }),
  },
);

export const recordsByKey = z.record(z.string(), z.array(z.string()));
export const ttlsByKey = z.record(z.string(), z.int());
/** Keeps other keys, so that `joinRecords` can refuse them. */
export const recordsPart = z
  .looseObject({
    records: recordsByKey.describe('Lists of values by owner name and type, such as `"www A"`.'),
    ...maybe({
      ttl: part.integer("The TTL of these records. Default: none."),
      ttls: ttlsByKey.describe("TTLs by key of `records`, in place of `ttl`."),
    }),
  })
  .meta({ id: "RecordsPart", description: "A part of a zone's records." });

/** Arguments for a program; `undefined` if a field is missing, such as the priority of an MX. */
function argumentsOf(row: dns.LiveRecord, domain: string): types.LiveDnsRecord | undefined {
  const { success, data } = dns.recordSchema(row.data.type).safeParse(dns.argsFromRecord(row));
  return success ? { domain, ...data } : undefined;
}

const liveUrlForward = named(
  "LiveUrlForward",
  "A URL forward as it is live, in the form that `UrlForward` takes as its arguments.",
  { domain, ...forwardShape },
);

export const zones: Functions<"getDnsRecords" | "getUrlForwards" | "getNameservers" | "getDnssec"> = {
  getDnsRecords: {
    summary: "Returns the DNS records of a domain, each as `DnsRecord` takes it, and unreadable rows.",
    endpoints: ["records.list"],
    args: takes({
      domain: part.domainArgument,
      type: z.enum(dns.recordTypeNames).optional().meta({ description: "Only this type.", enumName: "DnsRecordType" }),
      name: z
        .string()
        .optional()
        .describe("Only this owner name, relative to the domain: `www`; `@` or empty for the domain itself."),
    }),
    result: z.object({
      domain: domainAsked,
      records: list(liveDnsRecord, "Each can be passed to `new DnsRecord` as it is."),
      zone: recordsPart.describe(
        "The same records as arguments of a `DnsZone`, without comments: `new DnsZone(name, { domain, ...zone })`.",
      ),
      unreadable: list(unreadableRow, "Other rows of the registrar's list; filters do not apply to them."),
    }),
    run: async ({ domain, type, name }, { api }) => {
      const records: types.LiveDnsRecord[] = [];
      const unreadable: types.UnreadableRow[] = [];
      for (const row of proven("records.list", domain, recordRows(await api.records.list({ domain }), domain))) {
        if (dns.isOpaque(row)) {
          unreadable.push({ reason: row.reason, ...dns.optional({ name: row.name, type: row.type }) });
          continue;
        }
        const record = argumentsOf(row, domain);
        if (record === undefined) {
          const reason = "the registrar does not report every field of the record";
          unreadable.push({ name: row.name, type: row.data.type, reason });
        } else if ((type ?? record.type) === record.type && (name ?? record.name) === record.name) {
          records.push(record);
        }
      }
      return { domain, records, zone: dns.mapOfRecords(records), unreadable };
    },
  },
  getUrlForwards: {
    summary: "Returns the URL forwards of a domain, each as `UrlForward` takes it, and unreadable rows.",
    endpoints: ["forwards.list"],
    args: ofDomain,
    result: z.object({
      domain: domainAsked,
      forwards: list(liveUrlForward, "Each can be passed to `new UrlForward` as it is."),
      unreadable: list(unreadableRow, "Other rows of the registrar's list."),
    }),
    run: async ({ domain }, { api }) => {
      const listed = proven("forwards.list", domain, forwardRows(await api.forwards.list({ domain }), domain));
      const [forwards, unreadable]: [types.LiveUrlForward[], types.UnreadableRow[]] = [[], []];
      for (const row of listed) {
        const { source } = row.row ?? {};
        const name = typeof source === "string" ? source : undefined;
        if (row.reason === undefined)
          forwards.push({ domain, ...(liveForward(row) as Omit<types.LiveUrlForward, "domain">) });
        else unreadable.push({ reason: row.reason, ...dns.optional({ name }) });
      }
      return { domain, forwards, unreadable };
    },
  },
  getNameservers: {
    summary: "Returns the nameservers of a domain, and tells the registrar's own from others.",
    endpoints: ["domains.get"],
    args: ofDomain,
    result: z.object({
      domain: domainAsked,
      nameservers: list(z.string(), "Host names in A-labels, lower case, without trailing dots."),
      ...maybe({ onServiceNameservers: onServiceNameserversShown }),
    }),
    run: async ({ domain }, { api }) => {
      const wire = await api.nameservers.get({ domain });
      const nameservers = wire.nameservers.map(hostName);
      return { domain, nameservers, ...serviceIn(nameservers, api) };
    },
  },
  getDnssec: {
    summary: "Returns the DNSSEC status of a domain, and the DS data for its parent zone.",
    endpoints: ["dnssec.get"],
    args: ofDomain,
    result: z.object({
      domain: domainAsked,
      dsRecords: list(dsRecord, "DS data for the operator of the parent zone."),
      details: anyObject.describe("The registrar's complete response, of any shape."),
      ...maybe({ enabled: part.flag("True if DNSSEC is on; absent if the response does not tell.") }),
    }),
    run: async ({ domain }, { api }) => {
      const { data } = await api.dnssec.get({ domain });
      const { enabled, dsRecords } = readDnssec(data);
      return {
        domain,
        ...(typeof enabled === "boolean" && { enabled }),
        dsRecords: [...dsRecords],
        details: structuredClone(data),
      };
    },
  },
};
