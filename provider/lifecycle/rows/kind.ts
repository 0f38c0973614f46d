/**
 * A kind of row in a domain's list: DNS records (`records/kind.ts`), URL forwards (`resources/urlForward.ts`). The engine for
 * rows knows a row only through its kind. Of a row that the provider can't read, it asks `index`, `isReadable` and
 * `describeOpaque`.
 */
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import type { RegistrarError } from "../../api/index.ts";
import type { Finding } from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import type { Rows } from "../list.ts";
import type { ListSource, Run } from "../run.ts";

/** The part that rows of every kind have. */
export interface AnyRow {
  /** The registrar's ID; some lists have none. */
  id?: string | undefined;
  /** Seconds. */
  ttl?: number | undefined;
}

/** A row as far as the registrar shows it after a write, in the response or a list. A response may have neither ID nor TTL. */
export type Shown = Readonly<AnyRow>;

/**
 * Strings to compare and look up a row by (match.ts). Two rows with an equal key agree in all data that the key is made of. One
 * index (`rowIndex` in match.ts) has those of all rows, so keys that mean different things never look alike. Of the record
 * `www MX 10 mail.example.net`, with an ID and the TTL 300:
 *
 * | `name` | `setKey` | `target` | `meaning` | `excludes` |
 * |---|---|---|---|---|
 * | `www` | `set www MX` | `www ["MX","mail.example.net"]` | `www ["MX","mail.example.net"] 10` | `set www CNAME` |
 */
export interface RowKeys {
  /** Owner name of a record, source of a forward. */
  name: string;
  /** Name and type of a record (`set www A`), source of a forward: the key of all rows that have them. */
  setKey: string;
  /** Can only one row have this name and type, as with a CNAME? */
  isSingle: boolean;
  /** The meaning without the priority. Some registrars refuse two rows of one target. */
  target: string;
  /** Name, type and data in one string. Rows of one meaning differ at most in values such as TTL and comment. */
  meaning: string;
  /** The meanings of all interpretations, of which `meaning` is the first. */
  meanings: readonly string[];
  /** Keys of opaque rows that may be this row: of its name and type, or of a name or type that can't be read. */
  opaqueKeys: readonly string[];
  /** Keys of rows that can't exist together with this row. */
  excludes: readonly string[];
}

/** Arguments of every resource that has one row. */
export interface RowArgs {
  domain: string;
  skipChecks?: string[] | undefined;
}

/** The meaning of rows, for match and plan. */
export interface RowMeaning<Row extends AnyRow> {
  isReadable(row: Row): boolean;
  keys(row: Row): RowKeys;
  /** The row in the reading of the wanted one, if it has that: `"x"`, a TXT of a list, may mean `x` or `"x"`. */
  interpret(row: Row, wanted: Row): Row;
  /** Values that are not part of the meaning: TTL, comment, the type of a forward. */
  secondary(row: Row): Properties;
  /** Keys of rows that clients would use beside this one: other addresses of a host, other mail servers, an ALIAS. */
  usedWith(row: Row): readonly string[];
  /** Is the row the registrar's own, such as an NS of the apex? A plan deletes it only if the resource listed it. */
  isOfService(row: Row): boolean;
  /** The key of the row's entry in a set or zone: name and type, as in `www A`. Previews show rows by it. */
  entryKey(row: Row): string;
}

/** Calls to the registrar, and their responses. */
interface RowCalls<Row extends AnyRow> extends ListSource<Row> {
  readonly group: "records" | "forwards";
  create(run: Run, domain: string, row: Row): Promise<AnyObject>;
  update(run: Run, domain: string, id: string, row: Row): Promise<AnyObject>;
  delete(run: Run, domain: string, id: string): Promise<unknown>;
  /** The row in the response to a write, which may lack its name. */
  fromWire(wire: AnyObject, domain: string, sent: Row): Row;
  /** Returns a more exact error for a refusal of the registrar, if this kind knows the cause. */
  explain?(run: Run, domain: string, error: RegistrarError): Promise<RegistrarError>;
}

/** Rows in programs. */
interface RowDeclarations<Row extends AnyRow> {
  /** The declaration of the row, as `IsDeclared` takes it: `records www A 192.0.2.1`. */
  factOf(row: Row): string;
  /** All arguments that a program would write for a row, without the domain. */
  argsOf(row: Row): Properties;
}

/** Rows in messages. */
interface RowWords<Row extends AnyRow> {
  /** With the domain: `www.example.com A 192.0.2.1`. */
  describe(row: Row, domain: string): string;
  /** For plans: `www A 192.0.2.1`. */
  line(row: Row): string;
  /** An unreadable row and the reason. */
  describeOpaque(row: Row): string;
  /** Compares rows that a plan writes with live rows that it leaves alone. The findings only warn. */
  compare?(written: readonly Row[], rows: Rows<Row>, domain: string, isLeft: (row: Row) => boolean): readonly Finding[];
}

export interface RowKind<Row extends AnyRow>
  extends RowMeaning<Row>,
    RowCalls<Row>,
    RowDeclarations<Row>,
    RowWords<Row> {}
