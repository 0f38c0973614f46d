/** States that 0.1.0 wrote, loaded into the present code: nothing to do, nothing drifted, and everything can go. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../testing/sandbox/index.ts";
import { HandlerStack, type Program, type StackBehaviour } from "../support/handlerStack.ts";
import { withPulumiHome } from "../support/orders.ts";
import { withSaid } from "../support/said.ts";

type Row = HandlerStack["state"] extends Map<string, infer R> ? R : never;

interface Case {
  name: string;
  /** The sandbox's. */
  profile?: string;
  config: Record<string, string>;
  behaviour?: StackBehaviour;
  program: Program;
  state: Record<string, Row>;
  /** What the sandbox held, as its state file says it. */
  sandbox: object;
}

interface Expected {
  /** Errors of a preview. */
  refused?: Record<string, RegExp>;
  /** What a preview would do, where it is not nothing. */
  steps?: Record<string, "update">;
  /** Errors of `up`. */
  fails?: Record<string, RegExp>;
  /** Writes of `up`, without which the work of then cannot be finished. */
  writes?: string[];
  /** What a refresh shows. */
  drift?: Record<string, unknown>;
  /** Errors of `destroy`. */
  stays?: Record<string, RegExp>;
}

const neverListed = /would remove or overwrite 1 record that this resource never listed:\s+- key TXT "by hand"/;
const verify = /^Verify in the registrar's dashboard: the (registration of fresh|transfer of theirs)\.com/;
/** Where a state is not finished or something cannot go. All others: nothing to do, and nothing in the way. */
const expectations: Record<string, Expected> = {
  // Made after all, and found: nothing is written.
  "a record whose create stayed doubtful": { steps: { web: "update" } },
  "a forward whose create stayed doubtful": { steps: { shop: "update" } },
  "an authoritative zone, after a refresh that showed a record made by hand": {
    refused: { zone: neverListed },
    fails: { zone: neverListed },
  },
  "a zone that stopped halfway": {
    steps: { zone: "update" },
    drift: { zone: {} },
    writes: ["records.create", "records.create"],
  },
  "a lock": { stays: { lock: /only the registrar's dashboard/ } },
  // Never ordered by itself again.
  "a registration of unknown outcome": { steps: { tea: "update" }, drift: { tea: {} }, fails: { tea: verify } },
  "a transfer of unknown outcome": { steps: { theirs: "update" }, drift: { theirs: {} }, fails: { theirs: verify } },
};

const folder = join(__dirname, "..", "fixtures", "states");
const hour = 60 * 60 * 1000;
withPulumiHome();
withSaid();

describe.each(["first", "second"])("a state of the %s form:", (form) => {
  const { time, cases }: { time: string; cases: Case[] } = JSON.parse(
    readFileSync(join(folder, `${form}-form.json`), "utf8"),
  );
  let home = "";
  let sandbox: Sandbox | undefined;
  let clock: jest.SpyInstance | undefined;
  const environment = { ...process.env };

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "registrar-states-"));
    // An hour after the state was written, for the provider and for the sandbox.
    const real = Date.now;
    const ahead = Date.parse(time) + hour - real();
    clock = jest.spyOn(Date, "now").mockImplementation(() => real() + ahead);
  });
  afterEach(async () => {
    clock?.mockRestore();
    await sandbox?.close();
    process.env = { ...environment };
    rmSync(home, { recursive: true, force: true });
  });

  async function load({
    profile = "",
    config,
    behaviour,
    state,
    sandbox: held,
  }: Case): Promise<[HandlerStack, Sandbox]> {
    const file = join(home, "sandbox.json");
    writeFileSync(file, JSON.stringify(held));
    sandbox = await startSandbox({ state: file, profile });
    process.env["REGISTRAR_BASE_URL"] = sandbox.url;
    process.env["REGISTRAR_API_TOKEN"] = sandbox.token;
    const stack = new HandlerStack(config, behaviour);
    // Every state has the code that the engine's host runs; here any does.
    for (const [name, row] of Object.entries(state))
      stack.state.set(name, { ...row, outputs: { ...row.outputs, __provider: "code" } });
    return [stack, sandbox];
  }

  it.each(cases.map((given): [string, Case] => [given.name, given]))("%s", async (name, given) => {
    const { refused = {}, steps = {}, fails = {}, writes = [], drift = {}, stays = {} } = expectations[name] ?? {};
    const [stack, { log }] = await load(given);
    const written = () =>
      log
        .entries()
        .filter(({ method }) => method !== "GET")
        .map((entry) => entry.operation);
    const same = Object.fromEntries(Object.keys(given.program).map((key) => [key, "same"]));
    const expectErrors = (errors: Record<string, string>, patterns: Record<string, RegExp>) =>
      expect(errors).toEqual(
        Object.fromEntries(Object.entries(patterns).map(([key, pattern]) => [key, expect.stringMatching(pattern)])),
      );

    const preview = await stack.preview(given.program);
    expectErrors(preview.errors, refused);
    if (Object.keys(refused).length === 0) expect(preview.steps).toEqual({ ...same, ...steps });
    expect(await stack.refresh()).toEqual({ drift, gone: [], errors: {} });
    expect(written()).toEqual([]);
    expectErrors((await stack.up(given.program)).errors, fails);
    expect(written()).toEqual(writes);
    if (Object.keys(fails).length === 0) {
      expect((await stack.up(given.program)).steps).toEqual(same);
      expect(written()).toEqual(writes);
    }
    expectErrors((await stack.destroy()).errors, stays);
    expect([...stack.state.keys()]).toEqual(Object.keys(stays));
  });
});
