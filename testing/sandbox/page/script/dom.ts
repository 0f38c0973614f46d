/** The part of the page's script that touches the document. Text is only ever set as text. */
export const dom = String.raw`
const find = (id) => document.getElementById(id);

/** Makes an element. Attributes that are undefined or false are left out; "on" is what a click does. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === false) continue;
    if (name === "on") element.addEventListener("click", value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

function shape(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A padlock, drawn: fonts without emoji are common. */
function padlock() {
  const lock = shape("svg", { viewBox: "0 0 16 16", width: 14, height: 14, role: "img", "aria-label": "locked" });
  lock.append(
    shape("path", { d: "M5 7V5a3 3 0 0 1 6 0v2", fill: "none", stroke: "currentColor", "stroke-width": 1.6 }),
    shape("rect", { x: 3, y: 7, width: 10, height: 7, rx: 1.8, fill: "currentColor" }),
  );
  return lock;
}

/** Puts new content in place and keeps the keyboard where it was, by data-key. */
function fill(parent, ...children) {
  const active = document.activeElement;
  const key = active && parent.contains(active) ? active.getAttribute("data-key") : null;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (key !== null) {
    const again = [...parent.querySelectorAll("[data-key]")].find((element) => element.getAttribute("data-key") === key);
    if (again) again.focus();
  }
}

/** A button. Its name says what it acts on, also where its text is short. */
const button = (text, name, on, look) => make("button", { type: "button", class: look === undefined ? "quiet" : look, "aria-label": name === text ? undefined : name, "data-key": name, on }, text);

const chip = (text, tone) => make("span", { class: "chip " + (tone || "") }, text);

let toastTimer;
function toast(text) {
  find("toast").textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { find("toast").textContent = ""; }, 4000);
}

/** One field of a form: a label, a control, a hint. */
function fieldOf(field, value) {
  const id = "field-" + field.key;
  const hint = field.hint ? id + "-hint" : undefined;
  const shared = { id, name: field.key, required: field.required, disabled: field.fixed, "aria-describedby": hint };
  const text = Array.isArray(value) ? value.join("\n") : value === undefined || value === null ? "" : String(value);
  let control;
  if (field.kind === "select") {
    control = make("select", shared, field.options.map((option) => make("option", { value: option }, option)));
    if (field.options.includes(text)) control.value = text;
  } else if (field.kind === "lines" || field.kind === "list") {
    control = make("textarea", { ...shared, spellcheck: "false" });
    control.value = text;
  } else {
    control = make("input", { ...shared, type: field.kind === "number" ? "number" : "text", min: field.min, max: field.max, autocomplete: "off", spellcheck: "false" });
    control.value = text;
  }
  return make("div", { class: field.wide ? "field wide" : "field" }, make("label", { for: id }, field.label), control, field.hint && make("small", { id: hint }, field.hint));
}

let settle = null;
let opener = null;

/** Shows the dialog. "send" gets the texts; what it throws is shown, and the dialog stays. */
function ask({ title, intro, fields, value, submit, danger, send, onChange }) {
  find("dialog-title").textContent = title;
  find("dialog-intro").textContent = intro || "";
  find("dialog-error").textContent = "";
  find("dialog-submit").textContent = submit;
  find("dialog-submit").className = danger ? "danger" : "";
  find("dialog-fields").replaceChildren(...(fields || []).map((field) => fieldOf(field, (value || {})[field.key])));
  find("dialog-fields").onchange = onChange || null;
  settle = send;
  opener = (document.activeElement && document.activeElement.getAttribute("data-key")) || opener;
  find("dialog").showModal();
}

const textsOf = (form) => Object.fromEntries([...form.elements].filter((control) => control.name).map((control) => [control.name, control.value]));

/** Back to the button that opened it, which may have been made anew. */
find("dialog").addEventListener("close", () => {
  const again = [...document.querySelectorAll("[data-key]")].find((element) => element.getAttribute("data-key") === opener);
  if (again) again.focus();
});
find("dialog-cancel").addEventListener("click", () => find("dialog").close());
find("dialog-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await settle(textsOf(event.target));
    find("dialog").close();
  } catch (error) {
    find("dialog-error").textContent = error.message;
  }
});
`;
