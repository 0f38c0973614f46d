/** Large responses: long pages are read, and one without an end is refused. */
import { parseJson } from "../../provider/api/response.ts";
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

const nested = { "a 12345678901234567890": ["12345678901234567890", '"12345678901234567890', 1] };
it.each<[text: string, read: unknown]>([
  ["12345678901234567890", "12345678901234567890"],
  ["\ufeff1", 1],
  ["-9007199254740993", "-9007199254740993"],
  ["9007199254740991", 9007199254740991],
  ["1234567890123456789e3", 1.2345678901234568e21],
  ['{"a 12345678901234567890":[12345678901234567890 ,"\\"12345678901234567890",1]}', nested],
])("keeps every digit of a whole number, also after a byte order mark: %s", (text, read) => {
  expect(parseJson(text)).toEqual(read);
});
