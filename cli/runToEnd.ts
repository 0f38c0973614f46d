/** The exit code of a command: a failure until its work has finished. */

import { codeOf } from "../provider/api/errors.ts";
import { printable } from "../provider/api/redaction.ts";
import { exitCodes } from "./exitCode.ts";

const failed = exitCodes.failed.code;

/** As shells say it: 128 and the number of SIGPIPE. */
const readerLeft = exitCodes.readerLeft.code;

/** Ends the process at once when nobody reads what it writes any more. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on("error", (error) => {
    if (codeOf(error) !== "EPIPE") throw error;
    process.exit(readerLeft);
  });
}

/**
 * Runs the work, whose result is the exit code. A process also ends when nothing is left that it waits for; if the work
 * has not finished then, that is a failure and said to be one: a check that looked at nothing must not pass.
 */
export function runToEnd(name: string, work: () => Promise<number>): void {
  endWithReader(process.stdout);
  endWithReader(process.stderr);
  process.exitCode = failed;
  let isFinished = false;
  const finish = (code: number) => {
    isFinished = true;
    process.exitCode = code;
  };
  process.once("beforeExit", () => {
    if (isFinished) return;
    process.stderr.write(
      `${name}: ended before its work was finished; what was printed so far is no result. This is a defect of this package: please report it, with the command.\n`,
    );
  });
  work().then(finish, (error: unknown) => {
    process.stderr.write(printable(`${name}: ${String(error)}\n`));
    finish(failed);
  });
}
