/**
 * An engine in a process of its own, to be killed: `engineProcess.mjs <operation> <options as JSON>`.
 * Prints the exit code of the operation, if it comes to that. The built one, as users start it.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { localStack } from "../../dist/testing.js";

const [operation, text] = process.argv.slice(2);
const options = JSON.parse(text);
// Called in the same breath as the engine's own handler: whoever waits for this file knows that the engine was told.
process.on("SIGINT", () => writeFileSync(join(dirname(options.stateDir), "told"), ""));
const stack = await localStack(options);
const result = operation === "destroy" ? await stack.destroy() : await stack.up();
console.log(result.exitCode);
await stack.close();
