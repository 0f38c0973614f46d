import { optional } from "./optional.ts";
import type { LiveRecord } from "./registry.ts";
import { type RecordData, recordTypes } from "./registry.ts";

/** The data of a record, wanted or live; `interpretations` as in {@link LiveRecord}. */
export type ComparableData = RecordData & { interpretations?: readonly string[] | undefined };

/** Whether two records have the same data, the priority of MX and SRV aside. Any interpretation of a live text counts. */
export function sameTarget(a: ComparableData, b: ComparableData): boolean {
  if (a.type !== b.type) return false;
  const others = new Set(meanings(b).map(identityOf));
  return meanings(a).some((meaning) => others.has(identityOf(meaning)));
}

/** Whether two records have the same data, the priority of MX and SRV included where both sides have one. */
export function sameData(a: ComparableData, b: ComparableData): boolean {
  return (
    sameTarget(a, b) &&
    recordTypes[a.type].secondary.every((key) => {
      const [one, other] = [valueAt(a, key), valueAt(b, key)];
      return one === undefined || other === undefined || one === other;
    })
  );
}

function valueAt(data: object, key: string): unknown {
  return Reflect.get(data, key);
}

/** The values that are no part of the identity, such as a priority; `undefined` for one that the registrar did not show. */
export function secondaryValues(data: RecordData): Readonly<Record<string, unknown>> {
  return Object.fromEntries(recordTypes[data.type].secondary.map((key) => [key, valueAt(data, key)]));
}

/** The text that registrars quote and escape in ways of their own, where the type has one: of TXT and CAA. */
function textOf(data: RecordData): unknown {
  const { ambiguous } = recordTypes[data.type];
  return ambiguous === undefined ? undefined : valueAt(data, ambiguous);
}

function withText<D extends RecordData>(data: D, text: string): D {
  const { ambiguous } = recordTypes[data.type];
  return ambiguous === undefined ? data : { ...data, [ambiguous]: text };
}

/** What data may mean: itself, and itself with each other interpretation of its text. */
function meanings({ interpretations = [], ...data }: ComparableData): RecordData[] {
  return [data, ...interpretations.map((text) => withText(data, text))];
}

function identityOf(data: RecordData): string {
  return JSON.stringify([data.type, ...recordTypes[data.type].identity(data)]);
}

/** A key for maps of records: owner name, type and data, without the priority of MX and SRV. */
export function identityKey(name: string, data: RecordData): string {
  return `${name} ${identityOf(data)}`;
}

/** The keys of everything that a live record may mean: {@link identityKey} of each interpretation, the likeliest first. */
export function identityKeys({ name, data, interpretations }: LiveRecord): string[] {
  if (interpretations === undefined) return [identityKey(name, data)];
  return meanings({ ...data, interpretations }).map((meaning) => identityKey(name, meaning));
}

/**
 * The live record with the text that `data` has, if its wire form could mean that; else the record itself. Settle a record
 * before {@link liveToWire} sends it back, so that an ambiguous text is not sent with another meaning.
 */
export function settleInterpretation(live: LiveRecord, data: RecordData): LiveRecord {
  const { interpretations = [], ...rest } = live;
  const [shown, meant] = [textOf(live.data), textOf(data)];
  if (live.data.type !== data.type || typeof shown !== "string" || typeof meant !== "string") return live;
  if (!interpretations.includes(meant)) return live;
  const others = [shown, ...interpretations.filter((interpretation) => interpretation !== meant)];
  return { ...rest, data: withText(live.data, meant), ...optional({ interpretations: others }) };
}
