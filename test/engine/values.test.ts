import { compare, ignoreChanges } from "../../testing/engine/paths.ts";
import { type Props, secret, UNKNOWN } from "../../testing/engine/values.ts";

describe("property paths", () => {
  it.each<[string, string[], Props, Props, Props]>([
    ["sets a value back", ["a"], { a: 2, b: 2 }, { a: 1, b: 1 }, { a: 1, b: 2 }],
    ["takes out what was not there", ["a"], { a: 2 }, {}, {}],
    ["puts back what is gone", ["a"], {}, { a: 1 }, { a: 1 }],
    ["goes into objects", ["a.b"], { a: { b: 2, c: 2 } }, { a: { b: 1, c: 1 } }, { a: { b: 1, c: 2 } }],
    ["goes into lists", ["l[1]"], { l: [2, 2] }, { l: [1, 1] }, { l: [2, 1] }],
    ["goes into all elements", ["l[*].x"], { l: [{ x: 2, y: 2 }] }, { l: [{ x: 1, y: 1 }] }, { l: [{ x: 1, y: 2 }] }],
    ["goes into secrets", ["s.x"], { s: secret({ x: 2 }) }, { s: secret({ x: 1 }) }, { s: secret({ x: 1 }) }],
    [
      "reads quoted names",
      ['a["odd.name"]'],
      { a: { "odd.name": 2 } },
      { a: { "odd.name": 1 } },
      { a: { "odd.name": 1 } },
    ],
    ["takes what is no path for a name", ["a["], { "a[": 2 }, { "a[": 1 }, { "a[": 1 }],
    ["leaves alone what is not there at all", ["a.b"], { c: 1 }, { c: 1 }, { c: 1 }],
  ])("ignoreChanges %s", (_, paths, now, old, expected) => expect(ignoreChanges(now, old, paths)).toEqual(expected));

  it("names the leaves that differ, and shows no secret", () => {
    const before: Props = { same: 1, s: secret("a"), deep: { x: [1, 2] }, gone: true, "odd name": { "a.b": 1 } };
    const after: Props = { same: 1, s: secret("b"), deep: { x: [1, 3, 4] }, made: UNKNOWN, "odd name": { "a.b": 2 } };
    expect(compare(before, after)).toEqual([
      { path: "deep.x[1]", kind: "update", old: 2, new: 3 },
      { path: "deep.x[2]", kind: "add", new: 4 },
      { path: "gone", kind: "delete", old: true },
      { path: "made", kind: "add", new: "[unknown]" },
      { path: 'odd name["a.b"]', kind: "update", old: 1, new: 2 },
      { path: "s", kind: "update", old: "[secret]", new: "[secret]" },
    ]);
    expect(compare({ a: secret(1) }, { a: 1 })).toEqual([]);
  });
});
