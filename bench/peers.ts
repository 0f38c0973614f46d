/**
 * Other tools that keep records as code, where they are installed. They do not do the same work: DNSControl compares with
 * a zone file on disk, octoDNS and Terraform ask a name server on this machine. What each includes is in docs/guides/records.md.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { measured } from "./measure.ts";
import type { LeftOut, Life, Measured, StepName, Subject } from "./subject.ts";

const port = 53_531;
const head = `$TTL 300
@ IN SOA ns1 hostmaster 1 3600 600 86400 300
@ IN NS ns1
ns1 IN A 127.0.0.1
`;

interface Row {
  name: string;
  content: string;
  ttl: number;
}

/** The records of `program/index.js`. */
function rowsOf(count: number, isChanged: boolean): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `host${index}`,
    content: `198.51.${index >> 8}.${index & 255}`,
    ttl: isChanged && index === 7 ? 600 : 300,
  }));
}

interface Tool {
  name: string;
  /** Programs that must be on PATH. */
  programs: readonly string[];
  /** Does it ask a name server? */
  asksServer: boolean;
  sizes: readonly number[];
  /** Writes what the tool is to make true. */
  declare(folder: string, rows: readonly Row[]): void;
  /** The command of a step: program and arguments. */
  command(step: StepName): readonly [string, ...string[]];
  env?(folder: string): NodeJS.ProcessEnv;
  stateFile?: string;
}

const dnscontrol: Tool = {
  name: "DNSControl (a zone file, no network)",
  programs: ["dnscontrol"],
  asksServer: false,
  sizes: [],
  declare(folder, rows) {
    mkdirSync(join(folder, "zones"), { recursive: true });
    const providers = { bind: { TYPE: "BIND", directory: "zones" }, none: { TYPE: "NONE" } };
    writeFileSync(join(folder, "creds.json"), JSON.stringify(providers));
    const records = rows.map(({ name, content, ttl }) => `  A("${name}", "${content}", TTL(${ttl}))`);
    writeFileSync(
      join(folder, "dnsconfig.js"),
      `D("example.com", NewRegistrar("none"), DnsProvider(NewDnsProvider("bind")), DefaultTTL(300));\n${chunks(records)
        .map((part) => `D_EXTEND("example.com",\n${part.join(",\n")}\n);`)
        .join("\n")}\n`,
    );
  },
  command: (step) => ["dnscontrol", step === "first apply" || step === "one change" ? "push" : "preview"],
};

const octodns: Tool = {
  name: "octoDNS (BIND, one transfer)",
  programs: ["octodns-sync", "named"],
  asksServer: true,
  sizes: [],
  declare(folder, rows) {
    mkdirSync(join(folder, "cfg"), { recursive: true });
    const records = rows.map(({ name, content, ttl }) => [name, { type: "A", ttl, value: content }]);
    // It owns the whole zone: without its address the name server refuses to lose its own.
    const ns1 = { type: "A", ttl: 300, value: "127.0.0.1" };
    writeFileSync(join(folder, "cfg", "example.com.yaml"), JSON.stringify({ ns1, ...Object.fromEntries(records) }));
    const bind = { class: "octodns_bind.Rfc2136Provider", host: "127.0.0.1", port, update_batch_size: 200 };
    const yaml = { class: "octodns.provider.yaml.YamlProvider", directory: "./cfg", default_ttl: 300 };
    const config = {
      providers: { yaml: { ...yaml, enforce_order: false }, bind },
      zones: { "example.com.": { sources: ["yaml"], targets: ["bind"] } },
    };
    writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
  },
  command(step) {
    const apply = step === "first apply" || step === "one change" ? ["--doit", "--force"] : [];
    return ["octodns-sync", "--config-file", "config.yaml", ...apply];
  },
};

const terraform: Tool = {
  name: "Terraform (BIND, a query a record)",
  programs: ["terraform", "terraform-provider-dns", "named"],
  asksServer: true,
  sizes: [],
  declare(folder, rows) {
    const provider = `terraform {\n required_providers {\n dns = { source = "hashicorp/dns" }\n }\n}
provider "dns" {\n update {\n server = "127.0.0.1"\n port = ${port}\n }\n}\n`;
    const resources = rows.map(
      ({ name, content, ttl }) =>
        `resource "dns_a_record_set" "${name}" {\n zone = "example.com."\n name = "${name}"\n addresses = ` +
        `["${content}"]\n ttl = ${ttl}\n}\n`,
    );
    writeFileSync(join(folder, "main.tf"), provider + resources.join(""));
  },
  command: (step) =>
    step === "first apply" || step === "one change"
      ? ["terraform", "apply", "-auto-approve", "-no-color"]
      : ["terraform", "plan", "-no-color", ...(step === "no change" ? ["-refresh=false"] : [])],
  env(folder) {
    const provider = found("terraform-provider-dns") ?? "";
    const settings =
      `provider_installation {\n dev_overrides { "hashicorp/dns" = ${JSON.stringify(join(provider, ".."))} }\n ` +
      `direct {}\n}\n`;
    writeFileSync(join(folder, "tf.rc"), settings);
    return { TF_CLI_CONFIG_FILE: join(folder, "tf.rc"), CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" };
  },
  stateFile: "terraform.tfstate",
};

/** The peers that can run here, and those that cannot. */
export function peers(sizes: { records: readonly number[]; zones: readonly number[] }): {
  subjects: Subject[];
  leftOut: LeftOut[];
} {
  const subjects: Subject[] = [];
  const leftOut: LeftOut[] = [];
  for (const [tool, of] of [
    [dnscontrol, sizes.zones],
    [octodns, sizes.zones],
    [terraform, sizes.records],
  ] as const) {
    const missing = tool.programs.filter((program) => found(program) === undefined);
    if (missing.length > 0) leftOut.push({ name: tool.name, needs: missing.join(" and ") });
    else subjects.push({ name: tool.name, sizes: of, life: (records) => life(tool, records) });
  }
  return { subjects, leftOut };
}

async function life(tool: Tool, records: number): Promise<Life> {
  const folder = mkdtempSync(join(tmpdir(), "registrar-bench-peer-"));
  const server = tool.asksServer ? await startBind(folder) : undefined;
  try {
    const step = async (name: StepName, isChanged: boolean): Promise<Measured> => {
      tool.declare(folder, rowsOf(records, isChanged));
      const [program, ...args] = tool.command(name);
      const env = { ...process.env, ...tool.env?.(folder) };
      const { cost } = await measured(() => run(program, args, folder, env));
      const state = tool.stateFile === undefined ? undefined : join(folder, tool.stateFile);
      return { ...cost, ...(state !== undefined && existsSync(state) && { stateBytes: statSync(state).size }) };
    };
    return {
      "first apply": await step("first apply", false),
      "no change": await step("no change", false),
      "one change": await step("one change", true),
      refresh: await step("refresh", true),
    };
  } finally {
    if (server !== undefined) await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4000);
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${String(code)}:\n${said}`);
}

/** A name server on loopback with an empty zone that anybody on this machine may change. */
async function startBind(folder: string): Promise<ChildProcess> {
  writeFileSync(join(folder, "example.com"), head);
  writeFileSync(
    join(folder, "named.conf"),
    `options { directory "${folder}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no;
 allow-transfer { 127.0.0.1; }; notify no; pid-file none; session-keyfile none; };
controls { };
zone "example.com" { type primary; file "example.com"; allow-update { 127.0.0.1; }; check-integrity no; };
`,
  );
  const server = spawn("named", ["-4", "-f", "-c", join(folder, "named.conf")], { stdio: "ignore" });
  const failed = once(server, "exit").then(() => {
    throw new Error("named ended before it answered");
  });
  await Promise.race([answering(), failed]);
  failed.catch(() => undefined);
  return server;
}

/** Resolves as soon as somebody listens at the port. */
async function answering(): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.kill();
  await ended;
}

/** Where a program is, on PATH. */
function found(program: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}

/** The first line that a program prints of its version, for the report. */
export function versionOf(program: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).split("\n")[0];
  } catch {
    return undefined;
  }
}

/** In parts that a compiler of the tool's own language can take as the arguments of one call. */
function chunks<T>(items: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
