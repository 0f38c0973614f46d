/** What is special about one kind of item in a domain's list: DNS records, URL forwards. */

import type { RegistrarError } from "../../api/index.ts";
import type { ItemList } from "../../api/items.ts";
import type { AnyObject } from "../../api/shapes.ts";
import type { Properties } from "../definition.ts";
import type { Run } from "../run.ts";

export interface Item {
  id?: string | undefined;
}

/** The registrar's side: how rows of the list are recognised and written. */
export interface ItemKind<Row extends Item> {
  /** Group of endpoints in the table. */
  group: "records" | "forwards";
  list(run: Run, domain: string): ItemList<Row>;
  /** Set when a row of the list was not understood: why. */
  unreadable(row: Row): string | undefined;
  /** Key under which items of the same meaning stand in the list. */
  meaning(row: Row): string;
  /**
   * Key of what can exist only once: the meaning, and whatever else may differ among items of one meaning.
   * @param wanted where a row can be interpreted in more than one way, the interpretation that this one has counts
   */
  exact(row: Row, wanted?: Row): string;
  /** Key under which stands what would be in the way of this item, if anything: only that may be overwritten. */
  place(row: Row): string | undefined;
  /** All keys under which the item stands in the list. */
  keys(row: Row): readonly string[];
  /** Keys under which stand items that cannot exist beside this one. */
  rivals(row: Row): string[];
  /** Could this row, found by id, be the one that was stored? */
  plausible(row: Row, stored: Row): boolean;
  /** Could this row be it, if everything else in it was edited by hand? Ids may be given to another row later. */
  isOfKind(row: Row, stored: Row): boolean;
  /** Does the live item show everything as wanted, so that no write is needed? */
  satisfies(row: Row, wanted: Row): boolean;
  describe(row: Row, domain: string): string;
  post(run: Run, domain: string, row: Row): Promise<AnyObject>;
  put(run: Run, domain: string, id: string, row: Row): Promise<AnyObject>;
  remove(run: Run, domain: string, id: string): Promise<unknown>;
  /** The item in a write's answer, when it is there. */
  answered(answer: AnyObject, sent: Row, domain: string): Row | undefined;
  /** Better words for a refusal. */
  explain?(error: RegistrarError, domain: string, run: Run): Promise<RegistrarError>;
}

/** Arguments that every item has. */
export interface ItemArgs {
  domain: string;
  adopt?: boolean | "overwrite" | undefined;
  ignoreChecks?: string[] | undefined;
}

/** Arguments of items that are no part of what is live. */
export const itemControls = ["adopt", "ignoreChecks"] as const;

/** The program's side: how arguments describe an item. */
export interface DeclaredKind<Row extends Item, Args extends ItemArgs> extends ItemKind<Row> {
  /** Reads arguments, or those that a state shows. Never fails: what is missing or of another type is left out. */
  read(bag: Properties): Partial<Args>;
  /** The item that these arguments describe. @throws TypeError, InvalidNameError where they describe none */
  wanted(args: Partial<Args>): Row;
  /**
   * Live values of exactly the arguments given, in their spelling as long as they mean the same.
   * @param acceptedTtl the TTL that the registrar made of the program's: it counts as the program's
   */
  project(row: Row, args: Partial<Args>, acceptedTtl?: number): Partial<Args>;
  /** Does one argument mean the same in both? */
  same(key: string, a: unknown, b: unknown, args: Partial<Args>): boolean;
  /** The live item with some arguments laid over it. */
  overlay(live: Row, args: Partial<Args>, keys: readonly string[]): Row;
  /** The TTL that the registrar made of the wanted one, if its answer showed another. */
  acceptedTtl?(row: Row, wanted: Row): number | undefined;
}

export const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contract` or REGISTRAR_CONTRACT).";
