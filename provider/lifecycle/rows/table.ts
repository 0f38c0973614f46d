/** What is special about one kind of item in a domain's list (DNS records, URL forwards), and how two of a kind are compared. */
import type { ZodRawShape } from "zod";
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import type { RegistrarError } from "../../api/index.ts";
import type { Adopt } from "../arguments.ts";
import { managedKeys, type Properties, pick, type Resource } from "../definition.ts";
import type { Run } from "../run.ts";
import type { ItemList } from "./list.ts";

export interface Item {
  id?: string | undefined;
}

/** What tells an item from others, as texts to compare and to look it up by. */
export interface RowKeys {
  /** Items of different types are never the same, whatever was edited in them. */
  type: string;
  /** Whose it is: name and type of a record, the source of a forward. Many may share it. */
  owner: string;
  /** What it holds there, in each interpretation. */
  targets: readonly string[];
  /** Owner and target. */
  meaning: string;
  /** What can exist only once: the meaning, and whatever else may differ among items of one meaning. */
  exact: string;
  /** Its owner, where only one item can have that: then another one there may be overwritten. */
  place?: string | undefined;
  /** All keys under which it stands in the list. */
  listed: readonly string[];
  /** Keys under which stand items that cannot exist beside it. */
  excludes: readonly string[];
}

/** Arguments that every item has. */
export interface ItemArgs {
  domain: string;
  adopt?: Adopt | undefined;
  ignoreChecks?: string[] | undefined;
}

/** Arguments of items that are no part of what is live. */
export const itemControls = ["adopt", "ignoreChecks"] as const;

/**
 * How rows of the list are recognised and written, and how arguments describe them. The life cycle knows of the arguments
 * only what every item has: it passes on what the kind itself has read.
 */
export interface ItemKind<Row extends Item, Args extends ItemArgs = ItemArgs> {
  /** Group of endpoints in the table. */
  group: "records" | "forwards";
  /** What programs and states call the registrar's id. */
  idName: "recordId" | "forwardId";
  /** Outputs beside that. */
  outputs?: ZodRawShape;
  computed?: NonNullable<Resource["computed"]>;
  list(run: Run, domain: string): ItemList<Row>;
  create(run: Run, domain: string, row: Row): Promise<AnyObject>;
  update(run: Run, domain: string, id: string, row: Row): Promise<AnyObject>;
  delete(run: Run, domain: string, id: string): Promise<unknown>;
  fromWire(wire: AnyObject, domain: string): Row;
  /** Set when a row of the list was not understood: why. */
  unreadable(row: Row): string | undefined;
  keys(row: Row): RowKeys;
  /** A row that can be interpreted in more than one way, in the interpretation that the wanted one has. */
  settle(row: Row, wanted: Row): Row;
  /** What is no part of the meaning, and is written with it: the TTL, a priority, the type of a forward. */
  beside(row: Row): Properties;
  /** What the registrar made of what was sent, as its answer shows it; `undefined`: the answer speaks of something else. */
  granted(answer: Row, sent: Row): Partial<Row> | undefined;
  describe(row: Row, domain: string): string;
  /** Better words for a refusal. */
  explain?(error: RegistrarError, domain: string, run: Run): Promise<RegistrarError>;
  /** Reads arguments, or those that a state shows. Never fails: what is missing or of another type is left out. */
  read(bag: Properties): Partial<Args>;
  /**
   * The item that these arguments describe.
   * @param live what they do not say is as it is there
   * @throws TypeError, InvalidNameError where they describe none
   */
  wanted(args: Partial<Args>, live?: Row): Row;
  /**
   * Live values of exactly the arguments given, in their spelling as long as they mean the same.
   * @param acceptedTtl the TTL that the registrar made of the program's: it counts as the program's
   */
  project(row: Row, args: Partial<Args>, acceptedTtl?: number): Partial<Args>;
  /** Does one argument mean the same in both? */
  same(key: string, a: unknown, b: unknown, args: Partial<Args>): boolean;
}

export const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contractFile` or REGISTRAR_CONTRACT_FILE).";

export const exactKeyOf = <Row extends Item>(kind: ItemKind<Row>, row: Row, wanted?: Row): string =>
  kind.keys(wanted === undefined ? row : kind.settle(row, wanted)).exact;

/** Are they the same in everything that can exist only once? */
export const isExactly = <Row extends Item>(kind: ItemKind<Row>, row: Row, wanted: Row): boolean =>
  exactKeyOf(kind, row, wanted) === exactKeyOf(kind, wanted);

/** May the row mean what the wanted one does? */
export const isMeant = <Row extends Item>(kind: ItemKind<Row>, row: Row, wanted: Row): boolean =>
  kind.keys(row).listed.includes(kind.keys(wanted).meaning);

/** Do they hold the same, in any interpretation? */
export const sharesTarget = (a: RowKeys, b: RowKeys): boolean => a.targets.some((target) => b.targets.includes(target));

/** Could this row, found by id, be the one that was stored? */
export function isPlausible<Row extends Item>(kind: ItemKind<Row>, row: Row, stored: Row): boolean {
  const [found, known] = [kind.keys(row), kind.keys(stored)];
  return found.owner === known.owner || sharesTarget(found, known);
}

/** Does the live item show everything as wanted, so that no write is needed? What is not asked for may be anything. */
export function satisfies<Row extends Item>(kind: ItemKind<Row>, row: Row, wanted: Row): boolean {
  const shown = kind.beside(row);
  const isAsAsked = ([key, asked]: [string, unknown]) =>
    asked === undefined || shown[key] === asked || (asked === "" && shown[key] === undefined);
  return isMeant(kind, row, wanted) && Object.entries(kind.beside(wanted)).every(isAsAsked);
}

/** Names of the arguments that say what is live. */
export const givenKeys = (args: object): string[] => managedKeys({ ...args }, itemControls);

/** Names of the arguments that have to be written: new ones, and those that mean something else now. */
export function changedKeys<Row extends Item>(
  kind: ItemKind<Row>,
  before: Partial<ItemArgs>,
  args: Partial<ItemArgs>,
): string[] {
  const [old, wanted]: [Properties, Properties] = [{ ...before }, { ...args }];
  return givenKeys(args).filter((key) => old[key] === undefined || !kind.same(key, old[key], wanted[key], args));
}

/** The live item with some arguments laid over it: what is not to be changed is sent as it is live. */
export function overlay<Row extends Item, Args extends ItemArgs>(
  kind: ItemKind<Row, Args>,
  live: Row,
  args: Partial<Args>,
  keys: readonly string[],
): Row {
  // A text with more than one possible meaning is sent back as the one it was recognised by.
  const found = kind.settle(live, kind.wanted(args));
  return kind.wanted({ ...args, ...kind.project(found, args), ...pick({ ...args }, keys) }, found);
}
