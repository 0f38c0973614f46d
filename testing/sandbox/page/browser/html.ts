/** DOM helpers. Data of the sandbox is only ever set as text. */

type Slot = Node | string | number | boolean | null | undefined | (() => void) | readonly Slot[];

const parsed = new Map<TemplateStringsArray, DocumentFragment>();

/** The mark of an attribute: browsers judge the value of one such as `d` when they parse it. */
const slotMark = "data-slot-";

/** The markup of a template with a mark for each slot: an attribute of its own before `=`, otherwise a comment. */
function parse(strings: TemplateStringsArray): DocumentFragment {
  const [first = "", ...others] = strings;
  const marked = others.reduce((text, next, n) => {
    const name = text.lastIndexOf(" ") + 1;
    const isAttribute = text.endsWith("=");
    return (isAttribute ? `${text.slice(0, name)}${slotMark}${text.slice(name)}"${n}"` : `${text}<!--${n}-->`) + next;
  }, first);
  const template = document.createElement("template");
  template.innerHTML = marked;
  return template.content;
}

/**
 * Makes an element from markup. A slot between tags is text, a node or a list of nodes. A slot of an attribute is its value:
 * `undefined` and `false` omit the attribute, and a function becomes the click handler.
 */
export function html(strings: TemplateStringsArray, ...slots: readonly Slot[]): HTMLElement {
  const content = parsed.get(strings) ?? parse(strings);
  parsed.set(strings, content);
  const root = document.importNode(content, true);
  for (const element of root.querySelectorAll("*")) fillAttributes(element, slots);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const marks: Comment[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Comment) marks.push(walker.currentNode);
  for (const mark of marks) mark.replaceWith(...nodesOf(slots[Number(mark.data)]));
  const [made] = root.children;
  if (!(made instanceof HTMLElement)) throw new Error("The template has no element.");
  return made;
}

function fillAttributes(element: Element, slots: readonly Slot[]): void {
  for (const { name, value } of [...element.attributes]) {
    if (!name.startsWith(slotMark)) continue;
    element.removeAttribute(name);
    const slot = slots[Number(value)];
    const own = name.slice(slotMark.length);
    if (typeof slot === "function") element.addEventListener("click", slot);
    else if (slot !== undefined && slot !== false) element.setAttribute(own, slot === true ? "" : String(slot));
  }
}

function nodesOf(slot: Slot): (Node | string)[] {
  if (Array.isArray(slot)) return slot.flatMap(nodesOf);
  if (slot instanceof Node) return [slot];
  return typeof slot === "string" || typeof slot === "number" ? [String(slot)] : [];
}

/** The element of the page with this id. */
export function find(id: string): HTMLElement;
export function find<T extends HTMLElement>(id: string, kind: new () => T): T;
export function find(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return element;
}

/** The key of an element, which stays the same when the page renders again. */
export const keyOf = (element: Element | null) => element?.getAttribute("data-key") ?? null;

export function focusKey(key: string | null, inside: ParentNode = document): void {
  if (key === null) return;
  [...inside.querySelectorAll<HTMLElement>("[data-key]")].find((element) => keyOf(element) === key)?.focus();
}

/** Replaces the content of the element with this id, and keeps the focus. */
export const fill = (id: string, ...content: readonly Slot[]) => refill(find(id), ...content);

/** Replaces the content of the element, and keeps the focus. */
export function refill(parent: HTMLElement, ...content: readonly Slot[]): void {
  const key = parent.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  parent.replaceChildren(...nodesOf(content));
  focusKey(key, parent);
}

/** A button. Its name says what it acts on, even if its text is short. */
export const button = (text: string, name: string, on: () => void, look = "quiet") =>
  html`<button type="button" class=${look} aria-label=${name !== text && name} data-key=${name} on=${on}>${text}</button>`;

/** A switch. Its name says what it turns on. */
export const toggle = (name: string, isOn: boolean, on: () => void) =>
  html`<button type="button" role="switch" class="switch" aria-checked=${String(isOn)} aria-label=${name} data-key=${name} on=${on}></button>`;

/** A control to choose one of the options; the first at first. */
export const choice = (name: string, options: readonly string[]) =>
  html`<select aria-label=${name} data-key=${name}>${options.map((each) => html`<option>${each}</option>`)}</select>` as HTMLSelectElement;

export const searchField = (name: string) =>
  html`<input type="search" aria-label=${name} placeholder=${name} data-key=${name}>` as HTMLInputElement;

export const chip = (text: string | number, tone = "") => html`<span class=${`chip ${tone}`}>${text}</span>`;

const toastMs = 4000;
let toastTimer: number | undefined;

/** Shows a notice for some seconds, or until the next one. */
export function toast(text: string, isKept = false): void {
  window.clearTimeout(toastTimer);
  find("toast").textContent = text;
  if (!isKept) toastTimer = window.setTimeout(() => toast("", true), toastMs);
}

/** Copies a string to the clipboard. */
export function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast("Copied."),
    () => toast("The browser doesn't let the page copy. Select the text and copy it."),
  );
}
