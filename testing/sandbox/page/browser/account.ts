/** The account's contacts and orders, and the sandbox's addresses and settings. */
import type { Charge, SandboxContact } from "../../state.ts";
import type { DomainWithContent, View } from "../shape.ts";
import { reveal, start } from "./forms.ts";
import { button, copy, html } from "./html.ts";
import { dayOf, plural } from "./model.ts";
import { type Column, card, empty, table } from "./table.ts";

const small = "quiet small";
const address = (name: string, text: string, ...controls: HTMLElement[]) =>
  html`<div><dt>${name}</dt><dd class="row"><code>${text}</code>${controls}</dd></div>`;
const copying = (name: string, text: string) => button("Copy", `Copy the ${name}`, () => copy(text), small);

function addressCard({ url, dns, redirects }: View, token: string): HTMLElement {
  const dig = dns && `dig @${dns.host} -p ${dns.port}`;
  const show = button("Show", "Show the Token", () => reveal("Token", { Token: token }), small);
  const list = html`<dl class="places">
    ${address("API", url, copying("API address", url))}
    ${address("Token", "\u2022".repeat(8), show, copying("Token", token))}
    ${dig && address("DNS", dig, copying("DNS address", dig))}
    ${redirects && address("Redirects", redirects.url, copying("Redirects address", redirects.url))}
  </dl>`;
  return card("addresses", "Addresses", undefined, list);
}

export function facts({ now, profile, rate, faults, balance }: View): HTMLElement[] {
  const rows: [term: string, value: string | number][] = [
    ["Clock", now.slice(0, 16).replace("T", " ")],
    ["Profile", profile.join(", ") || "plain"],
    ["Rate limit", rate ? `${rate.perSecond} a second` : "none"],
    ["Active faults", faults],
    ["Balance", balance.toFixed(2)],
  ];
  return rows.flatMap(([term, value]) => [html`<dt>${term}</dt>`, html`<dd>${value}</dd>`]);
}

function person(domain: DomainWithContent | undefined, contact: SandboxContact): HTMLElement {
  const held = Object.entries(domain?.contacts ?? {});
  const roles = held.flatMap(([role, handle]) => (handle === contact.handle ? role : []));
  const { organization, address: lines, zip, city, country } = contact;
  return html`<div class="person">
    <div class="row">
      <span><b>${contact.name}</b> <code>${contact.handle}</code></span>
      ${button("Edit", `Edit contact ${contact.handle}`, () => start("editContact", { ...contact }), small)}
    </div>
    <p>${contact.email}${contact.verified ? "" : " (not verified)"}</p>
    <p>${[organization, ...lines, `${zip} ${city}`, country].filter(Boolean).join(", ")}</p>
    ${roles.length > 0 && html`<p>Used as ${roles.join(", ")} of ${domain?.name}</p>`}
  </div>`;
}

function contactsCard({ contacts }: View, domain: DomainWithContent | undefined): HTMLElement {
  const people = contacts.map((contact) => person(domain, contact));
  const list = people.length === 0 ? empty("No contacts.") : html`<div class="people">${people}</div>`;
  return card("contacts", `Contacts (${people.length})`, undefined, list);
}

const orderColumns: readonly Column<Charge>[] = [
  { title: "When", look: "target", cell: ({ at }) => dayOf(at) },
  { title: "Order", look: "name", cell: ({ kind, years }) => `${kind}, ${plural(years, "year")}` },
  { title: "Domain", look: "value mono", cell: ({ domain }) => domain },
  { title: "Charged", look: "number target", cell: ({ total }) => total.toFixed(2) },
];

function ordersCard({ ledger }: View): HTMLElement {
  const nothing = "None. Registrations, renewals and transfers that the API carried out appear here.";
  return card(
    "orders",
    `Orders (${ledger.length})`,
    undefined,
    table("orders", orderColumns, ledger.toReversed(), nothing),
  );
}

export const accountCards = (view: View, domain: DomainWithContent | undefined, token: string) => [
  contactsCard(view, domain),
  ordersCard(view),
  addressCard(view, token),
];
