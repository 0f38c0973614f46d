/** Records in a TypeScript program: one map, a list of parts, or a zone file; and the hook that waits until DNS serves them. */
import * as pulumi from "@pulumi/pulumi";
import type { DnsRecordData, RecordKey } from "../../dns/recordType.ts";
import type { LeftOut, ParseOptions } from "../../dns/zoneFile.ts";

/** Lists of values by owner name and type: `{ "www A": ["192.0.2.1"] }`; values as in `DnsRecordSet`. */
export type RecordsByKey = { readonly [K in RecordKey]?: pulumi.Input<pulumi.Input<string>[]> | undefined } & {
  readonly type?: never;
};

/** TTLs by key of the records. */
export type TtlsByKey = { readonly [K in RecordKey]?: pulumi.Input<number> | undefined };

/** Records with their TTLs: `ttl` for all, and `ttls` by key. */
export interface RecordsWithTtls {
  readonly records: RecordsByKey;
  readonly ttl?: number | undefined;
  readonly ttls?: { readonly [K in RecordKey]?: number } | undefined;
}

/** One record of any type. */
type OneRecord<Data> = Data extends unknown
  ? { readonly [K in keyof Data]: K extends "type" ? Data[K] : pulumi.Input<Data[K]> } & {
      readonly name: string;
      readonly ttl?: number | undefined;
    }
  : never;

/** A part of a zone's records. Parts are joined by key: values add up, and equal ones count once. */
export type RecordPart = RecordsByKey | RecordsWithTtls | OneRecord<DnsRecordData>;

/** Joins a list of parts. Other arguments stay as they are. */
export function withJoinedRecords<Args extends object>(args: Args): Args {
  const { records, ttls }: { records?: unknown; ttls?: unknown } = args;
  if (!Array.isArray(records)) return args;
  if ([...records, ttls].every(isReady)) return { ...args, ...joiner().joinRecords(records, ttls) };
  const both = pulumi.output({ records, ttls }).apply((known) => joiner().joinRecords(known.records, known.ttls));
  return { ...args, records: both.apply((known) => known.records), ttls: both.apply((known) => known.ttls) };
}

const isOutput = (value: unknown) => pulumi.Output.isInstance(value) || value instanceof Promise;

/** Can a part be joined now? Only single values may be outputs. */
function isReady(part: unknown): boolean {
  if (isOutput(part)) return false;
  return Object.values(Object(part)).every(
    (member) => !isOutput(member) && (Array.isArray(member) || typeof member !== "object" || isReady(member)),
  );
}

/** Loaded at the first use, since few programs have parts or zone files. */
const joiner = (): typeof import("../../dns/join.ts") => require("../../dns/join.ts");
const parser = (): typeof import("../../dns/zoneFile.ts") => require("../../dns/zoneFile.ts");

interface ZoneRecordsOptions extends ParseOptions {
  /** Receives the entries that aren't among the records. Default: a warning lists those that the registrar doesn't support. */
  onLeftOut?: (leftOut: LeftOut[]) => void;
}

/**
 * The records of a zone file (RFC 1035 section 5), with their TTLs: `new DnsZone(name, { domain, ...zoneRecords(text) })`, or
 * a part of its `records`. Comments are left out.
 * @throws an error with `code` `ERR_REGISTRAR_ZONE_FILE`, `line`, `column` and `reason` for an invalid file
 */
export function zoneRecords(text: string, options: ZoneRecordsOptions = {}): RecordsWithTtls {
  const { onLeftOut, ...parsing } = options;
  const { parseZone, warningsOf } = parser();
  const { records, leftOut, notes } = parseZone(text, parsing);
  onLeftOut?.(leftOut);
  // A warning that cannot be shown must not end the program.
  for (const message of warningsOf({ notes, leftOut: onLeftOut === undefined ? leftOut : [] }))
    pulumi.log.warn(message).catch(() => undefined);
  return joiner().mapOfRecords(records);
}

interface ServedByDnsOptions {
  /** Servers to ask, as IP or IP:PORT. Default: the nameservers of the domain. */
  servers?: string[];
  /** Seconds to wait. Default: 120. */
  timeout?: number;
}

/**
 * Hooks for a `DnsRecord` or a `DnsRecordSet` (not of NS) whose dependents need it in DNS, such as the validation of a
 * certificate: after a create or an update, the resource is done once all nameservers serve it.
 *
 * ```ts
 * new DnsRecord("www", { domain, type: "A", name: "www", content: "192.0.2.1" }, { hooks: servedByDns() });
 * ```
 */
export function servedByDns({
  servers,
  timeout = 120,
}: ServedByDnsOptions = {}): Required<Pick<pulumi.ResourceHookBinding, "afterCreate" | "afterUpdate">> {
  const wait = async ({ name, newOutputs }: pulumi.ResourceHookArgs) => {
    const { nameserversOf, recordsIn, serversWithout } = await import("../../lifecycle/poll.ts");
    // The SDK wraps secrets in outputs.
    const outputs = await new Promise<Record<string, string>>((resolve) =>
      pulumi.output(newOutputs ?? {}).apply(resolve),
    );
    const wanted = recordsIn(outputs);
    if (wanted === undefined)
      throw new Error(`servedByDns is for a DnsRecord or a DnsRecordSet of a type other than NS, and not for ${name}`);
    const asked =
      servers ?? (await nameserversOf(outputs["domain"] ?? "", "Name servers to ask: servedByDns({ servers })."));
    const behind = await serversWithout(wanted, asked, timeout * 1000);
    if (behind.length > 0)
      throw new Error(
        `${name} was written, but ${timeout} s later these servers do not show it: ${behind.join(", ")}. ` +
          "Run `pulumi up` again; servedByDns({ timeout }) waits longer.",
      );
  };
  return { afterCreate: [wait], afterUpdate: [wait] };
}
