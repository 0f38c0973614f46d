/** Text of the registrar that would steer a terminal reaches none and no file. Tables and help texts fit its width. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WriteStream } from "node:tty";
import type { Command } from "commander";
import { registrarProgram } from "../../cli/program.ts";
import { parseZone } from "../../provider/dns/index.ts";
import { everythingIn, newFolder } from "../support/folder.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { byHand } from "./byHand.ts";
import { run } from "./run.ts";
import { writeState } from "./stateFile.ts";

const registrar = withRegistrar();
let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const odd = "a\u001b[2J\u009b31m\u202eb\u2066c\u200fd\u061ce\u2028f\u0085g";
const steering = /[^\P{Cc}\n\t]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
beforeEach(() => {
  const { dashboard } = registrar.sandbox;
  dashboard.addRecord("example.com", { type: "TXT", name: "odd", content: odd, comment: odd });
  dashboard.addForward("example.com", { source: "shop", destination: "https://shop.example.net/\u202e" });
});

const published = ["--package", "^0.1.0"];

it.each([
  { command: "import", args: () => ["example.com", ...published, "--out", join(folder, "new")], code: 0 },
  { command: "zone", args: () => ["export", "example.com"], code: 0 },
  { command: "doctor", args: () => ["example.com"], code: 1 },
] as const)("$command shows and writes nothing that steers a terminal", async ({ command, args, code }) => {
  if (command === "doctor")
    registrar.sandbox.fault({ operation: "records.list", fault: { status: 400, body: { message: odd } } });
  const said = await run(command, ...args());
  expect([said.code, `${said.out}${said.err}${everythingIn(folder)}`]).toEqual([
    code,
    expect.not.stringMatching(steering),
  ]);
  // Escapes and bytes in their place mean the same.
  if (command === "import") {
    const rows: unknown = JSON.parse(readFileSync(join(folder, "new", "import.json"), "utf8"));
    expect(JSON.stringify(rows)).toContain(JSON.stringify(odd).slice(1, -1));
  }
  if (command === "zone") {
    const { records } = parseZone(said.out, { origin: "example.com" });
    expect(records.find(({ name }) => name === "odd")).toMatchObject({ content: odd, comment: odd });
  }
});

describe("what a terminal shows of long work", () => {
  const zoneFile = () => {
    const file = join(folder, "z");
    writeFileSync(file, "$ORIGIN example.com.\nwww 300 IN A 192.0.2.1\n");
    return file;
  };
  const stateFile = async () => {
    const stack = new HandlerStack(quick);
    const txt = (content: string) => record("TXT", content, { content });
    await stack.up({
      here: txt("a"),
      gone: txt("b"),
      lock: { handler: "domainLock", args: { domain: "example.com" } },
    });
    for (const edit of ['edit TXT a {"content":"c"}', "delete TXT b", "unlock"]) byHand(registrar.sandbox, edit);
    const file = join(folder, "state.json");
    writeState(file, stack, { "registrar:staleListSeconds": "0" });
    return file;
  };
  interface Long {
    command: string;
    args: () => string[] | Promise<string[]>;
    line: RegExp;
    /** The cells that are red. */
    red: RegExp;
  }
  const long: Long[] = [
    {
      ...{ command: "drift", args: async () => ["--export", await stateFile()], red: /^gone \(gone\) gone$/ },
      line: /s, responses: \d+\] Read 3 of 3 resources/,
    },
    {
      ...{ command: "zone", args: () => ["import", zoneFile(), ...published], red: /^$/ },
      line: /^.\[2K\[2 s\] Writing 1 record of example\.com/,
    },
    {
      ...{ command: "doctor", args: () => ["example.edu"], red: /FAILED/ },
      line: /s, responses: \d+\] Asked \d+ of \d+ operations/,
    },
  ];
  const { stdout, stderr } = process;
  const before = [stdout, stderr].map((stream) => ({ isTTY: stream.isTTY, columns: stream.columns }));
  const pretend = (isTTY: boolean, seconds: number) => {
    for (const stream of [stdout, stderr]) Object.assign(stream, { isTTY, columns: 200 });
    Object.assign(stdout, { getColorDepth: WriteStream.prototype.getColorDepth });
    jest.spyOn(process, "uptime").mockReturnValue(seconds);
    Object.assign(process.env, { TERM: "xterm" });
    for (const key of ["CI", "NO_COLOR", "FORCE_COLOR"]) delete process.env[key];
  };
  const env = { ...process.env };
  afterEach(() => {
    for (const [index, stream] of [stdout, stderr].entries()) Object.assign(stream, before[index]);
    Reflect.deleteProperty(stdout, "getColorDepth");
    for (const key of Object.keys(process.env)) if (!(key in env)) delete process.env[key];
    Object.assign(process.env, env);
    jest.restoreAllMocks();
  });

  it.each(long)("$command: a line that is replaced and taken away, after two seconds", async (each) => {
    const { command, args, line, red } = each;
    const given = await args();
    pretend(true, 2);
    const { out, err } = await run(command, ...given);
    const lines = err.split("\r").slice(1);
    expect(lines.filter((text) => line.test(text))).not.toEqual([]);
    expect(lines.filter((text) => !text.startsWith("\u001b[2K"))).toEqual([]);
    expect(lines.at(-1)).toMatch(/^.\[2K(?:\n|$|left out)/);
    if (command === "drift") {
      expect(out).toMatch(/\d \p{Cc}\[33mchanged\p{Cc}/u);
      // The property of the lock that differs is not a verdict.
      expect(out).toMatch(/DomainLock lock +locked +true +false/);
    }
    expect([...out.matchAll(/\p{Cc}\[31m(.*?)\p{Cc}/gu)].map(([, cell = ""]) => cell).join(" ")).toMatch(red);
  });

  it.each(long.slice(0, -1))(
    "$command: nothing of it before, in a pipe, or without colours",
    async ({ command, args }) => {
      const given = await args();
      for (const { isTTY, seconds, env } of [
        { isTTY: true, seconds: 1.9, env: { NO_COLOR: "1" } },
        { isTTY: false, seconds: 60, env: {} },
        { isTTY: true, seconds: 60, env: { TERM: "dumb" } },
      ]) {
        pretend(isTTY, seconds);
        Object.assign(process.env, env);
        const { out, err } = await run(command, ...given);
        expect(`${out}${err}`).not.toMatch(/[^\P{Cc}\n]/u);
      }
    },
  );
});

it("every help text fits 80 columns, with a summary of at most 36 characters for each command", () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const [program, ...commands] = all(registrarProgram());
  const tooWide = [program, ...commands].filter((each) => /^.{81}/m.test(each?.helpInformation() ?? ""));
  const tooLong = commands.filter((each) => each.summary() === "" || each.summary().length > 36);
  expect([...tooWide, ...tooLong].map((each) => each?.name())).toEqual([]);
});
