/** What is live on the domains of a state and held by none of its resources. */

import type { Forward } from "../../provider/api/forward.ts";
import { ForbiddenError, NotFoundError, RefusedError, RegistrarError } from "../../provider/api/index.ts";
import { isOpaque, normaliseDomain, printData, type ZoneRow } from "../../provider/dns/index.ts";
import type { Items } from "../../provider/resources/items/list.ts";
import type { Run } from "../../provider/resources/run.ts";
import type { StateRow } from "../state.ts";
import { type Cover, failureOf } from "./discreet.ts";
import { type Seen, unmanagedForwards, unmanagedRecords } from "./held.ts";
import type { Failure, Unmanaged } from "./report.ts";

interface Found {
  unmanaged: Unmanaged[];
  notes: string[];
  errors: Failure[];
}

/** @param strict what cannot be looked at is an error, not a note */
export async function findUnmanaged(
  rows: readonly StateRow[],
  seen: readonly Seen[],
  run: Run,
  how: { strict: boolean; cover: Cover },
): Promise<Found> {
  const here = byDomain(rows, (row) => row);
  const live = byDomain(
    seen.filter((each) => each.live !== undefined),
    ({ row }) => row,
  );
  const domains = [...here.keys()].sort().filter((domain) => !run.isFormer(domain));
  const found = await Promise.all(
    domains.map((domain) => lookAt(domain, here.get(domain) ?? [], live.get(domain) ?? [], run, how)),
  );
  return {
    unmanaged: found.flatMap(({ unmanaged }) => unmanaged),
    notes: found.flatMap(({ notes }) => notes),
    errors: found.flatMap(({ errors }) => errors),
  };
}

async function lookAt(
  domain: string,
  here: readonly StateRow[],
  own: readonly Seen[],
  run: Run,
  { strict, cover }: { strict: boolean; cover: Cover },
): Promise<Found> {
  const found: Found = { unmanaged: [], notes: [], errors: [] };
  /** Reads a list. One that a resource needed, too, has told its failure there. */
  async function read<Row extends object>(
    what: string,
    neededBy: string[],
    list: () => Promise<Items<Row>>,
  ): Promise<readonly Row[]> {
    try {
      const items = await list();
      if (!items.complete) {
        const why = items.incomplete ?? "it appears to be cut off";
        const message = `The list of ${what} of ${domain} is not proven whole (${why}): there may be more than is shown.`;
        if (strict) found.errors.push({ code: "ERR_REGISTRAR_INCOMPLETE_LIST", message, resources: [] });
        else found.notes.push(message);
      }
      return items.rows;
    } catch (error) {
      if (here.some(({ type }) => neededBy.includes(type))) return [];
      if (!strict && isRefusal(error)) {
        found.notes.push(`${domain}: unmanaged ${what} were not looked for. ${messageOf(error, cover)}`);
      } else found.errors.push(failureOf(error, [], cover));
      return [];
    }
  }
  const [records, forwards] = await Promise.all([
    read("records", ["DnsRecord", "DnsRecordSet", "DnsZone"], () => run.records(domain).read()),
    read("forwards", ["UrlForward"], () => run.forwards(domain).read()),
  ]);
  const extra = records.filter(unmanagedRecords(own, domain));
  const strange = extra.filter(isOpaque).filter((row) => row.type?.toUpperCase() !== "SOA");
  if (strange.length > 0) {
    const kinds = [...new Set(strange.map(({ type }) => type ?? "unknown"))].sort().join(", ");
    found.notes.push(
      `${domain}: ${strange.length} records of types that this package does not manage (${kinds}) were left out.`,
    );
  }
  for (const row of extra) if (!isOpaque(row)) found.unmanaged.push(describedRecord(row, domain, cover));
  for (const forward of forwards.filter(unmanagedForwards(own, domain))) {
    found.unmanaged.push(describedForward(forward, domain, cover));
  }
  return found;
}

/** The registrar's answer, as against a failure to ask it. */
const isRefusal = (error: unknown) =>
  error instanceof RefusedError || error instanceof ForbiddenError || error instanceof NotFoundError;

const messageOf = (error: unknown, cover: Cover) => (error instanceof RegistrarError ? cover(error.message) : "");

function domainOf({ inputs, outputs }: StateRow): string | undefined {
  const domain = outputs["domain"] ?? inputs["domain"];
  if (typeof domain !== "string") return undefined;
  try {
    return normaliseDomain(domain);
  } catch {
    return undefined;
  }
}

function byDomain<T>(items: readonly T[], rowOf: (item: T) => StateRow): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const domain = domainOf(rowOf(item));
    if (domain === undefined) continue;
    const group = groups.get(domain);
    if (group === undefined) groups.set(domain, [item]);
    else group.push(item);
  }
  return groups;
}

function describedRecord(row: Exclude<ZoneRow, { opaque: true }>, domain: string, cover: Cover): Unmanaged {
  const { id, name, data, ttl } = row;
  return {
    kind: "record",
    domain,
    ...(id !== undefined && { id }),
    name,
    type: data.type,
    content: cover(printData(data)),
    ...(ttl !== undefined && { ttl }),
  };
}

function describedForward({ id, source, type, destination }: Forward, domain: string, cover: Cover): Unmanaged {
  return {
    kind: "forward",
    domain,
    ...(id !== undefined && { id }),
    name: source,
    ...(type !== undefined && { type }),
    content: cover(destination),
  };
}
