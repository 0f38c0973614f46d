import type * as z from "zod";
import { canonicalIPv6 } from "./addresses.ts";
import { type Finding, runChecks } from "./checks/check.ts";
import { fullName, InvalidNameError, normaliseDomain, normaliseHost, ownerName } from "./names.ts";
import { optional } from "./optional.ts";
import type { RecordData, RecordTypeName } from "./recordData.ts";
import type { AnyRecordType } from "./recordType.ts";
import { serviceOwner } from "./serviceName.ts";
import { readCaaValue, readText } from "./text.ts";
import { A } from "./types/a.ts";
import { AAAA } from "./types/aaaa.ts";
import { CAA } from "./types/caa.ts";
import { CNAME } from "./types/cname.ts";
import { MX } from "./types/mx.ts";
import { NS } from "./types/ns.ts";
import { PTR } from "./types/ptr.ts";
import { SRV } from "./types/srv.ts";
import { TXT } from "./types/txt.ts";
import { UnreadableError } from "./wireFields.ts";

/** The nine record types. */
export const recordTypes: { readonly [T in RecordTypeName]: AnyRecordType } = {
  A,
  AAAA,
  CNAME,
  MX,
  TXT,
  NS,
  SRV,
  CAA,
  PTR,
};

/**
 * What a user writes for one record, without the domain, as a schema per type. Unknown keys are refused by name. What the
 * values mean is for the checks (`checkRecord`).
 */
export const recordSchemas = {
  A: A.schema,
  AAAA: AAAA.schema,
  CNAME: CNAME.schema,
  MX: MX.schema,
  TXT: TXT.schema,
  NS: NS.schema,
  SRV: SRV.schema,
  CAA: CAA.schema,
  PTR: PTR.schema,
};

/** What a user writes for one record, without the domain, told apart by `type`. */
export type RecordArgs = { [T in RecordTypeName]: z.input<(typeof recordSchemas)[T]> }[RecordTypeName];

/** A record in canonical form, as wanted. */
export interface WantedRecord {
  /** Canonical owner name: relative, A-labels, lower case, `@` for the apex; for SRV with `_service._protocol`. */
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
  comment?: string;
}

function dataFromArgs(args: RecordArgs): RecordData {
  switch (args.type) {
    case "A":
      return { type: "A", content: args.content.trim() };
    case "AAAA":
      return { type: "AAAA", content: canonicalIPv6(args.content.trim()) };
    case "CNAME":
      return { type: "CNAME", content: normaliseHost(args.content) };
    case "NS":
      return { type: "NS", content: normaliseHost(args.content) };
    case "PTR":
      return { type: "PTR", content: normaliseHost(args.content) };
    case "TXT":
      return { type: "TXT", content: readText(args.content) };
    case "MX":
      return { type: "MX", content: normaliseHost(args.content), priority: args.priority };
    case "SRV":
      return {
        type: "SRV",
        priority: args.priority,
        weight: args.weight,
        port: args.port,
        target: normaliseHost(args.target),
      };
    case "CAA":
      return { type: "CAA", flags: args.flags, tag: args.tag.toLowerCase(), value: readCaaValue(args.value) };
  }
}

/** What the owner name of a record is made of. */
export interface OwnerArgs {
  type: string;
  name: string;
  service?: string | undefined;
  protocol?: string | undefined;
}

/** The canonical owner name of what a user wrote. @throws InvalidNameError */
export function recordOwner(args: OwnerArgs, domain: string): string {
  if (args.type !== "SRV") return ownerName(args.name, domain);
  try {
    return serviceOwner(args.name, args.service, args.protocol, domain);
  } catch (error) {
    if (error instanceof UnreadableError) throw new InvalidNameError(args.name, error.message);
    throw error;
  }
}

/**
 * The canonical form of what a user wrote. The arguments are taken to fit their schema and the strict checks; an address that
 * is none stays as it is.
 * @throws InvalidNameError if the domain, the name or a target is not valid
 */
export function recordFromArgs(args: RecordArgs, domain: string): WantedRecord {
  const { ttl, comment } = args;
  return { name: recordOwner(args, domain), data: dataFromArgs(args), ...optional({ ttl, comment }) };
}

/** Presentation form of the data, RFC 1035 section 5.1: `10 mail.example.com.` */
export function printData(data: RecordData): string {
  return recordTypes[data.type].print(data);
}

/**
 * One record for messages: `www.example.com A 192.0.2.1`. Long data is cut.
 * @param instead what stands in place of the data, such as that it is secret
 */
export function describeRecord(name: string, data: RecordData, domain: string, instead?: string): string {
  if (instead !== undefined) return `${data.type} of ${fullName(name, domain)} (${instead})`;
  const printed = printData(data);
  return `${fullName(name, domain)} ${data.type} ${printed.length > 100 ? `${printed.slice(0, 100)}...` : printed}`;
}

/**
 * The checks of one record. A key that is not in `args` was not written; keys in `unknown` are written but not yet known (in
 * a preview), and a check that looks at one of them says nothing, as does one that needs the domain while it is `undefined`
 * or invalid. Values of a wrong type are the schema's to report. Never throws.
 */
export function checkRecord(
  type: RecordTypeName,
  args: Record<string, unknown>,
  domain: string | undefined,
  unknown: readonly string[] = [],
): Finding[] {
  let origin: string | undefined;
  try {
    origin = domain === undefined ? undefined : normaliseDomain(domain);
  } catch {
    origin = undefined;
  }
  return runChecks(recordTypes[type].checks, args, origin, unknown);
}
