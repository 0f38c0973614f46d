import {
  identityKey,
  interpretAs,
  isRecordTypeName,
  liveToWire,
  projectRecord,
  type RecordArgs,
  recordFromArgs,
  sameArgument,
} from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { domain, liveOf } from "./arbitraries.ts";

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
    expect(liveToWire(settled)).toEqual({ type: "TXT", name: "@", content: "a\\b", ttl: 60 });
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

it("live values are those of the program where the registrar shows none", () => {
  const mail: RecordArgs = {
    type: "MX",
    name: "@",
    content: "mail.example.com",
    priority: 10,
    ttl: 60,
    comment: "x",
  };
  expect(projectRecord(liveOf({ type: "MX", name: "", content: "10 MAIL.example.com." }), mail, domain)).toEqual(mail);
});
