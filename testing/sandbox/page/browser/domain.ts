/** The middle of the page: one domain with its records, its forwards, and the account's contacts. */
import type { SandboxContact, SandboxForward, SandboxRecord } from "../../state.ts";
import type { DomainWithContent, Snapshot, View } from "../shape.ts";
import { button, chip, fill, find, make } from "./dom.ts";
import {
  addForward,
  addRecord,
  at,
  deleteForward,
  deleteRecord,
  editContact,
  editForward,
  editNameservers,
  editRecord,
} from "./forms.ts";
import { dayOf, forwardOwner, isRestricted, ownerOf, recordValue, typeColours } from "./model.ts";
import { act } from "./registrar.ts";
import { card, empty, table } from "./table.ts";

const small = "quiet small";

/** Whether the auth code is shown, and what turns that round. */
export interface Revealing {
  readonly isOn: boolean;
  toggle(): void;
}

function titleCard(domain: DomainWithContent, view: View, reveal: Revealing): HTMLElement {
  const { name } = domain;
  const restricted = isRestricted(domain, view.now);
  return make(
    "section",
    { class: "card title", "aria-labelledby": "domain-title" },
    make(
      "div",
      { class: "row" },
      make("h2", { id: "domain-title" }, name),
      domain.locked ? chip("locked", "good") : chip("unlocked", "warn"),
      restricted && chip(`ICANN lock until ${dayOf(domain.restrictedUntil)}`, "warn"),
      !domain.locked && !restricted && chip("can transfer out"),
      domain.account === "other" && chip("another account's", "bad"),
      make("span", { class: "push" }),
      domain.locked
        ? button(
            "Unlock",
            `Unlock ${name}`,
            () => act(`${name} is unlocked.`, "PATCH", at(domain), { locked: false }),
            "",
          )
        : button("Lock", `Lock ${name}`, () => act(`${name} is locked.`, "PATCH", at(domain), { locked: true })),
      reveal.isOn
        ? button("Hide auth code", `Hide auth code of ${name}`, reveal.toggle)
        : button("Show auth code", `Show auth code of ${name}`, reveal.toggle),
    ),
    reveal.isOn && make("p", {}, "Auth code ", make("code", {}, domain.authCode)),
    details(domain, view),
  );
}

function details(domain: DomainWithContent, view: View): HTMLElement {
  const detail = (term: string, value: string, control?: HTMLElement) =>
    make("div", {}, make("dt", {}, term, control), make("dd", {}, value));
  const toggle = (key: "autoRenew" | "privacy", word: string) => {
    const turned = domain[key] ? "off" : "on";
    return button(
      `Turn ${turned}`,
      `Turn ${word} ${turned} for ${domain.name}`,
      () => act(`${word} is ${turned}.`, "PATCH", at(domain), { [key]: !domain[key] }),
      small,
    );
  };
  const edit = () => editNameservers(domain, view.serviceNameservers);
  return make(
    "dl",
    { class: "details" },
    detail(
      "Nameservers",
      domain.nameservers.join(", "),
      button("Edit", `Edit nameservers of ${domain.name}`, edit, small),
    ),
    detail("Expires", dayOf(domain.expires)),
    detail("Auto-renew", domain.autoRenew ? "on" : "off", toggle("autoRenew", "auto-renew")),
    detail("Privacy", domain.privacy ? "on" : "off", toggle("privacy", "privacy")),
  );
}

function recordRow(domain: DomainWithContent, record: SandboxRecord): HTMLElement {
  const owner = ownerOf(record);
  const name = `${owner} ${record.type} ${record.id}`;
  return make(
    "tr",
    {},
    make("td", {}, make("span", { class: `type ${typeColours[record.type]}` }, record.type)),
    make("td", { class: "name mono" }, owner),
    make(
      "td",
      { class: "value mono" },
      recordValue(record),
      record.comment && make("span", { class: "comment" }, record.comment),
    ),
    make("td", { class: "number" }, record.ttl ?? "\u2013"),
    make(
      "td",
      { class: "acts" },
      button("Edit", `Edit record ${name}`, () => editRecord(domain, record), small),
      button("Delete", `Delete record ${name}`, () => deleteRecord(domain, record), small),
    ),
  );
}

function recordsCard(domain: DomainWithContent, { serviceNameservers }: View): HTMLElement {
  const isServed =
    domain.nameservers.length > 0 && domain.nameservers.every((host) => serviceNameservers.includes(host));
  const rows = domain.records.map((record) => recordRow(domain, record));
  return card(
    "records-title",
    `DNS records (${rows.length})`,
    button("Add a record", "Add a record", () => addRecord(domain)),
    table(["Type", "Name", "Value", ["TTL", "number"], ["By hand", "number"]], rows) ??
      empty(
        isServed
          ? "No records yet. A program's first up puts them here."
          : "The domain uses other nameservers: the API refuses records, and the DNS port does not answer.",
      ),
  );
}

const forwardTypes: Readonly<Record<string, string>> = { permanent: "301 permanent", temporary: "302 temporary" };

function forwardRow(domain: DomainWithContent, forward: SandboxForward): HTMLElement {
  return make(
    "tr",
    {},
    make("td", { class: "name mono" }, forwardOwner(forward)),
    make("td", { class: "value mono" }, forward.destination),
    make("td", {}, forwardTypes[forward.type] ?? forward.type),
    make(
      "td",
      { class: "acts" },
      button("Edit", `Edit forward ${forward.id}`, () => editForward(domain, forward), small),
      button("Delete", `Delete forward ${forward.id}`, () => deleteForward(domain, forward), small),
    ),
  );
}

function forwardsCard(domain: DomainWithContent): HTMLElement {
  const rows = domain.forwards.map((forward) => forwardRow(domain, forward));
  return card(
    "forwards-title",
    `URL forwards (${rows.length})`,
    button("Add a forward", "Add a forward", () => addForward(domain)),
    table(["Host", "Destination", "Type", ["By hand", "number"]], rows) ?? empty("No forwards."),
  );
}

function person(domain: DomainWithContent, contact: SandboxContact): HTMLElement {
  const roles = Object.entries(domain.contacts).flatMap(([role, handle]) => (handle === contact.handle ? role : []));
  const { organization, address, zip, city, country } = contact;
  return make(
    "div",
    { class: "person" },
    make(
      "div",
      { class: "row" },
      make("span", {}, make("b", {}, contact.name), " ", make("code", {}, contact.handle)),
      button("Edit", `Edit contact ${contact.handle}`, () => editContact(contact), small),
    ),
    make("p", {}, contact.email, contact.verified ? "" : " (not verified)"),
    make("p", {}, [organization, ...address, `${zip} ${city}`, country].filter(Boolean).join(", ")),
    roles.length > 0 && make("p", {}, `here: ${roles.join(", ")}`),
  );
}

function contactsCard({ contacts }: Snapshot, domain: DomainWithContent): HTMLElement {
  const people = contacts.map((contact) => person(domain, contact));
  return card(
    "contacts-title",
    `Contacts of the account (${people.length})`,
    undefined,
    people.length === 0 ? empty("No contacts.") : make("div", { class: "people" }, people),
  );
}

export function showDomain(
  state: Snapshot,
  domain: DomainWithContent | undefined,
  view: View,
  reveal: Revealing,
): void {
  const cards =
    domain === undefined
      ? [empty("The account holds no domain.")]
      : [titleCard(domain, view, reveal), recordsCard(domain, view), forwardsCard(domain), contactsCard(state, domain)];
  fill(find("main"), cards);
}
