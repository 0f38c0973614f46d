/** Commands in processes of their own, as a person uses them. `npm run pictures`, which has no tests, ends its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const started: ChildProcess[] = [];
globalThis.afterEach?.(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Ends with its test, at the latest. @param args of Node */
export function startCommand(args: readonly string[], env: NodeJS.ProcessEnv, cwd = process.cwd()) {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  started.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      said += part;
    });
  const ended = once(child, "close").then(([code]): unknown => code);
  /** Its output since the last call. */
  const heard = (): string => {
    const all = said;
    said = "";
    return all;
  };
  /** The same, once the output holds a string or the command has ended. */
  const until = async (text: string): Promise<string> => {
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!said.includes(text) && !isOver) await Promise.race([once(child.stdout, "data"), ended]);
    return heard();
  };
  return { child, ended, until, heard };
}

/** The records of a domain, as the dashboard at an address shows them. */
export async function recordsAt(dashboard: string, domain: string): Promise<{ id: number; name: string }[]> {
  const { domains } = JSON.parse(await (await fetch(`${dashboard}state`)).text());
  return domains.find(({ name }: { name: string }) => name === domain).records;
}
