/** DnsRecordSet: all records of one name and type. It is an authoritative zone of which only that key is looked at. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import {
  checkRecord,
  checkZone,
  InvalidNameError,
  ownerName,
  printData,
  printValue,
  type RecordTypeName,
  readValue,
  recordTypes,
  sameArgument,
  ZoneFileError,
} from "../dns/index.ts";
import { domainOf, failuresOf, fqdn, fqdnOutput, sameDomain } from "../lifecycle/arguments.ts";
import { defineResource, reader } from "../lifecycle/define.ts";
import {
  type CheckContext,
  type CheckFailure,
  diffArgs,
  managedText,
  PartialFailure,
  type Properties,
} from "../lifecycle/definition.ts";
import { isSameBut, onServiceNameservers } from "../lifecycle/preconditions.ts";
import { claimZone, createZone, deleteZone, readZone, updateZone, zoneEndpoints } from "../lifecycle/zone/apply.ts";
import { checkAuthoritative, noteGivenUp } from "../lifecycle/zone/check.ts";
import { type Entry, mapOf, type RecordMap, recordsIn } from "../lifecycle/zone/records.ts";
import { dnsRecordSetSchema } from "../lifecycle/zone/schema.ts";
import { addedInputs, markedIn, readState, stateOf, type ZoneArgs, type ZoneState } from "../lifecycle/zone/state.ts";

/** Remembered of each value, in the order of the values, as a zone does of its records. */
const kept = z.array(
  z.object({
    recordId: z.string().optional(),
    acceptedTtl: z.number().optional(),
    isUnlisted: z.boolean().optional(),
    /** The live TTL, where it is another than the set's. */
    ttl: z.number().optional(),
  }),
);
type Kept = z.output<typeof kept>;
/** Inputs that a refresh or the check adds. `isPlanNew`: this run writes, so that the next one may meet a stale list. */
const setInputs = { isPlanNew: addedInputs.isPlanNew, kept: kept.optional() };
type SetArgs = z.input<typeof dnsRecordSetSchema> & z.input<z.ZodObject<typeof setInputs>>;
interface SetState extends Pick<SetArgs, "domain" | "name" | "ttl" | "type" | "values"> {
  fqdn?: string | undefined;
  managed?: string | undefined;
  kept?: Kept | undefined;
  writtenAt?: string | undefined;
}
const readProperties = reader({ ...dnsRecordSetSchema.shape, kept, managed: z.string(), writtenAt: z.string() });
const setControls = ["deleteUnlisted", "ignoreChecks", "isPlanNew", "kept"] as const;

export const readSetState = (bag: Properties): SetState => ({
  ...{ domain: "", name: "", type: "A", values: [] },
  ...readProperties(bag),
});

/** The key of its records in a zone. */
export const keyOf = ({ domain, name, type }: Pick<SetArgs, "domain" | "name" | "type">) =>
  `${ownerName(name, domainOf({ domain }))} ${type}`;

/** A value of a state may be none that can be written: then no record is known by it. */
function fieldsIn({ type, ttl }: Pick<SetArgs, "type" | "ttl">, value: string): Properties {
  try {
    return { ...readValue(type, value), ...(ttl !== undefined && { ttl }) };
  } catch (error) {
    if (error instanceof ZoneFileError) return {};
    throw error;
  }
}

/** What the data of a record says, however it is written. */
function meaningOf(type: RecordTypeName, record: Properties): string {
  try {
    return printData(recordTypes[type].fromArgs(record));
  } catch (error) {
    if (error instanceof InvalidNameError) return JSON.stringify(record);
    throw error;
  }
}

/** The records of arguments, as a zone has them; each says its name and type. */
export function recordsOfSet(bag: Properties): RecordMap {
  const { name, type, ttl, values } = readSetState(bag);
  return { values: values.map((value) => ({ name, ...fieldsIn({ type, ttl }, value), type: bag["type"] })) };
}

/** The values as records of a zone, and what is remembered of each. */
function entriesIn(set: Pick<SetArgs, "domain" | "name" | "type" | "ttl" | "values" | "kept">): Entry[] {
  return set.values.map((value, place) => {
    const { ttl = set.ttl, ...mark } = set.kept?.[place] ?? {};
    return { key: keyOf(set), value: fieldsIn({ type: set.type, ttl }, value), ...mark };
  });
}

const zoneArgsOf = (args: SetArgs): ZoneArgs & { only: string } => ({
  domain: args.domain,
  mode: "authoritative",
  only: keyOf(args),
  records: mapOf(entriesIn(args)),
  maxChange: Number.MAX_SAFE_INTEGER,
  deleteUnlisted: args.deleteUnlisted,
  isPlanNew: args.isPlanNew,
});

function zoneStateOf(state: SetState): ZoneState {
  const { domain, writtenAt } = state;
  return { ...stateOf({ domain, mode: "authoritative" }, entriesIn(state), { writtenAt }), only: keyOf(state) };
}

/** What a zone holds of the set, in the spelling and order of what was given. */
function setStateOf({ domain, name, type, ttl, values }: SetState, zone: ZoneState): SetState {
  const places = new Map(values.map((value, place) => [meaningOf(type, fieldsIn({ type }, value)), place]));
  const here = markedIn(zone, domainOf({ domain })).filter(
    ({ entry: { key } }) => key === keyOf({ domain, name, type }),
  );
  const known = here.map(({ entry }) => places.get(meaningOf(type, entry.value)));
  // What was edited shows in the place of what is missing.
  const free = [...places.values()].filter((place) => !known.includes(place));
  const rows = here
    .map(({ entry: { value: record }, mark }, index) => {
      const place = known[index];
      const value = values[place ?? -1] ?? printValue(type, record);
      return { value, ttl: record["ttl"], mark, place: place ?? free.shift() ?? values.length };
    })
    .sort((a, b) => a.place - b.place);
  // The set shows one TTL: that of a record whose TTL was edited.
  const edited = rows.find((row) => !row.mark.isUnlisted && row.ttl !== ttl)?.ttl;
  const shown = ttl !== undefined && typeof edited === "number" ? edited : ttl;
  return {
    ...{
      domain,
      name,
      type,
      fqdn: fqdn.from({ domain, name, type }),
      ttl: shown,
    },
    values: rows.map(({ value }) => value),
    managed: managedText(["domain", "name", ...(ttl === undefined ? [] : ["ttl"]), "type", "values"]),
    kept: rows.map(({ mark, ttl: each }) => ({
      ...mark,
      ...(shown !== undefined && typeof each === "number" && each !== shown && { ttl: each }),
    })),
    writtenAt: zone.writtenAt,
  };
}

/** Runs a call of the zone. What it reached, although it failed, is the set's. */
async function reached<T>(args: SetArgs, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    const state = { ...setStateOf(args, readState(error.state)), unfinished: true };
    throw new PartialFailure(error.id, state, error.message);
  }
}

/** Do two lists say the same, in whatever order and spelling? */
function sameValues(old: unknown, wanted: unknown, type: RecordTypeName): boolean {
  const meanings = (values: unknown) =>
    (Array.isArray(values) ? values : []).map((value) => meaningOf(type, fieldsIn({ type }, String(value)))).sort();
  return isDeepStrictEqual(meanings(old), meanings(wanted));
}

function isSame(key: string, old: unknown, wanted: unknown, { type, domain = "" }: Partial<SetArgs>): boolean {
  if (key === "domain") return sameDomain(old, wanted);
  if (key === "values" && type !== undefined) return sameValues(old, wanted, type);
  return key === "name" ? sameArgument("A", key, old, wanted, domain) : old === wanted;
}

/** Does a state show values that the set never listed, or TTLs of single values? Then it differs from any arguments. */
const isApart = (key: string, marks: Kept = []) =>
  (key === "values" && marks.some(({ isUnlisted }) => isUnlisted)) ||
  (key === "ttl" && marks.some(({ isUnlisted, ttl }) => !isUnlisted && ttl !== undefined));

/** What is wrong with each value, and with all together. */
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
  // A name is wrong for all of them alike.
  const failures = [...new Map(singly.map((failure) => [failure.reason, failure])).values()];
  if (failures.length > 0) return failures;
  const rows = recordsIn(zoneArgsOf(args).records, domainOf({ domain })).map(({ row }) => row);
  const together = checkZone(rows, domainOf({ domain }), { complete: false });
  return failuresOf(together, context).map(({ reason }) => ({ property: "values", reason }));
}

/** The arguments, once all of them are known. */
const isComplete = (args: Partial<SetArgs>): args is SetArgs =>
  [args.domain, args.name, args.type, args.values].every((value) => value !== undefined);

/** Is something new or changed, that it is worth a look at the registrar? */
const isLookDue = (args: Partial<SetArgs>, { previous, known, canAsk }: CheckContext<SetArgs>): args is SetArgs =>
  isComplete(args) &&
  known("ttl") &&
  canAsk() &&
  (previous === undefined ||
    !isSameBut(setControls, { ...args }, { ...previous }) ||
    ["values", "ttl"].some((key) => isApart(key, previous.kept)));

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
  outputs: fqdnOutput,
  addedInputs: setInputs,
  computed: { fqdn },
  controls: setControls,
  deleteBeforeReplace: true,
  check: (args, context) => (isComplete(args) && context.known("ttl") ? checkValues(args, context) : []),
  needsLiveCheck: isLookDue,
  async checkLive(args, context, run) {
    if (!isComplete(args)) return { failures: [] };
    const { previous } = context;
    const before = previous && isComplete(previous) ? { ...zoneArgsOf(previous), ...zoneStateOf(previous) } : undefined;
    const wanted = zoneArgsOf(args);
    // For a replacement an engine checks a second time, and does not say what it replaces.
    if (before !== undefined && (before.only !== wanted.only || !sameDomain(before.domain, wanted.domain)))
      noteGivenUp(before, run);
    const { failures, inputs } = await checkAuthoritative(
      wanted,
      { ...context, previous: before, known: () => true },
      run,
    );
    return { failures, inputs: { isPlanNew: inputs?.isPlanNew } };
  },
  preconditions: [onServiceNameservers("records", (args, { context }) => isLookDue(args, context))],
  diff: (state, args, unread) =>
    diffArgs(
      { ...state },
      { ...args },
      setControls,
      ["domain", "name", "type"],
      (key, old, wanted) => isSame(key, old, wanted, args) && !isApart(key, state.kept),
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
    claimZone(id, zoneStateOf(state), claims, args && isComplete(args) ? zoneArgsOf(args) : undefined);
  },
  readState: readSetState,
});
