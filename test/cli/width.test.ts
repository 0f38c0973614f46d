/** Output in a terminal of a given width. */
import { stripVTControlCharacters } from "node:util";
import type { Command } from "commander";
import { doctorCommand } from "../../cli/doctor.ts";
import { domainsCommand, recordsCommand } from "../../cli/domains.ts";
import { initCommand } from "../../cli/init.ts";
import { registrarProgram } from "../../cli/program.ts";
import { sandboxCommand } from "../../cli/sandbox.ts";
import { paragraph, table } from "../../cli/table.ts";
import { newFolder } from "../support/folder.ts";
import { withRegistrar } from "../support/registrar.ts";
import { run } from "./heard.ts";

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

const registrar = withRegistrar({ profile: ["details-sparse"] });

it.each([
  ["sandbox --profiles", sandboxCommand, ["--profiles"]],
  ["sandbox --port 65432", sandboxCommand, ["--port", "65432"]],
  ["init", initCommand, ["FOLDER", "--package", "^0.1.0"]],
  ["doctor", doctorCommand, ["--appraise"]],
  ["domains", domainsCommand, []],
  ["records", recordsCommand, ["example.com"]],
] as const)("the output of `pulumi-registrar %s` fits 80 columns", async (_name, command, args) => {
  registrar.sandbox.addDomain("a-rather-long-name-of-a-domain.example");
  for (const [name, content] of Object.entries({ long: "word ".repeat(60), "mail._domainkey": `p=${"A".repeat(200)}` }))
    registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name, content });
  const folder = newFolder();
  const { isTTY, columns } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
  const ending = setInterval(() => process.emit("SIGINT"), 50);
  try {
    const { out } = await run(command(), ...args.map((arg) => (arg === "FOLDER" ? folder : arg)));
    expect(out.length).toBeGreaterThan(300);
    expect(widest(out)).toBeLessThanOrEqual(80);
  } finally {
    clearInterval(ending);
    Object.assign(process.stdout, { isTTY, columns });
  }
});

it("every help text fits 80 columns, with a summary of at most 36 characters for each command", () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const [program, ...commands] = all(registrarProgram());
  const tooWide = [program, ...commands].filter((each) => widest(each?.helpInformation() ?? "") > 80);
  const tooLong = commands.filter((each) => each.summary() === "" || each.summary().length > 36);
  expect([...tooWide, ...tooLong].map((each) => each?.name())).toEqual([]);
});
