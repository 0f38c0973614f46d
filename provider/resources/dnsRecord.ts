/** DnsRecord: one DNS record of a domain. */
import * as z from "zod";
import { type RecordBody, recordBody } from "../api/endpoints/shapes.ts";
import { wireOptions } from "../api/index.ts";
import {
  checkRecord,
  describeRecord,
  excludedBy,
  forEachType,
  identityKey,
  identityKeys,
  isRecordTypeName,
  type LiveRecord,
  liveToWire,
  optional,
  projectRecord,
  type RecordArgs,
  type RecordTypeName,
  type ZoneRow as Row,
  recordArgumentNames,
  recordFromArgs,
  recordFromWire,
  recordSchemas,
  recordTypeNames,
  recordTypes,
  sameArgument,
  secondaryValues,
  settleInterpretation,
  unionOfTypes,
} from "../dns/index.ts";
import {
  domainArgument,
  domainOf,
  failuresOf,
  fqdn,
  fqdnOutput,
  ignoreChecksArgument,
  itemAdoptArgument,
  sameDomain,
} from "../lifecycle/arguments.ts";
import { defineResource, reader } from "../lifecycle/define.ts";
import { type CheckFailure, type Properties, pick } from "../lifecycle/definition.ts";
import { explained, onServiceNameservers } from "../lifecycle/preconditions.ts";
import { isSecretArgument, secretText } from "../lifecycle/redactionScope.ts";
import { type ItemState, isFree, itemLifeCycle } from "../lifecycle/rows/lifeCycle.ts";
import { exactKey, recordKeys, setKey } from "../lifecycle/rows/recordKeys.ts";
import { type ItemArgs, type ItemKind, type RowKeys, sharesTarget } from "../lifecycle/rows/table.ts";
import type { Run } from "../lifecycle/run.ts";

/** Types of which a name has one record: another of the type can become it. */
const single = recordTypeNames.filter((type) => recordTypes[type].single !== undefined);

const extra = {
  adopt: itemAdoptArgument(
    `What to do with a record that exists already. \`none\`: fail. \`matching\`: take over a record with the same name, type and data; its ttl, comment and priority may be updated. \`overwrite\`: also change the target of an existing ${single.join(" or ")} of that name.`,
  ),
  ignoreChecks: ignoreChecksArgument,
};

/** Arguments by record type: the type's own, with those that every record has. */
const dnsRecordSchemas = forEachType((type) =>
  z.strictObject({ domain: domainArgument, ...recordSchemas[type].shape, ...extra }).meta({ id: `${type}RecordArgs` }),
);

const isType = (type: unknown): type is RecordTypeName => typeof type === "string" && isRecordTypeName(type);

/** The arguments of a record, with those that every item has. */
type DnsRecordArgs = RecordArgs & ItemArgs;

/** The arguments that describe the record itself, without the domain and what steers the provider. */
function recordArgs(args: Partial<DnsRecordArgs>): RecordArgs {
  const { type } = args;
  if (!isType(type)) throw new TypeError(`unknown record type ${String(type)}`);
  // Each was read as what the type's schema says.
  return pick({ ...args }, Object.keys(recordSchemas[type].shape)) as RecordArgs;
}

const readers = forEachType((type) => reader(dnsRecordSchemas[type].shape));

/** Arguments, read by the type that they say. */
const readArgs = (bag: Properties): Partial<DnsRecordArgs> => {
  const { type } = bag;
  return isType(type) ? readers[type](bag) : {};
};

/** The record that arguments or a state describe; `undefined` when they are not of that shape, or a part of the name isn't known yet. */
export function dnsRecordOf(bag: Properties): RecordArgs | undefined {
  if (!isType(bag["type"]) || fqdn.from(bag) === undefined) return undefined;
  const schema = dnsRecordSchemas[bag["type"]];
  return schema.safeParse(pick(bag, Object.keys(schema.shape))).success ? recordArgs(readArgs(bag)) : undefined;
}

const live = (row: Row): LiveRecord => {
  if ("opaque" in row) throw new TypeError("a row that was not understood has no record data");
  return row;
};

/** Each is worked out where it is asked for: of a row of a large zone one or two are, several times. */
class RecordRowKeys implements RowKeys {
  readonly #record: LiveRecord;

  constructor(record: LiveRecord) {
    this.#record = record;
  }
  get type() {
    return this.#record.data.type;
  }
  get owner() {
    return setKey(this.#record.name, this.type);
  }
  get targets() {
    return identityKeys({ ...this.#record, name: "" });
  }
  get meaning() {
    return identityKey(this.#record.name, this.#record.data);
  }
  get exact() {
    return exactKey(this.#record);
  }
  get place() {
    return single.includes(this.type) ? this.owner : undefined;
  }
  get listed() {
    return recordKeys(this.#record);
  }
  get excludes() {
    return excludedBy[this.type].map((type) => setKey(this.#record.name, type));
  }
}

/** Is all known that says which record it is? */
const isWhole = (args: Partial<DnsRecordArgs>) => dnsRecordOf({ ...args }) !== undefined;
const isServedHere = onServiceNameservers<DnsRecordArgs>("records", isWhole);

/** DNS records as items of a zone; `DnsZone` writes them in the same way. */
export const recordKind: ItemKind<Row, DnsRecordArgs> = {
  group: "records",
  idName: "recordId",
  outputs: fqdnOutput,
  computed: { fqdn },
  list: (run, domain) => run.records(domain),
  create: async (run, domain, row) =>
    (await run.api.records.create({ domain, body: wireBody(row, domain, run, "records.create") })).data,
  update: async (run, domain, id, row) =>
    (await run.api.records.update({ domain, id, body: wireBody(row, domain, run, "records.update") })).data,
  delete: (run, domain, id) => run.api.records.delete({ domain, id }),
  fromWire: recordFromWire,
  unreadable: (row) => ("opaque" in row ? row.reason : undefined),
  keys: (row) => new RecordRowKeys(live(row)),
  settle: (row, wanted) => settleInterpretation(live(row), live(wanted).data),
  beside(row) {
    const { data, ttl, comment } = live(row);
    return { ...secondaryValues(data), ttl, comment };
  },
  // An answer may not say the name, or say it in a form of its own.
  granted: (row, sent) =>
    sharesTarget(recordKind.keys(row), recordKind.keys(sent)) ? optional({ ttl: live(row).ttl }) : undefined,
  describe: (row, domain) => describe(live(row), domain),
  explain: (error, domain, run) => explained(error, [isServedHere], { domain }, run),
  read: readArgs,
  wanted(args, found) {
    const { id, ttl, comment } = found === undefined ? {} : live(found);
    return { ...optional({ id, ttl, comment }), ...recordFromArgs(recordArgs(args), domainOf(args)) };
  },
  project: (row, args, acceptedTtl) => {
    const shown = projectRecord(live(row), recordArgs(args), domainOf(args));
    const isAccepted = acceptedTtl !== undefined && shown["ttl"] === acceptedTtl;
    return { ...args, ...shown, ...(isAccepted && { ttl: args.ttl }) };
  },
  same: sameIn,
};

/** Arguments that no message about a record needs to name it by. */
const dataKeys = [
  "records",
  "values",
  ...new Set(recordTypeNames.flatMap((of) => Object.keys(recordTypes[of].fields))),
];
const nameKeys = ["name", "service", "protocol"] as const;

function describe({ name, data }: LiveRecord, domain: string): string {
  if (nameKeys.some(isSecretArgument))
    return `the ${data.type} record of ${domain} (${secretText([...nameKeys, ...dataKeys])})`;
  return describeRecord(name, data, domain, secretText(dataKeys) || undefined);
}

function wireBody(row: Row, domain: string, { api }: Run, operation: "records.create" | "records.update"): RecordBody {
  return recordBody.parse(liveToWire(live(row), domain, wireOptions(api.contract, operation)));
}

function sameIn(key: string, a: unknown, b: unknown, { type, domain = "" }: Partial<DnsRecordArgs>): boolean {
  if (key === "domain") return sameDomain(a, b);
  return key === "type" || type === undefined ? a === b : sameArgument(type, key, a, b, domain);
}

const lifeCycle = itemLifeCycle(recordKind, ["domain", "type"]);

export const dnsRecord = defineResource<DnsRecordArgs, ItemState>({
  type: "DnsRecord",
  summary: "One DNS record of a domain that uses the service's own nameservers.",
  endpoints: ["records.list", "records.create", "records.update", "records.delete", "nameservers.get", "domains.get"],
  meaning: {
    create:
      "reads the zone once per run (shared by all records), fails if the same record exists (unless `adopt` is set), and creates the record",
    drift: "every argument that the program sets, compared by meaning and not by spelling",
    delete:
      "deletes the record; succeeds if it is already gone; leaves it in place if another resource has taken it over",
  },
  // Only the reference looks at all types.
  schema: z.lazy(() => unionOfTypes((type) => dnsRecordSchemas[type])),
  argumentNames: ["domain", "type", ...recordArgumentNames, ...Object.keys(extra)],
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
  preconditions: [isServedHere, isFree(recordKind, isWhole)],
  ...lifeCycle,
  // Without a type nothing can be read: it is not known yet.
  diff: (state, args, unread) =>
    args.type === undefined
      ? [{ path: "type", kind: "replace", reason: "differs" }]
      : lifeCycle.diff(state, args, unread),
});
