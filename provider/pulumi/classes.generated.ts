// Generated from the resource definitions by `npm run generate`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import { checkWithOthers } from "./programChecks.ts";
import { dynamicOptions, dynamicProperties, dynamicType } from "./register.ts";

/** Arguments of a `DnsRecord` of type A. */
export interface ARecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `A`. A change replaces the record. */
  type: "A";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** IPv4 address: four decimal numbers, 0 to 255. Updates in place. RFC 1035 section 3.4.1. */
  content: pulumi.Input<string>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type AAAA. */
export interface AAAARecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `AAAA`. A change replaces the record. */
  type: "AAAA";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** IPv6 address in any text form, without a zone. Updates in place. RFC 3596 section 2.2, RFC 4291 section 2.2. */
  content: pulumi.Input<string>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type CNAME. */
export interface CNAMERecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `CNAME`. A change replaces the record. */
  type: "CNAME";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** The complete host name this name stands for; a trailing dot is optional and has no meaning. Updates in place. RFC 1034 section 3.6.2. */
  content: pulumi.Input<string>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type MX. */
export interface MXRecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `MX`. A change replaces the record. */
  type: "MX";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** The complete host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 says that the name takes no mail (RFC 7505). Updates in place. RFC 5321 section 5.1. */
  content: pulumi.Input<string>;
  /** Preference, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1. */
  priority: pulumi.Input<number>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type TXT. */
export interface TXTRecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `TXT`. A change replaces the record. */
  type: "TXT";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** The text, at any length: it is split into strings of 255 bytes for you. A text that consists of quoted strings as a whole means what is inside them, joined, escapes undone. Updates in place. RFC 1035 section 3.3.14. */
  content: pulumi.Input<string>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type NS. */
export interface NSRecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `NS`. A change replaces the record. */
  type: "NS";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** The complete host name of a name server; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.11. */
  content: pulumi.Input<string>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type SRV. */
export interface SRVRecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `SRV`. A change replaces the record. */
  type: "SRV";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
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
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type CAA. */
export interface CAARecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `CAA`. A change replaces the record. */
  type: "CAA";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** 0, or 128 (issuer critical) to forbid issuance by who does not know the tag. Updates in place. RFC 8659 section 4.1. */
  flags: pulumi.Input<number>;
  /** The property: `issue`, `issuewild`, `iodef`, ... Case has no meaning. Updates in place. RFC 8659 section 4. */
  tag: pulumi.Input<string>;
  /** For `issue` and its kin: a certificate authority's domain and parameters, or `;` for nobody. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4. */
  value: pulumi.Input<string>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** Arguments of a `DnsRecord` of type PTR. */
export interface PTRRecordArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** The record type, `PTR`. A change replaces the record. */
  type: "PTR";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  name: pulumi.Input<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  ttl?: pulumi.Input<number> | undefined;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  comment?: pulumi.Input<string> | undefined;
  /** The complete host name this name points at; a trailing dot is optional and has no meaning. Updates in place. RFC 1035 section 3.3.12. */
  content: pulumi.Input<string>;
  /** `true`: take over an existing record of the same name, type and data instead of failing; its ttl, comment and priority may be updated. `"overwrite"`: also give an existing CNAME of that name this target. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

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

/**
 * One DNS record of a domain that uses the service's own nameservers.
 *
 * - Create: lists the zone once per run (shared by all records), fails if the same record exists (unless `adopt`), creates it.
 * - Drift: every argument that the program gives, compared by meaning and not by spelling.
 * - Delete: deletes the record; already gone is success; a record that another resource took over stays.
 */
export class DnsRecord extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** The record type, `A`. A change replaces the record. */
  declare readonly type: pulumi.Output<"A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR">;
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1. */
  declare readonly name: pulumi.Output<string>;
  /** How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8. */
  declare readonly ttl: pulumi.Output<number | undefined>;
  /** Free text for people; never served in DNS. Default: none. Updates in place. */
  declare readonly comment: pulumi.Output<string | undefined>;
  /** IPv4 address: four decimal numbers, 0 to 255. Updates in place. RFC 1035 section 3.4.1. */
  declare readonly content: pulumi.Output<string | undefined>;
  /** Preference, 0 to 65535: the lowest is tried first. Updates in place. RFC 5321 section 5.1. */
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
  /** 0, or 128 (issuer critical) to forbid issuance by who does not know the tag. Updates in place. RFC 8659 section 4.1. */
  declare readonly flags: pulumi.Output<number | undefined>;
  /** The property: `issue`, `issuewild`, `iodef`, ... Case has no meaning. Updates in place. RFC 8659 section 4. */
  declare readonly tag: pulumi.Output<string | undefined>;
  /** For `issue` and its kin: a certificate authority's domain and parameters, or `;` for nobody. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4. */
  declare readonly value: pulumi.Output<string | undefined>;
  /** The registrar's id of the record; absent while the registrar has not shown it. */
  declare readonly recordId: pulumi.Output<string | undefined>;

  constructor(name: string, args: DnsRecordArgs, options?: pulumi.CustomResourceOptions) {
    super(dynamicType("DnsRecord"), name, dynamicProperties("dnsRecord", args, ["domain", "type", "name", "ttl", "comment", "content", "priority", "service", "protocol", "weight", "port", "target", "flags", "tag", "value", "recordId"]), dynamicOptions(options, []));
    checkWithOthers(this, "DnsRecord", args);
  }
}

/** Arguments of `UrlForward`. */
export interface UrlForwardArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** Host label relative to the domain that is redirected, such as `www`; `@` or empty for the domain itself. Updates in place. Specification, "URL forward". */
  source: pulumi.Input<string>;
  /** Full URL to redirect to. Updates in place. */
  destination: pulumi.Input<string>;
  /** `permanent` (301) or `temporary` (302). Left out: the registrar decides (temporary) and it is left alone. Updates in place. */
  type?: pulumi.Input<"permanent" | "temporary"> | undefined;
  /** `true`: take over an existing forward of the same source and destination instead of failing. `"overwrite"`: also point an existing forward of that source to this destination. Only used when the resource is created. Default: `false`. */
  adopt?: pulumi.Input<boolean | "overwrite"> | undefined;
  /** Ids of checks to switch off for this resource (see the page on checks). */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/**
 * An HTTP redirect from a host of the domain to a URL.
 *
 * - Create: lists the domain's forwards once per run (shared by all), fails if the same forward exists (unless `adopt`), creates it.
 * - Drift: source, destination and, where the program gives it, type.
 * - Delete: deletes the forward; already gone is success; a forward that another resource took over stays.
 */
export class UrlForward extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Host label relative to the domain that is redirected, such as `www`; `@` or empty for the domain itself. Updates in place. Specification, "URL forward". */
  declare readonly source: pulumi.Output<string>;
  /** Full URL to redirect to. Updates in place. */
  declare readonly destination: pulumi.Output<string>;
  /** `permanent` (301) or `temporary` (302). Left out: the registrar decides (temporary) and it is left alone. Updates in place. */
  declare readonly type: pulumi.Output<"permanent" | "temporary" | undefined>;
  /** The registrar's id of the forward; absent while the registrar has not shown it. */
  declare readonly recordId: pulumi.Output<string | undefined>;

  constructor(name: string, args: UrlForwardArgs, options?: pulumi.CustomResourceOptions) {
    super(dynamicType("UrlForward"), name, dynamicProperties("urlForward", args, ["domain", "source", "destination", "type", "recordId"]), dynamicOptions(options, []));
    checkWithOthers(this, "UrlForward", args);
  }
}

/** Arguments of `DomainLock`. */
export interface DomainLockArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** Always `true`, which is also what leaving it out means: unlocking happens only in the dashboard. */
  locked?: pulumi.Input<true> | undefined;
}

/**
 * The registrar lock of a domain: it forbids a transfer to another registrar.
 *
 * - Create: locks the domain if it is unlocked.
 * - Drift: unlocked in the dashboard; the next `up` locks again.
 * - Delete: refuses while the domain is locked, because unlocking happens only in the dashboard; once it is unlocked there, or the domain is not in the account, it succeeds without a write.
 */
export class DomainLock extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Always `true`, which is also what leaving it out means: unlocking happens only in the dashboard. */
  declare readonly locked: pulumi.Output<true | undefined>;
  /** The automatic 60-day transfer restriction after registration or inbound transfer. */
  declare readonly icannTransferLock: pulumi.Output<boolean | undefined>;
  /** When that restriction ends, as the registrar writes it. */
  declare readonly icannTransferLockExpiresAt: pulumi.Output<string | undefined>;
  /** True only when both the lock and the restriction are off. */
  declare readonly canTransferOut: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DomainLockArgs, options?: pulumi.CustomResourceOptions) {
    super(dynamicType("DomainLock"), name, dynamicProperties("domainLock", args, ["domain", "locked", "icannTransferLock", "icannTransferLockExpiresAt", "canTransferOut"]), dynamicOptions(options, []));
    checkWithOthers(this, "DomainLock", args);
  }
}

/** Arguments of `Nameservers`. */
export interface NameserversArgs {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  domain: pulumi.Input<string>;
  /** Host names of 2 to 13 nameservers; order, case and trailing dots have no meaning. Updates in place. RFC 1034 4.1. */
  nameservers: pulumi.Input<pulumi.Input<string>[]>;
  /** Put back the nameservers that the domain had before, when this resource is deleted. Default: `false`, they stay as they are. */
  restoreOnDelete?: pulumi.Input<boolean> | undefined;
}

/**
 * The nameservers that a domain is delegated to.
 *
 * - Create: sets the list if it differs, and remembers the previous one.
 * - Drift: the set of nameservers, whatever its order, case or dots.
 * - Delete: leaves the nameservers as they are and says so; with `restoreOnDelete: true` puts back those the domain had before.
 */
export class Nameservers extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Host names of 2 to 13 nameservers; order, case and trailing dots have no meaning. Updates in place. RFC 1034 4.1. */
  declare readonly nameservers: pulumi.Output<string[]>;
  /** Put back the nameservers that the domain had before, when this resource is deleted. Default: `false`, they stay as they are. */
  declare readonly restoreOnDelete: pulumi.Output<boolean | undefined>;
  /** The nameservers before the program first changed them; absent when they were the same. */
  declare readonly previousNameservers: pulumi.Output<string[] | undefined>;

  constructor(name: string, args: NameserversArgs, options?: pulumi.CustomResourceOptions) {
    super(dynamicType("Nameservers"), name, dynamicProperties("nameservers", args, ["domain", "nameservers", "restoreOnDelete", "previousNameservers"]), dynamicOptions(options, []));
    checkWithOthers(this, "Nameservers", args);
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
  /** E-mail address. Updates in place; the owner may have to approve the change by e-mail, until then it is pending. */
  email: pulumi.Input<string>;
  /** Telephone number in EPP form, such as `+1.2025551234`. Updates in place. RFC 5733 2.5. */
  phone: pulumi.Input<string>;
  /** Fax number in EPP form. Updates in place. RFC 5733 2.5. */
  fax?: pulumi.Input<string> | undefined;
  /** Street address: one text or a list of lines. Updates in place. */
  address: pulumi.Input<string> | pulumi.Input<pulumi.Input<string>[]>;
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

/**
 * A contact handle of the account, for use as registrant, admin, billing or tech contact of domains.
 *
 * - Create: takes over a handle of the account whose given fields all equal, else creates one.
 * - Drift: every field that the program gives. A change that waits for the owner's approval (202) is pending, not drift, until `pendingDays` are over.
 * - Delete: the API cannot delete a handle: it is forgotten, and that is said.
 */
export class Contact extends pulumi.CustomResource {
  /** Full name; or give `firstName` and `lastName`. Updates in place. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Given name, together with `lastName` instead of `name`. Updates in place. */
  declare readonly firstName: pulumi.Output<string | undefined>;
  /** Family name, together with `firstName` instead of `name`. Updates in place. */
  declare readonly lastName: pulumi.Output<string | undefined>;
  /** Company or organisation. Updates in place. */
  declare readonly organization: pulumi.Output<string | undefined>;
  /** E-mail address. Updates in place; the owner may have to approve the change by e-mail, until then it is pending. */
  declare readonly email: pulumi.Output<string>;
  /** Telephone number in EPP form, such as `+1.2025551234`. Updates in place. RFC 5733 2.5. */
  declare readonly phone: pulumi.Output<string>;
  /** Fax number in EPP form. Updates in place. RFC 5733 2.5. */
  declare readonly fax: pulumi.Output<string | undefined>;
  /** Street address: one text or a list of lines. Updates in place. */
  declare readonly address: pulumi.Output<string | string[]>;
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
  declare readonly handle: pulumi.Output<string | undefined>;
  /** Whether the registrar counts the contact as verified. */
  declare readonly verified: pulumi.Output<boolean | undefined>;
  /** Since when a change waits for the owner's approval (ISO 8601). */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** What each waiting field was before. */
  declare readonly pending: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: ContactArgs, options?: pulumi.CustomResourceOptions) {
    super(dynamicType("Contact"), name, dynamicProperties("contact", args, ["name", "firstName", "lastName", "organization", "email", "phone", "fax", "address", "city", "state", "zip", "country", "label", "disclosedFields", "handle", "verified", "pendingSince", "pending"]), dynamicOptions(options, ["pending"]));
    checkWithOthers(this, "Contact", args);
  }
}
