/** Edits made by hand: calls of the control API, most of them with a form in the page's dialog. */
import { recordTypes } from "../../recordTypes.generated.ts";
import type { Exchange, LogRow } from "../../requestLog.ts";
import type { SandboxContact, SandboxDomain, SandboxForward, SandboxRecord } from "../../state.ts";
import type { DomainWithContent } from "../shape.ts";
import { ask, type Question, type Texts, writtenTexts } from "./dialog.ts";
import { find, toast } from "./html.ts";
import { bodyOf, type Field, plural, recordFields, type Values } from "./model.ts";

const base = () => location.pathname.replace(/\/$/, "");

export async function call(method: string, path: string, body?: Values): Promise<unknown> {
  const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(base() + path, { method, ...sent });
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

/** A change: the notice once it is done, and the call of the control API. */
type Change = readonly [
  done: string,
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  seen?: (result: unknown) => void,
];

async function send([done, method, path, seen]: Change, body?: Values): Promise<void> {
  const result = await call(method, path, body);
  seen?.(result);
  toast(done);
  await afterwards();
}

/** Sends a change, and shows the result or the error as a notice. */
export function act(change: Change, body?: Values): void {
  send(change, body).catch((error: Error) => toast(error.message));
}

/** Asks for the fields, and sends them. @param before the current values */
function form(change: Change, question: Question & { submit: string }, before: Values = {}): void {
  const { fields = [] } = question;
  ask({ ...question, send: (texts) => send(change, bodyOf(fields, texts, before)) });
}

/** Asks for consent to a change that the page cannot undo. */
const confirm = (change: Change, title: string, intro: string, submit: string, body?: Values) =>
  ask({ title, intro, submit, danger: true, send: () => send(change, body) });

const edit = (path: string, title: string, intro: string, fields: readonly Field[], value: Values) =>
  form(
    ["Saved. The next refresh reports it as drift.", "PATCH", path],
    { title, intro, fields, value, submit: "Save" },
    value,
  );

/** The path of a domain. */
export const at = (domain: DomainWithContent) => `/domains/${encodeURIComponent(domain.name)}`;

const unseen = "The program doesn't know about it: its next refresh finds drift.";
const typeField: Field = { key: "type", label: "Type", kind: "select", options: recordTypes, wide: true };

export function editRecord(domain: DomainWithContent, record: SandboxRecord): void {
  const fields: Field[] = [{ ...typeField, fixed: true }, ...recordFields(record.type)];
  const path = `${at(domain)}/records/${record.id}`;
  edit(path, `Edit this ${record.type} record by hand`, unseen, fields, { ...record });
}

export function addRecord(domain: DomainWithContent, type = "A", texts: Texts = {}): void {
  form(["Added. Programs don't manage it.", "POST", `${at(domain)}/records`], {
    title: `Add a record to ${domain.name} by hand`,
    intro: "The API's checks don't apply here.",
    fields: [typeField, ...recordFields(type, "the default")],
    value: { ...texts, type },
    submit: "Add",
    onChange: (name, value) => {
      if (name !== "type") return;
      addRecord(domain, value, writtenTexts());
      find("field-type").focus();
    },
  });
}

/** @param what describes the record or forward */
export const deleteItem = (domain: DomainWithContent, kind: "record" | "forward", id: number, what: string) =>
  confirm(
    ["Deleted. The next refresh reports it as drift.", "DELETE", `${at(domain)}/${kind}s/${id}`],
    `Delete this ${kind} by hand?`,
    what,
    "Delete",
  );

const forwardFields: Field[] = [
  { key: "source", label: "Host label", hint: "Empty for the domain itself" },
  { key: "type", label: "Type", kind: "select", options: ["temporary", "permanent", "masked"] },
  { key: "destination", label: "Destination", wide: true, required: true },
];

export const editForward = (domain: DomainWithContent, forward: SandboxForward) =>
  edit(`${at(domain)}/forwards/${forward.id}`, "Edit this forward by hand", unseen, forwardFields, { ...forward });

export const addForward = (domain: DomainWithContent) =>
  form(["Added. Programs don't manage it.", "POST", `${at(domain)}/forwards`], {
    title: `Add a forward to ${domain.name} by hand`,
    fields: forwardFields,
    submit: "Add",
  });

const goTo = (added: unknown) => {
  location.hash = encodeURIComponent((added as SandboxDomain).name);
};

export const addDomain = (service: readonly string[]) =>
  form(["Added.", "POST", "/domains", goTo], {
    title: "Add a domain",
    intro: "It looks 200 days old. To buy a domain, use the API.",
    fields: [
      { key: "name", label: "Domain", required: true, wide: true },
      { key: "account", label: "Account", kind: "select", options: ["own", "other"], hint: "other: another account's" },
      { key: "authCode", label: "Auth code", hint: "Empty: a random one" },
      { key: "nameservers", label: "Nameservers, one per line", kind: "list", wide: true },
    ],
    value: { nameservers: service },
    submit: "Add",
  });

export function removeDomain(domain: DomainWithContent): void {
  const { name, records, forwards } = domain;
  const content = `${plural(records.length, "record")} and ${plural(forwards.length, "forward")}`;
  const intro = `The domain leaves the account, as after a transfer out, with ${content}.`;
  confirm([`${name} is gone.`, "DELETE", at(domain)], `Remove ${name}?`, intro, "Remove");
}

export function unlock(domain: DomainWithContent): void {
  const intro =
    "Only the dashboard can unlock a domain, also at the real registrar. Without the lock, anyone with the auth code can transfer it away.";
  const change: Change = [`${domain.name} is unlocked.`, "PATCH", at(domain)];
  confirm(change, `Unlock ${domain.name}?`, intro, "Unlock", { locked: false });
}

export const completeTransfer = (domain: DomainWithContent) =>
  confirm(
    ["The domain has arrived.", "POST", `${at(domain)}/transfer/complete`],
    `Complete the transfer of ${domain.name}?`,
    "The domain arrives now, and its 60-day restriction begins.",
    "Complete",
  );

export const failTransfer = (domain: DomainWithContent) =>
  confirm(
    ["The transfer failed.", "POST", `${at(domain)}/transfer/fail`],
    `Fail the transfer of ${domain.name}?`,
    "The domain stays in the other account. The price of the transfer isn't refunded.",
    "Fail",
  );

export function editNameservers(domain: DomainWithContent, service: readonly string[]): void {
  const fields: Field[] = [
    { key: "nameservers", label: "Nameservers, one per line", kind: "list", wide: true, required: true },
  ];
  const intro = `The API accepts records only while the domain uses the registrar's nameservers: ${service.join(", ")}.`;
  edit(at(domain), `Nameservers of ${domain.name}`, intro, fields, { ...domain });
}

const contactFields: Field[] = [
  { key: "name", label: "Name" },
  { key: "organization", label: "Organization" },
  { key: "email", label: "E-mail" },
  { key: "phone", label: "Phone" },
  { key: "address", label: "Address, one line each", kind: "list", wide: true },
  { key: "city", label: "City" },
  { key: "zip", label: "ZIP" },
  { key: "state", label: "State" },
  { key: "country", label: "Country" },
];

export function editContact(contact: SandboxContact): void {
  const intro = "Applies at once, without the e-mail that the API sends.";
  const path = `/contacts/${encodeURIComponent(contact.handle)}`;
  edit(path, `Edit contact ${contact.handle} by hand`, intro, contactFields, { ...contact });
}

export const advanceClock = () =>
  form(["Clock advanced.", "POST", "/clock/advance"], {
    title: "Advance the sandbox's clock",
    intro: "Use it to end the 60-day restriction, to let an approval time out, or to reach an expiry.",
    fields: [{ key: "days", label: "Days", kind: "number", min: 0, max: 36500, required: true, wide: true }],
    value: { days: 60 },
    submit: "Advance",
  });

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
