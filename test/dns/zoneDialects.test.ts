/** Zone files as DNS services export them and people write them: what differs from RFC 1035 is read as it is meant, or said. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type FileRecord, parseZone, printData, recordFromArgs } from "../../provider/dns/index.ts";
import { domain } from "./arbitraries.ts";

/** `www 300 A 192.0.2.1 ; comment` */
function lineOf({ ttl, comment, ...record }: FileRecord): string {
  const { name, data } = recordFromArgs(record, domain);
  return `${name} ${ttl ?? "-"} ${data.type} ${printData(data)}${comment === undefined ? "" : ` ; ${comment}`}`;
}

/** A file, its origin, the records and notes that are read, and the service that wrote it. */
const cases = readFileSync(join(__dirname, "..", "cases", "zoneExports.txt"), "utf8")
  .split(/^== /m)
  .slice(1)
  .map((text) => {
    const [title = "", ...parts] = text.split(/^-- /m);
    const linesOf = (part: string) => {
      const found = parts.find((each) => each.startsWith(part)) ?? "";
      return found.slice(part.length).trimEnd().split("\n").slice(1);
    };
    const wordOf = (part: string) =>
      parts
        .find((each) => each.startsWith(part))
        ?.slice(part.length)
        .trim();
    return { title: title.trim(), linesOf, wordOf };
  });

it.each(cases)("$title", ({ linesOf, wordOf }) => {
  const origin = wordOf("origin");
  const zone = parseZone(linesOf("file").join("\n"), origin === undefined ? {} : { origin });
  expect(zone.domain).toBe(domain);
  expect(zone.records.map(lineOf)).toEqual(linesOf("records"));
  expect(zone.notes.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(
    linesOf("notes").map((note) => expect.stringContaining(note)),
  );
  expect(zone.dialect?.replace(/ export: .*/, "")).toBe(wordOf("dialect"));
});
