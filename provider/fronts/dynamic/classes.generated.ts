// Generated from the resource definitions by `npm run generate`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import type { DsRecord } from "../../lookups/types.ts";
import { dynamicType } from "../shared/ownKeys.ts";
import { absentOutputs, isInstanceOf, RegistrarResource, recordsFromTexts } from "./registrarResource.ts";

/** What records of all types have. */
interface RecordOfAnyType {
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
}

/** A record under its key `name TYPE`: the fields of its type, as in `DnsRecord`. */
export interface ZoneRecordFields {
  /** The record type, if the key does not contain it. */
  type?: pulumi.Input<string> | undefined;
  /** Owner name, if the key does not contain it. */
  name?: pulumi.Input<string> | undefined;
  /** How long resolvers may keep the record, in seconds. Default: the registrar's. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. */
  comment?: pulumi.Input<string> | undefined;
  /** The data of A, AAAA, CNAME, MX, TXT, NS and PTR records. */
  content?: pulumi.Input<string> | undefined;
  /** Of MX and SRV records: the lowest is tried first. */
  priority?: pulumi.Input<number> | undefined;
  /** Of SRV records: beside `protocol`; or as a part of the name. */
  service?: pulumi.Input<string> | undefined;
  /** Of SRV records: beside `service`. */
  protocol?: pulumi.Input<string> | undefined;
  /** Of SRV records. */
  weight?: pulumi.Input<number> | undefined;
  /** Of SRV records. */
  port?: pulumi.Input<number> | undefined;
  /** Of SRV records: the host that gives the service. */
  target?: pulumi.Input<string> | undefined;
  /** Of CAA records: 0, or 128. */
  flags?: pulumi.Input<number> | undefined;
  /** Of CAA records: such as `issue`, `issuewild` or `iodef`. */
  tag?: pulumi.Input<string> | undefined;
  /** Of CAA records. */
  value?: pulumi.Input<string> | undefined;
}

/** The contact handles to set with the transfer. */
export interface TransferContacts {
  /** Handle of the registrant. */
  registrant?: pulumi.Input<string> | undefined;
  /** Handle of the contact for administration. */
  admin?: pulumi.Input<string> | undefined;
  /** Handle of the contact for billing. */
  billing?: pulumi.Input<string> | undefined;
  /** Handle of the technical contact. */
  tech?: pulumi.Input<string> | undefined;
}

/** A record of type A, without its domain. */
export interface ARecord extends RecordOfAnyType {
  /** The record type, `A`. A change replaces the record. */
  type: "A";
  /** IPv4 address: four decimal numbers, 0 to 255. Updates in place. RFC 1035 section 3.4.1. */
  content: pulumi.Input<string>;
}

/** A record of type AAAA, without its domain. */
export interface AAAARecord extends RecordOfAnyType {
  /** The record type, `AAAA`. A change replaces the record. */
  type: "AAAA";
  /** IPv6 address in any text form, without a zone. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2. */
  content: pulumi.Input<string>;
}

/** A record of type CNAME, without its domain. */
export interface CNAMERecord extends RecordOfAnyType {
  /** The record type, `CNAME`. A change replaces the record. */
  type: "CNAME";
  /** The complete host name this name stands for; a trailing dot is optional and has no meaning. Updates in place. RFC 1034 section 3.6.2. */
  content: pulumi.Input<string>;
}

/** A record of type MX, without its domain. */
export interface MXRecord extends RecordOfAnyType {
  /** The record type, `MX`. A change replaces the record. */
  type: "MX";
  /** The complete host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 says that the name takes no mail (RFC 7505). Updates in place. RFC 5321 section 5.1. */
  content: pulumi.Input<string>;
  /** Preference, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1. */
  priority: pulumi.Input<number>;
}

/** A record of type TXT, without its domain. */
export interface TXTRecord extends RecordOfAnyType {
  /** The record type, `TXT`. A change replaces the record. */
  type: "TXT";
  /** The text, at any length: it is split into strings of 255 bytes for you. If the whole text consists of quoted strings, their contents are joined, without quotes and escapes. Updates in place. RFC 1035 section 3.3.14. */
  content: pulumi.Input<string>;
}

/** A record of type NS, without its domain. */
export interface NSRecord extends RecordOfAnyType {
  /** The record type, `NS`. A change replaces the record. */
  type: "NS";
  /** The complete host name of a name server; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.11. */
  content: pulumi.Input<string>;
}

/** A record of type SRV, without its domain. */
export interface SRVRecord extends RecordOfAnyType {
  /** The record type, `SRV`. A change replaces the record. */
  type: "SRV";
  /** The service's name, with or without its underscore, beside `protocol` and a host in `name`. Leave both out to write `_service._protocol` at the beginning of `name`. Updates in place. RFC 2782, RFC 6335 section 5.1. */
  service?: pulumi.Input<string> | undefined;
  /** The protocol's name, with or without its underscore, beside `service`. Updates in place. RFC 2782. */
  protocol?: pulumi.Input<string> | undefined;
  /** Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 2782. */
  priority: pulumi.Input<number>;
  /** Share of the load among targets of one priority, 0 to 65535. Updates in place. RFC 2782. */
  weight: pulumi.Input<number>;
  /** Port of the service on the target, 0 to 65535. Updates in place. RFC 2782. */
  port: pulumi.Input<number>;
  /** The complete host name that gives the service; a trailing dot is optional and has no meaning. `.` says that there is no such service. Updates in place. RFC 2782. */
  target: pulumi.Input<string>;
}

/** A record of type CAA, without its domain. */
export interface CAARecord extends RecordOfAnyType {
  /** The record type, `CAA`. A change replaces the record. */
  type: "CAA";
  /** 0, or 128 (issuer critical) to forbid issuance by authorities that do not understand the tag. Updates in place. RFC 8659 section 4.1. */
  flags: pulumi.Input<number>;
  /** The property: `issue`, `issuewild`, `iodef`, ... Not case-sensitive. Updates in place. RFC 8659 section 4. */
  tag: pulumi.Input<string>;
  /** For `issue` and similar tags: a certificate authority's domain and parameters, or `;` for no authority. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4. */
  value: pulumi.Input<string>;
}

/** A record of type PTR, without its domain. */
export interface PTRRecord extends RecordOfAnyType {
  /** The record type, `PTR`. A change replaces the record. */
  type: "PTR";
  /** The complete host name this name points at; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.12. */
  content: pulumi.Input<string>;
}

/** Arguments of every `DnsRecord`. */
interface DnsRecordOfAnyType {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** What to do with a record that exists already. `none`: fail. `matching`: take over a record with the same name, type and data; its ttl, comment and priority may be updated. `overwrite`: also change the target of an existing CNAME of that name. Only used when the resource is created, or when a change makes it a different item. Default: `none`. */
  adopt?: pulumi.Input<"none" | "matching" | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). Default: none. */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type A. */
export interface ARecordArgs extends ARecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type AAAA. */
export interface AAAARecordArgs extends AAAARecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type CNAME. */
export interface CNAMERecordArgs extends CNAMERecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type MX. */
export interface MXRecordArgs extends MXRecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type TXT. */
export interface TXTRecordArgs extends TXTRecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type NS. */
export interface NSRecordArgs extends NSRecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type SRV. */
export interface SRVRecordArgs extends SRVRecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type CAA. */
export interface CAARecordArgs extends CAARecord, DnsRecordOfAnyType {}

/** Arguments of a `DnsRecord` of type PTR. */
export interface PTRRecordArgs extends PTRRecord, DnsRecordOfAnyType {}

/** Arguments of `DnsRecord`, by `type`, which is written as a plain literal. */
export type DnsRecordArgs =
  | ARecordArgs
  | AAAARecordArgs
  | CNAMERecordArgs
  | MXRecordArgs
  | TXTRecordArgs
  | NSRecordArgs
  | SRVRecordArgs
  | CAARecordArgs
  | PTRRecordArgs;

const dnsRecordClass = {
  type: "DnsRecord",
  outputs: ["domain","type","name","ttl","comment","recordId","fqdn"],
  outputsByType: {"A":["content"],"AAAA":["content"],"CNAME":["content"],"MX":["content","priority"],"TXT":["content"],"NS":["content"],"SRV":["priority","service","protocol","weight","port","target"],"CAA":["flags","tag","value"],"PTR":["content"]},
  deleteBeforeReplace: true,
};

/**
 * One DNS record of a domain that uses the service's own nameservers.
 *
 * - Create: reads the zone once per run (shared by all records), fails if the same record exists (unless `adopt` is set), and creates the record.
 * - Drift: every argument that the program sets, compared by meaning and not by spelling.
 * - Delete: deletes the record; succeeds if it is already gone; leaves it in place if another resource has taken it over.
 */
export class DnsRecord extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** The record type. A change replaces the record. */
  declare readonly type: pulumi.Output<"A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR">;
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  declare readonly name: pulumi.Output<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  declare readonly ttl: pulumi.Output<number | undefined>;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  declare readonly comment: pulumi.Output<string | undefined>;
  /** A: IPv4 address: four decimal numbers, 0 to 255. Updates in place. RFC 1035 section 3.4.1. AAAA: IPv6 address in any text form, without a zone. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2. CNAME: The complete host name this name stands for; a trailing dot is optional and has no meaning. Updates in place. RFC 1034 section 3.6.2. MX: The complete host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 says that the name takes no mail (RFC 7505). Updates in place. RFC 5321 section 5.1. TXT: The text, at any length: it is split into strings of 255 bytes for you. If the whole text consists of quoted strings, their contents are joined, without quotes and escapes. Updates in place. RFC 1035 section 3.3.14. NS: The complete host name of a name server; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.11. PTR: The complete host name this name points at; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.12. */
  declare readonly content: pulumi.Output<string | undefined>;
  /** MX: Preference, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1. SRV: Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 2782. */
  declare readonly priority: pulumi.Output<number | undefined>;
  /** The service's name, with or without its underscore, beside `protocol` and a host in `name`. Leave both out to write `_service._protocol` at the beginning of `name`. Updates in place. RFC 2782, RFC 6335 section 5.1. */
  declare readonly service: pulumi.Output<string | undefined>;
  /** The protocol's name, with or without its underscore, beside `service`. Updates in place. RFC 2782. */
  declare readonly protocol: pulumi.Output<string | undefined>;
  /** Share of the load among targets of one priority, 0 to 65535. Updates in place. RFC 2782. */
  declare readonly weight: pulumi.Output<number | undefined>;
  /** Port of the service on the target, 0 to 65535. Updates in place. RFC 2782. */
  declare readonly port: pulumi.Output<number | undefined>;
  /** The complete host name that gives the service; a trailing dot is optional and has no meaning. `.` says that there is no such service. Updates in place. RFC 2782. */
  declare readonly target: pulumi.Output<string | undefined>;
  /** 0, or 128 (issuer critical) to forbid issuance by authorities that do not understand the tag. Updates in place. RFC 8659 section 4.1. */
  declare readonly flags: pulumi.Output<number | undefined>;
  /** The property: `issue`, `issuewild`, `iodef`, ... Not case-sensitive. Updates in place. RFC 8659 section 4. */
  declare readonly tag: pulumi.Output<string | undefined>;
  /** For `issue` and similar tags: a certificate authority's domain and parameters, or `;` for no authority. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4. */
  declare readonly value: pulumi.Output<string | undefined>;
  /** The registrar's id of the item; absent until the registrar has shown it. */
  declare readonly recordId: pulumi.Output<string | undefined>;
  /** The full owner name: A-labels, lower case, without a trailing dot, such as `www.example.com`; of the apex, the domain itself; of SRV, with service and protocol. */
  declare readonly fqdn: pulumi.Output<string>;

  static {
    absentOutputs(this, dnsRecordClass);
  }

  static readonly __pulumiType: string = dynamicType("DnsRecord");
  static override readonly isInstance = isInstanceOf<DnsRecord>(DnsRecord.__pulumiType);

  constructor(name: string, args: DnsRecordArgs, options?: pulumi.CustomResourceOptions) {
    super(dnsRecordClass, name, args, options);
  }
}

/** Arguments of `DnsRecordSet`. */
export interface DnsRecordSetArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** Owner name, relative to the domain: `www`; `@` for the domain itself. For SRV with service and protocol, such as `_sip._tcp`. A change replaces the set. */
  name: pulumi.Input<string>;
  /** The record type: `A`, `AAAA`, `CNAME`, `MX`, `TXT`, `NS`, `SRV`, `CAA` and `PTR`. A change replaces the set. */
  type: pulumi.Input<"A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR">;
  /** How long resolvers may keep the records, in seconds, 0 to 2147483647; one for all, as DNS has it (RFC 2181 section 5.2). Default: the registrar's. Updates in place. */
  ttl?: pulumi.Input<number> | undefined;
  /** The data of each record as zone files write it (RFC 1035 section 5.1): `192.0.2.1`; for MX `10 mail.example.net`; for CAA `0 issue "ca.example.net"`; for SRV `10 5 5060 sip.example.net`. A TXT is its text, without quotes. Hosts are complete, with or without a dot at the end. The order has no meaning. One value changed is one update. Updates in place. */
  values: pulumi.Input<pulumi.Input<string>[]>;
  /** How many other records of this name and type, which the set never listed, one run may delete or overwrite. Default: 0; a plan that would delete more fails, lists them, and says the number. */
  deleteUnlisted?: pulumi.Input<number> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). Default: none. */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

const dnsRecordSetClass = {
  type: "DnsRecordSet",
  outputs: ["domain","name","type","ttl","values","fqdn"],
  deleteBeforeReplace: true,
};

/**
 * All records of one name and type, as one resource: the addresses of a host, the mail servers of a domain.
 *
 * - Create: reads the zone, takes over equal records, creates the others, and asks for consent before it deletes any.
 * - Drift: the values and the TTL, compared by meaning; also other records of the name and type.
 * - Delete: deletes the records that it lists, except those that another resource has taken over.
 */
export class DnsRecordSet extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** Owner name, relative to the domain: `www`; `@` for the domain itself. For SRV with service and protocol, such as `_sip._tcp`. A change replaces the set. */
  declare readonly name: pulumi.Output<string>;
  /** The record type: `A`, `AAAA`, `CNAME`, `MX`, `TXT`, `NS`, `SRV`, `CAA` and `PTR`. A change replaces the set. */
  declare readonly type: pulumi.Output<"A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR">;
  /** How long resolvers may keep the records, in seconds, 0 to 2147483647; one for all, as DNS has it (RFC 2181 section 5.2). Default: the registrar's. Updates in place. */
  declare readonly ttl: pulumi.Output<number | undefined>;
  /** The data of each record as zone files write it (RFC 1035 section 5.1): `192.0.2.1`; for MX `10 mail.example.net`; for CAA `0 issue "ca.example.net"`; for SRV `10 5 5060 sip.example.net`. A TXT is its text, without quotes. Hosts are complete, with or without a dot at the end. The order has no meaning. One value changed is one update. Updates in place. */
  declare readonly values: pulumi.Output<string[]>;
  /** The full owner name: A-labels, lower case, without a trailing dot, such as `www.example.com`; of the apex, the domain itself; of SRV, with service and protocol. */
  declare readonly fqdn: pulumi.Output<string>;

  static readonly __pulumiType: string = dynamicType("DnsRecordSet");
  static override readonly isInstance = isInstanceOf<DnsRecordSet>(DnsRecordSet.__pulumiType);

  constructor(name: string, args: DnsRecordSetArgs, options?: pulumi.CustomResourceOptions) {
    super(dnsRecordSetClass, name, args, options);
  }
}

/** Arguments of `DnsZone`. */
export interface DnsZoneArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** The records: a list for each owner name and type, such as `"www A"`. In TypeScript and JavaScript also one list of all records, or a record in place of a list of one; the classes there store texts by the same keys, such as `192.0.2.1 ttl=300`. Updates in place. */
  records: pulumi.Input<pulumi.Input<ZoneRecord>[]> | pulumi.Input<Record<string, pulumi.Input<ZoneRecordFields> | pulumi.Input<pulumi.Input<ZoneRecordFields>[]>>>;
  /** `additive`: owns the records that it lists and those that it listed before, and leaves other records alone. `authoritative`: also deletes every other record of the zone, except those that `ignore` names, the NS and SOA records of the apex, and rows that are not understood; every run then reads the zone, including previews. Default: `additive`. Updates in place. */
  mode?: pulumi.Input<"additive" | "authoritative"> | undefined;
  /** Records that are never touched: `"NAME"` or `"NAME TYPE"`, relative to the domain; `*` stands for any characters, such as `"*.dyn TXT"`. Default: none. Updates in place. */
  ignore?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** How many existing records one run may change or delete. Default: 30 % of them in a zone of 10 or more records; in a smaller zone, any number. Created records do not count. */
  maxChange?: pulumi.Input<number> | undefined;
  /** In an authoritative zone: how many records that this resource never listed one run may delete or overwrite. Default: 0; a plan that would delete more fails, lists them, and says the number. */
  deleteUnlisted?: pulumi.Input<number> | undefined;
  /** What to do with records that exist already and differ. `none`: fail. `matching`: those with the same name, type and data as listed records may get another TTL, comment or priority. `overwrite`: also change the target of an existing CNAME whose name is listed with another target. Identical records are always taken over. Default: `none` in an additive zone; an authoritative zone owns all records. */
  adopt?: pulumi.Input<"none" | "matching" | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). Default: none. */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

const dnsZoneClass = {
  type: "DnsZone",
  outputs: ["domain","mode","ignore","records","recordIds"],
  inTexts: true,
};

/**
 * Many records of a domain, or its whole zone, as one resource; for hundreds and thousands of records.
 *
 * - Create: reads the zone, takes over identical records, and creates the others.
 * - Drift: every argument of every listed record, by name and type, compared by meaning; in an authoritative zone, also records that are not listed.
 * - Delete: deletes the records that it lists, except those that another resource has taken over; deletes nothing else.
 */
export class DnsZone extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** `additive`: owns the records that it lists and those that it listed before, and leaves other records alone. `authoritative`: also deletes every other record of the zone, except those that `ignore` names, the NS and SOA records of the apex, and rows that are not understood; every run then reads the zone, including previews. Default: `additive`. Updates in place. */
  declare readonly mode: pulumi.Output<"additive" | "authoritative" | undefined>;
  /** Records that are never touched: `"NAME"` or `"NAME TYPE"`, relative to the domain; `*` stands for any characters, such as `"*.dyn TXT"`. Default: none. Updates in place. */
  declare readonly ignore: pulumi.Output<string[] | undefined>;
  /** The records as lists by owner name and type. */
  declare readonly records: pulumi.Output<Record<string, pulumi.Unwrap<ZoneRecordFields>[]>>;
  /** The registrar's ids of the records, in lists as those of `records`: an empty text where it has not shown one, and no list where it has shown none. */
  declare readonly recordIds: pulumi.Output<Record<string, string[]> | undefined>;

  static {
    recordsFromTexts(this);
  }

  static readonly __pulumiType: string = dynamicType("DnsZone");
  static override readonly isInstance = isInstanceOf<DnsZone>(DnsZone.__pulumiType);

  constructor(name: string, args: DnsZoneArgs, options?: pulumi.CustomResourceOptions) {
    super(dnsZoneClass, name, args, options);
  }
}

/** Arguments of `UrlForward`. */
export interface UrlForwardArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** Host that is redirected: its label relative to the domain, such as `www`, or the whole host under it (`www.example.com`); `@` or empty for the domain itself. Updates in place. Specification, "URL forward". */
  source: pulumi.Input<string>;
  /** Full URL to redirect to. Updates in place. */
  destination: pulumi.Input<string>;
  /** `permanent` (301), `temporary` (302), or a word that the contract file names under `values`. If omitted, the registrar decides (temporary), and the type is not changed. Updates in place. */
  type?: pulumi.Input<string> | undefined;
  /** What to do with a forward that exists already. `none`: fail. `matching`: take over a forward of the same source and destination; its type may be updated. `overwrite`: also point an existing forward of that source to this destination. Only used when the resource is created, or when a change makes it a different item. Default: `none`. */
  adopt?: pulumi.Input<"none" | "matching" | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). Default: none. */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

const urlForwardClass = {
  type: "UrlForward",
  outputs: ["domain","source","destination","type","forwardId"],
  deleteBeforeReplace: true,
};

/**
 * An HTTP redirect from a host of the domain to a URL.
 *
 * - Create: reads the domain's forwards once per run (shared by all forwards), fails if the same forward exists (unless `adopt` is set), and creates the forward.
 * - Drift: the source, the destination and, if the program sets it, the type.
 * - Delete: deletes the forward; succeeds if it is already gone; leaves it in place if another resource has taken it over.
 */
export class UrlForward extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** Host that is redirected: its label relative to the domain, such as `www`, or the whole host under it (`www.example.com`); `@` or empty for the domain itself. Updates in place. Specification, "URL forward". */
  declare readonly source: pulumi.Output<string>;
  /** Full URL to redirect to. Updates in place. */
  declare readonly destination: pulumi.Output<string>;
  /** `permanent` (301), `temporary` (302), or a word that the contract file names under `values`. If omitted, the registrar decides (temporary), and the type is not changed. Updates in place. */
  declare readonly type: pulumi.Output<string | undefined>;
  /** The registrar's id of the item; absent until the registrar has shown it. */
  declare readonly forwardId: pulumi.Output<string | undefined>;

  static readonly __pulumiType: string = dynamicType("UrlForward");
  static override readonly isInstance = isInstanceOf<UrlForward>(UrlForward.__pulumiType);

  constructor(name: string, args: UrlForwardArgs, options?: pulumi.CustomResourceOptions) {
    super(urlForwardClass, name, args, options);
  }
}

/** Arguments of `DomainLock`. */
export interface DomainLockArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Always `true`, and `true` if omitted: only the dashboard can unlock a domain. */
  locked?: pulumi.Input<true> | undefined;
}

const domainLockClass = {
  type: "DomainLock",
  outputs: ["domain","locked","icannTransferLock","icannTransferLockExpiresAt","canTransferOut"],
};

/**
 * The registrar lock of a domain: it forbids a transfer to another registrar.
 *
 * - Create: locks the domain if it is unlocked, and then reads the lock to confirm it.
 * - Drift: the domain was unlocked in the dashboard, or part of the registrar's response says that it is not locked; the next `up` locks it again.
 * - Delete: fails while the domain is locked, because only the dashboard can unlock it, and while the lock cannot be read; succeeds without a write once the domain is unlocked in the dashboard, or is named in `registrar:formerDomains`.
 */
export class DomainLock extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** Whether the registrar lock is on. */
  declare readonly locked: pulumi.Output<boolean>;
  /** The automatic 60-day transfer restriction after registration or inbound transfer. */
  declare readonly icannTransferLock: pulumi.Output<boolean | undefined>;
  /** When that restriction ends, in the registrar's format. */
  declare readonly icannTransferLockExpiresAt: pulumi.Output<string | undefined>;
  /** True only when both the lock and the restriction are off. */
  declare readonly canTransferOut: pulumi.Output<boolean | undefined>;

  static readonly __pulumiType: string = dynamicType("DomainLock");
  static override readonly isInstance = isInstanceOf<DomainLock>(DomainLock.__pulumiType);

  constructor(name: string, args: DomainLockArgs, options?: pulumi.CustomResourceOptions) {
    super(domainLockClass, name, args, options);
  }
}

/** Arguments of `Nameservers`. */
export interface NameserversArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Host names of 2 to 13 nameservers; order, case and trailing dots have no meaning. Updates in place. RFC 1034 4.1. */
  nameservers: pulumi.Input<pulumi.Input<string>[]>;
  /** When this resource is deleted, restore the nameservers that the domain had when the resource was created, unless somebody has changed them by hand since then. Default: `false`, the nameservers are not changed. */
  restoreOnDelete?: pulumi.Input<boolean> | undefined;
}

const nameserversClass = {
  type: "Nameservers",
  outputs: ["domain","nameservers","restoreOnDelete","previousNameservers"],
};

/**
 * The nameservers that a domain is delegated to.
 *
 * - Create: sets the list if it differs, and stores the previous list.
 * - Drift: the set of nameservers, regardless of order, case and trailing dots.
 * - Delete: leaves the nameservers unchanged, and reports that; with `restoreOnDelete: true`, restores those that the domain had before, unless somebody has changed them by hand since then.
 */
export class Nameservers extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** Host names of 2 to 13 nameservers; order, case and trailing dots have no meaning. Updates in place. RFC 1034 4.1. */
  declare readonly nameservers: pulumi.Output<string[]>;
  /** When this resource is deleted, restore the nameservers that the domain had when the resource was created, unless somebody has changed them by hand since then. Default: `false`, the nameservers are not changed. */
  declare readonly restoreOnDelete: pulumi.Output<boolean | undefined>;
  /** The nameservers that the domain had when this resource took it over. */
  declare readonly previousNameservers: pulumi.Output<string[] | undefined>;

  static readonly __pulumiType: string = dynamicType("Nameservers");
  static override readonly isInstance = isInstanceOf<Nameservers>(Nameservers.__pulumiType);

  constructor(name: string, args: NameserversArgs, options?: pulumi.CustomResourceOptions) {
    super(nameserversClass, name, args, options);
  }
}

/** Arguments of `Contact`. */
export interface ContactArgs {
  /** Full name; or give `firstName` and `lastName`. Updates in place. */
  name?: pulumi.Input<string> | undefined;
  /** Given name, together with `lastName` instead of `name`. Updates in place. */
  firstName?: pulumi.Input<string> | undefined;
  /** Family name, together with `firstName` instead of `name`. Updates in place. */
  lastName?: pulumi.Input<string> | undefined;
  /** Company or organisation. Updates in place. */
  organization?: pulumi.Input<string> | undefined;
  /** E-mail address. Updates in place. The owner may have to approve the change by e-mail; until then, it is pending. */
  email: pulumi.Input<string>;
  /** Telephone number in EPP form, such as `+1.2025551234`. Updates in place. RFC 5733 2.5. */
  phone: pulumi.Input<string>;
  /** Fax number in EPP form. Updates in place. RFC 5733 2.5. */
  fax?: pulumi.Input<string> | undefined;
  /** Street address: its lines, at least one. Updates in place. */
  address: pulumi.Input<pulumi.Input<string>[]>;
  /** City. Updates in place. */
  city: pulumi.Input<string>;
  /** State or province. Updates in place. */
  state?: pulumi.Input<string> | undefined;
  /** Postal code. Updates in place. */
  zip: pulumi.Input<string>;
  /** Country: ISO 3166-1 alpha-2, upper case, such as `US`. Updates in place. */
  country: pulumi.Input<string>;
  /** A name of your own for the handle. Updates in place. */
  label?: pulumi.Input<string> | undefined;
  /** Fields shown in public registration data, as the registrar names them. Order has no meaning. Updates in place. */
  disclosedFields?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Days to wait for the owner's approval of a change before it is sent again. Default: 14. */
  pendingDays?: pulumi.Input<number> | undefined;
}

const contactClass = {
  type: "Contact",
  outputs: ["name","firstName","lastName","organization","email","phone","fax","address","city","state","zip","country","label","disclosedFields","handle","verified","pendingSince","pending"],
  secretInputs: ["name","firstName","lastName","organization","email","phone","fax","address","city","state","zip","label"],
  secretOutputs: ["pending"],
};

/**
 * A contact handle of the account, for use as registrant, admin, billing or tech contact of domains. What identifies people (all but `country` and `disclosedFields`) is encrypted in the state, and previews show it as `[secret]`.
 *
 * - Create: takes over a handle of the account if all fields that the program sets are equal; otherwise creates one.
 * - Drift: every field that the program sets. A change that waits for the owner's approval (202) is pending, not drift, until `pendingDays` have passed.
 * - Delete: removes the handle from the state only, and reports that: the API cannot delete a handle.
 */
export class Contact extends RegistrarResource {
  /** Full name; or give `firstName` and `lastName`. Updates in place. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Given name, together with `lastName` instead of `name`. Updates in place. */
  declare readonly firstName: pulumi.Output<string | undefined>;
  /** Family name, together with `firstName` instead of `name`. Updates in place. */
  declare readonly lastName: pulumi.Output<string | undefined>;
  /** Company or organisation. Updates in place. */
  declare readonly organization: pulumi.Output<string | undefined>;
  /** E-mail address. Updates in place. The owner may have to approve the change by e-mail; until then, it is pending. */
  declare readonly email: pulumi.Output<string>;
  /** Telephone number in EPP form, such as `+1.2025551234`. Updates in place. RFC 5733 2.5. */
  declare readonly phone: pulumi.Output<string>;
  /** Fax number in EPP form. Updates in place. RFC 5733 2.5. */
  declare readonly fax: pulumi.Output<string | undefined>;
  /** Street address: its lines, at least one. Updates in place. */
  declare readonly address: pulumi.Output<string[]>;
  /** City. Updates in place. */
  declare readonly city: pulumi.Output<string>;
  /** State or province. Updates in place. */
  declare readonly state: pulumi.Output<string | undefined>;
  /** Postal code. Updates in place. */
  declare readonly zip: pulumi.Output<string>;
  /** Country: ISO 3166-1 alpha-2, upper case, such as `US`. Updates in place. */
  declare readonly country: pulumi.Output<string>;
  /** A name of your own for the handle. Updates in place. */
  declare readonly label: pulumi.Output<string | undefined>;
  /** Fields shown in public registration data, as the registrar names them. Order has no meaning. Updates in place. */
  declare readonly disclosedFields: pulumi.Output<string[] | undefined>;
  /** The registrar's handle, such as `CONTACT_1-67890`. */
  declare readonly handle: pulumi.Output<string>;
  /** Whether the registrar counts the contact as verified. */
  declare readonly verified: pulumi.Output<boolean | undefined>;
  /** When the change that waits for the owner's approval was first sent (ISO 8601). */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** What each waiting field was before. */
  declare readonly pending: pulumi.Output<{ name?: string; firstName?: string; lastName?: string; organization?: string; email?: string; phone?: string; fax?: string; address?: string[]; city?: string; state?: string; zip?: string; country?: string; label?: string; disclosedFields?: string[] } | undefined>;

  static readonly __pulumiType: string = dynamicType("Contact");
  static override readonly isInstance = isInstanceOf<Contact>(Contact.__pulumiType);

  constructor(name: string, args: ContactArgs, options?: pulumi.CustomResourceOptions) {
    super(contactClass, name, args, options);
  }
}

/** Arguments of `DomainContacts`. */
export interface DomainContactsArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Handle of the registrant (the owner, who may have to approve the change by e-mail), such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  registrant?: pulumi.Input<string> | undefined;
  /** Handle of the administrative contact, such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  admin?: pulumi.Input<string> | undefined;
  /** Handle of the technical contact, such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  tech?: pulumi.Input<string> | undefined;
  /** Handle of the billing contact, such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  billing?: pulumi.Input<string> | undefined;
  /** Days to wait for the owner's approval of a change before it is sent again. Default: 14. */
  pendingDays?: pulumi.Input<number> | undefined;
}

const domainContactsClass = {
  type: "DomainContacts",
  outputs: ["domain","registrant","admin","tech","billing","pendingSince","pending"],
};

/**
 * The registrant, admin, tech and billing contact of a domain. A role that you leave out is not changed.
 *
 * - Create: reads the domain once, and sets the roles that the program sets and that differ. The domain must be active, unlocked and on the service's nameservers: let a `DomainLock` of the program depend on it. If the domain is locked and a role differs, the preview fails.
 * - Drift: the roles that the program sets; for a role that the registrar does not show, the last written value counts. A change that waits for the owner's approval (202) is pending, not drift, until `pendingDays` have passed.
 * - Delete: leaves the contacts unchanged, and reports that.
 */
export class DomainContacts extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** Handle of the registrant (the owner, who may have to approve the change by e-mail), such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  declare readonly registrant: pulumi.Output<string | undefined>;
  /** Handle of the administrative contact, such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  declare readonly admin: pulumi.Output<string | undefined>;
  /** Handle of the technical contact, such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  declare readonly tech: pulumi.Output<string | undefined>;
  /** Handle of the billing contact, such as the `handle` of a `Contact`. Default: not changed. Updates in place. */
  declare readonly billing: pulumi.Output<string | undefined>;
  /** When the change that waits for the owner's approval was first sent (ISO 8601). */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** The handle that each waiting role had before. */
  declare readonly pending: pulumi.Output<{ registrant?: string; admin?: string; tech?: string; billing?: string } | undefined>;

  static readonly __pulumiType: string = dynamicType("DomainContacts");
  static override readonly isInstance = isInstanceOf<DomainContacts>(DomainContacts.__pulumiType);

  constructor(name: string, args: DomainContactsArgs, options?: pulumi.CustomResourceOptions) {
    super(domainContactsClass, name, args, options);
  }
}

/** Arguments of `DomainSettings`. */
export interface DomainSettingsArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Whether the registrar renews the domain automatically before it expires. Default: not changed. Updates in place. */
  autoRenew?: pulumi.Input<boolean> | undefined;
  /** Whether WHOIS privacy hides the contacts in public registration data. Default: not changed. Updates in place. */
  privacy?: pulumi.Input<boolean> | undefined;
}

const domainSettingsClass = {
  type: "DomainSettings",
  outputs: ["domain","autoRenew","privacy"],
};

/**
 * Auto-renewal and WHOIS privacy of a domain. A setting that you leave out is not changed.
 *
 * - Create: reads the domain once, and writes only the settings that the program sets and that differ.
 * - Drift: the settings that the program sets; for a setting that the registrar does not show, the last written value counts.
 * - Delete: leaves the settings unchanged, and reports that.
 */
export class DomainSettings extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** Whether the registrar renews the domain automatically before it expires. Default: not changed. Updates in place. */
  declare readonly autoRenew: pulumi.Output<boolean | undefined>;
  /** Whether WHOIS privacy hides the contacts in public registration data. Default: not changed. Updates in place. */
  declare readonly privacy: pulumi.Output<boolean | undefined>;

  static readonly __pulumiType: string = dynamicType("DomainSettings");
  static override readonly isInstance = isInstanceOf<DomainSettings>(DomainSettings.__pulumiType);

  constructor(name: string, args: DomainSettingsArgs, options?: pulumi.CustomResourceOptions) {
    super(domainSettingsClass, name, args, options);
  }
}

/** Arguments of `Dnssec`. */
export interface DnssecArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Whether DNSSEC is on. Requires the service's own nameservers; `false` switches it off. Updates in place. RFC 9364. */
  enabled: pulumi.Input<boolean>;
}

const dnssecClass = {
  type: "Dnssec",
  outputs: ["domain","enabled","dsRecords","details"],
  secretOutputs: ["details"],
};

/**
 * DNSSEC of a domain that uses the service's own nameservers.
 *
 * - Create: switches DNSSEC on or off if it differs. Refuses to switch it on while the domain uses other nameservers, because the domain would then no longer resolve.
 * - Drift: DNSSEC was switched on or off elsewhere.
 * - Delete: leaves DNSSEC unchanged, and reports that; to switch it off, set `enabled: false`.
 */
export class Dnssec extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** Whether DNSSEC is on. Requires the service's own nameservers; `false` switches it off. Updates in place. RFC 9364. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** The DS records that the registrar shows, in a fixed order; empty when it shows none. RFC 4034 5.1. */
  declare readonly dsRecords: pulumi.Output<DsRecord[]>;
  /** The registrar's complete response, unchanged: of any shape, and secret, because its contents are not documented. */
  declare readonly details: pulumi.Output<Record<string, unknown> | undefined>;

  static readonly __pulumiType: string = dynamicType("Dnssec");
  static override readonly isInstance = isInstanceOf<Dnssec>(Dnssec.__pulumiType);

  constructor(name: string, args: DnssecArgs, options?: pulumi.CustomResourceOptions) {
    super(dnssecClass, name, args, options);
  }
}

/** Arguments of `DomainRegistration`. */
export interface DomainRegistrationArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Years to register the domain for, 1 to 10. Used only when the domain is bought; a later change orders nothing. Default: 1; under .ai 2. Specification, availability check. */
  years?: pulumi.Input<number> | undefined;
  /** The highest price for the whole registration: all years, including fees and tax, in the account's currency. Required to buy a domain; not needed for a domain that the account already holds. */
  maxPrice?: pulumi.Input<number> | undefined;
  /** Whether a premium name may be bought, within `maxPrice`. Default: `false`. */
  acceptPremium?: pulumi.Input<boolean> | undefined;
  /** The date up to which the domain must at least be registered (`2027-03-01`, midnight UTC, or a moment in RFC 3339). If the domain expires earlier, it is renewed once, by the fewest years that reach the date. Needs `maxRenewalPrice`. Default: never renewed by the program. */
  expiresAfter?: pulumi.Input<string> | undefined;
  /** The highest price for one renewal: all its years, including fees and tax, in the account's currency. */
  maxRenewalPrice?: pulumi.Input<number> | undefined;
  /** Order the domain again if it was lost, or ordered with an unknown outcome, before this moment. Each value is valid for one order. Default: a domain that left the account is never bought again. */
  rebuy?: pulumi.Input<string> | undefined;
}

const domainRegistrationClass = {
  type: "DomainRegistration",
  outputs: ["domain","status","registeredAt","expiresAt","eppStatus","nameservers","registrantHandle","adminHandle","techHandle","billingHandle","pricePaid","renewalPricePaid","isPremium","leftAccount","unverifiedOrder"],
};

/**
 * A domain registered in the account: taken over if the account holds it, otherwise bought for at most the given price.
 *
 * - Create: takes over the domain if the account holds it, and then buys nothing; otherwise reads availability and price, and orders the domain once, for at most `maxPrice`.
 * - Drift: an expiry date before `expiresAfter`; the next `up` renews the domain. If the domain has left the account, `leftAccount` is set and the refresh reports this once; the domain is never bought again unless `rebuy` allows it.
 * - Delete: removes the domain from the state only, and reports that: nothing is released, cancelled or transferred.
 */
export class DomainRegistration extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** The status of the domain as the registrar names it, such as `active`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** When it was registered. RFC 3339. */
  declare readonly registeredAt: pulumi.Output<string | undefined>;
  /** When the registration ends. RFC 3339. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3. */
  declare readonly eppStatus: pulumi.Output<string[] | undefined>;
  /** The nameservers it is delegated to. */
  declare readonly nameservers: pulumi.Output<string[] | undefined>;
  /** Contact handle of the registrant. */
  declare readonly registrantHandle: pulumi.Output<string | undefined>;
  /** Contact handle for administration. */
  declare readonly adminHandle: pulumi.Output<string | undefined>;
  /** Contact handle for technical matters. */
  declare readonly techHandle: pulumi.Output<string | undefined>;
  /** Contact handle for billing. */
  declare readonly billingHandle: pulumi.Output<string | undefined>;
  /** The total price of the registration, if this resource ordered it; in the account's currency. */
  declare readonly pricePaid: pulumi.Output<number | undefined>;
  /** The total price of the last renewal, if this resource ordered it; in the account's currency. */
  declare readonly renewalPricePaid: pulumi.Output<number | undefined>;
  /** `true` if the domain was bought as a premium name, or if the registrar did not say whether the name is premium. */
  declare readonly isPremium: pulumi.Output<boolean | undefined>;
  /** When a run first found that the account no longer holds the domain. RFC 3339. */
  declare readonly leftAccount: pulumi.Output<string | undefined>;
  /** An order that the registrar does not show. Verify it in the dashboard; it is not repeated automatically. */
  declare readonly unverifiedOrder: pulumi.Output<Record<string, unknown> | undefined>;

  static readonly __pulumiType: string = dynamicType("DomainRegistration");
  static override readonly isInstance = isInstanceOf<DomainRegistration>(DomainRegistration.__pulumiType);

  constructor(name: string, args: DomainRegistrationArgs, options?: pulumi.CustomResourceOptions) {
    super(domainRegistrationClass, name, args, options);
  }
}

/** Arguments of `DomainTransfer`. */
export interface DomainTransferArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** The auth code (EPP code) from the losing registrar; always secret. Required to order the transfer, and not afterwards. The code is removed from the state after the order. Specification, inbound transfer. */
  authCode?: pulumi.Input<string> | undefined;
  /** The highest price for the transfer, including fees and tax, in the account's currency. Required to order it; not needed for a domain that the account already holds. */
  maxPrice?: pulumi.Input<number> | undefined;
  /** 2 to 13 host names. Default: the domain keeps its own. Used only when the transfer is ordered; to change it later, declare Nameservers. You can remove this argument at any time. */
  nameservers?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** WHOIS privacy. Default: the registrar's. Used only when the transfer is ordered; to change it later, declare DomainSettings. You can remove this argument at any time. */
  privacy?: pulumi.Input<boolean> | undefined;
  /** Auto-renewal. Default: the registrar's. Used only when the transfer is ordered; to change it later, declare DomainSettings. You can remove this argument at any time. */
  autoRenew?: pulumi.Input<boolean> | undefined;
  /** Contact handles. Default: the registrar's. Used only when the transfer is ordered; to change it later, declare DomainContacts. You can remove this argument at any time. */
  contacts?: pulumi.Input<TransferContacts> | undefined;
  /** Initial DNS records, each with the arguments of a DnsRecord except its domain; requires the service's own nameservers. Default: none. Used only when the transfer is ordered; to change it later, declare DnsRecord. You can remove this argument at any time. */
  dnsRecords?: pulumi.Input<(pulumi.Input<ARecord> | pulumi.Input<AAAARecord> | pulumi.Input<CNAMERecord> | pulumi.Input<MXRecord> | pulumi.Input<TXTRecord> | pulumi.Input<NSRecord> | pulumi.Input<SRVRecord> | pulumi.Input<CAARecord> | pulumi.Input<PTRRecord>)[]> | undefined;
  /** Order the transfer again if it was ordered, or the domain was lost, before this moment; requires `authCode` again. Each value is valid for one order. Default: a transfer is never ordered a second time. */
  restart?: pulumi.Input<string> | undefined;
}

const domainTransferClass = {
  type: "DomainTransfer",
  outputs: ["domain","status","registeredAt","expiresAt","eppStatus","registrantHandle","adminHandle","techHandle","billingHandle","transferStatus","pendingSince","completedAt","pricePaid","icannTransferLock","icannTransferLockExpiresAt","leftAccount","unverifiedOrder"],
  secretInputs: ["authCode"],
};

/**
 * An inbound transfer of a domain from another registrar.
 *
 * - Create: does nothing if the account already holds the domain; otherwise orders the transfer once, for at most `maxPrice`. The transfer is pending until the domain has arrived.
 * - Drift: none: a refresh shows whether the transfer is pending or completed, or whether the domain has left the account.
 * - Delete: removes the transfer from the state only, and reports that: nothing is cancelled or released.
 */
export class DomainTransfer extends RegistrarResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** The status of the domain as the registrar names it, such as `active`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** When it was registered. RFC 3339. */
  declare readonly registeredAt: pulumi.Output<string | undefined>;
  /** When the registration ends. RFC 3339. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3. */
  declare readonly eppStatus: pulumi.Output<string[] | undefined>;
  /** Contact handle of the registrant. */
  declare readonly registrantHandle: pulumi.Output<string | undefined>;
  /** Contact handle for administration. */
  declare readonly adminHandle: pulumi.Output<string | undefined>;
  /** Contact handle for technical matters. */
  declare readonly techHandle: pulumi.Output<string | undefined>;
  /** Contact handle for billing. */
  declare readonly billingHandle: pulumi.Output<string | undefined>;
  /** `pending` while the transfer is in progress, `completed` once the account holds the domain, `unverified` if it is not known whether the transfer was ordered, `left` if the domain has left the account again. */
  declare readonly transferStatus: pulumi.Output<string | undefined>;
  /** When the transfer was ordered, or first seen in progress. RFC 3339. */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** When the domain was first seen in the account. RFC 3339. */
  declare readonly completedAt: pulumi.Output<string | undefined>;
  /** The total price of the transfer, if this resource ordered it; in the account's currency. */
  declare readonly pricePaid: pulumi.Output<number | undefined>;
  /** Whether the 60-day restriction that begins on arrival is on. Specification, lock status record. */
  declare readonly icannTransferLock: pulumi.Output<boolean | undefined>;
  /** When that restriction ends, in the registrar's format. */
  declare readonly icannTransferLockExpiresAt: pulumi.Output<string | undefined>;
  /** When a run first found that the account no longer holds the domain. RFC 3339. */
  declare readonly leftAccount: pulumi.Output<string | undefined>;
  /** An order that the registrar does not show. Verify it in the dashboard; it is not repeated automatically. */
  declare readonly unverifiedOrder: pulumi.Output<Record<string, unknown> | undefined>;

  static readonly __pulumiType: string = dynamicType("DomainTransfer");
  static override readonly isInstance = isInstanceOf<DomainTransfer>(DomainTransfer.__pulumiType);

  constructor(name: string, args: DomainTransferArgs, options?: pulumi.CustomResourceOptions) {
    super(domainTransferClass, name, args, options);
  }
}

/** Arguments without their domain; of a union each member by itself, which `Omit` does not do. */
type WithoutDomain<Args> = Args extends unknown ? Omit<Args, "domain"> : never;

/** A `DnsRecord` of any type, without its domain: `new DnsRecord(name, { domain, ...record })`. */
export type DnsRecordWithoutDomain = WithoutDomain<DnsRecordArgs>;

/** A `UrlForward` without its domain: `new UrlForward(name, { domain, ...forward })`. */
export type UrlForwardWithoutDomain = WithoutDomain<UrlForwardArgs>;

/** A record of any type, as the list `records` of a `DnsZone` takes it. */
export type ZoneRecord = ARecord | AAAARecord | CNAMERecord | MXRecord | TXTRecord | NSRecord | SRVRecord | CAARecord | PTRRecord;
