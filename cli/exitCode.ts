/** Exit codes of all commands, with their meaning for `--help` and the page about the command line. */
export const exitCodes = {
  done: { code: 0, meaning: "The work is done. For `drift`: there is no drift." },
  failed: {
    code: 1,
    meaning: "Something failed, was incomplete or has errors. The last lines on standard error say what.",
  },
  usage: { code: 2, meaning: "The arguments are wrong. Nothing was done." },
  drift: { code: 7, meaning: "`drift` found drift. The same code as `pulumi refresh --expect-no-changes` has." },
  readerLeft: {
    code: 141,
    meaning: "The program that read the output has ended, as in `pulumi-registrar ... | head`.",
  },
} as const;

/** Ends a command with an exit code that is no failure to report: everything was printed already. */
export class ExitCode extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`);
    this.name = "ExitCode";
    this.exitCode = exitCode;
  }
}
