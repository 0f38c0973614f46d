/** Strings in requests: the sandbox reads each form that the provider writes as the same string. */
import { quoteInChunks, writeText } from "../../provider/dns/text.ts";
import { quoteText, unquoted } from "../../testing/sandbox/encoding.ts";
import { holds } from "../dns/arbitraries.ts";
import { useContract } from "../support/contract.ts";
import * as fc from "../support/fastCheck.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('"', "\\", " ", "\t", "\n", "0", "9", "a", "ü", "\u0000", "\u007f"),
    maxLength: 40,
  }),
);

it("reads every string as the provider writes it, in quotes or bare", () => {
  holds(
    fc.property(texts, (text) => {
      expect(unquoted(quoteInChunks(text))).toBe(text);
      expect(unquoted(writeText(text))).toBe(text);
      expect(unquoted(quoteText(text))).toBe(text);
    }),
  );
});

describe("a TXT with a tab or a line feed", () => {
  withRegistrar();
  it.each([undefined, { "records.create": { txt: "quoted" }, "records.update": { txt: "quoted" } }])(
    "is created, and has nothing to do afterwards: %j",
    async (file) => {
      if (file !== undefined) useContract(file);
      const program = { tab: record("TXT", "tab", { content: "\t" }), line: record("TXT", "line", { content: "a\n" }) };
      const stack = new HandlerStack(quick);
      expect((await stack.up(program)).errors).toEqual({});
      expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    },
  );
});

it.each([
  ['"\\009"', "\t"],
  ['"a line\\010"', "a line\n"],
  ['"\\195" "\\188"', "ü"],
  ['"\\"\\\\"', '"\\'],
  ["bare \\009", "bare \\009"],
])("reads %s by RFC 1035", (written, text) => {
  expect(unquoted(written)).toBe(text);
});
