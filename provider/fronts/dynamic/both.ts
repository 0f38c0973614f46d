/** Exports that both ways to use the package share. */
import type * as pulumi from "@pulumi/pulumi";
import type * as zone from "../../dns/zoneFile.ts";
import type * as mail from "../../lookups/mail.ts";
import type * as lookups from "../../lookups/types.generated.ts";
import type * as classes from "./classes.generated.ts";

export type { RecordKey } from "../../dns/recordType.ts";
export type { DkimKey, DmarcTags, MailPart } from "../../lookups/mail.ts";
export { dkim, dmarc, mailServices, spf } from "../../lookups/mail.ts";
export { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";
export { LookupError } from "./program.ts";
export type { RecordPart, RecordsByKey, RecordsWithTtls, TtlsByKey } from "./records.ts";
export { servedByDns, zoneRecords } from "./records.ts";

type Value<O> = Exclude<pulumi.Unwrap<O>, undefined>;

/** Parts of arguments, outputs and lookups, under the names that they have in the packages that Pulumi generates. */
export namespace types {
  export namespace input {
    export type DmarcTags = mail.DmarcTags;
    export type DmarcTagsArgs = mail.DmarcTags;
    export type DnsRecordDataArgs = classes.DnsRecordData;
    export type RecordsPart = lookups.RecordsPart;
    export type RecordsPartArgs = lookups.RecordsPart;
    export type TransferContactsArgs = classes.TransferContacts;
  }

  export namespace output {
    export type AppraisalUsage = lookups.AppraisalUsage;
    export type Availability = lookups.Availability;
    export type ContactInfo = lookups.ContactInfo;
    export type ContactPending = Value<classes.Contact["pending"]>;
    export type DomainContactsPending = Value<classes.DomainContacts["pending"]>;
    export type DomainInfo = lookups.DomainInfo;
    export type DsRecord = lookups.DsRecord;
    export type LeftOut = zone.LeftOut;
    export type LiveDnsRecord = lookups.LiveDnsRecord;
    export type LiveUrlForward = lookups.LiveUrlForward;
    export type MarketplaceName = lookups.MarketplaceName;
    export type RecordsPart = lookups.RecordsPart;
    export type RegistrationPrice = lookups.RegistrationPrice;
    export type TldPrice = lookups.TldPrice;
    export type UnreadableRow = lookups.UnreadableRow;
    export type UnverifiedOrder = Value<classes.DomainRegistration["unverifiedOrder"]>;
  }
}
