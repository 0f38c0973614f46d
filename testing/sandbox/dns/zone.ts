/** A domain as a DNS zone: its names and their record sets. */
import { plain } from "../fixtures.ts";
import { ownerName } from "../records.ts";
import type { SandboxDomain, SandboxRecord } from "../state.ts";
import { type RecordData, recordData } from "./data.ts";

/** Records of one name and type (RFC 2181 section 5). */
export interface RecordSet {
  /** Seconds: the lowest of the set, because a set has one TTL (RFC 2181 section 5.2). */
  readonly ttl: number;
  readonly data: readonly RecordData[];
  /** True if DNS can't represent a record, after an edit by hand. */
  readonly broken?: true;
}

/** Record sets of a name, by type. An empty non-terminal (a name that only has names below it) has none. */
export type Node = ReadonlyMap<string, RecordSet>;

export interface Zone {
  /** The domain, lower case, without trailing dot. */
  readonly apex: string;
  /** By full name, lower case, without trailing dot. */
  readonly nodes: ReadonlyMap<string, Node>;
}

/** TTL of a record that has none. Seconds. */
const defaultTtl = 3600;
/** TTL of negative responses (RFC 2308). Seconds. */
export const negativeTtl = 300;
const maxTtl = 2 ** 31 - 1;

/** The domain that a name is in: the longest one that it ends in. */
export const holderOf = (name: string, domains: readonly SandboxDomain[]): SandboxDomain | undefined =>
  domains
    .filter((domain) => name === domain.name || name.endsWith(`.${domain.name}`))
    .sort((a, b) => b.name.length - a.name.length)[0];

/** Builds the zone: the records, the NS set of the domain's nameservers and a SOA record with this serial. */
export function buildZone(domain: SandboxDomain, records: readonly SandboxRecord[], serial: number): Zone {
  const apex = plain(domain.name);
  const nodes = new Map<string, Map<string, RecordSet>>();
  const node = (name: string): Map<string, RecordSet> => {
    const known = nodes.get(name);
    if (known !== undefined) return known;
    const made = new Map<string, RecordSet>();
    nodes.set(name, made);
    if (name !== apex) node(name.slice(name.indexOf(".") + 1));
    return made;
  };
  const add = (name: string, ttl: number, data: RecordData) => {
    const sets = node(name);
    const set = sets.get(data.type) ?? { ttl, data: [] };
    const isThere = set.data.some((other) => JSON.stringify(other) === JSON.stringify(data));
    sets.set(data.type, { ...set, ttl: Math.min(set.ttl, ttl), data: isThere ? set.data : [...set.data, data] });
  };

  for (const host of domain.nameservers) add(apex, defaultTtl, recordData({ type: "NS", content: host }));
  add(apex, defaultTtl, {
    type: "SOA",
    data: {
      mname: plain(domain.nameservers[0] ?? apex),
      rname: `hostmaster.${apex}`,
      serial,
      refresh: 3600,
      retry: 600,
      expire: 1_209_600,
      minimum: negativeTtl,
    },
  });
  for (const record of records) {
    const relative = plain(ownerName(record)).replace(/(^|\.)@$/, "");
    const name = relative === "" ? apex : `${relative}.${apex}`;
    try {
      add(name, Math.min(record.ttl ?? defaultTtl, maxTtl), recordData(record));
    } catch {
      node(name).set(record.type, { ttl: defaultTtl, data: [], broken: true });
    }
  }
  return { apex, nodes };
}
