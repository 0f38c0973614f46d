/** Records as texts: whatever a record says comes back, with the registrar's id where there is one. */
import { unknownValue } from "../../provider/fronts/shared/ownKeys.ts";
import { RecordReader, recordLists, recordTexts, withTexts } from "../../provider/fronts/shared/recordTexts.ts";
import fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.stringMatching(/^[^\s"]{1,12}$/),
  fc.constantFrom("", "true", "600", "-1e3", 'a"b', "a\nb", "null", "a=b", "v=spf1 -all", "\\", unknownValue.slice(1)),
);
const value = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const record = fc.dictionary(fc.constantFrom("content", "ttl", "comment", "priority", "name", "service"), value, {
  minKeys: 1,
});
const held = fc.record({ record, id: fc.option(text.filter((id) => id !== "")) });
const plain = () => true;
const reader = new RecordReader();

it("come back as they were, alone and in sets", () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(held, { minLength: 1, maxLength: 3 })), (zone) => {
      const each = (pick: (one: { record: object; id: string | null }) => unknown) =>
        Object.fromEntries(Object.entries(zone).map(([key, list]) => [key, list.map(pick)]));
      const records = each((one) => one.record);
      const ids = Object.entries(each(({ id }) => id ?? "")).filter(([, all]) => [all].flat().some((id) => id !== ""));
      const state = { records, ...(ids.length > 0 && { recordIds: Object.fromEntries(ids) }) };
      const texts = withTexts(state, { records: recordTexts(records, plain) });
      for (const one of Object.values(Object(texts["records"])).flat()) expect(one).toEqual(expect.any(String));
      // JSON knows no negative zero.
      expect(JSON.parse(JSON.stringify(reader.withObjects(texts, true)))).toEqual(JSON.parse(JSON.stringify(state)));
    }),
    { numRuns: runs(150, 3000) },
  );
});

it("show the content first, and quote only what has to be", () => {
  const mx = { content: "mail.example.net", priority: 10, ttl: 300 };
  const list = [
    { type: "A", name: "www", content: "192.0.2.1", ttl: 300 },
    { type: "MX", name: "", ...mx },
    { type: "MX", name: "@", ...mx, priority: 20 },
    { type: "TXT", name: "@", content: "v=spf1 -all" },
    { type: "TXT", name: "n", content: "600" },
  ];
  expect(recordTexts(recordLists(list), plain)).toEqual({
    "www A": "192.0.2.1 ttl=300",
    "@ MX": ["mail.example.net priority=10 ttl=300", "mail.example.net priority=20 ttl=300"],
    "@ TXT": '"v=spf1 -all"',
    "n TXT": '"600"',
  });
});

it("stay objects where they are no plain values", () => {
  const records = { "www A": [{ content: {} }], "api A": [{ content: "192.0.2.1" }, { content: "192.0.2.2" }] };
  const mixed = { "www A": [{ content: {} }], "api A": ["192.0.2.1", "192.0.2.2"] };
  expect(recordTexts(records, plain)).toEqual(mixed);
  expect(withTexts({ records, recordIds: { "www A": ["1"], "api A": ["2", ""] } }, { records: mixed })).toEqual({
    records: { "www A": [{ content: {} }], "api A": ['192.0.2.1 id="2"', "192.0.2.2"] },
    recordIds: { "www A": ["1"] },
  });
});

it("records of a program become lists by key, however it writes them, and the check gets what is none", () => {
  const [www, api] = [{ content: "192.0.2.1" }, { type: "A", content: "192.0.2.2" }];
  expect(recordLists([{ type: "A", name: "www", ...www }, api, null])).toEqual({
    "www A": [www],
    "[1]": [api],
    "[2]": [null],
  });
  expect(recordLists({ "www A": www, "@ A": [www, www], "n A": "192.0.2.1" })).toEqual({
    "www A": [www],
    "@ A": [www, www],
    "n A": "192.0.2.1",
  });
  for (const none of ["no records", 5]) expect(recordTexts(recordLists(none), plain)).toBe(none);
});

it("that are not known yet, or are no texts of records, are not taken for any", () => {
  const known = { "www A": "192.0.2.1" };
  for (const unknown of [unknownValue, [unknownValue]])
    expect(reader.withObjects({ records: { ...known, "@ MX": unknown } }, true)).toEqual({ records: unknownValue });
  for (const odd of ["192.0.2.1 ttl 300", "a a", "ttl=1 ttl=2", '"a', "", "a  b=1", "toString=1"])
    expect(reader.withObjects({ records: { "www A": odd } }, true)).toEqual({ records: { "www A": odd } });
  // A text with commas is not a list of texts.
  reader.withObjects({ records: { t: ["x", "y"] } }, true);
  expect(reader.withObjects({ records: { t: "x,y" } }, true)).toEqual({ records: { t: [{ content: "x,y" }] } });
  // Only the classes send texts.
  expect(reader.withObjects({ records: known }, false)).toEqual({ records: known });
});
