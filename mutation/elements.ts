// The part of `npm run mutation` for lists and patterns, which StrykerJS leaves alone where they are set up at import: leaves out an
// element of a list, or an alternative, an anchor or the flag `i` of a pattern. The tables of elements notice each of these at once, so
// they don't count here: a survivor is an element whose use no test shows.
import { type Elements, elementsIn, type Fault } from "../test/support/elements.ts";
import { isNoticed } from "./near.ts";

type Planted = Elements & { fault: Fault };

/** The faults in files whose path begins so. */
export const elementFaults = (start: string): Planted[] =>
  ["provider", "cli", "testing"]
    .flatMap(elementsIn)
    .filter(({ file }) => file.startsWith(start))
    .flatMap((each) => each.faults.map((fault) => ({ ...each, fault })));

/** @returns does no test notice it? */
export function survives({ place, file, fault: { what, start, end } }: Planted): boolean {
  const isUnnoticed = isNoticed({ file, start, end, replacement: "" }, ["everyElement"]) === false;
  process.stdout.write(`${isUnnoticed ? "survived" : "noticed"}: ${place} without ${JSON.stringify(what)}\n`);
  return isUnnoticed;
}
