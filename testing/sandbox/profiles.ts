/**
 * Profiles: legal but awkward ways to answer, each under a name, to be combined freely unless two of them decide the
 * same point differently.
 */
import { type Behaviour, plainBehaviour } from "./behaviour.ts";
import { ConflictingProfilesError, UnknownProfileError } from "./errors.ts";

export interface Profile {
  /** How the registrar answers, and in brackets its source. */
  readonly description: string;
  /**
   * What a client needs to work in full under it: `nothing`; an `override` of the contract (a renamed field, a missing
   * route); or more than an API can give (`impossible`: it can only refuse to guess).
   */
  readonly needs: "nothing" | "override" | "impossible";
  /** The number a name may carry after a colon (`page-cap:3`) when none is given. */
  readonly parameter?: number;
  readonly behaviour: (parameter: number) => Partial<Behaviour>;
}

/**
 * Description, behaviour, and which part of it the number after the name sets. In brackets is who shows or leaves open that
 * a registrar answers so: `open`, the specification does not show the field, the answer or the route; `ref`, the public
 * reference of a service that implements it; else a DNS service whose reference shows it.
 */
type Row = readonly [description: string, behaviour: Partial<Behaviour>, numbered?: readonly [keyof Behaviour, number]];

/** What a client works with in full, without any help. */
const workable = {
  "ids-text": ["ids are text, rec_1001 [open; Porkbun]", { ids: "text" }],
  "ids-change-on-put": ["an element has a new id after every PUT [open]", { idsChangeOnPut: true }],
  "other-statuses": [
    "creates answer 201, deletes 204 with an empty body, a duplicate 409, another account's domain 404 [open]",
    { createStatus: 201, deleteStatus: 204, conflictStatus: 409, foreignDomain: 404 },
  ],
  "writes-without-object": [
    "creates and updates answer success and a message, nothing else [open]",
    { writesWithoutObject: true },
  ],
  "container-data-keyed": [
    "lists are in data.records, data.url_forwards, data.domains [open]",
    { container: "data-keyed" },
  ],
  "page-cap": ["pages hold 20 elements at most; the total is given [open]", {}, ["pageCap", 20]],
  "paging-ignored": [
    "page and page_size are ignored: every page is the whole list [open; Porkbun]",
    { paging: "ignored", pageCap: Number.POSITIVE_INFINITY },
  ],
  "has-more": ["lists tell has_more [open]", { hasMore: true }],
  "moving-pages": [
    "in the 1st reading of a list its first element is gone when page 2 is read [open]",
    {},
    ["movingReadings", 1],
  ],
  "duplicates-accepted": ["an exact duplicate is kept beside the first one [open; Domeneshop]", { duplicates: true }],
  "names-fqdn": ["names are whole: www.example.com [open; Porkbun]", { names: "fqdn" }],
  "names-fqdn-dot": ["names are whole with a dot: www.example.com. [open; Route 53]", { names: "fqdn-dot" }],
  "apex-empty": ["the apex is an empty name, not @ [open; DNSimple]", { apex: "" }],
  "targets-dot": ["host names in data end in a dot, in upper case [open; RFC 4343]", { targetDot: true }],
  "txt-quoted": [
    "TXT is quoted, split above 255 bytes, bytes outside ASCII as \\DDD [open; RFC 1035 5.1]",
    { textQuoted: true },
  ],
  "ipv6-long": ["IPv6 has all its zeros, in upper case [open]", { ipv6Long: true }],
  "data-in-content": ["MX, SRV and CAA are one content each, SRV at _sip._tcp [open; Route 53]", { data: "content" }],
  "put-merges": ["a PUT keeps the fields it does not name [open]", { putMerges: true }],
  "ttl-default": ["records without a TTL show 3600 [open; DNSimple]", {}, ["defaultTtl", 3600]],
  nulls: ["absent fields are null [ref]", { nulls: true }],
  "extra-fields": [
    "objects have fields nobody knows, and dates no zone: 2026-01-31 10:00:00 [open]",
    { extraFields: true },
  ],
  shuffled: ["lists come in another order each time [open]", { shuffled: true }],
  "stale-lists": ["a write shows only in the 2nd list after it (stale-lists:3: the 4th) [open]", {}, ["staleLists", 1]],
  "stale-seconds": ["a write shows in lists only after 1 second [open]", {}, ["staleSeconds", 1]],
  "foreign-zone-unreadable": [
    "records of a domain on foreign nameservers cannot be listed: 400 [open]",
    { foreignZoneListed: false },
  ],
  "apex-listed": [
    "the apex SOA and NS records are listed, and cannot be changed [open; DNSimple]",
    { apexListed: true },
  ],
  "refusals-quote": ["refusals repeat what was sent, and the data of contacts [open]", { refusalsQuote: true }],
  "transfers-hidden": [
    "a domain is not in the account while its inbound transfer runs: 404 [open]",
    { pendingTransfers: "hidden" },
  ],
  "atom-appraisal": ["the appraisal's value is in atom_appraisal [clients agree]", { appraisalKey: "atom_appraisal" }],
} satisfies Record<string, Row>;
/** What a line of the contract file settles: a renamed field, a missing route. */
const overridden = {
  "pages-from-0": ["page numbers count from 0 [open]", { firstPage: 0 }],
  "no-totals": ["lists do not tell a total [open]", { totals: false }],
  "content-wanted": [
    "SRV and CAA are taken and shown as one content; their fields are refused [open; Route 53]",
    { data: "content-only" },
  ],
  "forward-types-own": [
    "the types of forwards are called R301 and R302, in requests and answers [open]",
    { forwardTypes: "own" },
  ],
  "type-key-record-type": [
    "the record type is in record_type, in requests and answers [open]",
    { typeKey: "record_type" },
  ],
  "no-put": ["no PUT of a record or forward: 404 (no-put:405) [open]", {}, ["putMissing", 404]],
} satisfies Record<string, Row>;
/** More than an API can give: a client can only refuse to guess. */
const impossible = {
  "lists-without-ids": ["lists do not tell ids; the answer to a create does [open]", { idsInLists: false }],
  "container-unknown": ["lists are in result.items [open]", { container: "unknown" }],
  "page-total": [
    "pages hold 20 elements at most, and the total counts those of the page [open]",
    { totals: "page" },
    ["pageCap", 20],
  ],
  "silent-cap": [
    "lists stop at 20 elements, without paging and without a total [open]",
    { paging: "ignored", totals: false },
    ["pageCap", 20],
  ],
  "no-delete": ["no DELETE of a record or forward: 404 (no-delete:405) [open]", {}, ["deleteMissing", 404]],
  "ttl-minimum": ["TTLs below 600 are raised to it [open; Porkbun]", {}, ["minimumTtl", 600]],
  "details-sparse": [
    "the details of a domain leave out its settings, DNSSEC and contact handles [ref]",
    { sparseDetails: true },
  ],
  "late-registration": [
    "a fresh registration shows in the account only after 1 hour [open; Route 53 Domains]",
    {},
    ["lateRegistrationHours", 1],
  ],
  "late-availability": [
    "a fresh registration counts as available, and is sold again, for 1 hour [open]",
    {},
    ["lateAvailabilityHours", 1],
  ],
  "late-renewal": [
    "a renewal shows its new expiry date only after 1 hour [open; Route 53 Domains]",
    {},
    ["lateRenewalHours", 1],
  ],
} satisfies Record<string, Row>;

/** The parts of `all-awkward`: one choice per point, all of them workable at the same time. */
const awkward: readonly (keyof typeof workable | `page-cap:${number}`)[] = [
  "ids-text",
  "ids-change-on-put",
  "other-statuses",
  "writes-without-object",
  "container-data-keyed",
  "page-cap:3",
  "names-fqdn-dot",
  "targets-dot",
  "txt-quoted",
  "ipv6-long",
  "data-in-content",
  "put-merges",
  "ttl-default",
  "nulls",
  "extra-fields",
  "shuffled",
  "stale-lists",
  "apex-listed",
  "transfers-hidden",
  "atom-appraisal",
];

export type ProfileName = keyof typeof workable | keyof typeof overridden | keyof typeof impossible | "all-awkward";
/** A profile, with the number that it takes, or without. */
export type ProfileChoice = ProfileName | `${ProfileName}:${number}`;

function asProfiles(needs: Profile["needs"], rows: Record<string, Row>): [string, Profile][] {
  return Object.entries(rows).map(([name, [description, fixed, numbered]]) => {
    if (numbered === undefined) return [name, { description, needs, behaviour: () => fixed }];
    const [key, parameter] = numbered;
    return [name, { description, needs, parameter, behaviour: (number) => ({ ...fixed, [key]: number }) }];
  });
}

/** Every profile by name. A name may carry a number: `page-cap:3`. */
export const profiles: Readonly<Record<string, Profile>> = {
  ...Object.fromEntries([
    ...asProfiles("nothing", workable),
    ...asProfiles("override", overridden),
    ...asProfiles("impossible", impossible),
  ]),
  "all-awkward": {
    description: "everything awkward that a client can work with, at once",
    needs: "nothing",
    behaviour: () => behaviourOf(awkward),
  },
};

const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

/** Every profile. Some take a number: `page-cap:3`. */
export const profileNames: readonly ProfileName[] = [
  ...namesOf(workable),
  ...namesOf(overridden),
  ...namesOf(impossible),
  "all-awkward",
];
/** The profiles under which a client must work in full, without any help: what tests loop over. */
export const workableProfiles: readonly string[] = profileNames.filter((name) => profiles[name]?.needs === "nothing");

function partOf(name: string): Partial<Behaviour> {
  const [, key = "", number] = /^([^:]*)(?::(\d+))?$/.exec(name) ?? [];
  const profile = Object.hasOwn(profiles, key) ? profiles[key] : undefined;
  if (profile === undefined || (number !== undefined && profile.parameter === undefined)) {
    throw new UnknownProfileError(name, profileNames);
  }
  return profile.behaviour(number === undefined ? (profile.parameter ?? 0) : Number(number));
}

const disagree = (a: object, b: object) => {
  const other = new Map<string, unknown>(Object.entries(b));
  return other.size > 0 && Object.entries(a).some(([key, value]) => other.has(key) && other.get(key) !== value);
};

/** The names of all profiles that cannot be combined with this one. */
export const conflictsWith = (name: string): string[] =>
  profileNames.filter((other) => other !== name && disagree(partOf(name), partOf(other)));

/** What the profiles together change of the plain behaviour. */
function behaviourOf(names: readonly string[]): Partial<Behaviour> {
  let together: Partial<Behaviour> = {};
  for (const [index, name] of names.entries()) {
    const part = partOf(name);
    if (disagree(together, part)) {
      const clash = names.slice(0, index).find((earlier) => disagree(partOf(earlier), part));
      throw new ConflictingProfilesError(clash ?? name, name);
    }
    together = { ...together, ...part };
  }
  return together;
}

/** `"a,b"` or `["a", "b"]` as a list. */
export const profileList = (profile: string | readonly string[] | undefined): string[] =>
  (typeof profile === "string" ? profile.split(",") : [...(profile ?? [])]).map((name) => name.trim()).filter(Boolean);

/** The whole behaviour under these profiles. */
export const fullBehaviour = (names: readonly string[]): Behaviour => ({ ...plainBehaviour, ...behaviourOf(names) });
