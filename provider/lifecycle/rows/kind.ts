/** A kind of row in a domain's list (DNS records, URL forwards): how a row is read, compared, described and written. */
import type { ZodRawShape } from "zod";
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import type { RegistrarError } from "../../api/index.ts";
import { type Finding, groupBy, type Renamed } from "../../dns/index.ts";
import type { Adopt } from "../arguments.ts";
import { type CheckContext, managedKeys, type Properties, type Resource } from "../definition.ts";
import type { RowList, Rows } from "../list.ts";
import type { Run } from "../run.ts";

export interface AnyRow {
  id?: string | undefined;
}

/** Strings to compare and look up a row by. */
export interface RowKeys {
  /** A stored row is never matched to a live row of another type, even if that has the stored ID. */
  type: string;
  /** Owner name of a record, source of a forward. */
  name: string;
  /** Name and type of a record, source of a forward. Several rows may share it. */
  owner: string;
  /** The row's data; several strings if the data can be read in several ways, such as a TXT. */
  targets: readonly string[];
  /** `owner` and target in one string. Rows of one meaning differ at most in values such as TTL and priority. */
  meaning: string;
  /** The meaning, and the data that tells two rows of one meaning apart, such as the priority of an MX. */
  exact: string;
  /** The `owner`, if only one row can have it (a CNAME). With consent, an update overwrites the existing row of this place. */
  place?: string | undefined;
  /** Every key by which `Rows.withKey` finds the row. */
  listed: readonly string[];
  /** Keys of opaque rows that may be this row: of its name and type, or of a name or type that can't be read. */
  hidden: readonly string[];
  /** Keys of rows that can't exist together with this row. */
  excludes: readonly string[];
}

/** Arguments of every resource that has one row. */
export interface RowArgs {
  domain: string;
  adopt?: Adopt | undefined;
  ignoreChecks?: string[] | undefined;
}

/** Some or all of these arguments, for a row of any kind. */
export type Given = Partial<RowArgs>;

/** Arguments that control the provider, and say nothing about the live row. */
export const rowControls = ["adopt", "ignoreChecks"] as const;

export interface RowKind<Row extends AnyRow, Args extends RowArgs = RowArgs> {
  /** Group of this kind's rows in the table of endpoints. */
  group: "records" | "forwards";
  /** Name of the registrar's ID in programs and states. */
  idName: "recordId" | "forwardId";
  /** Outputs other than the ID. */
  outputs?: ZodRawShape;
  computed?: NonNullable<Resource["computed"]>;
  list(run: Run, domain: string): RowList<Row>;
  create(run: Run, domain: string, row: Row): Promise<AnyObject>;
  update(run: Run, domain: string, id: string, row: Row): Promise<AnyObject>;
  delete(run: Run, domain: string, id: string): Promise<unknown>;
  fromWire(wire: AnyObject, domain: string): Row;
  /** Reason why the provider can't read a row of the list; `undefined` if it can. */
  unreadable(row: Row): string | undefined;
  /** An unreadable row and the reason, for messages, and the probable name of a field that it lacks. */
  opaque(row: Row, domain: string): { shown: string; fields?: Renamed | undefined };
  keys(row: Row): RowKeys;
  /** The reading of a row that has the meaning of the wanted row, if a row can be read in several ways; else the row. */
  interpret(row: Row, wanted: Row): Row;
  /** Values that are not part of the meaning: TTL, priority, the type of a forward. */
  secondary(row: Row): Properties;
  /** Values that the registrar stored, such as a raised TTL; `undefined` if the response is about another row or a job. */
  granted(response: Row, sent: Row): Partial<Row> | undefined;
  /** For messages, with the domain: `www.example.com A 192.0.2.1`. */
  describe(row: Row, domain: string): string;
  /** For plans: `www A 192.0.2.1`. */
  line(row: Row): string;
  /** Name and type, as previews show them: `www A`. In a set or zone, it is also the `key` of the row's entry. */
  title(row: Row): string;
  /** Is the row the registrar's own, such as an NS of the apex? A plan never deletes it. */
  isOfService(row: Row): boolean;
  /** Compares rows that a plan writes with live rows that it leaves alone. The findings only warn. */
  compare?(written: readonly Row[], rows: Rows<Row>, domain: string, isLeft: (row: Row) => boolean): readonly Finding[];
  /** Returns a more exact error for a refusal of the registrar, if this kind knows the cause. */
  explain?(error: RegistrarError, domain: string, run: Run): Promise<RegistrarError>;
  /** Reads the arguments in a program or state. Never fails: a missing value, or one of the wrong type, is left out. */
  read(bag: Properties): Partial<Args>;
  /**
   * The row that these arguments describe.
   * @param live source of the values that the arguments don't give
   * @throws TypeError, InvalidNameError if the arguments describe no row
   */
  wanted(args: Partial<Args>, live?: Row): Row;
  /**
   * The given arguments with their live values. A live value that means the same as the given value keeps the program's spelling.
   * @param acceptedTtl TTL that the registrar stored instead of the program's TTL; it counts as equal
   */
  project(row: Row, args: Partial<Args>, acceptedTtl?: number): Partial<Args>;
  /** Arguments that a program would write for a live row, without the domain. */
  declared(row: Row): Properties;
  /** Do two values of an argument mean the same? */
  same(key: string, a: unknown, b: unknown, args: Partial<Args>): boolean;
}

/** The accepted TTL of a row that the registrar has not shown since it was written. The next list shows it. */
export const notShown = -1;

/** A declared row: an entry of a resource's arguments or state, with the data that the state remembers of the row. */
export interface Entry {
  /** In a set or zone, name and type; else the type. An update may turn the row of one entry into another entry of this key. */
  key: string;
  /** The row's arguments, as the program and the state of its resource write them. */
  value: Properties;
  recordId?: string | undefined;
  /** TTL that the registrar stored instead of the program's TTL, or {@link notShown}. */
  acceptedTtl?: number | undefined;
  /** Was the row found by a refresh, and never listed by the resource? */
  isUnlisted?: boolean | undefined;
}

/** A valid entry, and the row that it describes. */
export interface Listed<Row extends AnyRow> extends Entry {
  row: Row;
  /** The row's arguments, and the domain. */
  args: Given;
  /** Equal for two entries that give the same arguments with the same meaning. */
  signature: string;
}

export type Entries<Row extends AnyRow> = readonly Listed<Row>[];

/** Was the entry in the arguments, and not only found by a refresh? */
export const isListed = ({ isUnlisted }: Entry): boolean => !isUnlisted;

export const meaningsOf = <Row extends AnyRow>(kind: RowKind<Row>, entries: Entries<Row>) =>
  new Set(entries.map(({ row }) => kind.keys(row).meaning));

/** @param wanted tells how to interpret a row that can be read in two ways */
export const exactKeyOf = <Row extends AnyRow>(kind: RowKind<Row>, row: Row, wanted = row): string =>
  kind.keys(kind.interpret(row, wanted)).exact;

/** Are two rows equal in meaning, and in all data that tells rows of one meaning apart? */
export const isExactly = <Row extends AnyRow>(kind: RowKind<Row>, row: Row, wanted: Row): boolean =>
  exactKeyOf(kind, row, wanted) === exactKeyOf(kind, wanted);

/** Does a row, in any interpretation, have the meaning of the wanted row? */
export const isMeant = <Row extends AnyRow>(kind: RowKind<Row>, row: Row, wanted: Row): boolean =>
  kind.keys(row).listed.includes(kind.keys(wanted).meaning);

/** Do two rows have the same data, in any interpretation? */
export const sharesTarget = (a: RowKeys, b: RowKeys): boolean => a.targets.some((target) => b.targets.includes(target));

/**
 * Is a row as wanted, so that no write is needed? An argument that isn't given matches any value.
 * @param last the entry as last written: if the registrar doesn't show a value, the value sent then counts as live
 */
export function satisfies<Row extends AnyRow>(
  kind: RowKind<Row>,
  row: Row,
  wanted: Row,
  last?: Pick<Listed<Row>, "row" | "acceptedTtl">,
): boolean {
  if (!isMeant(kind, row, wanted)) return false;
  const shown = kind.secondary(row);
  const sent = last === undefined ? {} : kind.secondary(last.row);
  return Object.entries(kind.secondary(wanted)).every(([key, asked]) => {
    const value = shown[key];
    if (asked === undefined || value === asked) return true;
    if (value === undefined) return asked === "" || sent[key] === asked;
    const accepted = last?.acceptedTtl;
    return key === "ttl" && sent[key] === asked && (accepted === value || accepted === notShown);
  });
}

/** The accepted TTL of an entry, after a reading of its row. */
export function acceptedIn<Row extends AnyRow>(kind: RowKind<Row>, entry: Listed<Row>, row: Row): number | undefined {
  const [asked, live] = [kind.secondary(entry.row)["ttl"], kind.secondary(row)["ttl"]];
  if (asked === undefined || typeof live !== "number" || live === asked) return undefined;
  return entry.acceptedTtl === notShown || entry.acceptedTtl === live ? live : undefined;
}

/** Names of the given arguments that describe the live row. */
export const givenKeys = (args: object): string[] => managedKeys({ ...args }, rowControls);

/** The row that an update sends: the program's values of all given arguments, and live values otherwise. */
export const overlay = <Row extends AnyRow>(kind: RowKind<Row>, live: Row, args: Given): Row =>
  // A TXT with several interpretations is sent back in the interpretation that matched.
  kind.wanted(args, kind.interpret(live, kind.wanted(args)));

/** The rows that a resource owns, and its consent to change existing rows. */
export interface Scope<Row extends AnyRow> {
  /** Rows that the resource owns. `own`: those of its arguments and state; `key`: all of one name and type; `all`: all of the domain. */
  readonly extent: "own" | "key" | "all";
  /** For the extent `key`: the key by which `Rows.withKey` finds the rows of this name and type. */
  readonly key?: string | undefined;
  /** Does the resource have exactly one row? Then even an equal existing row is adopted only with consent. */
  readonly isOne: boolean;
  /** Consent to adopt existing rows. `matching`: rows of the same meaning; `overwrite`: also the row in a wanted row's `place`. */
  readonly adopt: Adopt;
  /** Most rows that a plan may change or delete. Default: 30 % of the resource's rows, or all rows if it has fewer than 10. */
  readonly maxChange?: number | undefined;
  /** Most rows that a plan may delete or overwrite although the resource never listed them. Default: 0. */
  readonly deleteUnlisted?: number | undefined;
  /** Does `ignore` exclude the row, so that no plan changes it? */
  ignores(row: Row): boolean;
}

/** The part of arguments and states that this folder reads. docs/maintainers/design.md, "What the state holds". */
export interface Bag {
  readonly adopt?: Adopt | undefined;
  readonly domain?: string | undefined;
  /** When a row was last written, ISO 8601. */
  readonly writtenAt?: string | undefined;
  readonly unfinished?: boolean | undefined;
}

/** How a resource made of rows reads its arguments, and reads and writes its state. */
export interface RowsSpec<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly kind: RowKind<Row>;
  /** Are arguments those of the last run, apart from arguments that control the provider? */
  isSame(args: Partial<Args>, previous: Partial<Args>): boolean;
  /** Do arguments have data of rows of this kind? */
  hasData(args: Partial<Args>): boolean;
  /** Keys of entries with values that aren't known yet; `undefined` if an entry could be of any key. */
  openKeys(args: Partial<Args>, context: CheckContext<Args>): ReadonlySet<string> | undefined;
  scopeOf(bag: Partial<Args> | State): Omit<Scope<Row>, "adopt">;
  /** Valid entries of arguments, without the data that states remember of them. */
  wantedIn(args: Partial<Args> | State): Entries<Row>;
  /** Valid entries of a state, or of the inputs of the last run, with all remembered data. */
  shownIn(bag: Partial<Args> | State): Entries<Row>;
  /** Makes the entry that shows a live row. @param args the live values, without the domain */
  entryOf(args: Properties, domain: string): Entry;
  /** Makes the state from the entries; `undefined` if the resource is gone, because it has no entry left. */
  stateOf(bag: Args | State, entries: readonly Entry[], memory: Pick<Bag, "writtenAt">): State | undefined;
}

/** The scope of a resource. @param run has the setting `adopt`, for resources that don't give this argument */
export const scopeIn = <Row extends AnyRow, Each extends Bag>(
  spec: { scopeOf(bag: Each): Omit<Scope<Row>, "adopt"> },
  bag: Each,
  run?: Run,
): Scope<Row> => ({ ...spec.scopeOf(bag), adopt: bag.adopt ?? run?.configuration.adopt ?? "none" });

/** The entries of a change. */
export interface Change<Row extends AnyRow> {
  readonly wanted: Entries<Row>;
  /** Stored entries whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /** Entries that stay unlisted: a refresh found their rows, and the arguments of their key still equal the state's. */
  readonly apart: Entries<Row>;
  /** Imported entries that the program doesn't list. */
  readonly left: Entries<Row>;
  /** Is it a row of `apart`? */
  ignores(row: Row): boolean;
}

/** Splits entries: `own` have the meaning of a wanted entry, `others` don't. */
function listedAmong<Row extends AnyRow>(kind: RowKind<Row>, stored: Entries<Row>, wanted: Entries<Row>) {
  const listed = meaningsOf(kind, wanted);
  const isWanted = ({ row }: Listed<Row>) => listed.has(kind.keys(row).meaning);
  return { own: stored.filter(isWanted), others: stored.filter((entry) => !isWanted(entry)) };
}

/**
 * The entries before and after a change. A row that a refresh found becomes the resource's own if the program lists it. But if the
 * arguments of its key equal the state's, the engine may have copied them (`ignoreChanges`), so the row stays unlisted.
 * @param before the state, or the inputs of the last run; `undefined` for a new resource
 */
export function goalOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  before: Partial<Args> | State | undefined,
  isImported: boolean,
): Change<Row> {
  const { kind } = spec;
  const all = spec.wantedIn(args);
  const none = { apart: [], left: [], ignores: () => false };
  if (before === undefined) return { wanted: all, stored: [], ...none };
  const shown = spec.shownIn(before);
  const own = shown.filter(isListed);
  if (isImported) {
    const { own: stored, others: left } = listedAmong(kind, own, all);
    return { wanted: all, stored, ...none, left };
  }
  if (own.length === shown.length) return { wanted: all, stored: own, ...none };
  const wantedBy = groupBy(all, ({ key }) => key);
  const copies = new Map<Listed<Row>, Listed<Row>>();
  for (const [key, entries] of groupBy(shown, (entry) => entry.key)) {
    const copied = wantedBy.get(key) ?? [];
    const isCopied = ({ row }: Listed<Row>, place: number) => {
      const want = copied[place];
      return want !== undefined && isExactly(kind, want.row, row);
    };
    if (copied.length !== entries.length || !entries.every(isCopied)) continue;
    for (const [place, want] of copied.entries()) {
      const entry = entries[place];
      if (entry?.isUnlisted) copies.set(want, { ...want, recordId: entry.recordId, isUnlisted: true });
    }
  }
  const wanted = all.filter((want) => !copies.has(want));
  const apart = [...copies.values()];
  const meanings = meaningsOf(kind, apart);
  const found = shown.filter((entry) => !isListed(entry));
  const listed = listedAmong(kind, found, listedAmong(kind, wanted, own).others).own;
  const ignores = (row: Row) => meanings.size > 0 && meanings.has(kind.keys(row).meaning);
  return { wanted, stored: [...own, ...listed], apart, left: [], ignores };
}
