/** Every element of a list, and every alternative of a pattern, has a row in `test/cases/elements`: what it matches, and what it doesn't. */
import { casesIn, sectionsIn } from "./cases.ts";
import { type Elements, elementsIn, partsOf } from "./elements.ts";

/** Cells have examples between ` / `. One in quotes is a JSON string. */
const examplesOf = (cell: string) =>
  cell.split(" / ").map((each) => (/^".*"$/.test(each) ? String(JSON.parse(each)) : each));

const compiled = (pattern: string) => {
  const end = pattern.lastIndexOf("/");
  return new RegExp(pattern.slice(1, end), pattern.slice(end + 1));
};
/** All that a pattern finds in a string. */
const foundBy = (pattern: string, text: string) => {
  const { source, flags } = compiled(pattern);
  return [...text.matchAll(new RegExp(source, flags.includes("g") ? flags : `${flags}g`))].map((match) => [...match]);
};

function tryPattern(pattern: string, yes: string[], no: string[]): void {
  expect(yes.filter((text) => !compiled(pattern).test(text))).toEqual([]);
  expect(no.filter((text) => compiled(pattern).test(text))).toEqual([]);
  const without = partsOf(pattern).filter(({ start, end }) => {
    const less = pattern.slice(0, start) + pattern.slice(end);
    return [...yes, ...no].every(
      (text) => JSON.stringify(foundBy(less, text)) === JSON.stringify(foundBy(pattern, text)),
    );
  });
  // Each of these needs an example that it decides.
  expect(without.map(({ what }) => what)).toEqual([]);
}

/** Uses an element of a list where the list decides something. @returns does it count? */
type Judge = (word: string) => unknown;

/**
 * Tests of the lists and patterns of a folder. A list or a pattern without a row fails, and so does an element without one.
 * @param judges of lists, by their place
 */
export function everyElement(folder: string, judges: Readonly<Record<string, Judge>> = {}): void {
  const found = elementsIn(folder);
  const nameOf = ({ place }: Elements) => place.slice(folder.length + 1);
  const rowsOf = (file: string) => (sectionsIn(file).includes(folder) ? casesIn(file, folder) : []);
  const patterns = rowsOf("elements/patterns");
  const lists = rowsOf("elements/lists").map(([name = "", words = "", not = ""]) => ({
    name,
    words: words.split(" "),
    not: not.split(" ").filter(Boolean),
  }));

  it(`every list and every pattern of ${folder} has a row, and each of its elements`, () => {
    const shown = found.map((each) => [nameOf(each), each.words ?? "a pattern"]);
    const rows = [...lists.map(({ name, words }) => [name, words]), ...patterns.map(([name]) => [name, "a pattern"])];
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(shown));
    expect(lists.filter(({ name, not }) => not.length > 0 !== name in judges)).toEqual([]);
  });

  if (patterns.length > 0)
    it.each(patterns)("every alternative of the pattern %s decides an example", (name, yes = "", no = "") => {
      const pattern = found.find((each) => nameOf(each) === name)?.pattern;
      tryPattern(String(pattern), examplesOf(yes), no === "-" ? [] : examplesOf(no));
    });

  const judged = Object.entries(judges);
  if (judged.length > 0)
    it.each(judged)("every word of the list %s counts, and the words beside it don't", async (place, judge) => {
      const { words = [], not = [] } = lists.find(({ name }) => name === place) ?? {};
      const counted = await Promise.all([...words, ...not].map(async (word) => [word, Boolean(await judge(word))]));
      expect(counted).toEqual([...words.map((word) => [word, true]), ...not.map((word) => [word, false])]);
    });
}
