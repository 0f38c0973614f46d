import { localStack, pulumiStack } from "../../testing/engine/index.ts";
import { needing, pulumiCli } from "../support/optional.ts";
import { normaliseState, told } from "./compare.ts";
import { SCENES } from "./scenario.ts";
import { Shelf } from "./shelf.ts";

const MINUTES = 60_000;

/** The same life of a stack on both engines: same exit codes, steps, provider calls and states. */
needing("pulumi").it(
  "does what the real engine does",
  async () => {
    const [theirs, ours] = [new Shelf(), new Shelf()];
    const real = await pulumiStack(theirs.options(), pulumiCli());
    const local = await localStack(ours.options());
    for (const scene of SCENES) {
      const tell = async (stack: typeof real, shelf: Shelf) => {
        scene.before?.(shelf);
        const result = await scene.run(stack, shelf);
        const all = told(result, shelf, await stack.exportState({ showSecrets: true }));
        return { scene: scene.title, ...(scene.racy ? { exitCode: all.exitCode } : all) };
      };
      const [expected, seen] = await Promise.all([tell(real, theirs), tell(local, ours)]);
      expect(seen).toEqual(expected);
    }

    // Either engine goes on from the other's state.
    ours.plan({
      things: [
        { name: "a", props: { content: "x" }, secrets: ["content"] },
        { name: "b", refs: { content: "a.label" } },
      ],
    });
    await local.up();
    await real.importState(await local.exportState());
    theirs.plan({
      things: [
        { name: "a", props: { content: "x" }, secrets: ["content"] },
        { name: "b", refs: { content: "a.label" } },
      ],
    });
    theirs.touch("store.json", ours.text("store.json"));
    expect((await real.up({ expectNoChanges: true })).exitCode).toBe(0);
    await local.importState(await real.exportState());
    expect((await local.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(normaliseState(await local.exportState({ showSecrets: true }), ours)).toEqual(
      normaliseState(await real.exportState({ showSecrets: true }), theirs),
    );
    theirs.remove();
    ours.remove();
  },
  10 * MINUTES,
);
