// Generated from the resource definitions by `npm run generate`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import type { AAAARecord, AAAARecordArgs, ARecord, ARecordArgs, CAARecord, CAARecordArgs, CNAMERecord, CNAMERecordArgs, ContactArgs, DnsRecordArgs, DnsRecordSetArgs, DnsZoneArgs, DnssecArgs, DomainContactsArgs, DomainLockArgs, DomainRegistrationArgs, DomainSettingsArgs, DomainTransferArgs, MXRecord, MXRecordArgs, NSRecord, NSRecordArgs, NameserversArgs, PTRRecord, PTRRecordArgs, SRVRecord, SRVRecordArgs, TXTRecord, TXTRecordArgs, TransferContacts, UrlForwardArgs, ZoneRecordFields } from "../dynamic/classes.generated.ts";
import { checkWithOthers } from "../dynamic/programChecks.ts";
import { absentOutputs } from "../dynamic/register.ts";
import { StackTraces } from "../dynamic/stackTraces.ts";
import { recordsFromTexts } from "../dynamic/zoneTexts.ts";
import { nativeRegistration, providerInputs } from "./register.ts";

export type { AAAARecord, AAAARecordArgs, ARecord, ARecordArgs, CAARecord, CAARecordArgs, CNAMERecord, CNAMERecordArgs, ContactArgs, DnsRecordArgs, DnsRecordSetArgs, DnsZoneArgs, DnssecArgs, DomainContactsArgs, DomainLockArgs, DomainRegistrationArgs, DomainSettingsArgs, DomainTransferArgs, MXRecord, MXRecordArgs, NSRecord, NSRecordArgs, NameserversArgs, PTRRecord, PTRRecordArgs, SRVRecord, SRVRecordArgs, TXTRecord, TXTRecordArgs, TransferContacts, UrlForwardArgs, ZoneRecordFields };

/** Settings of a provider; what is left out is read from the environment. Those of the stack are for the default provider. */
export interface ProviderArgs {
  /** Address of the registrar's API. Default: the environment variable `REGISTRAR_BASE_URL`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** The API token. Kept secret in the state even where it is given in clear. Default: the environment variable `REGISTRAR_API_TOKEN`, which is never copied into the state. */
  token?: pulumi.Input<string> | undefined;
  /** Name of the environment variable that holds the API token, in place of `REGISTRAR_API_TOKEN`. */
  tokenEnv?: pulumi.Input<string> | undefined;
  /** User id of the marketplace. Default: the environment variable `REGISTRAR_USER_ID`. */
  userId?: pulumi.Input<string> | undefined;
  /** Token of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_TOKEN`. */
  marketplaceToken?: pulumi.Input<string> | undefined;
  /** Token for appraisals. Default: the environment variable `REGISTRAR_APPRAISAL_TOKEN`. */
  appraisalToken?: pulumi.Input<string> | undefined;
  /** Path of a contract file, relative to the program's folder. Default: the environment variable `REGISTRAR_CONTRACT`. */
  contract?: pulumi.Input<string> | undefined;
  /** Domains that left the account for good: their resources read as gone. Default: `REGISTRAR_FORMER_DOMAINS`. */
  formerDomains?: pulumi.Input<string[]> | undefined;
  /** Take existing items of equal meaning over on create; never overwrites content. Default: the environment variable `REGISTRAR_ADOPT`, or `false`. */
  adopt?: pulumi.Input<boolean> | undefined;
  /** Ids of checks that are switched off. Default: none. */
  ignoreChecks?: pulumi.Input<string[]> | undefined;
  /** How long a list may lag behind a write, in seconds, 0 to 600. Default: 10. */
  lookupSeconds?: pulumi.Input<number> | undefined;
  /** Writes to one domain at the same time, at most: 1 to 16. Default: 16. */
  writesPerDomain?: pulumi.Input<number> | undefined;
}

/** An account at the registrar, for resources that name it as their `provider`: one process each. */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    super("registrar", name, providerInputs(args, ["token","marketplaceToken","appraisalToken"]), options);
  }
}

/** The record types. */
export const RecordType = {
  A: "A",
  AAAA: "AAAA",
  CNAME: "CNAME",
  MX: "MX",
  TXT: "TXT",
  NS: "NS",
  SRV: "SRV",
  CAA: "CAA",
  PTR: "PTR",
} as const;

/** The record type. A change replaces the set. */
export const DnsRecordSetType = {
  A: "A",
  AAAA: "AAAA",
  CNAME: "CNAME",
  MX: "MX",
  TXT: "TXT",
  NS: "NS",
  SRV: "SRV",
  CAA: "CAA",
  PTR: "PTR",
} as const;

/** `additive`: owns the records that it lists and those that it listed before, and leaves other records alone. `authoritative`: also deletes every other record of the zone, except those that `ignore` names, the NS and SOA records of the apex, and rows that are not understood; every run then reads the zone, including previews. Default: `additive`. Updates in place. */
export const DnsZoneMode = {
  Additive: "additive",
  Authoritative: "authoritative",
} as const;

const dnsRecordClass = {
  "type": "DnsRecord",
  "handler": "dnsRecord",
  "outputs": [
    "domain",
    "type",
    "name",
    "ttl",
    "comment",
    "recordId"
  ],
  "outputsByType": {
    "A": [
      "content"
    ],
    "AAAA": [
      "content"
    ],
    "CNAME": [
      "content"
    ],
    "MX": [
      "content",
      "priority"
    ],
    "TXT": [
      "content"
    ],
    "NS": [
      "content"
    ],
    "SRV": [
      "priority",
      "service",
      "protocol",
      "weight",
      "port",
      "target"
    ],
    "CAA": [
      "flags",
      "tag",
      "value"
    ],
    "PTR": [
      "content"
    ]
  },
  "trades": true,
  "deleteBeforeReplace": true
};

/**
 * One DNS record of a domain that uses the service's own nameservers.
 *
 * - Create: reads the zone once per run (shared by all records), fails if the same record exists (unless `adopt` is set), and creates the record.
 * - Drift: every argument that the program sets, compared by meaning and not by spelling.
 * - Delete: deletes the record; succeeds if it is already gone; leaves it in place if another resource has taken it over.
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
  /** 0, or 128 (issuer critical) to forbid issuance by authorities that do not understand the tag. Updates in place. RFC 8659 section 4.1. */
  declare readonly flags: pulumi.Output<number | undefined>;
  /** The property: `issue`, `issuewild`, `iodef`, ... Not case-sensitive. Updates in place. RFC 8659 section 4. */
  declare readonly tag: pulumi.Output<string | undefined>;
  /** For `issue` and similar tags: a certificate authority's domain and parameters, or `;` for no authority. For `iodef`: a URL. Not quoted. Updates in place. RFC 8659 section 4. */
  declare readonly value: pulumi.Output<string | undefined>;
  /** The registrar's id of the record; absent until the registrar has shown it. */
  declare readonly recordId: pulumi.Output<string | undefined>;

  static {
    absentOutputs(this, dnsRecordClass);
  }

  constructor(name: string, args: DnsRecordArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(dnsRecordClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DnsRecord", args);
  }
}

const dnsRecordSetClass = {
  "type": "DnsRecordSet",
  "handler": "dnsRecordSet",
  "outputs": [
    "domain",
    "name",
    "type",
    "ttl",
    "values"
  ]
};

/**
 * All records of one name and type, as one resource: the addresses of a host, the mail servers of a domain.
 *
 * - Create: reads the zone, takes over equal records, creates the others, and asks for consent before it deletes any.
 * - Drift: the values and the TTL, compared by meaning; also other records of the name and type.
 * - Delete: deletes the records that it lists, except those that another resource has taken over.
 */
export class DnsRecordSet extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Owner name, relative to the domain: `www`; `@` for the domain itself. For SRV with service and protocol, such as `_sip._tcp`. A change replaces the set. */
  declare readonly name: pulumi.Output<string>;
  /** The record type. A change replaces the set. */
  declare readonly type: pulumi.Output<"A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR">;
  /** How long resolvers may keep the records, in seconds, 0 to 2147483647; one for all, as DNS has it (RFC 2181 section 5.2). Default: the registrar's. Updates in place. */
  declare readonly ttl: pulumi.Output<number | undefined>;
  /** The data of each record as zone files write it (RFC 1035 section 5.1): `192.0.2.1`; for MX `10 mail.example.net`; for CAA `0 issue "ca.example.net"`; for SRV `10 5 5060 sip.example.net`. A TXT is its text, without quotes. Hosts are complete, with or without a dot at the end. The order has no meaning. One value changed is one update. Updates in place. */
  declare readonly values: pulumi.Output<string[]>;

  constructor(name: string, args: DnsRecordSetArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(dnsRecordSetClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DnsRecordSet", args);
  }
}

const dnsZoneClass = {
  "type": "DnsZone",
  "handler": "dnsZone",
  "outputs": [
    "domain",
    "mode",
    "ignore",
    "records",
    "recordIds"
  ],
  "inTexts": true
};

/**
 * Many records of a domain, or its whole zone, as one resource; for hundreds and thousands of records.
 *
 * - Create: reads the zone, takes over identical records, and creates the others.
 * - Drift: every argument of every listed record, by name and type, compared by meaning; in an authoritative zone, also records that are not listed.
 * - Delete: deletes the records that it lists, except those that another resource has taken over; deletes nothing else.
 */
export class DnsZone extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** `additive`: owns the records that it lists and those that it listed before, and leaves other records alone. `authoritative`: also deletes every other record of the zone, except those that `ignore` names, the NS and SOA records of the apex, and rows that are not understood; every run then reads the zone, including previews. Default: `additive`. Updates in place. */
  declare readonly mode: pulumi.Output<"additive" | "authoritative" | undefined>;
  /** Records that are never touched: `"NAME"` or `"NAME TYPE"`, relative to the domain; `*` stands for any characters, such as `"*.dyn TXT"`. Default: none. Updates in place. */
  declare readonly ignore: pulumi.Output<string[] | undefined>;
  /** The records as a map by owner name and type, even if the program writes a list. */
  declare readonly records: pulumi.Output<Record<string, pulumi.Unwrap<ZoneRecordFields> | pulumi.Unwrap<ZoneRecordFields>[]>>;
  /** The registrar's ids of the records, under the same keys as `records`; absent while it has not shown them. */
  declare readonly recordIds: pulumi.Output<Record<string, unknown> | undefined>;

  static {
    recordsFromTexts(this);
  }

  constructor(name: string, args: DnsZoneArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(dnsZoneClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DnsZone", args);
  }
}

const urlForwardClass = {
  "type": "UrlForward",
  "handler": "urlForward",
  "outputs": [
    "domain",
    "source",
    "destination",
    "type",
    "recordId"
  ],
  "trades": true,
  "deleteBeforeReplace": true
};

/**
 * An HTTP redirect from a host of the domain to a URL.
 *
 * - Create: reads the domain's forwards once per run (shared by all forwards), fails if the same forward exists (unless `adopt` is set), and creates the forward.
 * - Drift: the source, the destination and, if the program sets it, the type.
 * - Delete: deletes the forward; succeeds if it is already gone; leaves it in place if another resource has taken it over.
 */
export class UrlForward extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Host that is redirected: its label relative to the domain, such as `www`, or the whole host under it (`www.example.com`); `@` or empty for the domain itself. Updates in place. Specification, "URL forward". */
  declare readonly source: pulumi.Output<string>;
  /** Full URL to redirect to. Updates in place. */
  declare readonly destination: pulumi.Output<string>;
  /** `permanent` (301), `temporary` (302), or a word that the contract file names under `values`. If omitted, the registrar decides (temporary), and the type is not changed. Updates in place. */
  declare readonly type: pulumi.Output<string | undefined>;
  /** The registrar's id of the forward; absent until the registrar has shown it. */
  declare readonly recordId: pulumi.Output<string | undefined>;

  constructor(name: string, args: UrlForwardArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(urlForwardClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "UrlForward", args);
  }
}

const domainLockClass = {
  "type": "DomainLock",
  "handler": "domainLock",
  "outputs": [
    "domain",
    "locked",
    "icannTransferLock",
    "icannTransferLockExpiresAt",
    "canTransferOut"
  ]
};

/**
 * The registrar lock of a domain: it forbids a transfer to another registrar.
 *
 * - Create: locks the domain if it is unlocked, and then reads the lock to confirm it.
 * - Drift: the domain was unlocked in the dashboard, or part of the registrar's response says that it is not locked; the next `up` locks it again.
 * - Delete: fails while the domain is locked, because only the dashboard can unlock it, and while the lock cannot be read; succeeds without a write once the domain is unlocked in the dashboard, or is named in `registrar:formerDomains`.
 */
export class DomainLock extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Whether the registrar lock is on. */
  declare readonly locked: pulumi.Output<boolean>;
  /** The automatic 60-day transfer restriction after registration or inbound transfer. */
  declare readonly icannTransferLock: pulumi.Output<boolean | undefined>;
  /** When that restriction ends, in the registrar's format. */
  declare readonly icannTransferLockExpiresAt: pulumi.Output<string | undefined>;
  /** True only when both the lock and the restriction are off. */
  declare readonly canTransferOut: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DomainLockArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(domainLockClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DomainLock", args);
  }
}

const nameserversClass = {
  "type": "Nameservers",
  "handler": "nameservers",
  "outputs": [
    "domain",
    "nameservers",
    "restoreOnDelete",
    "previousNameservers"
  ]
};

/**
 * The nameservers that a domain is delegated to.
 *
 * - Create: sets the list if it differs, and stores the previous list.
 * - Drift: the set of nameservers, regardless of order, case and trailing dots.
 * - Delete: leaves the nameservers unchanged, and reports that; with `restoreOnDelete: true`, restores those that the domain had before, unless somebody has changed them by hand since then.
 */
export class Nameservers extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Host names of 2 to 13 nameservers; order, case and trailing dots have no meaning. Updates in place. RFC 1034 4.1. */
  declare readonly nameservers: pulumi.Output<string[]>;
  /** When this resource is deleted, restore the nameservers that the domain had when the resource was created, unless somebody has changed them by hand since then. Default: `false`, the nameservers are not changed. */
  declare readonly restoreOnDelete: pulumi.Output<boolean | undefined>;
  /** The nameservers that the domain had when this resource took it over. */
  declare readonly previousNameservers: pulumi.Output<string[] | undefined>;

  constructor(name: string, args: NameserversArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(nameserversClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "Nameservers", args);
  }
}

const contactClass = {
  "type": "Contact",
  "handler": "contact",
  "outputs": [
    "name",
    "firstName",
    "lastName",
    "organization",
    "email",
    "phone",
    "fax",
    "address",
    "city",
    "state",
    "zip",
    "country",
    "label",
    "disclosedFields",
    "handle",
    "verified",
    "pendingSince",
    "pending"
  ],
  "secretInputs": [
    "name",
    "firstName",
    "lastName",
    "organization",
    "email",
    "phone",
    "fax",
    "address",
    "city",
    "state",
    "zip",
    "label"
  ],
  "secretOutputs": [
    "pending"
  ]
};

/**
 * A contact handle of the account, for use as registrant, admin, billing or tech contact of domains. What identifies people (all but `country` and `disclosedFields`) is encrypted in the state, and previews show it as `[secret]`.
 *
 * - Create: takes over a handle of the account if all fields that the program sets are equal; otherwise creates one.
 * - Drift: every field that the program sets. A change that waits for the owner's approval (202) is pending, not drift, until `pendingDays` have passed.
 * - Delete: removes the handle from the state only, and reports that: the API cannot delete a handle.
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
  /** E-mail address. Updates in place. The owner may have to approve the change by e-mail; until then, it is pending. */
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
  declare readonly handle: pulumi.Output<string>;
  /** Whether the registrar counts the contact as verified. */
  declare readonly verified: pulumi.Output<boolean | undefined>;
  /** When the change that waits for the owner's approval was first sent (ISO 8601). */
  declare readonly pendingSince: pulumi.Output<string | undefined>;
  /** What each waiting field was before. */
  declare readonly pending: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: ContactArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(contactClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "Contact", args);
  }
}

const domainContactsClass = {
  "type": "DomainContacts",
  "handler": "domainContacts",
  "outputs": [
    "domain",
    "registrant",
    "admin",
    "tech",
    "billing",
    "pendingSince",
    "pending"
  ]
};

/**
 * The registrant, admin, tech and billing contact of a domain. A role that you leave out is not changed.
 *
 * - Create: reads the domain once, and sets the roles that the program sets and that differ. The domain must be active, unlocked and on the service's nameservers: a `DomainLock` of the same program is set afterwards. If the domain is locked already and a role differs, the preview fails.
 * - Drift: the roles that the program sets; for a role that the registrar does not show, the last written value counts. A change that waits for the owner's approval (202) is pending, not drift, until `pendingDays` have passed.
 * - Delete: leaves the contacts unchanged, and reports that.
 */
export class DomainContacts extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
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
  declare readonly pending: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: DomainContactsArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(domainContactsClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DomainContacts", args);
  }
}

const domainSettingsClass = {
  "type": "DomainSettings",
  "handler": "domainSettings",
  "outputs": [
    "domain",
    "autoRenew",
    "privacy"
  ]
};

/**
 * Auto-renewal and WHOIS privacy of a domain. A setting that you leave out is not changed.
 *
 * - Create: reads the domain once, and writes only the settings that the program sets and that differ.
 * - Drift: the settings that the program sets; for a setting that the registrar does not show, the last written value counts.
 * - Delete: leaves the settings unchanged, and reports that.
 */
export class DomainSettings extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Whether the registrar renews the domain automatically before it expires. Default: not changed. Updates in place. */
  declare readonly autoRenew: pulumi.Output<boolean | undefined>;
  /** Whether WHOIS privacy hides the contacts in public registration data. Default: not changed. Updates in place. */
  declare readonly privacy: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DomainSettingsArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(domainSettingsClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DomainSettings", args);
  }
}

const dnssecClass = {
  "type": "Dnssec",
  "handler": "dnssec",
  "outputs": [
    "domain",
    "enabled",
    "dsRecords",
    "details"
  ],
  "secretOutputs": [
    "details"
  ]
};

/**
 * DNSSEC of a domain that uses the service's own nameservers.
 *
 * - Create: switches DNSSEC on or off if it differs. Refuses to switch it on while the domain uses other nameservers, because the domain would then no longer resolve.
 * - Drift: DNSSEC was switched on or off elsewhere.
 * - Delete: leaves DNSSEC unchanged, and reports that; to switch it off, set `enabled: false`.
 */
export class Dnssec extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** Whether DNSSEC is on. Requires the service's own nameservers; `false` switches it off. Updates in place. RFC 9364. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** The DS records that the registrar shows, in a fixed order; empty when it shows none. RFC 4034 5.1. */
  declare readonly dsRecords: pulumi.Output<{ keyTag: number; algorithm: number; digestType: number; digest: string }[]>;
  /** The registrar's complete response, unchanged. Secret, because its contents are not documented. */
  declare readonly details: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: DnssecArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(dnssecClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "Dnssec", args);
  }
}

const domainRegistrationClass = {
  "type": "DomainRegistration",
  "handler": "domainRegistration",
  "outputs": [
    "domain",
    "status",
    "registeredAt",
    "expiresAt",
    "statusCodes",
    "nameservers",
    "registrantHandle",
    "adminHandle",
    "techHandle",
    "billingHandle",
    "pricePaid",
    "renewalPricePaid",
    "isPremium",
    "leftAccount",
    "unverifiedOrder"
  ]
};

/**
 * A domain registered in the account: taken over if the account holds it, otherwise bought for at most the given price.
 *
 * - Create: takes over the domain if the account holds it, and then buys nothing; otherwise reads availability and price, and orders the domain once, for at most `maxPrice`.
 * - Drift: an expiry date before `expiresAfter`; the next `up` renews the domain. If the domain has left the account, `leftAccount` is set and the refresh reports this once; the domain is never bought again unless `rebuy` allows it.
 * - Delete: removes the domain from the state only, and reports that: nothing is released, cancelled or transferred.
 */
export class DomainRegistration extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** The status of the domain as the registrar names it, such as `active`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** When it was registered. RFC 3339. */
  declare readonly registeredAt: pulumi.Output<string | undefined>;
  /** When the registration ends. RFC 3339. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3. */
  declare readonly statusCodes: pulumi.Output<string[] | undefined>;
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

  constructor(name: string, args: DomainRegistrationArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(domainRegistrationClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DomainRegistration", args);
  }
}

const domainTransferClass = {
  "type": "DomainTransfer",
  "handler": "domainTransfer",
  "outputs": [
    "domain",
    "status",
    "registeredAt",
    "expiresAt",
    "statusCodes",
    "registrantHandle",
    "adminHandle",
    "techHandle",
    "billingHandle",
    "transferStatus",
    "pendingSince",
    "completedAt",
    "pricePaid",
    "icannTransferLock",
    "icannTransferLockExpiresAt",
    "leftAccount",
    "unverifiedOrder"
  ],
  "secretInputs": [
    "authCode"
  ]
};

/**
 * An inbound transfer of a domain from another registrar.
 *
 * - Create: does nothing if the account already holds the domain; otherwise orders the transfer once, for at most `maxPrice`. The transfer is pending until the domain has arrived.
 * - Drift: none: a refresh shows whether the transfer is pending or completed, or whether the domain has left the account.
 * - Delete: removes the transfer from the state only, and reports that: nothing is cancelled or released.
 */
export class DomainTransfer extends pulumi.CustomResource {
  /** Fully qualified domain name, such as `example.com`; may be internationalised. */
  declare readonly domain: pulumi.Output<string>;
  /** The status of the domain as the registrar names it, such as `active`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** When it was registered. RFC 3339. */
  declare readonly registeredAt: pulumi.Output<string | undefined>;
  /** When the registration ends. RFC 3339. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3. */
  declare readonly statusCodes: pulumi.Output<string[] | undefined>;
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

  constructor(name: string, args: DomainTransferArgs, options?: pulumi.CustomResourceOptions) {
    const traces = new StackTraces();
    try {
      super(...nativeRegistration(domainTransferClass, name, args, options));
    } catch (error) {
      throw traces.missingIn(error);
    } finally {
      traces.resume();
    }
    checkWithOthers(this, "DomainTransfer", args);
  }
}
