/** What a person sees in a terminal of a given width. */
import { printReport } from "../../cli/doctor/report.ts";
import { table as driftTable } from "../../cli/drift/formats/table.ts";
import { clearProgress, progress } from "../../cli/output.ts";
import { paragraph, table } from "../../cli/table.ts";

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
  const { CI } = process.env;
  afterEach(() => {
    process.stderr.isTTY = isTTY;
    if (CI !== undefined) process.env["CI"] = CI;
    jest.restoreAllMocks();
  });

  it("is one line that is replaced and taken away on a terminal, and nothing in a log", () => {
    delete process.env["CI"];
    const said: string[] = [];
    jest.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
    process.stderr.isTTY = false;
    progress("Read 1 of 2");
    expect(said).toEqual([]);
    process.stderr.isTTY = true;
    progress("Read 1 of 2");
    progress("Read 2 of 2\nand more");
    clearProgress();
    clearProgress();
    expect(said).toEqual(["\r\u001b[2KRead 1 of 2", "\r\u001b[2KRead 2 of 2 and more", "\r\u001b[2K"]);
  });
});
