/** Whether a list came whole, and what its paging seems to be called. */

import type { Answer } from "../../provider/api/endpoints/table.ts";
import type { Contract, Override } from "../../provider/api/index.ts";
import { isObject } from "../../provider/api/index.ts";
import type { ReadOperation } from "./expected.ts";
import { objectsIn } from "./names.ts";

/** A whole answer with a JSON body. */
export interface Seen {
  read: ReadOperation;
  contract: Contract;
  body: unknown;
  /** Query parameters that were refused with a 400 before this answer came. */
  refusedQuery: readonly string[];
  /** What the client made of it; absent when it could make nothing of it. */
  result: unknown;
  /** Why it could make nothing of it. */
  problem?: string;
  /** Rows of a list that are not understood, once they have the right names. */
  unreadable?(rows: Objects): number;
}

export type Objects = readonly Record<string, unknown>[];

export interface PagingJudgement {
  notes: string[];
  /** The list is not whole. */
  fails: boolean;
  /** Nothing proves it whole, and nothing speaks against it. */
  isUnproven?: boolean;
  /** `undefined`: as it is. */
  paging: Override["paging"];
}

const pageNames = ["page", "p", "page_number", "pageNumber", "page_no"];
const sizeNames = ["per_page", "perPage", "page_size", "pageSize", "limit", "size", "count_per_page"];

export function judgePaging(seen: Seen, answer: Answer & { kind: "list" }, rows: number): PagingJudgement | undefined {
  const { result, refusedQuery, body, contract, read } = seen;
  const { complete, cut, incomplete } = isObject(result) ? result : { complete: true };
  const current = contract.endpoints[read.operation]?.paging;
  const refused = refusedQuery.length > 0 ? [`it rejects ${refusedQuery.join(" and ")}`] : [];
  if (complete !== false) {
    if (refused.length === 0 || !answer.paged) return undefined;
    const notes = [`${refused.join("")}, and the list is whole without them`];
    return { notes, fails: false, paging: current === undefined ? null : undefined };
  }
  const paging = namesIn(body, refusedQuery);
  if (cut === true) {
    const notes = [...refused, `the list is not whole: ${String(incomplete)}`, `${rows} rows on the first page`];
    return { notes, fails: true, paging };
  }
  const known = `{"${read.operation}": {"complete": true}}`;
  const notes = [
    ...refused,
    `nothing proves it whole: ${String(incomplete)}. No missing item counts as gone until the contract says ${known} (if the list always shows everything), or names the paging parameters`,
  ];
  return { notes, fails: false, isUnproven: true, paging: paging.page === "" ? undefined : paging };
}

/** The names that the answer itself uses for its page and its size, where it says so; else empty texts to fill in. */
function namesIn(body: unknown, refused: readonly string[]): { page: string; pageSize: string } {
  const keys = objectsIn(body).flatMap(({ object }) =>
    Object.keys(object).filter((key) => typeof object[key] === "number"),
  );
  const pick = (names: readonly string[]) => names.find((name) => keys.includes(name) && !refused.includes(name)) ?? "";
  const page = pick(pageNames);
  return {
    page: page === "" && keys.some((key) => /^current_?page$/i.test(key)) ? "page" : page,
    pageSize: pick(sizeNames),
  };
}
