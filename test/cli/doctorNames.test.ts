/** Fields that the doctor recognises under another name, and the parts of a response that it shows. */
import { listsIn, nameFields, reads } from "../../cli/doctor/fields.ts";
import { shapeOf } from "../../cli/doctor/shape.ts";
import { endpointNames } from "../../provider/api/endpoints/table.ts";
import type { EndpointName } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";

type Rows = Record<string, unknown>[];
const named = (operation: EndpointName, rows: Rows, others: string[] = []) => {
  const { renamed, lost } = nameFields(reads.find((one) => one.operation === operation)?.fields ?? [], rows, others);
  return { renamed, lost };
};

it("a forward's type by the words that the contract gives for its values", () => {
  const fields = reads.find(({ operation }) => operation === "forwards.list")?.fields ?? [];
  const rows = [{ id: 1, source: "www", destination: "https://x.example/", redirect: "masked" }];
  const values = { type: { permanent: "R301", temporary: "R302", frame: "masked" } };
  expect(nameFields(fields, rows).renamed).toEqual({});
  expect(nameFields(fields, rows, [], values).renamed).toEqual({ type: "redirect" });
});

it.each(casesIn("doctorNames", "fields"))("%s", (_title, operation, row = "", renamed = "", lost = "") => {
  const found = endpointNames.find((name) => name === operation) ?? "lock.set";
  const expected = { renamed: JSON.parse(renamed), lost: JSON.parse(lost) };
  expect(named(found, [JSON.parse(row)])).toEqual(expected);
});

it("takes no name that the specification gives to something else", () => {
  const rows = [{ domain_name: "a.com", expires_date: "2030-01-01", updated_date: "2029-01-01" }];
  expect(named("domains.get", rows, ["updated_date"]).renamed).toEqual({ expiry_date: "expires_date" });
});

it("finds lists wherever they are", () => {
  const found = listsIn({ a: [1], b: { c: { d: [{ x: 1 }], e: [] } }, "odd.key": [{}] });
  expect(found.map(({ path }) => path)).toEqual(["b.c.d", "b.c.e", "odd.key"].filter((path) => path !== "odd.key"));
});

it.each([
  ["a list", [{ a: 1 }, { a: null, b: "x" }], "[2 x { a: number | null, b?: string }]"],
  ["keys that are data", { "ada@example.org": { n: 1 }, "X-1001": { n: 2 } }, "{ 2 keys: { n: number } }"],
  ["fields with digits", { sha256_digest: "x", address2: null }, "{ sha256_digest: string, address2: null }"],
  [
    "very many keys",
    Object.fromEntries([..."abcdefghijklmnopqrstuvwxyzABCDE"].map((key) => [key, 1])),
    "{ 31 keys: number }",
  ],
  ["depth", { a: { b: { c: { d: { e: "secret" } } } } }, "{ a: { b: { c: { d: {...} } } } }"],
])("shows keys and kinds, no values: %s", (_title, value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});
