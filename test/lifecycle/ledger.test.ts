/** The file in which the provider processes of an operation tell each other what they do. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";
import { Claims } from "../../provider/lifecycle/claims.ts";
import { Ledger } from "../../provider/lifecycle/ledger.ts";
import { newFolder } from "../support/folder.ts";

const temporary = newFolder();
beforeEach(() => {
  process.env["TMPDIR"] = temporary;
});
const folder = join(temporary, `pulumi-registrar-${process.getuid?.() ?? "runs"}`);
const engine = "127.0.0.1:10";

/** A temporary folder that has the ledgers' folder already, and that one isn't private. */
function openToOthers(): string {
  const place = newFolder();
  const own = join(place, basename(folder));
  mkdirSync(own);
  chmodSync(own, 0o755);
  return place;
}

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

it.each([
  ["can't be written", () => "/dev/null"],
  ["can be read by others", openToOthers],
])("uses Pulumi's home if the temporary folder %s, and closes its file", (_, temporaryFolder) => {
  const home = newFolder();
  const open = () => readdirSync("/dev/fd").length;
  const before = open();
  process.env["TMPDIR"] = temporaryFolder();
  process.env["PULUMI_HOME"] = home;
  const warnings: string[] = [];
  const two = [1, 2].map(() => new Ledger({ engine, warn: (warning) => warnings.push(warning) }));
  const heard: string[] = [];
  two[0]?.on("word", z.string(), (word) => heard.push(word));
  two[1]?.write("word", () => "home");
  two[0]?.read();
  expect([heard, warnings, open()]).toEqual([["home"], [], before + 2]);
  expect(readdirSync(join(home, basename(folder)))).toHaveLength(1);
  // A person or the system may remove temporary files at any time.
  rmSync(home, { recursive: true });
  for (const ledger of two) ledger.close();
  expect([warnings, open()]).toEqual([[], before]);
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

describe("the other processes of an operation", () => {
  /** Two processes' claims, and the owners of `row` as the second one sees them. */
  function processes() {
    const ledger = new Ledger({ engine });
    const [one, two] = [new Claims(ledger), new Claims(new Ledger({ engine }))];
    for (const claims of [one, two]) claims.enter("writing");
    const owners = () => {
      two.read();
      return two.othersOf("row", "other");
    };
    return { ledger, one, two, owners };
  }

  it.each<[end: string, end: (claims: Claims, ledger: Ledger) => void]>([
    ["a release", (claims) => claims.release("row", "owner")],
    ["the end of a phase", (claims) => claims.enter("reading")],
    ["the end of the process's operation", (_claims, ledger) => ledger.close()],
  ])("see a claim until %s", (_, end) => {
    const { ledger, one, owners } = processes();
    one.claim(["row", "another key"], "owner");
    expect(owners()).toEqual(["owner"]);
    end(one, ledger);
    expect(owners()).toEqual([]);
  });

  it("see spared rows and writes, and no claim of a refresh", () => {
    const { one, two, owners } = processes();
    const since = Date.now();
    expect([two.isSpared(["row"]), two.othersWroteTo("records", since)]).toEqual([false, false]);
    one.spare(["row"]);
    one.noteWrite("records");
    expect([two.othersWroteTo("records", since), two.isSpared(["row"])]).toEqual([true, true]);
    one.enter("reading");
    one.claim(["row"], "owner");
    expect(owners()).toEqual([]);
  });
});
