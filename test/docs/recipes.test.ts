/** The recipes of examples/ci and the commands of docs/guides/ci.md: each shell step runs, job by job, as on the runners. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { type Sandbox, startSandbox } from "../../testing/sandbox/index.ts";
import { withServer } from "../api/server.ts";
import { command } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { needing } from "../support/optional.ts";
import { blocksOf, root } from "./markdown.ts";
import { type Ended, runShell, shellsIn, writeProject } from "./shell.ts";

/** The YAML reader that Pulumi's SDK brings. */
const yaml: { load(text: string): unknown } = createRequire(require.resolve("@pulumi/pulumi"))("js-yaml");

/** The shell steps that a runner would run of a job. */
interface Job {
  name: string;
  /** The shell with the options that the runner gives it. */
  shell: string[];
  scripts: string[];
  /** Places of scripts that run after one that failed, too. */
  always?: readonly number[];
}

const textOf = (kind: string) => readFileSync(join(root, "examples", "ci", `${kind}.yaml`), "utf8");
/** This machine doesn't need it: the modules are there. */
const isInstall = (script: string) => script.trim() === "npm ci";

/** `shell: bash` makes the runner stop at failures inside of pipes, too. */
const githubWorkflow = z.object({
  defaults: z.object({ run: z.object({ shell: z.literal("bash") }) }),
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ if: z.string().optional(), run: z.string().optional() })) }),
  ),
});
const github = Object.entries(githubWorkflow.parse(yaml.load(textOf("github"))).jobs).map(([name, { steps }]): Job => {
  const own = steps.flatMap(({ run = "npm ci", if: when = "" }) => (isInstall(run) ? [] : [{ run, when }]));
  return {
    ...{ name, shell: ["bash", "--noprofile", "--norc", "-eo", "pipefail"] },
    scripts: own.map(({ run }) => run),
    always: own.flatMap(({ when }, place) => (when.includes("!cancelled()") ? [place] : [])),
  };
});

/** A GitLab runner runs all lines of a job in one shell that stops at failures, also inside of pipes. */
const lines = z.union([z.string(), z.array(z.string())]).default([]);
const gitlabWorkflow = z.record(z.string(), z.object({ before_script: lines, script: lines }));
const { default: general, ...gitlabWork } = gitlabWorkflow.parse(yaml.load(textOf("gitlab")));
const gitlabJobs = Object.entries(gitlabWork).map(([name, { script }]): Job => {
  const all = [general?.before_script ?? [], script].flat().filter((line) => !isInstall(line));
  return { name, shell: ["bash", "-eo", "pipefail"], scripts: [all.join("\n")] };
});

/** Complete programs one after another, each in processes of their own. */
jest.setTimeout(240_000);

const domain = "example.com";
const folder = newFolder();
const project = join(folder, "project");
const stateDir = join(folder, "state");
const block = (note: string) => {
  const found = blocksOf("docs/guides/ci.md").find((candidate) => candidate.note === note);
  if (found === undefined) throw new Error(`docs/guides/ci.md has no block "${note}"`);
  return found;
};

const program = `const registrar = require("pulumi-registrar");
const domain = "${domain}";
const www = new registrar.DnsRecord("www", { domain, type: "A", name: "www", content: "192.0.2.10", ttl: 300 });
new registrar.DomainLock("lock", { domain }, { dependsOn: www });
`;

const gitlab = withServer();
let sandbox: Sandbox;
let env: NodeJS.ProcessEnv;

async function prepare(): Promise<void> {
  writeProject(project, program);
  mkdirSync(stateDir);
  sandbox = await startSandbox();
  gitlab.respond = () => ({ status: 201, json: {} });
  const shells = shellsIn(folder, sandbox);
  // `npm ci` links no command of a package that isn't built yet: npx finds it among the global ones.
  shells.tool("pulumi-registrar", `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(command)} "$@"`);
  // GitHub's command, as far as it is used: it keeps the comment.
  shells.tool(
    "gh",
    `set -e\ntest "$1 $2 $3" = "pr comment 42"\ntest -n "$GH_TOKEN"\nfor last; do :; done\ncp "$last" "${folder}/comment.md"`,
  );
  env = {
    ...shells.env,
    npm_config_prefix: folder,
    // In place of PULUMI_ACCESS_TOKEN: the file backend.
    PULUMI_BACKEND_URL: pathToFileURL(stateDir).href,
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
    GH_TOKEN: "gh-token",
    PR: "42",
    GITLAB_TOKEN: "glpat-token",
    CI_API_V4_URL: `${gitlab.baseUrl}/v4`,
    CI_PROJECT_ID: "7",
    CI_MERGE_REQUEST_IID: "3",
  };
  const scripts = ["pulumi stack init production --non-interactive"];
  const made = await run({ name: "init", shell: ["bash", "-e"], scripts });
  expect([made.code, made.code === 0 ? "" : made.output]).toEqual([0, ""]);
}

const linesOf = (script: string) => script.trimEnd().split("\n");

/** Lines that ran already. */
const ran = new Set<string>();

/** A job without the lines that ran already. */
function anew({ name, shell, scripts }: Job): Job {
  const left = scripts.map((script) =>
    linesOf(script)
      .filter((line) => !ran.has(line))
      .join("\n"),
  );
  return { name, shell, scripts: left.filter((script) => script !== "") };
}

/** Runs the steps of a job, each in a shell of its own, until one fails; then only those that run always. */
async function run(job: Job, without: string[] = [], cwd = project): Promise<Ended> {
  for (const line of job.scripts.flatMap(linesOf)) ran.add(line);
  const given = Object.fromEntries(Object.entries(env).filter(([key]) => !without.includes(key)));
  const output: string[] = [];
  let code: number | null = 0;
  for (const [place, script] of job.scripts.entries()) {
    if (code !== 0 && !job.always?.includes(place)) continue;
    const file = join(folder, "step.sh");
    writeFileSync(file, script);
    const ended = await runShell([...job.shell, file], { cwd, env: given });
    output.push(ended.output);
    if (code === 0) code = ended.code;
  }
  return { code, output: output.join("") };
}

/** Runs a command of the page. */
const follow = (note: string) => run({ name: note, shell: ["bash", "-e"], scripts: [block(`run: ${note}`).code] });

/** Variables that a fork lacks: the access to the backend and to the registrar. */
const secrets = ["PULUMI_BACKEND_URL", "PULUMI_CONFIG_PASSPHRASE", "REGISTRAR_BASE_URL", "REGISTRAR_API_TOKEN"];

function jobOf(jobs: readonly Job[], name: string): Job {
  const job = jobs.find((candidate) => candidate.name === name);
  if (job === undefined || job.scripts.length === 0) throw new Error(`no steps in the job ${name}`);
  return job;
}

/** Runs a job that must succeed. */
async function succeeds(jobs: readonly Job[], name: string, without: string[] = []): Promise<string> {
  const { code, output } = await run(jobOf(jobs, name), without);
  expect([name, code, code === 0 ? "" : output]).toEqual([name, 0, ""]);
  return output;
}

const written = () => sandbox.log.entries().filter(({ method }) => method !== "GET").length;

it("the recipes of examples/ci take nothing from the event into a script: only through the environment", () => {
  const scripts = [...github, ...gitlabJobs].flatMap((job) => job.scripts);
  expect(scripts.length).toBeGreaterThanOrEqual(9);
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});

it.each(["github", "gitlab"])(
  "the recipe for %s keeps the notes of orders after an `up`, also after one that failed",
  (kind) => {
    const up = /^ *up:\n.*?^ *drift:\n/ms.exec(textOf(kind))?.[0] ?? "";
    expect(up).toMatch(/registrar-orders\b.*pulumi up/s);
    expect(up).toMatch(kind === "github" ? /if: always\(\)\n +uses: actions\/cache\/save@/ : /when: always/);
  },
);

needing("pulumi").describe("the recipes of examples/ci", () => {
  beforeAll(prepare);
  afterAll(() => sandbox.close());

  /** A program that a person must read the messages of: it deletes, buys, doubles an SPF policy, and fails. */
  const grave = (from: string) => `const registrar = require("${from}");
const zone = { domain: "example.org", mode: "authoritative", maxUnlistedDeletes: 20, records: { "www A": ["198.51.100.20"] } };
const good = [
  new registrar.DnsZone("zone", zone),
  new registrar.DomainRegistration("buy", { domain: "fresh.com", maxPrice: 50 }),
  new registrar.DnsRecord("spf", { domain: "${domain}", type: "TXT", name: "@", content: "v=spf1 -all" }),
];
// An error ends the preview: last.
const lost = { domain: "exmaple.com", type: "A", name: "@", content: "198.51.100.20" };
new registrar.DnsRecord("lost", lost, { dependsOn: good });
`;

  const fronts = [
    ["classes", "pulumi-registrar", ""],
    [
      "plugin",
      "pulumi-registrar/plugin",
      `plugins: { providers: [{ name: registrar, path: ${JSON.stringify(join(root, "exe"))} }] }\n`,
    ],
  ] as const;

  it.each(fronts)(
    "the comment of a preview shows what it deletes, a price, a warning and the error, first: %s",
    async (name, from, plugins) => {
      sandbox.dashboard.addRecord("example.org", { type: "A", name: "live", content: "192.0.2.99" });
      sandbox.dashboard.addRecord(domain, { type: "TXT", name: "@", content: "v=spf1 mx -all" });
      const cwd = join(folder, name);
      writeProject(cwd, grave(from));
      appendFileSync(join(cwd, "Pulumi.yaml"), plugins);
      const ended = await run(jobOf(github, "preview"), [], cwd);
      const comment = readFileSync(join(folder, "comment.md"), "utf8");
      const messages = comment.slice(0, comment.indexOf("Previewing update"));
      expect([ended.code, messages]).toEqual([1, expect.stringMatching(/^ {4}error: .*hold exmaple\.com/m)]);
      expect(messages).toMatch(/^ {4}example\.org: .*\b1 to delete\n(?: {6}.*\n)* {6}- live A 192\.0\.2\.99\n/m);
      expect(messages).toMatch(/fresh\.com .*\b13\.40 of at most 50\.00/);
      expect(messages).toMatch(/example\.com has 2 SPF policies/);

      gitlab.seen.length = 0;
      expect((await run(jobOf(gitlabJobs, "preview"), [], cwd)).code).toBe(1);
      expect(
        new URLSearchParams(gitlab.seen[0]?.body).get("body")?.slice(0, comment.length).split("\n").sort(),
      ).toEqual(comment.split("\n").sort());
      gitlab.seen.length = 0;
      ran.clear();
      sandbox.reset();
    },
  );

  it("GitHub: the plan as a comment, a fork's preview without a token or a call, up, and the nightly report", async () => {
    await succeeds(github, "preview");
    expect(readFileSync(join(folder, "comment.md"), "utf8")).toMatch(/^ {4}.*DnsRecord.*create/m);
    expect(sandbox.log.entries().map(({ operation }) => operation)).toEqual([
      // A page, and the page after it.
      "records.list",
      "records.list",
      "domains.get",
    ]);
    sandbox.log.clear();

    await succeeds(github, "preview-fork", secrets);
    expect(sandbox.log.count()).toBe(0);
    const summary = readFileSync(join(folder, "summary.md"), "utf8");
    expect(summary).toMatch(/^ {4}.*DnsRecord.*create/m);
    expect(summary).toMatch(/^ {4}.*The registrar was not read/m);
    rmSync(join(folder, "summary.md"));

    await succeeds(github, "up");
    expect(sandbox.records(domain).map(({ name, content }) => [name, content])).toEqual([["www", "192.0.2.10"]]);
    expect(sandbox.domain(domain).locked).toBe(true);

    const [www] = sandbox.records(domain);
    sandbox.dashboard.editRecord(domain, www?.id ?? 0, { content: "203.0.113.66" });
    sandbox.dashboard.addRecord(domain, { type: "A", name: "test", content: "192.0.2.99" });
    // A run that fails before it compares anything.
    expect((await run(jobOf(github, "drift"), ["PULUMI_CONFIG_PASSPHRASE"])).code).toBe(1);
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toMatch(/error: .*passphrase/);
    rmSync(join(folder, "summary.md"));
    const before = written();
    const { code, output } = await run(jobOf(github, "drift"));
    expect([code, code === 7 ? "" : output]).toEqual([7, ""]);
    expect(output).toContain("::warning title=Drift%3A DnsRecord www::content: 192.0.2.10 -> 203.0.113.66");
    expect(output).toContain("::notice title=Unmanaged::test.example.com A 192.0.2.99");
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("`203.0.113.66`");
    expect(written()).toBe(before);
  });

  needing("curl").it("GitLab, where it differs: the plan as a note, and the nightly report", async () => {
    const left = gitlabJobs.map(anew).filter(({ scripts }) => scripts.length > 0);
    expect(left.map(({ name }) => name)).toEqual(["preview", "preview-fork", "drift"]);
    expect(await succeeds(gitlabJobs, "preview-fork", secrets)).toContain("The registrar was not read");
    await succeeds(left, "preview");
    expect(gitlab.seen).toEqual([
      expect.objectContaining({
        path: "/api/v4/projects/7/merge_requests/3/notes",
        headers: expect.objectContaining({ "private-token": "glpat-token" }),
      }),
    ]);
    expect(new URLSearchParams(gitlab.seen[0]?.body).get("body")).toMatch(/^ {4}.*DnsRecord.*create/m);
    const { code, output } = await run(jobOf(left, "drift"));
    expect([code, output]).toEqual([
      7,
      expect.stringMatching(/DnsRecord www +content +192\.0\.2\.10 +203\.0\.113\.66/),
    ]);
  });

  it("the commands for drift, and for a lock that refuses", async () => {
    const refreshed = await follow("refresh");
    expect([refreshed.code, refreshed.output]).toEqual([7, expect.stringContaining("203.0.113.66")]);

    const destroyed = await follow("destroy");
    expect([destroyed.code, destroyed.output]).toEqual([1, expect.stringMatching(/unlock/i)]);
    expect(sandbox.records(domain).map(({ name }) => name)).toEqual(["www", "test"]);
    expect(sandbox.domain(domain).locked).toBe(true);
  });
});
