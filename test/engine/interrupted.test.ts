import { localStack, StackLockedError } from "../../testing/engine/index.ts";
import { until } from "../sandbox/raw.ts";
import { isAlive } from "../support/processes.ts";
import { Shelf } from "./shelf.ts";

const many = (count: number) => ({
  things: Array.from({ length: count }, (_, i) => ({ name: `t${i}`, props: { content: i } })),
});
const started = (shelf: Shelf) => shelf.has("calls.jsonl") && shelf.text("calls.jsonl").includes("started");

it("Ctrl-C, as a signal: starts nothing new, finishes what runs, saves, leaves no process, and says so", async () => {
  const shelf = new Shelf();
  shelf.plan(many(4));
  shelf.faults({ "create t0": { waitFor: "go" } });
  const stack = await localStack(shelf.options({ parallel: 1 }));
  const controller = new AbortController();
  const running = stack.up({ signal: controller.signal, preview: false });
  await until(() => started(shelf));
  const other = await localStack(shelf.options());
  await expect(other.up({ preview: false })).rejects.toThrow(StackLockedError);
  controller.abort();
  shelf.touch("go");
  const result = await running;
  expect(result.exitCode).toBe(1);
  expect(result.diagnostics).toContainEqual(expect.objectContaining({ severity: "error", message: "update canceled" }));
  expect(Object.keys(shelf.things())).toEqual(["t0-1"]);
  await until(() => !isAlive(Number(shelf.text("host.pid"))));

  shelf.faults({});
  expect((await other.up({ preview: false })).exitCode).toBe(0);
  expect(Object.keys(shelf.things()).sort()).toEqual(["t0-1", "t1-1", "t2-1", "t3-1"]);
  await Promise.all([stack.close(), other.close()]);
});
