/** The page's one dialog: a form whose fields are given as data. */
import { find, focusKey, keyOf, make } from "./dom.ts";
import type { Field, Values } from "./model.ts";

export type Texts = Readonly<Record<string, string>>;

export interface Question {
  readonly title: string;
  readonly intro?: string;
  readonly fields?: readonly Field[];
  /** What the fields begin with. */
  readonly value?: Values;
  /** Text of the button; left out where there is only something to read. */
  readonly submit?: string;
  readonly danger?: true;
  /** Gets the texts. What it throws is shown, and the dialog stays. */
  send?(texts: Texts): Promise<void>;
  /** A field was changed. */
  onChange?(name: string, value: string): void;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlOf(field: Field, id: string, hint: string | undefined, text: string): Control {
  const shared = { id, name: field.key, required: field.required, disabled: field.fixed, "aria-describedby": hint };
  if (field.kind === "select") {
    const options = field.options ?? [];
    const control = make(
      "select",
      shared,
      options.map((option) => make("option", { value: option }, option)),
    );
    if (options.includes(text)) control.value = text;
    return control;
  }
  const control =
    field.kind === "lines" || field.kind === "list"
      ? make("textarea", {
          ...shared,
          disabled: false,
          readonly: field.fixed,
          class: field.fixed && "mono",
          spellcheck: "false",
        })
      : make("input", {
          ...shared,
          type: field.kind === "number" ? "number" : "text",
          min: field.min,
          max: field.max,
          autocomplete: "off",
          spellcheck: "false",
        });
  // Unlike a value that is set, this leaves the caret at the beginning.
  control.defaultValue = text;
  return control;
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join("\n") : String(value ?? ""));

/** One field of the form: a label, a control, a hint. */
function fieldOf(field: Field, value: unknown): HTMLElement {
  const id = `field-${field.key}`;
  const hint = field.hint === undefined ? undefined : `${id}-hint`;
  return make(
    "div",
    { class: field.wide ? "field wide" : "field" },
    make("label", { for: id }, field.label),
    controlOf(field, id, hint, textOf(value)),
    hint !== undefined && make("small", { id: hint }, field.hint),
  );
}

const dialog = () => find("dialog", HTMLDialogElement);
const isControl = (element: Element | EventTarget | null): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** What the form's controls say now. */
export const writtenTexts = (): Texts =>
  Object.fromEntries(
    [...find("dialog-form", HTMLFormElement).elements].filter(isControl).map(({ name, value }) => [name, value]),
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
  dialog().showModal();
}

export const closeDialog = () => dialog().close();

/** Connects the dialog with its buttons. */
export function startDialog(): void {
  // Back to the button that opened it, which may have been made anew.
  dialog().addEventListener("close", () => focusKey(opener));
  find("dialog-cancel").addEventListener("click", closeDialog);
  find("dialog-fields").addEventListener("change", ({ target }) => {
    if (isControl(target)) asked?.onChange?.(target.name, target.value);
  });
  find("dialog-form").addEventListener("submit", (event) => {
    event.preventDefault();
    asked?.send?.(writtenTexts()).then(closeDialog, (error: Error) => {
      find("dialog-error").textContent = error.message;
    });
  });
}
