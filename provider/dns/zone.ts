import type { CheckInfo } from "./checks/check.ts";
import { completeZoneChecks } from "./checks/completeZoneChecks.ts";
import { type ZoneFinding, type ZoneRecord, zoneOf } from "./checks/zone.ts";
import { zoneChecks } from "./checks/zoneChecks.ts";
import { normaliseDomain } from "./names.ts";
import { type RecordTypeName, recordTypeNames } from "./recordData.ts";
import { recordTypes } from "./records.ts";

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
  for (const { id, set, reference, find } of complete ? [...zoneChecks, ...completeZoneChecks] : zoneChecks) {
    for (const problem of find(zone)) findings.push({ check: id, set, reference, ...problem });
  }
  return findings;
}

function recordCheckInfos(): CheckInfo[] {
  const infos = new Map<string, CheckInfo & { types: RecordTypeName[] }>();
  for (const type of recordTypeNames) {
    for (const { id, set, reference, also, description } of recordTypes[type].checks) {
      const known = infos.get(id);
      if (known === undefined) infos.set(id, { id, set, types: [type], reference, also, description });
      else known.types.push(type);
    }
  }
  return [...infos.values()];
}

/** Every check there is: those of one record with the types they look at, then those of the zone. One id, one row each. */
export const checks: readonly CheckInfo[] = [
  ...recordCheckInfos(),
  ...[...zoneChecks, ...completeZoneChecks].map(
    ({ id, set, reference, also, description, completeOnly }): CheckInfo => ({
      id,
      set,
      types: "zone",
      reference,
      also,
      description: completeOnly ? `${description} (Only when the whole zone is known.)` : description,
    }),
  ),
];
