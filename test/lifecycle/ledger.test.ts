/** The file in which the provider processes of an operation tell each other what they do. */
import { spawnSync } from "node:child_process";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Ledger } from "../../provider/lifecycle/ledger.ts";
import { newFolder } from "../support/folder.ts";

const temporary = newFolder();
process.env["TMPDIR"] = temporary;
const folder = join(temporary, `pulumi-registrar-${process.getuid?.() ?? "runs"}`);
const engine = "127.0.0.1:10";

/** Opens a ledger, and collects the words that other processes write. */
function listening(heard: string[] = []) {
  const ledger = new Ledger({ engine });
  ledger.on("word", z.string(), (word) => heard.push(word));
  return { ledger, heard };
}

it("leaves out lines of processes that have ended, and of another form, and removes files that no process uses", () => {
  const first = listening();
  const [name = ""] = readdirSync(folder);
  first.ledger.close();
  expect(readdirSync(folder)).toEqual([]);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const stale = (line: unknown[]) => `${JSON.stringify([`${pid}-dead`, ...line])}\n`;
  const [mine, others] = [join(folder, name), join(folder, "other")];
  writeFileSync(others, stale(["join", null]));
  utimesSync(others, 0, 0);
  writeFileSync(
    mine,
    `${stale(["word", "old"])}no JSON\n[1]\n["${process.pid}-x","word",7]\n["${process.pid}-x","leave",null]\n`,
    { mode: 0o600 },
  );
  const { ledger, heard } = listening();
  ledger.read();
  expect([heard, readdirSync(folder)]).toEqual([[], [name]]);
  ledger.close();
  expect(readdirSync(folder)).toEqual([]);
});

it("uses Pulumi's home if the temporary folder can't be written, and closes its file", () => {
  const home = newFolder();
  const open = () => readdirSync("/dev/fd").length;
  const before = open();
  process.env["TMPDIR"] = "/dev/null";
  process.env["PULUMI_HOME"] = home;
  const warnings: string[] = [];
  const two = [1, 2].map(() => new Ledger({ engine, warn: (warning) => warnings.push(warning) }));
  const heard: string[] = [];
  two[0]?.on("word", z.string(), (word) => heard.push(word));
  two[1]?.write("word", () => "home");
  two[0]?.read();
  expect([heard, warnings, open()]).toEqual([["home"], [], before + 2]);
  for (const ledger of two) ledger.close();
  expect(open()).toBe(before);
  process.env["TMPDIR"] = temporary;
});

it("warns once if no folder can be written, and then knows no other process", () => {
  process.env["TMPDIR"] = "/dev/null";
  process.env["PULUMI_HOME"] = "/dev/null";
  const warnings: string[] = [];
  const alone = new Ledger({ engine, warn: (warning) => warnings.push(warning) });
  alone.write("word", () => "one");
  alone.read();
  alone.close();
  expect(warnings).toEqual([expect.stringMatching(/aren't known: .*Set TMPDIR or PULUMI_HOME to a private folder/)]);
});
