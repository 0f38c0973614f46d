// The plugin's archives, as Pulumi downloads them from a release: `node scripts/archives.mjs FOLDER` writes them from exe/. The same files
// give the same bytes on every machine and at any time.
import { hash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "tar";
import { root } from "./prepare.mjs";

/** The time of every file in an archive, as npm has it. */
const mtime = new Date("1985-10-26T08:15:00.000Z");

/** Writes an archive for each platform, and their checksums. */
export async function writeArchives(folder) {
  const { version } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
  fs.mkdirSync(folder, { recursive: true });
  const files = fs.readdirSync(join(root, "exe")).sort();
  for (const system of ["linux", "darwin", "windows"])
    for (const architecture of ["amd64", "arm64"]) {
      const file = join(folder, `pulumi-resource-registrar-v${version}-${system}-${architecture}.tar.gz`);
      // Windows starts a plugin by its extension; elsewhere the file itself says that Node runs it.
      const held = files.filter((name) => system === "windows" || !name.endsWith(".cmd"));
      await create({ cwd: join(root, "exe"), file, gzip: { level: 9 }, portable: true, mtime }, held);
    }
  writeChecksums(folder);
}

/** Writes SHA256SUMS for the files of a folder, in the form that `sha256sum --check` reads. @returns its lines */
export function writeChecksums(folder) {
  const names = fs.readdirSync(folder, { recursive: true }).sort();
  const sums = names
    .filter((name) => name !== "SHA256SUMS" && fs.statSync(join(folder, name)).isFile())
    .map((name) => `${hash("sha256", fs.readFileSync(join(folder, name)))}  ${name.replaceAll("\\", "/")}\n`);
  fs.writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  return sums;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeArchives(process.argv[2]);
