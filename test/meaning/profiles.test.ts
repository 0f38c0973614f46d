/** One table of cases, one story, every profile: whatever spelling the registrar answers in, nothing ever differs. */
import { workableProfiles } from "../../testing/sandbox/index.ts";
import { useContract } from "../support/contract.ts";
import { behaviourOf, isInAllAwkward } from "../support/formats.ts";
import type { UpOptions } from "../support/handlerStack.ts";
import { isSoak } from "../support/soak.ts";
import { bound, domain, HandlerStack, type Program, unchanged, withStory, zoneLines } from "../support/story.ts";
import { domains, type Stage, someCases, stagesOf } from "./cases.ts";

const { registrar } = withStory();
/** The settings of a stack without any. */
const usual = { "registrar:staleListSeconds": "10" };

function prepare(profile: string): void {
  for (const domain of domains) registrar.sandbox.addDomain(domain);
  registrar.sandbox.setProfile(profile);
}

/** The zones of stories; a TTL that the registrar filled in is not the program's. */
const zoneOf = () => zoneLines(registrar.sandbox, [domain, ...domains]).map((line) => line.replace(" ttl 3600", ""));

/** Applies a program again, and refreshes: there is nothing to do, and nothing is written. */
async function settles(stack: HandlerStack, program: Program): Promise<void> {
  const steps = Object.fromEntries(Object.keys(program).map((name) => [name, "same"]));
  registrar.writes();
  expect(await stack.up(program, { skipPreview: true })).toEqual({ steps, errors: {} });
  expect(await stack.refresh()).toEqual(unchanged);
  if (isSoak) expect(await stack.up(program)).toEqual({ steps, errors: {} });
  expect(registrar.writes()).toEqual([]);
}

/** Applies a stage: the registrar holds it, and then there is nothing to do. */
async function becomes(stack: HandlerStack, { program, live }: Stage, options: UpOptions = {}): Promise<void> {
  expect((await stack.up(program, options)).errors).toEqual({});
  expect(zoneOf()).toEqual(live);
  await settles(stack, program);
}

async function goes(stack: HandlerStack): Promise<void> {
  registrar.sandbox.dashboard.editDomain("example.org", { locked: false });
  expect((await stack.destroy()).errors).toEqual({});
  expect(zoneOf()).toEqual([]);
  expect(registrar.sandbox.forwards("example.com")).toEqual([]);
}

/**
 * Apply; plan, refresh, plan; say it in other words; change it; the same again; destroy.
 * @param part one of so many cases; 1: all, also in other words, which are the program's and no profile's
 */
async function wholeStory(config: Record<string, string>, part = 12): Promise<void> {
  const stages = stagesOf(someCases(part));
  const stack = new HandlerStack(config);
  await becomes(stack, stages.first);

  if (part === 1 || isSoak) {
    registrar.writes();
    const { steps, errors } = await stack.up(stages.respelled.program);
    // An SRV's other form has other arguments, so its state changes.
    const changed = Object.keys(steps).filter((title) => steps[title] !== "same" && !title.startsWith("an SRV by"));
    expect([errors, changed]).toEqual([{}, []]);
    expect(registrar.writes()).toEqual([]);
    await settles(stack, stages.respelled.program);
  }

  await becomes(stack, stages.last, isSoak ? {} : { skipPreview: true });
  await goes(stack);
}

const groups: string[][] = [];
for (const name of workableProfiles) {
  if (!isSoak && name !== "all-awkward" && isInAllAwkward(name)) continue;
  const group = isSoak ? undefined : groups.find((some) => behaviourOf(...some, name) !== undefined);
  if (group === undefined) groups.push([name]);
  else group.push(name);
}

/** In the soak each alone. Else without what `all-awkward` does, and as many at once as no point is decided twice. */

it.each(["", ...groups.map((group) => group.join())])("every case under profile: %s", async (profile) => {
  prepare(profile);
  await wholeStory(usual, profile === "" ? 1 : profile === "all-awkward" ? 3 : undefined);
});

it("every case under a profile that raises TTLs", async () => {
  prepare("ttl-minimum:240");
  await wholeStory(usual);
});

const fields = { fields: { type: "record_type" } };
const noUpdate = { "records.update": null, "forwards.update": null };
const container = { container: "result.items" };
const types = { values: { type: { permanent: "R301", temporary: "R302", frame: "masked" } } };
const ownTypes = { "forwards.list": types, "forwards.create": types, "forwards.update": types };
const pages = (paging: object) => ({ "records.list": { paging }, "forwards.list": { complete: true } });
const overrides: [string, object][] = [
  ["no-totals", pages({ size: 100 })],
  ["no-totals,has-more", pages({ page: "page" })],
  ["type-key-record-type", { records: fields, "records.create": fields, "records.update": fields }],
  ["no-put:404", noUpdate],
  ["no-put:405,writes-without-object,ids-text,other-statuses", noUpdate],
  ["forward-types-own", ownTypes],
  ["container-unknown", { records: container, forwards: container }],
];
it.each(overrides)("every case under a profile that needs a contract file: %s", async (profile, contract) => {
  prepare(profile);
  useContract(contract);
  await wholeStory(bound);
});
