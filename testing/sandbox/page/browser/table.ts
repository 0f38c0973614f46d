/** Parts of several cards. */
import { html } from "./html.ts";

type Content = Parameters<typeof html>[1];

export const empty = (text: string) => html`<p class="empty">${text}</p>`;

/** A card with a heading and controls. */
export const card = (name: string, title: string, control: Content, content: HTMLElement) =>
  html`<section class=${`card ${name}`} aria-labelledby=${`${name}-title`}>
    <div class="head"><h2 id=${`${name}-title`}>${title}</h2>${control}</div>
    ${content}
  </section>`;

/** A string, cut after three lines. */
export const cut = (text: string) => html`<span class="cut">${text}</span>`;

export interface Column<Row> {
  readonly title: string;
  /** Class of its cells, and of its heading. */
  readonly look?: string;
  readonly cell: (row: Row) => Content;
  /** Makes the column sortable, by this text in natural order: `host2` before `host10`. */
  readonly text?: (row: Row) => string;
}

/** The sorted column, and a function that sorts by another one. */
export interface Sorting {
  readonly title: string;
  readonly isDescending: boolean;
  readonly sort: (title: string) => void;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** The rows in the order that the page asks for; equal ones by the other sortable columns, from left to right. */
export function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting): Row[] {
  const sign = sorting.isDescending ? -1 : 1;
  const first = columns.filter(({ title }) => title === sorting.title);
  const by = (keys: readonly Column<Row>[], a: Row, b: Row) =>
    keys.reduce((order, { text }) => order || compare(text?.(a) ?? "", text?.(b) ?? ""), 0);
  return rows.toSorted((a, b) => sign * by(first, a, b) || by(columns, a, b));
}

function head<Row>({ title, look, text }: Column<Row>, sorting: Sorting | undefined): HTMLElement {
  const isSorted = text !== undefined && sorting?.title === title;
  const order = sorting?.isDescending ? "descending" : "ascending";
  const sort = () => sorting?.sort(title);
  const label = text
    ? html`<button type="button" class="sort" data-key=${`sort ${title}`} on=${sort}>${title}</button>`
    : title;
  return html`<th role="columnheader" scope="col" class=${look?.replace("mono", "")} aria-sort=${text && (isSorted ? order : "none")}>${label}</th>`;
}

/** @param rowsAre the kind of the rows, in the plural, for screen readers. @param nothing the text of an empty list */
export function table<Row>(
  rowsAre: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  nothing: string,
  sorting?: Sorting,
): HTMLElement {
  if (rows.length === 0) return empty(nothing);
  const heads = columns.map((column) => head(column, sorting));
  const lines = rows.map((row) => {
    const cells = columns.map(({ look, cell }) => html`<td role="cell" class=${look}>${cell(row)}</td>`);
    return html`<tr role="row">${cells}</tr>`;
  });
  // The roles keep it a table for screen readers where a narrow card shows its rows as blocks.
  return html`<table role="table" aria-label=${rowsAre}>
    <thead role="rowgroup"><tr role="row">${heads}</tr></thead>
    <tbody role="rowgroup">${lines}</tbody>
  </table>`;
}
