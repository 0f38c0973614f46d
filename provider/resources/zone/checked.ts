/** Which arguments the previous run found nothing wrong with: the lines of a large zone that did not change are not checked again. */
import { isDeepStrictEqual } from "node:util";
import { version } from "../../../package.json";
import type { CheckContext } from "../definition.ts";
import { areLines } from "./lines.ts";
import { type Entry, entriesOf } from "./records.ts";
import type { ZoneArgs } from "./state.ts";

/** What decides, beside the arguments, what a check finds. */
export const stampOf = (ignoreChecks: readonly string[]): string => [version, ...[...ignoreChecks].sort()].join(" ");

/** The arguments of the previous run, if this version checked them with the same checks switched off. */
function lastChecked({ previous, ignoreChecks }: CheckContext<ZoneArgs>): Partial<ZoneArgs> | undefined {
  return previous?.checked === stampOf(ignoreChecks) && previous.unlisted === undefined ? previous : undefined;
}

/** Are they those of the previous run, and were they checked? */
export function wasChecked(args: Partial<ZoneArgs>, context: CheckContext<ZoneArgs>): boolean {
  if (!areLines(args.records)) return false;
  const last = lastChecked(context);
  return (
    last !== undefined && last.dropped === undefined && isDeepStrictEqual(withoutFindings(args), withoutFindings(last))
  );
}

/** The records whose individual checks passed in the previous run. */
export function checkedEntries({ domain }: Partial<ZoneArgs>, context: CheckContext<ZoneArgs>): ReadonlySet<Entry> {
  const last = lastChecked(context);
  return new Set(last?.domain === domain ? entriesOf(last?.records, domain ?? "") : undefined);
}

/** The arguments as the program gives them: what the check of an authoritative zone found last is none. */
const withoutFindings = ({ checked: _checked, plan: _plan, planned: _planned, ...given }: Partial<ZoneArgs>) => given;
