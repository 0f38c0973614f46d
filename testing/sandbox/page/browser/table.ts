/** Parts that several cards of the page have. */
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

const longest = 88;
const kept = 60;

/** The long texts that a reader has unfolded, by their keys. */
const unfolded = new Set<string>();

/** A text; a long one is folded, with a button that shows all of it. `name` says whose text it is. */
export function foldable(name: string, text: string): Child[] {
  const characters = [...text];
  if (characters.length <= longest) return [text];
  const shown = make("span");
  const control = button("", `All of ${name}`, () => {
    if (!unfolded.delete(name)) unfolded.add(name);
    show();
  });
  control.className = "quiet small fold";
  const show = () => {
    const isOpen = unfolded.has(name);
    shown.textContent = isOpen ? text : `${characters.slice(0, kept).join("")}\u2026`;
    control.textContent = isOpen ? "Less" : `All ${characters.length} characters`;
    control.setAttribute("aria-expanded", String(isOpen));
  };
  show();
  return [shown, " ", control];
}

export interface Column<Row> {
  readonly title: string;
  /** Class of its cells. */
  readonly look?: string;
  /** What the column is found by; left out for one that is not. */
  readonly by?: (row: Row) => string | number | undefined;
  readonly cell: (row: Row) => Child | Child[];
}

export interface List<Row> {
  /** Tells the lists apart whose filter the page remembers. */
  readonly key: string;
  /** What the rows are, in the plural, for those who do not see the list. */
  readonly rowsAre: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Said where there is no row. */
  readonly nothing: string;
}

/** A text that is broken only where it is longer than a column can be. */
export const word = (text: string) => make("span", { class: "word" }, text);

/** From so many rows on a list has a filter. */
const filterFrom = 6;

/** The filters by their lists: kept while the rest of the page is made anew, with their text and caret. */
const filters = new Map<string, HTMLInputElement>();

function filterOf(key: string, rowsAre: string): HTMLInputElement {
  const name = `Filter the ${rowsAre}`;
  const field =
    filters.get(key) ??
    make("input", {
      type: "search",
      class: "filter",
      placeholder: "Filter",
      "aria-label": name,
      "data-key": `${name} ${key}`,
      autocomplete: "off",
      spellcheck: "false",
    });
  filters.set(key, field);
  return field;
}

/** A list with its filter, which is `false` for a short one. */
export interface Shown {
  readonly filter: Child;
  readonly content: HTMLElement;
}

/** A filter for rows that `draw` draws: shown are those that contain all of its words, in any case. */
export function filtered<Row>(
  { key, rowsAre, rows, nothing }: Omit<List<Row>, "columns">,
  textOf: (row: Row) => string,
  draw: (found: readonly Row[]) => HTMLElement,
): Shown {
  const field = filterOf(key, rowsAre);
  const status = make("p", { class: "found", role: "status" });
  const body = make("div");
  const hasFilter = rows.length >= filterFrom;
  const show = () => {
    const words = hasFilter ? field.value.toLowerCase().split(/\s+/) : [];
    const found = rows.filter((row) => words.every((each) => textOf(row).toLowerCase().includes(each)));
    const isPart = found.length < rows.length;
    status.textContent = isPart ? `${found.length} of ${rows.length} contain \u201c${field.value.trim()}\u201d` : "";
    fill(body, found.length > 0 ? draw(found) : !isPart && empty(nothing));
  };
  field.oninput = show;
  show();
  return { filter: hasFilter && field, content: make("div", { class: "list" }, status, body) };
}

export function table<Row>(list: List<Row>): Shown {
  const { columns, rowsAre } = list;
  const textOf = (row: Row) => columns.map(({ by }) => by?.(row) ?? "").join(" ");
  // Narrow screens show the parts of a table as blocks, which then are no table any more unless it says so.
  const line = (cells: HTMLElement[]) => make("tr", { role: "row" }, cells);
  const heading = ({ title, look }: Column<Row>) =>
    make("th", { role: "columnheader", scope: "col", class: look?.replace("mono", "") }, title);
  const cellsOf = (row: Row) =>
    columns.map(({ look, cell }) => make("td", { role: "cell", class: look }, ...[cell(row)].flat()));
  return filtered(list, textOf, (found) =>
    make(
      "table",
      { role: "table", "aria-label": rowsAre },
      make("thead", { role: "rowgroup" }, line(columns.map(heading))),
      make(
        "tbody",
        { role: "rowgroup" },
        found.map((row) => line(cellsOf(row))),
      ),
    ),
  );
}
