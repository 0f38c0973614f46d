/** Clients of the sandbox's doors: ours, and well-known ones where they are installed. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type DigType, dig, visit } from "../../testing/sandbox/index.ts";
import { fileOf, type OptionalProgram } from "../support/optional.ts";

const run = promisify(execFile);

interface Client {
  readonly name: string;
  /** The program it is. */
  readonly needs?: OptionalProgram;
}

interface Asker extends Client {
  /** The lines of the answer section, sorted. */
  ask(at: { host: string; port: number }, name: string, type: DigType): Promise<string[]>;
}

export const askers: Asker[] = [
  { name: "the sandbox's own client", ask: async (at, name, type) => (await dig(at, name, type)).answers.sort() },
  {
    name: "dig",
    needs: "dig",
    ask: async ({ host, port }, name, type) => {
      const server = [`@${host}`, "-p", String(port)];
      const { stdout } = await run(fileOf("dig"), [...server, name, type, "+noall", "+answer", "+time=5"]);
      const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith(";"));
      return lines.map((line) => line.replace(/\s+/g, " ")).sort();
    },
  },
];

interface Visitor extends Client {
  head(url: string, host: string): Promise<{ status: number; location: string | undefined }>;
}

export const visitors: Visitor[] = [
  { name: "the sandbox's own client", head: (url, host) => visit({ url }, host) },
  {
    name: "curl -I",
    needs: "curl",
    head: async (url, host) => {
      const { stdout } = await run(fileOf("curl"), ["-sI", "-m", "5", "-H", `Host: ${host}`, url]);
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1]),
        location: /^location: (.*?)\r?$/im.exec(stdout)?.[1],
      };
    },
  },
];
