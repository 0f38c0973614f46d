/** Notes of orders go to a folder of the test's own, as they go to Pulumi's in life. */
import { newFolder } from "./folder.ts";
import type { HandlerStack } from "./handlerStack.ts";

/** Gives each test of the file a Pulumi home of its own. */
export function withPulumiHome(): void {
  const before = process.env["PULUMI_HOME"];
  beforeEach(() => {
    process.env["PULUMI_HOME"] = newFolder();
  });
  afterEach(() => {
    if (before === undefined) delete process.env["PULUMI_HOME"];
    else process.env["PULUMI_HOME"] = before;
  });
}

/** Runs something in a process that is killed before its state is written: the work is done, the state is as before. */
export async function killed<T>(stack: HandlerStack, run: () => Promise<T>): Promise<T> {
  const before = structuredClone([...stack.state]);
  try {
    return await run();
  } finally {
    stack.state.clear();
    for (const [name, row] of before) stack.state.set(name, row);
  }
}
