/** What the checks say about a zone file: the same as about a program that declares all of it. */
import { checkRecord, checkZone, type Finding, recordFromArgs } from "../../provider/dns/index.ts";
import { placeOf, type ReadZone } from "./file.ts";

export interface PlacedFinding extends Finding {
  /** `zone.txt:3:1` */
  place: string;
}

/** Findings in the order of the file; one of several records stands at the last of them, and names the others' lines. */
export function findingsOf(zone: ReadZone): PlacedFinding[] {
  const { domain, records, places } = zone;
  const at = (index: number) => places[index] ?? { line: 1, column: 1 };
  const ofOne = records.flatMap((record, index) =>
    checkRecord(record.type, { ...record }, domain).map((finding) => ({ finding, index, others: noOthers })),
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
    .map(({ finding: { check, set, property, reason, reference }, index, others }) => ({
      check,
      set,
      ...(property !== undefined && { property }),
      ...(reference !== undefined && { reference }),
      reason: others.length === 0 ? reason : `${reason} (see line ${others.slice(0, 5).join(", ")})`,
      place: placeOf(zone, at(index)),
    }));
}

const noOthers: number[] = [];

/** One line for people. */
export function printFinding({ place, set, property, reason, check, reference }: PlacedFinding): string {
  const level = set === "strict" ? "error" : "warning";
  const source = [check, reference].filter((part) => part !== undefined).join(", ");
  return `${place}: ${level}: ${property === undefined ? "" : `${property}: `}${reason} [${source}]\n`;
}
