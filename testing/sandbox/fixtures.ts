/** The state a fresh sandbox starts with. */
import invented from "./invented.json";
import { randomSecret } from "./random.ts";
import type { SandboxContact, SandboxDomain } from "./state.ts";
import type { SandboxState } from "./stateFile.ts";

/** The service's nameservers. The API accepts DNS records only for domains that use exactly these. */
export const serviceNameservers: readonly string[] = ["ns1.atom.com", "ns2.atom.com"];

export const plain = (host: string) => host.toLowerCase().replace(/\.$/, "");

/** The sandbox serves domains that use only the service's nameservers. */
export const isServed = ({ nameservers }: SandboxDomain) =>
  nameservers.length > 0 && nameservers.every((host) => serviceNameservers.includes(plain(host)));

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
    // Rows of real zones that the package can't write. Types and keys: DNSimple (ALIAS, URL), Cloudflare (`data` of HTTPS), Netlify
    // (NETLIFY). Null data: IONOS and Njalla.
    foreignRows: invented.foreignRows,
    ...part,
    name,
  };
}

/** The one contact of the default fixtures: the registrant of every domain in them. */
export const firstContact: SandboxContact = invented.contact;

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
