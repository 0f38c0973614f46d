/** DNS records as rows. */

import * as z from "zod";
import { type AnyObject, type RecordBody, recordBody } from "../../api/endpoints/shapes.ts";
import { type EndpointName, wireOptions } from "../../api/index.ts";
import {
  argsFromRecord,
  describeRecord,
  excludedBy,
  forEachType,
  identityKey,
  identityKeys,
  interpretAs,
  isRecordTypeName,
  type LiveRecord,
  liveToWire,
  optional,
  printData,
  projectRecord,
  type RecordArgs,
  type RecordTypeName,
  recordFromArgs,
  recordFromWire,
  recordSchemas,
  recordTypeNames,
  recordTypes,
  sameArgument,
  secondaryValues,
  type ZoneRow,
} from "../../dns/index.ts";
import {
  domainArgument,
  domainOf,
  fqdn,
  fqdnOutput,
  ignoreChecksArgument,
  itemAdoptArgument,
  sameDomain,
} from "../arguments.ts";
import { reader } from "../define.ts";
import { type Properties, pick } from "../definition.ts";
import { explained, onServiceNameservers } from "../preconditions.ts";
import { isSecretArgument, secretText } from "../redactionScope.ts";
import { type RowArgs, type RowKeys, type RowKind, sharesTarget } from "../rows/kind.ts";
import type { ListSource, Run } from "../run.ts";
import { exactKey, recordKeys, setKey } from "./keys.ts";

/** Operations of every resource made of records. */
export const zoneEndpoints: readonly EndpointName[] = [
  "records.list",
  "records.create",
  "records.update",
  "records.delete",
  "nameservers.get",
  "domains.get",
];

/** Types of which a name has one record: another one there can become it. */
const single = recordTypeNames.filter((type) => recordTypes[type].single !== undefined);

/** Arguments of every `DnsRecord`, whatever its type. */
export const recordControls = {
  adopt: itemAdoptArgument(
    `How to treat an existing record. \`none\`: fail. \`matching\`: adopt one with the same name, type and data; may update its TTL, comment and priority. \`overwrite\`: also change the target of an existing ${single.join(" or ")} of that name.`,
  ),
  ignoreChecks: ignoreChecksArgument,
};

/** Arguments of a `DnsRecord` by its type. */
export const dnsRecordSchemas = forEachType((type) =>
  z
    .strictObject({ domain: domainArgument, ...recordSchemas[type].shape, ...recordControls })
    .meta({ id: `${type}RecordArgs` }),
);

export type DnsRecordArgs = RecordArgs & RowArgs;

export const isType = (type: unknown): type is RecordTypeName => typeof type === "string" && isRecordTypeName(type);

/** The arguments that describe the record itself, without the domain and those that steer the provider. */
function recordArgs(args: Partial<DnsRecordArgs>): RecordArgs {
  const { type } = args;
  if (!isType(type)) throw new TypeError(`unknown record type ${String(type)}`);
  // Each was read as what the type's schema says.
  return pick({ ...args }, Object.keys(recordSchemas[type].shape)) as RecordArgs;
}

const readers = forEachType((type) => reader(dnsRecordSchemas[type].shape));

const readArgs = (bag: Properties): Partial<DnsRecordArgs> => {
  const { type } = bag;
  return isType(type) ? readers[type](bag) : {};
};

/** The record that arguments or a state describe; `undefined` if they aren't valid, or a part of the name isn't known yet. */
export function dnsRecordOf(bag: Properties): RecordArgs | undefined {
  if (!isType(bag["type"]) || fqdn.from(bag) === undefined) return undefined;
  const schema = dnsRecordSchemas[bag["type"]];
  return schema.safeParse(pick(bag, Object.keys(schema.shape))).success ? recordArgs(readArgs(bag)) : undefined;
}

const readable = (row: ZoneRow): LiveRecord => {
  if ("opaque" in row) throw new TypeError("a row that was not understood has no record data");
  return row;
};

/** Each key is made when it is asked for: of most rows of a large zone, few are. */
class RecordRowKeys implements RowKeys {
  readonly #record: LiveRecord;

  constructor(record: LiveRecord) {
    this.#record = record;
  }
  get type() {
    return this.#record.data.type;
  }
  get name() {
    return this.#record.name;
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
  get rank() {
    return Number(Object.values(secondaryValues(this.#record.data))[0] ?? 0);
  }
}

/** The domain uses the service's own nameservers, if all is known that says which record it is. */
export const isServedHere = onServiceNameservers<DnsRecordArgs>(
  "records",
  (args) => dnsRecordOf({ ...args }) !== undefined,
);

const source: ListSource<ZoneRow, AnyObject> = {
  group: "records",
  read: (api, query) => api.records.list(query),
  decode: recordFromWire,
  index: { id: ({ id }) => id, keys: recordKeys },
};

export const recordKind: RowKind<ZoneRow, DnsRecordArgs> = {
  group: "records",
  idName: "recordId",
  outputs: fqdnOutput,
  computed: { fqdn },
  list: (run, domain) => run.list(source, domain),
  create: async (run, domain, row) =>
    (await run.api.records.create({ domain, body: wireBody(row, domain, run, "records.create") })).data,
  update: async (run, domain, id, row) =>
    (await run.api.records.update({ domain, id, body: wireBody(row, domain, run, "records.update") })).data,
  delete: (run, domain, id) => run.api.records.delete({ domain, id }),
  fromWire: recordFromWire,
  unreadable: (row) => ("opaque" in row ? row.reason : undefined),
  keys: (row) => new RecordRowKeys(readable(row)),
  interpret: (row, wanted) => interpretAs(readable(row), readable(wanted).data),
  secondary(row) {
    const { data, ttl, comment } = readable(row);
    return { ...secondaryValues(data), ttl, comment };
  },
  // A response may not say the name, or say it in a form of its own.
  granted: (row, sent) =>
    sharesTarget(recordKind.keys(row), recordKind.keys(sent)) ? optional({ ttl: readable(row).ttl }) : undefined,
  describe: (row, domain) => describe(readable(row), domain),
  line: (row) => `${recordKind.title(row)} ${printData(readable(row).data)}`,
  title: (row) => `${readable(row).name} ${readable(row).data.type}`,
  isOfService: (row) => readable(row).name === "@" && readable(row).data.type === "NS",
  explain: (error, domain, run) => explained(error, [isServedHere], { domain }, run),
  read: readArgs,
  wanted(args, live) {
    const { id, ttl, comment } = live === undefined ? {} : readable(live);
    return { ...optional({ id, ttl, comment }), ...recordFromArgs(recordArgs(args), domainOf(args)) };
  },
  project: (row, args, acceptedTtl) => {
    const shown = projectRecord(readable(row), recordArgs(args), domainOf(args));
    const isAccepted = acceptedTtl !== undefined && shown["ttl"] === acceptedTtl;
    return { ...args, ...shown, ...(isAccepted && { ttl: args.ttl }) };
  },
  declared: (row) => argsFromRecord(readable(row)),
  same: isSameArgument,
};

/** Arguments that hold the data of a record. */
const dataKeys = [
  "records",
  "values",
  ...new Set(recordTypeNames.flatMap((type) => Object.keys(recordTypes[type].fields))),
];
const nameKeys = ["name", "service", "protocol"] as const;

function describe({ name, data }: LiveRecord, domain: string): string {
  if (nameKeys.some(isSecretArgument))
    return `the ${data.type} record of ${domain} (${secretText([...nameKeys, ...dataKeys])})`;
  return describeRecord(name, data, domain, secretText(dataKeys) || undefined);
}

function wireBody(
  row: ZoneRow,
  domain: string,
  { api }: Run,
  operation: "records.create" | "records.update",
): RecordBody {
  return recordBody.parse(liveToWire(readable(row), domain, wireOptions(api.contract, operation)));
}

function isSameArgument(key: string, a: unknown, b: unknown, { type, domain = "" }: Partial<DnsRecordArgs>): boolean {
  if (key === "domain") return sameDomain(a, b);
  return key === "type" || type === undefined ? a === b : sameArgument(type, key, a, b, domain);
}
