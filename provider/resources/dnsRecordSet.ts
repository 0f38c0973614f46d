/** DnsRecordSet: all records of one name and type. It is an authoritative zone of which only that key is looked at. */
import { isDeepStrictEqual } from "node:util";
import {
  checkRecord,
  checkZone,
  type RecordTypeName,
  readValue,
  recordFromArgs,
  recordSchemas,
  sameArgument,
  ZoneFileError,
} from "../dns/index.ts";
import { domainOf, failuresOf, sameDomain } from "./arguments.ts";
import { defineResource } from "./define.ts";
import { type CheckContext, type CheckFailure, diffArgs, PartialFailure } from "./definition.ts";
import { isSameBut, onServiceNameservers } from "./preconditions.ts";
import { claimZone, createZone, deleteZone, readZone, updateZone, zoneEndpoints } from "./zone/lifeCycle.ts";
import { checkAuthoritative, noteGivenUp } from "./zone/live.ts";
import {
  dnsRecordSetSchema,
  meaningOf,
  readSetState,
  recordOf,
  type SetArgs,
  type SetState,
  setControls,
  setStateOf,
  zoneArgsOf,
  zoneStateOf,
} from "./zone/set.ts";
import { readState as readZoneState } from "./zone/state.ts";

/** Runs a call of the zone. What it reached, although it failed, is the set's. */
async function reached<T>(args: SetArgs, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    throw new PartialFailure(error.id, { ...setStateOf(args, readZoneState(error.state)) }, error.message);
  }
}

/** Do two lists say the same, in whatever order and spelling? */
function sameValues(old: unknown, wanted: unknown, type: RecordTypeName): boolean {
  const meanings = (values: unknown) =>
    (Array.isArray(values) ? values : []).map((value) => meaningOf(type, recordOf({ type }, String(value)))).sort();
  return isDeepStrictEqual(meanings(old), meanings(wanted));
}

function isSame(key: string, old: unknown, wanted: unknown, { type, domain = "" }: Partial<SetArgs>): boolean {
  if (key === "domain") return sameDomain(old, wanted);
  if (key === "values" && type !== undefined) return sameValues(old, wanted, type);
  return key === "name" ? sameArgument("A", key, old, wanted, domain) : old === wanted;
}

/** What is wrong with each value, and with all together. */
function checkValues(args: SetArgs, { ignoreChecks }: CheckContext<SetArgs>): CheckFailure[] {
  const { domain, name, type, ttl } = args;
  const rows: ReturnType<typeof recordFromArgs>[] = [];
  const singly = args.values.flatMap((value, place): CheckFailure[] => {
    try {
      const record = { type, name, ...readValue(type, value), ...(ttl !== undefined && { ttl }) };
      const found = failuresOf(checkRecord(type, record, domain), ignoreChecks);
      const parsed = recordSchemas[type].safeParse(record);
      if (found.length === 0 && parsed.success) rows.push(recordFromArgs(parsed.data, domain));
      return found.map(({ property, reason }) =>
        property === "name" ? { property, reason } : { property: "values", reason: `[${place}]: ${reason}` },
      );
    } catch (error) {
      if (!(error instanceof ZoneFileError)) throw error;
      return [{ property: "values", reason: `[${place}]: ${error.reason}` }];
    }
  });
  // A name is wrong for all of them alike.
  const failures = [...new Map(singly.map((failure) => [failure.reason, failure])).values()];
  const together = failures.length > 0 ? [] : checkZone(rows, domainOf({ domain }), { complete: false });
  return [...failures, ...failuresOf(together, ignoreChecks).map(({ reason }) => ({ property: "values", reason }))];
}

/** The arguments, once all of them are known. */
const complete = (args: Partial<SetArgs>): args is SetArgs =>
  [args.domain, args.name, args.type, args.values].every((value) => value !== undefined);

/** Is something new or changed, that it is worth a look at the registrar? */
const isLookDue = (args: Partial<SetArgs>, { previous, known, canAsk }: CheckContext<SetArgs>): args is SetArgs =>
  complete(args) &&
  known("ttl") &&
  canAsk() &&
  (previous === undefined || !isSameBut(setControls, { ...args }, { ...previous }));

export const dnsRecordSet = defineResource<SetArgs, SetState>({
  type: "DnsRecordSet",
  summary: "All records of one name and type, as one resource: the addresses of a host, the mail servers of a domain.",
  endpoints: zoneEndpoints,
  meaning: {
    create: "reads the zone, takes over equal records, creates the others, and asks for consent before it deletes any",
    drift: "the values and the TTL, compared by meaning; also other records of the name and type",
    delete: "deletes the records that it lists, except those that another resource has taken over",
  },
  schema: dnsRecordSetSchema,
  outputs: {},
  controls: setControls,
  deleteBeforeReplace: true,
  check: (args, context) => (complete(args) && context.known("ttl") ? checkValues(args, context) : []),
  needsLiveCheck: isLookDue,
  async checkLive(args, context, run) {
    if (!complete(args)) return { failures: [] };
    const { previous } = context;
    const before = previous && complete(previous) ? zoneArgsOf(previous) : undefined;
    const wanted = zoneArgsOf(args);
    // For a replacement an engine checks a second time, and does not say what it replaces.
    if (before !== undefined && (before.only !== wanted.only || !sameDomain(before.domain, wanted.domain)))
      noteGivenUp(before, run);
    const { failures } = await checkAuthoritative(wanted, { ...context, previous: before, known: () => true }, run);
    return { failures };
  },
  preconditions: [onServiceNameservers("records", (args, { context }) => isLookDue(args, context))],
  diff: (state, args, unread) =>
    diffArgs(
      { ...state },
      { ...args },
      setControls,
      ["domain", "name", "type"],
      (key, old, wanted) => isSame(key, old, wanted, args),
      unread,
    ),
  create: (args, run) =>
    reached(args, async () => {
      const { id, state } = await createZone(zoneArgsOf(args), run);
      return { id, state: setStateOf(args, state) };
    }),
  async read(id, state, run) {
    const zone = await readZone(id, zoneStateOf(state), run);
    const found = zone && setStateOf(state, zone);
    return found?.values.length === 0 ? undefined : found;
  },
  update: (id, state, args, run) =>
    reached(args, async () => setStateOf(args, await updateZone(id, zoneStateOf(state), zoneArgsOf(args), run))),
  delete: (id, state, run) => deleteZone(id, zoneStateOf(state), run),
  claim(id, state, claims, args) {
    claimZone(id, zoneStateOf(state), claims, args && complete(args) ? zoneArgsOf(args) : undefined);
  },
  readState: readSetState,
});
