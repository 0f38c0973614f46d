/** What a create, or a change into another item, does with what is there already: never more than it was told. */

import { RegistrarError } from "../../api/index.ts";
import type { Items } from "../../api/items.ts";
import { DeclaredTwiceError, SeveralCandidatesError } from "../errors.ts";
import type { Run } from "../run.ts";
import { isExactly } from "./claims.ts";
import { AlreadyExistsError, type Meeting } from "./errors.ts";
import type { DomainItems } from "./items.ts";
import type { DeclaredKind, Item, ItemArgs } from "./kind.ts";
import { isWantedByOthers } from "./sibling.ts";
import { givenKeys } from "./state.ts";

/** What a resource wants to be. */
export interface Wish<Row extends Item> {
  row: Row;
  /** May an existing item be taken over? `overwrite`: also another one in the place of the wanted one. */
  adopt: false | true | "overwrite";
  /** A live item with all arguments laid over it. */
  over(live: Row): Row;
  /** The item that the resource is so far. */
  own?: Row | undefined;
}

export function wishOf<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  args: Args,
  { configuration }: Run,
): Wish<Row> {
  return {
    row: kind.wanted(args),
    adopt: args.adopt ?? configuration.adopt,
    over: (live) => kind.overlay(live, args, givenKeys(args)),
  };
}

/** The same row, perhaps of another reading of the list. */
export const isSame = <Row extends Item>(row: Row, other: Row | undefined): boolean =>
  row === other || (row.id !== undefined && row.id === other?.id);

/** What is there and may be taken over, for certain: a list may still show what was deleted a moment ago. */
export async function findFree<Row extends Item>(of: DomainItems<Row>, wish: Wish<Row>): Promise<Row | undefined> {
  const found = existing(of, await of.read(), wish);
  // A write to it would find out; without one, only time does.
  if (found === undefined || !of.kind.satisfies(found, wish.over(found))) return found;
  return existing(of, await of.settled(), wish);
}

export function takeOver<Row extends Item>(of: DomainItems<Row>, found: Row, wish: Wish<Row>): Promise<Row> {
  return of.change(found, wish.over(found));
}

/** Makes the item; where the registrar refuses because it is there, though the list did not show it, takes it over. */
export async function makeOrAdopt<Row extends Item>(
  of: DomainItems<Row>,
  wish: Wish<Row>,
): Promise<{ row: Row; isNew: boolean }> {
  // A list that is cut, or that lacks what this program has made, may as well lack this.
  const isAnyMissing = (shown: Items<Row>) => of.claims.isAnyMissing(shown, of.list);
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
    const found = await of.findRefused(error, (shown) => existing(of, shown, wish));
    return { row: await takeOver(of, found, wish), isNew: false };
  }
}

/** What is in the way, or may be taken over. */
function existing<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, wish: Wish<Row>): Row | undefined {
  const { kind, claims } = of;
  const { row: wanted, adopt } = wish;
  const isFree = (row: Row) => !claims.isTaken(row, wanted) && !isWantedByOthers(of, row);
  const under = (key: string) => items.withKey(key).filter((row) => !isSame(row, wish.own));
  const describe = (row: Row) => `${of.describe(row)}${row.id === undefined ? "" : ` (id ${row.id})`}`;
  const twins = under(kind.meaning(wanted));
  const free = twins.filter(isFree);
  const [twin] = free;
  if (free.length > 1 && adopt) throw new SeveralCandidatesError(free.map(describe));
  if (twin !== undefined) {
    if (!adopt) throw alreadyExists(of, wish, describe(twin));
    return twin;
  }
  // One of this meaning that is another resource's: a second is right only where it differs (an MX with another priority).
  const [claimed] = twins;
  if (claimed !== undefined && (isExactly(kind, claimed, wanted) || kind.satisfies(claimed, wanted))) {
    throw new DeclaredTwiceError(describe(claimed), kind.group === "records");
  }
  const place = kind.place(wanted);
  const inPlace = place === undefined ? [] : under(place);
  const [other] = inPlace;
  if (other === undefined) return undefined;
  if (inPlace.length > 1) throw new SeveralCandidatesError(inPlace.map(describe));
  if (!isFree(other)) throw new DeclaredTwiceError(describe(other));
  if (adopt !== "overwrite") throw alreadyExists(of, wish, describe(other), { isInPlace: true });
  return other;
}

/** @param item what is there */
export function alreadyExists<Row extends Item>(
  { kind, run }: DomainItems<Row>,
  { own }: Pick<Wish<Row>, "own">,
  item: string,
  met: Pick<Meeting, "isInPlace" | "refusal"> = {},
): AlreadyExistsError {
  const [isTrading, isRecord] = [run.siblings.isTold, kind.group === "records"];
  return new AlreadyExistsError(item, { ...met, isTrading, isMove: own !== undefined, isRecord });
}

/** Does a refusal speak of something that is there already? */
function isDuplicate({ outcome, status, what }: RegistrarError): boolean {
  if (outcome !== "no") return false;
  return status === 409 || (status === 400 && /exist|duplicate|already/i.test(what));
}
