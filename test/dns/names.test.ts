import {
  fullName,
  InvalidNameError,
  ifValid,
  normaliseDomain,
  normaliseHost,
  ownerName,
  ownerOfHost,
} from "../../provider/dns/index.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, holds, nameSpellings, owner } from "./arbitraries.ts";

describe("domains", () => {
  it.each([
    ["example.com", "example.com"],
    ["Example.COM.", "example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
    ["faß.de", "xn--fa-hia.de"],
    ["ｅxample。com", "example.com"],
    ["2.0.192.in-addr.arpa", "2.0.192.in-addr.arpa"],
  ])("reads %s as %s", (written, canonical) => {
    expect(normaliseDomain(written)).toBe(canonical);
  });

  it.each([
    ["", "empty label"],
    [".", "empty label"],
    ["com", "at least two labels"],
    ["a..com", "empty label"],
    ["a b.com", "not allowed"],
    ["https://example.com", "not allowed"],
    ["user@example.com", "not allowed"],
    ["-a.com", "inner hyphens"],
    ["_a.com", "letters, digits"],
    ["192.0.2.1", "IP address"],
    ["xn--a.example", "UTS 46"],
    [`${"a".repeat(64)}.com`, "64 bytes"],
    [`${"a.".repeat(126)}com`, "255 bytes"],
    ["\ud800.com", "UTS 46"],
    ["a\u0000.com", "not allowed"],
  ])("refuses %j, saying %j", (written, reason) => {
    expect(() => normaliseDomain(written)).toThrow(InvalidNameError);
    expect(() => normaliseDomain(written)).toThrow(reason);
  });

  it("refuses a name of endless length at once", () => {
    expect(() => normaliseDomain("ü".repeat(1_000_000))).toThrow("longer than 253");
  });

  it("gives its error a stable code, and shows a long name shortened", () => {
    const refused = (): unknown => {
      try {
        return normaliseDomain(`${"x".repeat(500)}.com`);
      } catch (error) {
        return error;
      }
    };
    expect(refused()).toMatchObject({ code: "ERR_REGISTRAR_INVALID_INPUT", name: "InvalidNameError" });
    expect(String(refused()).length).toBeLessThan(250);
  });
});

it.each([
  ["Mail.Example.COM.", "mail.example.com"],
  [".", "."],
  ["_acme.example.net", "_acme.example.net"],
  ["bücher.example.", "xn--bcher-kva.example"],
])("a host is read: %s as %s", (written, canonical) => {
  expect(normaliseHost(written)).toBe(canonical);
});

it.each(["", "..", "a..b", "a\\.b.com", "2001:db8::1", "a b", '"a"'])("a host is refused: %j", (written) => {
  expect(() => normaliseHost(written)).toThrow(InvalidNameError);
});

describe("owner names", () => {
  it.each([
    ["www", "www"],
    ["WWW", "www"],
    ["www.example.com", "www"],
    ["www.example.com.", "www"],
    ["@", "@"],
    ["", "@"],
    [null, "@"],
    [undefined, "@"],
    ["example.com", "@"],
    ["EXAMPLE.com.", "@"],
    ["*", "*"],
    ["*.a", "*.a"],
    ["_dmarc", "_dmarc"],
    ["notexample.com", "notexample.com"],
    ["bücher", "xn--bcher-kva"],
    ["*.bücher.example.com.", "*.xn--bcher-kva"],
    ["0/25", "0/25"],
    ["www.example.com.example.com.", "www.example.com.example.com."],
    ["example.com.example.com", "example.com.example.com."],
  ])("reads %j as %j", (written, canonical) => {
    expect(ownerName(written, domain)).toBe(canonical);
  });

  it.each([
    ["www.example.org.", "is outside"],
    [".", "empty label"],
    ["a..b", "empty label"],
    ["a b", "not allowed"],
    ["a\\052", "not allowed"],
    ["a".repeat(64), "64 bytes"],
    [Array.from({ length: 4 }, () => "a".repeat(60)).join("."), "with the domain"],
  ])("refuses %j, saying %j", (written, reason) => {
    expect(() => ownerName(written, domain)).toThrow(reason);
  });

  it("keeps a name that repeats the domain apart from the one that does not", () => {
    const repeated = ownerName("www.example.com.example.com.", domain);
    expect(fullName(repeated, domain)).toBe("www.example.com.example.com");
    expect(fullName(ownerName("www.example.com", domain), domain)).toBe("www.example.com");
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
