/** The built package, for tests that run it: to import this file fails if a source is newer than `dist/`. */
import { join } from "node:path";

const { changedSource }: { changedSource(): string | undefined } = require("../../scripts/stale.cjs");
const changed = changedSource();
if (changed !== undefined) throw new Error(`${changed} is newer than dist/, which this test runs: npm run build`);

export const root = join(__dirname, "..", "..");
/** The command `pulumi-registrar`, for Node. */
export const command = join(root, "dist", "cli.js");
