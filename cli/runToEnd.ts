/** The exit code of a command: a failure until its work has finished. */

const failed = 1;

/**
 * Runs the work, whose result is the exit code. A process also ends when nothing is left that it waits for; if the work
 * has not finished then, that is a failure and said to be one: a check that looked at nothing must not pass.
 */
export function runToEnd(name: string, work: () => Promise<number>): void {
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
    process.stderr.write(`${name}: ${String(error)}\n`);
    finish(failed);
  });
}
