/** The sandbox's state in plain form, as tests see it, independent of the profile. All of it is public. */

import type { recordFields, recordTypes } from "./recordTypes.generated.ts";

export type SandboxRecordType = (typeof recordTypes)[number];

type RecordFields = {
  readonly [K in keyof typeof recordFields]?: (typeof recordFields)[K] extends "number" ? number : string;
};

/**
 * A DNS record in plain form: decoded, lower case where DNS ignores case, without trailing dots. Its data is in the fields of its
 * type. `content` of a TXT is the complete text, without quotes and escapes; `service` and `protocol` of an SRV have underscores.
 */
export interface SandboxRecord extends RecordFields {
  readonly id: number;
  readonly type: SandboxRecordType;
  /** Relative to the domain; empty for the apex. For SRV the host part, without service and protocol. */
  readonly name: string;
  /** Seconds; absent if the request has none. */
  readonly ttl?: number;
  readonly comment?: string;
}

/**
 * A row of a zone that programs don't write, as people have them: of a type that the package lacks, or of a known type without
 * data. The API lists it as it is, and deletes it if asked to.
 */
export interface SandboxForeignRow {
  readonly id: number;
  readonly type: string;
  /** Relative to the domain; empty for the apex. */
  readonly name: string;
  /** Its data, under keys of its own. */
  readonly [key: string]: unknown;
}

export interface SandboxForward {
  readonly id: number;
  /** Host label relative to the domain; empty for the apex. */
  readonly source: string;
  readonly destination: string;
  /** `permanent`, `temporary`, or a third kind: `masked`. */
  readonly type: string;
}

export type ContactRole = "registrant" | "admin" | "billing" | "tech";

export interface SandboxDomain {
  readonly name: string;
  /** `other`: in another account of the service. This token may not act on it. */
  readonly account: "own" | "other";
  /** ISO 8601 moments. */
  readonly created: string;
  readonly updated: string;
  readonly expires: string;
  /** End of the ICANN 60-day restriction, or `null`. */
  readonly restrictedUntil: string | null;
  /** Completion of a running inbound transfer. */
  readonly transferUntil: string | null;
  readonly locked: boolean;
  readonly autoRenew: boolean;
  readonly privacy: boolean;
  readonly dnssec: boolean;
  readonly nameservers: readonly string[];
  /** Contact handles; `null` if unset. */
  readonly contacts: Readonly<Record<ContactRole, string | null>>;
  /** Shown in the dashboard only. */
  readonly authCode: string;
  /** Rows that programs don't write, beside the SOA row and the NS rows of the apex. */
  readonly foreignRows: readonly SandboxForeignRow[];
}

export interface SandboxContact {
  readonly handle: string;
  readonly type: string;
  readonly label?: string;
  readonly name: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email: string;
  readonly phone: string;
  readonly fax?: string;
  readonly organization?: string;
  readonly address: readonly string[];
  readonly city: string;
  readonly state?: string;
  readonly zip: string;
  readonly country: string;
  readonly disclosedFields?: readonly string[];
  readonly verified: boolean;
}

/** A change that needs the owner's approval by e-mail (in the sandbox: in the dashboard). */
export type PendingApproval =
  | {
      readonly id: number;
      readonly at: string;
      readonly kind: "contact";
      readonly handle: string;
      readonly changes: Partial<Omit<SandboxContact, "handle">>;
    }
  | {
      readonly id: number;
      readonly at: string;
      readonly kind: "domainContacts";
      readonly domain: string;
      readonly changes: Partial<Record<ContactRole, string>>;
    };

/** One charge to the account. Amounts in major units. */
export interface Charge {
  /** Counts from 1. */
  readonly number: number;
  readonly at: string;
  readonly kind: "register" | "renew" | "transfer";
  readonly domain: string;
  readonly years: number;
  readonly total: number;
}

/** In major units. */
export interface TldPrice {
  readonly register: number;
  readonly renew: number;
  readonly transfer: number;
  /** Per year; 0 outside the generic TLDs. */
  readonly icannFee: number;
}
