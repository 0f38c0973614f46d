import {
  identityKey,
  interpretAs,
  isRecordTypeName,
  liveToWire,
  projectRecord,
  type RecordArgs,
  type RecordTypeName,
  recordFromArgs,
  sameArgument,
} from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { domain, holds, liveOf } from "./arbitraries.ts";

describe("sameness of data", () => {
  it.each(casesIn("compare", "identity"))("%s and %s: %s", (one = "", other = "", same) => {
    const [a, b] = [one, other].map((line) => recordFromArgs(recordArgsOf(line), domain));
    if (a === undefined || b === undefined) throw new TypeError(one);
    expect(identityKey("x", a.data) === identityKey("x", b.data)).toBe(same === "same");
    expect(identityKey("x", a.data)).not.toBe(identityKey("y", a.data));
  });

  it("sends an ambiguous TXT back with the meaning it was known by", () => {
    const found = liveOf({ type: "TXT", name: "@", content: '"a\\b"', ttl: 60 });
    const settled = interpretAs(found, { type: "TXT", content: "a\\b" });
    expect(liveToWire(settled, domain)).toEqual({ type: "TXT", name: "@", content: "a\\b", ttl: 60 });
    expect(settled.interpretations).toContain("ab");
    expect(interpretAs(found, { type: "TXT", content: "other" })).toBe(found);
  });
});

it.each(casesIn("compare", "arguments"))(
  "one argument of %s: %s %s and %s is the %s",
  (type = "", key = "", ...cells) => {
    const [a, b] = cells.slice(0, 2).map((cell): unknown => (cell === "undefined" ? undefined : JSON.parse(cell)));
    if (!isRecordTypeName(type)) throw new TypeError(type);
    const answers = [sameArgument(type, key, a, b, domain), sameArgument(type, key, b, a, domain)];
    expect(answers).toEqual(Array(2).fill(cells[2] === "same"));
  },
);

it("one argument never throws, also in a domain that is none", () => {
  const value = fc.oneof(fc.string({ unit: "binary" }), fc.anything());
  const keys = "name content target service tag value domain type ttl __proto__";
  const key = fc.constantFrom(...keys.split(" "));
  holds(
    fc.property(
      fc.constantFrom<RecordTypeName[]>("A", "AAAA", "CNAME", "TXT", "SRV", "CAA"),
      key,
      value,
      value,
      (type, name, a, b) => {
        expect(sameArgument(type, name, a, b, domain)).toBe(sameArgument(type, name, b, a, domain));
        expect(sameArgument(type, name, a, a, "not a domain")).toBe(true);
      },
    ),
  );
});

describe("live values in the user's spelling", () => {
  it("are those of the program where the registrar shows none", () => {
    const mail: RecordArgs = {
      type: "MX",
      name: "@",
      content: "mail.example.com",
      priority: 10,
      ttl: 60,
      comment: "x",
    };
    expect(projectRecord(liveOf({ type: "MX", name: "", content: "MAIL.example.com." }), mail, domain)).toEqual(mail);
  });
});
