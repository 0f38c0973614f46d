/** What a create, or a change into another item, does with what is there already: never more than it was told. */

import { RegistrarError } from "../../api/index.ts";
import type { Items } from "../../api/items.ts";
import { domainOf } from "../arguments.ts";
import { managedKeys, type Properties } from "../definition.ts";
import { AlreadyExistsError, DeclaredTwiceError, SeveralCandidatesError } from "../errors.ts";
import type { Run } from "../run.ts";
import { itemClaims } from "./claims.ts";
import type { Item, ItemKind } from "./kind.ts";
import { isSame } from "./trade.ts";
import { itemWrites } from "./writes.ts";

type Adopt = false | true | "overwrite";

/** Who asks for an item: one that is another so far has an id, and an item of its own. */
interface Asker<Row> {
  owner?: string;
  own?: Row | undefined;
}

export function itemAdoption<Row extends Item>(kind: ItemKind<Row>) {
  const { isOthers, hidesAny } = itemClaims(kind);
  const { call, make, change, refuseNew } = itemWrites(kind);

  /** What is in the way, or may be taken over. */
  function existing(
    items: Items<Row>,
    wanted: Row,
    domain: string,
    adopt: Adopt,
    run: Run,
    { owner, own }: Asker<Row> = {},
  ): Row | undefined {
    const isFree = (row: Row) => !isOthers(row, owner, domain, run, wanted);
    const under = (key: string) => items.withKey(key).filter((row) => !isSame(row, own));
    const describe = (row: Row) => `${kind.describe(row, domain)}${row.id === undefined ? "" : ` (id ${row.id})`}`;
    const twins = under(kind.meaning(wanted));
    const free = twins.filter(isFree);
    const [twin] = free;
    if (free.length > 1 && adopt !== false) throw new SeveralCandidatesError(free.map(describe));
    if (twin !== undefined) {
      if (adopt === false) throw new AlreadyExistsError(describe(twin));
      return twin;
    }
    // One of this meaning, held by another resource: a second is right only where it differs (an MX with another priority).
    const [held] = twins;
    if (held !== undefined && (kind.exact(held) === kind.exact(wanted) || kind.satisfies(held, wanted))) {
      throw new DeclaredTwiceError(describe(held));
    }
    const place = kind.place(wanted);
    const inPlace = place === undefined ? [] : under(place);
    const [other] = inPlace;
    if (other === undefined) return undefined;
    if (inPlace.length > 1) throw new SeveralCandidatesError(inPlace.map(describe));
    if (!isFree(other)) throw new DeclaredTwiceError(describe(other));
    if (adopt !== "overwrite") throw new AlreadyExistsError(describe(other), { isInPlace: true });
    return other;
  }

  /** What is there and may be taken over, for certain: a list may still show what was deleted a moment ago. */
  async function free(
    items: Items<Row>,
    wanted: Row,
    args: Properties,
    run: Run,
    asker: Asker<Row> = {},
  ): Promise<Row | undefined> {
    const domain = domainOf(args);
    const found = existing(items, wanted, domain, adoptOf(args, run), run, asker);
    // A write to it would find out; without one, only time does.
    if (found === undefined || !kind.satisfies(found, overlaid(found, args))) return found;
    const list = kind.list(run, domain);
    const settled = await call(run, domain, () => run.settled(list));
    return existing(settled, wanted, domain, adoptOf(args, run), run, asker);
  }

  const overlaid = (row: Row, args: Properties) => kind.overlay(row, args, managedKeys(args, kind.controls));

  const takeOver = (row: Row, args: Properties, run: Run) =>
    change(row, overlaid(row, args), { domain: domainOf(args) }, run);

  /** Makes the item; where the registrar refuses because it is there, though the list did not show it, takes it over. */
  async function makeOrAdopt(
    wanted: Row,
    args: Properties,
    run: Run,
    asker: Asker<Row> = {},
  ): Promise<{ row: Row; isNew: boolean }> {
    const domain = domainOf(args);
    const adopt = adoptOf(args, run);
    const list = kind.list(run, domain);
    const items = await call(run, domain, () => list.read());
    // A list that is cut, or that lacks what this program has made, may as well lack this.
    if (items.cut || (!items.complete && hidesAny(items, domain, run))) {
      refuseNew(items, domain, wanted);
    }
    try {
      return { row: await make(domain, wanted, run), isNew: true };
    } catch (error) {
      if (!(error instanceof RegistrarError) || (error.status !== 400 && error.status !== 409)) throw error;
      if (isDuplicate(error)) refuseNew(items, domain, wanted, error.what);
      if (adopt === false) throw isDuplicate(error) ? refusedAsDuplicate(wanted, domain, error) : error;
      const { found } = await run.lookFor(list, (shown) => existing(shown, wanted, domain, adopt, run, asker));
      if (found === undefined) throw error;
      return { row: await takeOver(found, args, run), isNew: false };
    }
  }

  const refusedAsDuplicate = (wanted: Row, domain: string, { what }: RegistrarError) =>
    new AlreadyExistsError(kind.describe(wanted, domain), { refusal: what });

  return { free, makeOrAdopt, takeOver };
}

/** Does a refusal speak of something that is there already? */
function isDuplicate({ status, what }: RegistrarError): boolean {
  return status === 409 || /exist|duplicate|already/i.test(what);
}

function adoptOf(args: Properties, run: Run): Adopt {
  if (args["adopt"] === "overwrite") return "overwrite";
  return args["adopt"] === true || (args["adopt"] === undefined && run.configuration.adopt);
}
