/** Text of the registrar that would steer a terminal, or turn the order of writing round, reaches none and no file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { doctorCommand } from "../../cli/doctor.ts";
import { driftCommand } from "../../cli/drift.ts";
import { ExitCode } from "../../cli/exitCode.ts";
import { importCommand } from "../../cli/import.ts";
import { zoneCommand } from "../../cli/zone.ts";
import { parseZone } from "../../provider/dns/index.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { writeState } from "./stateFile.ts";

const registrar = withRegistrar();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "terminal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const odd = "a\u001b[2J\u009b31m\u202eb\u2066c\u200fd\u061ce\u2028f\u0085g";
const steering = /[^\P{Cc}\n\t]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const commands = { import: importCommand, zone: zoneCommand, drift: driftCommand, doctor: doctorCommand };

/** Everything that a command writes to the terminal. */
async function heard(command: keyof typeof commands, ...args: string[]): Promise<{ out: string; err: string }> {
  const heard = { out: "", err: "" };
  const spies = (["out", "err"] as const).map((key) =>
    jest.spyOn(key === "out" ? process.stdout : process.stderr, "write").mockImplementation((text) => {
      heard[key] += String(text);
      return true;
    }),
  );
  try {
    await commands[command]().exitOverride().parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof ExitCode)) throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return heard;
}

const filesIn = (path: string): string[] =>
  readdirSync(path).flatMap((name) => {
    const inner = join(path, name);
    return statSync(inner).isDirectory() ? filesIn(inner) : [readFileSync(inner, "utf8")];
  });

beforeEach(() => {
  const { dashboard } = registrar.sandbox;
  dashboard.addRecord("example.com", { type: "TXT", name: "odd", content: odd, comment: odd });
  dashboard.addForward("example.com", { source: "shop", destination: "https://shop.example.net/\u202e" });
});

it("import writes escapes in their place, which mean the same", async () => {
  const { out, err } = await heard("import", "example.com", "--package", "^0.1.0", "--out", join(folder, "new"));
  expect(`${out}${err}`).not.toMatch(steering);
  const files = filesIn(join(folder, "new"));
  for (const text of files) expect(text).not.toMatch(steering);
  const rows = files.find((text) => text.startsWith('{\n  "resources"')) ?? "{}";
  expect(JSON.stringify(JSON.parse(rows))).toContain(JSON.stringify(odd).slice(1, -1));
});

it("zone export writes the bytes of their UTF-8, which are read back as what they were", async () => {
  const { out, err } = await heard("zone", "export", "example.com");
  expect(`${out}${err}`).not.toMatch(steering);
  const { records } = parseZone(out, { origin: "example.com" });
  expect(records.find(({ name }) => name === "odd")).toMatchObject({ content: odd, comment: odd });
});

it.each(["table", "json", "markdown", "github"])("drift, as %s", async (format) => {
  const stack = new HandlerStack(quick);
  await stack.up({ txt: record("TXT", "other", { content: "calm" }) });
  const file = join(folder, "state.json");
  writeState(file, stack, { "registrar:lookupSeconds": "0" });
  const [own] = registrar.sandbox.records("example.com").filter(({ name }) => name === "other");
  registrar.sandbox.dashboard.editRecord("example.com", own?.id ?? 0, { content: odd });
  const { out, err } = await heard("drift", "--state", file, "--format", format);
  expect(out).toMatch(/odd/);
  expect(`${out}${err}`).not.toMatch(steering);
});

it("doctor", async () => {
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 400, body: { message: odd } } });
  const { out, err } = await heard("doctor", "example.com");
  expect(`${out}${err}`).not.toMatch(steering);
});
