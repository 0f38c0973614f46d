// The plugin's archives, as Pulumi downloads them from a release: `node scripts/archives.mjs FOLDER` writes them from exe/. The same files
// give the same bytes on every machine and at any time.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "tar";
import { root } from "./prepare.mjs";

const executable = "pulumi-resource-registrar";
const systems = ["linux", "darwin", "windows"];
const architectures = ["amd64", "arm64"];
/** The time of every file in an archive, as npm has it. */
const mtime = new Date("1985-10-26T08:15:00.000Z");

/** @returns the names of the archives */
export async function writeArchives(folder, version) {
  const staged = fs.mkdtempSync(join(tmpdir(), "registrar-archive-"));
  try {
    fs.mkdirSync(folder, { recursive: true });
    for (const name of fs.readdirSync(join(root, "exe"))) fs.copyFileSync(join(root, "exe", name), join(staged, name));
    fs.copyFileSync(join(root, "LICENSE"), join(staged, "LICENSE"));
    const files = fs.readdirSync(staged).sort();
    for (const name of files) fs.chmodSync(join(staged, name), name === executable ? 0o755 : 0o644);
    const names = [];
    for (const system of systems) {
      // Windows starts a plugin by its extension; elsewhere the file itself says that Node runs it.
      const held = files.filter((name) => system === "windows" || !name.endsWith(".cmd"));
      for (const architecture of architectures) {
        const name = `${executable}-v${version}-${system}-${architecture}.tar.gz`;
        await create({ cwd: staged, file: join(folder, name), gzip: { level: 9 }, portable: true, mtime }, held);
        names.push(name);
      }
    }
    return names;
  } finally {
    fs.rmSync(staged, { recursive: true, force: true });
  }
}

/** Writes SHA256SUMS for the files of a folder, in the form that `sha256sum --check` reads. */
export function writeChecksums(folder) {
  const sums = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "SHA256SUMS")
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => {
      const sum = createHash("sha256").update(fs.readFileSync(file)).digest("hex");
      return `${sum}  ${file.slice(folder.length + 1).replaceAll("\\", "/")}\n`;
    });
  fs.writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  const { version } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
  await writeArchives(folder, version);
  writeChecksums(folder);
}
