/**
 * Every block of code on the pages: shell blocks run in the order of their page, in a project of the page's own, against one sandbox;
 * data is parsed. A shell block that is not run says why: `<!-- not run: reason -->` directly above it. Other blocks have `<!-- run -->`,
 * or `<!-- run: ... -->` with conditions, separated by `;`:
 *
 * - `in an empty folder`, not in the page's project
 * - `exits with 7`, `prints nothing`, `writes nothing`, `writes 1`
 * - `after an up` of the page's project, `after an edit by hand` of its record
 * - `with the program above`: that of the last block in TypeScript
 * - `profile NAME`: from here on, the sandbox of this page answers so
 * - `until stopped`: it serves until it is told to stop
 * - `with dig`, `with pulumi`, `with the plugin`: where this is installed
 *
 * On guides, the output of a block is shown directly after it. Pages that use `pulumi` run where the CLI is found. Commands
 * with `npx` are built, and `npm` does nothing, because the modules are there. Addresses, tokens and ports are the sandbox's.
 */
import { appendFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Script } from "node:vm";
import { startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { command } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { needing } from "../support/optional.ts";
import { type Block, blockPattern, blocksOf, pages, root, textOf } from "./markdown.ts";
import { type Ended, runShell, shellsIn, writeProject } from "./shell.ts";

jest.setTimeout(480_000);

/** `<!-- output -->`, or `<!-- output: lines with PATTERN -->`, which shows the other lines as `...`. */
const outputNote = /^output(?:: lines with (.+))?$/;

/** The output that a page shows after a block. */
function outputAfter(block: Block): Block | undefined {
  const next = blocksOf(block.page)[block.place + 1];
  return outputNote.test(next?.note ?? "") ? next : undefined;
}

/** Lines about one resource, whose order differs between runs. */
const ofResource = /^ [ +~<>=-]{1,3} +(?:\w+:\w+:|pulumi-nodejs:)/;
/** Progress that a terminal overwrites, durations, and addresses of the state. */
const passing =
  /\b(?:creating|updating|deleting|reading|refreshing|importing)(?: \[.*\])? *$|^(?:Duration|Permalink): |^@ [a-z ]+\.+$| running$/;

/** @param port the one that the page shows in place of a free one */
function steady(output: string, replaced: Readonly<Record<string, string>>, port = "8080"): string[] {
  let text = stripVTControlCharacters(output).replace(/ \(\d+(?:\.\d+)?m?s\)/g, "");
  for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
  text = text
    .replace(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`)
    .replace(/\b(token|market|appraisal|admin)_\w{12,}/g, "$1_...")
    .replaceAll(process.versions.node, "22.12.0");
  const lines = text.split("\n").map((line) => line.trimEnd());
  const kept = lines.filter((line, at) => !passing.test(line) && !(ofResource.test(line) && lines.indexOf(line) < at));
  const sorted: string[] = [];
  for (const line of kept) {
    let at = sorted.length;
    while (ofResource.test(line) && ofResource.test(sorted[at - 1] ?? "") && (sorted[at - 1] ?? "") > line) at -= 1;
    sorted.splice(at, 0, line);
  }
  return sorted.filter((line, at) => line !== "" || (sorted[at - 1] ?? "") !== "");
}

/** Compares the output with what the page shows, or with `UPDATE_DOCS=1` writes it there. */
function expectShown(shown: Block, output: string, replaced: Readonly<Record<string, string>> = {}): void {
  const [, pattern] = outputNote.exec(shown.note ?? "") ?? [];
  const chosen = pattern === undefined ? /(?:)/ : new RegExp(pattern);
  const [, port] = /127\.0\.0\.1:(\d+)/.exec(shown.code) ?? [];
  const lines = steady(output, replaced, port).map((line) => (chosen.test(line) ? line : "..."));
  const joined = lines.filter((line, at) => line !== "..." || lines[at - 1] !== "...").join("\n");
  const text = joined.trimEnd().replace(/^\.\.\.\n|\n\.\.\.$/g, "");
  if (process.env["UPDATE_DOCS"] === undefined) {
    expect(`${shown.page}:${shown.line}\n${text}\n`).toBe(`${shown.page}:${shown.line}\n${shown.code}`);
    return;
  }
  let place = 0;
  const updated = textOf(shown.page).replace(blockPattern, (block: string, note: string, language: string) =>
    place++ === shown.place ? `<!-- ${note} -->\n\`\`\`${language}\n${text}\n\`\`\`` : block,
  );
  writeFileSync(join(root, shown.page), updated);
}

const folder = newFolder();
const shown = pages.filter((page) => !page.startsWith("examples/"));
const blocks = shown.flatMap(blocksOf);
/** Blocks whose note begins so are run by name in recipes.test.ts. */
const recipePage = "docs/guides/ci.md";

const isShell = ({ language }: Block) => ["sh", "bash", "shell"].includes(language);
const isRun = ({ note = "", page }: Block) => /^run\b/.test(note) && page !== recipePage;
const conditionsOf = ({ note = "" }: Block) => note.replace(/^run:?\s*/, "").split(/;\s*/);

const optional = ["curl", "dig", "pulumi", "pulumi-language-yaml"] as const;
/** The variables that a block exports, and the folder in which it ends. */
const carried = join(folder, "exported.sh");

let sandbox: WholeSandbox;
let env: NodeJS.ProcessEnv;

async function prepare(): Promise<void> {
  sandbox = await startSandbox({ dns: true, redirects: true, domains: ["your.example"] });
  const { tool, tools, env: own } = shellsIn(folder, sandbox);
  // The clone, beside the folders of the pages.
  symlinkSync(root, join(folder, "pulumi-registrar"));
  const node = `"${process.execPath}"`;
  tool(
    "npm",
    `case $1 in
pack) for last; do :; done; : > "$last/pulumi-registrar-0.1.0.tgz" ;;
*) test -e node_modules || ln -s "${join(root, "node_modules")}" node_modules ;;
esac`,
  );
  // Output is that of a terminal with 80 columns.
  writeFileSync(join(tools, "tty.cjs"), "Object.assign(process.stdout, { isTTY: true, columns: 80 });\n");
  tool(
    "npx",
    `while test "$1" != pulumi-registrar; do test $# -gt 0 || exit 1; shift; done\nshift
exec ${node} -r "${join(tools, "tty.cjs")}" "${command}" "$@"`,
  );
  env = {
    ...own,
    HOME: folder,
    NO_COLOR: "1",
    PULUMI_SKIP_CONFIRMATIONS: "true",
    SANDBOX_ADMIN: sandbox.admin,
  };
}

/** Replaces the values of the pages that only the reader has. */
function filledIn(code: string): string {
  return code
    .replaceAll("node ../pulumi-registrar/dist/cli.js", "npx pulumi-registrar")
    .replace(/\bREGISTRAR_BASE_URL=\S+/g, `REGISTRAR_BASE_URL=${sandbox.url}`)
    .replace(/\bREGISTRAR_API_TOKEN=\S+/g, `REGISTRAR_API_TOKEN=${sandbox.token}`)
    .replace("PULUMI_BACKEND_URL=file://~", 'PULUMI_BACKEND_URL="$PULUMI_BACKEND_URL"')
    .replace("config set --secret authCode", "config set --secret authCode <<< sandbox-code")
    .replace(/--port 8080\b/g, "--port 0")
    .replace(/-p 53053\b/g, `-p ${sandbox.dns?.port}`)
    .replace(/127\.0\.0\.1:53080\b/g, (sandbox.redirects?.url ?? "").replace("http://", ""));
}

interface Project {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

async function run(block: Block, { cwd, env: given }: Project): Promise<Ended> {
  const file = join(folder, "block.sh");
  // The page's next block begins with what this one exports, and where this one ends.
  const save = `export -p | grep -E 'REGISTRAR_|PULUMI_' > '${carried}' || true\necho "cd '$PWD'" >> '${carried}'`;
  writeFileSync(file, `exec 2>&1\n. '${carried}'\n${filledIn(block.code)}\n${save}\n`);
  if (!conditionsOf(block).includes("until stopped"))
    return runShell(["bash", "-eo", "pipefail", file], { cwd, env: given });
  // Its first words say that it serves.
  const stop = (pid: number) => process.kill(-pid, "SIGTERM");
  return { ...(await runShell(["bash", "-eo", "pipefail", file], { cwd, env: given }, stop)), code: 0 };
}

/** A project as a reader of the page would have it: one domain, with what the pages name in it, and two stacks. */
async function projectOf(page: string): Promise<Project> {
  const own = mkdtempSync(join(folder, `${page.replaceAll("/", "-")}-`));
  const [cwd, stateDir] = [join(own, "domains"), join(own, "state")];
  mkdirSync(stateDir);
  sandbox.reset();
  const { dashboard } = sandbox;
  dashboard.addRecord("example.com", { type: "CNAME", name: "www", content: "example.net", ttl: 300 });
  dashboard.addRecord("example.com", { type: "MX", name: "", content: "mail.example.net", ttl: 300, priority: 10 });
  dashboard.addForward("example.com", { source: "shop", destination: "https://shop.example.net/" });
  writeProject(
    cwd,
    `const hello = { domain: "example.com", type: "TXT", name: "hello", content: "hello", ttl: 300 };
new (require("pulumi-registrar").DnsRecord)("hello", hello);\n`,
  );
  writeFileSync(carried, "");
  const project = { cwd, env: { ...env, PULUMI_BACKEND_URL: pathToFileURL(stateDir).href } };
  // Lists of the sandbox are fresh, unless a profile says otherwise.
  const stacks = ["production", "dev"].map(
    (stack) => `pulumi stack init ${stack}\npulumi config set registrar:staleListSeconds 1\n`,
  );
  const code = stacks.join("");
  const made = await run({ page, place: 0, line: 0, language: "sh", note: undefined, code }, project);
  expect([made.code, made.code === 0 ? "" : made.output]).toEqual([0, ""]);
  return project;
}

it("every shell block is run, or says why not", () => {
  const silent = blocks.filter((block) => isShell(block) && !/^(?:run\b|not run: .{10})/.test(block.note ?? ""));
  expect(
    silent.map(({ page, line }) => `${page}:${line} needs <!-- run --> or <!-- not run: reason --> above it`),
  ).toEqual([]);
  expect(blocks.filter(isRun).length).toBeGreaterThan(10);
  const guides = blocks.filter((block) => isRun(block) && /^docs\/guides\//.test(block.page));
  const mute = guides.filter((block) => !outputAfter(block) && !/\b(?:prints|writes) nothing/.test(block.note ?? ""));
  expect(
    mute.map(
      ({ page, line }) => `${page}:${line} needs <!-- output --> after it, "prints nothing" or "writes nothing"`,
    ),
  ).toEqual([]);
  for (const name of ["curl", "dig"] as const)
    for (const block of blocks.filter((each) => isRun(each) && new RegExp(`^ *${name} `, "m").test(each.code)))
      expect(conditionsOf(block)).toContain(`with ${name}`);
});

it("every block of data or JavaScript can be read", () => {
  const yaml: { load(text: string): unknown } = createRequire(require.resolve("@pulumi/pulumi"))("js-yaml");
  const readers: Record<string, (code: string) => unknown> = {
    json: (code) => JSON.parse(code),
    yaml: (code) => yaml.load(code),
    js: (code) => new Script(code),
  };
  const read = blocks.filter(({ language }) => language in readers);
  expect(read.length).toBeGreaterThan(5);
  const unread = read.flatMap(({ page, line, language, code }) => {
    try {
      readers[language]?.(code);
      return [];
    } catch (error) {
      return [`${page}:${line}: ${error}`];
    }
  });
  expect(unread).toEqual([]);
});

const installPlugin = `tar -czf plugin.tgz -C "${join(root, "exe")}" .
pulumi plugin install resource registrar 0.1.0 --reinstall --file plugin.tgz\n`;

/** Puts the last program in TypeScript above a block in place of the project's. */
function useProgram({ page, place }: Block, { cwd }: Project): void {
  appendFileSync(carried, `cd '${cwd}'\n`);
  const [program] = blocksOf(page)
    .filter((each) => each.language === "ts" && each.place < place)
    .slice(-1);
  writeFileSync(join(cwd, "index.ts"), program?.code ?? "");
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: domains\nruntime: nodejs\nmain: index.ts\n");
}

const written = () => sandbox.log.entries({ writes: true }).length;

/** Runs blocks of a page one after another. */
async function runAll(page: string, chosen: readonly Block[]): Promise<void> {
  const project = await projectOf(page);
  for (const block of chosen) {
    if (conditionsOf(block).includes("in an empty folder")) {
      project.cwd = mkdtempSync(join(folder, "empty-"));
      writeFileSync(carried, "");
    }
    const [, profile] = /profile ([\w-]+)/.exec(block.note ?? "") ?? [];
    if (profile !== undefined) sandbox.setProfile(profile);
    if (conditionsOf(block).includes("with the program above")) useProgram(block, project);
    if (conditionsOf(block).includes("with the plugin")) await run({ ...block, code: installPlugin }, project);
    if (conditionsOf(block).includes("after an up")) await run({ ...block, code: "pulumi up\n" }, project);
    if (conditionsOf(block).includes("after an edit by hand")) {
      const { id = 0 } = sandbox.records("example.com").find(({ name }) => name === "hello") ?? {};
      sandbox.dashboard.editRecord("example.com", id, { content: "edited by hand" });
    }
    const expected = Number(/exits with (\d+)/.exec(block.note ?? "")?.[1] ?? 0);
    const before = written();
    const { code, output } = await run(block, project);
    const place = `${page}:${block.line}`;
    expect([place, code, code === expected ? "" : output]).toEqual([place, expected, ""]);
    const [, writes] = /writes (nothing|\d+)/.exec(block.note ?? "") ?? [];
    if (writes !== undefined) expect([place, written() - before]).toEqual([place, Number(writes) || 0]);
    const replaced = {
      [sandbox.url]: "https://registrar.example/api",
      [project.cwd]: "~/domains",
      [root]: "~/pulumi-registrar",
    };
    const shown = outputAfter(block);
    if (shown !== undefined) expectShown(shown, output, replaced);
    else if (conditionsOf(block).includes("prints nothing")) expect([place, output]).toEqual([place, ""]);
  }
}

needing("pulumi").describe("the shell blocks of", () => {
  beforeAll(prepare);
  afterAll(() => sandbox.close());
  for (const page of shown) {
    const all = blocksOf(page).filter((block) => isShell(block) && isRun(block));
    const programOf = (block: Block) => optional.find((name) => conditionsOf(block).includes(`with ${name}`));
    for (const program of [undefined, ...optional]) {
      const chosen = all.filter((block) => programOf(block) === program);
      if (chosen.length > 0) needing(program).it(page, () => runAll(page, chosen));
    }
  }
});
