import { localStack, NotSupportedError, ProjectError, StateError } from "../../testing/engine/index.ts";
import { PROGRAMS, Shelf } from "./shelf.ts";

const features: Record<string, unknown> = require("./programs/shelf/features.js");

describe("what the small engine does not do", () => {
  const shelf = new Shelf();

  it.each(Object.keys(features))("refuses %s by name, and makes nothing", async (feature) => {
    const stack = await localStack(shelf.options());
    shelf.plan({ things: [{ name: "a" }], feature });
    const result = await stack.preview();
    expect(result.exitCode).toBe(1);
    expect(result.output).toContain(`the local test engine does not support ${feature}`);
    expect(result.output).toContain("run this program with the Pulumi CLI");
    expect(shelf.things()).toEqual({});
    await stack.close();
  });

  it("refuses a state with fields it does not know, or with encrypted secrets", async () => {
    const stack = await localStack(shelf.options());
    const deployment = (resources: unknown[]) => ({ version: 3, deployment: { resources } });
    const row = { urn: "urn:pulumi:dev::shelf::t:i:T::x", custom: true, type: "t:i:T", id: "1" };
    await expect(stack.importState(deployment([{ ...row, viewOf: "y" }]))).rejects.toThrow(NotSupportedError);
    const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x:y" };
    await expect(stack.importState(deployment([{ ...row, inputs: { a: sealed } }]))).rejects.toThrow(/is encrypted/);
    await expect(stack.importState({ version: 2, deployment: {} })).rejects.toThrow(StateError);
    expect((await stack.exportState()).deployment["resources"]).toEqual([]);
    await stack.close();
  });

  it("says so when there is no project", async () => {
    await expect(localStack(shelf.options({ cwd: PROGRAMS }))).rejects.toThrow(ProjectError);
  });
});

it.each([
  ["TypeScript", "typescript", { label: "plain/typed-1" }],
  ["ES modules", "esm", { label: "plain/module-1" }],
])("the small engine runs a program in %s unchanged", async (_, program, outputs) => {
  const shelf = new Shelf();
  const stack = await localStack(
    shelf.options({ cwd: `${PROGRAMS}/${program}`, env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } }),
  );
  const result = await stack.up({ preview: false });
  expect(result.output).not.toContain("error");
  expect(result.outputs).toMatchObject(outputs);
  expect((await stack.destroy()).exitCode).toBe(0);
  await stack.close();
});
