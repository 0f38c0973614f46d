/** DNS records as rows. */

import * as z from "zod";
import { recordBody } from "../../api/endpoints/shapes.ts";
import { type EndpointName, recordRows, wireOptions } from "../../api/index.ts";
import type { LiveRecord, OpaqueRecord, RecordArgs, RecordTypeName, ZoneRow } from "../../dns/index.ts";
import * as dns from "../../dns/index.ts";
import { domainArgument, fqdnOf, pick, reader, skipChecksArgument } from "../arguments.ts";
import type { CheckContext, Precondition, Properties } from "../definition.ts";
import type { Rows } from "../list.ts";
import { explained, onServiceNameservers } from "../preconditions.ts";
import { isSecretArgument, secretText, shownRow } from "../redactionScope.ts";
import type { WantedRow } from "../rows/entry.ts";
import type { RowArgs, RowKeys, RowKind } from "../rows/kind.ts";
import { rowIndex } from "../rows/match.ts";
import type { Run } from "../run.ts";

/** Operations of every resource made of records. */
export const zoneEndpoints: readonly EndpointName[] = [
  "records.list",
  "records.create",
  "records.update",
  "records.delete",
  "nameservers.get",
  "domains.get",
];

/** Arguments of every `DnsRecord`, whatever its type, that steer the provider. */
export const recordControls = { skipChecks: skipChecksArgument };

/** Arguments of a `DnsRecord` of a type. */
export const dnsRecordSchema = dns.memoizeByText((type: RecordTypeName) =>
  z
    .strictObject({ domain: domainArgument, ...dns.recordSchema(type).shape, ...recordControls })
    .meta({ id: `${type}RecordArgs` }),
);

export type DnsRecordArgs = RecordArgs & RowArgs;

export const isType = (type: unknown): type is RecordTypeName => typeof type === "string" && dns.isRecordTypeName(type);

/** The arguments that describe the record itself, without the domain and those that steer the provider. */
export function recordArgs(args: Partial<DnsRecordArgs>): RecordArgs {
  const { type, name } = args;
  if (!isType(type)) throw new dns.UnreadableError(`unknown record type ${String(type)}`);
  // A person may have edited a state.
  if (name === undefined) throw new dns.UnreadableError("the record has no name");
  // Each argument was read by the type's schema.
  return pick({ ...args }, Object.keys(dns.recordSchema(type).shape)) as RecordArgs;
}

const readerOf = dns.memoizeByText((type: RecordTypeName) => reader(dnsRecordSchema(type).shape));

export const readArgs = (bag: Properties): Partial<DnsRecordArgs> => {
  const { type } = bag;
  return isType(type) ? readerOf(type)(bag) : {};
};

/** The record that arguments or a state describe; `undefined` if they aren't valid, or a part of the name isn't known yet. */
export function dnsRecordOf(bag: Properties): RecordArgs | undefined {
  if (!isType(bag["type"]) || fqdnOf(bag) === undefined) return undefined;
  const schema = dnsRecordSchema(bag["type"]);
  const { data } = schema.safeParse(pick(bag, Object.keys(schema.shape)));
  return data && recordArgs(data);
}

const readable = (row: ZoneRow): LiveRecord => {
  if ("opaque" in row) throw new TypeError("a row that was not understood has no record data");
  return row;
};

/** Key of a record set, from the key that a zone knows it by: `www A`. */
export const setKeyOf = (nameAndType: string): string => `set ${nameAndType}`;

/** Keys of a record, made once: one run looks at the same records several times. */
const keysOf = dns.memoize((record: LiveRecord): RowKeys => {
  const { name, data } = record;
  const { type } = data;
  const setKey = setKeyOf(`${name} ${type}`);
  const [target = "", ...others] = dns.identityKeys(record);
  const priority = Object.values(dns.secondaryValues(data)).join();
  const meaning = `${target} ${priority}`;
  return {
    name,
    setKey,
    isSingle: dns.recordTypes[type].alone !== undefined,
    target,
    meaning,
    meanings: [meaning, ...others.map((other) => `${other} ${priority}`)],
    get opaqueKeys() {
      return dns.opaqueKeys(name, type).map(opaqueKey);
    },
    get excludes() {
      return dns.excludedBy(type).map((other) => setKeyOf(`${name} ${other}`));
    },
  };
});

const opaqueKey = (key: string) => `opaque ${key}`;

const describeOpaque = ({ row, name, type, reason }: OpaqueRecord) =>
  `${shownRow(row, { name, type }, [...nameKeys, ...dataKeys])}, which isn't understood: ${reason}`;

const isServedHere = onServiceNameservers("records");
/** Requires the service's nameservers of a change that writes a record. */
export const servedHereIf =
  <Args extends RowArgs>(
    isWriting: (args: Partial<Args>, context: CheckContext<Args>) => boolean,
  ): Precondition<Args> =>
  async (args, question) => {
    if (question.context && isWriting(args, question.context)) await isServedHere(args, question);
  };

/** Made once for each reading of a list. */
const liveIndex = dns.memoize((list: Rows<ZoneRow>, domain: string) => dns.indexLive(list.rows, domain));

const isReadable = (row: ZoneRow) => !dns.isOpaque(row);

const isAddress = (type: string) => type === "A" || type === "AAAA";
/** Types of which clients use all records of a name. */
const sharedTypes: readonly string[] = ["A", "AAAA", "MX", "NS", "SRV"];

export const recordKind: RowKind<ZoneRow> = {
  group: "records",
  read: async (api, query) => recordRows(await api.records.list(query), query.domain),
  index: rowIndex<ZoneRow>(
    (row) => keysOf(readable(row)),
    isReadable,
    (row) => (dns.isOpaque(row) ? opaqueKey(row.key) : ""),
  ),
  create: async (run, domain, row) =>
    (await run.api.records.create({ domain, body: wireBody(row, run, "records.create") })).data,
  update: async (run, domain, id, row) =>
    (await run.api.records.update({ domain, id, body: wireBody(row, run, "records.update") })).data,
  delete: (run, domain, id) => run.api.records.delete({ domain, id }),
  // The response to a write may lack the name.
  fromWire: ({ name, ...row }, domain, sent) =>
    dns.recordFromWire({ ...row, name: name ?? readable(sent).name }, domain),
  isReadable,
  describeOpaque: (row) => (dns.isOpaque(row) ? describeOpaque(row) : recordKind.line(row)),
  keys: (row) => keysOf(readable(row)),
  interpret: (row, wanted) => dns.interpretAs(readable(row), readable(wanted).data),
  secondary(row) {
    const { ttl, comment } = readable(row);
    return { ttl, comment };
  },
  describe: (row, domain) => describe(readable(row), domain),
  line: (row) => `${recordKind.entryKey(row)} ${dns.printData(readable(row).data)}`,
  entryKey: (row) => `${readable(row).name} ${readable(row).data.type}`,
  usedWith(row) {
    const { name, data } = readable(row);
    if (!sharedTypes.includes(data.type)) return [];
    const flattened = isAddress(data.type) ? ["ALIAS", "ANAME"] : [];
    return [keysOf(readable(row)).setKey, ...flattened.map((type) => opaqueKey(`${name} ${type}`))];
  },
  isOfService: (row) => readable(row).name === "@" && readable(row).data.type === "NS",
  compare(written, rows, domain, isLeft) {
    const isLive = (row: LiveRecord) => rows.withKey(keysOf(row).setKey).includes(row);
    const records = written.map(readable).map(({ name, data }) => ({ name, data }));
    return dns.checkBeside(records, liveIndex(rows, domain), domain, (row) => isLeft(row) && isLive(row));
  },
  explain: (run, domain, error) => explained(error, [isServedHere], { domain }, run),
  factOf: (row) => `records ${recordKind.line(row)}`,
  argsOf: (row) => dns.argsFromRecord(readable(row)),
};

/** The record that arguments describe. @throws InvalidNameError if their names aren't valid */
export function wantedRecord(args: RecordArgs, domain: string): WantedRow<ZoneRow> & { readonly row: LiveRecord } {
  const row = dns.recordFromArgs(args, domain);
  return {
    row,
    over(live) {
      const { id, ttl, comment } = readable(live);
      return { ...dns.optional({ id, ttl, comment }), ...row };
    },
    shownAs: (live) => dns.projectRecord(readable(live), args, domain),
  };
}

/** Arguments that hold the data of a record. */
const dataKeys = [
  "records",
  "values",
  ...new Set(dns.recordTypeNames.flatMap((type) => Object.keys(dns.recordTypes[type].fields))),
];
const nameKeys = ["name", "service", "protocol"] as const;

function describe({ name, data }: LiveRecord, domain: string): string {
  if (nameKeys.some(isSecretArgument))
    return `the ${data.type} record of ${domain} (${secretText([...nameKeys, ...dataKeys])})`;
  return dns.describeRecord(name, data, domain, secretText(dataKeys) || undefined);
}

const wireBody = (row: ZoneRow, { api }: Run, operation: "records.create" | "records.update") =>
  recordBody.parse(dns.liveToWire(readable(row), wireOptions(api.contract, operation)));
