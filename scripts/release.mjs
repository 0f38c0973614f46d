// `npm run release -- --dry-run`: makes everything that a release publishes in release/, twice, compares the results, and prints the
// commands that would publish them. `-- build` is the same for a release, and stops at an obstacle. `-- github` (npm, nuget, go) publishes
// a part of release/; the workflow's own step publishes the Python package. `-- keep` keeps the schema, to compare later ones with.
// `-- archives FOLDER` writes the plugin's archives only.
import { execFileSync, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

const release = join(root, "release");
const { version, devDependencies, repository } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8"));
const page = repository.url.replace(/^git\+|\.git$/g, "");
const [what] = process.argv.slice(2);
const isDryRun = what === "--dry-run";
const run = (command, args, cwd = root) =>
  execFileSync(command, args, {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...reproducible },
  });
/** Makes the bytes of a wheel reproducible: the time of its files, and their order. */
const reproducible = { SOURCE_DATE_EPOCH: "499162500", PYTHONHASHSEED: "0" };

/** By language, what becomes of the package that Pulumi writes from the schema. Each needs the Pulumi CLI and a program. */
const languages = {
  python(made) {
    run("python3", ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", join(release, "pypi"), "."], made);
  },
  go(made) {
    // The SDK that this package is tried with is the least that its users need.
    run("go", ["get", `github.com/pulumi/pulumi/sdk/v3@v${devDependencies["@pulumi/pulumi"]}`], made);
    run("go", ["mod", "tidy"], made);
    run("go", ["build", "./..."], made);
    fs.cpSync(made, join(release, "module"), { recursive: true });
  },
  dotnet(made) {
    run("dotnet", ["pack", "--configuration", "Release", "--output", join(release, "nuget")], made);
  },
};

/** The time of every file in an archive, as npm has it. */
const mtime = new Date("1985-10-26T08:15:00.000Z");

/**
 * Writes the plugin's archives from exe/, as Pulumi downloads them from a release, and their checksums. The same files give the same
 * bytes on every machine and at any time.
 */
async function writeArchives(folder) {
  // The jobs that publish have no library.
  const { create } = await import("tar");
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
function writeChecksums(folder) {
  const names = fs.readdirSync(folder, { recursive: true }).sort();
  const sums = names
    .filter((name) => name !== "SHA256SUMS" && fs.statSync(join(folder, name)).isFile())
    .map((name) => `${hash("sha256", fs.readFileSync(join(folder, name)))}  ${name.replaceAll("\\", "/")}\n`);
  fs.writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  return sums;
}

/** Builds, and writes everything. @returns the checksums, and what is missing and why */
async function makeArtefacts() {
  fs.rmSync(release, { recursive: true, force: true });
  fs.mkdirSync(join(release, "npm"), { recursive: true });
  run(process.execPath, [join(root, "scripts", "build.mjs")]);
  fs.cpSync(join(root, "exe", "schema.json"), join(release, "github", "schema.json"));
  await writeArchives(join(release, "github"));
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", join(release, "npm")]);
  const missing = Object.keys(languages).flatMap(makeLanguage);
  fs.writeFileSync(join(release, "notes.md"), notes().text);
  return { missing, sums: writeChecksums(release) };
}

/** @returns why there is no package, in a dry run */
function makeLanguage(language) {
  const sources = fs.mkdtempSync(join(tmpdir(), "registrar-release-"));
  try {
    const plugin = join(root, "exe", "pulumi-resource-registrar");
    run("pulumi", ["package", "gen-sdk", plugin, "--language", language, "--version", version, "--out", sources]);
    fs.copyFileSync(join(root, "LICENSE"), join(sources, language, "LICENSE"));
    languages[language](join(sources, language));
    return [];
  } catch (error) {
    if (!isDryRun) throw error;
    return [`not made here: the package for ${language} (${String(error.message).split("\n")[0]})`];
  } finally {
    fs.rmSync(sources, { recursive: true, force: true });
  }
}

/** The changelog's section of this version. */
function notes() {
  const sections = fs.readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m);
  const [heading = "", ...lines] = sections.find((part) => part.startsWith(`[${version}]`))?.split("\n") ?? [];
  return { date: /\d{4}-\d\d-\d\d/.exec(heading)?.[0], text: `${lines.join("\n").trim()}\n` };
}

const schemaText = (name) => {
  const file = join(root, "provider/fronts/plugin", name);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
};
const schema = schemaText("schema.generated.json");

/** The obstacles of a release, with their remedies. */
function obstacles() {
  const tag = process.env.GITHUB_REF_NAME;
  return [
    page.includes("//code.example/") && "The repository has no owner yet: see docs/maintainers/release.md.",
    schemaText("schema.released.json") !== schema && `The schema of ${version} is not kept: npm run release -- keep.`,
    notes().date === undefined && `CHANGELOG.md has no section "[${version}] - DATE".`,
    execFileSync("git", ["status", "--porcelain"], { cwd: root }).length > 0 &&
      "The work tree has changes that are not committed.",
    !isDryRun && tag !== `v${version}` && `The tag is ${tag}, and package.json says ${version}.`,
  ].filter(Boolean);
}

/** The folder of the repository that is the module of the package for Go: a tag of a module begins with its folder. */
const goFolder = JSON.parse(schema).language.go.modulePath.split("/").slice(-2).join("/");
const goTag = `${goFolder}/v${version}`;
const goCommit = "git -C release/go-commit -c user.name=release -c user.email=release@users.noreply.github.com";

/** For the shell: the address of each part, and the commands that publish it. */
const publications = {
  github: `# ${page}/releases/tag/v${version}
gh release create v${version} --verify-tag --title v${version} --notes-file release/notes.md release/github/*`,
  npm: `# https://www.npmjs.com/package/pulumi-registrar/v/${version}
npm publish ./release/npm/* --access public --provenance`,
  pypi: `# https://pypi.org/project/pulumi-registrar/${version}/
# The workflow's step gh-action-pypi-publish: release/pypi/*`,
  nuget: `# https://www.nuget.org/packages
dotnet nuget push "release/nuget/*" --source https://api.nuget.org/v3/index.json --api-key "$NUGET_API_KEY"`,
  go: `# The tag ${goTag} of a commit that only this tag has: the released one plus the generated folder.
git worktree add --detach release/go-commit HEAD
mkdir -p release/go-commit/${goFolder}
cp -R release/module/. release/go-commit/${goFolder}
${goCommit} add --force ${goFolder}
${goCommit} commit --quiet --message "Go package of v${version}"
${goCommit} tag ${goTag}
${goCommit} push origin refs/tags/${goTag}`,
};

const say = (text) => process.stdout.write(`${text}\n`);

/** Makes everything twice, from nothing, and compares. */
async function build() {
  const wrong = obstacles();
  if (wrong.length > 0) say(`Before a release:\n${wrong.map((line) => `- ${line}\n`).join("")}`);
  if (wrong.length > 0 && !isDryRun) return 1;
  prepare();
  say("Making everything for the first time ...");
  const first = (await makeArtefacts()).sums;
  say("Making everything for the second time ...");
  const { missing, sums } = await makeArtefacts();
  say(["", ...sums, ...missing].join("\n"));
  for (const [part, commands] of Object.entries(publications)) say(`\n${part}:\n${commands.replace(/^/gm, "  ")}`);
  const changed = first.filter((line) => !sums.includes(line));
  say(changed.length === 0 ? "\nBoth times the same bytes." : `\nNot the same bytes:\n${changed.join("\n")}`);
  return changed.length === 0 ? 0 : 1;
}

if (isDryRun || what === "build") process.exitCode = await build();
else if (what === "archives") await writeArchives(process.argv[3]);
else if (what === "keep") {
  const args = [join(root, "scripts", "breaks.ts"), "keep"];
  process.exitCode = spawnSync(join(root, "node_modules", ".bin", "tsx"), args, { stdio: "inherit" }).status ?? 1;
} else if (Object.hasOwn(publications, what ?? "") && what !== "pypi") run("sh", ["-ec", publications[what]]);
else {
  process.stderr.write("npm run release -- --dry-run | keep | archives FOLDER | build | github | npm | nuget | go\n");
  process.exitCode = 2;
}
