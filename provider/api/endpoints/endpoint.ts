/** The form of a row of the table of endpoints. */
import type * as z from "zod";

/** Source of a row: the specification, or the public reference of a live service (`ref`), shows or names it; or it is a guess. */
export type Evidence = "spec" | "specNames" | "ref" | "refNames" | "assumed";

export const evidenceWords: Readonly<Record<Evidence, string>> = {
  spec: "spec shows it",
  specNames: "spec names it",
  ref: "ref shows it",
  refNames: "ref names it",
  assumed: "assumed",
};

/** A part of a row that is a guess; `body.type`: only the name of that field. */
export type AssumedPart = "existence" | "method" | "path" | "query" | "body" | "answer" | `body.${string}`;

/** May a call of unknown outcome be sent again? */
export type Repeat =
  /** Yes: it reads, or writes the same value again. */
  | "safe"
  /** At most once, and only if the registrar's list lacks its effect. */
  | "lookUpFirst"
  /** No: it may cost money. */
  | "never";

export type ResponseForm =
  /** One object, in `data` or at the top level; other fields stay. */
  | { kind: "object"; schema: z.ZodType }
  /** A list: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`, with or without paging and totals. */
  | {
      kind: "list";
      element: z.ZodType;
      keys: readonly string[];
      /** A row needs one of these fields. Without any, rows are decoded one by one, and one that can't be is opaque. */
      identity: readonly string[];
      paged: boolean;
    }
  /** Anything, or nothing: the specification doesn't show it. */
  | { kind: "any" };

export interface Endpoint {
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly evidence: Evidence;
  readonly assumed: readonly AssumedPart[];
  /** Facts that its evidence doesn't show, and their source. */
  readonly notShown?: string;
  /** Bearer token for the registrar; credentials in the query for the marketplace. */
  readonly auth: "bearer" | "query";
  readonly repeat: Repeat;
  /** May the response be 202, for a change that waits for the owner's approval? */
  readonly mayWait?: true;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly answer: ResponseForm;
  /** Replacement of an endpoint that, as a contract says, doesn't exist. */
  readonly fallback: string;
}
