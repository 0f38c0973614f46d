import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printZone } from "../../cli/zone/print.ts";
import { identityKey, parseZone, recordFromArgs, type WantedRecord } from "../../provider/dns/index.ts";
import * as fc from "../support/fastCheck.ts";
import { newFolder } from "../support/folder.ts";
import { fileOf, needing } from "../support/optional.ts";
import { domain, holds, recordArgs } from "./arbitraries.ts";

const identity = ({ name, data }: WantedRecord) => identityKey(name, data);

/** Records of a zone, none of them twice, and none that a zone file's reader leaves out. */
const zone: fc.Arbitrary<WantedRecord[]> = fc.uniqueArray(
  recordArgs
    .map((args) => recordFromArgs(args, domain))
    .filter(({ name, data }) => !(name === "@" && data.type === "NS")),
  { maxLength: 12, selector: identity },
);

const read = (text: string): WantedRecord[] => parseZone(text).records.map((record) => recordFromArgs(record, domain));

/** The meaning of a zone: its records in any order, with the TTL they get. */
function meaning(records: readonly WantedRecord[], defaultTtl?: number) {
  return records
    .map((record) => {
      const { ttl = defaultTtl, comment = "" } = record;
      return { key: identity(record), data: record.data, ttl, comment };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

const defaultTtlOf = (text: string) => Number(/^\$TTL ([0-9]+)$/m.exec(text)?.[1]);

it("a zone that is printed and read again is the same zone, and is always the same file", () => {
  const nameservers = ["ns2.example.net", "ns1.example.net"];
  const shuffled = zone.chain((records) =>
    fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
  );
  holds(
    fc.property(shuffled, ([records, others]) => {
      const text = printZone({ domain, records, nameservers });
      const again = read(text);
      expect(meaning(again)).toEqual(meaning(records, defaultTtlOf(text)));
      expect(printZone({ domain, records: others, nameservers })).toBe(text);
      expect(printZone({ domain, records: again, nameservers })).toBe(text);
    }),
  );
});

needing("named-checkzone").describe("BIND and this package agree", () => {
  const bind = ["-k", "ignore", "-i", "local", "-D", "-q", "-o", "-"];
  const folder = newFolder();

  /** The file in BIND's own canonical form. */
  function throughBind(text: string): string {
    const file = join(folder, "zone");
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(fileOf("named-checkzone"), [...bind, domain, file], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`named-checkzone refused:\n${stdout}${stderr}\n${text}`);
    return stdout;
  }

  it("on every kind of record that a zone can hold", () => {
    // Rules of zones that random records break: a CNAME is alone, and a wildcard isn't a delegation.
    const servable = zone.map((records) =>
      records.filter(
        ({ name, data }) =>
          (data.type !== "CNAME" || (name !== "@" && records.filter((other) => other.name === name).length === 1)) &&
          (data.type !== "NS" || !name.startsWith("*")),
      ),
    );
    holds(
      fc.property(servable, (records) => {
        const text = printZone({ domain, records, nameservers: ["ns1.example.net", "ns2.example.net"] });
        const plain = (some: readonly WantedRecord[]) => meaning(some).map(({ key, data }) => ({ key, data }));
        expect(plain(read(throughBind(text)))).toEqual(plain(records));
      }),
      25,
    );
  });
});
