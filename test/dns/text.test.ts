import { liveToWire, quote, quoteInChunks, readText, unquote } from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { holds, txtText } from "./arbitraries.ts";

describe("what someone wrote as text", () => {
  it.each(casesIn("texts", "read as text"))("reads %j as %j", (written, meant) => {
    expect(readText(written)).toBe(meant);
  });

  it("reads a very long text in no time and without overflow", () => {
    const long = `"${'a\\"'.repeat(100_000)}"`;
    expect(readText(long)).toHaveLength(200_000);
    expect(readText(`"${"\\".repeat(200_001)}`)).toHaveLength(200_002);
  });
});

it.each(casesIn("texts", "sent"))("the string %j is sent as %j", (written, sent) => {
  const wanted = { name: "@", data: { type: "TXT" as const, content: readText(written) } };
  expect(liveToWire(wanted)).toEqual({ type: "TXT", name: "@", content: sent });
});

it("a string of a long text never cuts a character in two, and has at most 255 bytes", () => {
  holds(
    fc.property(txtText, (text) => {
      const strings = quoteInChunks(text).match(/"(?:[^"\\]|\\.)*"/gsu) ?? [];
      for (const string of strings) {
        const inside = unquote(string);
        expect(inside).toBeDefined();
        expect(Buffer.byteLength(inside ?? "")).toBeLessThanOrEqual(255);
        expect(inside).not.toMatch(/\p{Surrogate}/u);
      }
      expect(unquote(strings.join(" "))).toBe(text);
      expect(unquote(quote(text))).toBe(text);
    }),
  );
});
