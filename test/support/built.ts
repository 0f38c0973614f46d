/** The built package, for tests that run it: to import this file fails if `dist/` was built from other sources. */
import { join } from "node:path";

const { changedSource }: { changedSource(): string | undefined } = require("../../scripts/stale.cjs");
const changed = changedSource();
if (changed !== undefined)
  throw new Error(`dist/ was built from another ${changed}, and this test runs it: npm run build`);

export const root = join(__dirname, "..", "..");
/** The command `pulumi-registrar`, for Node. */
export const command = join(root, "dist", "cli.js");
