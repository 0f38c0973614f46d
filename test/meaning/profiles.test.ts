/** One table of cases, one story, every profile: whatever spelling the registrar answers in, nothing ever differs. */
import { profiles, workableProfiles } from "../../testing/sandbox/index.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { withRegistrar } from "../support/registrar.ts";
import { cases, domains } from "./cases.ts";
import { stagesOf, zoneLines } from "./zone.ts";

const registrar = withRegistrar();
const unchanged = { drift: {}, gone: [], errors: {} };
const stages = stagesOf(cases);

const prepare = (profile: string) => {
  for (const domain of domains) registrar.sandbox.addDomain(domain);
  registrar.sandbox.setProfile(profile);
};

const allSame = (program: Program) => Object.fromEntries(Object.keys(program).map((name) => [name, "same"]));

/** Plan, refresh, plan: nothing to do, nothing written. */
async function settles(stack: HandlerStack, program: Program): Promise<void> {
  registrar.writes();
  expect(await stack.up(program)).toEqual({ steps: allSame(program), errors: {} });
  expect(await stack.refresh()).toEqual(unchanged);
  expect(await stack.up(program)).toEqual({ steps: allSame(program), errors: {} });
  expect(registrar.writes()).toEqual([]);
}

async function wholeStory(): Promise<void> {
  const stack = new HandlerStack();
  expect((await stack.up(stages.first.program)).errors).toEqual({});
  expect(zoneLines(registrar.sandbox)).toEqual(stages.first.live);
  await settles(stack, stages.first.program);

  registrar.writes();
  expect((await stack.up(stages.respelled.program)).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  await settles(stack, stages.respelled.program);

  expect((await stack.up(stages.then.program)).errors).toEqual({});
  expect(zoneLines(registrar.sandbox)).toEqual(stages.then.live);
  await settles(stack, stages.then.program);

  registrar.sandbox.dashboard.unlock("example.org");
  expect((await stack.destroy()).errors).toEqual({});
  expect(zoneLines(registrar.sandbox)).toEqual([]);
  expect(registrar.sandbox.forwards("example.com")).toEqual([]);
}

describe("apply, plan, refresh, plan; respell; change; plan, refresh, plan; destroy", () => {
  it.each(["", ...workableProfiles])("profile %s", async (profile) => {
    prepare(profile);
    await wholeStory();
  });
});
