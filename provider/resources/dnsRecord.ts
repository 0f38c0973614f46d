/** DnsRecord: one DNS record of a domain. */
import * as z from "zod";
import { checkRecord, recordArgumentNames, recordTypeNames, unionOfTypes } from "../dns/index.ts";
import { failuresOf } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import type { CheckFailure } from "../lifecycle/definition.ts";
import {
  type DnsRecordArgs,
  dnsRecordOf,
  dnsRecordSchemas,
  isServedHere,
  isType,
  recordControls,
  recordKind,
  zoneEndpoints,
} from "../lifecycle/records/kind.ts";
import { type OneRowState, oneRow } from "../lifecycle/rows/one.ts";

const { lifeCycle, isFree } = oneRow(recordKind, {
  replaces: ["domain", "type"],
  isComplete: (args) => dnsRecordOf({ ...args }) !== undefined,
});

export const dnsRecord = defineResource<DnsRecordArgs, OneRowState<DnsRecordArgs>>({
  type: "DnsRecord",
  summary: "One DNS record of a domain that uses the service's own nameservers.",
  endpoints: zoneEndpoints,
  meaning: {
    create:
      "reads the zone once per run (shared by all records), fails if the same record exists (unless `adopt` is set), and creates the record",
    drift: "every argument that the program sets, compared by meaning and not by spelling",
    delete:
      "deletes the record; succeeds if it is already gone; leaves it in place if another resource has taken it over",
  },
  // Only the reference page reads all types.
  schema: z.lazy(() => unionOfTypes((type) => dnsRecordSchemas[type])),
  argumentNames: ["domain", "type", ...recordArgumentNames, ...Object.keys(recordControls)],
  schemaFor: ({ type }): z.ZodObject | CheckFailure => {
    if (isType(type)) return dnsRecordSchemas[type];
    return {
      property: "type",
      reason: `must be one of ${recordTypeNames.join(", ")}, written as a plain literal`,
    };
  },
  check(args, context) {
    const { type, domain } = args;
    if (type === undefined) return [];
    const { known }: { known(key: string): boolean } = context;
    const unknown = Object.keys(dnsRecordSchemas[type].shape).filter((key) => !known(key));
    return failuresOf(checkRecord(type, { ...args }, domain, unknown), context);
  },
  preconditions: [isServedHere, isFree],
  ...lifeCycle,
  // Without a type, which isn't known yet, nothing can be compared.
  diff: (state, args, unread) =>
    args.type === undefined
      ? [{ path: "type", kind: "replace", reason: "differs" }]
      : lifeCycle.diff(state, args, unread),
});
