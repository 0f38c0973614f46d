/** The file in which the provider processes of an operation tell each other what they do. */
import { spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { forwardFromWire } from "../../provider/api/forward.ts";
import { Declarations } from "../../provider/fronts/shared/declarations.ts";
import { Claims } from "../../provider/lifecycle/claims.ts";
import { Ledger } from "../../provider/lifecycle/ledger.ts";
import { forwardKind } from "../../provider/resources/urlForward.ts";
import { newFolder } from "../support/folder.ts";

const home = newFolder();
beforeEach(() => {
  process.env["PULUMI_HOME"] = home;
});
const folder = join(home, "registrar-runs");
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
  const [mine, others, here] = [join(folder, name), join(folder, "other"), `${process.pid}-x`];
  writeFileSync(others, stale(["join", null]));
  utimesSync(others, 0, 0);
  // It may be that of another program's run.
  writeFileSync(join(folder, "young"), "");
  writeFileSync(mine, stale(["word", "old"]), { mode: 0o600 });
  const { ledger, heard } = listening();
  appendFileSync(mine, `${stale(["word", "new"])}no JSON\n[1]\n["${here}","word",7]\n["${here}","leave",null]\n`);
  ledger.read();
  expect([heard, new Set(readdirSync(folder))]).toStrictEqual([[], new Set([name, "young"])]);
  ledger.close();
  expect(readdirSync(folder)).toEqual(["young"]);
});

it("closes its file at the end, also if a person removed it", () => {
  const open = () => readdirSync("/dev/fd").length;
  const before = open();
  const two = [listening(), listening()];
  two[1]?.ledger.write("word", () => "home");
  two[0]?.ledger.read();
  expect([two[0]?.heard, open()]).toEqual([["home"], before + 2]);
  rmSync(folder, { recursive: true });
  for (const { ledger } of two) ledger.close();
  expect(open()).toBe(before);
});

it("warns once if Pulumi's home can't be written, and then knows no other process", () => {
  process.env["PULUMI_HOME"] = "/dev/null";
  const warnings: string[] = [];
  new Ledger({ engine }).close();
  const alone = new Ledger({ engine, warn: (warning) => warnings.push(warning) });
  alone.write("word", () => "one");
  alone.read();
  alone.close();
  expect(warnings).toEqual([expect.stringMatching(/aren't known: .*Set PULUMI_HOME to a private folder/)]);
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
    ["the end of the process's operation", (_claims, ledger) => ledger.close()],
  ])("see a claim until %s", (_, end) => {
    const { ledger, one, owners } = processes();
    one.claim("row", "owner");
    expect(owners()).toEqual(["owner"]);
    end(one, ledger);
    expect(owners()).toEqual([]);
  });

  it("see the delayed claims of a process from its next call, one after another", () => {
    const { one, owners } = processes();
    for (const place of [1, 2, 3])
      one.later(() => {
        one.release("row", `owner ${place - 1}`);
        one.claim("row", `owner ${place}`);
      });
    expect(owners()).toEqual([]);
    one.read();
    one.enter("writing");
    expect(owners()).toEqual(["owner 3"]);
  });

  it("see writes", () => {
    const { one, two } = processes();
    const since = Date.now();
    expect(two.othersWroteAt("records")).toBe(0);
    one.noteWrite("records");
    expect(two.othersWroteAt("records")).toBeGreaterThanOrEqual(since);
  });

  it("delete a row that no other adopted before, and adopt one that no other deleted before", () => {
    const { one, two } = processes();
    const isMissing = (claims: Claims, row: string, owner: string) => claims.isAnyLost(() => [row], owner);
    expect([one.lose("first", "a"), two.take("first", "b"), one.othersOf("first", "a")]).toEqual([true, false, []]);
    expect([isMissing(one, "first", "a"), isMissing(two, "first", "b")]).toEqual([false, true]);
    expect([one.take("second", "a"), two.lose("second", "b"), isMissing(one, "second", "a")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("see a declared row of each kind, and no declaration that was refused", () => {
    const [one, two] = [new Declarations(new Ledger({ engine })), new Declarations(new Ledger({ engine }))];
    const by = (type: string) => ({ type, name: type, identity: type });
    const [domain, values] = ["example.com", ["192.0.2.1"]];
    const row = forwardFromWire({ id: 7, source: "go", destination: "https://a.example/" }, domain);
    const seen = () => two.isDeclared(domain, forwardKind.factOf(row));
    expect(seen()).toBe(false);
    one.declare(by("UrlForward"), { domain, source: "GO", destination: "https://A.example" });
    expect(seen()).toBe(true);
    const conflicts = [
      one.declare(by("DnsRecord"), { domain, type: "A", name: "www", content: "192.0.2.1" }),
      two.declare(by("DnsZone"), { domain, records: { "www A": values, "api A": values } }),
      one.declare(by("DnsRecordSet"), { domain, type: "A", name: "api", values }),
    ];
    expect(conflicts.map((each) => each.map(({ check }) => check))).toEqual([[], ["record-once"], []]);
  });
});
