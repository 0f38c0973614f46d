/**
 * Writes what is derived from the definitions, so that nothing is written twice: the classes and argument interfaces of
 * the package, and pages of the documentation. Run with `npm run generate`; a test compares the files with what this
 * would write.
 */
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
