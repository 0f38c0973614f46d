/** How the sandbox answers: every point the specification leaves open, with the plainest choice as the default. */
export const plainBehaviour = {
  /** `id` as a number, or as text (`rec_1001`). */
  ids: "integer" as "integer" | "text",
  /** Do lists tell the ids of their elements? */
  idsInLists: true,
  idsChangeOnPut: false,
  createStatus: 200 as 200 | 201,
  /** Does the answer to a create or an update hold no more than a message? */
  writesWithoutObject: false,
  /** Answer for a domain of another account. */
  foreignDomain: 403 as 403 | 404,
  deleteStatus: 200 as 200 | 204,
  /** Where a list is inside its answer. */
  container: "data" as "data" | "data-keyed" | "unknown",
  paging: "honoured" as "honoured" | "ignored",
  /** Most elements on one page. */
  pageCap: 100,
  /** Do lists tell a total, and is it that of the list, or of the page? */
  totals: true as boolean | "page",
  /** Do lists tell `has_more`? */
  hasMore: false,
  /** Number of the first page. */
  firstPage: 1 as 0 | 1,
  names: "relative" as "relative" | "fqdn" | "fqdn-dot",
  apex: "@" as "@" | "",
  /** Do host names in data end in a dot, in upper case? */
  targetDot: false,
  /** Is TXT quoted, split above 255 bytes, and escaped outside ASCII? */
  textQuoted: false,
  ipv6Long: false,
  /** MX, SRV and CAA: shown as fields; as one content; or SRV and CAA also taken as one content only. */
  data: "fields" as "fields" | "content" | "content-only",
  /** Kinds of forwards: `permanent` and `temporary`; or R301 and R302 in requests and answers. */
  forwardTypes: "words" as "words" | "own",
  /** Name of the record type field, in requests and answers. */
  typeKey: "type",
  /** Status of the PUT routes of records and forwards when they do not exist. */
  putMissing: undefined as number | undefined,
  deleteMissing: undefined as number | undefined,
  /** Does a PUT keep the fields it does not name? */
  putMerges: false,
  /** Seconds; shown for records without a TTL. */
  defaultTtl: undefined as number | undefined,
  /** Seconds; lower TTLs are raised to it. */
  minimumTtl: 0,
  /** Are absent fields shown as `null`? */
  nulls: false,
  /** Have objects fields that nobody knows, and dates no zone? */
  extraFields: false,
  /** Do the details of a domain leave out its settings and contact handles? */
  sparseDetails: false,
  shuffled: false,
  /** In so many readings of a list its first element is gone when the second page is read. */
  movingReadings: 0,
  /** A write is not seen by so many lists of its domain. */
  staleLists: 0,
  /** A write is not seen by lists for so many seconds. */
  staleSeconds: 0,
  /** Can the records of a domain on foreign nameservers be listed? */
  foreignZoneListed: true,
  /** Status for an exact duplicate. */
  conflictStatus: 400 as 400 | 409,
  /** Is an exact duplicate kept beside the first one? */
  duplicates: false,
  /** Are the apex SOA and NS records among the records? */
  apexListed: false,
  /** Do refusals repeat what was sent, and the data of contacts? */
  refusalsQuote: false,
  /** A fresh registration is not shown in the account for so many hours. */
  lateRegistrationHours: 0,
  /** A fresh registration still counts as available, and is sold again, for so many hours. */
  lateAvailabilityHours: 0,
  /** A renewal's new expiry date is not shown for so many hours. */
  lateRenewalHours: 0,
  /** Is a domain shown in the account while its inbound transfer runs? */
  pendingTransfers: "shown" as "shown" | "hidden",
  appraisalKey: "service_appraisal" as "service_appraisal" | "atom_appraisal",
};

export type Behaviour = Readonly<typeof plainBehaviour>;
