/** The page's dialog: a form whose fields are data. */
import { button, copy, find, focusKey, html, keyOf } from "./html.ts";
import { type Field, highlighted, type Values } from "./model.ts";

export type Texts = Readonly<Record<string, string>>;

export interface Question {
  readonly title: string;
  readonly intro?: string;
  readonly fields?: readonly Field[];
  /** Initial values of the fields. */
  readonly value?: Values;
  /** Text of the button; omitted if there is nothing to send. */
  readonly submit?: string;
  readonly danger?: boolean;
  /** Gets the texts. If it throws, the dialog shows the error and stays open. */
  send?(texts: Texts): Promise<void>;
  onChange?(name: string, value: string): void;
}

/** Content to read and to copy; JSON has colours. */
function code(label: string, text: string): HTMLElement {
  const parts = highlighted(text).map(([look, part]) =>
    look === "" ? part : html`<span class=${look}>${part}</span>`,
  );
  return html`<div class="field wide">
    <div class="row"><b>${label}</b>${button("Copy", `Copy ${label}`, () => copy(text), "quiet small")}</div>
    <pre role="group" aria-label=${label} tabindex="0">${parts}</pre>
  </div>`;
}

/** One field of the form: a label, a control, a hint. */
function fieldOf(field: Field, value: unknown): HTMLElement {
  const { key, label, kind, wide, required, fixed, min, max, options = [] } = field;
  const text = Array.isArray(value) ? value.join("\n") : String(value ?? "");
  if (kind === "code") return code(label, text);
  const id = `field-${key}`;
  const hint = field.hint && `${id}-hint`;
  const control =
    kind === "select"
      ? html`<select disabled=${fixed}>${options.map((each) => html`<option value=${each}>${each}</option>`)}</select>`
      : kind === "lines" || kind === "list"
        ? html`<textarea spellcheck="false"></textarea>`
        : html`<input type=${kind ?? "text"} value=${text} min=${min} max=${max} autocomplete="off" spellcheck="false">`;
  if (control instanceof HTMLTextAreaElement) control.defaultValue = text;
  if (control instanceof HTMLSelectElement && options.includes(text)) control.value = text;
  for (const [name, said] of Object.entries({ id, name: key, "aria-describedby": hint })) {
    if (said !== undefined) control.setAttribute(name, said);
  }
  control.toggleAttribute("required", required ?? false);
  return html`<div class=${wide ? "field wide" : "field"}>
    <label for=${id}><b>${label}</b></label>${control}${hint && html`<small id=${hint}>${field.hint}</small>`}
  </div>`;
}

const dialog = () => find("dialog", HTMLDialogElement);

/** The current texts of the form's controls. */
export const writtenTexts = (): Texts =>
  Object.fromEntries(
    [...new FormData(find("dialog-form", HTMLFormElement))].map(([name, value]) => [name, String(value)]),
  );

let asked: Question | undefined;
/** The button that opened the dialog, by its key. */
let opener: string | null = null;

export function ask(question: Question): void {
  asked = question;
  const { title, intro = "", fields = [], value = {}, submit, danger } = question;
  find("dialog-title").textContent = title;
  find("dialog-intro").textContent = intro;
  find("dialog-error").textContent = "";
  find("dialog-submit").textContent = submit ?? "";
  find("dialog-submit").hidden = submit === undefined;
  find("dialog-cancel").textContent = submit === undefined ? "Close" : "Cancel";
  find("dialog-submit").className = danger ? "danger" : "";
  find("dialog-fields").replaceChildren(...fields.map((field) => fieldOf(field, value[field.key])));
  opener = keyOf(document.activeElement) ?? opener;
  if (!dialog().open) dialog().showModal();
}

export function startDialog(): void {
  dialog().addEventListener("close", () => {
    // They may hold a secret.
    find("dialog-fields").replaceChildren();
    focusKey(opener);
  });
  find("dialog-cancel").addEventListener("click", () => dialog().close());
  find("dialog-fields").addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) asked?.onChange?.(target.name, target.value);
  });
  find("dialog-form").addEventListener("submit", (event) => {
    event.preventDefault();
    asked?.send?.(writtenTexts()).then(
      () => dialog().close(),
      (error: Error) => {
        find("dialog-error").textContent = error.message;
      },
    );
  });
}
