import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles } from "../../scripts/generated.ts";
import { publicApi } from "../../scripts/publicApi.ts";
import "../support/built.ts";

it.each(Object.entries(generatedFiles()))("%s is what `npm run generate` writes", (path, text) => {
  expect(readFileSync(join(__dirname, "..", "..", path), "utf8")).toBe(text);
});

// One file: its diff shows the changes of a release for programs.
it("the public API is as publicApi.txt says (UPDATE_API=1 writes it, after a build)", () => {
  const file = join(__dirname, "publicApi.txt");
  const now = publicApi();
  if (process.env["UPDATE_API"] === "1") writeFileSync(file, now);
  expect(now).toBe(readFileSync(file, "utf8"));
});
