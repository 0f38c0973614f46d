/** Functions that call nothing, for languages that can't import them from the TypeScript package. */
import { InvalidInputError } from "../dns/errors.ts";
import { joinRecords as join } from "../dns/join.ts";
import { recordsByKey, recordsPart, ttlsByKey } from "./dns.ts";
import { InvalidLookupError, list, result } from "./lookup.ts";
import type { LookupTypes } from "./types.generated.ts";

export const helpers = {
  joinRecords: {
    summary: "Joins parts of a zone's records by key: values add up, and equal ones count once. Calls nothing.",
    schemas: {
      args: result({ parts: list(recordsPart, "The parts. Two of them must not give a key different TTLs.") }),
      result: result({
        records: recordsByKey.meta({ description: "The `records` of a `DnsZone` or `Domain`." }),
        ttls: ttlsByKey.meta({ description: "Its `ttls`." }),
      }),
    },
  },
} as const;

export type HelperName = keyof typeof helpers;

export const isHelper = (name: string): name is HelperName => Object.hasOwn(helpers, name);

type Joins = LookupTypes["joinRecords"];

/** @throws InvalidLookupError */
export async function joinRecords(_session: unknown, { parts }: Joins["args"]): Promise<Joins["result"]> {
  try {
    if (!Array.isArray(parts)) throw new InvalidInputError("parts must be a list");
    const { records, ttls } = join(parts);
    const lists = Object.entries(records).map(([key, values]) => [key, values.map(String)]);
    return { records: Object.fromEntries(lists), ttls };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidLookupError("joinRecords", error.message);
  }
}
