/** DnsRecord: one DNS record of a domain. */
import * as z from "zod";
import {
  checkRecord,
  recordArgumentNames,
  recordTypes,
  sameArgument,
  typeProblem,
  unionOfTypes,
} from "../dns/index.ts";
import { domainOf, failuresOf, fqdnOutput, sameDomain } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import * as records from "../lifecycle/records/kind.ts";
import { type OneRowState, oneRow } from "../lifecycle/rows/oneRow.ts";

const { lifeCycle, check } = oneRow(records.recordKind, {
  data: "name",
  idName: "recordId",
  outputs: fqdnOutput,
  read: records.readArgs,
  wanted: (args) => records.wantedRecord(records.recordArgs(args), domainOf(args)),
  same(key, a, b, { type, domain = "" }) {
    if (key === "domain") return sameDomain(a, b);
    return key === "type" || type === undefined ? a === b : sameArgument(type, key, a, b, domain);
  },
  replaces: ["domain", "type"],
  isComplete: (args) => records.dnsRecordOf({ ...args }) !== undefined,
  hasData: ({ type, ...args }) =>
    type !== undefined && Object.keys(recordTypes[type].fields).some((field) => field in args),
});

export const dnsRecord = defineResource<records.DnsRecordArgs, OneRowState<records.DnsRecordArgs>>({
  type: "DnsRecord",
  summary: "One DNS record of a domain that uses the registrar's own nameservers.",
  endpoints: records.zoneEndpoints,
  meaning: {
    create: "adopts the record if it exists; otherwise creates it. Reads the zone once per run, for all records",
    drift: "every argument that the program sets",
    delete: "deletes the record. Succeeds if the record is gone. Leaves a record that another resource declares",
  },
  // Lazy, since only the reference page needs the schemas of all types.
  schema: z.lazy(() => unionOfTypes((type) => records.dnsRecordSchema(type))),
  argumentNames: ["domain", "type", ...recordArgumentNames, ...Object.keys(records.recordControls)],
  schemaFor: ({ type }) =>
    records.isType(type) ? records.dnsRecordSchema(type) : { property: "type", reason: typeProblem(type) },
  check(args, context) {
    const { type, domain } = args;
    if (type === undefined) return [];
    const { known }: { known(key: string): boolean } = context;
    const unknown = Object.keys(records.dnsRecordSchema(type).shape).filter((key) => !known(key));
    const failures = failuresOf(checkRecord(type, { ...args }, domain, unknown), context);
    return failures.length > 0 ? failures : check.checkWithoutCall(args, context);
  },
  checkLive: check.checkPlan,
  preconditions: [records.servedHereIf(check.isWriting)],
  ...lifeCycle,
  // While the type isn't known yet, no argument can be compared.
  diff: (state, args, unread) =>
    args.type === undefined ? [{ path: "type", kind: "replace" }] : lifeCycle.diff(state, args, unread),
});
