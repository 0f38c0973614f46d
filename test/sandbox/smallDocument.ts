/**
 * As much of a browser as the page's script needs, so that its buttons can be pressed on every machine. It knows no
 * markup: what a text says can only ever be text here. How the page looks is for a real browser to show.
 */
import { createContext, runInContext } from "node:vm";

type Listener = (event: { target: SmallElement; preventDefault(): void }) => unknown;

export class SmallElement {
  readonly tag: string;
  readonly attributes = new Map<string, string>();
  children: (SmallElement | string)[] = [];
  className = "";
  onchange: Listener | null = null;
  open = false;
  #value: string | undefined;
  readonly #listeners = new Map<string, Listener>();

  constructor(tag: string) {
    this.tag = tag;
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text: string) {
    this.children = [String(text)];
  }

  get name(): string | undefined {
    return this.attributes.get("name");
  }

  get value(): string {
    if (this.#value !== undefined) return this.#value;
    const options = this.all().filter(({ tag }) => tag === "option");
    return (options.find(({ attributes }) => attributes.has("selected")) ?? options[0])?.attributes.get("value") ?? "";
  }

  set value(text: string) {
    this.#value = String(text);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, String(value));
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  append(...children: (SmallElement | string)[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: (SmallElement | string)[]): void {
    this.children = children;
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  contains(other: SmallElement): boolean {
    return other === this || this.all().includes(other);
  }

  /** Every element below this one. */
  all(): SmallElement[] {
    return this.children.flatMap((child) => (typeof child === "string" ? [] : [child, ...child.all()]));
  }

  querySelectorAll(_selector: "[data-key]"): SmallElement[] {
    return this.all().filter(({ attributes }) => attributes.has("data-key"));
  }

  showModal(): void {
    this.open = true;
  }

  close(): void {
    this.open = false;
  }

  focus(): void {}

  /** What happens when someone does this to the element. */
  async fire(type: string): Promise<void> {
    await this.#listeners.get(type)?.({ target: this, preventDefault: () => {} });
  }
}

export class SmallBrowser {
  readonly #byId = new Map<string, SmallElement>();

  /** Opens the page: its elements with an id, and its script. */
  constructor(url: string, html: string, script: string) {
    for (const [, tag = "", id = "", text = ""] of html.matchAll(/<(\w+)[^>]* id="([\w-]+)"[^>]*>([^<]*)/g)) {
      const element = new SmallElement(tag);
      element.textContent = text;
      this.#byId.set(id, element);
    }
    const byId = this.#byId;
    const form = this.element("dialog-form");
    const fields = this.element("dialog-fields");
    Object.defineProperty(form, "elements", { get: () => fields.all() });
    const document = {
      // A field of a form is found, too, once it is there.
      getElementById: (id: string) =>
        byId.get(id) ?? fields.all().find(({ attributes }) => attributes.get("id") === id),
      createElement: (tag: string) => new SmallElement(tag),
      createElementNS: (_namespace: string, tag: string) => new SmallElement(tag),
      activeElement: null,
      hidden: false,
      title: "",
    };
    const globals = { document, Node: SmallElement, location: { pathname: new URL(url).pathname, hash: "" } };
    // The page asks again every second; here it is told when to.
    const timers = { setTimeout: () => 0, clearTimeout: () => {}, addEventListener: () => {} };
    const near = (path: string, options: RequestInit) => fetch(new URL(path, url), options);
    runInContext(script, createContext({ ...globals, ...timers, fetch: near }));
  }

  element(id: string): SmallElement {
    const found = this.#byId.get(id);
    if (found === undefined) throw new Error(`The page has no element with the id ${id}.`);
    return found;
  }

  /** Everything a reader sees. */
  get text(): string {
    return [...this.#byId.values()].map(({ textContent }) => textContent).join("\n");
  }

  /** The control that says this (or has it as its name for those who do not see it). */
  find(name: string): SmallElement | undefined {
    const elements = [...this.#byId.values()].flatMap((element) => [element, ...element.all()]);
    return elements.find(
      ({ tag, attributes, textContent }) => tag === "button" && (attributes.get("aria-label") ?? textContent) === name,
    );
  }

  async press(name: string): Promise<void> {
    const button = this.find(name);
    if (button === undefined) throw new Error(`The page has no button ${JSON.stringify(name)}.`);
    await button.fire("click");
  }

  /** Fills the open dialog and sends it. */
  async submit(values: Readonly<Record<string, string>> = {}): Promise<void> {
    const dialog = this.element("dialog");
    if (!dialog.open) throw new Error("No dialog is open.");
    for (const [name, value] of Object.entries(values)) this.field(name).value = value;
    await this.element("dialog-form").fire("submit");
  }

  field(name: string): SmallElement {
    const field = this.element("dialog-fields")
      .all()
      .find((element) => element.name === name);
    if (field === undefined) throw new Error(`The dialog has no field ${name}.`);
    return field;
  }
}
