/** DnsZone: many records of a domain, or its whole zone, as one resource. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { ifValid, normaliseDomain } from "../dns/index.ts";
import { sameDomain } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import type { Change } from "../lifecycle/definition.ts";
import { onServiceNameservers } from "../lifecycle/preconditions.ts";
import { claimZone, createZone, deleteZone, readZone, updateZone, zoneEndpoints } from "../lifecycle/zone/apply.ts";
import {
  checkAdditive,
  checkAdditiveLive,
  checkArguments,
  checkAuthoritative,
  checkLeaving,
  isAdditiveLookDue,
  isToBeWritten,
} from "../lifecycle/zone/check.ts";
import { type Entry, entriesOf, groupByKey, mapOf, recordOf } from "../lifecycle/zone/records.ts";
import { dnsZoneSchema, dnsZoneShape, recordsByKey } from "../lifecycle/zone/schema.ts";
import {
  addedInputs,
  isAuthoritative,
  readState,
  type ZoneArgs,
  type ZoneState,
  zoneControls,
} from "../lifecycle/zone/state.ts";

function recordChanges({ records: old, unlisted }: ZoneState, wanted: unknown, domain: string): Change[] {
  // A record that a refresh found is the zone's own from the update on that lists it.
  const found = new Set(Object.keys(Object(unlisted)));
  if (found.size === 0 && isDeepStrictEqual(old, wanted)) return [];
  // What a record says, in whatever order and spelling; what is none, by the letter.
  const meanings = (entries: readonly Entry[] = []) =>
    entries.map((entry) => recordOf(entry, domain)?.signature ?? JSON.stringify(entry.value)).sort();
  const before = groupByKey(entriesOf(old, domain) ?? []);
  const after = groupByKey(entriesOf(wanted, domain) ?? []);
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): Change[] => {
    const [was, will] = [before.get(key), after.get(key)];
    if (was && will && !found.has(key) && isDeepStrictEqual(meanings(was), meanings(will))) return [];
    const reason = was === undefined ? "not there" : will === undefined ? "not listed" : "differs";
    return [{ path: `records[${JSON.stringify(key)}]`, kind: "update", reason }];
  });
}

function diff(state: ZoneState, args: Partial<ZoneArgs>, unread: readonly string[] = []): Change[] {
  const changes: Change[] = [];
  if (!sameDomain(state.domain, args.domain)) changes.push({ path: "domain", kind: "replace", reason: "differs" });
  for (const key of ["mode", "ignore"] as const) {
    if (unread.includes(key) || !isDeepStrictEqual(state[key], args[key]))
      changes.push({ path: key, kind: "update", reason: "differs" });
  }
  // What the check of an authoritative zone found, and no update has dealt with yet.
  if (args.plan !== undefined && args.plan !== state.plan && isAuthoritative(args)) {
    changes.push({ path: "plan", kind: "update", reason: "the live zone differs" });
  }
  return [...changes, ...recordChanges(state, args.records, ifValid(() => normaliseDomain(String(args.domain))) ?? "")];
}

export const dnsZone = defineResource<ZoneArgs, ZoneState>({
  type: "DnsZone",
  summary: "Many records of a domain, or its whole zone, as one resource; for hundreds and thousands of records.",
  endpoints: zoneEndpoints,
  meaning: {
    create: "reads the zone, takes over identical records, and creates the others",
    drift:
      "every argument of every listed record, by name and type, compared by meaning; in an authoritative zone, also records that are not listed",
    delete:
      "deletes the records that it lists, except those that another resource has taken over; deletes nothing else",
  },
  schema: dnsZoneSchema,
  schemaFor: () => dnsZoneShape,
  outputs: {
    records: recordsByKey.meta({ description: "The records as lists by owner name and type." }),
    recordIds: z.record(z.string(), z.array(z.string())).optional().meta({
      description:
        "The registrar's ids of the records, in lists as those of `records`: an empty text where it has not shown one, and no list where it has shown none.",
    }),
  },
  addedInputs,
  partlyKnown: ["records"],
  controls: zoneControls,
  shownInputs: ["plan"],
  // Two domains can stand side by side.
  deleteBeforeReplace: false,
  inTexts: true,
  fill({ records, domain = "not-known-yet.invalid" }) {
    const entries = entriesOf(records, domain);
    const map = entries && mapOf(entries);
    return map === undefined || isDeepStrictEqual(map, records) ? {} : { records: map };
  },
  check(args, context) {
    const failures = checkArguments(args, context);
    if (failures.length > 0) return failures;
    const leaving = checkLeaving(args, context);
    if (leaving.length > 0 || isAuthoritative(args)) return leaving;
    return checkAdditive(args, context);
  },
  needsLiveCheck: (args, context) => isAuthoritative(args) || isAdditiveLookDue(args, context),
  checkLive: (args, context, run) =>
    isAuthoritative(args) ? checkAuthoritative(args, context, run) : checkAdditiveLive(args, context, run),
  preconditions: [onServiceNameservers("records", (args, { context }) => isToBeWritten(args, context))],
  diff,
  create: createZone,
  read: readZone,
  update: updateZone,
  delete: deleteZone,
  claim: claimZone,
  readState,
});
