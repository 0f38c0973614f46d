/** Parts that several cards of the page have. */
import { html } from "./html.ts";

type Content = Parameters<typeof html>[1];

export const empty = (text: string) => html`<p class="empty">${text}</p>`;

/** A card with a heading and perhaps a control beside it. */
export const card = (name: string, title: string, control: HTMLElement | undefined, content: HTMLElement) =>
  html`<section class=${`card ${name}`} aria-labelledby=${`${name}-title`}>
    <div class="head"><h2 id=${`${name}-title`}>${title}</h2>${control}</div>
    ${content}
  </section>`;

const longest = 88;
const kept = 60;

/** A text; a long one is folded until somebody opens it. */
export function folded(text: string): Content {
  const characters = [...text];
  if (characters.length <= longest) return text;
  const beginning = characters.slice(0, kept).join("");
  return html`<details><summary>${beginning}\u2026 (${characters.length} characters)</summary>${text}</details>`;
}

/** A text that is broken only where it is longer than a column can be. */
export const word = (text: string) => html`<span class="word">${text}</span>`;

export interface Column<Row> {
  readonly title: string;
  /** Class of its cells. */
  readonly look?: string;
  readonly cell: (row: Row) => Content;
}

/** @param rowsAre what the rows are, in the plural, for those who do not see the list. @param nothing said where there is none */
export function table<Row>(
  rowsAre: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  nothing: string,
): HTMLElement {
  if (rows.length === 0) return empty(nothing);
  const heads = columns.map(
    ({ title, look }) => html`<th role="columnheader" scope="col" class=${look?.replace("mono", "")}>${title}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(({ look, cell }) => html`<td role="cell" class=${look}>${cell(row)}</td>`);
    return html`<tr role="row">${cells}</tr>`;
  });
  // Narrow screens show the parts of a table as blocks, which then are no table any more unless it says so.
  return html`<table role="table" aria-label=${rowsAre}>
    <thead role="rowgroup"><tr role="row">${heads}</tr></thead>
    <tbody role="rowgroup">${lines}</tbody>
  </table>`;
}
