/**
 * An engine in a process of its own, to be killed: `engineProcess.ts <operation> <options as JSON>`.
 * Prints the exit code of the operation, if it comes to that.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { localStack, type StackOptions } from "../../testing/engine/index.ts";

async function main(): Promise<void> {
  const [operation, text] = process.argv.slice(2);
  const options: StackOptions = JSON.parse(text ?? "");
  // Called in the same breath as the engine's own handler: whoever waits for this file knows that the engine was told.
  process.on("SIGINT", () => writeFileSync(join(dirname(options.stateDir), "told"), ""));
  const stack = await localStack(options);
  const result = operation === "destroy" ? await stack.destroy() : await stack.up();
  console.log(result.exitCode);
  await stack.close();
}

void main();
