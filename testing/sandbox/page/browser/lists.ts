/** The lists of the middle of the page: records and forwards of a domain, contacts and orders of the account. */
import type { Charge, SandboxContact, SandboxForward, SandboxRecord } from "../../state.ts";
import type { DomainWithContent, Snapshot, View } from "../shape.ts";
import { button, make } from "./dom.ts";
import { addForward, addRecord, deleteItem, editContact, editForward, editRecord } from "./forms.ts";
import { dayOf, forwardOwner, ownerOf, plural, recordValue, typeColours } from "./model.ts";
import { type Column, card, empty, foldable, table, word } from "./table.ts";

const small = "quiet small";

/** The column of what a person can do with a row. */
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

const recordColumns = (domain: DomainWithContent): readonly Column<SandboxRecord>[] => [
  {
    title: "Type",
    look: "kind",
    by: ({ type }) => type,
    cell: ({ type }) => make("span", { class: `type ${typeColours[type] ?? "blue"}` }, type),
  },
  { title: "Name", look: "name mono", by: ownerOf, cell: (record) => word(ownerOf(record)) },
  {
    title: "Value",
    look: "value mono",
    by: (record) => [recordValue(record), record.comment].filter(Boolean).join(" "),
    cell: (record) => [
      ...foldable(`record ${record.id}`, recordValue(record)),
      record.comment && make("span", { class: "comment" }, record.comment),
    ],
  },
  { title: "TTL", look: "number ttl", by: ({ ttl }) => ttl, cell: ({ ttl }) => ttl ?? "\u2013" },
  actions(
    (record) => `record ${ownerOf(record)} ${record.type} ${record.id}`,
    (record) => editRecord(domain, record),
    (record) => deleteItem(domain, "record", record.id, `${ownerOf(record)} ${record.type} ${recordValue(record)}`),
  ),
];

export function recordsCard(domain: DomainWithContent, { serviceNameservers }: View): HTMLElement {
  const { nameservers, records } = domain;
  const isServed = nameservers.length > 0 && nameservers.every((host) => serviceNameservers.includes(host));
  const { filter, content } = table({
    key: `records of ${domain.name}`,
    rowsAre: "records",
    columns: recordColumns(domain),
    rows: records,
    nothing: isServed
      ? "No records yet. A program's first up puts them here."
      : "The domain uses other nameservers: the API refuses records, and the DNS port does not answer.",
  });
  const add = button("Add a record", "Add a record", () => addRecord(domain));
  return card("records-title", `DNS records (${records.length})`, [filter, add], content);
}

const forwardTypes: Readonly<Record<string, string>> = { permanent: "301 permanent", temporary: "302 temporary" };
const forwardType = ({ type }: SandboxForward) => forwardTypes[type] ?? type;

const forwardColumns = (domain: DomainWithContent): readonly Column<SandboxForward>[] => [
  { title: "Host", look: "name mono", by: forwardOwner, cell: (forward) => word(forwardOwner(forward)) },
  {
    title: "Destination",
    look: "value mono",
    by: ({ destination }) => destination,
    cell: ({ id, destination }) => foldable(`forward ${id}`, destination),
  },
  { title: "Type", look: "ttl", by: forwardType, cell: forwardType },
  actions(
    ({ id }) => `forward ${id}`,
    (forward) => editForward(domain, forward),
    (forward) => deleteItem(domain, "forward", forward.id, `${forwardOwner(forward)} to ${forward.destination}`),
  ),
];

export function forwardsCard(domain: DomainWithContent): HTMLElement {
  const { name, forwards: rows } = domain;
  const columns = forwardColumns(domain);
  const list = { key: `forwards of ${name}`, rowsAre: "forwards", columns, rows, nothing: "No forwards." };
  const { filter, content } = table(list);
  const add = button("Add a forward", "Add a forward", () => addForward(domain));
  return card("forwards-title", `URL forwards (${rows.length})`, [filter, add], content);
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

export function contactsCard({ contacts }: Snapshot, domain: DomainWithContent): HTMLElement {
  const people = contacts.map((contact) => person(domain, contact));
  return card(
    "contacts-title",
    `Contacts of the account (${people.length})`,
    [],
    people.length === 0 ? empty("No contacts.") : make("div", { class: "people" }, people),
  );
}

const orderColumns: readonly Column<Charge>[] = [
  { title: "When", look: "target", by: ({ at }) => at, cell: ({ at }) => dayOf(at) },
  {
    title: "Order",
    look: "name",
    by: ({ kind }) => kind,
    cell: ({ kind, years }) => word(`${kind}, ${plural(years, "year")}`),
  },
  { title: "Domain", look: "value mono", by: ({ domain }) => domain, cell: ({ domain }) => domain },
  { title: "Charged", look: "number target", by: ({ total }) => total, cell: ({ total }) => total.toFixed(2) },
];

export function ordersCard({ ledger }: Snapshot): HTMLElement {
  const nothing = "None. Registrations, renewals and transfers that the API carried out appear here.";
  const rows = ledger.toReversed();
  const { filter, content } = table({ key: "orders", rowsAre: "orders", columns: orderColumns, rows, nothing });
  return card("orders-title", `Orders of the account (${ledger.length})`, [filter], content);
}
