/** A sandbox's zones as lines, and programs made of cases. */
import type { Sandbox, SandboxRecord } from "../../testing/sandbox/index.ts";
import { unchanged } from "../support/applied.ts";
import type { HandlerStack, Program } from "../support/handlerStack.ts";
import type { Registrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { type Case, domains } from "./cases.ts";

function dataOf(record: SandboxRecord): string {
  const { type, content = "", priority, weight, port, target, flags, tag, value } = record;
  if (type === "TXT") return JSON.stringify(content);
  if (type === "MX") return `${priority} ${content}`;
  if (type === "SRV") return `${priority} ${weight} ${port} ${target}`;
  if (type === "CAA") return `${flags} ${tag} ${JSON.stringify(value)}`;
  if (record.content !== undefined) return content;
  // Any other type: its fields, in the order in which the sandbox holds them.
  const { id: _id, type: _type, name: _name, ttl: _ttl, comment: _comment, ...fields } = record;
  return Object.values(fields).join(" ");
}

/** `www A 192.0.2.1 ttl 300 # comment`; names in domains other than example.com are full names. */
function line(record: SandboxRecord, domain: string): string {
  const { service, protocol, name, type, ttl, comment } = record;
  const owner = [service, protocol, name, domain === "example.com" ? "" : domain].filter(Boolean).join(".");
  const beside = `${ttl === undefined ? "" : ` ttl ${ttl}`}${comment === undefined ? "" : ` # ${comment}`}`;
  return `${owner || "@"} ${type} ${dataOf(record)}${beside}`;
}

/** The rows that the registrar really holds, sorted. */
export function zoneLines(sandbox: Sandbox, of: readonly string[] = ["example.com", ...domains]): string[] {
  return of.flatMap((domain) => sandbox.records(domain).map((record) => line(record, domain))).sort();
}

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
export const zoneOf = ({ sandbox }: Registrar) => zoneLines(sandbox).map((line) => line.replace(" ttl 3600", ""));

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
