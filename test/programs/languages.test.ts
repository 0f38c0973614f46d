/** Programs that reach the plugin from every language, on the Pulumi CLI with their language hosts. */
import { pythonEnv, withFolder } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { type Run, succeeds, unprotect, withProgram } from "../support/programs.ts";

const domain = "example.com";
const config = { "registrar:skipChecks": "a-reserved" };
const folder = withFolder();
let python: Record<string, string> | undefined;

/** One life of a program with the record `www`, and a lock that depends on all else. */
async function life({ stack, sandbox, calls, writes }: Run, lookups: string[]): Promise<void> {
  const up = await stack.up();
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  expect(writes().at(-1)).toBe("PUT lock.set");
  await succeeds(stack.up({ expectNoChanges: true }));
  expect(calls()).toEqual(lookups);
  await unprotect(stack);
  sandbox.dashboard.editDomain(domain, { locked: false });
  await succeeds(stack.destroy());
  expect(sandbox.records(domain)).toEqual([]);
}

needing("pulumi-language-yaml").it("the example in YAML is applied and destroyed", () =>
  withProgram((run) => life(run, []), { program: "examples/yaml", stack: { config } }),
);

needing("pulumi-language-python").it("the example in Python is applied and destroyed", () => {
  python ??= pythonEnv(folder());
  const stack = { config, env: python };
  return withProgram((run) => life(run, ["GET domains.get"]), { program: "examples/python", stack });
});
