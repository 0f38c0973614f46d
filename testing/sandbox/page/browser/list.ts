/** The list of domains: a search, an order, and the state of each domain. */
import type { DomainWithContent, View } from "../shape.ts";
import { chip, choice, html, searchField } from "./html.ts";
import { expiryOf, isMoving, isServed, plural, waitingFor } from "./model.ts";
import { empty } from "./table.ts";

const search = searchField("Find a domain");
const order = choice("Order of the domains", ["Sorted by name", "Sorted by expiry"]);

/** The controls above the list. They stay while the page polls. */
export function domainFilters(show: () => void): HTMLElement[] {
  search.oninput = show;
  order.onchange = show;
  return [search, order];
}

export function selectedDomain({ domains }: View): DomainWithContent | undefined {
  return domains.find(({ name }) => `#${encodeURIComponent(name)}` === location.hash) ?? domains[0];
}

const padlock = (locked: boolean) => html`<span class=${locked ? "lock" : "lock open"}>
  <svg viewBox="0 0 16 16" width="14" height="14" role="img" aria-label=${locked ? "locked" : "unlocked"}>
    <path d=${locked ? "M5 7V5a3 3 0 0 1 6 0v2" : "M5 7V4a3 3 0 0 1 5.6-1.5"} fill="none" stroke="currentColor" stroke-width="1.6" />
    <rect x="3" y="7" width="10" height="7" rx="1.8" fill="currentColor" />
  </svg></span>`;

function link(domain: DomainWithContent, isSelected: boolean, view: View): HTMLElement {
  const { name, account, locked, expires } = domain;
  const { text, tone } = expiryOf(expires, view.now);
  const waits = waitingFor(domain, view.approvals).length;
  const said =
    account === "other" ? "another account's" : isMoving(domain, view.now) ? "transfer is running" : undefined;
  return html`<li><a href=${`#${encodeURIComponent(name)}`} aria-current=${isSelected && "page"} data-key=${`go ${name}`}>
    <b>${name}</b>${padlock(locked)}
    <small>${said ?? (tone === "" ? text : chip(text, tone))}${!isServed(domain, view) && " \u00b7 DNS elsewhere"}</small>
    ${waits > 0 && chip(`${plural(waits, "change")} ${waits === 1 ? "waits" : "wait"}`, "warn")}
  </a></li>`;
}

export function domainList(view: View, selected: DomainWithContent | undefined): HTMLElement {
  const word = search.value.trim().toLowerCase();
  const found = view.domains.filter(({ name }) => name.includes(word));
  if (order.value === "Sorted by expiry") found.sort((a, b) => a.expires.localeCompare(b.expires));
  else found.sort((a, b) => a.name.localeCompare(b.name));
  if (found.length === 0) return empty(view.domains.length === 0 ? "None." : "No domain matches.");
  return html`<ul>${found.map((domain) => link(domain, domain === selected, view))}</ul>`;
}
