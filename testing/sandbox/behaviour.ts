/** The sandbox's choices where the specification is open. The default is the plainest one. */
export const plainBehaviour = {
  /** `id` as a number, or as a string (`rec_1001`). */
  ids: "integer" as "integer" | "text",
  /** Do lists have the ids of their rows? */
  idsInLists: true,
  idsChangeOnPut: false,
  createStatus: 200 as 200 | 201,
  /** Does the response to a create or an update have only a message? */
  writesWithoutObject: false,
  /** Status for a domain of another account. */
  foreignDomain: 403 as 403 | 404,
  deleteStatus: 200 as 200 | 204,
  /** Place of a list in its response. */
  container: "data" as "data" | "data-keyed" | "unknown",
  paging: "honoured" as "honoured" | "ignored",
  /** Maximum of rows on a page. */
  pageCap: 100,
  /** Do lists have a total: of the list, or of the page? */
  totals: true as boolean | "page",
  /** Do lists have `has_more`? */
  hasMore: false,
  names: "relative" as "relative" | "fqdn" | "fqdn-dot",
  apex: "@" as "@" | "",
  /** Do host names in data end in a dot, in upper case? */
  targetDot: false,
  /** Is TXT quoted, and split above 255 bytes? */
  textQuoted: false,
  ipv6Long: false,
  /** MX, SRV and CAA in responses: as fields, or as one content. `content-only`: SRV and CAA also in requests. */
  data: "fields" as "fields" | "content" | "content-only",
  /** Kinds of forwards: `permanent` and `temporary`; or R301 and R302 in requests and responses. */
  forwardTypes: "words" as "words" | "own",
  /** Name of the record type field, in requests and responses. */
  typeKey: "type",
  /** Status of the PUT routes of records and forwards when they do not exist. */
  putMissing: undefined as number | undefined,
  deleteMissing: undefined as number | undefined,
  /** Does a PUT keep omitted fields? */
  putMerges: false,
  /** Seconds; shown for records without a TTL. */
  defaultTtl: undefined as number | undefined,
  /** Seconds; lower TTLs are raised to it. */
  minimumTtl: 0,
  /** Are absent fields shown as `null`? */
  nulls: false,
  /** Do objects have unknown fields, and dates no time zone? */
  extraFields: false,
  /** Do the details of a domain omit its settings and contact handles? */
  sparseDetails: false,
  /** Number of walks through a list that lose its first row before the second page. */
  movingReadings: 0,
  /** Number of list calls of a domain that are stale after a write. */
  staleLists: 0,
  /** Seconds for which lists are stale after a write. */
  staleSeconds: 0,
  /** Status for an exact duplicate. */
  conflictStatus: 400 as 400 | 409,
  /** Is an exact duplicate accepted? */
  duplicates: false,
  /** Hours until the account shows a new registration or transfer. */
  lateRegistrationHours: 0,
  /** Hours until a renewal's new expiry date shows. */
  lateRenewalHours: 0,
  appraisalKey: "service_appraisal" as "service_appraisal" | "atom_appraisal",
};

export type Behaviour = Readonly<typeof plainBehaviour>;
