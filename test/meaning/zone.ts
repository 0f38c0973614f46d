/** Programs made of cases, and the zones that they make. */
import type { Registrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { domain, type HandlerStack, type Program, unchanged, zoneLines } from "../support/story.ts";
import { type Case, domains } from "./cases.ts";

export interface Stage {
  program: Program;
  live: string[];
}

/** The same cases at three moments: first, in other words, and in the end. */
export function stagesOf(table: readonly Case[]): Record<"first" | "respelled" | "last", Stage> {
  const live = table.flatMap((each) => each.live ?? []).sort();
  return {
    first: { program: Object.fromEntries(table.map((each) => [each.title, each.first])), live },
    respelled: { program: Object.fromEntries(table.map((each) => [each.title, each.respelled ?? each.first])), live },
    last: {
      program: Object.fromEntries(
        table.flatMap((each) => (each.last === null ? [] : [[each.title, each.last ?? each.respelled ?? each.first]])),
      ),
      live: table.flatMap((each) => (each.last === null ? [] : (each.liveLast ?? each.live ?? []))).sort(),
    },
  };
}

/** The zones of stories; a TTL that the registrar filled in is not the program's. */
export const zoneOf = ({ sandbox }: Registrar) =>
  zoneLines(sandbox, [domain, ...domains]).map((line) => line.replace(" ttl 3600", ""));

/** Applies a program again, and refreshes: there is nothing to do, and nothing is written. */
export async function settles(registrar: Registrar, stack: HandlerStack, program: Program): Promise<void> {
  const steps = Object.fromEntries(Object.keys(program).map((name) => [name, "same"]));
  registrar.writes();
  expect(await stack.up(program, { skipPreview: true })).toEqual({ steps, errors: {} });
  expect(await stack.refresh()).toEqual(unchanged);
  if (isSoak) expect(await stack.up(program)).toEqual({ steps, errors: {} });
  expect(registrar.writes()).toEqual([]);
}

/** Applies a stage: the registrar holds it, and then there is nothing to do. */
export async function becomes(registrar: Registrar, stack: HandlerStack, { program, live }: Stage): Promise<void> {
  expect((await stack.up(program)).errors).toEqual({});
  expect(zoneOf(registrar)).toEqual(live);
  await settles(registrar, stack, program);
}
