/** DnsRecordSet: all records of one name and type. */
import { checkZone, sameArgument, type ZoneRow } from "../dns/index.ts";
import {
  diffArgs,
  domainOf,
  failuresOf,
  fqdnOutput,
  managedKeys,
  managedText,
  sameDomain,
} from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import type { Change, CheckContext, CheckFailure } from "../lifecycle/definition.ts";
import { recordKind, servedHereIf, setKeyOf, zoneEndpoints } from "../lifecycle/records/kind.ts";
import * as values from "../lifecycle/records/lists.ts";
import type { SetArgs, SetState } from "../lifecycle/records/zone.ts";
import * as set from "../lifecycle/records/zone.ts";
import { RowsCheck } from "../lifecycle/rows/check.ts";
import { type RowsSpec, unlistedChanges } from "../lifecycle/rows/entry.ts";
import { readMemory } from "../lifecycle/rows/memory.ts";
import { rowsLifeCycle } from "../lifecycle/rows/resource.ts";

const spec: RowsSpec<ZoneRow, SetArgs, SetState> = {
  kind: recordKind,
  isSame(args, previous, { known }) {
    const managed = managedText(managedKeys({ ...previous }, set.setControls));
    const unread = Object.keys(set.dnsRecordSetSchema.shape).filter((key) => !known(key));
    return diff(set.readSetState({ ...previous, managed }), args, unread).length === 0;
  },
  hasData: ({ values }) => values !== undefined,
  unknownKeys: (args, { known }) => (set.isCompleteSet(args) && known("ttl") ? new Set() : undefined),
  scopeOf: (bag) => ({
    extent: "set",
    ownsAll: true,
    setKey: set.isCompleteSet(bag) ? setKeyOf(set.keyOf(bag)) : "",
    keyOf: recordKind.entryKey,
    ignores: () => false,
    ...("maxUnlistedDeletes" in bag && { maxUnlistedDeletes: bag.maxUnlistedDeletes }),
  }),
  wantedIn: (bag) => (set.isCompleteSet(bag) ? set.recordsOfSet(bag) : []),
  rememberedIn(bag) {
    const rows = "rows" in bag ? bag.rows : undefined;
    return set.isCompleteSet(bag) ? set.recordsOfSet(bag, readMemory({ rows })) : [];
  },
  entryOf: values.entryOf,
  stateOf: set.setStateOf,
  unlistedOf: (row) => recordKind.line(row).slice(`${recordKind.entryKey(row)} `.length),
  data: "values",
};
const check = new RowsCheck(spec);

function diff(state: SetState, args: Partial<SetArgs>, unread?: readonly string[]): Change[] {
  const { type, domain = "" } = args;
  const same = (key: string, old: unknown, wanted: unknown) => {
    if (key === "domain") return sameDomain(old, wanted);
    if (key === "values" && type !== undefined) return values.isSame(old, wanted, type);
    if (key === "ttl") return old === wanted && !values.isApart({ ...state });
    return key === "name" ? sameArgument("A", key, old, wanted, domain) : old === wanted;
  };
  const changes = diffArgs(
    { ...state },
    { ...args },
    { controls: set.setControls, replaces: ["domain", "name", "type"], same, unread },
  );
  const detailed = changes.flatMap((change) => {
    if (change.path !== "values" || args.values === undefined || type === undefined) return [change];
    const each = values.valueChanges("values", state.values, args.values, type);
    return each.length > 0 ? each : [change];
  });
  return [...detailed, ...unlistedChanges(state, args)];
}

/** Checks each value, then all values together. */
function checkValues(args: SetArgs, context: CheckContext<SetArgs>): CheckFailure[] {
  const { domain, name, type } = args;
  const singly = args.values.flatMap((value, place) =>
    values
      .checkValue({ type, name }, value, domain, context)
      .map((failure) =>
        failure.property === "name"
          ? failure
          : { ...failure, property: "values", reason: `[${place}]: ${failure.reason}` },
      ),
  );
  // All values share the name, so its failure is reported once.
  const failures = [...new Map(singly.map((failure) => [failure.reason, failure])).values()];
  if (failures.length > 0) return failures;
  const rows = set.recordsOfSet(args).map(({ row }) => row);
  const together = checkZone(rows, domainOf({ domain }), { complete: false });
  return failuresOf(together, context).map((failure) => ({ ...failure, property: "values" }));
}

export const dnsRecordSet = defineResource<SetArgs, SetState>({
  type: "DnsRecordSet",
  summary: "All records of one name and type, such as the addresses of a host or the mail servers of a domain.",
  endpoints: zoneEndpoints,
  meaning: {
    create:
      "adopts equal records and creates the others. A new set fails at other records of its name and type that " +
      "`maxUnlistedDeletes` doesn't cover",
    drift: "the values and the TTL; shows other records of the name and type as `unlisted`",
    delete: "deletes the records that it lists. Leaves records that another resource declares",
  },
  schema: set.dnsRecordSetSchema,
  outputs: { ...fqdnOutput, ...set.setOutputs },
  controls: set.setControls,
  deleteBeforeReplace: true,
  check(args, context) {
    const failures = set.isCompleteSet(args) ? checkValues(args, context) : [];
    return failures.length > 0 ? failures : check.checkWithoutCall(args, context);
  },
  checkLive: check.checkPlan,
  preconditions: [servedHereIf(check.isWriting)],
  diff,
  ...rowsLifeCycle(spec),
  readState: set.readSetState,
});
