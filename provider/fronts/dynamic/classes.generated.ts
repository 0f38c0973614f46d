// Generated from the resource definitions by `npm run generate`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import type { DsRecord } from "../../lookups/types.generated.ts";
import type { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";
import { dynamicType } from "../shared/state.ts";
import type { Apart, ArgsOfType, ArgsWithWord, OutputOfType, TypeOutput } from "./argumentTypes.ts";
import { definitions } from "./definitions.generated.ts";
import { type RecordPart, type RecordsByKey, type TtlsByKey, withJoinedRecords } from "./records.ts";
import type { ClassOptions } from "./registration.ts";
import { absentArguments, get, isInstanceOf, registration } from "./registration.ts";

/** Arguments of records of every type. */
interface RecordOfAnyType {
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text, never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
}

/** The contact handles to set with the transfer. */
export interface TransferContacts {
  /** Handle of the registrant, such as the `handle` of a `Contact`. The owner may have to approve a change by e-mail. Default: the registrar's. */
  registrant?: pulumi.Input<string> | undefined;
  /** Handle of the administrative contact. Default: the registrar's. */
  admin?: pulumi.Input<string> | undefined;
  /** Handle of the technical contact. Default: the registrar's. */
  tech?: pulumi.Input<string> | undefined;
  /** Handle of the billing contact. Default: the registrar's. */
  billing?: pulumi.Input<string> | undefined;
}

/** A record of type A, without its domain. */
interface ARecord extends RecordOfAnyType {
  /** The record type, `A`. A change replaces the record. */
  type: "A";
  /** IPv4 address: four decimal numbers. Updates in place. RFC 1035 section 3.4.1. */
  content: pulumi.Input<string>;
}

/** A record of type AAAA, without its domain. */
interface AAAARecord extends RecordOfAnyType {
  /** The record type, `AAAA`. A change replaces the record. */
  type: "AAAA";
  /** IPv6 address in any form, without a zone ID. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2. */
  content: pulumi.Input<string>;
}

/** A record of type CNAME, without its domain. */
interface CNAMERecord extends RecordOfAnyType {
  /** The record type, `CNAME`. A change replaces the record. */
  type: "CNAME";
  /** Host name that this name is an alias of; a trailing dot is optional and has no meaning. Updates in place. RFC 1034 section 3.6.2. */
  content: pulumi.Input<string>;
}

/** A record of type MX, without its domain. */
interface MXRecord extends RecordOfAnyType {
  /** The record type, `MX`. A change replaces the record. */
  type: "MX";
  /** Host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 means no mail (RFC 7505). Updates in place. RFC 5321 section 5.1. */
  content: pulumi.Input<string>;
  /** Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1. */
  priority: pulumi.Input<number>;
}

/** A record of type TXT, without its domain. */
interface TXTRecord extends RecordOfAnyType {
  /** The record type, `TXT`. A change replaces the record. */
  type: "TXT";
  /** Any string; the provider splits it into chunks of 255 bytes. If it consists of quoted strings only, their contents are joined. Updates in place. RFC 1035 section 3.3.14. */
  content: pulumi.Input<string>;
}

/** A record of type NS, without its domain. */
interface NSRecord extends RecordOfAnyType {
  /** The record type, `NS`. A change replaces the record. */
  type: "NS";
  /** Host name of a name server; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.11. */
  content: pulumi.Input<string>;
}

/** A record of type SRV, without its domain. */
interface SRVRecord extends RecordOfAnyType {
  /** The record type, `SRV`. A change replaces the record. */
  type: "SRV";
  /** Name of the service, with or without its underscore. Or leave out `service` and `protocol`, and begin `name` with `_service._protocol`. Updates in place. RFC 2782, RFC 6335 section 5.1. */
  service?: pulumi.Input<string> | undefined;
  /** Name of the protocol, with or without its underscore. Updates in place. RFC 2782. */
  protocol?: pulumi.Input<string> | undefined;
  /** Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 2782. */
  priority: pulumi.Input<number>;
  /** Share of the load among targets of equal priority, 0 to 65535. Updates in place. RFC 2782. */
  weight: pulumi.Input<number>;
  /** Port of the service, 0 to 65535. Updates in place. RFC 2782. */
  port: pulumi.Input<number>;
  /** Host name of the service; a trailing dot is optional and has no meaning. `.` means that there is no such service. Updates in place. RFC 2782. */
  target: pulumi.Input<string>;
}

/** A record of type CAA, without its domain. */
interface CAARecord extends RecordOfAnyType {
  /** The record type, `CAA`. A change replaces the record. */
  type: "CAA";
  /** 0, or 128 to make unknown tags fatal. Updates in place. RFC 8659 section 4.1. */
  flags: pulumi.Input<number>;
  /** `issue`, `issuewild`, `iodef`, ... Case-insensitive. Updates in place. RFC 8659 section 4. */
  tag: pulumi.Input<string>;
  /** For `issue` and similar tags: a CA's domain and parameters, or `;` for none. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4. */
  value: pulumi.Input<string>;
}

/** A record of type PTR, without its domain. */
interface PTRRecord extends RecordOfAnyType {
  /** The record type, `PTR`. A change replaces the record. */
  type: "PTR";
  /** Host name that this name points to; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.12. */
  content: pulumi.Input<string>;
}

/** A record of any type, without its domain: `new DnsRecord(name, { domain, ...record })`. */
export type DnsRecordData = Apart<ARecord | AAAARecord | CNAMERecord | MXRecord | TXTRecord | NSRecord | SRVRecord | CAARecord | PTRRecord>;

/** Arguments of every `DnsRecord`. */
interface DnsRecordOfAnyType {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** IDs of checks to switch off for this resource (see the page on checks). Default: none. */
  skipChecks?: pulumi.Input<pulumi.Input<CheckId>[]> | undefined;
}

/** Arguments of `DnsRecord`, by `type`. */
export type DnsRecordArgs = DnsRecordOfAnyType & DnsRecordData;

/**
 * One DNS record of a domain that uses the registrar's own nameservers.
 *
 * - Create: adopts the record if it exists; otherwise creates it. Reads the zone once per run, for all records.
 * - Drift: every argument that the program sets.
 * - Delete: deletes the record. Succeeds if the record is gone. Leaves a record that another resource declares.
 *
 * ```ts
 * new DnsRecord("www", { domain: "example.com", type: "CNAME", name: "www", content: "web.example.net", ttl: 300 });
 * ```
 */
export class DnsRecord<T extends string = string> extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** The record type. A change replaces the record. */
  declare readonly type: pulumi.Output<TypeOutput<T, DnsRecordArgs["type"]>>;
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  declare readonly name: pulumi.Output<string>;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  declare readonly ttl: pulumi.Output<number | undefined>;
  /** Free text, never served in DNS. Default: none. Updates in place. */
  declare readonly comment: pulumi.Output<string | undefined>;
  /** A: IPv4 address: four decimal numbers. Updates in place. RFC 1035 section 3.4.1. AAAA: IPv6 address in any form, without a zone ID. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2. CNAME: Host name that this name is an alias of; a trailing dot is optional and has no meaning. Updates in place. RFC 1034 section 3.6.2. MX: Host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 means no mail (RFC 7505). Updates in place. RFC 5321 section 5.1. TXT: Any string; the provider splits it into chunks of 255 bytes. If it consists of quoted strings only, their contents are joined. Updates in place. RFC 1035 section 3.3.14. NS: Host name of a name server; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.11. PTR: Host name that this name points to; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.12. */
  declare readonly content: pulumi.Output<OutputOfType<T, "A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "PTR", DnsRecordArgs["type"], string>>;
  /** MX: Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1. SRV: Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 2782. */
  declare readonly priority: pulumi.Output<OutputOfType<T, "MX" | "SRV", DnsRecordArgs["type"], number>>;
  /** Name of the service, with or without its underscore. Or leave out `service` and `protocol`, and begin `name` with `_service._protocol`. Updates in place. RFC 2782, RFC 6335 section 5.1. */
  declare readonly service: pulumi.Output<OutputOfType<T, "SRV", DnsRecordArgs["type"], string | undefined>>;
  /** Name of the protocol, with or without its underscore. Updates in place. RFC 2782. */
  declare readonly protocol: pulumi.Output<OutputOfType<T, "SRV", DnsRecordArgs["type"], string | undefined>>;
  /** Share of the load among targets of equal priority, 0 to 65535. Updates in place. RFC 2782. */
  declare readonly weight: pulumi.Output<OutputOfType<T, "SRV", DnsRecordArgs["type"], number>>;
  /** Port of the service, 0 to 65535. Updates in place. RFC 2782. */
  declare readonly port: pulumi.Output<OutputOfType<T, "SRV", DnsRecordArgs["type"], number>>;
  /** Host name of the service; a trailing dot is optional and has no meaning. `.` means that there is no such service. Updates in place. RFC 2782. */
  declare readonly target: pulumi.Output<OutputOfType<T, "SRV", DnsRecordArgs["type"], string>>;
  /** 0, or 128 to make unknown tags fatal. Updates in place. RFC 8659 section 4.1. */
  declare readonly flags: pulumi.Output<OutputOfType<T, "CAA", DnsRecordArgs["type"], number>>;
  /** `issue`, `issuewild`, `iodef`, ... Case-insensitive. Updates in place. RFC 8659 section 4. */
  declare readonly tag: pulumi.Output<OutputOfType<T, "CAA", DnsRecordArgs["type"], string>>;
  /** For `issue` and similar tags: a CA's domain and parameters, or `;` for none. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4. */
  declare readonly value: pulumi.Output<OutputOfType<T, "CAA", DnsRecordArgs["type"], string>>;
  /** The registrar's ID; absent until the registrar has shown it. */
  declare readonly recordId: pulumi.Output<string | undefined>;
  /** Full owner name, such as `www.example.com`: A-labels, lower case, no trailing dot. An SRV's includes service and protocol. */
  declare readonly fqdn: pulumi.Output<string>;

  static { absentArguments(this, definitions.DnsRecord); }

  static readonly __pulumiType: string = dynamicType("DnsRecord");
  static override readonly isInstance = isInstanceOf<DnsRecord>(DnsRecord.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsOfType<DnsRecordArgs, T>, options?: ClassOptions) {
    super(...registration(definitions.DnsRecord, name, args, options));
  }
}

/** Arguments of `DnsRecordSet`. */
export interface DnsRecordSetArgs {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** Owner name, relative to the domain: `www`, `@`, or `_sip._tcp` for SRV. A change replaces the set. */
  name: pulumi.Input<string>;
  /** The record type: A, AAAA, CNAME, MX, TXT, NS, SRV, CAA, PTR. A change replaces the set. */
  type: pulumi.Input<DnsRecordType>;
  /** Seconds that resolvers may cache the records, 0 to 2147483647, the same for all (RFC 2181 section 5.2). Default: the registrar's. Updates in place. */
  ttl?: pulumi.Input<number> | undefined;
  /** Data of each record as in zone files: `192.0.2.1`; MX `10 mail.example.net`; CAA `0 issue "ca.example.net"`; SRV `10 5 5060 sip.example.net`; TXT without quotes. Order has no meaning. Updates in place. RFC 1035 section 5.1. */
  values: pulumi.Input<pulumi.Input<string>[]>;
  /** Highest number of records that one run may delete or overwrite although the set never listed them. Default: 0. A plan that needs more fails and states the number. */
  maxUnlistedDeletes?: pulumi.Input<number> | undefined;
  /** IDs of checks to switch off for this resource (see the page on checks). Default: none. */
  skipChecks?: pulumi.Input<pulumi.Input<CheckId>[]> | undefined;
}

/**
 * All records of one name and type, such as the addresses of a host or the mail servers of a domain.
 *
 * - Create: adopts equal records and creates the others. A new set fails at other records of its name and type that `maxUnlistedDeletes` doesn't cover.
 * - Drift: the values and the TTL; shows other records of the name and type as `unlisted`.
 * - Delete: deletes the records that it lists. Leaves records that another resource declares.
 *
 * ```ts
 * new DnsRecordSet("www", {
 *   domain: "example.com",
 *   name: "www",
 *   type: "A",
 *   ttl: 300,
 *   values: ["198.51.100.10", "198.51.100.11"],
 * });
 * ```
 */
export class DnsRecordSet<T extends string = string> extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** Owner name, relative to the domain: `www`, `@`, or `_sip._tcp` for SRV. A change replaces the set. */
  declare readonly name: pulumi.Output<string>;
  /** The record type: A, AAAA, CNAME, MX, TXT, NS, SRV, CAA, PTR. A change replaces the set. */
  declare readonly type: pulumi.Output<DnsRecordType>;
  /** Seconds that resolvers may cache the records, 0 to 2147483647, the same for all (RFC 2181 section 5.2). Default: the registrar's. Updates in place. */
  declare readonly ttl: pulumi.Output<number | undefined>;
  /** Data of each record as in zone files: `192.0.2.1`; MX `10 mail.example.net`; CAA `0 issue "ca.example.net"`; SRV `10 5 5060 sip.example.net`; TXT without quotes. Order has no meaning. Updates in place. RFC 1035 section 5.1. */
  declare readonly values: pulumi.Output<string[]>;
  /** Full owner name, such as `www.example.com`: A-labels, lower case, no trailing dot. An SRV's includes service and protocol. */
  declare readonly fqdn: pulumi.Output<string>;
  /** Values of others, with the set's name and type, that the last refresh or change found. Absent without any. List one to own it. */
  declare readonly unlisted: pulumi.Output<string[] | undefined>;

  static { absentArguments(this, definitions.DnsRecordSet); }

  static readonly __pulumiType: string = dynamicType("DnsRecordSet");
  static override readonly isInstance = isInstanceOf<DnsRecordSet>(DnsRecordSet.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsWithWord<DnsRecordSetArgs, "type", DnsRecordType, T>, options?: ClassOptions) {
    super(...registration(definitions.DnsRecordSet, name, args, options));
  }
}

/** Arguments of `DnsZone`. */
export interface DnsZoneArgs {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** Lists of values by owner name and type, such as `"www A": ["192.0.2.1"]`; values as in `DnsRecordSet`. The TypeScript classes also take a list of parts, which they join by key. Of a secret map, messages show names and types. Updates in place. */
  records: pulumi.Input<RecordsByKey> | readonly pulumi.Input<RecordPart>[];
  /** Seconds that resolvers may cache the records, except those of `ttls`. Default: the registrar's. Updates in place. */
  ttl?: pulumi.Input<number> | undefined;
  /** TTLs by key of `records`, in place of `ttl`. Updates in place. */
  ttls?: pulumi.Input<TtlsByKey> | undefined;
  /** `additive`: leaves alone what it doesn't list. `authoritative`: owns the domain, except records in `ignoreRecords`, the NS and SOA records of the apex, and rows that can't be read; all others are shown in `unlisted`, and deleted as far as `maxUnlistedDeletes` covers them. Default: `additive`. Updates in place. */
  mode?: pulumi.Input<DnsZoneMode> | undefined;
  /** Records that are never touched: `"NAME"` or `"NAME TYPE"`; `*` matches any characters, as in `"*.dyn TXT"`. Default: none. Updates in place. */
  ignoreRecords?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Most existing records that one run may change or delete. Default: 30 % of a zone of 10 or more records; any number in a smaller zone. */
  maxChanges?: pulumi.Input<number> | undefined;
  /** Most records of others that one run may delete, in an authoritative zone, or overwrite (a CNAME). Default: 0, which leaves them, but a zone fails that meets them when it is created or becomes authoritative. A number that is too small fails, and the message states the right one. */
  maxUnlistedDeletes?: pulumi.Input<number> | undefined;
  /** IDs of checks to switch off for this resource (see the page on checks). Default: none. */
  skipChecks?: pulumi.Input<pulumi.Input<CheckId>[]> | undefined;
}

/**
 * Many records of a domain, or all of them, as one resource; for hundreds and thousands of records.
 *
 * - Create: adopts equal records and creates the others. A new authoritative zone fails at other records that `maxUnlistedDeletes` doesn't cover.
 * - Drift: every argument of the listed records; an authoritative zone shows other records as `unlisted`.
 * - Delete: deletes only the records that it lists. Leaves records that another resource declares.
 *
 * ```ts
 * new DnsZone("zone", {
 *   domain: "example.com",
 *   records: { "www CNAME": ["web.example.net"], "@ MX": ["10 mx1.example.net", "20 mx2.example.net"] },
 *   ttl: 3600,
 *   ttls: { "www CNAME": 300 },
 * });
 * ```
 */
export class DnsZone<T extends string = string> extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** Lists of values by owner name and type, such as `"www A": ["192.0.2.1"]`; values as in `DnsRecordSet`. The TypeScript classes also take a list of parts, which they join by key. Of a secret map, messages show names and types. Updates in place. */
  declare readonly records: pulumi.Output<Record<string, string[]>>;
  /** Seconds that resolvers may cache the records, except those of `ttls`. Default: the registrar's. Updates in place. */
  declare readonly ttl: pulumi.Output<number | undefined>;
  /** TTLs by key of `records`, in place of `ttl`. Updates in place. */
  declare readonly ttls: pulumi.Output<Record<string, number> | undefined>;
  /** `additive`: leaves alone what it doesn't list. `authoritative`: owns the domain, except records in `ignoreRecords`, the NS and SOA records of the apex, and rows that can't be read; all others are shown in `unlisted`, and deleted as far as `maxUnlistedDeletes` covers them. Default: `additive`. Updates in place. */
  declare readonly mode: pulumi.Output<DnsZoneMode | undefined>;
  /** Records that are never touched: `"NAME"` or `"NAME TYPE"`; `*` matches any characters, as in `"*.dyn TXT"`. Default: none. Updates in place. */
  declare readonly ignoreRecords: pulumi.Output<string[] | undefined>;
  /** In an authoritative zone: records of others, such as `"www A 192.0.2.9"`, that the last refresh or change found. Absent without any. List one to own it. */
  declare readonly unlisted: pulumi.Output<string[] | undefined>;

  static { absentArguments(this, definitions.DnsZone); }

  static readonly __pulumiType: string = dynamicType("DnsZone");
  static override readonly isInstance = isInstanceOf<DnsZone>(DnsZone.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsWithWord<DnsZoneArgs, "mode", DnsZoneMode, T>, options?: ClassOptions) {
    super(...registration(definitions.DnsZone, name, withJoinedRecords(args), options));
  }
}

/** Arguments of `UrlForward`. */
export interface UrlForwardArgs {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /** Host to redirect: `www`, `www.example.com`, or `@` for the domain itself. Updates in place. Specification, "URL forward". */
  source: pulumi.Input<string>;
  /** Full URL to redirect to. Updates in place. */
  destination: pulumi.Input<string>;
  /** `permanent` (301), `temporary` (302), or a word from `values` of the contract file. Default: the registrar's (temporary). Updates in place. */
  type?: pulumi.Input<UrlForwardType> | undefined;
  /** IDs of checks to switch off for this resource (see the page on checks). Default: none. */
  skipChecks?: pulumi.Input<pulumi.Input<CheckId>[]> | undefined;
}

/**
 * An HTTP redirect from a host of the domain to a URL.
 *
 * - Create: adopts the forward if it exists; otherwise creates it. Reads the domain's forwards once per run, and again after its first forward.
 * - Drift: the source, the destination and, if set, the type.
 * - Delete: deletes the forward. Succeeds if the forward is gone. Leaves a forward that another resource declares.
 *
 * ```ts
 * new UrlForward("shop", {
 *   domain: "example.com",
 *   source: "shop",
 *   destination: "https://www.example.net/",
 *   type: "permanent",
 * });
 * ```
 */
export class UrlForward<T extends string = string> extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. A change replaces the resource. */
  declare readonly domain: pulumi.Output<string>;
  /** Host to redirect: `www`, `www.example.com`, or `@` for the domain itself. Updates in place. Specification, "URL forward". */
  declare readonly source: pulumi.Output<string>;
  /** Full URL to redirect to. Updates in place. */
  declare readonly destination: pulumi.Output<string>;
  /** `permanent` (301), `temporary` (302), or a word from `values` of the contract file. Default: the registrar's (temporary). Updates in place. */
  declare readonly type: pulumi.Output<UrlForwardType | undefined>;
  /** The registrar's ID; absent until the registrar has shown it. */
  declare readonly forwardId: pulumi.Output<string | undefined>;

  static { absentArguments(this, definitions.UrlForward); }

  static readonly __pulumiType: string = dynamicType("UrlForward");
  static override readonly isInstance = isInstanceOf<UrlForward>(UrlForward.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsWithWord<UrlForwardArgs, "type", UrlForwardType, T>, options?: ClassOptions) {
    super(...registration(definitions.UrlForward, name, args, options));
  }
}

/** Arguments of `DomainLock`. */
export interface DomainLockArgs {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
}

/**
 * The registrar lock of a domain, which forbids a transfer to another registrar. Use it with the option `protect: true`.
 *
 * - Create: locks the domain if it is unlocked.
 * - Drift: the domain is unlocked, or a field of the response says so.
 * - Delete: fails until you unlock the domain in the dashboard. The API can't unlock.
 *
 * ```ts
 * new DomainLock("lock", { domain: "example.com" });
 * ```
 */
export class DomainLock extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** True if the registrar lock is on. */
  declare readonly locked: pulumi.Output<boolean>;
  /** True during the 60-day transfer restriction after a registration or inbound transfer. */
  declare readonly icannTransferLock: pulumi.Output<boolean | undefined>;
  /** End of that restriction, in the registrar's format. */
  declare readonly icannTransferLockExpiresAt: pulumi.Output<string | undefined>;
  /** True if the lock and the restriction are off. */
  declare readonly canTransferOut: pulumi.Output<boolean | undefined>;

  static { absentArguments(this, definitions.DomainLock); }

  static readonly __pulumiType: string = dynamicType("DomainLock");
  static override readonly isInstance = isInstanceOf<DomainLock>(DomainLock.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: DomainLockArgs, options?: ClassOptions) {
    super(...registration(definitions.DomainLock, name, args, options));
  }
}

/** Arguments of `Nameservers`. */
export interface NameserversArgs {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** 2 to 13 host names, in any order. Updates in place. RFC 1034 section 4.1. */
  nameservers: pulumi.Input<pulumi.Input<string>[]>;
  /** Restore `previousNameservers` on delete, unless a person changed the nameservers by hand. Default: `false`. */
  restoreOnDelete?: pulumi.Input<boolean> | undefined;
}

/**
 * The nameservers that a domain is delegated to.
 *
 * - Create: sets the nameservers if they differ, and stores the previous ones.
 * - Drift: the set of nameservers.
 * - Delete: leaves the nameservers unchanged, or restores the previous ones if `restoreOnDelete` is set.
 *
 * ```ts
 * new Nameservers("delegation", { domain: "example.com", nameservers: ["ns1.example.net", "ns2.example.net"] });
 * ```
 */
export class Nameservers extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** 2 to 13 host names, in any order. Updates in place. RFC 1034 section 4.1. */
  declare readonly nameservers: pulumi.Output<string[]>;
  /** Restore `previousNameservers` on delete, unless a person changed the nameservers by hand. Default: `false`. */
  declare readonly restoreOnDelete: pulumi.Output<boolean | undefined>;
  /** The nameservers that the domain had before this resource. */
  declare readonly previousNameservers: pulumi.Output<string[] | undefined>;

  static { absentArguments(this, definitions.Nameservers); }

  static readonly __pulumiType: string = dynamicType("Nameservers");
  static override readonly isInstance = isInstanceOf<Nameservers>(Nameservers.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: NameserversArgs, options?: ClassOptions) {
    super(...registration(definitions.Nameservers, name, args, options));
  }
}

/** Arguments of `Contact`. */
export interface ContactArgs {
  /** Full name. Instead of `firstName` and `lastName`. Updates in place. */
  name?: pulumi.Input<string> | undefined;
  /** Given name. With `lastName`. Updates in place. */
  firstName?: pulumi.Input<string> | undefined;
  /** Family name. With `firstName`. Updates in place. */
  lastName?: pulumi.Input<string> | undefined;
  /** Company or organisation. Updates in place. */
  organization?: pulumi.Input<string> | undefined;
  /** E-mail address. The owner may have to approve a change by e-mail. Updates in place. */
  email: pulumi.Input<string>;
  /** Telephone number. EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. Updates in place. */
  phone: pulumi.Input<string>;
  /** Fax number. EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. Updates in place. */
  fax?: pulumi.Input<string> | undefined;
  /** Lines of the street address. Updates in place. */
  address: pulumi.Input<pulumi.Input<string>[]>;
  /** City. Updates in place. */
  city: pulumi.Input<string>;
  /** State or province. Updates in place. */
  state?: pulumi.Input<string> | undefined;
  /** Postal code. Updates in place. */
  zip: pulumi.Input<string>;
  /** ISO 3166-1 alpha-2 code, such as `US`. Updates in place. */
  country: pulumi.Input<string>;
  /** Your own name for the handle. Updates in place. */
  label?: pulumi.Input<string> | undefined;
  /** Fields shown in public registration data, by the registrar's names. Updates in place. */
  disclosedFields?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Days to wait for the owner's approval before a change is sent again. Default: 14. */
  approvalDays?: pulumi.Input<number> | undefined;
}

/**
 * A contact handle of the account, for use as a contact of domains. All fields but `country` and `disclosedFields` are secret.
 *
 * - Create: adopts the contact whose fields match; otherwise creates a contact.
 * - Drift: every field that the program sets. A change that waits for the owner's approval (202) is pending, not drift, for `approvalDays`.
 * - Delete: removes the handle from the state only. The API can't delete a handle.
 *
 * ```ts
 * new Contact("owner", {
 *   firstName: "Grace",
 *   lastName: "Hopper",
 *   email: "grace@example.org",
 *   phone: "+1.2025550147",
 *   address: ["1 Compiler Way"],
 *   city: "Arlington",
 *   state: "VA",
 *   zip: "22201",
 *   country: "US",
 * });
 * ```
 */
export class Contact extends pulumi.CustomResource {
  /** Full name. Instead of `firstName` and `lastName`. Updates in place. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Given name. With `lastName`. Updates in place. */
  declare readonly firstName: pulumi.Output<string | undefined>;
  /** Family name. With `firstName`. Updates in place. */
  declare readonly lastName: pulumi.Output<string | undefined>;
  /** Company or organisation. Updates in place. */
  declare readonly organization: pulumi.Output<string | undefined>;
  /** E-mail address. The owner may have to approve a change by e-mail. Updates in place. */
  declare readonly email: pulumi.Output<string>;
  /** Telephone number. EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. Updates in place. */
  declare readonly phone: pulumi.Output<string>;
  /** Fax number. EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. Updates in place. */
  declare readonly fax: pulumi.Output<string | undefined>;
  /** Lines of the street address. Updates in place. */
  declare readonly address: pulumi.Output<string[]>;
  /** City. Updates in place. */
  declare readonly city: pulumi.Output<string>;
  /** State or province. Updates in place. */
  declare readonly state: pulumi.Output<string | undefined>;
  /** Postal code. Updates in place. */
  declare readonly zip: pulumi.Output<string>;
  /** ISO 3166-1 alpha-2 code, such as `US`. Updates in place. */
  declare readonly country: pulumi.Output<string>;
  /** Your own name for the handle. Updates in place. */
  declare readonly label: pulumi.Output<string | undefined>;
  /** Fields shown in public registration data, by the registrar's names. Updates in place. */
  declare readonly disclosedFields: pulumi.Output<string[] | undefined>;
  /** The registrar's handle, such as `CONTACT_1-67890`. */
  declare readonly handle: pulumi.Output<string>;
  /** True if the registrar shows the contact as verified. */
  declare readonly verified: pulumi.Output<boolean | undefined>;
  /** Time of the first request of the waiting change. ISO 8601. */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** The previous value of each waiting field. */
  declare readonly pending: pulumi.Output<{ name?: string; firstName?: string; lastName?: string; organization?: string; email?: string; phone?: string; fax?: string; address?: string[]; city?: string; state?: string; zip?: string; country?: string; label?: string; disclosedFields?: string[] } | undefined>;

  static { absentArguments(this, definitions.Contact); }

  static readonly __pulumiType: string = dynamicType("Contact");
  static override readonly isInstance = isInstanceOf<Contact>(Contact.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ContactArgs, options?: ClassOptions) {
    super(...registration(definitions.Contact, name, args, options));
  }
}

/** Arguments of `DomainContacts`. */
export interface DomainContactsArgs {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Handle of the registrant, such as the `handle` of a `Contact`. The owner may have to approve a change by e-mail. Default: not changed. Updates in place. */
  registrant?: pulumi.Input<string> | undefined;
  /** Handle of the administrative contact. Default: not changed. Updates in place. */
  admin?: pulumi.Input<string> | undefined;
  /** Handle of the technical contact. Default: not changed. Updates in place. */
  tech?: pulumi.Input<string> | undefined;
  /** Handle of the billing contact. Default: not changed. Updates in place. */
  billing?: pulumi.Input<string> | undefined;
  /** Days to wait for the owner's approval before a change is sent again. Default: 14. */
  approvalDays?: pulumi.Input<number> | undefined;
}

/**
 * The registrant, admin, tech and billing contacts of a domain. A role that you leave out isn't changed.
 *
 * - Create: sets the roles that differ; fails in the preview if the domain is locked. The domain must be active and use the registrar's nameservers. Let its `DomainLock` depend on this resource.
 * - Drift: the roles that the program sets and the registrar shows. A change that waits for approval is pending for `approvalDays`.
 * - Delete: leaves the contacts unchanged.
 *
 * ```ts
 * new DomainContacts("contacts", { domain: "example.com", admin: "ATOM-1001", tech: "ATOM-1001" });
 * ```
 */
export class DomainContacts extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** Handle of the registrant, such as the `handle` of a `Contact`. The owner may have to approve a change by e-mail. Default: not changed. Updates in place. */
  declare readonly registrant: pulumi.Output<string | undefined>;
  /** Handle of the administrative contact. Default: not changed. Updates in place. */
  declare readonly admin: pulumi.Output<string | undefined>;
  /** Handle of the technical contact. Default: not changed. Updates in place. */
  declare readonly tech: pulumi.Output<string | undefined>;
  /** Handle of the billing contact. Default: not changed. Updates in place. */
  declare readonly billing: pulumi.Output<string | undefined>;
  /** Time of the first request of the waiting change. ISO 8601. */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** The previous handle of each waiting role. */
  declare readonly pending: pulumi.Output<{ registrant?: string; admin?: string; tech?: string; billing?: string } | undefined>;

  static { absentArguments(this, definitions.DomainContacts); }

  static readonly __pulumiType: string = dynamicType("DomainContacts");
  static override readonly isInstance = isInstanceOf<DomainContacts>(DomainContacts.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: DomainContactsArgs, options?: ClassOptions) {
    super(...registration(definitions.DomainContacts, name, args, options));
  }
}

/** Arguments of `DomainSettings`. */
export interface DomainSettingsArgs {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** True if the registrar renews the domain automatically before it expires. Default: not changed. Updates in place. */
  autoRenew?: pulumi.Input<boolean> | undefined;
  /** True if WHOIS privacy hides the contacts in public registration data. Default: not changed. Updates in place. */
  privacy?: pulumi.Input<boolean> | undefined;
}

/**
 * Auto-renewal and WHOIS privacy of a domain. A setting that you leave out isn't changed.
 *
 * - Create: writes the settings that differ.
 * - Drift: the settings that the program sets and the registrar shows.
 * - Delete: leaves the settings unchanged.
 *
 * ```ts
 * new DomainSettings("settings", { domain: "example.com", autoRenew: true, privacy: true });
 * ```
 */
export class DomainSettings extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** True if the registrar renews the domain automatically before it expires. Default: not changed. Updates in place. */
  declare readonly autoRenew: pulumi.Output<boolean | undefined>;
  /** True if WHOIS privacy hides the contacts in public registration data. Default: not changed. Updates in place. */
  declare readonly privacy: pulumi.Output<boolean | undefined>;

  static { absentArguments(this, definitions.DomainSettings); }

  static readonly __pulumiType: string = dynamicType("DomainSettings");
  static override readonly isInstance = isInstanceOf<DomainSettings>(DomainSettings.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: DomainSettingsArgs, options?: ClassOptions) {
    super(...registration(definitions.DomainSettings, name, args, options));
  }
}

/** Arguments of `Dnssec`. */
export interface DnssecArgs {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** True to switch DNSSEC on, false to switch it off. Updates in place. RFC 9364. */
  enabled: pulumi.Input<boolean>;
}

/**
 * DNSSEC of a domain that uses the service's own nameservers.
 *
 * - Create: switches DNSSEC on or off if it differs. Fails under nameservers of another service, since the domain would stop resolving.
 * - Drift: DNSSEC is switched on or off elsewhere.
 * - Delete: leaves DNSSEC unchanged. To switch DNSSEC off, set `enabled: false` first.
 *
 * ```ts
 * new Dnssec("dnssec", { domain: "example.com", enabled: true });
 * ```
 */
export class Dnssec extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** True to switch DNSSEC on, false to switch it off. Updates in place. RFC 9364. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** The DS records that the registrar shows, in a fixed order. RFC 4034 section 5.1. */
  declare readonly dsRecords: pulumi.Output<DsRecord[]>;

  static { absentArguments(this, definitions.Dnssec); }

  static readonly __pulumiType: string = dynamicType("Dnssec");
  static override readonly isInstance = isInstanceOf<Dnssec>(Dnssec.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: DnssecArgs, options?: ClassOptions) {
    super(...registration(definitions.Dnssec, name, args, options));
  }
}

/** Arguments of `DomainRegistration`. */
export interface DomainRegistrationArgs {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Years to register the domain for, 1 to 10. Used only when the domain is bought; a later change orders nothing. Default: 1; under .ai 2. Specification, availability check. */
  years?: pulumi.Input<number> | undefined;
  /** The highest price for the registration: all years, including fees and tax, in the account's currency. Required to buy a domain; not needed for a domain that the account already holds. */
  maxPrice?: pulumi.Input<number> | undefined;
  /** Allows a premium name, within `maxPrice`. Default: `false`. */
  acceptPremium?: pulumi.Input<boolean> | undefined;
  /** The domain must be registered at least until this date (`2027-03-01`, midnight UTC, or a moment in RFC 3339). If it expires earlier, it is renewed once, by the fewest years that reach the date. Needs `maxRenewalPrice`. Default: never renewed by the program. */
  renewUntil?: pulumi.Input<string> | undefined;
  /** The highest price for one renewal: all its years, including fees and tax, in the account's currency. */
  maxRenewalPrice?: pulumi.Input<number> | undefined;
  /** Order the domain again if it was lost, or ordered with an unknown outcome, before this moment. Each value is valid for one order. Default: never buy a domain that left the account again. */
  retryOrdersBefore?: pulumi.Input<string> | undefined;
}

/**
 * A registered domain: adopted if the account holds it, otherwise bought for at most the given price.
 *
 * - Create: adopts the domain if the account holds it; otherwise orders it once, for at most `maxPrice`.
 * - Drift: an expiry date before `renewUntil`. A domain that left the account sets `leftAccount`, and isn't bought again without `retryOrdersBefore`.
 * - Delete: removes the domain from the state only. Nothing is given up or cancelled.
 *
 * ```ts
 * new DomainRegistration("registration", { domain: "my-new-name.com", years: 1, maxPrice: 20 });
 * ```
 */
export class DomainRegistration extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** The status of the domain as the registrar names it, such as `active`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** When the registration ends. RFC 3339. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** The total price of this resource's last renewal, in the account's currency. */
  declare readonly renewalPricePaid: pulumi.Output<number | undefined>;
  /** `true` if this resource bought a premium name, or a name that may be premium. */
  declare readonly premium: pulumi.Output<boolean | undefined>;
  /** The total price of this resource's registration or transfer, in the account's currency. */
  declare readonly pricePaid: pulumi.Output<number | undefined>;
  /** When a run first found that the account no longer holds the domain. RFC 3339. */
  declare readonly leftAccount: pulumi.Output<string | undefined>;
  /** An order that the registrar does not show. Verify it in the dashboard; no run repeats it. */
  declare readonly unverifiedOrder: pulumi.Output<Record<string, unknown> | undefined>;

  static { absentArguments(this, definitions.DomainRegistration); }

  static readonly __pulumiType: string = dynamicType("DomainRegistration");
  static override readonly isInstance = isInstanceOf<DomainRegistration>(DomainRegistration.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: DomainRegistrationArgs, options?: ClassOptions) {
    super(...registration(definitions.DomainRegistration, name, args, options));
  }
}

/** Arguments of `DomainTransfer`. */
export interface DomainTransferArgs {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  domain: pulumi.Input<string>;
  /** Auth code (EPP code) from the losing registrar. Secret. Required to order; removed from the state afterwards. Specification, inbound transfer. */
  authCode?: pulumi.Input<string> | undefined;
  /** Highest price, with fees and tax, in the account's currency. Required to order. */
  maxPrice?: pulumi.Input<number> | undefined;
  /** 2 to 13 host names. Default: the domain keeps its own. Used only when the transfer is ordered; to change it later, declare Nameservers. You can remove this argument at any time. */
  nameservers?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** WHOIS privacy. Default: the registrar's. Used only when the transfer is ordered; to change it later, declare DomainSettings. You can remove this argument at any time. */
  privacy?: pulumi.Input<boolean> | undefined;
  /** Auto-renewal. Default: the registrar's. Used only when the transfer is ordered; to change it later, declare DomainSettings. You can remove this argument at any time. */
  autoRenew?: pulumi.Input<boolean> | undefined;
  /** Contact handles. Default: the registrar's. Used only when the transfer is ordered; to change it later, declare DomainContacts. You can remove this argument at any time. */
  contacts?: pulumi.Input<TransferContacts> | undefined;
  /** Initial DNS records: `DnsRecord` arguments, without `domain`. They need the registrar's own nameservers. Default: none. Used only when the transfer is ordered; to change it later, declare DnsRecord. You can remove this argument at any time. */
  dnsRecords?: pulumi.Input<(pulumi.Input<ARecord> | pulumi.Input<AAAARecord> | pulumi.Input<CNAMERecord> | pulumi.Input<MXRecord> | pulumi.Input<TXTRecord> | pulumi.Input<NSRecord> | pulumi.Input<SRVRecord> | pulumi.Input<CAARecord> | pulumi.Input<PTRRecord>)[]> | undefined;
  /** Time in RFC 3339. Order the transfer again if it was ordered, or the domain left, before this time. Needs `authCode`. Each value allows one order. Default: never. */
  retryOrdersBefore?: pulumi.Input<string> | undefined;
}

/**
 * An inbound transfer of a domain from another registrar.
 *
 * - Create: does nothing if the account holds the domain; otherwise orders the transfer once, for at most `maxPrice`. The transfer is pending until a refresh finds the domain in the account.
 * - Drift: none. A refresh updates `transferStatus`.
 * - Delete: removes the transfer from the state only. Nothing is cancelled.
 *
 * ```ts
 * new DomainTransfer("transfer", { domain: "taken-elsewhere.com", maxPrice: 20, authCode: new pulumi.Config().requireSecret("authCode") });
 * ```
 */
export class DomainTransfer extends pulumi.CustomResource {
  /** Domain name, such as `example.com`; may be internationalised. It cannot change. */
  declare readonly domain: pulumi.Output<string>;
  /** The status of the domain as the registrar names it, such as `active`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** When the registration ends. RFC 3339. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** `pending` while the transfer is in progress, `completed` once the account holds the domain, `unverified` if it is not known whether the transfer was ordered, `left` if the domain has left the account again. */
  declare readonly transferStatus: pulumi.Output<string | undefined>;
  /** When the transfer was ordered, or first seen in progress. RFC 3339. */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** When the domain was first seen in the account. RFC 3339. */
  declare readonly completedAt: pulumi.Output<string | undefined>;
  /** The total price of this resource's registration or transfer, in the account's currency. */
  declare readonly pricePaid: pulumi.Output<number | undefined>;
  /** When a run first found that the account no longer holds the domain. RFC 3339. */
  declare readonly leftAccount: pulumi.Output<string | undefined>;
  /** An order that the registrar does not show. Verify it in the dashboard; no run repeats it. */
  declare readonly unverifiedOrder: pulumi.Output<Record<string, unknown> | undefined>;

  static { absentArguments(this, definitions.DomainTransfer); }

  static readonly __pulumiType: string = dynamicType("DomainTransfer");
  static override readonly isInstance = isInstanceOf<DomainTransfer>(DomainTransfer.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: DomainTransferArgs, options?: ClassOptions) {
    super(...registration(definitions.DomainTransfer, name, args, options));
  }
}

/** The ID of a check, for `skipChecks`. */
export type CheckId = "a-address" | "a-reserved" | "aaaa-address" | "aaaa-reserved" | "below-delegation" | "caa-flags" | "caa-no-issuer" | "caa-tag-known" | "caa-value" | "cname-apex" | "cname-beside-others" | "cname-chain" | "cname-loop" | "cname-multiple" | "cname-self" | "declared-once" | "dkim-key" | "dkim-multiple" | "dmarc-multiple" | "dmarc-name" | "dmarc-policy" | "forward-source-once" | "mail-dmarc" | "mail-spf" | "mta-sts-multiple" | "mx-null-alone" | "mx-null-priority" | "mx-target-cname" | "name-conflict" | "name-form" | "name-label" | "ns-apex" | "ns-glue" | "ns-single" | "ns-target-cname" | "policy-once" | "ptr-reverse-zone" | "record-once" | "record-set-alone" | "spf-multiple" | "spf-policy" | "srv-name" | "srv-target-cname" | "target-host" | "target-label" | "target-missing" | "tls-rpt-multiple" | "ttl-mixed" | "txt-blanks" | "txt-quotes" | "zone-authoritative-alone" | "zone-duplicate" | "zone-same-target";
