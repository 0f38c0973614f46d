/** Exit codes of all commands, with their meaning for `--help` and the page about the command line. */
export const exitCodes = {
  done: { code: 0, meaning: "Success. For `drift`: no drift." },
  failed: {
    code: 1,
    meaning: "Something failed or is incomplete. See the last lines on standard error.",
  },
  usage: { code: 2, meaning: "The arguments are wrong. Nothing was done." },
  drift: {
    code: 7,
    meaning:
      "`drift` found drift (`pulumi refresh --expect-no-changes` has the same code), or `domains` found one that `--expires-within` asks for.",
  },
  readerLeft: {
    // 128 and the number of SIGPIPE, as shells say it.
    code: 141,
    meaning: "The program that read the output ended, as in `... | head`.",
  },
} as const;

/** Ends a command with an exit code that is not a failure to report: everything was printed already. */
export class ExitCode extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`);
    this.name = "ExitCode";
    this.exitCode = exitCode;
  }
}
