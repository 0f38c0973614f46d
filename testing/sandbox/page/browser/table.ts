/** Parts that several cards of the page have. */
import { make } from "./dom.ts";

export const empty = (text: string) => make("p", { class: "empty" }, text);

/** A card with a heading and perhaps a button beside it. */
export const card = (id: string, title: string, control: HTMLElement | undefined, content: HTMLElement) =>
  make(
    "section",
    { class: "card", "aria-labelledby": id },
    make("div", { class: "head" }, make("h2", { id }, title), control),
    content,
  );

/** A table with these headings, a heading with its class where it has one; undefined if it has no row. */
export function table(
  headings: readonly (string | readonly [heading: string, look: string])[],
  rows: HTMLElement[],
): HTMLElement | undefined {
  if (rows.length === 0) return undefined;
  const columns = headings.map((heading) => {
    const [text, look] = typeof heading === "string" ? [heading] : heading;
    return make("th", { scope: "col", class: look }, text);
  });
  return make("table", {}, make("thead", {}, make("tr", {}, columns)), make("tbody", {}, rows));
}
