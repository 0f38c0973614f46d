/**
 * An engine in a process of its own, to be killed: `engineProcess.ts <operation> <options as JSON>`.
 * Prints the exit code of the operation, if it comes to that.
 */
import { localStack, type StackOptions } from "../../testing/engine/index.ts";

async function main(): Promise<void> {
  const [operation, text] = process.argv.slice(2);
  const options: StackOptions = JSON.parse(text ?? "");
  const stack = await localStack(options);
  const result = operation === "destroy" ? await stack.destroy() : await stack.up();
  console.log(result.exitCode);
  await stack.close();
}

void main();
