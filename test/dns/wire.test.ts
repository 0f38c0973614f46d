import {
  describeRecord,
  isOpaque,
  liveToWire,
  printData,
  recordFromArgs,
  recordFromWire,
  recordToWire,
  recordTypeNames,
} from "../../provider/dns/index.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, examples, holds, ipv6Groups, ipv6Spellings, liveOf, recordArgs, shortIPv6 } from "./arbitraries.ts";
import { everyCase } from "./types/index.ts";

describe("rows of the registrar", () => {
  const content = "192.0.2.1";
  const data = { type: "A", content };
  const rows: [string, Record<string, unknown>, unknown][] = [
    ["an integer id", { id: 7, type: "A", name: "www", content }, { id: "7", name: "www", data }],
    ["a text id", { id: "r-7", type: "a", name: "WWW", content: " 192.0.2.1 " }, { id: "r-7", name: "www", data }],
    [
      "other names of id and type",
      { record_id: 7, record_type: "A", name: "@", content },
      { id: "7", name: "@", data },
    ],
    ["camel case of id and type", { recordId: 7, recordType: "A", name: "@", content }, { id: "7", name: "@", data }],
    [
      "nulls for what is absent",
      { id: null, type: "A", name: null, content, ttl: null, comment: null, priority: null },
      { name: "@", data },
    ],
    [
      "numbers as text, unknown fields",
      { type: "A", name: "", content, ttl: "300", comment: "hi", locked: {} },
      { name: "@", data, ttl: 300, comment: "hi" },
    ],
    [
      "fields of other types with defaults",
      { type: "A", name: "@", content, priority: 0, port: 0, weight: 0, target: "", tag: "" },
      { name: "@", data },
    ],
    ["an inexact id", { id: 1e300, type: "A", name: "@", content }, { name: "@", data }],
    ["a TTL that is no number", { type: "A", name: "@", content, ttl: "auto", comment: 5 }, { name: "@", data }],
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

  it.each(ipv6Spellings)("reads every IPv6 address, $title", ({ spell }) => {
    holds(
      fc.property(ipv6Groups.map(shortIPv6), (content) => {
        expect(liveOf({ type: "AAAA", name: "a", content: spell(content) }).data).toEqual({ type: "AAAA", content });
      }),
    );
  });
});

describe("rows that are not understood", () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ["no type", { name: "a", content: "x" }, "type is missing"],
    ["a type that is no text", { type: 1, name: "a" }, "type is missing"],
    ["another type", { type: "SOA", name: "@", content: "x" }, "registrar's record types"],
    ["a name of Object's own", { type: "constructor", name: "@", content: "x" }, "registrar's record types"],
    ["a name that is a number", { type: "A", name: 5, content: "192.0.2.1" }, "name is not a string"],
    ["a name elsewhere", { type: "A", name: "a.example.net.", content: "192.0.2.1" }, "is outside"],
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

  it("takes no field from a prototype", () => {
    const row: Record<string, unknown> = Object.create({ type: "A", name: "@", content: "192.0.2.1" });
    expect(recordFromWire(row, domain)).toMatchObject({ opaque: true });
    const half: Record<string, unknown> = Object.assign(Object.create({ content: "192.0.2.1" }), {
      type: "A",
      name: "@",
    });
    expect(recordFromWire(half, domain)).toMatchObject({ opaque: true, reason: "content is missing" });
  });

  it("never throws, whatever comes", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "@",
        "",
        ".",
        "\ud800",
        "10 mail.example.com.",
        "1 2 3 .",
        '0 issue "x"',
        "__proto__",
        "1e400",
        "-1",
      ),
    );
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

it("a request leaves out a priority that the registrar did not show", () => {
  expect(liveToWire({ id: "1", name: "@", data: { type: "MX", content: "mail.example.com" } }, domain)).toEqual({
    type: "MX",
    name: "@",
    content: "mail.example.com",
  });
});

it("request bodies are read as what was written, in bare and in quoted form", () => {
  holds(
    fc.property(recordArgs, fc.constantFrom("plain" as const, "quoted" as const), (args, txt) => {
      const wanted = recordFromArgs(args, domain);
      const live = liveOf(recordToWire(args, domain, { txt }));
      expect(live).toMatchObject(wanted);
      expect(liveToWire(live, domain, { txt })).toEqual(recordToWire(args, domain, { txt }));
    }),
  );
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
