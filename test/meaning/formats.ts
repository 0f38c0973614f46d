/** Kinds of list formats that registrars document, and whatever combines them. */
import type { Settings } from "../../testing/sandbox/dialect.ts";
import * as fc from "../support/fastCheck.ts";

type Template = Record<string, string>;

/** Keys under which the 27 documented formats have the data of a record. */
const dataKeys = ["content", "value", "target", "data", "answer", "rdata", "record_value", "address"];

/** Places of a record's data: in fields, in one string, with the priority elsewhere, or under a key for each type. */
const layout = fc.constantFrom("fields", "data", "priority", "perType", "nested");

const keyOfType: Template = { A: "ip", AAAA: "ipv6", CNAME: "alias", MX: "mailserver", TXT: "text", NS: "nameserver" };

function templates(how: string, data: string, priority: string): Pick<Settings, "row" | "types"> {
  const host = { [data]: "$content", [priority]: "$priority" };
  const srv = { [data]: "$weight $port $target", [priority]: "$priority" };
  const inFields = { SRV: { weight: "$weight", port: "$port", [data]: "$target", [priority]: "$priority" } };
  switch (how) {
    case "fields":
      return { row: { $fields: "" }, types: {} };
    case "data":
      return { row: { [data]: "$data" }, types: {} };
    case "priority":
      return { row: { [data]: "$data" }, types: { MX: host, SRV: srv } };
    case "perType":
      return {
        row: { [data]: "$data" },
        types: Object.fromEntries(
          Object.entries(keyOfType).map(([type, key]) => [
            type,
            { [data]: null, [key]: "$content", priority: "$priority" },
          ]),
        ),
      };
    default:
      return {
        row: { [data]: "$data" },
        types: {
          MX: host,
          ...inFields,
          CAA: { [data]: null, data: { flags: "$flags", tag: "$tag", value: "$value" } },
        },
      };
  }
}

const total = { total: "$total" };
const lists: Settings["list"][] = [
  { success: true, data: "$rows", ...total, page: "$page", page_size: "$size" },
  { success: true, data: { records: "$rows" }, ...total },
  { status: "SUCCESS", records: "$rows" },
  {
    success: true,
    errors: [],
    result: "$rows",
    result_info: { page: "$page", per_page: "$size", total_count: "$total" },
  },
  { records: "$rows", meta: { total: "$total" } },
  { data: "$rows", pagination: { current_page: "$page", total_entries: "$total", total_pages: "$pages" } },
  "$rows",
];
const writes: Settings["written"][] = [
  { success: true, message: "$message", data: "$row" },
  { success: true, message: "$message" },
  { status: "SUCCESS", id: "$id" },
  { record: "$row" },
  "$row",
  {},
];
const deletes: Settings["deleted"][] = [{ success: true, message: "$message" }, { status: "SUCCESS" }, {}];

/** The path to the rows. */
function container(list: unknown): string | undefined {
  if (list === "$rows") return "";
  const entries = Object.entries(Object(typeof list === "object" ? list : {}));
  const [[key, inner] = []] = entries.filter(([, value]) => container(value) !== undefined);
  return key === undefined ? undefined : [key, container(inner)].filter(Boolean).join(".");
}

/** A format, and the lines of a contract that an expert writes for it. */
export interface Format {
  readonly settings: Settings;
  readonly contract: object | undefined;
}

export const format: fc.Arbitrary<Format> = fc
  .record({
    how: layout,
    data: fc.constantFrom(...dataKeys),
    priority: fc.constantFrom("priority", "prio", "aux", "preference", "distance"),
    name: fc.constantFrom("name", "name", "name", "host", "hostname", "source"),
    type: fc.constantFrom("type", "type", "type", "record_type"),
    ttl: fc.constantFrom("ttl", "ttl", "TTL", "ttl:text"),
    id: fc.constantFrom("id", "id", "id", "record_id"),
    ids: fc.constantFrom("integer", "integer", "text", "hash", "none"),
    idsInLists: fc.constantFrom(true, true, true, false),
    sets: fc.constantFrom(false, false, false, false, true),
    names: fc.constantFrom("relative", "relative", "fqdn", "fqdn-dot"),
    apex: fc.constantFrom("@", "@", "", ".", null),
    hosts: fc.constantFrom("plain", "plain", "dot"),
    texts: fc.constantFrom("plain", "quoted"),
    list: fc.constantFrom(...lists),
    written: fc.constantFrom(...writes),
    deleted: fc.constantFrom(...deletes),
    totals: fc.constantFrom("list", "none"),
    paging: fc.constantFrom("honoured", "ignored"),
    minimumTtl: fc.constantFrom(0, 0, 600),
    duplicates: fc.boolean(),
    isExpert: fc.boolean(),
  })
  .map(({ how, data, priority, name, type, ttl, id, isExpert, ...settings }) => {
    const { row, types } = templates(how, data, priority);
    const [ttlKey = "ttl", isText] = ttl.split(":");
    const shown = { [id]: "$id", [type]: "$type", [name]: "$name", ...row, [ttlKey]: isText ? "$ttl:text" : "$ttl" };
    const inSet = { [id]: "$id", [type]: "$type", [name]: "$name", [ttlKey]: "$ttl", values: "$values" };
    const called = { id, type, name, ttl: ttlKey, ...(how === "fields" ? {} : { content: data, priority }) };
    const renamed = Object.entries(called).filter(([own, wire]) => own !== wire);
    const fields = renamed.length === 0 ? {} : { fields: Object.fromEntries(renamed) };
    const path = container(settings.list);
    const own = { success: null, complete: true, ...(path && { container: path }) };
    return {
      settings: { ...settings, row: settings.sets ? inSet : shown, types: settings.sets ? {} : types },
      contract: isExpert ? { "records.list": { ...fields, ...own } } : undefined,
    };
  });
