/**
 * Profiles: legal but awkward ways to answer, each under a name, to be combined freely unless two of them decide the
 * same point differently.
 */
import { type Behaviour, plainBehaviour } from "./behaviour.ts";

export interface Profile {
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

const plain = (description: string, behaviour: Partial<Behaviour>): Profile => ({
  description,
  needs: "nothing",
  behaviour: () => behaviour,
});

const numbered = (description: string, parameter: number, behaviour: (n: number) => Partial<Behaviour>): Profile => ({
  description,
  needs: "nothing",
  parameter,
  behaviour,
});

const table = {
  "ids-text": plain("ids are text, rec_1001", { ids: "text" }),
  "ids-huge": plain("ids are integers beyond 2^53, which a plain JSON reader rounds", { ids: "huge" }),
  "ids-change-on-put": plain("an element has a new id after every PUT", { idsChangeOnPut: true }),
  "lists-without-ids": {
    ...plain("lists do not tell ids; the answer to a create does", { idsInLists: false }),
    needs: "impossible",
  },
  "create-201": plain("creates answer 201", { createStatus: 201 }),
  "writes-without-object": plain("creates and updates answer success and a message, nothing else", {
    writeAnswer: "nothing",
  }),
  "writes-without-id": plain("creates and updates answer the object without its id", { writeAnswer: "without-id" }),
  "delete-204": plain("deletes answer 204 with an empty body", { deleteStatus: 204 }),
  "container-data-keyed": plain("lists are in data.records, data.url_forwards, data.domains", {
    container: "data-keyed",
  }),
  "container-keyed": plain("lists are in records, url_forwards, domains at the top level", { container: "keyed" }),
  "container-unknown": { ...plain("lists are in result.items", { container: "unknown" }), needs: "impossible" },
  "page-cap": numbered("pages hold 20 elements at most; the total is told", 20, (pageCap) => ({ pageCap })),
  "page-total": {
    ...numbered("pages hold 20 elements at most, and the total counts those of the page", 20, (pageCap) => ({
      pageCap,
      totals: "page",
    })),
    needs: "impossible",
  },
  "paging-ignored": plain("page and page_size are ignored: every page is the whole list", {
    paging: "ignored",
    pageCap: Number.POSITIVE_INFINITY,
  }),
  "silent-cap": {
    ...numbered("lists stop at 20 elements, without paging and without a total", 20, (pageCap) => ({
      paging: "ignored",
      pageCap,
      totals: false,
    })),
    needs: "impossible",
  },
  "page-cut": {
    ...numbered(
      "pages are counted by the size asked for, but hold 20 elements at most: what lies between is on no page",
      20,
      (pageCap) => ({ pageCap, pageCut: true }),
    ),
    needs: "override",
  },
  "pages-from-0": { ...plain("page numbers count from 0", { firstPage: 0 }), needs: "override" },
  "has-more": plain("lists tell has_more", { endMark: "has_more" }),
  "next-null": plain("lists tell next: an address, or null at the end", { endMark: "next" }),
  "links-next": plain("lists tell links.next: an address, or null at the end", { endMark: "links" }),
  "last-page": plain("lists tell meta.last_page", { endMark: "last_page" }),
  "moving-pages": numbered(
    "in the 1st reading of a list its first element is gone when page 2 is read (moving-pages:2: in 2 readings)",
    1,
    (movingReadings) => ({ movingReadings }),
  ),
  "shuffled-pages": {
    ...plain("lists are in another order on every page", { shuffledPages: true }),
    needs: "impossible",
  },
  "duplicates-accepted": plain("an exact duplicate is kept beside the first one", { duplicates: true }),
  "no-totals": { ...plain("lists do not tell a total", { totals: false }), needs: "override" },
  "names-fqdn": plain("names are whole: www.example.com", { names: "fqdn" }),
  "names-fqdn-dot": plain("names are whole with a dot: www.example.com.", { names: "fqdn-dot" }),
  "apex-empty": plain("the apex is an empty name, not @", { apex: "" }),
  "targets-dot": plain("host names in data end in a dot", { targetDot: true }),
  "targets-upper": plain("host names in data are in upper case", { targetCase: "upper" }),
  "txt-quoted": plain("TXT is quoted", { textQuoted: true }),
  "txt-chunked": plain("TXT above 255 bytes is split into quoted strings", { textChunked: true }),
  "txt-quoted-chunked": plain("TXT is quoted, and split above 255 bytes", { textQuoted: true, textChunked: true }),
  "txt-escaped": plain("quoted TXT has bytes outside ASCII as \\DDD", { textQuoted: true, textEscaped: true }),
  "ipv6-long": plain("IPv6 has all its zeros", { ipv6Long: true }),
  "ipv6-upper": plain("IPv6 is in upper case", { ipv6Upper: true }),
  "mx-in-content": plain("MX priority is inside content: 10 mail.example.com", { mx: "content" }),
  "srv-in-content": plain("SRV is one content: 10 5 5060 sip.example.com, at _sip._tcp", { srv: "content" }),
  "caa-in-content": plain('CAA is one content: 0 issue "ca.example"', { caa: "content" }),
  "srv-wants-content": {
    ...plain("SRV is taken and shown as one content, at _sip._tcp; its fields are refused without it", {
      srv: "content",
      srvWanted: "content",
    }),
    needs: "override",
  },
  "caa-wants-content": {
    ...plain("CAA is taken and shown as one content; its fields are refused without it", {
      caa: "content",
      caaWanted: "content",
    }),
    needs: "override",
  },
  "forward-types-codes": plain("the type of a forward is shown as 301 or 302, a number", { forwardTypes: "codes" }),
  "forward-types-own": {
    ...plain("the types of forwards are called R301 and R302, in requests and answers; others are refused", {
      forwardTypes: "own",
    }),
    needs: "override",
  },
  "type-key-record-type": {
    ...plain("the record type is in record_type, in requests and answers", { typeKey: "record_type" }),
    needs: "override",
  },
  "no-put-404": {
    ...plain("no PUT of a record or forward: 404", { putMissing: 404 }),
    needs: "override",
  },
  "no-put-405": {
    ...plain("no PUT of a record or forward: 405", { putMissing: 405 }),
    needs: "override",
  },
  "no-delete-404": {
    ...plain("no DELETE of a record or forward: 404", { deleteMissing: 404 }),
    needs: "impossible",
  },
  "no-delete-405": {
    ...plain("no DELETE of a record or forward: 405", { deleteMissing: 405 }),
    needs: "impossible",
  },
  "put-merges": plain("a PUT keeps the fields it does not name", { putMerges: true }),
  "ttl-default": numbered("records without a TTL show 3600", 3600, (defaultTtl) => ({ defaultTtl })),
  "ttl-minimum": {
    ...numbered("TTLs below 600 are raised to it", 600, (minimumTtl) => ({ minimumTtl })),
    needs: "impossible",
  },
  nulls: plain("absent fields are null", { nulls: true }),
  "extra-fields": plain("objects have fields nobody knows", { extraFields: true }),
  "dates-without-zone": plain("dates have no zone: 2026-01-31 10:00:00", { dateZone: false }),
  "details-sparse": {
    ...plain("the details of a domain leave out its settings, DNSSEC and contact handles", { sparseDetails: true }),
    needs: "impossible",
  },
  shuffled: plain("lists come in another order each time", { shuffled: true }),
  "stale-lists": numbered("a write shows only in the 2nd list after it (stale-lists:3: the 4th)", 1, (staleLists) => ({
    staleLists,
  })),
  "stale-seconds": numbered("a write shows in lists only after 1 second", 1, (staleSeconds) => ({ staleSeconds })),
  "other-account-404": plain("a domain of another account answers 404, not 403", { foreignDomain: 404 }),
  "foreign-zone-unreadable": plain("records of a domain on foreign nameservers cannot be listed: 400", {
    foreignZoneListed: false,
  }),
  "conflict-409": plain("an exact duplicate answers 409, not 400", { conflictStatus: 409 }),
  "apex-listed": plain("the apex SOA and NS records are listed, and cannot be changed", { apexListed: true }),
  "refusals-quote": plain("refusals repeat what was sent, and the data of contacts", { refusalsQuote: true }),
  "pricing-numbers": {
    ...plain("prices per TLD are numbers, which do not say whether fees and tax are in them", { pricing: "number" }),
    needs: "impossible",
  },
  "late-registration": {
    ...numbered("a fresh registration shows in the account only after 1 hour", 1, (lateRegistrationHours) => ({
      lateRegistrationHours,
    })),
    needs: "impossible",
  },
  "late-availability": {
    ...numbered(
      "a fresh registration counts as available, and is sold again, for 1 hour",
      1,
      (lateAvailabilityHours) => ({ lateAvailabilityHours }),
    ),
    needs: "impossible",
  },
  "late-renewal": {
    ...numbered("a renewal shows its new expiry date only after 1 hour", 1, (lateRenewalHours) => ({
      lateRenewalHours,
    })),
    needs: "impossible",
  },
  "transfers-hidden": plain("a domain is not in the account while its inbound transfer runs: 404", {
    pendingTransfers: "hidden",
  }),
  "atom-appraisal": plain("the appraisal's value is in atom_appraisal", { appraisalKey: "atom_appraisal" }),
} satisfies Record<string, Profile>;

/** The parts of `all-awkward`: one choice per point, all of them workable at the same time. */
const awkward: readonly (keyof typeof table | `page-cap:${number}`)[] = [
  "ids-text",
  "ids-change-on-put",
  "create-201",
  "writes-without-object",
  "delete-204",
  "container-data-keyed",
  "page-cap:3",
  "names-fqdn-dot",
  "targets-dot",
  "targets-upper",
  "txt-quoted-chunked",
  "txt-escaped",
  "ipv6-long",
  "ipv6-upper",
  "mx-in-content",
  "srv-in-content",
  "caa-in-content",
  "put-merges",
  "ttl-default",
  "nulls",
  "extra-fields",
  "dates-without-zone",
  "shuffled",
  "stale-lists",
  "other-account-404",
  "conflict-409",
  "apex-listed",
  "transfers-hidden",
  "atom-appraisal",
];

/** Every profile by name. A name may carry a number: `page-cap:3`. */
export const profiles: Readonly<Record<string, Profile>> = {
  ...table,
  "all-awkward": {
    description: "everything awkward that a client can work with, at once",
    needs: "nothing",
    behaviour: () => behaviourOf(awkward),
  },
};

export const profileNames: readonly string[] = Object.keys(profiles);
/** The profiles under which a client must work in full, without any help: what tests loop over. */
export const workableProfiles: readonly string[] = profileNames.filter((name) => profiles[name]?.needs === "nothing");

/**
 * No profile has this name.
 * @remedy `registrar sandbox --profiles` lists all.
 */
export class UnknownProfileError extends Error {
  readonly code = "SANDBOX_PROFILE_UNKNOWN";

  constructor(name: string) {
    super(`There is no profile ${JSON.stringify(name)}. Profiles: ${profileNames.join(", ")}.`);
    this.name = "UnknownProfileError";
  }
}

/**
 * Two of the profiles exclude each other.
 * @remedy Use one of the two that the message names.
 */
export class ConflictingProfilesError extends Error {
  readonly code = "SANDBOX_PROFILES_CONFLICT";

  constructor(first: string, second: string) {
    super(`The profiles ${first} and ${second} decide the same point differently. Leave one of them out.`);
    this.name = "ConflictingProfilesError";
  }
}

function partOf(name: string): Partial<Behaviour> {
  const [, key = "", number] = /^([^:]*)(?::(\d+))?$/.exec(name) ?? [];
  const profile = Object.hasOwn(profiles, key) ? profiles[key] : undefined;
  if (profile === undefined || (number !== undefined && profile.parameter === undefined)) {
    throw new UnknownProfileError(name);
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
