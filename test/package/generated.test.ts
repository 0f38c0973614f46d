import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles } from "../../scripts/generated.ts";

it.each(Object.entries(generatedFiles()))("%s is what `npm run generate` writes", (path, text) => {
  expect(readFileSync(join(__dirname, "..", "..", path), "utf8")).toBe(text);
});
