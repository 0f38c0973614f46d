/** The source of this package, so that a written project can install the same. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { name, version } from "../../package.json";
import { isObject } from "../../provider/api/response.ts";
import type { NewFiles } from "../import/files.ts";

export interface PackageSource {
  /** For `dependencies` of package.json: a range of versions, or a file in the project. */
  spec: string;
  /** File in the project that {@link packedFile} makes; absent where a registry has the package. */
  file?: string;
}

/**
 * The registry, where npm took this command from one. Otherwise the package is packed into the project: a path of this
 * machine would not install in CI.
 * @param given the dependency that the user named
 */
export function packageSource(given?: string): PackageSource {
  if (given !== undefined) return { spec: given };
  if (isFromRegistry()) return { spec: `^${version}` };
  const file = `vendor/${name}-${version}.tgz`;
  return { spec: `file:${file}`, file };
}

/** A file of the project that holds the packed package, if its source says so. Packing takes seconds. */
export const packedFile = ({ file }: PackageSource): NewFiles => (file === undefined ? {} : { [file]: packed });

/**
 * npm packs into a folder elsewhere: it would follow a link in the project, and replace a file.
 * @throws Error with the remedy, when npm cannot pack it
 */
function packed(): Uint8Array {
  const target = mkdtempSync(join(tmpdir(), "registrar-pack-"));
  try {
    const args = ["pack", packageRoot(), "--ignore-scripts", "--silent", "--pack-destination", target];
    const { status, stderr } = spawnSync("npm", args, {
      // The caller's dry run must not apply to this.
      env: { ...process.env, npm_config_dry_run: "false" },
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const [file] = readdirSync(target);
    if (status === 0 && file !== undefined) return readFileSync(join(target, file));
    throw new Error(
      `npm could not pack ${packageRoot()}${stderr ? ` (${stderr.trim()})` : ""}. Nothing was written. ` +
        "Name where the package is with --package.",
    );
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

/** Did npm install this command from a registry? Other package managers keep no note of that: then the package is packed. */
function isFromRegistry(): boolean {
  const note = join(packageRoot(), "..", ".package-lock.json");
  if (!existsSync(note)) return false;
  const parsed: unknown = JSON.parse(readFileSync(note, "utf8"));
  const packages = isObject(parsed) ? parsed["packages"] : undefined;
  const own = isObject(packages) ? packages[`node_modules/${name}`] : undefined;
  const resolved = isObject(own) ? own["resolved"] : undefined;
  return typeof resolved === "string" && /^https?:/.test(resolved);
}

/** The folder of this package, wherever the build put this file. */
export function packageRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, "package.json"))) {
    const above = dirname(folder);
    if (above === folder)
      throw new Error(`No package.json of ${name} was found above ${__dirname}: install the package again.`);
    folder = above;
  }
  return folder;
}
