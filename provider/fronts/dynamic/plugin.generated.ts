// Generated from the resource definitions by `npm run generate`. Do not edit.

import * as classes from "./classes.generated.ts";
import { pluginType } from "../shared/ownKeys.ts";
import { isInstanceOf } from "./registrarResource.ts";

export type * from "./classes.generated.ts";
export * from "./explicitProvider.generated.ts";

/** One DNS record of a domain that uses the registrar's own nameservers. */
export class DnsRecord extends classes.DnsRecord {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DnsRecord");
  static override readonly isInstance = isInstanceOf<DnsRecord>(DnsRecord.__pulumiType);
}

/** All records of one name and type, such as the addresses of a host or the mail servers of a domain. */
export class DnsRecordSet extends classes.DnsRecordSet {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DnsRecordSet");
  static override readonly isInstance = isInstanceOf<DnsRecordSet>(DnsRecordSet.__pulumiType);
}

/** Many records of a domain, or all of them, as one resource; for hundreds and thousands of records. */
export class DnsZone extends classes.DnsZone {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DnsZone");
  static override readonly isInstance = isInstanceOf<DnsZone>(DnsZone.__pulumiType);
}

/** An HTTP redirect from a host of the domain to a URL. */
export class UrlForward extends classes.UrlForward {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("UrlForward");
  static override readonly isInstance = isInstanceOf<UrlForward>(UrlForward.__pulumiType);
}

/** The registrar lock of a domain, which forbids a transfer to another registrar. Use it with the option `protect: true`. */
export class DomainLock extends classes.DomainLock {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DomainLock");
  static override readonly isInstance = isInstanceOf<DomainLock>(DomainLock.__pulumiType);
}

/** The nameservers that a domain is delegated to. */
export class Nameservers extends classes.Nameservers {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("Nameservers");
  static override readonly isInstance = isInstanceOf<Nameservers>(Nameservers.__pulumiType);
}

/** A contact handle of the account, for use as a contact of domains. All fields but `country` and `disclosedFields` are secret. */
export class Contact extends classes.Contact {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("Contact");
  static override readonly isInstance = isInstanceOf<Contact>(Contact.__pulumiType);
}

/** The registrant, admin, tech and billing contacts of a domain. A role that you leave out isn't changed. */
export class DomainContacts extends classes.DomainContacts {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DomainContacts");
  static override readonly isInstance = isInstanceOf<DomainContacts>(DomainContacts.__pulumiType);
}

/** Auto-renewal and WHOIS privacy of a domain. A setting that you leave out isn't changed. */
export class DomainSettings extends classes.DomainSettings {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DomainSettings");
  static override readonly isInstance = isInstanceOf<DomainSettings>(DomainSettings.__pulumiType);
}

/** DNSSEC of a domain that uses the service's own nameservers. */
export class Dnssec extends classes.Dnssec {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("Dnssec");
  static override readonly isInstance = isInstanceOf<Dnssec>(Dnssec.__pulumiType);
}

/** A registered domain: adopted if the account holds it, otherwise bought for at most the given price. */
export class DomainRegistration extends classes.DomainRegistration {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DomainRegistration");
  static override readonly isInstance = isInstanceOf<DomainRegistration>(DomainRegistration.__pulumiType);
}

/** An inbound transfer of a domain from another registrar. */
export class DomainTransfer extends classes.DomainTransfer {
  protected static override readonly isPlugin = true;

  static override readonly __pulumiType: string = pluginType("DomainTransfer");
  static override readonly isInstance = isInstanceOf<DomainTransfer>(DomainTransfer.__pulumiType);
}
