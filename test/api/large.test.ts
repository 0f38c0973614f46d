/** Large responses: long pages are read, and one without an end is refused. */
import { parseJson } from "../../provider/api/response.ts";
import { holds } from "../dns/arbitraries.ts";
import * as fc from "../support/fastCheck.ts";
import { withServer } from "./server.ts";

const server = withServer();

const answer = (text: string) => {
  server.respond = () => ({ text, headers: { "content-type": "application/json" } });
  return server.client().records.list({ domain: "example.com" });
};

it("every row of a page of 130,000 is read", async () => {
  const rows = Array.from({ length: 130_000 }, (_, index) => ({ id: index + 1, type: "A", name: "", content: "x" }));
  const listing = await answer(JSON.stringify({ success: true, data: rows, total: rows.length }));
  expect(listing.rows).toHaveLength(130_000);
});

it("refuses a page that doesn't end, in linear time", async () => {
  await expect(answer(`{"data":"${"\\\\".repeat(4 * 1024 * 1024)}`)).rejects.toMatchObject({
    code: "ERR_REGISTRAR_UNEXPECTED_SHAPE",
    message: expect.stringContaining("not JSON, or it was cut off"),
  });
});

it("every digit of a whole number is kept, and nothing else becomes text", () => {
  const sizes = [17n, 40n].map((most) => fc.bigInt({ min: 10n ** 15n, max: 10n ** most }));
  const digits = fc.tuple(fc.constantFrom("", "-"), fc.oneof(...sizes));
  const around = fc.string().map((text) => JSON.stringify(`${text} 12345678901234567890 "`));
  holds(
    fc.property(digits, around, ([sign, number], text) => {
      const shown = `${sign}${number}`;
      const kept = Number.isSafeInteger(Number(shown)) ? Number(shown) : shown;
      expect(parseJson(shown)).toBe(kept);
      expect(parseJson(`{${text}:[${shown} , ${text},${shown}],"n":\n${shown}}`)).toEqual({
        [JSON.parse(text)]: [kept, JSON.parse(text), kept],
        n: kept,
      });
      for (const other of [`${shown}.5`, `${shown}e3`, `${shown}E-2`]) {
        expect(parseJson(other)).toBe(Number(other));
      }
    }),
    1000,
  );
});
