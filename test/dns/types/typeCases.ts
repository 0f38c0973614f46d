/** Cases of one record type: every suite that goes by type loops over them. */
import type { SandboxRecord } from "../../../testing/sandbox/index.ts";
import type * as fc from "../../support/fastCheck.ts";

/** A row's data is in fields, in one content, or in both. */
export const rowForms = ["fields", "content", "both"] as const;

/** Arguments of one record, without its domain and type. */
export type Args = Readonly<Record<string, unknown>>;
export type Row = Readonly<Record<string, unknown>>;

/** How a registrar shows what it was sent. */
export interface Show {
  host(canonical: string): string;
  /** The text of TXT, or the value of CAA. */
  text(text: string): string;
  number(value: number | undefined): unknown;
  /** With the blanks that the registrar puts around everything but TXT. */
  around(text: string): string;
  blanks: string;
  /** Does a string stay just as it was sent? */
  echoes: boolean;
  form: (typeof rowForms)[number];
}

/** A record in two spellings, and how the registrar then holds it, as `zoneLines` writes it. */
export type Meaning = [
  title: string,
  first: Args,
  live: string,
  /** The same in other words: may cost no write. Default: as before. */
  respelled?: Args,
];

export interface TypeCases {
  /** A record that no check has anything to say of. What follows completes it, or replaces parts of it. */
  valid: Args;
  /** Arguments that a check reports, and a word of the remedy. */
  checks: readonly [check: string, args: Args, says: string][];
  /** More that no check has anything to say of. */
  right: readonly Args[];
  /** Arguments that the schema refuses, and a part of the message. */
  refused: readonly [args: Args, says: string][];
  /** Rows of the registrar without their type, and what they mean in `example.com`. */
  rows: readonly [title: string, row: Row, name: string, data: Args, interpretations?: string[]][];
  /** Rows that cannot be understood, and a part of the reason. */
  unreadable: readonly [title: string, row: Row, reason: string][];
  /** Presentation form in zone files. */
  printed: readonly [name: string, data: Args, printed: string][];
  /** Random records in canonical spelling; `name` is only said where the owner of the type has a form of its own. */
  random: fc.Arbitrary<Args>;
  /** Random records that checks speak of, which can be written all the same. */
  odd?: fc.Arbitrary<Args>;
  /** The data fields of the row that a registrar shows for canonical data that was sent as `body`. */
  shown(data: Args, show: Show, body: Row): Row;
  /** Spellings of one meaning, for stories of records and zones. The first is also in every run of the zones. */
  meanings: readonly Meaning[];
  /** Records by name that many stories declare. */
  declared: Readonly<Record<string, Args>>;
  /** Records of an account that `import` reads. */
  account: readonly Omit<SandboxRecord, "id" | "type">[];
  /**
   * A record that is edited by hand, and what `drift` says of it. A `name` is what its owner has before a host, such as a
   * port.
   */
  drift: [args: Args, edit: Partial<SandboxRecord>, change: string];
}

/** The part of the cases that is code: random values, the form of a row, and cases that are computed. */
export type TypeCode = Partial<TypeCases> & Pick<TypeCases, "random" | "shown">;
