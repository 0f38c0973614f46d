/** The cards of one domain and of the account. */
import type { Charge, SandboxContact, SandboxForward, SandboxRecord } from "../../state.ts";
import type { DomainWithContent, View } from "../shape.ts";
import * as forms from "./forms.ts";
import { button, chip, html, refill } from "./html.ts";
import {
  dayOf,
  forwardOwner,
  isMoving,
  isRestricted,
  ownerOf,
  plural,
  recordValue,
  typeColours,
  waitingFor,
} from "./model.ts";
import { type Column, card, empty, folded, sorted, table, word } from "./table.ts";

const small = "quiet small";

function titleCard(view: View, domain: DomainWithContent): HTMLElement {
  const { name } = domain;
  const restricted = isRestricted(domain, view.now);
  const moving = isMoving(domain, view.now);
  const lock = () => forms.act([`${name} is locked.`, "PATCH", forms.at(domain)], { locked: true });
  return html`<section class="card title" aria-labelledby="domain-title">
    <div class="row">
      <h2 id="domain-title">${name}</h2>
      ${domain.locked ? chip("locked", "good") : chip("unlocked", "warn")}
      ${restricted && chip(`ICANN lock until ${dayOf(domain.restrictedUntil)}`, "warn")}
      ${!domain.locked && !restricted && !moving && chip("can transfer out")}
      ${domain.account === "other" && chip("another account's", "bad")}
      ${waitingFor(domain, view.approvals).map(({ kind }) =>
        chip(`${kind === "contact" ? "contact" : "contacts"}: approval pending`, "warn"),
      )}
    </div>
    <div class="row">
      ${domain.locked ? button("Unlock\u2026", `Unlock ${name}`, () => forms.unlock(domain), "") : button("Lock", `Lock ${name}`, lock)}
      ${button("Show auth code", `Show auth code of ${name}`, () => forms.reveal(name, { "Auth code": domain.authCode }))}
      ${button("Remove\u2026", `Remove ${name}`, () => forms.removeDomain(domain))}
    </div>
    ${moving && transfer(domain)}
    ${details(domain, view)}
  </section>`;
}

const transfer = (domain: DomainWithContent) => html`<div class="row notice warn">
    <p>A transfer into the account is running. It completes on ${dayOf(domain.transferUntil)}.</p>
    ${button("Complete\u2026", `Complete the transfer of ${domain.name}`, () => forms.completeTransfer(domain), small)}
    ${button("Fail\u2026", `Fail the transfer of ${domain.name}`, () => forms.failTransfer(domain), small)}
  </div>`;

function details(domain: DomainWithContent, view: View): HTMLElement {
  const toggle = (key: "autoRenew" | "privacy" | "dnssec", term: string, what: string) => {
    const turned = domain[key] ? "off" : "on";
    const turn = () => forms.act([`${what} is ${turned}.`, "PATCH", forms.at(domain)], { [key]: !domain[key] });
    const control = button(`Turn ${turned}`, `Turn ${what} ${turned} for ${domain.name}`, turn, small);
    return html`<div><dt>${term}${control}</dt><dd>${domain[key] ? "on" : "off"}</dd></div>`;
  };
  const edit = () => forms.editNameservers(domain, view.serviceNameservers);
  return html`<dl class="details">
    <div>
      <dt>Nameservers${button("Edit", `Edit nameservers of ${domain.name}`, edit, small)}</dt>
      <dd>${domain.nameservers.join(", ") || "none"}</dd>
    </div>
    <div><dt>Expires</dt><dd>${dayOf(domain.expires)}</dd></div>
    ${toggle("autoRenew", "Auto-renew", "auto-renew")}
    ${toggle("privacy", "Privacy", "privacy")}
    ${toggle("dnssec", "DNSSEC", "DNSSEC")}
  </dl>`;
}

/** The column of buttons for a row. */
const actions = <Row>(
  nameOf: (row: Row) => string,
  edit: (row: Row) => void,
  remove: (row: Row) => void,
): Column<Row> => ({
  title: "Actions",
  look: "acts",
  cell: (row) => [
    button("Edit", `Edit ${nameOf(row)}`, () => edit(row), small),
    button("Delete", `Delete ${nameOf(row)}`, () => remove(row), small),
  ],
});

const comment = (text: string | undefined) => text && html`<span class="comment">${text}</span>`;

/** The search field and the order of the records. They stay while the page polls. */
const search =
  html`<input type="search" aria-label="Search records" placeholder="Search records" data-key="search">` as HTMLInputElement;
let order = { title: "Name", isDescending: false };

function recordsCard(domain: DomainWithContent, { serviceNameservers }: View): HTMLElement {
  const { nameservers, records } = domain;
  const isServed = nameservers.length > 0 && nameservers.every((host) => serviceNameservers.includes(host));
  const columns: Column<SandboxRecord>[] = [
    {
      title: "Type",
      look: "kind",
      text: ({ type }) => type,
      cell: ({ type }) => html`<span class=${`type ${typeColours[type] ?? "blue"}`}>${type}</span>`,
    },
    {
      title: "Name",
      look: "name mono",
      // The apex comes first.
      text: (record) => ownerOf(record).replace(/^@$/, ""),
      cell: (record) => word(ownerOf(record)),
    },
    {
      title: "Value",
      look: "value mono",
      text: recordValue,
      cell: (record) => [folded(recordValue(record)), comment(record.comment)],
    },
    { title: "TTL", look: "number ttl", text: ({ ttl }) => String(ttl ?? ""), cell: ({ ttl }) => ttl ?? "\u2013" },
    actions(
      (record) => `record ${ownerOf(record)} ${record.type} ${record.id}`,
      (record) => forms.editRecord(domain, record),
      (record) =>
        forms.deleteItem(domain, "record", record.id, `${ownerOf(record)} ${record.type} ${recordValue(record)}`),
    ),
  ];
  const nothing = isServed
    ? "No records yet. A program's first up puts them here."
    : "The domain uses other nameservers: the API refuses records, and the DNS port refuses queries.";
  const add = button("Add a record", "Add a record", () => forms.addRecord(domain));
  const list = html`<div></div>`;
  if (search.dataset["domain"] !== domain.name) search.value = "";
  search.dataset["domain"] = domain.name;
  const showList = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = records.filter((record) => {
      const text = [ownerOf(record), record.type, recordValue(record), record.comment].join(" ").toLowerCase();
      return words.every((each) => text.includes(each));
    });
    const sorting = { ...order, sort: sortBy };
    const noMatch = records.length === 0 ? nothing : "No record matches.";
    refill(list, table("records", columns, sorted(found, columns, sorting), noMatch, sorting));
  };
  const sortBy = (title: string) => {
    order = { title, isDescending: order.title === title && !order.isDescending };
    showList();
  };
  search.oninput = showList;
  showList();
  const controls = records.length > 0 ? [search, add] : add;
  return card("records", `DNS records of ${domain.name} (${records.length})`, controls, list);
}

const forwardTypes: Readonly<Record<string, string>> = { permanent: "301 permanent", temporary: "302 temporary" };

function forwardsCard(domain: DomainWithContent): HTMLElement {
  const { forwards } = domain;
  const columns: Column<SandboxForward>[] = [
    { title: "Host", look: "name mono", cell: (forward) => word(forwardOwner(forward)) },
    { title: "Destination", look: "value mono", cell: ({ destination }) => folded(destination) },
    { title: "Type", look: "ttl", cell: ({ type }) => forwardTypes[type] ?? type },
    actions(
      ({ id }) => `forward ${id}`,
      (forward) => forms.editForward(domain, forward),
      (forward) =>
        forms.deleteItem(domain, "forward", forward.id, `${forwardOwner(forward)} to ${forward.destination}`),
    ),
  ];
  const add = button("Add a forward", "Add a forward", () => forms.addForward(domain));
  return card(
    "forwards",
    `URL forwards of ${domain.name} (${forwards.length})`,
    add,
    table("forwards", columns, forwards, "No forwards."),
  );
}

function person(domain: DomainWithContent, contact: SandboxContact): HTMLElement {
  const roles = Object.entries(domain.contacts).flatMap(([role, handle]) => (handle === contact.handle ? role : []));
  const { organization, address, zip, city, country } = contact;
  return html`<div class="person">
    <div class="row">
      <span><b>${contact.name}</b> <code>${contact.handle}</code></span>
      ${button("Edit", `Edit contact ${contact.handle}`, () => forms.editContact(contact), small)}
    </div>
    <p>${contact.email}${contact.verified ? "" : " (not verified)"}</p>
    <p>${[organization, ...address, `${zip} ${city}`, country].filter(Boolean).join(", ")}</p>
    ${roles.length > 0 && html`<p>here: ${roles.join(", ")}</p>`}
  </div>`;
}

function contactsCard({ contacts }: View, domain: DomainWithContent): HTMLElement {
  const people = contacts.map((contact) => person(domain, contact));
  const list = people.length === 0 ? empty("No contacts.") : html`<div class="people">${people}</div>`;
  return card("contacts", `Contacts of the account (${people.length})`, undefined, list);
}

const orderColumns: readonly Column<Charge>[] = [
  { title: "When", look: "target", cell: ({ at }) => dayOf(at) },
  { title: "Order", look: "name", cell: ({ kind, years }) => word(`${kind}, ${plural(years, "year")}`) },
  { title: "Domain", look: "value mono", cell: ({ domain }) => domain },
  { title: "Charged", look: "number target", cell: ({ total }) => total.toFixed(2) },
];

function ordersCard({ ledger }: View): HTMLElement {
  const nothing = "None. Registrations, renewals and transfers that the API carried out appear here.";
  const orders = table("orders", orderColumns, ledger.toReversed(), nothing);
  return card("orders", `Orders of the account (${ledger.length})`, undefined, orders);
}

export const domainCards = (view: View, domain: DomainWithContent | undefined): HTMLElement[] =>
  domain === undefined
    ? [
        card("domain", "No domain", undefined, empty("The account holds no domain. Add one, or buy one with the API.")),
        ordersCard(view),
      ]
    : [
        titleCard(view, domain),
        recordsCard(domain, view),
        forwardsCard(domain),
        contactsCard(view, domain),
        ordersCard(view),
      ];
