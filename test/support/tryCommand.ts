/** `pulumi-registrar try` in a process of its own, as a person uses it. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** @param args of Node */
export function startTry(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      said += part;
    });
  const ended = once(child, "close").then(([code]): unknown => code);
  /** What it has said since the last time of asking. */
  const heard = (): string => {
    const all = said;
    said = "";
    return all;
  };
  /** The same, once it waits for Enter or has ended. */
  const round = async (): Promise<string> => {
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!said.includes("Ctrl-C ends.\n") && !isOver) await Promise.race([once(child.stdout, "data"), ended]);
    return heard();
  };
  return { child, ended, round, heard };
}

/** The records of a domain, as the dashboard at an address shows them. */
export async function recordsAt(dashboard: string, domain: string): Promise<{ id: number; name: string }[]> {
  const { domains } = JSON.parse(await (await fetch(`${dashboard}state`)).text());
  return domains.find(({ name }: { name: string }) => name === domain).records;
}
