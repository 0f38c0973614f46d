import {
  checkRecord,
  checks,
  checkZone,
  dataFromArgs,
  isRecordTypeName,
  type RecordTypeName,
  recordFromArgs,
  recordSchema,
  recordTypeNames,
  recordTypes,
} from "../../provider/dns/index.ts";
import { casesIn } from "../support/cases.ts";
import * as fc from "../support/fastCheck.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { domain, holds } from "./arbitraries.ts";
import { casesOf, everyCase } from "./types/index.ts";

/** Completes the data of the cases of one type. */
const validOf = (type: RecordTypeName) => casesOf(type).valid;
/** Records that a check reports, with a word of the remedy. */
const wrong = everyCase(({ checks }, type) => checks.map(([check, args, says]) => ({ check, type, args, says })));
/** Records that no check reports. */
const right = everyCase(({ valid: args, right: more }, type) => [args, ...more].map((each) => ({ type, args: each })));

const recordOf = (line: string) => recordFromArgs(recordArgsOf(line), domain);

interface ZoneCase {
  check: string;
  records: ReturnType<typeof recordOf>[];
  /** The records that the check names, by their places. */
  places: number[];
  says: string;
  isComplete: boolean;
}

/** Two records of each type of which a name has one. */
const several = recordTypeNames
  .filter((type) => recordTypes[type].alone !== undefined)
  .map((type): ZoneCase => {
    const args = [validOf(type), ...Object.values(casesOf(type).declared)].slice(0, 2);
    const records = args.map((each) => ({ name: "x", data: dataFromArgs(type, each) }));
    const check = `${type.toLowerCase()}-multiple`;
    return { check, records, places: [0, 1], says: "Keep one", isComplete: false };
  });

/** Zones that a check reports. */
const wrongZones = casesIn("zoneChecks", "zones")
  .map(
    ([check = "", zone = "", places = "", says = "", complete]): ZoneCase => ({
      check,
      records: zone.split(" / ").map(recordOf),
      places: places.split(" ").map(Number),
      says,
      isComplete: complete !== undefined,
    }),
  )
  .concat(several);

describe("checks of one record", () => {
  it.each(wrong.map((each, index) => ({ ...each, index })))(
    "$check reports a $type record (case $index)",
    ({ check, type, args, says }) => {
      const findings = checkRecord(type, { ...validOf(type), ...args }, domain);
      const info = checks().find(({ id }) => id === check);
      expect(findings.map((finding) => finding.check)).toContain(check);
      if (info?.set === "strict") expect(findings.filter(({ set }) => set === "strict")).toHaveLength(1);
      const found = findings.find((finding) => finding.check === check);
      expect(found?.reason).toContain(says);
      expect(found?.reason.length).toBeLessThan(400);
      expect(found).toMatchObject({ set: info?.set, reference: info?.reference });
      expect(Object.keys({ ...validOf(type), ...args, service: "", protocol: "" })).toContain(found?.property);
    },
  );

  it.each(right.map((each, index) => ({ ...each, index })))(
    "no check reports a right $type record (case $index)",
    ({ type, args }) => {
      expect(checkRecord(type, { ...validOf(type), ...args }, domain)).toEqual([]);
    },
  );

  it("says nothing of what a preview does not know yet", () => {
    for (const { check, type, args } of wrong) {
      for (const key of Object.keys(args)) {
        const { [key]: _, ...known }: Record<string, unknown> = { ...validOf(type), ...args };
        const found = checkRecord(type, known, domain, [key]).map((finding) => finding.check);
        // If two arguments make the mistake together, the other one may still be wrong alone.
        if (Object.keys(args).length === 1) expect(found).not.toContain(check);
      }
    }
  });

  it.each(casesIn("zoneChecks", "one record"))(
    "%s %s in the domain %j, without a value for %j, is reported by %j",
    (type = "", args = "", zone = "", unknown = "", reported = "") => {
      if (!isRecordTypeName(type)) throw new TypeError(type);
      const found = checkRecord(type, JSON.parse(args), zone || undefined, unknown.split(" "));
      expect(found.map(({ check }) => check).join(" ")).toBe(reported);
    },
  );

  it("never throws, whatever the arguments are", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("@", ".", "", "v=spf1 ", "v=DMARC1", "_a._b"));
    const keys = "name content service protocol target tag value".split(" ");
    const numbers = fc.record({ priority: fc.integer(), flags: fc.integer() }, { requiredKeys: [] });
    const texts = fc.record(Object.fromEntries(keys.map((key) => [key, text])), { requiredKeys: [] });
    const args = fc.tuple(texts, numbers).map(([...parts]) => Object.assign({}, ...parts));
    holds(
      fc.property(fc.constantFrom<RecordTypeName[]>(...recordTypeNames), args, (type, some) => {
        for (const { reason } of checkRecord(type, some, domain)) expect(reason.length).toBeLessThan(500);
      }),
    );
  });
});

describe("checks of a zone", () => {
  it.each(wrongZones.map((each, index) => ({ ...each, index })))(
    "$check reports a zone (case $index)",
    ({ check, records, places, says, isComplete }) => {
      const found = checkZone(records, domain, { complete: isComplete }).filter((finding) => finding.check === check);
      expect(found.map((finding) => finding.records)).toEqual([places]);
      expect(found[0]?.reason).toContain(says);
      if (isComplete) expect(checkZone(records, domain).map((finding) => finding.check)).not.toContain(check);
    },
  );

  it("reports nothing of a right zone", () => {
    const zone = casesIn("zoneChecks", "a right zone").flat().map(recordOf);
    expect(checkZone(zone, domain, { complete: true })).toEqual([]);
  });

  it("takes a time linear in the number of records", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      name: `n${index}`,
      data: { type: "CNAME" as const, content: `n${index + 1}.example.com` },
      ttl: index % 2,
    }));
    const same = Array.from({ length: 20_000 }, (_, index) => ({
      name: "same",
      data: { type: "MX" as const, content: `m${index}.example.net`, priority: 1 },
    }));
    const before = process.cpuUsage();
    const found = checkZone([...many, ...same], domain, { complete: true });
    // A quadratic check would take minutes here. Of the processor's time, since the machine may be busy with something else.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
    expect(found.filter(({ check }) => check === "cname-chain")).toHaveLength(19_999);
  });
});

it("the registry of checks has every check once, each proven by a case", () => {
  const ids = checks().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const proven = new Set([...wrong.map(({ check }) => check), ...wrongZones.map(({ check }) => check)]);
  expect(ids.filter((id) => !proven.has(id))).toEqual([]);
  expect([...proven].filter((id) => !ids.includes(id))).toEqual([]);
  for (const { id, reference, description } of checks()) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(reference).not.toBe("");
    expect(description).toMatch(/\.$/);
  }
});

const cases = everyCase(({ refused }, type) => refused.map(([args, says]) => [type, args, says] as const));
it.each(cases)("the schema of arguments: %s refuses %j and says what to write", (type, args, says) => {
  const outcome = recordSchema(type).safeParse({ type, ...validOf(type), ...args });
  expect(outcome.success).toBe(false);
  expect(outcome.error?.issues.map(({ message }) => message).join("; ")).toContain(says);
});

it("the schema of arguments describes every argument of every type, and says what it must be, without its name", () => {
  for (const type of recordTypeNames) {
    for (const field of Object.values(recordSchema(type).shape)) {
      expect(field.meta()?.description).toMatch(/\.$/);
      expect(field.safeParse({}).error?.issues.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^must be /),
      ]);
    }
  }
});

it.each(recordTypeNames)("the cases of the type %s prove everything that goes by type", (type) => {
  const { right: _right, ...needed } = casesOf(type);
  const empty = Object.entries<unknown>(needed).filter(([, value]) => Array.isArray(value) && value.length === 0);
  expect(empty.map(([key]) => key)).toEqual([]);
});
