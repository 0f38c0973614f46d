/** `pulumi-registrar try`: the program of a folder, applied to a registrar on this machine, without a Pulumi CLI. */
import { createInterface } from "node:readline";
import { Command } from "commander";
import { ExitCode, exitCodes } from "./exitCode.ts";
import { print, printStep } from "./output.ts";
import { collectDomain, toldToStop } from "./sandbox.ts";
import { paragraph } from "./table.ts";

interface Options {
  cwd: string;
  domain?: string[];
}

export function tryCommand(): Command {
  return new Command("try")
    .summary("Run a program without an account")
    .description(
      "Apply the program to a registrar on this machine, again at each Enter, until Ctrl-C. Needs no account " +
        "and no Pulumi CLI, and keeps nothing.",
    )
    .option("--cwd <folder>", "folder of the Pulumi project", ".")
    .option("--domain <domain>", "another domain of the account; repeatable", collectDomain)
    .action(tryOut);
}

async function tryOut({ cwd, domain: domains = [] }: Options): Promise<void> {
  const { openTestStack } = await import("../testing/index.ts");
  const stopped = new AbortController();
  void toldToStop(false).then(() => stopped.abort());
  const { signal } = stopped;
  const told = new Set<string>();
  let isShown = true;
  const show = (line: string) => {
    // Each operation begins with the same line about the engine.
    if (told.has(line)) return;
    if (line.startsWith("This is the small test engine")) told.add(line);
    printStep(line, paragraph(line));
  };
  const { sandbox, stack, close } = await openTestStack({
    cwd,
    stack: "try",
    sandbox: { domains },
    env: { REGISTRAR_ENGINE: "local" },
    onOutput: (line) => isShown && show(line),
  });
  // Only now: a failed start must end the process, and reading stdin would keep it alive.
  const presses = createInterface({ input: process.stdin, signal })[Symbol.asyncIterator]();
  try {
    const names = sandbox.domains().map(({ name }) => name);
    const listed = paragraph(`Domains:   ${names.join(", ")}  (--domain adds yours)`, 11);
    print(`Dashboard: ${sandbox.dashboardUrl}\n${listed}\n\n`);
    const up = async () => {
      const before = sandbox.log.count({ writes: true });
      const { exitCode } = await stack.up({ signal });
      if (exitCode !== 0 && sandbox.log.count({ writes: true }) === before) print("\nNothing was changed.\n");
      print(paragraph(again));
      return exitCode;
    };
    let exitCode = await up();
    for await (const _ of presses) {
      isShown = false;
      const { output, summary, exitCode: refreshed } = await stack.refresh({ signal });
      isShown = true;
      if (refreshed !== 0 || summary["update"] || summary["delete"]) output.trimEnd().split("\n").forEach(show);
      exitCode = await up();
    }
    print(paragraph(next));
    if (exitCode !== 0 && !signal.aborted) throw new ExitCode(exitCodes.failed.code);
  } finally {
    await close();
  }
}

const again = `
Edit the program, or a row in the dashboard, and press Enter to refresh and apply it again. Ctrl-C ends.
`;

const next = `
Next, install the Pulumi CLI (https://www.pulumi.com/docs/install/). \`npx pulumi-registrar sandbox\` serves a registrar for it.
`;
