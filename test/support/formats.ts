import { dialectOf } from "../../testing/sandbox/profiles.ts";

/** Documented formats of rows that no dialect of the sandbox has. */
export const ownFormats: Readonly<Record<string, object>> = {
  /** Keys of several services: Dynu's data, PointDNS' priority, ClouDNS' CAA, TransIP's TTL, GleSYS' ID, IONOS Cloud's type. */
  "own-keys": {
    row: {
      ...{ recordid: "$id", type: "record", properties: { type: "$type" }, zone_id: 1, comments: [] },
      ...{ source: "$name", hostname: "$fqdn", expire: "$ttl:text", aux: null },
    },
    types: {
      A: { ipv4Address: "$content" },
      AAAA: { ipv6Address: "$content" },
      ...Object.fromEntries(["CNAME", "NS", "PTR"].map((type) => [type, { host: "$content" }])),
      TXT: { textData: "$content" },
      MX: { host: "$content", aux: "$priority:text" },
      SRV: { host: "$target", aux: "$priority:text", weight: "$weight", port: "$port" },
      CAA: { caa_flag: "$flags:text", caa_type: "$tag", caa_value: "$value" },
    },
    ...{ apex: ".", hosts: "dot", defaultTtl: 300, list: "$rows", paging: "ignored", pageCap: null },
  },
  /** Name and data in one object, which a row without data has, too. */
  timeweb: {
    row: { id: "$id", type: "$type", fqdn: "$domain", data: { value: "$data", subdomain: "$name" }, ttl: "$ttl" },
    types: { MX: { data: { value: "$content", subdomain: "$name", priority: "$priority" } } },
    ...{ apex: null, defaultTtl: 600, list: { records: "$rows" }, paging: "ignored", pageCap: null },
  },
  /** Sets of records. */
  powerdns: {
    ...{ ids: "none", sets: true, hosts: "dot", texts: "quoted", list: { rrsets: "$rows" }, paging: "ignored" },
    row: { comments: [], name: "$fqdn", records: "$values", ttl: "$ttl", type: "$type" },
  },
  /** hosttech: the owner of some types has another key, and `name` is their target. */
  hosttech: {
    row: { id: "$id", type: "$type", name: "$name", ttl: "$ttl", comment: "$comment" },
    types: {
      A: { ipv4: "$content" },
      AAAA: { ipv6: "$content" },
      CNAME: { cname: "$content" },
      TXT: { text: "$content" },
      MX: { ownername: "$name", name: "$content", pref: "$priority" },
      NS: { ownername: "$name", targetname: "$content", name: null },
      PTR: { origin: "$name", name: "$content" },
      SRV: { service: "$name", priority: "$priority", weight: "$weight", port: "$port", target: "$target", name: null },
      CAA: { flag: "$flags", tag: "$tag", value: "$value" },
    },
    ...{ apex: "", defaultTtl: 3600, paging: "ignored", pageCap: null },
  },
};

/** The profile of a format, by its name here or in the sandbox. */
export const profileOf = (name: string): string =>
  Object.hasOwn(ownFormats, name) ? JSON.stringify(ownFormats[name]) : name;

/** How a registrar of these profiles behaves. @returns undefined if two of them decide one point differently */
export function behaviourOf(...profiles: string[]): string | undefined {
  try {
    return JSON.stringify(dialectOf(profiles));
  } catch {
    return undefined;
  }
}

/** Does `all-awkward` behave so, too? */
export const isInAllAwkward = (name: string): boolean =>
  behaviourOf("all-awkward", name) === behaviourOf("all-awkward");
