/** What the program says of a row of the list. */
import { fingerprintIn, type SiblingRow, scopeOf } from "../siblings.ts";
import type { DomainItems } from "./items.ts";
import type { Item } from "./kind.ts";

export const scopeIn = <Row extends Item>({ kind, domain }: DomainItems<Row>) => scopeOf(kind.group, domain);

/** What the program says of a row that one of its resources was when the run began. */
export function siblingOf<Row extends Item>(of: DomainItems<Row>, row: Row): SiblingRow | undefined {
  const { siblings } = of.run;
  if (siblings.isEmpty) return undefined;
  const scope = scopeIn(of);
  for (const key of of.kind.keys(row)) {
    const sibling = siblings.withFingerprint(fingerprintIn(scope, key));
    if (sibling !== undefined) return sibling;
  }
  return siblings.withId(scope, row.id);
}

/** Was one of the program's resources this row when the run began? */
export function isProgramsOwn<Row extends Item>(of: DomainItems<Row>, row: Row): boolean {
  return siblingOf(of, row) !== undefined;
}

/** Is it a row of the program that another resource wants, beside the one that asks? */
export function isWantedByOthers<Row extends Item>(of: DomainItems<Row>, row: Row): boolean {
  return (siblingOf(of, row)?.wanted ?? 0) > 1;
}
