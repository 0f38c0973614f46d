import { InvalidNameError, normaliseDomain, normaliseHost, ownerName } from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, holds } from "./arbitraries.ts";

const kinds = {
  domain: normaliseDomain,
  host: normaliseHost,
  "owner name": (text: string) => ownerName(text, domain),
};
const cases = (prefix = "") =>
  Object.entries(kinds).flatMap(([kind, read]) =>
    casesIn("names", `${prefix}${kind}s`).map(([written = "", result]) => ({ kind, read, written, result })),
  );

it.each(cases())("the $kind $written is read as $result", ({ read, written, result }) => {
  expect(read(written)).toBe(result);
});

it.each(cases("not "))("$written is refused as a $kind: $result", ({ read, written, result = "" }) => {
  expect(() => read(written)).toThrow(InvalidNameError);
  expect(() => read(written)).toThrow(result);
});

it("a name of endless length is refused at once, with a stable code, and is shown shortened", () => {
  const refused = () => normaliseDomain("ü".repeat(1_000_000));
  expect(refused).toThrow(expect.objectContaining({ code: "ERR_REGISTRAR_INVALID_INPUT", name: "InvalidNameError" }));
  expect(refused).toThrow(/^.{0,250}$/);
});

it("an owner name is normalised for good, or refused as an invalid name, whatever the text is", () => {
  const units = fc.constantFrom("a", ".", "-", "*", "_", "@", "ü", "。", "example.com", "xn--", "\\", "\ud800");
  const wild = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: units }));
  const once = (text: string): string | undefined => {
    try {
      return ownerName(text, domain);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidNameError);
      return undefined;
    }
  };
  holds(
    fc.property(wild, (text) => {
      const name = once(text);
      if (name !== undefined) expect(ownerName(name, domain)).toBe(name);
    }),
  );
});
