import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { gzipSync } from "node:zlib";
import type { Report } from "../../cli/drift/report.ts";
import { newFolder } from "../support/folder.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, forward, person, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { runDrift } from "./runDrift.ts";
import { deploymentOf, writeState } from "./stateFile.ts";

const folder = newFolder();
const file = join(folder, "state.json");

const many: Program = Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`r${i}`, a(`r${i}`, `192.0.2.${i}`)]));

/** Applies a program and writes its state. */
async function applied(program: Program): Promise<HandlerStack> {
  const stack = new HandlerStack(quick);
  expect((await stack.up(program)).errors).toEqual({});
  writeState(file, stack, { "registrar:staleListSeconds": "0" });
  return stack;
}

async function reported(...args: string[]): Promise<{ code: number; report: Report }> {
  const { code, stdout } = await runDrift(["--export", file, "--json", ...args]);
  return { code, report: JSON.parse(stdout) };
}

describe("an account in pages of 20, with the service's own records in its lists", () => {
  const registrar = withRegistrar({ profile: "page-cap" });
  const dashboard = () => registrar.sandbox.dashboard;

  it("reads each list once, whatever the number of resources, and a clean account is said in a line", async () => {
    await applied(many);
    registrar.calls();
    expect(await runDrift(["--export", file])).toEqual({ code: 0, stdout: "dev of site: 45 resources, no drift.\n" });
    expect(registrar.calls()).toEqual(["GET records.list", "GET forwards.list"]);
    registrar.calls();
    await runDrift(["--export", file, "--no-unmanaged"]);
    expect(registrar.calls()).toEqual(["GET records.list"]);
  });

  it("stops at a token that is refused, and prints that once", async () => {
    registrar.sandbox.addDomain("example.org");
    const other = { handler: "domainLock" as const, args: { domain: "example.org" } };
    await applied({ ...many, go: forward("go", "https://x.example/"), other });
    registrar.calls();
    process.env["REGISTRAR_API_TOKEN"] = "wrong-token";
    const { code, report } = await reported();
    expect([code, report.errors.map((error) => [error.code, error.resources.length])]).toEqual([
      1,
      [["ERR_REGISTRAR_UNAUTHORIZED", 47]],
    ]);
    expect(registrar.calls().length).toBeLessThan(5);
  });

  it("says for each changed and gone row what repairs it and what keeps it", async () => {
    const program = {
      www: a("www", "192.0.2.1", { ttl: 300 }),
      gone: a("gone", "192.0.2.2"),
      "an odd name": record("TXT", "t", { content: "ours" }),
      lock: { handler: "domainLock" as const, args: { domain: "example.com" } },
    };
    const stack = await applied(program);
    const ids = Object.fromEntries(registrar.sandbox.records("example.com").map(({ name, id }) => [name, id]));
    dashboard().editRecord("example.com", ids["www"] ?? 0, { content: "192.0.2.9", ttl: 600 });
    dashboard().deleteRecord("example.com", ids["gone"] ?? 0);
    dashboard().editRecord("example.com", ids["t"] ?? 0, { content: "x".repeat(100) });
    dashboard().unlock("example.com");
    const { stdout } = await runDrift(["--export", file, "--stack", "my dev"]);
    const [, remedies = ""] = stdout.split("repairs all:\n");
    expect(remedies).toContain(readFileSync(join(__dirname, "..", "cases", "driftRemedies.txt"), "utf8"));
    const { isTTY, columns } = process.stdout;
    Object.assign(process.stdout, { isTTY: true, columns: 80 });
    const narrow = await runDrift(["--export", file, "--stack", "a stack of some length"]);
    Object.assign(process.stdout, { isTTY, columns });
    const lines = stripVTControlCharacters(narrow.stdout).split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines).toContain("            pulumi up --refresh --stack 'a stack of some length' \\");
    const markdown = await runDrift(["--export", file, "--format", "markdown"]);
    expect(markdown.stdout).toContain(
      "- DnsRecord `gone`: to repair it, `pulumi up --refresh --target '**:DnsRecord::gone'`; to keep",
    );
    // The command runs a refresh and an update.
    await stack.refresh();
    await stack.up(program);
    writeState(file, stack, { "registrar:staleListSeconds": "0" });
    expect(await reported("--no-unmanaged")).toMatchObject({ code: 0, report: { drift: [] } });
  });

  it("names ignoreChanges where it keeps an update from the repair", async () => {
    const stack = await applied({ www: a("www", "192.0.2.1", { ttl: 300 }) });
    const [{ id } = { id: 0 }] = registrar.sandbox.records("example.com").filter(({ name }) => name === "www");
    dashboard().editRecord("example.com", id, { ttl: 600 });
    expect(stack.state.size).toBe(1);
    const state: { deployment: { resources: Record<string, unknown>[] } } = JSON.parse(readFileSync(file, "utf8"));
    for (const row of state.deployment.resources) Object.assign(row, { ignoreChanges: ["ttl"] });
    writeFileSync(file, JSON.stringify(state));
    const target = "pulumi up --refresh --target '**:DnsRecord::www'";
    const { report } = await reported();
    expect(report.drift).toMatchObject([
      { repair: `remove ttl from ignoreChanges; then ${target}`, keep: "nothing to do" },
    ]);
  });

  it("ends with 7 for what is in no program only where that is asked for", async () => {
    await applied({ www: a("www", "192.0.2.1") });
    dashboard().addRecord("example.com", { type: "A", name: "extra", content: "192.0.2.2" });
    expect((await reported()).code).toBe(0);
    const { unmanaged, notes } = (await reported()).report;
    expect(unmanaged.map(({ name }) => name)).toEqual(["extra"]);
    expect(notes).toEqual([
      "example.com: left out 4 records of types that this package does not manage (ALIAS, HTTPS, TLSA, URL).",
      "example.com: left out 1 record that can't be read (MX: content is missing).",
    ]);
    expect((await reported("--fail-on-unmanaged")).code).toBe(7);
    expect((await reported("--no-unmanaged", "--fail-on-unmanaged")).code).toBe(0);
  });

  it("prints the `pulumi import` commands for rows that a stack of the plugin lacks", async () => {
    await applied({ www: a("www", "192.0.2.1") });
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("pulumi-nodejs:dynamic/registrar:", "registrar:index:"));
    const { id } = dashboard().addRecord("example.com", { type: "MX", name: "", content: "mail.example.net" });
    for (const content of ["192.0.2.2", "192.0.2.3"])
      for (const name of ["www", "api"]) dashboard().addRecord("example.com", { type: "A", name, content });
    const own = registrar.sandbox.records("example.com").filter(({ name }) => name === "www");
    const shop = dashboard().addForward("example.com", { source: "shop", destination: "https://x.example/" });
    const { stdout } = await runDrift(["--export", file]);
    expect(stdout.slice(stdout.indexOf("To manage them"))).toBe(
      `To manage them, in the project's folder; each command prints what to add to the program:
  pulumi import registrar:index:DnsRecord example-com-mx-${id} example.com/@/MX/${id}
  pulumi import registrar:index:DnsRecord example-com-www-a-${own[1]?.id} example.com/www/A/${own[1]?.id}
  pulumi import registrar:index:DnsRecordSet example-com-api-a example.com/api/A
  pulumi import registrar:index:DnsRecord example-com-www-a-${own[2]?.id} example.com/www/A/${own[2]?.id}
  pulumi import registrar:index:UrlForward example-com-shop-forward-${shop.id} example.com/shop/FORWARD/${shop.id}
`,
    );
  });

  it("tells a change that waits for approval beside what changed, and without a value", async () => {
    const owner = (email: string): Program => ({ owner: { handler: "contact", args: { ...person, email } } });
    const stack = await applied(owner(person.email));
    expect((await stack.up(owner("ada@new.example"))).errors).toEqual({});
    writeState(file, stack);
    const { code, stdout } = await runDrift(["--export", file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /1 resource, no drift, 1 waiting\.\n\nwaiting: Contact \S+: .*approval of the new email, .* the old one stays\./,
    );
    for (const format of ["markdown", "github"]) {
      expect((await runDrift(["--export", file, "--format", format])).stdout).toMatch(/Waiting for approval.*Contact/s);
    }
    expect(stdout).not.toContain("@");
  });

  it("tells a failed reading as an error, once for all, and never as gone", async () => {
    await applied({ www: a("www", "192.0.2.1"), api: a("api", "192.0.2.2"), shop: forward("s", "https://x.example/") });
    registrar.sandbox.fault({ operation: "records.list", fault: { status: 403 } });
    const [shop] = registrar.sandbox.forwards("example.com");
    dashboard().deleteForward("example.com", shop?.id ?? 0);
    const { code, report } = await reported();
    expect(code).toBe(1);
    expect(report.errors.map(({ resources }) => resources)).toEqual([["www", "api"]]);
    expect(report.drift.map(({ name, kind }) => [name, kind])).toEqual([["shop", "gone"]]);
    const { stdout } = await runDrift(["--export", file]);
    expect(stdout).toContain("3 resources, 1 gone, 2 not readable.");
    expect(stdout).toContain("error: www, api: ");
  });

  it("takes the settings from the state, and the environment's before those", async () => {
    const stack = await applied({ www: a("www", "192.0.2.1") });
    const { url, token } = registrar.sandbox;
    const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
    const tokenIn = (secret: object) => ({ "registrar:apiToken": { ...mark, ...secret } });
    const write = (secret: object) => {
      const config = { "registrar:baseUrl": url, ...tokenIn(secret), "registrar:staleListSeconds": "0" };
      const latest = deploymentOf(stack, config);
      // A file backend's checkpoint, compressed.
      writeFileSync(file, gzipSync(JSON.stringify({ version: 3, checkpoint: { stack: "dev", latest } })));
    };
    delete process.env["REGISTRAR_BASE_URL"];
    delete process.env["REGISTRAR_API_TOKEN"];
    write({ plaintext: JSON.stringify(token) });
    expect((await runDrift(["--export", file])).code).toBe(0);
    write({ ciphertext: "v1:c2VhbGVk" });
    await expect(runDrift(["--export", file])).rejects.toThrow(/is encrypted\. .*--show-secrets/);
    process.env["REGISTRAR_API_TOKEN"] = token;
    expect((await runDrift(["--export", file])).code).toBe(0);
  });

  it("writes the job's summary, and annotations that nothing live can break out of", async () => {
    const stack = await applied({ txt: record("TXT", "t", { content: "ours" }), gone: a("gone", "192.0.2.1") });
    const rows = registrar.sandbox.records("example.com");
    const idOf = (wanted: string) => rows.find(({ type }) => type === wanted)?.id ?? 0;
    const hostile = "50%\r\n::error::`x` | <b>\u001b[2J\u202e";
    dashboard().editRecord("example.com", idOf("TXT"), { content: hostile });
    dashboard().deleteRecord("example.com", idOf("A"));
    for (const [i, name] of ["\n::error::b", "a|b", "[x](https://x.example/)"].entries()) {
      dashboard().addForward("example.com", { source: `f${i}`, destination: `https://x.example/${name}`, type: name });
    }
    expect(stack.state.size).toBe(2);
    const summary = join(folder, "summary.md");
    process.env["GITHUB_STEP_SUMMARY"] = summary;
    try {
      const { code, stdout } = await runDrift(["--export", file, "--format", "github"]);
      expect(code).toBe(7);
      const commands = stdout.split("\n").filter((line) => line.startsWith("::"));
      expect(commands.map((line) => line.split("::").slice(0, 2).join("::"))).toEqual([
        "::warning title=Drift%3A DnsRecord gone",
        "::warning title=Drift%3A DnsRecord txt",
        ...Array(3).fill("::notice title=Unmanaged"),
      ]);
      expect(commands[1]).toContain("ours -> ");
      expect(commands[1]).toContain("50%25");
      const text = readFileSync(summary, "utf8");
      expect(text).toContain("| DnsRecord `txt` | `content` | `ours` |");
      expect(text).toContain("| DnsRecord `gone` | gone |");
      expect(text).toContain("| `a\\|b` |");
      expect(text).not.toMatch(/[^`/]\[x\]\(/);
      const markdown = await runDrift(["--export", file, "--format", "markdown"]);
      const table = await runDrift(["--export", file]);
      expect(markdown.stdout).toBe(text);
      for (const shown of [stdout, text, table.stdout]) {
        expect(shown.split("\n").filter((line) => /^::error|\p{Cc}|\p{Cf}/u.test(line))).toEqual([]);
      }
    } finally {
      delete process.env["GITHUB_STEP_SUMMARY"];
    }
  });
});

describe("a zone as one resource", () => {
  const registrar = withRegistrar();
  const zone = (rest: Record<string, unknown>): Program => ({
    zone: {
      handler: "dnsZone",
      args: {
        domain: "example.com",
        records: [
          { type: "A", name: "www", content: "192.0.2.1", ttl: 300 },
          { type: "TXT", name: "@", content: "v=spf1 -all" },
          { type: "MX", name: "@", content: "mail.example.net", priority: 10 },
        ],
        ...rest,
      },
    },
  });

  it.each([
    ["additive", {}, [], ["A dyn", "A extra"]],
    ["authoritative", { mode: "authoritative", ignoreRecords: ["dyn"] }, ['records["extra A"]'], []],
  ])("%s: tells its records one by one, and knows which are in no program", async (_, rest, more, unmanaged) => {
    await applied(zone(rest));
    const dashboard = registrar.sandbox.dashboard;
    const idOf = (wanted: string) =>
      registrar.sandbox.records("example.com").find(({ type }) => type === wanted)?.id ?? 0;
    expect((await reported()).report.drift).toEqual([]);
    dashboard.editRecord("example.com", idOf("A"), { content: "192.0.2.66", ttl: 600 });
    dashboard.deleteRecord("example.com", idOf("MX"));
    for (const name of ["dyn", "extra"]) dashboard.addRecord("example.com", { type: "A", name, content: "192.0.2.7" });
    registrar.calls();
    const { code, report } = await reported();
    expect([code, registrar.calls()]).toEqual([7, ["GET records.list", "GET forwards.list"]]);
    expect(report.drift.flatMap(({ changes }) => changes.map(({ path }) => path)).sort()).toEqual(
      ['records["@ MX"]', ...more, 'records["www A"][0]', 'ttls["www A"]'].sort(),
    );
    expect(report.unmanaged.map(({ type, name }) => `${type} ${name}`)).toEqual(unmanaged);
  });
});

describe("an account whose lists stop at 20 without a word", () => {
  withRegistrar({ profile: ["silent-cap"] });

  it("calls nothing gone that may be behind the end", async () => {
    await applied(Object.fromEntries(Object.entries(many).slice(0, 25)));
    const { code, report } = await reported();
    expect([code, report.drift]).toEqual([1, []]);
    expect(report.errors.flatMap(({ resources }) => resources).length).toBe(8);
    expect(report.notes).toEqual([expect.stringContaining("not proven complete")]);
  });
});

describe("a state through the Pulumi CLI", () => {
  const { PATH } = process.env;
  afterEach(() => {
    process.env["PATH"] = PATH;
  });

  it("runs the CLI in the project's folder, with the stack's name", async () => {
    const script = `#!/bin/sh\nprintf '%s' "$PWD $*" > asked\necho '{"version":3,"deployment":{}}'\n`;
    writeFileSync(join(folder, "pulumi"), script, { mode: 0o755 });
    process.env["PATH"] = `${folder}:${PATH}`;
    expect((await runDrift(["--cwd", folder, "--stack", "live"])).code).toBe(0);
    expect(readFileSync(join(folder, "asked"), "utf8")).toBe(
      `${realpathSync(folder)} stack export --show-secrets --non-interactive --stack live`,
    );
  });

  it("says what the CLI said, and never what it printed of the state", async () => {
    const script = "#!/bin/sh\necho in-clear\necho 'error: no stack named live found' >&2\nexit 255\n";
    writeFileSync(join(folder, "pulumi"), script, { mode: 0o755 });
    process.env["PATH"] = `${folder}:${PATH}`;
    const refusal: unknown = await runDrift(["--cwd", folder]).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/no stack named live found\. Name the project's folder with --cwd/);
    expect(String(refusal)).not.toContain("in-clear");
  });

  it("asks for a file if no CLI is installed", async () => {
    process.env["PATH"] = join(folder, "nowhere");
    await expect(runDrift(["--cwd", folder])).rejects.toThrow(/`pulumi` was not found.*--export/);
  });
});

it.each([
  ["no JSON", "resources: []", /not JSON.*pulumi stack export/],
  ["another JSON", "[]", /contains no deployment/],
  ["resources that are no list", '{"version":3,"deployment":{"resources":{}}}', /not a list/],
])("another file than a state is refused with what to do: %s", async (_, text, message) => {
  writeFileSync(file, text);
  await expect(runDrift(["--export", file])).rejects.toThrow(message);
});

it.each([
  ["nowhere.json", /nowhere\.json.*no such file or directory/],
  ["", /cannot be read: illegal operation on a directory\. Name a file/],
])("a state file that can't be read is refused by name: %j", async (name, message) => {
  await expect(runDrift(["--export", join(folder, name)])).rejects.toThrow(message);
});

it("a state before the first up is empty: nothing is compared, and no account is needed", async () => {
  writeFileSync(file, '{"version":3,"checkpoint":{"stack":"dev"}}');
  const { code, stdout } = await runDrift(["--export", file]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("holds no resources of this package")]);
});
