/** The lines of large zones: whatever a record says comes back, and records keep their places. */

import {
  areSameLines,
  linesOfProgram,
  mapOfLines,
  placed,
  readLine,
  writeLine,
} from "../../provider/resources/zone/lines.ts";
import fc from "../support/fastCheck.ts";

const word = fc.stringMatching(/^[^\s"]{1,12}$/);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  word,
  fc.constantFrom("", "true", "600", "-1e3", 'a"b', "a\nb", "null", "a=b"),
);
const value = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const fields = fc.dictionary(fc.constantFrom("content", "ttl", "comment", "priority", "name", "service"), value);

it("a record in a line says what it said, 3,000 times", () => {
  fc.assert(
    fc.property(word, word, fields, (name, type, said) => {
      const line = writeLine(`${name} ${type}`, said);
      expect(line).toBeDefined();
      expect(line).not.toContain("\n");
      // JSON knows no negative zero.
      expect(JSON.stringify(readLine(line ?? ""))).toBe(
        JSON.stringify({
          key: `${name} ${type}`,
          fields: Object.fromEntries(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))),
        }),
      );
    }),
    { numRuns: 3000 },
  );
});

it("records keep their places, 1,000 times: only what changes has another line", () => {
  const lines = fc.array(
    fc.constantFrom(...["a", "b", "c", "d"].flatMap((name) => [1, 2].map((ttl) => `${name} A ttl=${ttl}`))),
  );
  const reference = fc.array(fc.oneof({ weight: 5, arbitrary: lines.map(([line = ""]) => line) }, fc.constant("")));
  fc.assert(
    fc.property(reference, lines, (before, after) => {
      const result = placed(
        after.map((line) => ({ line })),
        before,
      ).map((record) => record?.line ?? "");
      expect(result.filter((line) => line !== "").sort()).toEqual([...after].sort());
      expect(areSameLines(result, after)).toBe(true);
      if (result.length >= after.length * 2) return;
      // What was there as often as before has not moved, unless the list was closed up.
      const countOf = (list: readonly string[], line: string) => list.filter((each) => each === line).length;
      const isClosedUp = after.length < Math.max(before.length, after.length) / 2;
      if (isClosedUp) return;
      for (const line of new Set(after)) {
        const same = result.filter((each, place) => each === line && before[place] === line).length;
        expect(same).toBe(Math.min(countOf(before, line), countOf(after, line)));
      }
    }),
    { numRuns: 1000 },
  );
});

it("a program's records are lines only where each says once what it is, plainly", () => {
  const record = { name: "www", type: "A", content: "192.0.2.1" };
  expect(linesOfProgram([record, { ...record, name: "" }])).toEqual([
    "www A content=192.0.2.1",
    '@ A content=192.0.2.1 name=""',
  ]);
  expect(linesOfProgram({ "www A": [{ content: "192.0.2.1" }, { content: "192.0.2.2", ttl: 60 }] })).toEqual([
    "www A content=192.0.2.1",
    "www A content=192.0.2.2 ttl=60",
  ]);
  const others = [
    { ...record, name: "a b" },
    { ...record, type: undefined },
    { ...record, ttl: {} },
    null,
    { ...record, "a b": 1 },
  ];
  expect(others.map((other) => linesOfProgram([record, other]))).toEqual(others.map(() => undefined));
  expect(["web AAAA", "any"].map((key) => linesOfProgram({ [key]: record }))).toEqual([undefined, undefined]);
  expect(mapOfLines(["a A ttl=1", "", "b A", "a A ttl=2"], undefined)).toEqual({
    "a A": [{ ttl: 1 }, { ttl: 2 }],
    "b A": {},
  });
  expect(mapOfLines(["a A ttl=1", "", "b A", "a A ttl=2"], ["1", null, "2", null])).toEqual({
    "a A": ["1", null],
    "b A": "2",
  });
});
