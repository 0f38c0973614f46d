/** The dashboard page in a DOM without a screen: its own script runs, and its buttons can be pressed, on every machine. */
import { type HTMLButtonElement, type HTMLElement, type HTMLInputElement, Window } from "happy-dom";

export class OpenPage {
  readonly #window: Window;

  private constructor(url: string, html: string) {
    const settings = { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true };
    this.#window = new Window({ url, settings });
    // The page asks again every second and takes its notices away after some; here nothing happens without a call.
    Object.assign(this.#window, { setTimeout: () => 0, clearTimeout: () => {} });
    this.#window.document.write(html);
  }

  /** Opens the page, and waits until it has shown what it asked for. */
  static async open(url: string): Promise<OpenPage> {
    const page = new OpenPage(url, await (await fetch(url, { headers: { accept: "text/html" } })).text());
    await page.#settled();
    return page;
  }

  close(): Promise<void> {
    return this.#window.happyDOM.close();
  }

  /** Everything a reader finds in the page, without its script. */
  get text(): string {
    const parts = [...this.#window.document.body.children].filter(({ tagName }) => tagName !== "SCRIPT");
    return parts.map(({ textContent }) => textContent).join(" ");
  }

  element(id: string): HTMLElement {
    const found = this.#window.document.getElementById(id);
    if (!(found instanceof this.#window.HTMLElement)) throw new Error(`The page has no element with the id ${id}.`);
    return found;
  }

  get isDialogOpen(): boolean {
    return this.element("dialog").hasAttribute("open");
  }

  /** The name of the control that the keyboard is at. */
  get focused(): string {
    return nameOf(this.#window.document.activeElement);
  }

  /** Presses the button that says this, or has it as its name for those who do not see it. */
  async press(name: string): Promise<void> {
    const buttons: HTMLButtonElement[] = [...this.#window.document.querySelectorAll("button")];
    const button = buttons.find((each) => nameOf(each) === name);
    if (button === undefined) throw new Error(`The page has no button ${JSON.stringify(name)}.`);
    button.focus();
    button.click();
    await this.#settled();
  }

  field(name: string): HTMLInputElement {
    const controls: HTMLInputElement[] = [
      ...this.element("dialog-fields").querySelectorAll("input, select, textarea"),
    ].map((control) => control as HTMLInputElement);
    const field = controls.find((control) => control.name === name);
    if (field === undefined) throw new Error(`The dialog has no field ${name}.`);
    return field;
  }

  /** Chooses in a field as a person does, who changes it. */
  choose(name: string, value: string): void {
    const field = this.field(name);
    field.value = value;
    field.dispatchEvent(new this.#window.Event("change", { bubbles: true }));
  }

  /** The text of a part of the open dialog. */
  shown(name: string): string {
    const found = this.element("dialog-fields").querySelector(`pre[aria-label="${name}"]`);
    if (found === null) throw new Error(`The dialog shows no ${name}.`);
    return found.textContent;
  }

  /** The cells of a column of a list. */
  column(list: string, at: number): string[] {
    const rows = [...this.#window.document.querySelectorAll(`[aria-label="${list}"] tbody tr`)];
    return rows.map((row) => row.children[at]?.textContent ?? "");
  }

  /** The text that was copied last. */
  clipboard(): Promise<string> {
    return this.#window.navigator.clipboard.readText();
  }

  /** Fills the open dialog and sends it. */
  async submit(values: Readonly<Record<string, string>> = {}): Promise<void> {
    if (!this.isDialogOpen) throw new Error("No dialog is open.");
    for (const [name, value] of Object.entries(values)) this.field(name).value = value;
    this.element("dialog-submit").click();
    await this.#settled();
  }

  #settled(): Promise<void> {
    return this.#window.happyDOM.waitUntilComplete();
  }
}

const nameOf = (element: { getAttribute(name: string): string | null; textContent: string } | null): string =>
  element === null ? "" : (element.getAttribute("aria-label") ?? element.textContent);
