// Generated from the resource definitions by `npm run generate`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import * as classes from "./classes.generated.ts";
import { nativeType } from "../shared/ownKeys.ts";
import { isInstanceOf, providerInputs } from "./registrarResource.ts";

export type * from "./classes.generated.ts";

/** Settings of a provider; what is left out is read from the environment. Those of the stack are for the default provider. */
export interface ProviderArgs {
  /** Address of the registrar's API. Default: the environment variable `REGISTRAR_BASE_URL`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** The API token. Kept secret in the state even where it is given in clear. Default: the environment variable `REGISTRAR_API_TOKEN`, which is never copied into the state. */
  token?: pulumi.Input<string> | undefined;
  /** Name of the environment variable that holds the API token, in place of `REGISTRAR_API_TOKEN`. */
  tokenEnv?: pulumi.Input<string> | undefined;
  /** User id of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_USER_ID`. */
  marketplaceUserId?: pulumi.Input<string> | undefined;
  /** Token of the marketplace. Default: the environment variable `REGISTRAR_MARKETPLACE_TOKEN`. */
  marketplaceToken?: pulumi.Input<string> | undefined;
  /** Token for appraisals. Default: the environment variable `REGISTRAR_APPRAISAL_TOKEN`. */
  appraisalToken?: pulumi.Input<string> | undefined;
  /** Path of a contract file, relative to the program's folder. Default: the environment variable `REGISTRAR_CONTRACT_FILE`. */
  contractFile?: pulumi.Input<string> | undefined;
  /** Domains that left the account for good: their resources read as gone. Default: `REGISTRAR_FORMER_DOMAINS`. */
  formerDomains?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** `matching`: take existing items of equal meaning over on create; never overwrites content. Default: the environment variable `REGISTRAR_ADOPT`, or `none`. */
  adopt?: pulumi.Input<"none" | "matching"> | undefined;
  /** Ids of checks that are switched off. Default: none. */
  ignoreChecks?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** How long a list may lag behind a write, in seconds, 0 to 600. Default: 10. */
  lookupSeconds?: pulumi.Input<number> | undefined;
  /** Writes to one domain at the same time, at most: 1 to 16. Default: 4. */
  writesPerDomain?: pulumi.Input<number> | undefined;
}

/** An account at the registrar, for resources that name it as their `provider`: one process each. */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    super("registrar", name, providerInputs(args, ["token","marketplaceToken","appraisalToken"]), options);
  }
}

/** One DNS record of a domain that uses the service's own nameservers. */
export class DnsRecord extends classes.DnsRecord {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DnsRecord");
  static override readonly isInstance = isInstanceOf<DnsRecord>(DnsRecord.__pulumiType);
}

/** All records of one name and type, as one resource: the addresses of a host, the mail servers of a domain. */
export class DnsRecordSet extends classes.DnsRecordSet {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DnsRecordSet");
  static override readonly isInstance = isInstanceOf<DnsRecordSet>(DnsRecordSet.__pulumiType);
}

/** Many records of a domain, or its whole zone, as one resource; for hundreds and thousands of records. */
export class DnsZone extends classes.DnsZone {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DnsZone");
  static override readonly isInstance = isInstanceOf<DnsZone>(DnsZone.__pulumiType);
}

/** An HTTP redirect from a host of the domain to a URL. */
export class UrlForward extends classes.UrlForward {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("UrlForward");
  static override readonly isInstance = isInstanceOf<UrlForward>(UrlForward.__pulumiType);
}

/** The registrar lock of a domain: it forbids a transfer to another registrar. */
export class DomainLock extends classes.DomainLock {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DomainLock");
  static override readonly isInstance = isInstanceOf<DomainLock>(DomainLock.__pulumiType);
}

/** The nameservers that a domain is delegated to. */
export class Nameservers extends classes.Nameservers {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("Nameservers");
  static override readonly isInstance = isInstanceOf<Nameservers>(Nameservers.__pulumiType);
}

/** A contact handle of the account, for use as registrant, admin, billing or tech contact of domains. What identifies people (all but `country` and `disclosedFields`) is encrypted in the state, and previews show it as `[secret]`. */
export class Contact extends classes.Contact {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("Contact");
  static override readonly isInstance = isInstanceOf<Contact>(Contact.__pulumiType);
}

/** The registrant, admin, tech and billing contact of a domain. A role that you leave out is not changed. */
export class DomainContacts extends classes.DomainContacts {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DomainContacts");
  static override readonly isInstance = isInstanceOf<DomainContacts>(DomainContacts.__pulumiType);
}

/** Auto-renewal and WHOIS privacy of a domain. A setting that you leave out is not changed. */
export class DomainSettings extends classes.DomainSettings {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DomainSettings");
  static override readonly isInstance = isInstanceOf<DomainSettings>(DomainSettings.__pulumiType);
}

/** DNSSEC of a domain that uses the service's own nameservers. */
export class Dnssec extends classes.Dnssec {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("Dnssec");
  static override readonly isInstance = isInstanceOf<Dnssec>(Dnssec.__pulumiType);
}

/** A domain registered in the account: taken over if the account holds it, otherwise bought for at most the given price. */
export class DomainRegistration extends classes.DomainRegistration {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DomainRegistration");
  static override readonly isInstance = isInstanceOf<DomainRegistration>(DomainRegistration.__pulumiType);
}

/** An inbound transfer of a domain from another registrar. */
export class DomainTransfer extends classes.DomainTransfer {
  protected static override readonly isNative = true;

  static override readonly __pulumiType: string = nativeType("DomainTransfer");
  static override readonly isInstance = isInstanceOf<DomainTransfer>(DomainTransfer.__pulumiType);
}
