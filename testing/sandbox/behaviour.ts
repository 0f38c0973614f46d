/** How the sandbox answers: every point the specification leaves open, with the plainest choice as the default. */
export interface Behaviour {
  /** `id` as a number, or as text (`rec_1001`). */
  readonly ids: "integer" | "text";
  /** Do lists tell the ids of their elements? */
  readonly idsInLists: boolean;
  readonly idsChangeOnPut: boolean;
  readonly createStatus: 200 | 201;
  /** Does the answer to a create or an update hold no more than a message? */
  readonly writesWithoutObject: boolean;
  readonly deleteStatus: 200 | 204;
  /** Where a list is inside its answer. */
  readonly container: "data" | "data-keyed" | "keyed" | "unknown";
  readonly paging: "honoured" | "ignored";
  /** Most elements on one page. */
  readonly pageCap: number;
  /** Do lists tell a total, and is it that of the list, or of the page? */
  readonly totals: boolean | "page";
  /** Are pages counted by the size asked for, though they hold no more than `pageCap`? */
  readonly pageCut: boolean;
  /** Number of the first page. */
  readonly firstPage: 0 | 1;
  /** How a list says that more follows or that it ends; `none`: not at all. */
  readonly endMark: "none" | "has_more" | "next" | "links" | "last_page";
  readonly names: "relative" | "fqdn" | "fqdn-dot";
  readonly apex: "@" | "";
  /** Do host names in data end in a dot, in upper case? */
  readonly targetDot: boolean;
  /** Is TXT quoted, split above 255 bytes, and escaped outside ASCII? */
  readonly textQuoted: boolean;
  readonly ipv6Long: boolean;
  /** MX, SRV and CAA: shown as fields; as one content; or SRV and CAA also taken as one content only. */
  readonly data: "fields" | "content" | "content-only";
  /** Kinds of forwards: `permanent` and `temporary`; or R301 and R302 in requests and answers. */
  readonly forwardTypes: "words" | "own";
  /** Name of the record type field, in requests and answers. */
  readonly typeKey: string;
  /** Status of the PUT routes of records and forwards when they do not exist. */
  readonly putMissing: number | undefined;
  readonly deleteMissing: number | undefined;
  /** Does a PUT keep the fields it does not name? */
  readonly putMerges: boolean;
  /** Seconds; shown for records without a TTL. */
  readonly defaultTtl: number | undefined;
  /** Seconds; lower TTLs are raised to it. */
  readonly minimumTtl: number;
  /** Are absent fields shown as `null`? */
  readonly nulls: boolean;
  /** Have objects fields that nobody knows, and dates no zone? */
  readonly extraFields: boolean;
  /** Do the details of a domain leave out its settings and contact handles? */
  readonly sparseDetails: boolean;
  readonly shuffled: boolean;
  /** Is a list in another order on every page? */
  readonly shuffledPages: boolean;
  /** In so many readings of a list its first element is gone when the second page is read. */
  readonly movingReadings: number;
  /** A write is not seen by so many lists of its domain. */
  readonly staleLists: number;
  /** A write is not seen by lists for so many seconds. */
  readonly staleSeconds: number;
  /** Answer for a domain of another account. */
  readonly foreignDomain: 403 | 404;
  /** Can the records of a domain on foreign nameservers be listed? */
  readonly foreignZoneListed: boolean;
  /** Status for an exact duplicate. */
  readonly conflictStatus: 400 | 409;
  /** Is an exact duplicate kept beside the first one? */
  readonly duplicates: boolean;
  /** Are the apex SOA and NS records among the records? */
  readonly apexListed: boolean;
  /** Do refusals repeat what was sent, and the data of contacts? */
  readonly refusalsQuote: boolean;
  /** Prices per TLD as a number, or as an object with fees, tax and total. */
  readonly pricing: "number" | "object";
  /** A fresh registration is not shown in the account for so many hours. */
  readonly lateRegistrationHours: number;
  /** A fresh registration still counts as available, and is sold again, for so many hours. */
  readonly lateAvailabilityHours: number;
  /** A renewal's new expiry date is not shown for so many hours. */
  readonly lateRenewalHours: number;
  /** Is a domain shown in the account while its inbound transfer runs? */
  readonly pendingTransfers: "shown" | "hidden";
  readonly appraisalKey: "service_appraisal" | "atom_appraisal";
}

export const plainBehaviour: Behaviour = {
  ids: "integer",
  idsInLists: true,
  idsChangeOnPut: false,
  createStatus: 200,
  writesWithoutObject: false,
  deleteStatus: 200,
  container: "data",
  paging: "honoured",
  pageCap: 100,
  totals: true,
  pageCut: false,
  firstPage: 1,
  endMark: "none",
  names: "relative",
  apex: "@",
  targetDot: false,
  textQuoted: false,
  ipv6Long: false,
  data: "fields",
  forwardTypes: "words",
  typeKey: "type",
  putMissing: undefined,
  deleteMissing: undefined,
  putMerges: false,
  defaultTtl: undefined,
  minimumTtl: 0,
  nulls: false,
  extraFields: false,
  sparseDetails: false,
  shuffled: false,
  shuffledPages: false,
  movingReadings: 0,
  staleLists: 0,
  staleSeconds: 0,
  foreignDomain: 403,
  foreignZoneListed: true,
  conflictStatus: 400,
  duplicates: false,
  apexListed: false,
  refusalsQuote: false,
  pricing: "object",
  lateRegistrationHours: 0,
  lateAvailabilityHours: 0,
  lateRenewalHours: 0,
  pendingTransfers: "shown",
  appraisalKey: "service_appraisal",
};
