/** Answers that are large on purpose: long pages are read, and what would cost gigabytes is refused before it is parsed. */
import { createClient } from "../../provider/api/index.ts";
import { parseJson } from "../../provider/api/json.ts";
import { holds } from "../dns/arbitraries.ts";
import * as fc from "../support/fastCheck.ts";
import { withServer } from "./server.ts";

const megabytes32 = 32 * 1024 * 1024;

const server = withServer();

const answer = (text: string) => {
  server.respond = () => ({ text, headers: { "content-type": "application/json" } });
  return createClient({ baseUrl: server.baseUrl, token: "t" }).records.list({ domain: "example.com" });
};

/** A list of so many equal items, as text. */
const listOf = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;

it("a page with very many rows is read whole: 130,000 of them", async () => {
  const rows = Array.from({ length: 130_000 }, (_, index) => ({ id: index + 1, type: "A", name: "", content: "x" }));
  const listing = await answer(JSON.stringify({ success: true, data: rows, total: rows.length }));
  expect(listing.rows).toHaveLength(130_000);
});

it.each([
  ["more than 1000000 rows", listOf("{}", 1_000_001)],
  ["more than 4000000 values; ask for smaller pages", listOf("{}", megabytes32 / 3 - 1)],
  ["more than 4000000 values", "[".repeat(megabytes32)],
  ["nested more than 100 levels", "[".repeat(1_000_000) + "]".repeat(1_000_000)],
  ["not JSON, or it was cut off", `{"data":"${"\\\\".repeat(megabytes32 / 2 - 20)}`],
])("a page with very many rows is refused where nobody could mean it: %s", async (says, text) => {
  expect(text.length).toBeLessThanOrEqual(megabytes32);
  const before = process.cpuUsage();
  await expect(answer(text)).rejects.toMatchObject({
    code: "ERR_REGISTRAR_UNEXPECTED_SHAPE",
    message: expect.stringContaining(says),
  });
  // It took 19 s and 2.4 GB. Of the processor's time, since the machine may be busy with something else.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
});

describe("an answer's JSON", () => {
  const keys = ["__proto__", "constructor", "prototype"];
  const holdsDropped = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => keys.includes(key) || holdsDropped(inner));
  const exact = (value: unknown): boolean =>
    typeof value === "number"
      ? Math.abs(value) <= Number.MAX_SAFE_INTEGER || String(value).includes("e")
      : typeof value !== "object" || value === null || Object.values(value).every(exact);

  it("means what it says, however it is laid out", () => {
    const layout = fc.constantFrom(undefined, 1, "\t");
    holds(
      fc.property(fc.jsonValue({ noUnicodeString: false }), layout, (value, indent) => {
        fc.pre(!holdsDropped(value) && exact(value));
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text.replaceAll(/\\ud[89a-f][0-9a-f]{2}/gi, "\\ufffd")));
      }),
      3000,
    );
  });

  it("keeps every digit of whole numbers, and nothing else becomes text", () => {
    const digits = fc.tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 10n ** 15n, max: 10n ** 40n }));
    const around = fc.string().map((text) => JSON.stringify(`${text} 12345678901234567890 "`));
    holds(
      fc.property(digits, around, ([sign, number], text) => {
        const shown = `${sign}${number}`;
        const kept = Number.isSafeInteger(Number(shown)) ? Number(shown) : shown;
        expect(parseJson(`{${text}:[${shown} , ${text},${shown}],"n":\n${shown}}`)).toEqual({
          [JSON.parse(text)]: [kept, JSON.parse(text), kept],
          n: kept,
        });
        for (const other of [`${shown}.5`, `${shown}e3`, `${shown}E-2`]) {
          expect(parseJson(other)).toBe(Number(other));
        }
      }),
      3000,
    );
  });

  it("puts keys that reach into prototypes in brackets, at any depth", () => {
    const read = parseJson('[{"__proto__":{"x":1},"a":{"constructor":2,"b":[{"prototype":3,"c":4}]}}]');
    expect(read).toEqual([{ "[__proto__]": { x: 1 }, a: { "[constructor]": 2, b: [{ "[prototype]": 3, c: 4 }] } }]);
    expect(Object.getPrototypeOf((read as object[])[0])).toBe(Object.prototype);
  });
});
