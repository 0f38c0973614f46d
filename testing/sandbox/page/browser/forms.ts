/** What a person does by hand, each as a question of the page's dialog. */

import { recordTypes } from "../../recordTypes.generated.ts";
import type { SandboxContact, SandboxForward, SandboxRecord } from "../../state.ts";
import type { DomainWithContent, View } from "../shape.ts";
import { ask, closeDialog, type Texts, writtenTexts } from "./dialog.ts";
import { find, toast } from "./dom.ts";
import { bodyOf, type Field, plural, recordFields, type Values } from "./model.ts";
import { exchange, submit } from "./registrar.ts";

/** The path of a domain. */
export const at = (domain: DomainWithContent) => `/domains/${encodeURIComponent(domain.name)}`;

const drifts = "Edited. That is drift now.";
const unseen = "The program does not know: its next refresh finds drift.";
const typeField: Field = { key: "type", label: "Type", kind: "select", options: recordTypes, wide: true };

export function editRecord(domain: DomainWithContent, record: SandboxRecord): void {
  const fields: Field[] = [{ ...typeField, fixed: true }, ...recordFields(record.type)];
  ask({
    title: `Edit this ${record.type} record by hand`,
    intro: unseen,
    fields,
    value: { ...record },
    submit: "Save",
    send: (texts) =>
      submit(drifts, "PATCH", `${at(domain)}/records/${record.id}`, bodyOf(fields, texts, { ...record })),
  });
}

export function addRecord(domain: DomainWithContent, type = "A", texts: Texts = {}): void {
  const fields = [typeField, ...recordFields(type, "none of its own")];
  ask({
    title: `Add a record to ${domain.name} by hand`,
    intro: "Nothing is checked here as the API checks it.",
    fields,
    value: { ...texts, type },
    submit: "Add",
    send: (filled) => submit("Added.", "POST", `${at(domain)}/records`, bodyOf(fields, filled)),
    onChange: (name, value) => {
      if (name !== "type") return;
      const kept = writtenTexts();
      closeDialog();
      addRecord(domain, value, kept);
      find("field-type").focus();
    },
  });
}

/** @param what the record or forward in words */
export function deleteItem(domain: DomainWithContent, kind: "record" | "forward", id: number, what: string): void {
  ask({
    title: `Delete this ${kind} by hand?`,
    intro: what,
    submit: "Delete",
    danger: true,
    send: () => submit("Deleted. That is drift now.", "DELETE", `${at(domain)}/${kind}s/${id}`),
  });
}

const forwardFields: Field[] = [
  { key: "source", label: "Host label", hint: "Empty for the domain itself" },
  { key: "type", label: "Type", kind: "select", options: ["temporary", "permanent", "masked"] },
  { key: "destination", label: "Destination", wide: true, required: true },
];

export function editForward(domain: DomainWithContent, forward: SandboxForward): void {
  ask({
    title: "Edit this forward by hand",
    intro: unseen,
    fields: forwardFields,
    value: { ...forward },
    submit: "Save",
    send: (texts) =>
      submit(drifts, "PATCH", `${at(domain)}/forwards/${forward.id}`, bodyOf(forwardFields, texts, { ...forward })),
  });
}

export function addForward(domain: DomainWithContent): void {
  ask({
    title: `Add a forward to ${domain.name} by hand`,
    fields: forwardFields,
    submit: "Add",
    send: (texts) => submit("Added.", "POST", `${at(domain)}/forwards`, bodyOf(forwardFields, texts)),
  });
}

export function addDomain(service: readonly string[]): void {
  const fields: Field[] = [
    { key: "name", label: "Domain", required: true, wide: true },
    { key: "account", label: "Account", kind: "select", options: ["own", "other"], hint: "other: another account's" },
    { key: "authCode", label: "Auth code", hint: "Empty: a random one" },
    { key: "nameservers", label: "Nameservers, one a line", kind: "list", wide: true },
  ];
  ask({
    title: "Add a domain",
    intro: "As if it had been in the account for 200 days. Buying one is what the API is for.",
    fields,
    value: { nameservers: service },
    submit: "Add",
    send: (texts) =>
      submit("Added.", "POST", "/domains", bodyOf(fields, texts), (added) => {
        location.hash = encodeURIComponent((added as { name: string }).name);
      }),
  });
}

export function removeDomain(domain: DomainWithContent): void {
  const { name, records, forwards } = domain;
  ask({
    title: `Remove ${name}?`,
    intro: `It leaves the account, as after a transfer out, with ${plural(records.length, "record")} and ${plural(forwards.length, "forward")}.`,
    submit: "Remove",
    danger: true,
    send: () => submit(`${name} is gone.`, "DELETE", at(domain)),
  });
}

export function unlock(domain: DomainWithContent): void {
  ask({
    title: `Unlock ${domain.name}?`,
    intro:
      "Only the dashboard unlocks, at the real registrar, too: no program and no API call does. Without the lock, everybody who has the auth code can transfer the domain away.",
    submit: "Unlock",
    danger: true,
    send: () => submit(`${domain.name} is unlocked.`, "PATCH", at(domain), { locked: false }),
  });
}

export function endTransfer(domain: DomainWithContent, outcome: "complete" | "fail"): void {
  const fails = outcome === "fail";
  ask({
    title: fails ? `Let the transfer of ${domain.name} fail?` : `Complete the transfer of ${domain.name}?`,
    intro: fails
      ? "The domain stays where it is. What the transfer cost is not given back."
      : "The domain arrives now, and its 60-day restriction begins.",
    submit: fails ? "Fail" : "Complete",
    ...(fails && { danger: true }),
    send: () =>
      submit(fails ? "The transfer failed." : "The domain has arrived.", "POST", `${at(domain)}/transfer/${outcome}`),
  });
}

export function editNameservers(domain: DomainWithContent, service: readonly string[]): void {
  const fields: Field[] = [
    { key: "nameservers", label: "Nameservers, one a line", kind: "list", wide: true, required: true },
  ];
  ask({
    title: `Nameservers of ${domain.name}`,
    intro: `Records can be managed only while the domain uses the service's own: ${service.join(", ")}.`,
    fields,
    value: { ...domain },
    submit: "Save",
    send: (texts) => submit("Nameservers changed.", "PATCH", at(domain), bodyOf(fields, texts, { ...domain })),
  });
}

/** Opens a line of the log. */
export function showExchange({ n, method, path, status, fault }: View["requests"][number]): void {
  const show = (said: Values) =>
    ask({
      title: `${method} ${path}`,
      intro: `Status ${status || "none"}${fault ? `, fault: ${fault}` : ""}. Tokens and auth codes are hidden.`,
      fields: Object.keys(said).map((key) => ({ key, label: key, kind: "lines", wide: true, fixed: true })),
      value: Object.fromEntries(Object.entries(said).map(([key, value]) => [key, JSON.stringify(value, undefined, 2)])),
    });
  exchange(n).then(show, (error: Error) => toast(error.message));
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
  ask({
    title: `Edit contact ${contact.handle} by hand`,
    intro: "Applied at once, without the e-mail the API would send.",
    fields: contactFields,
    value: { ...contact },
    submit: "Save",
    send: (texts) =>
      submit(
        drifts,
        "PATCH",
        `/contacts/${encodeURIComponent(contact.handle)}`,
        bodyOf(contactFields, texts, { ...contact }),
      ),
  });
}

export function advanceClock(): void {
  const fields: Field[] = [
    { key: "days", label: "Days", kind: "number", min: 0, max: 36500, required: true, wide: true },
  ];
  ask({
    title: "Advance the sandbox's clock",
    intro: "For what happens with time: the 60-day restriction, an approval nobody gives, an expiry.",
    fields,
    value: { days: 60 },
    submit: "Advance",
    send: (texts) => submit("The clock is ahead.", "POST", "/clock/advance", bodyOf(fields, texts)),
  });
}
