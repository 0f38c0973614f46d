import type { LiveRecord, RecordData } from "./recordData.ts";
import { recordTypes } from "./records.ts";

/** The data of a record, wanted or live; `readings` as in {@link LiveRecord}. */
export type ComparableData = RecordData & { readings?: readonly string[] };

/** Whether two records have the same data, the priority of MX and SRV aside. Any reading of a live TXT counts. */
export function sameTarget(a: ComparableData, b: ComparableData): boolean {
  if (a.type === "TXT" && b.type === "TXT") {
    const readings = [b.content, ...(b.readings ?? [])];
    return [a.content, ...(a.readings ?? [])].some((reading) => readings.includes(reading));
  }
  return a.type === b.type && identityOf(a) === identityOf(b);
}

/** Whether two records have the same data, the priority of MX and SRV included where both sides have one. */
export function sameData(a: ComparableData, b: ComparableData): boolean {
  if (!sameTarget(a, b)) return false;
  const [one, other] = [priorityOf(a), priorityOf(b)];
  return one === undefined || other === undefined || one === other;
}

function priorityOf(data: RecordData): number | undefined {
  return data.type === "MX" || data.type === "SRV" ? data.priority : undefined;
}

function identityOf(data: RecordData): string {
  return JSON.stringify([data.type, ...recordTypes[data.type].identity(data)]);
}

/** A key for maps of records: owner name, type and data, without the priority of MX and SRV. */
export function identityKey(name: string, data: RecordData): string {
  return `${name} ${identityOf(data)}`;
}

/**
 * The live record with the content that `data` has, if its wire form could mean that; else the record itself. Settle a record
 * before {@link liveToWire} sends it back, so that an ambiguous TXT is not sent with another meaning.
 */
export function settleReading(live: LiveRecord, data: RecordData): LiveRecord {
  if (live.data.type !== "TXT" || data.type !== "TXT" || !live.readings?.includes(data.content)) return live;
  const { readings, ...rest } = live;
  return { ...rest, data, readings: [live.data.content, ...readings.filter((reading) => reading !== data.content)] };
}
