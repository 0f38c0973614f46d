/** The sandbox's state file: kept from others, never mixed, and refused where it isn't complete. */
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { newFolder } from "../support/folder.ts";

let folder: string;
let state: string;
beforeEach(() => {
  folder = realpathSync(newFolder());
  state = join(folder, "state.json");
});

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

/** A state that a sandbox wrote, as an object. */
async function written(): Promise<Record<string, unknown>> {
  await (await startSandbox({ stateFile: state })).close();
  return JSON.parse(readFileSync(state, "utf8"));
}

it("a state file is readable by its owner only, and no other file stays beside it", async () => {
  await written();
  expect([modeOf(state), readdirSync(folder)]).toEqual(["600", ["state.json"]]);
  chmodSync(state, 0o666);
  const sandbox = await startSandbox({ stateFile: state });
  sandbox.addDomain("one.example");
  expect([modeOf(state), modeOf(`${state}.lock`)]).toEqual(["600", "600"]);
  await sandbox.close();
  expect(readdirSync(folder)).toEqual(["state.json"]);
});

it("a state file belongs to one sandbox at a time; the lock of a dead process doesn't count", async () => {
  const first = await startSandbox({ stateFile: state });
  await expect(startSandbox({ stateFile: state })).rejects.toMatchObject({
    code: "ERR_TESTING_STATE_IN_USE",
    message: expect.stringMatching(
      /is used by process \d+\. Nothing was started. Stop that process, or name another file\. .*remove .*\.lock/,
    ),
  });
  first.addDomain("one.example");
  await first.close();
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  for (const lock of [JSON.stringify({ pid }), JSON.stringify({ pid: process.pid }), "", "{"]) {
    writeFileSync(`${state}.lock`, lock);
    writeFileSync(`${state}.new`, "half of a st");
    const next = await startSandbox({ stateFile: state });
    expect(next.domain("one.example").name).toBe("one.example");
    await next.close();
    expect(readdirSync(folder)).toEqual(["state.json"]);
  }
});

type Spoil = (whole: Record<string, unknown>) => void;
const secretsOf = (whole: Record<string, unknown>) => whole["secrets"] as Record<string, unknown>;
it.each<[string, Spoil]>([
  ["secrets.adminSecret", (whole) => Object.assign(secretsOf(whole), { adminSecret: ":any/*" })],
  ["records", (whole) => Object.assign(whole, { records: [] })],
  ["approvals.0.kind", (whole) => Object.assign(whole, { approvals: [{ id: 1, kind: "odd" }] })],
])("a state file without a valid %s is refused, and stays as it is", async (path, spoil) => {
  const whole = await written();
  spoil(whole);
  const text = JSON.stringify(whole);
  writeFileSync(state, text);
  await expect(startSandbox({ stateFile: state })).rejects.toMatchObject({
    code: "ERR_TESTING_STATE",
    message: expect.stringMatching(new RegExp(`"${path}" is missing or not as it should be.*Name another file`)),
  });
  expect([readFileSync(state, "utf8"), readdirSync(folder)]).toEqual([text, ["state.json"]]);
});
