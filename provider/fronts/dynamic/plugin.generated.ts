// Generated from the resource definitions by `npm run generate`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import type { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";
import type { ArgsOfType, ArgsWithWord } from "./argumentTypes.ts";
import type * as classes from "./classes.generated.ts";
import { pluginType } from "../shared/state.ts";
import { definitions } from "./definitions.generated.ts";
import { withJoinedRecords } from "./records.ts";
import { absentArguments, get, isInstanceOf, registration } from "./registration.ts";

export type * from "./classes.generated.ts";
export * from "./explicitProvider.generated.ts";

export interface DnsRecord<T extends string = string> extends classes.DnsRecord<T> {}

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
  static { absentArguments(this, definitions.DnsRecord); }

  static readonly __pulumiType: string = pluginType("DnsRecord");
  static override readonly isInstance = isInstanceOf<DnsRecord>(DnsRecord.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsOfType<classes.DnsRecordArgs, T>, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DnsRecord, name, args, options, true));
  }
}

export interface DnsRecordSet<T extends string = string> extends classes.DnsRecordSet<T> {}

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
  static { absentArguments(this, definitions.DnsRecordSet); }

  static readonly __pulumiType: string = pluginType("DnsRecordSet");
  static override readonly isInstance = isInstanceOf<DnsRecordSet>(DnsRecordSet.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsWithWord<classes.DnsRecordSetArgs, "type", DnsRecordType, T>, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DnsRecordSet, name, args, options, true));
  }
}

export interface DnsZone<T extends string = string> extends classes.DnsZone<T> {}

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
  static { absentArguments(this, definitions.DnsZone); }

  static readonly __pulumiType: string = pluginType("DnsZone");
  static override readonly isInstance = isInstanceOf<DnsZone>(DnsZone.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsWithWord<classes.DnsZoneArgs, "mode", DnsZoneMode, T>, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DnsZone, name, withJoinedRecords(args), options, true));
  }
}

export interface UrlForward<T extends string = string> extends classes.UrlForward<T> {}

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
  static { absentArguments(this, definitions.UrlForward); }

  static readonly __pulumiType: string = pluginType("UrlForward");
  static override readonly isInstance = isInstanceOf<UrlForward>(UrlForward.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: ArgsWithWord<classes.UrlForwardArgs, "type", UrlForwardType, T>, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.UrlForward, name, args, options, true));
  }
}

export interface DomainLock extends classes.DomainLock {}

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
  static { absentArguments(this, definitions.DomainLock); }

  static readonly __pulumiType: string = pluginType("DomainLock");
  static override readonly isInstance = isInstanceOf<DomainLock>(DomainLock.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.DomainLockArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DomainLock, name, args, options, true));
  }
}

export interface Nameservers extends classes.Nameservers {}

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
  static { absentArguments(this, definitions.Nameservers); }

  static readonly __pulumiType: string = pluginType("Nameservers");
  static override readonly isInstance = isInstanceOf<Nameservers>(Nameservers.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.NameserversArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.Nameservers, name, args, options, true));
  }
}

export interface Contact extends classes.Contact {}

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
  static { absentArguments(this, definitions.Contact); }

  static readonly __pulumiType: string = pluginType("Contact");
  static override readonly isInstance = isInstanceOf<Contact>(Contact.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.ContactArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.Contact, name, args, options, true));
  }
}

export interface DomainContacts extends classes.DomainContacts {}

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
  static { absentArguments(this, definitions.DomainContacts); }

  static readonly __pulumiType: string = pluginType("DomainContacts");
  static override readonly isInstance = isInstanceOf<DomainContacts>(DomainContacts.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.DomainContactsArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DomainContacts, name, args, options, true));
  }
}

export interface DomainSettings extends classes.DomainSettings {}

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
  static { absentArguments(this, definitions.DomainSettings); }

  static readonly __pulumiType: string = pluginType("DomainSettings");
  static override readonly isInstance = isInstanceOf<DomainSettings>(DomainSettings.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.DomainSettingsArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DomainSettings, name, args, options, true));
  }
}

export interface Dnssec extends classes.Dnssec {}

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
  static { absentArguments(this, definitions.Dnssec); }

  static readonly __pulumiType: string = pluginType("Dnssec");
  static override readonly isInstance = isInstanceOf<Dnssec>(Dnssec.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.DnssecArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.Dnssec, name, args, options, true));
  }
}

export interface DomainRegistration extends classes.DomainRegistration {}

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
  static { absentArguments(this, definitions.DomainRegistration); }

  static readonly __pulumiType: string = pluginType("DomainRegistration");
  static override readonly isInstance = isInstanceOf<DomainRegistration>(DomainRegistration.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.DomainRegistrationArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DomainRegistration, name, args, options, true));
  }
}

export interface DomainTransfer extends classes.DomainTransfer {}

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
  static { absentArguments(this, definitions.DomainTransfer); }

  static readonly __pulumiType: string = pluginType("DomainTransfer");
  static override readonly isInstance = isInstanceOf<DomainTransfer>(DomainTransfer.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for `pulumi import` */
  static readonly get: typeof get = get;

  constructor(name: string, args: classes.DomainTransferArgs, options?: pulumi.CustomResourceOptions) {
    super(...registration(definitions.DomainTransfer, name, args, options, true));
  }
}
