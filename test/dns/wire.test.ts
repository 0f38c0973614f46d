import {
  describeRecord,
  isOpaque,
  liveToWire,
  printData,
  recordFromArgs,
  recordFromWire,
  recordTypeNames,
} from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { domain, examples, holds, liveOf } from "./arbitraries.ts";
import { everyCase } from "./types/index.ts";

describe("rows of the registrar", () => {
  const rows: [string, Record<string, unknown>, unknown][] = [
    ...casesIn("rows", "read").map(([title = "", row = "", live = ""]): (typeof rows)[number] => [
      title,
      JSON.parse(row),
      JSON.parse(live),
    ]),
    ...everyCase(({ rows }, type) =>
      rows.map(([title, row, name, data, texts]): [string, Record<string, unknown>, unknown] => {
        const live = { name, data: { ...data, type }, ...(texts && { interpretations: texts }) };
        return [title, { type, ...row }, live];
      }),
    ),
  ];
  it.each(rows)("reads %s", (_, row, live) => {
    expect(recordFromWire(row, domain)).toEqual(live);
  });
});

describe("rows that are not understood", () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ...casesIn("rows", "unreadable").map(([title = "", row = "", reason = ""]): (typeof cases)[number] => [
      title,
      JSON.parse(row),
      reason,
    ]),
    ...everyCase(({ unreadable }, type) =>
      unreadable.map(([title, row, reason]): (typeof cases)[number] => [title, { type, ...row }, reason]),
    ),
  ];
  it.each(cases)("keeps a row with %s, and says why", (_, row, reason) => {
    const found = recordFromWire(row, domain);
    expect(found).toMatchObject({ opaque: true, reason: expect.stringContaining(reason) });
  });

  it("keeps what it can of such a row: id, name and type, but no long values", () => {
    expect(recordFromWire({ id: 3, type: "SOA", name: "@", content: "x" }, domain)).toMatchObject({
      id: "3",
      type: "SOA",
      name: "@",
    });
    const wire = { type: "x".repeat(10_000), name: "y".repeat(10_000), content: "z".repeat(10_000) };
    expect(JSON.stringify({ ...recordFromWire(wire, domain), row: undefined }).length).toBeLessThan(300);
    const target = { type: "SRV", name: "_a._b", content: `1 2 3 ${"z.".repeat(400)}`, target: "a.b" };
    expect(JSON.stringify({ ...recordFromWire(target, domain), row: undefined }).length).toBeLessThan(500);
  });

  it("never throws, whatever comes", () => {
    const texts = ["@", "", ".", "\ud800", "10 mail.example.com.", "1 2 3 .", '0 issue "x"', "__proto__", "1e400"];
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...texts));
    const value = fc.oneof(text, fc.anything(), fc.double(), fc.bigInt());
    const type = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...recordTypeNames, "caa", "srv") },
      { weight: 1, arbitrary: value },
    );
    const fields = "id name content ttl comment priority service protocol weight port target flags tag value __proto__";
    const keys = fields.split(" ");
    const row = fc.record(Object.fromEntries([["type", type], ...keys.map((key) => [key, value])]), {
      requiredKeys: [],
    });
    holds(
      fc.property(row, (fields) => {
        const found = recordFromWire(fields, domain);
        expect(isOpaque(found) ? found.reason.length : printData(found.data).length).toBeGreaterThan(0);
      }),
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

it.each(casesIn("rows", "sent"))("%s is sent in the form %s as %s", (line = "", options = "", body = "") => {
  expect(liveToWire(recordFromArgs(recordArgsOf(line), domain), JSON.parse(options))).toEqual(JSON.parse(body));
});

describe("printed data", () => {
  it.each(examples)("prints $data.type as $printed", ({ name, data, printed }) => {
    expect(printData(data)).toBe(printed);
    expect(liveOf({ type: data.type, name, content: printed }).data).toEqual(data);
  });

  it("names a record in full for messages, and cuts long data", () => {
    expect(describeRecord("www", { type: "A", content: "192.0.2.1" }, domain)).toBe("www.example.com A 192.0.2.1");
    expect(describeRecord("@", { type: "TXT", content: "x".repeat(5000) }, domain).length).toBeLessThan(150);
  });
});
