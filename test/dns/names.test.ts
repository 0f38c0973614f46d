import {
  fullName,
  InvalidNameError,
  ifValid,
  normaliseDomain,
  normaliseHost,
  ownerName,
  ownerOfHost,
} from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, holds, nameSpellings, owner } from "./arbitraries.ts";

describe("domains", () => {
  it.each(casesIn("names", "domains"))("reads %s as %s", (written, canonical) => {
    expect(normaliseDomain(written)).toBe(canonical);
  });

  it.each(casesIn("names", "not domains"))("refuses %j, saying %j", (written, reason) => {
    expect(() => normaliseDomain(written)).toThrow(InvalidNameError);
    expect(() => normaliseDomain(written)).toThrow(reason);
  });

  it("refuses a name of endless length at once, with a stable code, and shows it shortened", () => {
    const refused = () => normaliseDomain("ü".repeat(1_000_000));
    expect(refused).toThrow(expect.objectContaining({ code: "ERR_REGISTRAR_INVALID_INPUT", name: "InvalidNameError" }));
    expect(refused).toThrow(/^.{0,250}$/);
  });
});

it.each(casesIn("names", "hosts"))("a host is read: %s as %s", (written, canonical) => {
  expect(normaliseHost(written)).toBe(canonical);
});

it.each(casesIn("names", "not hosts"))("a host is refused: %j", (written) => {
  expect(() => normaliseHost(written)).toThrow(InvalidNameError);
});

describe("owner names", () => {
  it.each(casesIn("names", "owner names"))("reads %j as %j", (written, canonical) => {
    expect(ownerName(written, domain)).toBe(canonical);
  });

  it.each(casesIn("names", "not owner names"))("refuses %j, saying %j", (written, reason) => {
    expect(() => ownerName(written, domain)).toThrow(reason);
  });

  it("keeps a name that repeats the domain apart from the one that does not", () => {
    const repeated = ownerName("www.example.com.example.com.", domain);
    expect(fullName(repeated, domain)).toBe("www.example.com.example.com");
    expect(fullName(ownerName("www.example.com", domain), domain)).toBe("www.example.com");
  });

  it("reads a missing name as the domain itself", () => {
    for (const missing of [null, undefined]) expect(ownerName(missing, domain)).toBe("@");
  });

  it("finds hosts of the domain again", () => {
    expect(ownerOfHost("a.example.com", domain)).toBe("a");
    expect(ownerOfHost(domain, domain)).toBe("@");
    expect(ownerOfHost("a.example.net", domain)).toBeUndefined();
    expect(ownerOfHost("aexample.com", domain)).toBeUndefined();
  });

  it("means the same in every spelling, and normalising twice is once", () => {
    holds(
      fc.property(owner, fc.constantFrom(...nameSpellings), (name, { spell }) => {
        expect(ownerName(spell(name), domain)).toBe(name);
        expect(ownerName(ownerName(spell(name), domain), domain)).toBe(name);
        expect(ownerName(fullName(name, domain), domain)).toBe(name);
      }),
    );
  });

  it("either normalises any text for good or refuses it as an invalid name", () => {
    const once = (text: string): string | undefined => {
      try {
        return ownerName(text, domain);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidNameError);
        return undefined;
      }
    };
    const wild = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom("a", ".", "-", "*", "_", "@", "ü", "。", "example.com", "xn--", "\\", "\ud800"),
      }),
    );
    holds(
      fc.property(wild, (text) => {
        const name = once(text);
        if (name !== undefined) expect(ownerName(name, domain)).toBe(name);
      }),
    );
  });
});

it("takes what isn't valid for missing, and hides no other error", () => {
  expect(ifValid(() => normaliseDomain("a..example"))).toBeUndefined();
  const broken = () => {
    throw new TypeError("a defect");
  };
  expect(() => ifValid(broken)).toThrow("a defect");
});
