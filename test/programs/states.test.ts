/**
 * States of releases, with every resource of both fronts, which later versions must keep: `up` and refresh find no change.
 * `KEEP_STATES=1 PATH=<folder of the Pulumi CLI>:$PATH npx jest test/programs/states` records those of this version.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import type { Deployment } from "../../testing/engine/types.ts";
import { newFolder } from "../support/folder.ts";
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, oneOfEach as program, succeeds, withProgram } from "../support/programs.ts";

/** The program of a release, and what it left: the sandbox's state file and an export of the stack, with secrets in plain text. */
interface Kept {
  madeAt: string;
  program: DeclaredProgram;
  sandbox: { clockOffset: number };
  state: Deployment;
}

const folder = join(__dirname, "..", "fixtures", "states");
const fronts = { classes: undefined, plugin: "pulumi-registrar/plugin" } as const;
type Front = keyof typeof fronts;

const stack = { config: { "registrar:skipChecks": "a-reserved" } };

async function keep(front: Front): Promise<void> {
  const stateFile = join(newFolder(), "sandbox.json");
  let state: Deployment | undefined;
  await withProgram(
    async (run) => {
      run.declare(program, fronts[front]);
      await succeeds(run.stack.up());
      state = await run.stack.exportState({ showSecrets: true });
    },
    { sandbox: { stateFile, token: "token-of-a-kept-sandbox" }, stack },
  );
  const kept = {
    madeAt: new Date().toISOString(),
    program,
    sandbox: JSON.parse(readFileSync(stateFile, "utf8")),
    state,
  };
  mkdirSync(join(folder, version), { recursive: true });
  writeFileSync(join(folder, version, `${front}.json`), `${JSON.stringify(kept)}\n`);
}

if (process.env["KEEP_STATES"])
  for (const front of ["classes", "plugin"] as const)
    needing("pulumi").it(`keeps the state of ${version}, made with the ${front}`, () => keep(front));

for (const release of readdirSync(folder))
  for (const front of ["classes", "plugin"] as const) {
    const test = front === "plugin" ? needing("pulumi").it : it;
    test(`the state of ${release}, made with the ${front}, shows no change`, async () => {
      const kept: Kept = JSON.parse(readFileSync(join(folder, release, `${front}.json`), "utf8"));
      const stateFile = join(newFolder(), "sandbox.json");
      // The sandbox's time goes on from the moment of the state: no lock or registration expires in between.
      const clockOffset = Date.parse(kept.madeAt) - Date.now();
      writeFileSync(stateFile, JSON.stringify({ ...kept.sandbox, clockOffset }), { mode: 0o600 });
      await withProgram(
        async (run) => {
          run.declare(kept.program, fronts[front]);
          await run.stack.importState(kept.state);
          for (const operation of ["up", "refresh"] as const) {
            const { summary } = await succeeds(run.stack[operation]({ expectNoChanges: true }));
            expect([operation, summary["same"]]).toEqual([operation, Object.keys(kept.program).length + 1]);
          }
          expect(run.writes()).toEqual([]);
        },
        { sandbox: { stateFile }, stack },
      );
    });
  }
