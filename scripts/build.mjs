// Builds the package: into dist/ declarations by tsc, CommonJS bundles by esbuild, and the licences of what is in them; into
// exe/ the plugin; and components/index.js.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import { root } from "./prepare.mjs";
import stale from "./stale.cjs";

// New folders replace the old ones at the end: a build that fails, or a second one at the same time, breaks nothing.
const beside = `dist.new/${process.pid}`;
const [dist, exe] = ["dist", "exe"].map((name) => join(root, beside, name));
process.on("exit", () => fs.rmSync(join(root, beside), { recursive: true, force: true }));

const noteSources = stale.readSources();
const declared = declarations(["provider/index", "provider/plugin", "provider/provider", "testing/index"]);

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};
const small = { format: "cjs", minifyWhitespace: true };
// The entries of programs, of the provider host and of the command share their code; the first two also their state.
const library = await bundle({
  index: "provider/index.ts",
  provider: "provider/provider.ts",
  plugin: "provider/plugin.ts",
  zoneFile: "provider/dns/zoneFile.ts",
  join: "provider/dns/join.ts",
  testing: "testing/index.ts",
  internal: "testing/internal.ts",
  cli: "cli/index.ts",
});
// A CommonJS package as one file, which exports what the package exports.
const names = await build({ ...common, ...small, entryPoints: ["tr46"], outfile: join(dist, "tr46.js") });
const inputs = [...new Set([library, names.metafile].flatMap((metafile) => Object.keys(metafile.inputs)))];
fs.chmodSync(join(dist, "cli.js"), 0o755);
await executable();
// The component plugin: Pulumi compiles no TypeScript below node_modules, but reads its types.
const components = { entryPoints: ["components/index.ts"], outfile: "components/index.js", bundle: false };
await build({ ...common, ...components, format: "cjs" });
fs.writeFileSync(join(dist, "dashboard.html"), await dashboard());
fs.writeFileSync(join(dist, "THIRD_PARTY_LICENSES"), licences(inputs));
noteSources(dist);
await declared;
for (const name of ["dist", "exe"]) {
  if (fs.existsSync(join(root, name))) fs.renameSync(join(root, name), join(root, beside, `old-${name}`));
  fs.renameSync(join(root, beside, name), join(root, name));
}

/**
 * Bundles entries as modules, because only modules can share code: chunks have the code of several entries, and `import()` loads a
 * chunk at need. Then each file is converted to CommonJS, which every Node and Pulumi's host can require.
 */
async function bundle(entryPoints) {
  const { metafile } = await build({
    ...common,
    entryPoints,
    outdir: dist,
    // In the folder of the entries, so that relative paths work from a chunk, too.
    chunkNames: "[name]-[hash]",
    splitting: true,
    format: "esm",
    external: ["@pulumi/pulumi"],
    plugins: [
      // Few programs have zone files or internationalised names. They load these synchronously, with `require`, which
      // does not split.
      apart(/\/zoneFile\.ts$/, `${root}/provider/fronts/dynamic/records.ts`, "./zoneFile.js"),
      apart(/\/dns\/join\.ts$/, `${root}/provider/fronts/dynamic/records.ts`, "./join.js"),
      apart(/^tr46$/, `${root}/provider/dns/names.ts`, "./tr46.js"),
    ],
  });
  for (const [file, { inputs, bytes }] of Object.entries(metafile.outputs)) {
    const path = join(root, file);
    const ofOthers = Object.keys(inputs).filter((input) => input.includes("node_modules/"));
    const { code } = await transform(fs.readFileSync(path, "utf8"), {
      // Lines of this package stay readable in a stack trace.
      minifyWhitespace: ofOthers.reduce((sum, input) => sum + inputs[input].bytesInOutput, 0) > bytes / 2,
      format: "cjs",
      platform: "node",
      target: "node20",
      // With a dynamic `import()`, Node would first search a chunk for names of exports, which takes longer than to run it.
      supported: { "dynamic-import": false },
      logLevel: "warning",
    });
    fs.writeFileSync(path, code);
  }
  return metafile;
}

/**
 * The plugin, a folder that needs only Node:
 * 1. `pulumi-resource-registrar`, and the same as `.cmd`: what the engine starts. It says so if there is no Node.
 * 2. `pulumi-resource-registrar.js`, in a syntax that every Node reads: says so if Node is too old.
 * 3. `server.js`: the provider with the SDK's protocol in it.
 * The package.json says that these are CommonJS, whatever a folder above says.
 */
async function executable() {
  const name = "pulumi-resource-registrar";
  const { metafile } = await build({
    ...common,
    ...small,
    entryPoints: ["provider/fronts/plugin/main.ts"],
    outfile: join(exe, "server.js"),
    minifySyntax: true,
    // Only gRPC's channel reports load it, which the plugin doesn't serve.
    external: ["@grpc/proto-loader"],
  });
  for (const ending of ["", ".cmd", ".js"]) {
    const text = fs.readFileSync(join(root, "scripts/launcher", `${name}${ending}`), "utf8");
    const written = ending === ".cmd" ? text.replaceAll("\n", "\r\n") : text;
    fs.writeFileSync(join(exe, `${name}${ending}`), written);
  }
  fs.writeFileSync(join(exe, "package.json"), '{ "type": "commonjs" }\n');
  fs.copyFileSync(join(root, "provider/fronts/plugin/schema.generated.json"), join(exe, "schema.json"));
  fs.writeFileSync(join(exe, "THIRD_PARTY_LICENSES"), licences(Object.keys(metafile.inputs)));
  fs.copyFileSync(join(root, "LICENSE"), join(exe, "LICENSE"));
  // Whatever the umask: archives have the same bytes on every machine.
  for (const file of fs.readdirSync(exe)) fs.chmodSync(join(exe, file), file === name ? 0o755 : 0o644);
}

/** The sandbox's dashboard page: one document that holds its style and its script. */
async function dashboard() {
  const folder = join(root, "testing/sandbox/page/browser");
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(folder, "main.ts"), join(folder, "style.css")],
    outdir: folder,
    platform: "browser",
    format: "iife",
    target: "es2023",
    charset: "utf8",
    write: false,
  });
  const textOf = (extension) => outputFiles.find(({ path }) => path.endsWith(extension)).text;
  return fs
    .readFileSync(join(folder, "page.html"), "utf8")
    .replace("<style></style>", () => `<style>${textOf(".css")}</style>`)
    .replace("<script></script>", () => `<script>${textOf(".js")}</script>`);
}

/** Imports one bundle from another, instead of copying it. */
function apart(filter, importers, path) {
  const setup = ({ onResolve }) =>
    onResolve({ filter }, ({ importer }) => (importer.startsWith(importers) ? { path, external: true } : undefined));
  return { name: `apart ${path}`, setup };
}

/**
 * Writes the declarations that a user's import can reach. None may show a bundled library. In a copy, a record's key is any string, and
 * names in an import have no `type` before them: TypeScript before 4.4 can't read these.
 */
async function declarations(entries) {
  const written = join(root, beside, "declarations");
  // `npm run check` checks the types of all files; here it would double the time of the build.
  const tsc = [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", "tsconfig.build.json", "--noCheck"];
  await promisify(execFile)(process.execPath, [...tsc, "--outDir", written], { cwd: root });
  const write = (file, text) => {
    fs.mkdirSync(dirname(join(dist, file)), { recursive: true });
    fs.writeFileSync(join(dist, file), text);
  };
  // The set grows while the loop runs.
  const reachable = new Set(entries);
  for (const name of reachable) {
    // tsc leaves ".ts" in relative specifiers of declarations, which older compilers refuse.
    const text = fs
      .readFileSync(join(written, `${name}.d.ts`), "utf8")
      .replace(/((?:from|import)\s*\(?\s*["']\.{1,2}\/[^"']+)\.ts(["'])/g, "$1.js$2");
    const old = text
      .replaceAll(/^(?:import|export) \{[^}]*\}/gm, (names) => names.replaceAll(/\btype /g, ""))
      .replace(/(?<=type RecordKey = )`.*`/, "string");
    write(`${name}.d.ts`, text);
    write(`before-4.4/${name}.d.ts`, old);
    for (const [, specifier] of text.matchAll(/(?<!["'])\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)) {
      if (specifier.startsWith(".")) reachable.add(join(dirname(name), specifier.replace(/\.js$/, "")));
      else if (specifier !== "@pulumi/pulumi" && !specifier.startsWith("node:"))
        throw new Error(`a public declaration uses a bundled library: ${name}.ts imports ${specifier}`);
    }
  }
}

/** The licence text of every package in the bundles. */
function licences(inputs) {
  const folders = new Set(
    inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean),
  );
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = fs.readdirSync(join(root, folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? `Licence: ${license}` : fs.readFileSync(join(root, folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `pulumi-registrar contains the following packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
