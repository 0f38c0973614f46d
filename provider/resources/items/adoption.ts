/** What a create, or a change into another item, does with what is there already: never more than it was told. */
import { RegistrarError } from "../../api/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { Precondition } from "../definition.ts";
import {
  AlreadyExistsError,
  DeclaredTwiceError,
  type Meeting,
  SeveralCandidatesError,
  StandsBesideError,
} from "../errors.ts";
import type { Run } from "../run.ts";
import { DomainItems, isSame } from "./items.ts";
import type { Items } from "./list.ts";
import { isProgramsOwn, isWantedByOthers, type Wanted } from "./reassignment.ts";
import { type DeclaredKind, givenKeys, type Item, type ItemArgs, isExactly, overlay, satisfies } from "./table.ts";

/** The same, and what it may take over for it. */
export interface Wish<Row extends Item> extends Wanted<Row> {
  /** May an existing item be taken over? `overwrite`: also another one in the place of the wanted one. */
  adopt: false | true | "overwrite";
  /** A live item with all arguments laid over it. */
  over(live: Row): Row;
}

export function wishOf<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  args: Partial<Args>,
  { configuration }: Run,
): Wish<Row> {
  const { adopt = configuration.adopt } = args;
  return { row: kind.wanted(args), adopt, over: (live) => overlay(kind, live, args, givenKeys(args)) };
}

/** What is there and may be taken over, for certain: a list may still show what was deleted a moment ago. */
export async function findFree<Row extends Item>(of: DomainItems<Row>, wish: Wish<Row>): Promise<Row | undefined> {
  const found = existing(of, await of.read(), wish);
  // A write to it would find out; without one, only time does.
  if (found === undefined || !satisfies(of.kind, found, wish.over(found))) return found;
  return existing(of, await of.settled(), wish);
}

/**
 * Takes over what was found, or makes the item; where the registrar refuses because it is there, though the list did not show
 * it, takes that over.
 */
export async function obtain<Row extends Item>(
  of: DomainItems<Row>,
  wish: Wish<Row>,
  found: Row | undefined,
): Promise<{ row: Row; isNew: boolean }> {
  const takeOver = async (row: Row) => ({ row: await of.change(row, wish.over(row)), isNew: false });
  if (found !== undefined) return takeOver(found);
  // A list that is cut, or that lacks what this program has made, may as well lack this.
  const isAnyMissing = (shown: Items<Row>) => (shown.open || !shown.complete) && of.claims.isAnyMissing(shown, of.list);
  const items = await of.read(isAnyMissing);
  if (items.cut || (!items.complete && isAnyMissing(items))) of.refuseNew(items, wish.row);
  try {
    return { row: await of.make(wish.row), isNew: true };
  } catch (error) {
    if (error instanceof RegistrarError && isDuplicate(error)) {
      of.refuseNew(items, wish.row, error.what);
      if (!wish.adopt) throw alreadyExists(of, wish, of.describe(wish.row), { refusal: error.what });
    }
    if (!wish.adopt) throw error;
    return takeOver(await of.findRefused(error, (shown) => existing(of, shown, wish)));
  }
}

const withId =
  <Row extends Item>(of: DomainItems<Row>) =>
  (row: Row): string =>
    `${of.describe(row)}${row.id === undefined ? "" : ` (id ${row.id})`}`;

/** What is in the way, or may be taken over. @param isFree is it nobody's? */
function existing<Row extends Item>(
  of: DomainItems<Row>,
  items: Items<Row>,
  wish: Wish<Row>,
  isFree = (row: Row) => !of.claims.isOthers(row, wish.row) && !isWantedByOthers(of, row),
): Row | undefined {
  const { row: wanted, adopt, own } = wish;
  const describe = withId(of);
  const twins = of.meant(items, wanted).filter((row) => !isSame(row, own));
  const free = twins.filter(isFree);
  const [twin] = free;
  if (free.length > 1 && adopt) throw new SeveralCandidatesError(free.map(describe));
  if (twin !== undefined) {
    if (!adopt) throw alreadyExists(of, wish, describe(twin));
    return twin;
  }
  // One of this meaning that is another resource's: a second is right only where it differs (an MX with another priority).
  const [claimed] = twins;
  if (claimed !== undefined && (isExactly(of.kind, claimed, wanted) || satisfies(of.kind, claimed, wanted)))
    throw new DeclaredTwiceError(describe(claimed), of.kind.group === "records");
  const inPlace = of.inPlace(items, wanted).filter((row) => !isSame(row, own));
  const [other] = inPlace;
  if (other === undefined) return undefined;
  if (inPlace.length > 1) throw new SeveralCandidatesError(inPlace.map(describe));
  if (!isFree(other)) throw new DeclaredTwiceError(describe(other));
  if (adopt !== "overwrite") throw alreadyExists(of, wish, describe(other), { isInPlace: true });
  return other;
}

/** @param item what is there */
function alreadyExists<Row extends Item>(
  { kind, run }: DomainItems<Row>,
  { own }: Pick<Wish<Row>, "own">,
  item: string,
  met: Pick<Meeting, "isInPlace" | "refusal"> = {},
): AlreadyExistsError {
  const [isTrading, isRecord] = [run.peers.isTold, kind.group === "records"];
  return new AlreadyExistsError(item, { ...met, isTrading, isMove: own !== undefined, isRecord });
}

/** Does a refusal speak of something that is there already? */
function isDuplicate({ outcome, status, what }: RegistrarError): boolean {
  if (outcome !== "no") return false;
  return status === 409 || (status === 400 && /exist|duplicate|already/i.test(what));
}

/**
 * What a new item, or one that becomes another, would meet in the list of its domain; by the same rules as its create.
 * @param isWhole is all known that says which item it is?
 */
export const isFree =
  <Row extends Item, Args extends ItemArgs>(
    kind: DeclaredKind<Row, Args>,
    isWhole: (args: Partial<Args>) => boolean,
  ): Precondition<Args> =>
  async (args, { run, context }) => {
    const [{ domain }, previous] = [args, context?.previous];
    if (domain === undefined || !isWhole(args)) return;
    const of = new DomainItems(kind, domainOf({ domain }), run);
    const wish = wishOf(kind, args, run);
    const isMove = previous !== undefined && sameDomain(previous.domain, domain);
    const former = isMove ? kind.wanted(previous) : undefined;
    if (former !== undefined && kind.keys(former).meaning === kind.keys(wish.row).meaning) return;
    const items = await of.read();
    // Its own row has no name here: where the list does not show it as it was, any row could be it.
    const own = former && of.closest(of.meant(items, former), former);
    if (isMove && own === undefined) return;
    const isForeign = (row: Row) => !isProgramsOwn(of, row) && !of.claims.isOthers(row, wish.row);
    const found = existing(of, items, { ...wish, own }, isForeign);
    const beside = found === undefined && !isMove ? of.beside(items, wish.row).filter(isForeign) : [];
    if (beside.length > 0) throw new StandsBesideError(of.describe(wish.row), beside.map(withId(of)), true);
  };
