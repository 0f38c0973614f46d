/**
 * Profiles: named behaviours that are valid but awkward. Any of them combine, unless two decide the same point
 * differently.
 */
import { type Behaviour, plainBehaviour } from "./behaviour.ts";
import { ConflictingProfilesError, UnknownProfileError } from "./errors.ts";

export interface Profile {
  /** The registrar's behaviour, and in brackets its source. */
  readonly description: string;
  /**
   * The help that a client needs: `nothing`; an `override` in the contract file (a renamed field, a missing route); or more
   * than an API can give (`impossible`: the client can only refuse to guess).
   */
  readonly needs: "nothing" | "override" | "impossible";
  /** The default of the number after the name (`page-cap:3`). */
  readonly parameter?: number;
  readonly behaviour: (parameter: number) => Partial<Behaviour>;
}

/**
 * Description, behaviour, and the member that the number after the name sets. Sources in brackets: `open`, the specification
 * doesn't show the field, the response or the route; `ref`, the public reference of a service that implements it; otherwise
 * a DNS service whose reference shows it.
 */
type Row = readonly [description: string, behaviour: Partial<Behaviour>, numbered?: readonly [keyof Behaviour, number]];

/** Clients work under these without help. */
const workable = {
  "ids-text": ["ids are strings: rec_1001 [open; Porkbun]", { ids: "text" }],
  "ids-change-on-put": ["a row has a new id after every PUT [open]", { idsChangeOnPut: true }],
  "other-statuses": [
    "statuses: create 201, delete 204 with an empty body, duplicate 409, another account's domain 404 [open]",
    { createStatus: 201, deleteStatus: 204, conflictStatus: 409, foreignDomain: 404 },
  ],
  "writes-without-object": [
    "creates and updates respond with success and a message only [open]",
    { writesWithoutObject: true },
  ],
  "container-data-keyed": [
    "lists are in data.records, data.url_forwards, data.domains [open]",
    { container: "data-keyed" },
  ],
  "page-cap": ["pages hold 20 rows at most; lists have a total [open]", {}, ["pageCap", 20]],
  "paging-ignored": [
    "page and page_size are ignored: every page is the complete list [open; Porkbun]",
    { paging: "ignored", pageCap: Number.POSITIVE_INFINITY },
  ],
  "has-more": ["lists have has_more [open]", { hasMore: true }],
  "moving-pages": ["the first walk through a list loses its first row before page 2 [open]", {}, ["movingReadings", 1]],
  "duplicates-accepted": ["an exact duplicate is accepted [open; Domeneshop]", { duplicates: true }],
  "names-fqdn": ["names are fully qualified: www.example.com [open; Porkbun]", { names: "fqdn" }],
  "names-fqdn-dot": ["names are fully qualified with a dot: www.example.com. [open; Route 53]", { names: "fqdn-dot" }],
  "apex-empty": ["the apex is an empty name, not @ [open; DNSimple]", { apex: "" }],
  "targets-dot": ["host names in data end in a dot, in upper case [open; RFC 4343]", { targetDot: true }],
  "txt-quoted": ["TXT is quoted, split above 255 bytes [open; RFC 1035 5.1]", { textQuoted: true }],
  "ipv6-long": ["IPv6 has all its zeros, in upper case [open]", { ipv6Long: true }],
  "data-in-content": ["MX, SRV and CAA are one content each, SRV at _sip._tcp [open; Route 53]", { data: "content" }],
  "put-merges": ["a PUT keeps omitted fields [open]", { putMerges: true }],
  "ttl-default": ["records without a TTL show 3600 [open; DNSimple]", {}, ["defaultTtl", 3600]],
  nulls: ["absent fields are null [ref]", { nulls: true }],
  "extra-fields": [
    "objects have unknown fields, and dates no time zone: 2026-01-31 10:00:00 [open]",
    { extraFields: true },
  ],
  "stale-lists": ["a write shows only in the 2nd list after it (stale-lists:3: the 4th) [open]", {}, ["staleLists", 1]],
  "stale-seconds": ["a write shows in lists only after 1 second [open]", {}, ["staleSeconds", 1]],
  "atom-appraisal": ["the appraisal's value is in atom_appraisal [clients agree]", { appraisalKey: "atom_appraisal" }],
} satisfies Record<string, Row>;
/** Clients need a line of the contract file: a renamed field, a missing route. */
const overridden = {
  "no-totals": ["lists have no total [open]", { totals: false }],
  "content-wanted": [
    "SRV and CAA are taken and shown as one content; their fields are refused [open; Route 53]",
    { data: "content-only" },
  ],
  "forward-types-own": [
    "the types of forwards are called R301 and R302, in requests and responses [open]",
    { forwardTypes: "own" },
  ],
  "type-key-record-type": [
    "the record type is in record_type, in requests and responses [open]",
    { typeKey: "record_type" },
  ],
  "no-put": ["no PUT of a record or forward: 404 (no-put:405) [open]", {}, ["putMissing", 404]],
} satisfies Record<string, Row>;
/** Clients can only refuse to guess. */
const impossible = {
  "lists-without-ids": ["lists have no ids; the response to a create has one [open]", { idsInLists: false }],
  "container-unknown": ["lists are in result.items [open]", { container: "unknown" }],
  "page-total": [
    "pages hold 20 rows at most, and the total counts those of the page [open]",
    { totals: "page" },
    ["pageCap", 20],
  ],
  "silent-cap": [
    "lists stop at 20 rows, without paging and without a total [open]",
    { paging: "ignored", totals: false },
    ["pageCap", 20],
  ],
  "no-delete": ["no DELETE of a record or forward: 404 (no-delete:405) [open]", {}, ["deleteMissing", 404]],
  "ttl-minimum": ["TTLs below 600 are raised to 600 [open; Porkbun]", {}, ["minimumTtl", 600]],
  "details-sparse": [
    "the details of a domain omit its settings, DNSSEC and contact handles [ref]",
    { sparseDetails: true },
  ],
  "late-registration": [
    "a fresh registration or transfer shows in the account only after 1 hour [open; Route 53 Domains]",
    {},
    ["lateRegistrationHours", 1],
  ],
  "late-renewal": [
    "a renewal shows its new expiry date only after 1 hour [open; Route 53 Domains]",
    {},
    ["lateRenewalHours", 1],
  ],
} satisfies Record<string, Row>;

/** The parts of `all-awkward`, which combine: one choice per point. */
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
  "stale-lists",
  "atom-appraisal",
];

export type ProfileName = keyof typeof workable | keyof typeof overridden | keyof typeof impossible | "all-awkward";
/** The name of a profile, with or without its number. */
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
/** Profiles under which a client must work without help. Tests loop over them. */
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

/** The combined changes of the profiles to the plain behaviour. */
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

/** The complete behaviour under these profiles. */
export const fullBehaviour = (names: readonly string[]): Behaviour => ({ ...plainBehaviour, ...behaviourOf(names) });
