/** Which arguments the previous run found nothing wrong with: the lines of a large zone that did not change are not checked again. */
import { isDeepStrictEqual } from "node:util";
import { version } from "../../../package.json";
import type { CheckContext } from "../definition.ts";
import { areLines } from "./lines.ts";
import { type Entry, entriesOf } from "./records.ts";
import type { ZoneArgs } from "./state.ts";

/** What decides, beside the arguments, what a check finds. */
export const stampOf = (ignoreChecks: readonly string[]): string => [version, ...[...ignoreChecks].sort()].join(" ");

/** Are they those of the previous run, checked by this version with the same checks switched off? */
export function wasChecked(args: Partial<ZoneArgs>, { previous, ignoreChecks }: CheckContext<ZoneArgs>): boolean {
  return (
    areLines(args.records) &&
    previous?.checked === stampOf(ignoreChecks) &&
    previous.unlisted === undefined &&
    previous.dropped === undefined &&
    isDeepStrictEqual(withoutFindings(args), withoutFindings(previous))
  );
}

/** The records that the previous run found nothing wrong with, each by itself. */
export function checkedEntries(
  { domain }: Partial<ZoneArgs>,
  { previous, ignoreChecks }: CheckContext<ZoneArgs>,
): ReadonlySet<Entry> {
  const isSame = previous?.checked === stampOf(ignoreChecks) && previous.domain === domain;
  const entries = isSame && previous.unlisted === undefined ? entriesOf(previous.records, domain ?? "") : undefined;
  return new Set(entries);
}

/** The arguments as the program gives them: what the check of an authoritative zone found last is none. */
const withoutFindings = ({ checked: _checked, plan: _plan, planned: _planned, ...given }: Partial<ZoneArgs>) => given;
