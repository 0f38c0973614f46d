/** Functions that call nothing, for languages that can't import them from the TypeScript package. */
import { InvalidPartsError, joinRecords as join } from "../dns/join.ts";
import type { Integer } from "./records.generated.ts";
import { InvalidLookupError } from "./session.ts";
import type { RecordsPart } from "./types.ts";

/** Summaries by name of the function. */
export const helpers = {
  joinRecords: "Joins parts of a zone's records by key: values add up, and equal ones count once. Calls nothing.",
} as const;

export type HelperName = keyof typeof helpers;

export const isHelper = (name: string): name is HelperName => Object.hasOwn(helpers, name);

export interface JoinRecordsArgs {
  /** The parts. Two of them must not give a key different TTLs. */
  parts: RecordsPart[];
}

export interface JoinRecordsResult {
  /** The `records` of a `DnsZone` or `Domain`. */
  records: Record<string, string[]>;
  /** Its `ttls`. */
  ttls: Record<string, Integer>;
}

/** @throws InvalidLookupError */
export async function joinRecords(_session: unknown, { parts }: JoinRecordsArgs): Promise<JoinRecordsResult> {
  try {
    if (!Array.isArray(parts)) throw new InvalidPartsError("parts must be a list");
    const { records, ttls } = join(parts);
    const lists = Object.entries(records).map(([key, values]) => [key, values.map(String)]);
    return { records: Object.fromEntries(lists), ttls };
  } catch (error) {
    if (!(error instanceof InvalidPartsError)) throw error;
    throw new InvalidLookupError("joinRecords", error.message);
  }
}
