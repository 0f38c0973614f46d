/** What a person sees in a terminal of a given width. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printReport } from "../../cli/doctor/report.ts";
import { table as driftTable } from "../../cli/drift/formats/table.ts";
import { initCommand } from "../../cli/init.ts";
import { clearProgress, progress } from "../../cli/output.ts";
import { sandboxCommand } from "../../cli/sandbox.ts";
import { paragraph, table } from "../../cli/table.ts";
import { zoneCommand } from "../../cli/zone.ts";

const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

it("a table folds its widest cells, loses nothing, and counts what the terminal shows", () => {
  const key = `v=DKIM1; k=rsa; p=${"A".repeat(200)}`;
  const lines = table(
    [
      ["RESOURCE", "LIVE"],
      ["DnsRecord mail", key],
      ["日本語", "x"],
    ],
    { width: 50 },
  );
  expect(widest(lines.join("\n"))).toBeLessThanOrEqual(50);
  expect(lines.join("").replace(/\s|DnsRecord mail/g, "")).toContain(key.replace(/\s/g, ""));
  // Each of these signs takes two columns.
  expect(lines.at(-1)).toBe(`${"日本語".padEnd(11)}  x`);
  expect(table([["a", "b".repeat(60)]], { width: 30, overflow: "cut" })).toEqual([`a  ${"b".repeat(24)}...`]);
  expect(table([["a", "b".repeat(300)]])).toEqual([`a  ${"b".repeat(300)}`]);
  expect(paragraph("one two three four", { width: 9, indent: 2 })).toBe("one two\n  three\n  four");
});

it("the reports of drift and doctor fit 80 columns", () => {
  const drift = driftTable(
    {
      stack: "production",
      project: "domains",
      resources: 2,
      drift: [
        {
          urn: "urn",
          type: "DnsRecord",
          name: "example-com-selector1-domainkey-txt",
          id: "1",
          kind: "changed",
          changes: [{ path: "content", declared: "a".repeat(110), live: "b".repeat(110) }],
        },
      ],
      unmanaged: [{ kind: "record", domain: "example.com", name: "test", type: "TXT", content: "c ".repeat(50) }],
      errors: [{ code: "ERR_REGISTRAR_SERVER", message: "the registrar failed ".repeat(12), resources: ["www"] }],
      notes: ["The list may be longer than it is shown. ".repeat(4)],
    },
    80,
  );
  expect([widest(drift), drift.replace(/\s/g, "")]).toEqual([80, expect.stringContaining("bbbbbb")]);
  const doctor = printReport(
    {
      checks: [{ what: "reachable", result: "failed", text: "no response ".repeat(20).trim() }],
      operations: [],
      types: ["DnsRecord"],
      broken: [],
    },
    80,
  );
  expect(widest(doctor)).toBeLessThanOrEqual(80);
});

describe("progress", () => {
  const { isTTY } = process.stderr;
  beforeEach(() => {
    delete process.env["CI"];
    process.env["TERM"] = "xterm";
  });
  afterEach(() => {
    process.stderr.isTTY = isTTY;
    jest.restoreAllMocks();
  });

  it("is one line that is replaced and taken away on a terminal, and nothing in a log or on a terminal that only prints", () => {
    const said: string[] = [];
    jest.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
    process.stderr.isTTY = false;
    progress("Read 1 of 2");
    process.stderr.isTTY = true;
    process.env["TERM"] = "dumb";
    progress("Read 1 of 2");
    expect(said).toEqual([]);
    process.env["TERM"] = "xterm";
    progress("Read 1 of 2");
    progress("Read 2 of 2\nand more");
    clearProgress();
    clearProgress();
    expect(said).toEqual(["\r\u001b[2KRead 1 of 2", "\r\u001b[2KRead 2 of 2 and more", "\r\u001b[2K"]);
  });

  it("says what an import of a zone file is at, and is gone before the program is shown", async () => {
    const folder = mkdtempSync(join(tmpdir(), "progress-"));
    const file = join(folder, "z");
    writeFileSync(file, "$ORIGIN example.com.\nwww 300 IN A 192.0.2.1\n");
    const said: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, "write").mockImplementation((text) => said.push(String(text)) > 0);
    }
    process.stderr.isTTY = true;
    const terminal = Object.getOwnPropertyDescriptor(process.stderr, "columns");
    Object.defineProperty(process.stderr, "columns", { value: 200, configurable: true });
    try {
      await zoneCommand().parseAsync(["import", file, "--package", "^0.1.0"], { from: "user" });
    } finally {
      if (terminal === undefined) Reflect.deleteProperty(process.stderr, "columns");
      else Object.defineProperty(process.stderr, "columns", terminal);
      rmSync(folder, { recursive: true });
    }
    const clear = "\r\u001b[2K";
    const written = said.filter((text) => text !== "");
    expect(written.slice(0, -1)).toEqual([
      `${clear}Reading ${file} ...`,
      clear,
      `${clear}Checking 1 record of example.com ...`,
      clear,
      `${clear}Writing 1 record of example.com ...`,
      clear,
    ]);
    expect(written.at(-1)).toMatch(/new DnsRecord\(/);
  });
});

it.each([
  ["sandbox --profiles", sandboxCommand, ["--profiles"]],
  ["init", initCommand, ["FOLDER", "--package", "^0.1.0"]],
] as const)("what `registrar %s` says fits 80 columns", async (_name, command, args) => {
  const folder = mkdtempSync(join(tmpdir(), "registrar-width-"));
  const { isTTY, columns } = process.stdout;
  const written: string[] = [];
  const spy = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
  try {
    const given = args.map((arg) => (arg === "FOLDER" ? folder : arg));
    await command().exitOverride().parseAsync(given, { from: "user" });
  } finally {
    Object.assign(process.stdout, { isTTY, columns });
    spy.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(written.join("").length).toBeGreaterThan(500);
  expect(widest(written.join(""))).toBeLessThanOrEqual(80);
});
