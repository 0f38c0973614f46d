/** Rows that programs don't write: those of the registrar, and those that people have made elsewhere. */

import { newDomain } from "../../testing/sandbox/fixtures.ts";
import type { WholeSandbox } from "../../testing/sandbox/index.ts";

const { foreignRows } = newDomain("example.com", new Date());
/** Number of rows that a list has before those of programs: SOA and NS. */
export const inFront = 3;

/** Lines without those about foreign rows, which every list has. */
export const withoutForeign = (lines: readonly string[]): string[] =>
  lines.filter((line) => !/\b(?:ALIAS|HTTPS|NETLIFY|URL(?! f)|NS and SOA of)\b|\bparked\S* MX\b/.test(line));

/** IDs of the rows that every zone of the sandbox has. */
const isForeign = (path: string) => Number(/\/records\/[a-z_]*(\d+)$/.exec(path)?.[1] ?? 1000) < 1000;

/** Expects that no story has changed or lost a foreign row, or tried to. */
export function expectForeignRows({ domains, log }: WholeSandbox): void {
  const tried = log.entries({ writes: true, operation: "records.*" }).filter(({ path }) => isForeign(path));
  expect(tried.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  const rows = domains().map((domain) => [domain.name, domain.foreignRows]);
  expect(rows).toEqual(rows.map(([name]) => [name, foreignRows]));
}
