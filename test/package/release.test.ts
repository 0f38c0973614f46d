/** The parts of a release. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const node = (cwd: string, ...args: string[]) => execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
let folder: string;

beforeAll(() => {
  folder = newFolder();
});

/** The files in an archive, with their modes: a header has 512 bytes, and what follows fills blocks of as many. */
function filesIn(archive: string): Record<string, string> {
  const bytes = gunzipSync(readFileSync(archive));
  const found: Record<string, string> = {};
  for (let at = 0; bytes[at] !== 0; ) {
    const field = (from: number, to: number) => bytes.toString("latin1", at + from, at + to).replace(/[\0 ]+$/, "");
    found[field(0, 100)] = field(100, 108);
    at += 512 * (1 + Math.ceil(Number.parseInt(field(124, 136), 8) / 512));
  }
  return found;
}

it("names no account that somebody else could have, on any page and in any file that a release makes", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  const texts = tracked.filter((file) => /\.(?:md|ya?ml|json|ts|mjs|svg)$/.test(file) && existsSync(join(root, file)));
  const naming = texts.filter((file) =>
    /\b(?:github\.com|api\.github\.com|raw\.githubusercontent\.com)\/[\w-]+\/pulumi-registrar\b|\bOWNER\b/.test(
      readFileSync(join(root, file), "utf8"),
    ),
  );
  expect(naming).toEqual([]);
});

it("packs the plugin for each platform, with licences and schema, as the same bytes again", () => {
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  for (const each of [first, second]) node(root, "scripts/release.mjs", "archives", each);

  const archives = ["linux", "darwin", "windows"].flatMap((system) =>
    ["amd64", "arm64"].map((cpu) => `pulumi-resource-registrar-v${version}-${system}-${cpu}.tar.gz`),
  );
  expect(readdirSync(first).sort()).toEqual([...archives, "SHA256SUMS"].sort());
  const names = "LICENSE THIRD_PARTY_LICENSES package.json pulumi-resource-registrar.js schema.json server.js".split(
    " ",
  );
  const texts = Object.fromEntries(names.map((name) => [name, "000644"]));
  const plain = { ...texts, "pulumi-resource-registrar": "000755" };
  for (const name of archives) {
    const windows = name.includes("windows") ? { "pulumi-resource-registrar.cmd": "000644" } : {};
    expect([name, filesIn(join(first, name))]).toEqual([name, { ...plain, ...windows }]);
    expect(readFileSync(join(first, name)).equals(readFileSync(join(second, name)))).toBe(true);
  }
  expect(readFileSync(join(first, "SHA256SUMS"), "utf8")).toMatch(/^([\da-f]{64} {2}pulumi-\S+\.tar\.gz\n){6}$/);
});
