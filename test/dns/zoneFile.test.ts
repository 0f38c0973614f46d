import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseZone, printData, type RecordArgs, recordFromArgs, ZoneFileError } from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import { domain } from "./arbitraries.ts";

/** `www 300 A 192.0.2.1 ; comment` */
function lineOf({ ttl, comment, ...record }: RecordArgs): string {
  const { name, data } = recordFromArgs(record, domain);
  return `${name} ${ttl ?? "-"} ${data.type} ${printData(data)}${comment === undefined ? "" : ` ; ${comment}`}`;
}
const linesOf = (text: string) => parseZone(text, { origin: domain }).records.map(lineOf);

/** A case in `cases/zoneExports.txt`: a file as a DNS service exports it, and what is read. */
function exportIn(text: string) {
  const [title = "", ...parts] = text.split(/^-- /m);
  const [origin, file = "", records = "", notes = "", dialect] = ["origin", "file", "records", "notes", "dialect"].map(
    (name) =>
      parts
        .find((part) => part.startsWith(name))
        ?.slice(name.length)
        .trim(),
  );
  const lines = (part: string) => part.split("\n").filter(Boolean);
  return { title: title.trim(), origin, file, records: lines(records), notes: lines(notes), dialect };
}
const exported = readFileSync(join(__dirname, "..", "cases", "zoneExports.txt"), "utf8")
  .split(/^== /m)
  .slice(1);

it.each(exported.map(exportIn))("$title", ({ origin, file, records, notes, dialect }) => {
  const zone = parseZone(file, origin === undefined ? {} : { origin });
  expect([zone.domain, zone.records.map(lineOf)]).toEqual([domain, records]);
  expect(zone.notes.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(
    notes.map((note) => expect.stringContaining(note)),
  );
  expect(zone.dialect?.replace(/ export: .*/, "")).toBe(dialect);
});

/** A zone as people have it, edited by hand for years. */
const grown = readFileSync(join(__dirname, "..", "cases", "grown.zone"), "utf8");

describe("a zone file that grew by hand", () => {
  it("reads the records that a resolver would see", () => {
    expect(linesOf(grown)).toEqual(casesIn("zoneFiles", "records of grown.zone").flat());
  });

  it("tells what is not among its records, with the place and the reason", () => {
    expect(
      parseZone(grown, { origin: "Example.COM." }).leftOut.map(
        ({ line, column, kind, name, type }) => `${line}:${column} ${kind} ${name} ${type}`,
      ),
    ).toEqual(casesIn("zoneFiles", "left out of grown.zone").flat());
  });

  it.each([
    ["CR LF", grown.replaceAll("\n", "\r\n")],
    ["CR", grown.replaceAll("\n", "\r")],
    ["a byte order mark", `\ufeff${grown}`],
    ["a newline at the end, and blank lines", `${grown}\n\n  \n; the end\n`],
  ])("is the same with %s", (_case, text) => {
    const zone = parseZone(text, { origin: "example.com" });
    expect(zone.records).toEqual(parseZone(grown, { origin: "example.com" }).records);
    expect(zone.leftOut).toEqual(parseZone(grown, { origin: "example.com" }).leftOut);
  });
});

describe("TTL", () => {
  it.each(casesIn("zoneFiles", "TTLs"))("%s", (_case, text = "", ttls = "") => {
    const { records } = parseZone(text, { origin: "example.com" });
    expect(records.map(({ ttl = "-" }) => ttl).join(" ")).toBe(ttls);
  });
});

describe("the domain", () => {
  it.each(casesIn("zoneFiles", "domains"))("%s", (_case, text = "", origin = "-", domain, names) => {
    const zone = parseZone(text, origin === "-" ? {} : { origin });
    expect([zone.domain, zone.records.map(({ name }) => name).join(" ")]).toEqual([domain, names]);
  });

  it("does not move an owner that is omitted below another $ORIGIN, but moves its data", () => {
    const text = "www A 192.0.2.1\n$ORIGIN sub.example.com.\n MX 10 mail\nwww A 192.0.2.2";
    expect(linesOf(text)).toEqual(["www - A 192.0.2.1", "www - MX 10 mail.sub.example.com.", "www.sub - A 192.0.2.2"]);
  });

  it("refuses an origin that isn't a domain", () => {
    expect(() => parseZone("", { origin: "example" })).toThrow(/at least two labels/);
  });
});

it.each(casesIn("zoneFiles", "data"))("data: %s", (_case, text = "", record = "") => {
  const { records } = parseZone(text, { origin: "example.com" });
  expect(records).toEqual([expect.objectContaining(JSON.parse(record))]);
});

it.each(casesIn("zoneFiles", "left out, and the other records are read"))(
  "leaves out, and reads the other records: %s",
  (_case, text = "", left = "", reason = "") => {
    const { records, leftOut } = parseZone(`${text}\nwww A 192.0.2.7`, { origin: "example.com" });
    expect(records.map(({ name }) => name)).toEqual(["www"]);
    expect(leftOut.map(({ line, column, kind, name, type }) => `${line}:${column} ${kind} ${name} ${type}`)).toEqual([
      left,
    ]);
    expect(leftOut[0]?.reason).toContain(reason);
  },
);

it.each(casesIn("zoneFiles", "TXT without quotes"))(
  "notes a TXT without quotes: %s",
  (_case, text = "", content = "", reason = "") => {
    const { records, notes } = parseZone(text, { origin: "example.com" });
    expect(records).toEqual([expect.objectContaining({ content })]);
    expect(notes.map((note) => note.reason)).toEqual(reason === "-" ? [] : [expect.stringContaining(reason)]);
  },
);

it.each(casesIn("zoneFiles", "other formats"))("names the format of another file: %s", (_case, text = "", format) => {
  const isNamed = format !== "-";
  const words = `this is ${format}, not a zone file. Export a zone file`;
  expect(() => parseZone(text, { origin: "example.com" })).toThrow(
    isNamed ? words : /^(?!.*not a zone file).*(?:missing|isn't a record type)/,
  );
});

const refused = [
  ...casesIn("zoneFiles", "refused").map((cells) => ({ cells, options: { origin: "example.com" } })),
  ...casesIn("zoneFiles", "refused without a domain").map((cells) => ({ cells, options: {} })),
];
it.each(refused)("refuses, with line and column, and uses nothing of the file: $cells.0", ({ cells, options }) => {
  const [, text = "", place = "", reason = ""] = cells;
  const [line, column] = place.split(":").map(Number);
  const parsed = () => parseZone(text, options);
  expect(parsed).toThrow(ZoneFileError);
  expect(parsed).toThrow(expect.objectContaining({ code: "ERR_REGISTRAR_ZONE_FILE", line, column }));
  expect(parsed).toThrow(new RegExp(reason));
  expect(parsed).toThrow(new RegExp(`^line ${line}, column ${column}: `));
});

it("reads a megabyte: many records, one record of many lines, long comments and strings", () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `host${n} 300 IN A 192.0.2.${n % 256} ; number ${n}`);
  const text = [
    ...many,
    `long TXT (\n${'"some text of a long record" ; and a comment\n'.repeat(2_000)})`,
    `; ${"x".repeat(200_000)}`,
    `deep TXT ${"(".repeat(20_000)} a ${")".repeat(20_000)}`,
    `slashes TXT "${"\\\\".repeat(20_000)}"`,
    ...Array.from({ length: 5_000 }, (_, n) => `name${n} TYPE999 \\# 0`),
  ].join("\n");
  expect(text.length).toBeGreaterThan(1_000_000);
  const { records, leftOut } = parseZone(text, { origin: "example.com" });
  expect([records.length, leftOut.length]).toEqual([20_003, 5_000]);
  expect(leftOut.at(-1)).toMatchObject({ line: 27_005, column: 1 });
});
