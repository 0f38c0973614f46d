import {
  identityKey,
  identityKeys,
  interpretAs,
  isRecordTypeName,
  liveToWire,
  projectRecord,
  type RecordArgs,
  type RecordData,
  type RecordTypeName,
  recordFromArgs,
  recordToWire,
  sameArgument,
} from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { domain, holds, liveOf, recordArgs } from "./arbitraries.ts";

describe("sameness of data", () => {
  it.each(casesIn("compare", "identity"))("%s and %s: %s", (one = "", other = "", same) => {
    const [a, b] = [one, other].map((line) => recordFromArgs(recordArgsOf(line), domain));
    if (a === undefined || b === undefined) throw new TypeError(one);
    expect(identityKey("x", a.data) === identityKey("x", b.data)).toBe(same === "same");
    expect(identityKey("x", a.data)).not.toBe(identityKey("y", a.data));
  });

  it("is kept by an MX whose priority isn't shown", () => {
    const shown: RecordData = { type: "MX", content: "a.example.net", priority: 1 };
    expect(identityKey("x", { type: "MX", content: "a.example.net" })).toBe(identityKey("x", shown));
  });

  it("takes any reading of a live TXT, and none of another text", () => {
    const keys = identityKeys(liveOf({ type: "TXT", name: "@", content: '"a\\b"' }));
    for (const content of ["a\\b", "ab"]) expect(keys).toContain(identityKey("@", { type: "TXT", content }));
    expect(keys).not.toContain(identityKey("@", { type: "TXT", content: "a/b" }));
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
  const args: RecordArgs = { type: "CNAME", name: "WWW", content: "Shop.example.net.", ttl: 300 };
  const row = {
    id: 1,
    type: "CNAME",
    name: "www.example.com.",
    content: "shop.example.net",
    ttl: 300,
    comment: "not managed",
  };

  it("shows what someone changed by hand, field by field", () => {
    expect(projectRecord(liveOf({ ...row, content: "other.example.net.", ttl: 60 }), args, domain)).toEqual({
      ...args,
      content: "other.example.net",
      ttl: 60,
    });
    expect(projectRecord(liveOf({ ...row, name: "shop" }), args, domain)).toMatchObject({ name: "shop" });
    expect(projectRecord(liveOf({ ...row, type: "NS" }), args, domain)).toMatchObject({
      type: "NS",
      content: "Shop.example.net.",
    });
  });

  it("keeps the user's value where the registrar shows none", () => {
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

  it("splits an SRV name as the user wrote it", () => {
    const found = liveOf({ type: "SRV", name: "_sip._tcp.b", content: "1 2 3 x.example.net" });
    const rest = { type: "SRV" as const, priority: 1, weight: 2, port: 3, target: "x.example.net." };
    expect(projectRecord(found, { ...rest, name: "a", service: "SIP", protocol: "tcp" }, domain)).toEqual({
      ...rest,
      name: "b",
      service: "SIP",
      protocol: "tcp",
    });
    expect(projectRecord(found, { ...rest, name: "_SIP._tcp.a" }, domain)).toEqual({ ...rest, name: "_sip._tcp.b" });
  });

  it("means the live record, whatever it was before", () => {
    holds(
      fc.property(recordArgs, recordArgs, (before, after) => {
        fc.pre(before.type === after.type);
        // An argument that is not managed is not looked at, so both manage the same.
        const managed: RecordArgs = { ...before, ttl: 1, comment: "x" };
        const now: RecordArgs = { ...after, ttl: 2, comment: "y" };
        const projected = projectRecord(liveOf(recordToWire(now, domain)), managed, domain);
        expect(Object.keys(projected).sort()).toEqual(Object.keys(managed).sort());
        for (const key of Object.keys(projected)) {
          const value: unknown = Object.entries(now).find(([each]) => each === key)?.[1];
          expect(sameArgument(now.type, key, projected[key], value, domain)).toBe(true);
        }
      }),
    );
  });
});
