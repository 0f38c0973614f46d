/** The arguments of a zone, and of a set of its records. */
import * as z from "zod";
import { argumentsOfAllTypes, recordTypeNames } from "../../dns/index.ts";
import { adoptArgument, domainArgument, ignoreChecksArgument } from "../arguments.ts";
import { areRecords, formProblem, type RecordMap } from "./records.ts";

const text = (description: string) => z.string().optional().meta({ description });
const number = (description: string) => z.int().optional().meta({ description });

const listed = (types: readonly string[]) =>
  types.length === 1 ? types[0] : `${types.slice(0, -1).join(", ")} and ${types.at(-1)}`;

/** What stands under a key of the map; which fields there are depends on the type that the key says. */
const recordFields = z
  .strictObject({
    type: text("The record type, if the key does not contain it."),
    name: text("Owner name, if the key does not contain it."),
    ttl: number("How long resolvers may keep the record, in seconds. Default: the registrar's."),
    comment: text("Free text for people; never served in DNS."),
    ...argumentsOfAllTypes(({ kind, brief }, types, key) => {
      const of = `f ${listed(types)} records`;
      const description = key === "content" ? `The data o${of}.` : `O${of}${brief === undefined ? "" : `: ${brief}`}.`;
      return kind === "string" ? text(description) : number(description);
    }),
  })
  .meta({
    id: "ZoneRecordFields",
    description: "A record under its key `name TYPE`: the fields of its type, as in `DnsRecord`.",
  });

/** As arguments and outputs have them. */
export const recordsByKey = z.record(z.string(), z.array(recordFields));

const steering = {
  mode: z.enum(["additive", "authoritative"]).optional().meta({
    description:
      "`additive`: owns the records that it lists and those that it listed before, and leaves other records alone. `authoritative`: also deletes every other record of the zone, except those that `ignore` names, the NS and SOA records of the apex, and rows that are not understood; every run then reads the zone, including previews. Default: `additive`. Updates in place.",
  }),
  ignore: z.array(z.string()).optional().meta({
    description:
      'Records that are never touched: `"NAME"` or `"NAME TYPE"`, relative to the domain; `*` stands for any characters, such as `"*.dyn TXT"`. Default: none. Updates in place.',
  }),
  maxChange: z.int().min(0).optional().meta({
    description:
      "How many existing records one run may change or delete. Default: 30 % of them in a zone of 10 or more records; in a smaller zone, any number. Created records do not count.",
  }),
  deleteUnlisted: z.int({ error: "is the number of records that may be deleted" }).min(0).optional().meta({
    description:
      "In an authoritative zone: how many records that this resource never listed one run may delete or overwrite. Default: 0; a plan that would delete more fails, lists them, and says the number.",
  }),
  adopt: adoptArgument(
    "What to do with records that exist already and differ. `none`: fail. `matching`: those with the same name, type and data as listed records may get another TTL, comment or priority. `overwrite`: also change the target of an existing CNAME whose name is listed with another target. Identical records are always taken over.",
    "Default: `none` in an additive zone; an authoritative zone owns all records.",
  ),
  ignoreChecks: ignoreChecksArgument,
};

/** The arguments as they are documented. */
export const dnsZoneSchema = z
  .strictObject({
    domain: domainArgument,
    records: recordsByKey.meta({
      tsType:
        "pulumi.Input<pulumi.Input<ZoneRecord>[]> | pulumi.Input<Record<string, pulumi.Input<ZoneRecordFields> | pulumi.Input<pulumi.Input<ZoneRecordFields>[]>>>",
      description:
        'The records: a list for each owner name and type, such as `"www A"`. In TypeScript and JavaScript also one list of all records, or a record in place of a list of one; the classes there store texts by the same keys, such as `192.0.2.1 ttl=300`. Updates in place.',
    }),
    ...steering,
  })
  .meta({ id: "DnsZoneArgs" });

/** The arguments as they are checked: the records one by one, elsewhere, so that each failure names its record. */
export const dnsZoneShape = z.strictObject({
  domain: domainArgument,
  records: z.custom<RecordMap>(areRecords, { error: ({ input }) => formProblem(input) }),
  ...steering,
});

/** The arguments of a set. */
export const dnsRecordSetSchema = z
  .strictObject({
    domain: domainArgument,
    name: z.string().meta({
      description:
        "Owner name, relative to the domain: `www`; `@` for the domain itself. For SRV with service and protocol, such as `_sip._tcp`. A change replaces the set.",
      examples: ["www", "@"],
    }),
    type: z.enum(recordTypeNames, { error: `type is one of ${recordTypeNames.join(", ")}` }).meta({
      description: `The record type: ${listed(recordTypeNames.map((type) => `\`${type}\``))}. A change replaces the set.`,
    }),
    ttl: z
      .int()
      .min(0)
      .max(2147483647)
      .optional()
      .meta({
        description:
          "How long resolvers may keep the records, in seconds, 0 to 2147483647; one for all, as DNS has it (RFC 2181 section 5.2). Default: the registrar's. Updates in place.",
        examples: [300],
      }),
    values: z
      .array(z.string())
      .min(1, { error: "has no value: a set without records is none. Remove the resource instead" })
      .meta({
        description:
          'The data of each record as zone files write it (RFC 1035 section 5.1): `192.0.2.1`; for MX `10 mail.example.net`; for CAA `0 issue "ca.example.net"`; for SRV `10 5 5060 sip.example.net`. A TXT is its text, without quotes. Hosts are complete, with or without a dot at the end. The order has no meaning. One value changed is one update. Updates in place.',
      }),
    deleteUnlisted: dnsZoneShape.shape.deleteUnlisted.meta({
      description:
        "How many other records of this name and type, which the set never listed, one run may delete or overwrite. Default: 0; a plan that would delete more fails, lists them, and says the number.",
    }),
    ignoreChecks: ignoreChecksArgument,
  })
  .meta({ id: "DnsRecordSetArgs" });
