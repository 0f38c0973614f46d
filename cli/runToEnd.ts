/** The exit code of a command: a failure until its work has finished. */

import { codeOf } from "../provider/api/errors.ts";
import { exitCodes } from "./exitCode.ts";

/** Ends the process as soon as the program that read its output has ended. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on("error", (error) => {
    if (codeOf(error) !== "EPIPE") throw error;
    process.exit(exitCodes.readerLeft.code);
  });
}

/**
 * Runs the work, which prints its own failures, and whose result is the exit code. Node also ends a process that waits for nothing,
 * even if the work has not finished: that is reported as a failure, so that a check that looked at nothing doesn't pass.
 */
export function runToEnd(name: string, work: () => Promise<number>): void {
  endWithReader(process.stdout);
  endWithReader(process.stderr);
  process.exitCode = exitCodes.failed.code;
  let isFinished = false;
  process.once("beforeExit", () => {
    if (isFinished) return;
    process.stderr.write(
      `${name}: ended before its work was finished. The output so far is not a result. This is a defect of this package: ` +
        "please report it, with the command.\n",
    );
  });
  void work().then((code) => {
    isFinished = true;
    process.exitCode = code;
  });
}
