/** What a release consists of, and whose it is. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { newFolder } from "../support/folder.ts";

const root = join(__dirname, "..", "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const node = (cwd: string, ...args: string[]) => execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" });
const tracked = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0").filter(Boolean);
let folder: string;

/** A clone with what is in the work tree; the tests follow one another in it. */
let mine: string;

beforeAll(() => {
  folder = newFolder();
  mine = join(folder, "mine");
  for (const file of tracked) {
    mkdirSync(dirname(join(mine, file)), { recursive: true });
    cpSync(join(root, file), join(mine, file));
  }
  git(mine, "init", "--quiet");
  git(mine, "add", "--all");
  symlinkSync(join(root, "node_modules"), join(mine, "node_modules"));
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

it("packs the plugin for each platform, with licences and schema, as the same bytes again", () => {
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  node(root, "scripts/archives.mjs", first);
  // As somebody else's clone would have it: other times, other rights.
  cpSync(join(root, "exe"), join(mine, "exe"), { recursive: true });
  for (const name of readdirSync(join(mine, "exe"))) chmodSync(join(mine, "exe", name), 0o640);
  node(mine, "scripts/archives.mjs", second);

  const archives = ["linux", "darwin", "windows"].flatMap((system) =>
    ["amd64", "arm64"].map((cpu) => `pulumi-resource-registrar-v${version}-${system}-${cpu}.tar.gz`),
  );
  expect(readdirSync(first).sort()).toEqual([...archives, "SHA256SUMS"].sort());
  const texts = [
    "LICENSE",
    "THIRD_PARTY_LICENSES",
    "package.json",
    "pulumi-resource-registrar.js",
    "schema.json",
    "server.js",
  ].map((name) => [name, "000644"]);
  const plain = { ...Object.fromEntries(texts), "pulumi-resource-registrar": "000755" };
  for (const name of archives) {
    const windows = name.includes("windows") ? { "pulumi-resource-registrar.cmd": "000644" } : {};
    expect([name, filesIn(join(first, name))]).toEqual([name, { ...plain, ...windows }]);
    expect(readFileSync(join(first, name)).equals(readFileSync(join(second, name)))).toBe(true);
  }
  expect(readFileSync(join(first, "SHA256SUMS"), "utf8")).toMatch(/^([\da-f]{64} {2}pulumi-\S+\.tar\.gz\n){6}$/);
});

it("has one owner, whom one command sets everywhere", () => {
  expect(node(mine, "scripts/owner.mjs", "some-body")).toMatch(/The repository is some-body's\.\n$/);
  const said = git(mine, "grep", "-hoE", "github(usercontent)?\\.com/[A-Za-z0-9-]+/pulumi-registrar");
  expect(new Set(said.trim().split("\n"))).toEqual(
    new Set(["github.com/some-body/pulumi-registrar", "githubusercontent.com/some-body/pulumi-registrar"]),
  );
  const schema = JSON.parse(readFileSync(join(mine, "provider/fronts/plugin/schema.generated.json"), "utf8"));
  expect(schema).toMatchObject({
    publisher: "some-body",
    homepage: "https://github.com/some-body/pulumi-registrar#readme",
    repository: "https://github.com/some-body/pulumi-registrar",
    pluginDownloadURL: "github://api.github.com/some-body/pulumi-registrar",
    logoUrl: "https://raw.githubusercontent.com/some-body/pulumi-registrar/main/docs/images/logo.png",
  });
  const page = readFileSync(join(mine, "docs/_index.md"), "utf8");
  const inJava = "import io.github.some_body.registrar";
  expect(page.match(/^(using \w+|import io)\..*registrar\b/gim)).toEqual(["using SomeBody.Registrar", inJava, inJava]);
  const inDotnet = git(mine, "grep", "-hoE", "(using (\\w+ = )?|package )\\w+\\.Registrar\\b", "--", "docs");
  expect(new Set(inDotnet.match(/\w+\.Registrar/g))).toEqual(new Set(["SomeBody.Registrar"]));
  expect(() => node(mine, "scripts/owner.mjs", "../elsewhere")).toThrow(expect.objectContaining({ status: 2 }));
});
