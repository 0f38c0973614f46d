/** Random records of every type, made of the cases of the types. */
import {
  isOpaque,
  type LiveRecord,
  type RecordArgs,
  type RecordTypeName,
  recordFromArgs,
  recordFromWire,
  recordSchema,
} from "../../provider/dns/index.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, owner } from "./randomValues.ts";
import { everyCase } from "./types/index.ts";
import type { Args } from "./types/typeCases.ts";

export * from "./randomValues.ts";

/** Arguments that fit the schema of their type. */
export function argsOf(type: RecordTypeName, args: Args): RecordArgs {
  return recordSchema(type).parse({ type, ...args });
}

/** The live record that a row of the registrar is read as. */
export function liveOf(row: Record<string, unknown>): LiveRecord {
  const found = recordFromWire(row, domain);
  if (isOpaque(found)) throw new Error(`not understood: ${found.reason}`);
  return found;
}

/** One random record: what a user writes, in canonical spelling. */
export const recordArgs: fc.Arbitrary<RecordArgs> = fc
  .tuple(
    owner,
    fc.record({ ttl: fc.integer({ min: 0, max: 2147483647 }), comment: fc.string() }, { requiredKeys: [] }),
    fc.oneof(...everyCase(({ random }, type) => [random.map((args) => ({ type, args }))])),
  )
  .map(([name, beside, { type, args }]) => argsOf(type, { name, ...beside, ...args }));

/** Records that checks speak of, which can be written all the same: with the check switched off, or as a mere warning. */
export const oddArgs: fc.Arbitrary<RecordArgs> = fc.oneof(
  ...everyCase(({ odd }, type) => (odd === undefined ? [] : [odd.map((args) => argsOf(type, args))])),
);

/** Records of every type by hand, with their printed form. */
export const examples = everyCase(({ printed }, type) =>
  printed.map(([name, data, text]) => ({ ...recordFromArgs(argsOf(type, { name, ...data }), domain), printed: text })),
);
