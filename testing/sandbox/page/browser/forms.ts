/** Changes made by hand: calls of the control API, as `dialogs.json` describes them, most of them with a form in the page's dialog. */
import { recordTypes } from "../../recordTypes.generated.ts";
import type { Exchange, LogRow } from "../../requestLog.ts";
import type { SandboxDomain, SandboxRecord } from "../../state.ts";
import type { DomainWithContent } from "../shape.ts";
import { ask, type Question, type Texts, writtenTexts } from "./dialog.ts";
import dialogs from "./dialogs.json";
import { find, toast } from "./html.ts";
import { bodyOf, type Field, recordFields, type Values } from "./model.ts";

/** A change. Words in braces stand for values. */
interface Change extends Partial<Question> {
  /** Method and path of the control API. */
  readonly call: string;
  /** The notice once it is done. */
  readonly done: string;
  readonly body?: Values;
}

const changes: Readonly<Record<keyof typeof dialogs, Change>> = dialogs;

const filled = (text: string, values: Values) => text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

export async function call(method: string, path: string, body?: Values): Promise<unknown> {
  const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(location.pathname.replace(/\/$/, "") + path, { method, ...sent });
  const result: unknown = await response.json();
  if (response.ok) return result;
  const { error } = result as { error?: string };
  throw new Error(error ?? `The sandbox responded with status ${response.status}.`);
}

let afterwards = async (): Promise<void> => {};

/** Sets the callback that runs after every change. */
export function whenChanged(show: () => Promise<void>): void {
  afterwards = show;
}

async function send(name: keyof typeof dialogs, values: Values, body?: Values): Promise<void> {
  const encoded = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, encodeURIComponent(String(value))]),
  );
  const [method = "", path = ""] = filled(changes[name].call, encoded).split(" ");
  const result = await call(method, path, body);
  if (name === "addDomain") location.hash = encodeURIComponent((result as SandboxDomain).name);
  toast(filled(changes[name].done, values));
  await afterwards();
}

/** Sends a change, and shows the result or the error as a notice. */
export function act(name: keyof typeof dialogs, values: Values = {}, body?: Values): void {
  send(name, values, body).catch((error: Error) => toast(error.message));
}

/** Asks for the fields of a change, or for consent to it, and sends it. @param values also the current ones of the fields */
export function start(
  name: keyof typeof dialogs,
  values: Values,
  fields = changes[name].fields ?? [],
  onChange?: (field: string, value: string) => void,
): void {
  const { title = "", intro = "", body, ...question } = changes[name];
  ask({
    ...question,
    title: filled(title, values),
    intro: filled(intro, values),
    fields,
    value: values,
    // A PATCH also sends fields that are empty now.
    send: (texts) => send(name, values, body ?? bodyOf(fields, texts, question.call.startsWith("PATCH") ? values : {})),
    ...(onChange && { onChange }),
  });
}

const typeField: Field = { key: "type", label: "Type", kind: "select", options: recordTypes, wide: true };

export const editRecord = ({ name: domain }: DomainWithContent, record: SandboxRecord) =>
  start("editRecord", { ...record, domain }, [{ ...typeField, fixed: true }, ...recordFields(record.type)]);

export function addRecord(domain: string, type = "A", texts: Texts = {}): void {
  const fields = [typeField, ...recordFields(type, "the default")];
  start("addRecord", { ...texts, type, domain }, fields, (name, value) => {
    if (name !== "type") return;
    addRecord(domain, value, writtenTexts());
    find("field-type").focus();
  });
}

/** Opens a row of the log to its request and response. */
export function openRow({ number, method, operation, path, status, durationMs, fault }: LogRow): void {
  const outcome = `${status || "no response"}, ${durationMs} ms`;
  const intro = `${path}: ${outcome}${fault === undefined ? "" : `, fault: ${fault}`}`;
  call("GET", `/log/${number}`).then(
    (exchange) => {
      const { request, response } = exchange as Exchange;
      reveal(`${method} ${operation}`, { Request: request, Response: response }, intro);
    },
    (error: Error) => toast(error.message),
  );
}

/** Shows values that the page hides at first. */
export const reveal = (title: string, value: Values, intro = "") =>
  ask({
    title,
    intro,
    value,
    fields: Object.keys(value).map((key) => ({ key, label: key, kind: "code", wide: true })),
  });
