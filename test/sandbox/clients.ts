/** Clients of the sandbox's doors: ours everywhere, and well-known ones where they are installed. */
import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { type DigType, dig, visit } from "../../testing/sandbox/index.ts";

const run = promisify(execFile);

/** Where a program is, by any of its names. */
function installed(...names: string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

const programs = {
  dig: installed("dig"),
  curl: installed("curl"),
  chromium: installed("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
};
const absent = Object.entries(programs).flatMap(([name, file]) => (file === undefined ? [name] : []));
/** One plain line, so that nobody takes less for all. */
if (absent.length > 0) process.stdout.write(`Not installed here, so not asked: ${absent.join(", ")}.\n`);

interface Asker {
  readonly name: string;
  /** The lines of the answer section, sorted. */
  ask(at: { host: string; port: number }, name: string, type: DigType): Promise<string[]>;
}

const installedDig = ({ dig: file }: typeof programs): Asker[] =>
  file === undefined
    ? []
    : [
        {
          name: "dig",
          ask: async ({ host, port }, name, type) => {
            const server = [`@${host}`, "-p", String(port)];
            const { stdout } = await run(file, [...server, name, type, "+noall", "+answer", "+time=5"]);
            const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith(";"));
            return lines.map((line) => line.replace(/\s+/g, " ")).sort();
          },
        },
      ];

export const askers: Asker[] = [
  { name: "the sandbox's own client", ask: async (at, name, type) => (await dig(at, name, type)).answers.sort() },
  ...installedDig(programs),
];

interface Visitor {
  readonly name: string;
  head(url: string, host: string): Promise<{ status: number; location: string | undefined }>;
}

const installedCurl = ({ curl: file }: typeof programs): Visitor[] =>
  file === undefined
    ? []
    : [
        {
          name: "curl -I",
          head: async (url, host) => {
            const { stdout } = await run(file, ["-sI", "-m", "5", "-H", `Host: ${host}`, url]);
            return {
              status: Number(/^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1]),
              location: /^location: (.*?)\r?$/im.exec(stdout)?.[1],
            };
          },
        },
      ];

export const visitors: Visitor[] = [
  { name: "the sandbox's own client", head: (url, host) => visit({ url }, host) },
  ...installedCurl(programs),
];

interface Browser {
  readonly name: string;
  /** The document as it is after the script has run for some seconds of the page's time. */
  render(url: string, profile: string): Promise<string>;
}

const installedChromium = ({ chromium: file }: typeof programs): Browser[] =>
  file === undefined
    ? []
    : [
        {
          name: "headless Chromium",
          render: async (url, profile) => {
            const quiet = [
              "--headless",
              "--no-sandbox",
              "--disable-gpu",
              "--disable-dev-shm-usage",
              `--user-data-dir=${profile}`,
            ];
            const { stdout } = await run(file, [...quiet, "--virtual-time-budget=3000", "--dump-dom", url], {
              maxBuffer: 1 << 25,
              timeout: 40_000,
            });
            return stdout;
          },
        },
      ];

export const browsers: Browser[] = installedChromium(programs);
