/**
 * `npm run pictures`: records what commands print into docs/images/, as SVG. With the Pulumi CLI installed, also a comment on a pull
 * request; with Chromium, also the dashboard as PNG. Other programs run on the small engine. Run it after a change of an output, and
 * look at the result.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chromium } from "../test/support/chromium.ts";
import { recordsAt, startCommand } from "../test/support/commands.ts";
import { chooseEngine, openTestStack } from "../testing/internal.ts";
import { startSandbox } from "../testing/sandbox/index.ts";

const root = join(__dirname, "..");
const images = join(root, "docs", "images");
const domain = "example.com";
const columns = 88;

const colours: Record<string, string> = { 31: "#ff8a8a", 32: "#7ee2a8", 33: "#ffd479", 35: "#d9a6ff" };
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const coloured = /\p{Cc}\[(\d+)m(\P{Cc}*)/gu;

/** A line with codes of colours, as SVG. */
const spans = (line: string): string =>
  escaped(line).replace(coloured, (_, code: string, text: string) =>
    colours[code] === undefined ? text : `<tspan fill="${colours[code]}">${text}</tspan>`,
  );

/** Colours end at the end of a line, and addresses of this run get those of an example. */
function lines(text: string): string[] {
  let open = "";
  return text
    .replaceAll(/127\.0\.0\.1:\d+(\/admin\/\w+)?/g, (_, admin) => `127.0.0.1:8080${admin ? "/admin/..." : ""}`)
    .replaceAll(/\r?\n\nDuration: .*/g, "")
    .trim()
    .split("\n")
    .map((line) => {
      const whole = open + line;
      const last = Number.parseInt(whole.split("\u001b[").at(-1) ?? "", 10);
      if (whole.includes("\u001b[")) open = last === 39 ? "" : `\u001b[${last}m`;
      return whole;
    });
}

const looks = {
  terminal: { ink: "#e6e8f0", left: 16, top: 28, frame: '<rect width="100%" height="100%" rx="8" fill="#161a2b"/>' },
  /** As GitHub shows the body of examples/ci/github.yaml: the plan, indented, is a block of code. */
  comment: {
    ...{ ink: "#1f2328", left: 16, top: 70 },
    frame: `<rect width="100%" height="100%" rx="6" fill="#f6f8fa" stroke="#d1d9e0"/>
<rect width="100%" height="40" rx="6" fill="#ffffff" stroke="#d1d9e0"/>
<text x="16" y="26" font-family="sans-serif" font-size="14"><tspan font-weight="bold">github-actions</tspan> commented</text>`,
  },
};

function draw(name: string, title: string, text: readonly string[], look: keyof typeof looks): void {
  const { ink, left, top, frame } = looks[look];
  const [width, height] = [columns * 7.9 + 32, text.length * 18 + top];
  const rows = text.map(
    (line, at) => `<text x="${left}" y="${at * 18 + top}" xml:space="preserve">${spans(line)}</text>`,
  );
  writeFileSync(
    join(images, `${name}.svg`),
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
  role="img" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="${ink}">
<title>${escaped(title)}</title>
${frame}
${rows.join("\n")}
</svg>
`,
  );
}

const write = (name: string, command: string, text: string) =>
  draw(name, command, [`$ ${command}`, ...lines(text)], "terminal");

/** Arguments of Node for the built command in a terminal of a fixed width. */
const terminal = (...args: string[]) => [
  "-e",
  `Object.assign(process.stdout, { isTTY: true, columns: ${columns} });
   process.argv.splice(1, 0, "pulumi-registrar"); require(${JSON.stringify(join(root, "dist", "cli.js"))});`,
  "--",
  ...args,
];

/** A new project on this package, and a function that replaces its program. */
function project(): { folder: string; declare(program: string): void } {
  const folder = mkdtempSync(join(tmpdir(), "pictures-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const plain = "name: site\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n";
  writeFileSync(join(folder, "Pulumi.yaml"), plain);
  writeFileSync(join(folder, "package.json"), "{}\n");
  const declare = (program: string) =>
    writeFileSync(
      join(folder, "index.js"),
      `const { DnsRecord, DnsZone, DomainRegistration } = require("pulumi-registrar");\n${program}`,
    );
  return { folder, declare };
}

const www = (content: string) =>
  `new DnsRecord("www", { domain: "${domain}", type: "A", name: "www", content: "${content}", ttl: 300 });\n`;
const mail = `new DnsRecord("mail", { domain: "${domain}", type: "MX", name: "@", content: "mail.example.net", priority: 10 });\n`;

/** Runs `try`: the first program, and after an edit by hand another one. @returns the text of the second round */
async function tryOut(first: string, edit: (dashboard: string) => Promise<unknown>, second: string): Promise<string> {
  const { folder, declare } = project();
  declare(first);
  const { child, ended, until } = startCommand(terminal("try"), { FORCE_COLOR: "1" }, folder);
  const before = await until("Ctrl-C ends.\n");
  await edit(/Dashboard: (\S+)/.exec(before)?.[1] ?? "");
  declare(second);
  child.stdin.write("\n");
  const after = await until("Ctrl-C ends.\n");
  child.stdin.end();
  await ended;
  rmSync(folder, { recursive: true });
  return after;
}

const send = (method: string, url: string, body: unknown, headers = {}) =>
  fetch(url, { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
/** The plan of the preview that begins an `up`. */
const planIn = (text: string) => /Previewing[\s\S]*?(?=\nEdit the|\n.*Updating)/.exec(text)?.[0] ?? "";

async function commands(): Promise<void> {
  const editWww = async (dashboard: string) => {
    const row = (await recordsAt(dashboard, domain)).find(({ name }) => name === "www");
    return send("PATCH", `${dashboard}domains/${domain}/records/${row?.id}`, { content: "203.0.113.66" });
  };
  const repaired = await tryOut(www("192.0.2.10") + mail, editWww, www("192.0.2.10") + mail);
  write("try", "pulumi-registrar try   # www was edited in the dashboard; Enter", repaired);

  const order = `new DomainRegistration("new", { domain: "my-garden.com", years: 1, maxPrice: 20 });\n`;
  const bought = await tryOut(mail, async () => {}, mail + order);
  write("price", "pulumi preview   # with a purchase", planIn(bought));

  const { folder, declare } = project();
  declare(www("192.0.2.10") + mail);
  const { sandbox, stack, close } = await openTestStack({
    cwd: folder,
    stack: "production",
    env: { REGISTRAR_ENGINE: "local" },
  });
  await stack.up();
  const [row] = sandbox.records(domain).filter(({ name }) => name === "www");
  sandbox.dashboard.editRecord(domain, row?.id ?? 0, { content: "203.0.113.66" });
  sandbox.dashboard.addRecord(domain, { type: "CNAME", name: "shop", content: "shops.example.net" });
  const file = join(folder, "state.json");
  writeFileSync(file, JSON.stringify(await stack.exportState({ showSecrets: true })));
  const env = { ...process.env, FORCE_COLOR: "1", REGISTRAR_BASE_URL: sandbox.url, REGISTRAR_API_TOKEN: sandbox.token };
  const drift = spawn(process.execPath, terminal("drift", "--export", file, "--stack", "production"), { env });
  let report = "";
  for await (const text of drift.stdout) report += String(text);
  write("drift", "pulumi-registrar drift --stack production", report);
  await close();
  rmSync(folder, { recursive: true });
}

/** Draws the comment of the job `preview` in examples/ci/github.yaml: messages, then the plan. Needs the Pulumi CLI. */
async function comment(): Promise<void> {
  const { folder, declare } = project();
  const zone = (records: string) =>
    `new DnsZone("zone", { domain: "${domain}", mode: "authoritative", maxUnlistedDeletes: 5, records: { ${records} } });\n`;
  declare(zone('"www A": ["192.0.2.10"], "@ MX": ["10 mail.example.net"]'));
  const { sandbox, stack, close } = await openTestStack({ cwd: folder, stack: "production", parallel: 1 });
  await stack.up();
  sandbox.dashboard.addRecord(domain, { type: "A", name: "shop", content: "192.0.2.20" });
  await stack.refresh();
  declare(zone('"www A": ["192.0.2.11"], "docs CNAME": ["docs.example.net"]'));
  const { output, diagnostics } = await stack.preview();
  const messages = diagnostics.flatMap(({ message }) => message.trimEnd().split("\n"));
  const plan = lines(output).filter((line) => line !== "" && !messages.includes(line));
  draw(
    "comment",
    "A comment on a pull request: messages and the plan of its preview",
    [...messages, ...plan],
    "comment",
  );
  await close();
  rmSync(folder, { recursive: true });
}

/** The dashboard with thirty domains. */
async function dashboard(file: string): Promise<void> {
  const names = "aurora bramble cobalt dune ember fjord glade harbor iris juniper kestrel lumen meadow nimbus onyx";
  const more = "pebble quartz river sable thistle umber velvet willow xenon yarrow zephyr alder";
  const sandbox = await startSandbox({ domains: `${names} ${more}`.split(" ").map((name) => `${name}.example`) });
  const { dashboard: hand } = sandbox;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  hand.editDomain("kestrel.example", { expires: days(-5) });
  hand.editDomain("dune.example", { expires: days(12) });
  for (const name of ["aurora", "fjord", "onyx"]) hand.editDomain(`${name}.example`, { locked: true });
  hand.editDomain("glade.example", { nameservers: ["ada.ns.example.net", "bob.ns.example.net"] });
  for (let n = 1; n <= 12; n++) hand.addRecord(domain, { type: "A", name: `host${n}`, content: `192.0.2.${n}` });
  hand.addRecord(domain, { type: "MX", name: "", content: "mail.example.net", priority: 10 });
  hand.addForward(domain, { source: "go", destination: "https://example.net/start" });
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const call = (method: string, path: string, body?: unknown) =>
    send(method, `${sandbox.url}/registrar/v1${path}`, body, headers);
  for (const name of ["dune", "ember", "fjord"]) await call("GET", `/domains/${name}.example/records`);
  await call("POST", `/domains/${domain}/records`, { type: "A", name: "api", content: "nowhere" });
  await call("PUT", "/contacts/ATOM-1001", { email: "new@example.com" });
  const browser = await Chromium.start(file);
  await browser.open(sandbox.dashboardUrl, { width: 1440, height: 900 }, "document.querySelector('#main table')");
  const { data } = (await browser.send("Page.captureScreenshot", { format: "png" })) as { data: string };
  writeFileSync(join(images, "dashboard.png"), Buffer.from(data, "base64"));
  await browser.close();
  await sandbox.close();
}

async function main(): Promise<void> {
  mkdirSync(images, { recursive: true });
  await commands();
  if ((await chooseEngine()).engine === "pulumi") await comment();
  const found = ["chromium", "google-chrome"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (found !== undefined) await dashboard(found);
}

void main();
