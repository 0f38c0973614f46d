/** What a person sees in a terminal of a given width. */
import { initCommand } from "../../cli/init.ts";
import { sandboxCommand } from "../../cli/sandbox.ts";
import { paragraph, table } from "../../cli/table.ts";
import { newFolder } from "../support/folder.ts";
import { run } from "./heard.ts";

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

it.each([
  ["sandbox --profiles", sandboxCommand, ["--profiles"]],
  ["init", initCommand, ["FOLDER", "--package", "^0.1.0"]],
] as const)("what `pulumi-registrar %s` says fits 80 columns", async (_name, command, args) => {
  const folder = newFolder();
  const { isTTY, columns } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
  try {
    const { out } = await run(command(), ...args.map((arg) => (arg === "FOLDER" ? folder : arg)));
    expect(out.length).toBeGreaterThan(500);
    expect(widest(out)).toBeLessThanOrEqual(80);
  } finally {
    Object.assign(process.stdout, { isTTY, columns });
  }
});
