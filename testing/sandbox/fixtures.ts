/** The state a fresh sandbox starts with. */
import { randomSecret } from "./random.ts";
import type { SandboxContact, SandboxDomain, SandboxForeignRow } from "./state.ts";
import type { SandboxState } from "./stateFile.ts";

/** The service's nameservers. The API accepts DNS records only for domains that use exactly these. */
export const serviceNameservers: readonly string[] = ["ns1.atom.com", "ns2.atom.com"];

/**
 * Rows of real zones that the package can't write. Types and keys: DNSimple (ALIAS, URL), Cloudflare (`data` of HTTPS), PowerDNS
 * and octoDNS (TLSA). Null data: IONOS and Njalla.
 */
const foreignRows: readonly SandboxForeignRow[] = [
  { id: 901, type: "ALIAS", name: "", content: "lb.example.net", ttl: 300 },
  { id: 902, type: "HTTPS", name: "", data: { priority: 1, target: ".", value: 'alpn="h2,h3"' }, ttl: 300 },
  {
    id: 903,
    type: "TLSA",
    name: "_25._tcp.mx",
    usage: 3,
    selector: 1,
    matching_type: 1,
    certificate: "0c72ac70b745ac19",
  },
  { id: 904, type: "URL", name: "old", target: "https://example.net/old", redirect_type: 301 },
  { id: 905, type: "MX", name: "parked", content: null, ttl: 3600 },
];

const day = 24 * 60 * 60 * 1000;
export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * day).toISOString();

export const hoursAfter = (moment: Date, hours: number) => daysAfter(moment, hours / 24);

/** A domain with defaults: this account's, service nameservers, unlocked, one year until expiry. */
export function newDomain(name: string, now: Date, part: Partial<SandboxDomain> = {}): SandboxDomain {
  return {
    account: "own",
    created: daysAfter(now, -200),
    updated: daysAfter(now, -200),
    expires: daysAfter(now, 165),
    restrictedUntil: null,
    transferUntil: null,
    locked: false,
    autoRenew: true,
    privacy: true,
    dnssec: false,
    nameservers: serviceNameservers,
    contacts: { registrant: null, admin: null, billing: null, tech: null },
    authCode: randomSecret("epp").slice(0, 16),
    foreignRows,
    ...part,
    name,
  };
}

/** The one contact of the default fixtures: the registrant of every domain in them. */
export const firstContact: SandboxContact = {
  handle: "ATOM-1001",
  type: "registrant_user",
  label: "Default",
  name: "Ada Example",
  email: "ada@example.com",
  phone: "+1.2025550100",
  organization: "Example Ltd",
  address: ["1 Example Street"],
  city: "Springfield",
  state: "VA",
  zip: "22150",
  country: "US",
  disclosedFields: [],
  verified: true,
};

/**
 * `default`: `example.com` and `example.org` on the service's nameservers, unlocked, without records or forwards;
 * `example.net` on foreign nameservers, locked, inside its ICANN restriction; one contact, `ATOM-1001`, for all of them.
 * `empty`: no domain and no contact.
 */
export function freshState(fixtures: "default" | "empty", now: Date): SandboxState {
  const handle = firstContact.handle;
  const contacts = { registrant: handle, admin: handle, billing: handle, tech: handle };
  const domains =
    fixtures === "empty"
      ? []
      : [
          newDomain("example.com", now, { contacts }),
          newDomain("example.org", now, { contacts }),
          newDomain("example.net", now, {
            contacts,
            created: daysAfter(now, -20),
            restrictedUntil: daysAfter(now, 40),
            locked: true,
            nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"],
          }),
        ];
  return {
    version: 1,
    secrets: {
      token: randomSecret("token"),
      marketplaceUserId: "4242",
      marketplaceToken: randomSecret("market"),
      appraisalToken: randomSecret("apr"),
      adminSecret: randomSecret("admin"),
    },
    clockOffset: 0,
    nextId: 1002,
    balance: 1000,
    domains: Object.fromEntries(domains.map((domain) => [domain.name, domain])),
    records: {},
    forwards: {},
    contacts: fixtures === "empty" ? [] : [firstContact],
    approvals: [],
    ledger: [],
    appraisals: { day: "", today: 0, ever: 0 },
  };
}
