/** What a zone's state holds: its records with live values, the registrar's ids by the same keys, and when it was written. */
import * as z from "zod";
import { reader } from "../define.ts";
import { managedText, type Properties } from "../definition.ts";
import { type Entry, entriesOf, groupByKey, mapOf, type RecordMap, recordOf, type ZoneRecord } from "./records.ts";
import { dnsZoneShape } from "./schema.ts";

/** Inputs that the check of a zone adds. */
export const addedInputs = {
  /** What the check of an authoritative zone found last, for people: `2: 1 to change` is its second plan. */
  plan: z.string().optional(),
  /** It was found in this very run, so that writes follow. */
  isPlanNew: z.boolean().optional(),
  /** What a refresh showed without its ever having been listed. */
  unlisted: z.unknown().optional(),
};
export type ZoneArgs = z.input<typeof dnsZoneShape> &
  z.input<z.ZodObject<typeof addedInputs>> & {
    /** A `DnsRecordSet`: all but this key is left alone. */
    only?: string;
  };

export interface ZoneState extends Pick<ZoneArgs, "domain" | "ignore" | "mode" | "only" | "plan"> {
  managed: string;
  records: RecordMap;
  /** The registrar's ids, by the keys of `records`. */
  recordIds?: unknown;
  acceptedTtl?: unknown;
  /** Where in `records` a refresh shows what the zone never listed. */
  unlisted?: unknown;
  writtenAt?: string | undefined;
}

const readProperties = reader({
  domain: z.string(),
  managed: z.string(),
  mode: dnsZoneShape.shape.mode,
  ignore: z.array(z.string()),
  plan: addedInputs.plan,
  records: dnsZoneShape.shape.records,
  recordIds: z.unknown(),
  acceptedTtl: z.unknown(),
  unlisted: z.unknown(),
  writtenAt: z.string(),
});

export const readState = (bag: Properties): ZoneState => ({
  domain: "",
  managed: "",
  records: {},
  ...readProperties(bag),
});

export const isAuthoritative = ({ mode }: Pick<ZoneArgs, "mode">) => mode === "authoritative";

/** Arguments that only steer; the others say what is live. */
export const zoneControls = [
  "adopt",
  "deleteUnlisted",
  "ignoreChecks",
  "isPlanNew",
  "maxChange",
  "plan",
  "unlisted",
] as const;

/** What is remembered of each record, in lists as those of `records`. An id that is not known is an empty text. */
const marks = { recordIds: "recordId", acceptedTtl: "acceptedTtl", unlisted: "isUnlisted" } as const;

function marksOf(entries: readonly Entry[], mark: (typeof marks)[keyof typeof marks]): Properties | undefined {
  const found: [string, unknown][] = [];
  for (const [key, group] of groupByKey(entries)) {
    if (group.some((entry) => entry[mark] !== undefined)) found.push([key, group.map((entry) => entry[mark] ?? "")]);
  }
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

export function stateOf(
  { domain, ignore, mode }: Pick<ZoneArgs, "domain" | "ignore" | "mode">,
  entries: readonly Entry[],
  { writtenAt, plan }: Pick<ZoneState, "writtenAt" | "plan">,
): ZoneState {
  const given = { domain, ignore, mode, records: mapOf(entries) };
  return {
    ...given,
    managed: managedText(Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [key]))),
    recordIds: marksOf(entries, marks.recordIds),
    acceptedTtl: marksOf(entries, marks.acceptedTtl),
    unlisted: marksOf(entries, marks.unlisted),
    ...{ writtenAt, plan },
  };
}

/** The entries of arguments or a state, each with what is remembered of it. */
export function markedIn(
  { records, recordIds, acceptedTtl, unlisted }: Partial<Pick<ZoneState, "records" | keyof typeof marks>>,
  domain: string,
): { entry: Entry; mark: Pick<Entry, "recordId" | "acceptedTtl" | "isUnlisted"> }[] {
  return [...groupByKey(entriesOf(records, domain) ?? [])].flatMap(([key, group]) => {
    const [ids, ttls, shown] = [recordIds, acceptedTtl, unlisted].map((map) => Reflect.get(Object(map), key));
    return group.map((entry, place) => {
      const [recordId, ttl, isUnlisted] = [ids?.[place], ttls?.[place], shown?.[place] === true];
      const mark = {
        ...(typeof recordId === "string" && recordId !== "" && { recordId }),
        ...(typeof ttl === "number" && { acceptedTtl: ttl }),
        ...(isUnlisted && { isUnlisted }),
      };
      return { entry, mark };
    });
  });
}

/** All records that arguments or a state show, those included that a refresh found and this resource never listed. */
export const shownIn = (bag: Parameters<typeof markedIn>[0], domain: string): ZoneRecord[] =>
  markedIn(bag, domain).flatMap(({ entry, mark }) => {
    const record = recordOf(entry, domain);
    return record === undefined ? [] : [{ ...record, ...mark }];
  });

/** The records that arguments or a state say this resource owns. */
export const storedIn = (bag: Parameters<typeof markedIn>[0], domain: string): ZoneRecord[] =>
  shownIn(bag, domain).filter(({ isUnlisted }) => !isUnlisted);
