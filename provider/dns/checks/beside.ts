/** Checks records that a resource is to write together with live records that it doesn't declare. */
import { ownerOfHost } from "../names.ts";
import { describeRecord, fieldOf } from "../records.ts";
import { type LiveRecord, recordTypes, type WantedRecord, type ZoneRow } from "../registry.ts";
import type { Finding } from "./check.ts";
import { checkZone } from "./zone.ts";
import { namesAbove } from "./zoneRules.ts";

/** Live records by each name at which a check may compare them: their own, the names above, and that of their target. */
export type LiveIndex = ReadonlyMap<string, readonly LiveRecord[]>;

/** Names of the records with which a check may compare this one. */
function namesOf({ name, data }: WantedRecord, domain: string): Set<string> {
  const { target } = recordTypes[data.type];
  const host = target === undefined ? undefined : fieldOf(data, target);
  const owner = typeof host === "string" ? ownerOfHost(host, domain) : undefined;
  return new Set([name, ...namesAbove(name), ...(owner === undefined ? [] : [owner])]);
}

export function indexLive(rows: readonly ZoneRow[], domain: string): LiveIndex {
  const index = new Map<string, LiveRecord[]>();
  for (const row of rows) {
    if ("opaque" in row) continue;
    for (const name of namesOf(row, domain)) {
      const known = index.get(name);
      if (known === undefined) index.set(name, [row]);
      else known.push(row);
    }
  }
  return index;
}

/** Another resource of the program may be about to change the TTL of its record of the same name and type. */
const comparesDeclared = ["ttl-mixed"];

/**
 * The findings about a written record and a live one. They name the live one, and only warn: another resource may be about
 * to change it.
 * @param written records to create or update
 * @param isOther is a live record neither one of the resource nor gone?
 */
export function checkBeside(
  written: readonly WantedRecord[],
  live: LiveIndex,
  domain: string,
  isOther: (record: LiveRecord) => boolean,
): Finding[] {
  const names = new Set(written.flatMap((record) => [...namesOf(record, domain)]));
  const others = [...new Set([...names].flatMap((name) => live.get(name) ?? []))].filter(isOther);
  return checkZone([...written, ...others], domain).flatMap(({ records, ...finding }): Finding[] => {
    const shared = records.flatMap((index) => others[index - written.length] ?? []);
    if (shared.length === 0 || shared.length === records.length || comparesDeclared.includes(finding.check)) return [];
    const [first, ...more] = shared.map(({ name, data }) => describeRecord(name, data, domain));
    const shown = more.length === 0 ? first : `${first}, and ${more.length} more`;
    return [
      { ...finding, set: "best-practice", reason: `${finding.reason}. Live, and not of this resource: ${shown}` },
    ];
  });
}
