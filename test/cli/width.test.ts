/** Output in a terminal of a given width. */
import { stripVTControlCharacters } from "node:util";
import type { Command } from "commander";
import { registrarProgram } from "../../cli/program.ts";
import { paragraph, table } from "../../cli/table.ts";

const widest = (text: string) =>
  Math.max(
    ...stripVTControlCharacters(text)
      .split("\n")
      .map((line) => line.length),
  );

it("a table folds its widest cells, loses nothing, and counts what the terminal shows", () => {
  const key = `v=DKIM1; k=rsa; p=${"A".repeat(200)}`;
  const lines = table(
    [
      ["RESOURCE", "LIVE"],
      ["DnsRecord mail", key],
      ["日本語", "x"],
    ],
    50,
  );
  expect(widest(lines.join("\n"))).toBeLessThanOrEqual(50);
  expect(lines.join("").replace(/\s|DnsRecord mail/g, "")).toContain(key.replace(/\s/g, ""));
  // Each of these signs takes two columns.
  expect(lines.at(-1)).toBe(`${"日本語".padEnd(11)}  x`);
  expect(table([["a", "b".repeat(300)]])).toEqual([`a  ${"b".repeat(300)}`]);
  expect(paragraph("one two three four", { width: 9, indent: 2 })).toBe("one two\n  three\n  four");
});

it("every help text fits 80 columns, with a summary of at most 36 characters for each command", () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const [program, ...commands] = all(registrarProgram());
  const tooWide = [program, ...commands].filter((each) => widest(each?.helpInformation() ?? "") > 80);
  const tooLong = commands.filter((each) => each.summary() === "" || each.summary().length > 36);
  expect([...tooWide, ...tooLong].map((each) => each?.name())).toEqual([]);
});
