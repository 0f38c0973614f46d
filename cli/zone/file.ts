/** Reads and checks zone files. Every message names its place. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import {
  checkRecord,
  checkZone,
  type ParsedZone,
  type Place,
  parseZone,
  recordFromArgs,
  ZoneFileError,
} from "../../provider/dns/index.ts";
import { warn } from "../output.ts";

/** A zone file that was not understood. The message begins with the file's name. */
class UnreadableZoneError extends Error {
  readonly code = "ERR_REGISTRAR_ZONE_FILE";
  override readonly name = "UnreadableZoneError";
}

export interface ReadZone extends ParsedZone {
  file: string;
}

export interface ReadOptions {
  origin?: string;
}

/**
 * @param path a file, or `-` for standard input
 * @throws UnreadableZoneError with file, line, column and reason
 */
export async function readZone(path: string, options: ReadOptions): Promise<ReadZone> {
  const file = path === "-" ? "standard input" : path;
  const bytes = path === "-" ? await buffer(process.stdin) : readFileSync(path);
  try {
    const zone = { ...parseZone(textOf(bytes), options), file };
    tellReading(zone);
    return zone;
  } catch (error) {
    if (error instanceof ZoneFileError) throw new UnreadableZoneError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** @throws ZoneFileError at the first byte that is not UTF-8 */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return text;
  const above = text.slice(0, text.indexOf("\ufffd")).split(/\r\n?|\n/);
  throw new ZoneFileError(
    { line: above.length, column: (above.at(-1)?.length ?? 0) + 1 },
    "this is not UTF-8 text. Save the file as UTF-8",
  );
}

/** `zone.txt:3:1`, as editors and other tools read places. */
function placeOf({ file }: ReadZone, { line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** Tells on standard error how the file was read: its dialect, warnings, and the records that were left out. */
function tellReading(zone: ReadZone): void {
  const { file, dialect, notes, leftOut } = zone;
  warn(
    [
      ...(dialect === undefined ? [] : [`${file}: read as a ${dialect}\n`]),
      ...notes.map((note) => `${placeOf(zone, note)}: warning: ${note.reason}\n`),
      ...leftOut.map((left) => `${placeOf(zone, left)}: left out: ${left.name} ${left.type}: ${left.reason}\n`),
    ].join(""),
  );
}

/** A finding as a line for people. */
export interface PlacedFinding {
  isError: boolean;
  line: string;
}

/** Findings in the order of the file. A finding about several records is at the last, and names the others' lines. */
export function findingsOf(zone: ReadZone): PlacedFinding[] {
  const { domain, records, places } = zone;
  const at = (index: number) => places[index] ?? { line: 1, column: 1 };
  const ofOne = records.flatMap((record, index) =>
    checkRecord(record.type, { ...record }, domain).map((finding) => ({ finding, index, others: [] as number[] })),
  );
  const ofAll = checkZone(
    records.map((record) => recordFromArgs(record, domain)),
    domain,
    { complete: true },
  ).map((finding) => {
    const index = finding.records.reduce((last, other) => Math.max(last, other), 0);
    const others = finding.records.filter((other) => other !== index).map((other) => at(other).line);
    return { finding, index, others };
  });
  return [...ofOne, ...ofAll]
    .sort((a, b) => a.index - b.index)
    .map(({ finding: { check, set, property, reason, reference }, index, others }) => {
      const isError = set === "strict";
      const source = `${check}, ${reference}`;
      const what = property === undefined ? reason : `${property}: ${reason}`;
      const also = others.length === 0 ? "" : ` (see line ${others.slice(0, 5).join(", ")})`;
      const level = isError ? "error" : "warning";
      return { isError, line: `${placeOf(zone, at(index))}: ${level}: ${what}${also} [${source}]\n` };
    });
}
