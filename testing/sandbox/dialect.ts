/**
 * A dialect: the form in which an API shows what it holds. Requests are the specification's. It is data, one JSON file each;
 * `rows.ts`, `lists.ts` and the operations interpret it. A template is JSON in which `$word` stands for a value, and a key without a value is left out.
 */
import * as z from "zod";
import specification from "./dialects/specification.json";

const flag = z.boolean();
const amount = z.int().nonnegative();
const status = z.int().min(200).max(599);
const template = z.record(z.string(), z.json());

/** Settings of rows alone. With these, the responses around them are as the specification has them. */
const rowShape = {
  /** Numbers, strings (`rec_1001`), hashes of the content, or none. */
  ids: z.enum(["integer", "text", "hash", "none"]),
  idsInLists: flag,
  /**
   * A record. `$fields` as a key stands for each field of its type under its own name, `$data` for all fields in one string as in a
   * zone file, `$content` and others for one field, `$fqdn` for the full name with a dot; `$ttl:text` is a string.
   */
  row: template,
  /** By type: keys in place of those of `row`; `null` removes one. */
  types: z.record(z.string(), template),
  /** Is a row a set of records, whose data is the list `$values`? */
  sets: flag,
  names: z.enum(["relative", "fqdn", "fqdn-dot"]),
  /** The apex as a relative name; `null`: without a name. */
  apex: z.string().nullable(),
  /** Host names in data: as they are; with a dot at the end; or that in capitals. */
  hosts: z.enum(["plain", "dot", "capitals"]),
  /** TXT: as it is, or quoted and split above 255 bytes. */
  texts: z.enum(["plain", "quoted"]),
  /** Are absent fields shown as `null`? */
  nulls: flag,
  /** Name of the record type in requests. */
  typeField: z.string(),
  /** Is an exact duplicate accepted? */
  duplicates: flag,
  /** Seconds; shown for records without a TTL. */
  defaultTtl: amount.nullable(),
  /** Seconds; lower TTLs are raised to it. */
  minimumTtl: amount,
  /** A URL forward, with `$id`, `$source`, `$destination`, `$type`. */
  forward: template,
  /** Words for the types of forwards, in requests and responses. */
  forwardTypes: z.record(z.string(), z.string()),
};
export const rowSettings: ReadonlySet<string> = new Set(Object.keys(rowShape));

export const dialectSchema = z.strictObject({
  description: z.string(),
  /** The page that shows each fact. */
  sources: z.record(z.string(), z.url()).optional(),
  ...rowShape,
  idsChangeOnPut: flag,
  ipv6Long: flag,
  /** Do objects have unknown fields, and dates no time zone? */
  extraFields: flag,
  /** A list, with `$rows`, `$total`, `$page`, `$size`, `$pages`, `$more`, `$last`; as a key, `$list` is the word for its rows. */
  list: z.json(),
  /** The response to a create or an update, with `$row`, `$id` and `$message`. */
  written: z.json(),
  /** The response to a delete, with `$message`; 204 has none. */
  deleted: z.json(),
  /** A refusal, with `$code` and `$message`. */
  refused: z.json(),
  createStatus: status,
  deleteStatus: status,
  /** Status for an exact duplicate. */
  conflictStatus: status,
  /** Status of every refusal; `null`: its own. */
  refusedStatus: status.nullable(),
  /** Status for a domain of another account. */
  foreignDomain: status,
  /** Status of the PUT routes of records and forwards if they don't exist. */
  putMissing: status.nullable(),
  deleteMissing: status.nullable(),
  /** Does a PUT keep omitted fields? */
  putMerges: flag,
  /** Is a page asked for by its number, or never? */
  paging: z.enum(["honoured", "ignored"]),
  /** Number of the first page. */
  firstPage: z.int().min(0).max(1),
  /** Rows on a page, if the request doesn't say. */
  pageSize: amount,
  /** Maximum of rows on a page; `null`: no maximum. */
  pageCap: amount.nullable(),
  /** Names of the parameters for paging. */
  query: z.strictObject({ page: z.string(), page_size: z.string() }),
  /** The total counts the list, the page, or isn't shown. */
  totals: z.enum(["list", "page", "none"]),
  hasMore: flag,
  /** Are lists, and the nameservers of a domain, in no order? */
  shuffled: flag,
  /** Number of walks through a list that lose its first row before the second page. */
  movingReadings: amount,
  /** Number of list calls of a domain that are stale after a write. */
  staleLists: amount,
  /** Seconds for which lists are stale after a write. */
  staleSeconds: amount,
  /** The details of a domain. */
  domain: template,
  /** Hours until the account shows a new registration or transfer. */
  lateRegistrationHours: amount,
  /** Hours until a renewal's new expiry date shows. */
  lateRenewalHours: amount,
  appraisalKey: z.string(),
});

export type Dialect = Readonly<z.output<typeof dialectSchema>>;
/** Settings in which an API differs from the specification's plainest form. */
export type Settings = z.output<typeof settingsSchema>;

export const plainDialect: Dialect = dialectSchema.parse(specification);
export const settingsSchema = dialectSchema.partial();
