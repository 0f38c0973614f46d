/** DnsRecordSet: all records of one name and type. */
import { checkRecord, checkZone, readValue, sameArgument, ZoneFileError, type ZoneRow } from "../dns/index.ts";
import { domainOf, failuresOf, fqdn, fqdnOutput, sameDomain } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import { type CheckContext, type CheckFailure, diffArgs } from "../lifecycle/definition.ts";
import { isSameBut, onServiceNameservers } from "../lifecycle/preconditions.ts";
import { recordKind, setKey, zoneEndpoints } from "../lifecycle/records/kind.ts";
import { entryOf } from "../lifecycle/records/map.ts";
import type { SetArgs, SetState } from "../lifecycle/records/set.ts";
import * as set from "../lifecycle/records/set.ts";
import { RowsCheck } from "../lifecycle/rows/check.ts";
import type { RowsSpec } from "../lifecycle/rows/kind.ts";
import { rowsLifeCycle } from "../lifecycle/rows/resource.ts";

const spec: RowsSpec<ZoneRow, SetArgs, SetState> = {
  kind: recordKind,
  isSame: (args, previous) => isSameBut(set.setControls, { ...args }, { ...previous }) && !set.hasTtls(previous.kept),
  hasData: ({ values }) => values !== undefined,
  openKeys: (args, { known }) => (set.isCompleteSet(args) && known("ttl") ? new Set() : undefined),
  scopeOf: (bag) => ({
    extent: "key",
    isOne: false,
    key: set.isCompleteSet(bag) ? setKey(set.keyOf(bag)) : "",
    ignores: () => false,
    ...("deleteUnlisted" in bag && { deleteUnlisted: bag.deleteUnlisted }),
  }),
  wantedIn: (bag) => (set.isCompleteSet(bag) ? set.recordsOfSet({ ...bag, kept: undefined }) : []),
  shownIn: (bag) => (set.isCompleteSet(bag) ? set.recordsOfSet(bag) : []),
  entryOf,
  stateOf: (bag, entries, { writtenAt }) => set.setStateOf(bag, entries, writtenAt),
};
const check = new RowsCheck(spec);

function isSame(
  key: string,
  old: unknown,
  wanted: unknown,
  { type, domain = "" }: Partial<SetArgs>,
  kept: SetState["kept"],
): boolean {
  if (key === "domain") return sameDomain(old, wanted);
  if (key === "values" && type !== undefined) return set.sameValues(old, wanted, type, set.hasUnlisted(kept));
  if (key === "ttl") return old === wanted && !set.hasTtls(kept);
  return key === "name" ? sameArgument("A", key, old, wanted, domain) : old === wanted;
}

/** Checks each value, then all values together. */
function checkValues(args: SetArgs, context: CheckContext<SetArgs>): CheckFailure[] {
  const { domain, name, type, ttl } = args;
  const singly = args.values.flatMap((value, place): CheckFailure[] => {
    try {
      const record = { type, name, ...readValue(type, value), ...(ttl !== undefined && { ttl }) };
      return failuresOf(checkRecord(type, record, domain), context).map(({ property, reason }) =>
        property === "name" ? { property, reason } : { property: "values", reason: `[${place}]: ${reason}` },
      );
    } catch (error) {
      if (!(error instanceof ZoneFileError)) throw error;
      return [{ property: "values", reason: `[${place}]: ${error.reason}` }];
    }
  });
  // All values share the name, so its failure is reported once.
  const failures = [...new Map(singly.map((failure) => [failure.reason, failure])).values()];
  if (failures.length > 0) return failures;
  const rows = set.recordsOfSet({ ...args, kept: undefined }).map(({ row }) => row);
  const together = checkZone(rows, domainOf({ domain }), { complete: false });
  return failuresOf(together, context).map(({ reason }) => ({ property: "values", reason }));
}

export const dnsRecordSet = defineResource<SetArgs, SetState>({
  type: "DnsRecordSet",
  summary: "All records of one name and type, such as the addresses of a host or the mail servers of a domain.",
  endpoints: zoneEndpoints,
  meaning: {
    create: "adopts equal records and creates the others. Other records of the name and type need `deleteUnlisted`",
    drift: "the values, the TTL, and other records of the name and type",
    delete: "deletes the records that it lists. Leaves records that another resource has adopted",
  },
  schema: set.dnsRecordSetSchema,
  outputs: fqdnOutput,
  addedInputs: set.setInputs,
  computed: { fqdn },
  controls: set.setControls,
  deleteBeforeReplace: true,
  check(args, context) {
    const failures = set.isCompleteSet(args) && context.known("ttl") ? checkValues(args, context) : [];
    return failures.length > 0 ? failures : check.unread(args, context);
  },
  needsLiveCheck: (args, context) => context.canAsk() && check.ahead(context, args) !== undefined,
  checkLive: (args, context, run) => check.live(args, context, run),
  preconditions: [onServiceNameservers("records", (args, { context }) => check.ahead(context, args) !== undefined)],
  diff(state, args, unread) {
    const same = (key: string, old: unknown, wanted: unknown) => isSame(key, old, wanted, args, state.kept);
    return diffArgs({ ...state }, { ...args }, set.setControls, ["domain", "name", "type"], same, unread);
  },
  ...rowsLifeCycle(spec),
  readState: set.readSetState,
});
