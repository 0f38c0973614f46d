/** The public API as one file: its diff shows the changes of a release for programs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publicApi } from "../../scripts/publicApi.ts";
import "../support/built.ts";

it("the public API is as publicApi.txt says (UPDATE_API=1 writes it, after a build)", () => {
  const file = join(__dirname, "publicApi.txt");
  const now = publicApi();
  if (process.env["UPDATE_API"] === "1") writeFileSync(file, now);
  expect(now).toBe(readFileSync(file, "utf8"));
});
