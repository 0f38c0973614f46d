/** `npm run generate`: writes the files that derive from the definitions. A test fails if they are out of date. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedFiles } from "./generated.ts";

const root = join(__dirname, "..");
// Twice: the plugin's schema reads types that are generated, too.
for (const isLast of [false, true])
  for (const [path, text] of Object.entries(generatedFiles())) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (isLast) process.stdout.write(`${path}\n`);
  }
