/** What a new item, or one that becomes another, would meet in the list of its domain; by the same rules as its create. */
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, Properties } from "../definition.ts";
import { SeveralCandidatesError } from "../errors.ts";
import { isSameBut, refuseElsewhere } from "../foresee.ts";
import type { Run } from "../run.ts";
import { alreadyExists } from "./adoption.ts";
import { StandsBesideError } from "./errors.ts";
import { DomainItems } from "./items.ts";
import { type DeclaredKind, type Item, type ItemArgs, itemControls } from "./kind.ts";
import { isProgramsOwn } from "./sibling.ts";

type Context<Args extends object> = Pick<CheckContext<Args>, "previous" | "declared" | "say">;

/** @param isWhole is all known that says which item it is? */
export const foreseeing =
  <Row extends Item, Args extends ItemArgs>(kind: DeclaredKind<Row, Args>, isWhole: (args: Properties) => boolean) =>
  async (args: Partial<Args>, context: Context<Args>, run: Run): Promise<void> => {
    const { domain } = args;
    if (domain === undefined || !isWhole({ ...args })) return;
    if (isSameBut(itemControls, { ...args }, { ...context.previous })) return;
    if (kind.group === "records") await refuseElsewhere(domain, context, run);
    await look(new DomainItems(kind, domainOf({ domain }), run), kind, args, context.previous);
  };

/** @throws AlreadyExistsError, SeveralCandidatesError, StandsBesideError */
async function look<Row extends Item, Args extends ItemArgs>(
  of: DomainItems<Row>,
  kind: DeclaredKind<Row, Args>,
  args: Partial<Args>,
  previous: Partial<Args> | undefined,
): Promise<void> {
  const wanted = kind.wanted(args);
  const { adopt = of.run.configuration.adopt } = args;
  const meaning = kind.meaning(wanted);
  const isMoved = previous !== undefined && sameDomain(previous.domain, args.domain);
  const former = isMoved ? kind.meaning(kind.wanted(previous)) : undefined;
  if (former === meaning) return;
  const items = await of.read();
  // Its own row has no name here: where the list does not show it as it was, any row could be it.
  if (former !== undefined && items.withKey(former).length === 0) return;
  const isForeign = (row: Row) =>
    kind.unreadable(row) === undefined && !isProgramsOwn(of, row) && !of.claims.isTaken(row, wanted);
  const describe = (row: Row) => `${of.describe(row)}${row.id === undefined ? "" : ` (id ${row.id})`}`;
  const twins = items.withKey(meaning).filter(isForeign);
  const [twin] = twins;
  if (twin !== undefined && adopt === false) throw alreadyExists(of, {}, describe(twin));
  if (twins.length > 1) throw new SeveralCandidatesError(twins.map(describe));
  if (twin !== undefined || former !== undefined) return;
  const place = kind.place(wanted);
  const inPlace = place === undefined ? [] : items.withKey(place).filter(isForeign);
  const [other] = inPlace;
  if (other !== undefined && adopt !== "overwrite") throw alreadyExists(of, {}, describe(other), { isInPlace: true });
  const beside = of.beside(items, wanted).filter(isForeign);
  if (beside.length > 0) throw new StandsBesideError(of.describe(wanted), beside.map(describe), true);
}
