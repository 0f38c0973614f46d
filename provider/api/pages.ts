/**
 * Reading a list to its end, and knowing what that proves. A list counts as whole only when something in it says so: a
 * total that matches and did not move; a mark of the end, or an end that was reached page by page, with pages that do
 * not overlap and are the same when they are read again; or the contract. Why each of these, and nothing less:
 * docs/background/lists.md.
 */
import type { Listing, Row } from "./lists.ts";
import { type Fetch, type ListSettings, Round } from "./round.ts";

/** Rounds over all pages, where they move while they are read, or only a second round can tell that they do not. */
const maxRounds = 4;

export async function readPages(fetch: Fetch, settings: ListSettings): Promise<Listing<Row>> {
  let pages = 0;
  let { first } = settings;
  const counted: Fetch = (request, position) => {
    pages += 1;
    return fetch(request, position);
  };
  const learnFirst = (number: number) => {
    first = number;
    settings.learnFirst(number);
  };
  const rounds: Round[] = [];
  for (let left = maxRounds; left > 0; left -= 1) {
    const round = await new Round({ ...settings, first, learnFirst }, counted).read();
    const twin = rounds.at(-1);
    rounds.push(round);
    const verdict = round.judge(settings.isAll, twin);
    if (verdict !== "again") return { ...round.listing(verdict), pages };
  }
  return { ...together(rounds), pages };
}

/** Rows of rounds that never agreed: each was there a moment ago. */
function together(rounds: readonly Round[]): Omit<Listing<Row>, "pages"> {
  const rows = new Map<string, Row>();
  for (const round of rounds) for (const [key, row] of round.keyed()) rows.set(key, row);
  return {
    rows: [...rows.values()],
    complete: false,
    incomplete: `it changed during each of ${rounds.length} readings of its pages`,
    cut: true,
  };
}
