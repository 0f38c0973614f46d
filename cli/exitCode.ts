/** Ends a command with an exit code that is no failure to be told: everything was said already. */
export class ExitCode extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`);
    this.name = "ExitCode";
    this.exitCode = exitCode;
  }
}
