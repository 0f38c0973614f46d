import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import * as path from "node:path";
import { promisify } from "node:util";
import { EngineChoiceError } from "../shared/errors.ts";
import type { PulumiCli } from "./cli.ts";
import type { Stack, StackOptions } from "./types.ts";

/** The first CLI whose import files take `outputs`, which resources of dynamic providers need. */
const OLDEST = [3, 254] as const;
const EXTENSION = process.platform === "win32" ? ".exe" : "";
const VERSION_MS = 20_000;

export type EngineChoice = { engine: "pulumi"; cli: PulumiCli; why: string } | { engine: "local"; why: string };

/**
 * Chooses the real Pulumi CLI if it is on PATH (3.254 or newer, with its language host in the same folder), otherwise the local
 * engine. Says why. `REGISTRAR_ENGINE=local` or `pulumi` forces either.
 *
 * @throws EngineChoiceError if `pulumi` is forced and none is found
 */
export async function chooseEngine(env: NodeJS.ProcessEnv = process.env): Promise<EngineChoice> {
  const forced = env["REGISTRAR_ENGINE"];
  if (forced === "local") return { engine: "local", why: "REGISTRAR_ENGINE=local" };
  if (forced !== undefined && forced !== "" && forced !== "pulumi") {
    throw new EngineChoiceError(`REGISTRAR_ENGINE is "${forced}"; set it to local or pulumi, or leave it out`);
  }
  const found = await findCli(env);
  if (typeof found !== "string") return { engine: "pulumi", cli: found, why: `found ${found.path} ${found.version}` };
  if (forced === "pulumi")
    throw new EngineChoiceError(
      `REGISTRAR_ENGINE=pulumi, but ${found}. Install the Pulumi CLI ${OLDEST.join(".")} or newer ` +
        "(https://www.pulumi.com/docs/install/), or leave REGISTRAR_ENGINE out: then the small engine is used.",
    );
  return { engine: "local", why: found };
}

/** Opens a stack on the engine that `chooseEngine` finds. */
export async function openStack(options: StackOptions): Promise<Stack> {
  const choice = await chooseEngine({ ...process.env, ...options.env });
  if (choice.engine === "pulumi") return (await import("./cli.ts")).pulumiStack(options, choice.cli);
  return (await import("./local.ts")).localStack(options);
}

/** The first CLI on PATH, or the reason that it isn't usable. */
async function findCli(env: NodeJS.ProcessEnv): Promise<PulumiCli | string> {
  const folders = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const folder = folders.find((each) => existsSync(path.join(each, `pulumi${EXTENSION}`)));
  if (folder === undefined) return "no Pulumi CLI was found on PATH";
  const cli = path.join(folder, `pulumi${EXTENSION}`);
  const version = await versionOf(cli, env);
  if (version === undefined) return `${cli} does not tell its version`;
  if (!isNewEnough(version)) return `${cli} is ${version}, older than ${OLDEST.join(".")}`;
  const hasHost = existsSync(path.join(folder, `pulumi-language-nodejs${EXTENSION}`));
  return hasHost ? { path: cli, version } : `${cli} has no pulumi-language-nodejs in its folder`;
}

async function versionOf(cli: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const quiet = { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const run = promisify(execFile)(cli, ["version"], { env: quiet, timeout: VERSION_MS });
  const { stdout } = await run.catch(() => ({ stdout: "" }));
  return /^v?(\d+\.\d+\.\d+\S*)/m.exec(stdout)?.[1];
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
