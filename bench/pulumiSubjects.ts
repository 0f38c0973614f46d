/** Programs on Pulumi: this package, a provider that does nothing, and one as the documentation teaches it. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type OperationResult, openStack, type Sandbox, type Stack, startSandbox } from "../testing/index.ts";
import { measured } from "./measure.ts";
import type { Life, Measured, Subject } from "./subject.ts";

const program = join(import.meta.dirname, "program");

interface Kind {
  /** As `program/index.js` knows it. */
  subject: string;
  name: string;
  base?: string;
  /** Only Pulumi's own engine runs it. */
  needsPulumi?: true;
}

const perRecord: readonly Kind[] = [
  { subject: "idle", name: "a provider that does nothing" },
  { subject: "record", name: "DnsRecord", base: "a provider that does nothing" },
  { subject: "set", name: "DnsRecordSet", base: "a provider that does nothing" },
  { subject: "forward", name: "UrlForward", base: "a provider that does nothing" },
  { subject: "plugin", name: "DnsRecord, plugin", base: "a provider that does nothing", needsPulumi: true },
  { subject: "naive", name: "a provider as documentation teaches it", base: "a provider that does nothing" },
];
const perZone: readonly Kind[] = [
  { subject: "idle-one", name: "one idle resource" },
  { subject: "zone-additive", name: "DnsZone, additive", base: "one idle resource" },
  { subject: "zone-authoritative", name: "DnsZone, authoritative", base: "one idle resource" },
];

/** @param sizes numbers of records: as resources of their own, and as one zone */
export function pulumiSubjects(
  sizes: { records: readonly number[]; zones: readonly number[] },
  engine: "pulumi" | "local",
): Subject[] {
  const subjectOf = (kinds: readonly Kind[], of: readonly number[]) =>
    kinds
      .filter(({ needsPulumi }) => engine === "pulumi" || !needsPulumi)
      .map(({ subject, name, base }): Subject => {
        return { name, ...(base !== undefined && { base }), sizes: of, life: (records) => life(subject, records) };
      });
  return [...subjectOf(perRecord, sizes.records), ...subjectOf(perZone, sizes.zones)];
}

async function life(subject: string, records: number): Promise<Life> {
  const stateDir = mkdtempSync(join(tmpdir(), "registrar-bench-"));
  const sandbox = await startSandbox();
  const opened: Stack[] = [];
  /** The same stack, with the program's environment as this step needs it. */
  const step = async (
    changed: boolean,
    expected: Record<string, number>,
    work: (stack: Stack) => Promise<OperationResult>,
  ): Promise<Measured> => {
    const stack = await openStack({
      cwd: program,
      stateDir,
      config: { "registrar:skipChecks": "a-reserved" },
      env: {
        REGISTRAR_BASE_URL: sandbox.url,
        REGISTRAR_API_TOKEN: sandbox.token,
        REGISTRAR_CONTRACT_FILE: undefined,
        BENCH_SUBJECT: subject,
        BENCH_RECORDS: String(records),
        BENCH_CHANGED: changed ? "1" : "0",
      },
    });
    opened.push(stack);
    const before = sandbox.log.count();
    const { result, cost } = await measured(() => work(stack));
    assertDone(result, expected);
    return { ...cost, calls: sandbox.log.count() - before, stateBytes: stateSize(stateDir) };
  };
  const resources = subject === "idle-one" || subject.startsWith("zone") ? 1 : records;
  try {
    return {
      "first apply": await step(false, { create: resources }, (stack) => stack.up({ preview: false })),
      "no change": await step(false, { same: resources }, (stack) =>
        stack.up({ preview: false, expectNoChanges: true }),
      ),
      "one change": await step(true, { update: 1 }, (stack) => stack.up({ preview: false })),
      refresh: await step(true, {}, (stack) => stack.refresh({ expectNoChanges: true })),
      // An engine writes the state once for each resource whose inputs a refresh has changed.
      "no change after it": await step(true, { same: resources }, (stack) =>
        stack.up({ preview: false, expectNoChanges: true }),
      ),
      ...(subject === "zone-authoritative" && { "drift report": await drift(stateDir, sandbox) }),
    };
  } finally {
    for (const stack of opened) await stack.close();
    await sandbox.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** A figure counts only if the run did what it was to do. The stack itself may count as a resource. */
function assertDone({ exitCode, summary, output }: OperationResult, expected: Record<string, number>): void {
  const wrong = Object.entries(expected).filter(([op, count]) => {
    const done = summary[op] ?? 0;
    return done !== count && done !== count + 1;
  });
  if (exitCode === 0 && wrong.length === 0) return;
  throw new Error(`exit code ${exitCode}, ${JSON.stringify(summary)}\n${output.slice(-2000)}`);
}

const command = join(import.meta.dirname, "..", "dist", "cli.js");

/** `pulumi-registrar drift` on the state of the stack: a process of its own. It fails where anything differs. */
async function drift(stateDir: string, sandbox: Sandbox): Promise<Measured> {
  const state = stateFile(stateDir);
  const env = { ...process.env, REGISTRAR_BASE_URL: sandbox.url, REGISTRAR_API_TOKEN: sandbox.token };
  const before = sandbox.log.count();
  const run = () => promisify(execFile)(process.execPath, [command, "drift", "--export", state.path], { env });
  const { cost } = await measured(run);
  return { ...cost, calls: sandbox.log.count() - before };
}

const stateSize = (folder: string) => stateFile(folder).size;

/** The largest file of the state: the current checkpoint, without its history and copies. */
function stateFile(folder: string): { path: string; size: number } {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith(".json") && !/history|backups|home/.test(file.parentPath))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, size: statSync(path).size }))
    .reduce((largest, file) => (file.size > largest.size ? file : largest), { path: "", size: 0 });
}
