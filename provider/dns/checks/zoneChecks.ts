import { identityKey, printData } from "../records.ts";
import { apexReason } from "../types/cname.ts";
import { isDmarc, isSpf } from "./mail.ts";
import {
  groupBy,
  namesAbove,
  ownerInZone,
  shown,
  targetOf,
  type Zone,
  type ZoneCheck,
  type ZoneProblem,
} from "./zone.ts";

/** Checks that hold for any list of records, whole zone or not. */
export const zoneChecks: readonly ZoneCheck[] = [
  {
    id: "zone-duplicate",
    set: "strict",
    reference: "RFC 2181 section 5",
    also: "DNSControl checkDuplicates",
    description: "No two records with the same name, type and data.",
    completeOnly: false,
    *find(zone) {
      for (const records of groupBy(zone, ({ name, data }) => identityKey(name, data)).values()) {
        const byPriority = new Map<string, number[]>();
        for (const index of records) {
          const key = printData(zone.records[index]?.data ?? { type: "TXT", content: "" });
          byPriority.set(key, [...(byPriority.get(key) ?? []), index]);
        }
        for (const [printed, same] of byPriority) {
          if (same.length < 2) continue;
          const { name = "@", data } = zone.records[same[0] ?? 0] ?? {};
          yield {
            records: same,
            reason: `${shown(zone, name)} has the same ${data?.type} record ${same.length} times: ${printed.slice(0, 100)}. Keep one`,
          };
        }
      }
    },
  },
  {
    id: "zone-same-target",
    set: "best-practice",
    reference: "RFC 5321 section 5.1; RFC 2782",
    also: "",
    description: "No two MX or SRV records that differ in their priority only: the registrar may not tell them apart.",
    completeOnly: false,
    *find(zone) {
      for (const records of groupBy(zone, ({ name, data }) =>
        data.type === "MX" || data.type === "SRV" ? identityKey(name, data) : undefined,
      ).values()) {
        const priorities = new Set(
          records.map((index) => printData(zone.records[index]?.data ?? { type: "TXT", content: "" })),
        );
        if (priorities.size < 2) continue;
        const { name = "@", data } = zone.records[records[0] ?? 0] ?? {};
        yield {
          records,
          property: "priority",
          reason: `${shown(zone, name)} has ${data?.type} records that differ in their priority only: ${[...priorities].join(", ")}. Keep one of them`,
        };
      }
    },
  },
  {
    id: "cname-beside-others",
    set: "strict",
    reference: "RFC 1034 section 3.6.2; RFC 2181 section 10.1",
    also: "octoDNS cname-coexistence; DNSControl checkCNAMEs",
    description: "A name with a CNAME has no other records.",
    completeOnly: false,
    *find(zone) {
      for (const name of zone.cnames.keys()) {
        const here = zone.byName.get(name) ?? [];
        const types = new Set(here.map((index) => zone.records[index]?.data.type));
        types.delete("CNAME");
        if (types.size === 0) continue;
        yield {
          records: [...here],
          property: "name",
          reason: `${shown(zone, name)} has a CNAME and also ${[...types].join(", ")}. Take the CNAME out, or move the other records to another name`,
        };
      }
    },
  },
  {
    id: "cname-multiple",
    set: "strict",
    reference: "RFC 2181 section 10.1",
    also: "DNSControl checkCNAMEs",
    description: "A name has one CNAME.",
    completeOnly: false,
    *find(zone) {
      for (const name of zone.cnames.keys()) {
        const records = (zone.byName.get(name) ?? []).filter((index) => zone.records[index]?.data.type === "CNAME");
        const targets = new Set(
          records.map((index) => identityKey(name, zone.records[index]?.data ?? { type: "TXT", content: "" })),
        );
        if (targets.size < 2) continue;
        yield {
          records,
          property: "content",
          reason: `${shown(zone, name)} has ${targets.size} CNAME records, and a name is an alias of one other name. Keep one`,
        };
      }
    },
  },
  {
    id: "cname-apex",
    set: "strict",
    reference: "RFC 1034 section 3.6.2; RFC 1912 section 2.4",
    also: "octoDNS cname-root-rfc, root-cname; DNSControl checkTargets",
    description: "No CNAME at the apex of the domain.",
    completeOnly: false,
    *find(zone) {
      const records = (zone.byName.get("@") ?? []).filter((index) => zone.records[index]?.data.type === "CNAME");
      if (records.length > 0) yield { records, property: "name", reason: apexReason };
    },
  },
  ...(["MX", "NS", "SRV"] as const).map(
    (type): ZoneCheck => ({
      id: `${type.toLowerCase()}-target-cname`,
      set: "strict",
      reference: type === "SRV" ? "RFC 2782" : "RFC 2181 section 10.3",
      also: `octoDNS ${type.toLowerCase()}-target-not-cname`,
      description: `The target of ${type} is a host with addresses, not a CNAME of the same zone.`,
      completeOnly: false,
      *find(zone) {
        yield* targetsThatAreAliases(zone, type);
      },
    }),
  ),
  {
    id: "cname-loop",
    set: "strict",
    reference: "RFC 1034 section 3.6.2",
    also: "octoDNS no-cname-loop; DNSControl checkTargets",
    description: "No CNAME leads back to itself.",
    completeOnly: false,
    find: cnameLoops,
  },
  {
    id: "cname-chain",
    set: "best-practice",
    reference: "RFC 1034 section 3.6.2",
    also: "octoDNS cname-target-not-cname",
    description: "A CNAME does not point at another CNAME of the same zone.",
    completeOnly: false,
    *find(zone) {
      for (const problem of targetsThatAreAliases(zone, "CNAME")) {
        const [from, to] = problem.records;
        // A loop has a check of its own.
        if (from !== to) yield problem;
      }
    },
  },
  {
    id: "ttl-mixed",
    set: "best-practice",
    reference: "RFC 2181 section 5.2",
    also: "DNSControl checkRecordSetHasMultipleTTLs",
    description: "All records of one name and type have the same TTL.",
    completeOnly: false,
    *find(zone) {
      for (const records of groupBy(zone, ({ name, data, ttl }) =>
        ttl === undefined ? undefined : `${name} ${data.type}`,
      ).values()) {
        const ttls = new Set(records.map((index) => zone.records[index]?.ttl));
        if (ttls.size < 2) continue;
        const { name = "@", data } = zone.records[records[0] ?? 0] ?? {};
        yield {
          records,
          property: "ttl",
          reason: `the ${data?.type} records of ${shown(zone, name)} have the TTLs ${[...ttls].join(", ")}, and resolvers treat them as one set. Give them one TTL`,
        };
      }
    },
  },
  {
    id: "mx-null-alone",
    set: "strict",
    reference: "RFC 7505 section 3",
    also: "octoDNS mail",
    description: "A null MX (no mail) is the only MX of its name.",
    completeOnly: false,
    *find(zone) {
      for (const [name, records] of groupBy(zone, ({ name, data }) => (data.type === "MX" ? name : undefined))) {
        const none = records.filter((index) => isNullTarget(zone, index));
        if (none.length === 0 || none.length === records.length) continue;
        yield {
          records,
          property: "content",
          reason: `${shown(zone, name)} says that it takes no mail (MX ".") and names mail servers. Keep one or the other`,
        };
      }
    },
  },
  {
    id: "srv-null-alone",
    set: "best-practice",
    reference: "RFC 2782",
    also: "",
    description: "An SRV with target `.` (no such service) is the only SRV of its name.",
    completeOnly: false,
    *find(zone) {
      for (const [name, records] of groupBy(zone, ({ name, data }) => (data.type === "SRV" ? name : undefined))) {
        const none = records.filter((index) => isNullTarget(zone, index));
        if (none.length === 0 || none.length === records.length) continue;
        yield {
          records,
          property: "target",
          reason: `${shown(zone, name)} says that there is no such service (SRV ".") and names hosts. Keep one or the other`,
        };
      }
    },
  },
  {
    id: "spf-multiple",
    set: "best-practice",
    reference: "RFC 7208 section 4.5",
    also: "octoDNS mail",
    description: "A name has one SPF policy: receivers reject two.",
    completeOnly: false,
    *find(zone) {
      for (const [name, records] of groupBy(zone, ({ name, data }) =>
        data.type === "TXT" && isSpf(data.content) ? name : undefined,
      )) {
        if (records.length < 2) continue;
        yield {
          records,
          property: "content",
          reason: `${shown(zone, name)} has ${records.length} SPF policies, and receivers then use none. Join them into one record`,
        };
      }
    },
  },
  {
    id: "dmarc-multiple",
    set: "best-practice",
    reference: "RFC 7489 section 6.6.3",
    also: "octoDNS mail",
    description: "A name has one DMARC policy: receivers ignore two.",
    completeOnly: false,
    *find(zone) {
      for (const [name, records] of groupBy(zone, ({ name, data }) =>
        data.type === "TXT" && name.startsWith("_dmarc") && isDmarc(data.content) ? name : undefined,
      )) {
        if (records.length < 2) continue;
        yield {
          records,
          property: "content",
          reason: `${shown(zone, name)} has ${records.length} DMARC policies, and receivers then use none. Keep one`,
        };
      }
    },
  },
  {
    id: "below-delegation",
    set: "best-practice",
    reference: "RFC 2181 section 6.1; RFC 1034 section 4.2.1",
    also: "",
    description: "At and below a delegated subdomain stand only its NS records and the addresses of its name servers.",
    completeOnly: false,
    *find(zone) {
      const delegated = new Set(
        zone.records.filter(({ name, data }) => data.type === "NS" && name !== "@").map(({ name }) => name),
      );
      if (delegated.size === 0) return;
      for (const [index, { name, data }] of zone.records.entries()) {
        if (data.type === "A" || data.type === "AAAA") continue;
        const above = [...namesAbove(name)].find((each) => delegated.has(each));
        const cut = above ?? (data.type !== "NS" && delegated.has(name) ? name : undefined);
        if (cut === undefined) continue;
        yield {
          records: [index],
          property: "name",
          reason: `${shown(zone, cut)} is delegated to other name servers, so this record is never served. Declare it there`,
        };
      }
    },
  },
];

function isNullTarget(zone: Zone, index: number): boolean {
  const data = zone.records[index]?.data;
  return data !== undefined && targetOf(data)?.host === ".";
}

function* targetsThatAreAliases(zone: Zone, type: "MX" | "NS" | "SRV" | "CNAME"): Generator<ZoneProblem> {
  for (const [index, { name, data }] of zone.records.entries()) {
    const target = data.type === type ? targetOf(data) : undefined;
    if (target === undefined) continue;
    const owner = ownerInZone(zone, target.host);
    const alias = owner === undefined ? undefined : zone.cnames.get(owner);
    if (alias === undefined) continue;
    yield {
      records: [index, alias],
      property: target.property,
      reason: `the ${type} of ${shown(zone, name)} points at ${target.host}, which is a CNAME. Name the host that the CNAME leads to`,
    };
  }
}

/** Every loop once, by following each CNAME until something is met that was followed before. */
function* cnameLoops(zone: Zone): Generator<ZoneProblem> {
  const done = new Set<string>();
  for (const start of zone.cnames.keys()) {
    const path: string[] = [];
    const at = new Map<string, number>();
    let name: string | undefined = start;
    while (name !== undefined && !done.has(name) && !at.has(name)) {
      const index: number | undefined = zone.cnames.get(name);
      const data: RecordDataOrNone = index === undefined ? undefined : zone.records[index]?.data;
      if (data === undefined) break;
      at.set(name, path.length);
      path.push(name);
      name = data.type === "CNAME" ? ownerInZone(zone, data.content) : undefined;
    }
    const begin = name === undefined ? undefined : at.get(name);
    if (begin !== undefined) {
      const loop = path.slice(begin);
      yield {
        records: loop.flatMap((each) => zone.cnames.get(each) ?? []),
        property: "content",
        reason: `CNAME records lead in a circle: ${[...loop, ...loop.slice(0, 1)].map((each) => shown(zone, each)).join(" -> ")}. Point one of them at a host with addresses`,
      };
    }
    for (const each of path) done.add(each);
  }
}

type RecordDataOrNone = Zone["records"][number]["data"] | undefined;
