/** `pulumi-registrar try`: the program of a folder, applied to a registrar on this machine, without a Pulumi CLI. */
import { createInterface } from "node:readline";
import { Command } from "commander";
import { ExitCode, exitCodes } from "./exitCode.ts";
import { print, reportWidth } from "./output.ts";
import { collectDomain, toldToStop } from "./sandbox.ts";
import { paragraph } from "./table.ts";

interface Options {
  cwd: string;
  domain: string[];
}

export function tryCommand(): Command {
  return new Command("try")
    .summary("Run a program without an account")
    .description(
      "Apply the program to a registrar on this machine, again at each Enter, until Ctrl-C. Needs no account " +
        "and no Pulumi CLI, and keeps nothing.",
    )
    .option("--cwd <folder>", "folder of the Pulumi project", ".")
    .option("--domain <domain>", "another domain of the account; repeatable", collectDomain, [])
    .action(tryOut);
}

async function tryOut({ cwd, domain: domains }: Options): Promise<void> {
  const { openTestStack } = await import("../testing/index.ts");
  const stopped = new AbortController();
  void toldToStop(false).then(() => stopped.abort());
  const { signal } = stopped;
  const presses = createInterface({ input: process.stdin, signal })[Symbol.asyncIterator]();
  const width = reportWidth();
  const told = new Set<string>();
  let isShown = true;
  const { sandbox, stack, close } = await openTestStack({
    cwd,
    stack: "try",
    sandbox: { domains },
    env: { REGISTRAR_ENGINE: "local" },
    onOutput: (line) => {
      // Each operation begins with the same line about the engine.
      if (!isShown || told.has(line)) return;
      if (line.startsWith("This is the small test engine")) told.add(line);
      print(`${paragraph(line, { width })}\n`);
    },
  });
  try {
    const names = sandbox.domains().map(({ name }) => name);
    print(`Dashboard: ${sandbox.dashboardUrl}  (open it in a browser)
Domains:   ${names.join(", ")}  (--domain adds yours)

`);
    let { exitCode } = await stack.up({ signal });
    print(paragraph(again, { width }));
    for await (const _ of presses) {
      isShown = false;
      const { output, summary, exitCode: refreshed } = await stack.refresh({ signal });
      isShown = true;
      if (refreshed !== 0 || summary["update"] || summary["delete"]) print(output);
      ({ exitCode } = await stack.up({ signal }));
      print(paragraph(again, { width }));
    }
    print(paragraph(next, { width }));
    if (exitCode !== 0 && !signal.aborted) throw new ExitCode(exitCodes.failed.code);
  } finally {
    await close();
  }
}

const again = `
Edit the program, or a row in the dashboard, and press Enter to refresh and apply it again. Ctrl-C ends.
`;

const next = `
Next, install Pulumi's CLI (https://www.pulumi.com/docs/install/), and run \`npx pulumi-registrar sandbox\`, which serves a registrar
for \`pulumi up\`.
`;
