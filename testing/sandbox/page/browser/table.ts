/** Parts that several cards of the page have. */
import { type Arrangement, arranged, beginningOf, type SortValue, sortedBy } from "./arrange.ts";
import { button, type Child, fill, make } from "./dom.ts";

export const empty = (text: string) => make("p", { class: "empty" }, text);

/** A card with a heading and perhaps controls beside it. */
export const card = (id: string, title: string, controls: Child[], content: HTMLElement) =>
  make(
    "section",
    { class: `card ${id.replace("-title", "")}`, "aria-labelledby": id },
    make("div", { class: "head" }, make("h2", { id }, title), controls),
    content,
  );

/** The long texts that a reader has unfolded, by their keys. */
const unfolded = new Set<string>();

/** A text; a long one is folded, with a button that shows all of it. `name` says whose text it is. */
export function foldable(name: string, text: string): Child[] {
  const beginning = beginningOf(text);
  if (beginning === undefined) return [text];
  const shown = make("span");
  const control = button("", `All of ${name}`, () => {
    if (!unfolded.delete(name)) unfolded.add(name);
    show();
  });
  control.className = "quiet small fold";
  const show = () => {
    const isOpen = unfolded.has(name);
    shown.textContent = isOpen ? text : `${beginning}\u2026`;
    control.textContent = isOpen ? "Less" : `All ${[...text].length} characters`;
    control.setAttribute("aria-expanded", String(isOpen));
  };
  show();
  return [shown, " ", control];
}

export interface Column<Row> {
  readonly title: string;
  /** Class of its cells. */
  readonly look?: string;
  /** What the column is sorted and found by; left out for one that is neither. */
  readonly by?: (row: Row) => SortValue;
  readonly cell: (row: Row) => Child | Child[];
}

export interface List<Row> {
  /** Tells the lists apart whose order and filter the page remembers. */
  readonly key: string;
  /** What the rows are, in the plural, for those who do not see the list. */
  readonly rowsAre: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Said where there is no row. */
  readonly nothing: string;
}

/** Rows that are drawn at first, and that each press adds. */
const page = 100;

/** A text that is broken only where it is longer than a column can be. */
export const word = (text: string) => make("span", { class: "word" }, text);

interface Remembered {
  arrangement: Arrangement;
  /** How many of its rows are drawn. */
  drawn: number;
  /** Kept while the rest of the page is made anew, with its text and caret. */
  readonly field: HTMLInputElement;
  show(): void;
}
const remembered = new Map<string, Remembered>();

/** From so many rows on a list has a filter. */
const filterFrom = 6;

function memoryOf(key: string, rowsAre: string): Remembered {
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const name = `Filter the ${rowsAre}`;
  const field = make("input", {
    type: "search",
    class: "filter",
    placeholder: "Filter",
    "aria-label": name,
    "data-key": `${name} ${key}`,
    autocomplete: "off",
    spellcheck: "false",
  });
  const memory: Remembered = { arrangement: {}, drawn: page, field, show: () => {} };
  field.addEventListener("input", () => {
    memory.arrangement = { ...memory.arrangement, filter: field.value };
    memory.show();
  });
  remembered.set(key, memory);
  return memory;
}

/** A list with its filter, which is `false` for a short one. */
export interface Shown {
  readonly filter: Child;
  readonly content: HTMLElement;
}

/** A filter for rows that `draw` draws. */
export function filtered<Row>(
  { key, rowsAre, rows, nothing }: Omit<List<Row>, "columns">,
  valuesOf: (row: Row) => readonly SortValue[],
  draw: (found: Row[], memory: Remembered) => HTMLElement,
): Shown {
  const memory = memoryOf(key, rowsAre);
  const status = make("p", { class: "found", role: "status" });
  const body = make("div");
  const hasFilter = rows.length >= filterFrom;
  memory.show = () => {
    const { filter = "", ...order } = memory.arrangement;
    const found = arranged(rows, valuesOf, hasFilter ? memory.arrangement : order);
    const isPart = found.length < rows.length;
    const left = found.length - memory.drawn;
    const more = button(`Show ${Math.min(page, left)} more of ${left}`, `Show more ${rowsAre}`, () => {
      memory.drawn += page;
      memory.show();
    });
    status.textContent = isPart ? `${found.length} of ${rows.length} contain \u201c${filter.trim()}\u201d` : "";
    const rest = left > 0 && make("p", { class: "more" }, more);
    fill(body, found.length > 0 ? draw(found.slice(0, memory.drawn), memory) : !isPart && empty(nothing), rest);
  };
  memory.show();
  return { filter: hasFilter && memory.field, content: make("div", { class: "list" }, status, body) };
}

/** A table whose headings sort it. */
export function table<Row>(list: List<Row>): Shown {
  const { columns, rowsAre } = list;
  const valuesOf = (row: Row) => columns.flatMap(({ by }) => (by === undefined ? [] : [by(row)]));
  return filtered(list, valuesOf, (found, memory) => {
    const sortable = columns.filter(({ by }) => by !== undefined);
    const heading = (column: Column<Row>) => headingOf(column, sortable.indexOf(column), rowsAre, memory);
    // Narrow screens show the parts of a table as blocks, which then are no table any more unless it says so.
    const row = (role: string, cells: HTMLElement[]) => make("tr", { role }, cells);
    return make(
      "table",
      { role: "table", "aria-label": rowsAre },
      make("thead", { role: "rowgroup" }, row("row", columns.map(heading))),
      make(
        "tbody",
        { role: "rowgroup" },
        found.map((each) =>
          row(
            "row",
            columns.map(({ look, cell }) => make("td", { role: "cell", class: look }, ...[cell(each)].flat())),
          ),
        ),
      ),
    );
  });
}

function headingOf<Row>(
  { title, look, by }: Column<Row>,
  at: number,
  rowsAre: string,
  memory: Remembered,
): HTMLElement {
  const shared = { role: "columnheader", scope: "col", class: look?.replace("mono", "") };
  if (by === undefined) return make("th", shared, title);
  const { column, isDescending } = memory.arrangement;
  const isSorted = column === at;
  const direction = isDescending ? "descending" : "ascending";
  const sort = button(title, `Sort the ${rowsAre} by ${title}`, () => {
    memory.arrangement = sortedBy(at, memory.arrangement);
    memory.show();
  });
  sort.className = "sort";
  if (isSorted) sort.append(make("span", { "aria-hidden": "true" }, isDescending ? " \u25be" : " \u25b4"));
  return make("th", { ...shared, "aria-sort": isSorted && direction }, sort);
}
