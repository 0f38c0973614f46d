/** The command in a process of its own. */
import { runSandbox } from "../../cli/sandbox.ts";

runSandbox(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 70;
  },
);
