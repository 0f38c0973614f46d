/** Zone files as the commands read them: from a path or standard input, with every message naming its place. */
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { type LeftOut, type ParsedZone, type Place, parseZone, ZoneFileError } from "../../provider/dns/index.ts";
import { warn } from "../output.ts";

/** A zone file that was not understood. The message begins with the file's name. */
class UnreadableZoneError extends Error {
  readonly code = "ERR_REGISTRAR_ZONE_FILE";
  override readonly name = "UnreadableZoneError";
}

/** A file, and what stands for it in messages. */
export interface ReadZone extends ParsedZone {
  file: string;
}

/**
 * @param path a file, or `-` for standard input
 * @throws UnreadableZoneError with file, line, column and reason
 */
export async function readZone(path: string, options: { origin?: string; defaultTtl?: number }): Promise<ReadZone> {
  const file = path === "-" ? "standard input" : path;
  const bytes = path === "-" ? await buffer(process.stdin) : readFileSync(path);
  try {
    return { ...zoneOf(parseZone(textOf(bytes), options)), file };
  } catch (error) {
    if (error instanceof ZoneFileError) throw new UnreadableZoneError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

const zoneOf = ({ domain, records, places, leftOut }: ParsedZone): ParsedZone => ({ domain, records, places, leftOut });

/** @throws ZoneFileError at the first byte that is not UTF-8 */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const wrong = text.indexOf("\ufffd");
  if (wrong < 0 || Buffer.from(text, "utf8").equals(bytes)) return text;
  const above = text.slice(0, wrong).split(/\r\n?|\n/);
  throw new ZoneFileError(
    { line: above.length, column: (above.at(-1)?.length ?? 0) + 1 },
    "this is not UTF-8 text. Save the file as UTF-8",
  );
}

/** `zone.txt:3:1`, as editors and other tools read places. */
export function placeOf({ file }: ReadZone, { line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** Lists on standard error what is not among the records. */
export function tellLeftOut(zone: ReadZone): void {
  const line = (left: LeftOut) => `${placeOf(zone, left)}: left out: ${left.name} ${left.type}: ${left.reason}\n`;
  warn(zone.leftOut.map(line).join(""));
}
