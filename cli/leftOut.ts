/** Rows that a command leaves out: a line for each reason, over all domains. */
import { DomainNotHeldError, foreignAmong, RegistrarError } from "../provider/api/index.ts";
import { groupBy, isOpaque, type ZoneRow } from "../provider/dns/index.ts";
import type { Run } from "../provider/lifecycle/run.ts";
import { oneLine } from "./output.ts";

export interface LeftOut {
  domain: string;
  /** Such as `@ ALIAS`. */
  row: string;
  /** Name of such rows in a count: `record`. Default: `row`. */
  counted?: string;
  /** Of a record: its type. */
  type?: string | undefined;
  reason: string;
}

/** Domains whose names a line shows. */
const maxNames = 5;

/** @param verbose a line for each row */
export function leftOutLines(rows: readonly LeftOut[], verbose = false): string[] {
  const groups = groupBy(rows, ({ counted, row, reason }) => `${counted ?? row} ${reason}`);
  return (verbose ? rows.map((each) => [each]) : [...groups.values()]).flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const domains = [...new Set(same.map(({ domain }) => domain))];
    const types = [...new Set(same.flatMap(({ type }) => type ?? []))].sort();
    const names = domains.length > maxNames ? "" : ` (${domains.join(", ")})`;
    const where = domains.length === 1 ? first.domain : `${domains.length} domains${names}`;
    // The title of a resource may name its domain.
    if (same.length === 1 && first.row.includes(first.domain)) return [oneLine(`${first.row}: ${first.reason}`)];
    const several =
      first.counted && `${same.length} ${first.counted}s${types.length > 0 ? ` (${types.join(", ")})` : ""}`;
    return [oneLine(`${(same.length > 1 && several) || first.row} of ${where}: ${first.reason}`)];
  });
}

/** A record that a program can't declare. */
export function leftOutRecord(row: ZoneRow, domain: string, reason: string): LeftOut {
  const { name, type } = isOpaque(row) ? row : { name: row.name, type: row.data.type };
  return { domain, row: [name, type].filter(Boolean).join(" ") || "a record", counted: "record", type, reason };
}

/** Explains a refused list of a domain whose DNS is elsewhere; `undefined` if it isn't, or for another failure. */
export async function leftElsewhere(error: unknown, domain: string, run: Run): Promise<LeftOut | undefined> {
  const { status = 0 } = error instanceof RegistrarError && !(error instanceof DomainNotHeldError) ? error : {};
  if (status < 400 || status === 401 || status === 429 || status >= 500) return undefined;
  const hosts = await run.domain(domain, { isCheck: true }).then(
    ({ nameservers }) => nameservers ?? [],
    () => [],
  );
  const isElsewhere = hosts.length > 0 && foreignAmong(hosts, run.api.contract).length === hosts.length;
  const reason = "other nameservers serve the domain, so it has none here";
  return isElsewhere ? { domain, row: "records and forwards", reason } : undefined;
}
