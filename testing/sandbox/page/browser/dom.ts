/** The part of the page's script that touches the document. Text is only ever set as text. */

export type Child = Node | string | number | false | null | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | (() => void) | undefined>>;

/** The element of the page with this id. */
export function find(id: string): HTMLElement;
export function find<T extends HTMLElement>(id: string, kind: new () => T): T;
export function find(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return element;
}

/** Makes an element. Attributes that are undefined or false are left out; `on` is what a click does. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener("click", value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/** Makes an element of a drawing. */
export function shape(tag: string, attributes: Attributes, text?: string): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A padlock, drawn: fonts without emoji are common. */
export function padlock(): SVGElement {
  const lock = shape("svg", { viewBox: "0 0 16 16", width: 14, height: 14, role: "img", "aria-label": "locked" });
  lock.append(
    shape("path", { d: "M5 7V5a3 3 0 0 1 6 0v2", fill: "none", stroke: "currentColor", "stroke-width": 1.6 }),
    shape("rect", { x: 3, y: 7, width: 10, height: 7, rx: 1.8, fill: "currentColor" }),
  );
  return lock;
}

/** The name of an element that survives being made anew. */
export const keyOf = (element: Element | null) => element?.getAttribute("data-key") ?? null;

/** Moves the keyboard to the element with this key. */
export function focusKey(key: string | null, inside: ParentNode = document): void {
  if (key === null) return;
  [...inside.querySelectorAll<HTMLElement>("[data-key]")].find((element) => keyOf(element) === key)?.focus();
}

/** Puts new content into an element, and keeps the keyboard where it was, by data-key. */
export function fill(parent: HTMLElement, ...children: (Child | Child[])[]): void {
  const nodes = children.flat().filter((child) => child instanceof Node);
  if (nodes.length === parent.childNodes.length && nodes.every((node, n) => node === parent.childNodes[n])) return;
  const active = document.activeElement;
  const key = parent.contains(active) ? keyOf(active) : null;
  parent.replaceChildren(...nodes);
  focusKey(key, parent);
}

/** A button. Its name says what it acts on, also where its text is short. */
export const button = (text: string, name: string, on: () => void, look = "quiet") =>
  make(
    "button",
    { type: "button", class: look, "aria-label": name === text ? undefined : name, "data-key": name, on },
    text,
  );

export const chip = (text: string | number, tone = "") => make("span", { class: `chip ${tone}` }, text);

const toastMs = 4000;
let toastTimer: number | undefined;

/** Says something at the foot of the page, for some seconds. */
export function toast(text: string): void {
  keepToast(text);
  toastTimer = window.setTimeout(() => keepToast(""), toastMs);
}

/** Says something there until something else is said. */
export function keepToast(text: string): void {
  window.clearTimeout(toastTimer);
  find("toast").textContent = text;
}

/** Puts a text into the clipboard. */
export function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast("Copied."),
    () => toast("The browser does not let the page copy. Show the text, select it and copy it."),
  );
}
