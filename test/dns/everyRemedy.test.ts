/**
 * Follow the remedy: each advice about names, values, zones, zone files and mail has a row in `test/cases/advice.txt`, with an input whose
 * message gives it, and one that does what it says, in its own words.
 */
import { generateKeyPairSync } from "node:crypto";
import {
  checkRecord,
  checkZone,
  isRecordTypeName,
  parseZone,
  recordFromArgs,
  warningsOf,
} from "../../provider/dns/index.ts";
import { joinRecords } from "../../provider/dns/join.ts";
import { dkim, mailServices, spf } from "../../provider/lookups/mail.ts";
import { dnsRecord } from "../../provider/provider.ts";
import { advicePattern } from "../support/advice.ts";
import { casesIn } from "../support/cases.ts";
import { recordArgsOf } from "../support/recordLine.ts";
import { withSaid } from "../support/registrar.ts";

withSaid();
const domain = "example.com";

const pairOf = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength });
const [long, short] = [pairOf(2048), pairOf(1023)];
const key = long.publicKey.export({ type: "spki", format: "pem" }).toString();
const keys: Readonly<Record<string, string>> = {
  KEY: key,
  PART: key.replace(/\n.{20}/, "\n"),
  SHORT: short.publicKey.export({ type: "spki", format: "pem" }).toString(),
  PRIVATE: long.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};
const read = (given: string) => JSON.parse(given, (_, each) => keys[each] ?? each);
const functions: Readonly<Record<string, (given: string) => unknown>> = {
  dkim: (given) => dkim(read(given)),
  spf: (given) => spf(read(given)),
  microsoft365: (given) => mailServices.microsoft365(read(given)),
  join: (given) => joinRecords(read(given)),
};

function messageOf(work: () => readonly string[]): readonly string[] {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return [error.message];
    throw error;
  }
}

/** Messages about one record. */
async function ofRecord(args: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const { failures } = await dnsRecord.check({}, { domain, ...args });
  const { type, skipChecks } = args;
  if (typeof type !== "string" || !isRecordTypeName(type)) return failures.map(({ reason }) => reason);
  const isSkipped = (check: string) => Array.isArray(skipChecks) && skipChecks.includes(check);
  const found = checkRecord(type, args, domain).filter(({ check }) => !isSkipped(check));
  return [...failures, ...found].map(({ reason }) => reason);
}

/** Messages about an input: arguments of a record, a zone's records, a zone file with or without its origin, or a function's argument. */
async function messagesOf(input: string): Promise<readonly string[]> {
  if (input.startsWith("{")) return ofRecord(JSON.parse(input));
  const [, form = "", text = ""] = /^(\w+): (.*)$/.exec(input) ?? [];
  if (form === "call") {
    const [, name = "", given = "null"] = /^(\w+) (.*)$/.exec(text) ?? [];
    return messageOf(() => {
      functions[name]?.(given);
      return [];
    });
  }
  if (form !== "") {
    const file = text.replaceAll("\\n", "\n").replaceAll("\\0", "\0");
    return messageOf(() => {
      const zone = parseZone(file, form === "file" ? { origin: domain } : {});
      return [...warningsOf(zone), ...zone.leftOut.map(({ reason }) => reason)];
    });
  }
  const records = input.split(" / ").map((line) => recordFromArgs(recordArgsOf(line), domain));
  return checkZone(records, domain, { complete: true }).map(({ reason }) => reason);
}

const rows = ["provider/dns", "provider/lookups"]
  .flatMap((folder) => casesIn("advice", folder))
  .map(([, advice = "", row = ""]) => ({ advice, row }))
  .filter(({ row }) => row.includes(" -> "));

it.each(rows)("$advice: $row", async ({ advice, row }) => {
  const [wrong = "", right = ""] = row.split(" -> ");
  const pattern = advicePattern(advice);
  const before = await messagesOf(wrong);
  const met = before.find((message) => pattern.test(message)) ?? "";
  expect([before, met === ""]).toEqual([before, false]);
  // Nothing in the program mends it.
  if (right === "nothing") return;
  const form = /^\w+: /.exec(wrong)?.[0] ?? "";
  const after = await messagesOf(form + right);
  const isNew = (message: string) => wrong.startsWith("{") && !before.includes(message);
  expect(after.filter((message) => pattern.test(message) || isNew(message))).toEqual([]);
  // Words in quotes that the message proposes are in the right input.
  const [proposal = ""] = /(?<=[.;,] (?:or )?)(?:[Ww]rite|Use|End|Add)\b.*/s.exec(met) ?? [];
  const proposed = [...proposal.matchAll(/"((?:[^"\\]|\\.)+)"/g)].map(([, text = ""]) => text);
  const isThere = proposed.length === 0 || proposed.some((text) => right.includes(text.replaceAll("\\", "")));
  expect([proposed, right, isThere]).toEqual([proposed, right, true]);
});
