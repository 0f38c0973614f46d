import type { CheckInfo } from "./checks/check.ts";
import { type ZoneFinding, type ZoneRecord, zoneOf } from "./checks/zone.ts";
import { aliasChecks } from "./checks/zoneAliases.ts";
import { completeZoneChecks } from "./checks/zoneComplete.ts";
import { setChecks } from "./checks/zoneSets.ts";
import { normaliseDomain } from "./names.ts";
import { type RecordTypeName, recordTypeNames, recordTypes } from "./registry.ts";

const partialZoneChecks = [...setChecks, ...aliasChecks];
const zoneChecks = [...partialZoneChecks, ...completeZoneChecks];

/**
 * The checks of all records of a domain together, in time linear in their number. With `complete`, `records` is the whole
 * zone, and the checks that speak of missing records run too; without, they would be wrong about a program that declares
 * only a part of its zone.
 * @throws InvalidNameError if the domain is not valid
 */
export function checkZone(
  records: readonly ZoneRecord[],
  domain: string,
  { complete = false }: { complete?: boolean } = {},
): ZoneFinding[] {
  const zone = zoneOf(records, normaliseDomain(domain));
  const findings: ZoneFinding[] = [];
  for (const { id, set, reference, find } of complete ? zoneChecks : partialZoneChecks) {
    for (const { members, ...problem } of find(zone)) {
      findings.push({ check: id, set, reference, ...problem, records: members.map(({ index }) => index) });
    }
  }
  return findings;
}

/** Every check there is: those of one record with the types they look at, then those of the zone. One id, one row. */
function listChecks(): CheckInfo[] {
  const infos = new Map<string, CheckInfo>();
  const typesOf = new Map<string, RecordTypeName[]>();
  for (const type of recordTypeNames) {
    for (const { id, set, reference, also, description } of recordTypes[type].checks) {
      const types = [...(typesOf.get(id) ?? []), type];
      typesOf.set(id, types);
      infos.set(id, { id, set, types, reference, also, description });
    }
  }
  for (const check of zoneChecks) {
    const { id, set, reference, also, description: said } = check;
    const description = completeZoneChecks.includes(check) ? `${said} Only when the whole zone is known.` : said;
    if (!infos.has(id)) infos.set(id, { id, set, types: "zone", reference, also, description });
  }
  return [...infos.values()];
}

/** The registry of checks: what `docs/reference/checks.md` shows. */
export const checks: readonly CheckInfo[] = listChecks();
