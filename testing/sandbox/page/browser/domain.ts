/** The cards of one domain. */
import type { SandboxForward } from "../../state.ts";
import type { DomainWithContent, View } from "../shape.ts";
import { addForward } from "./dialogs.json";
import * as forms from "./forms.ts";
import { button, chip, html, refill, searchField, toggle } from "./html.ts";
import {
  dayOf,
  expiryOf,
  forwardOwner,
  isMoving,
  isRestricted,
  isServed,
  plural,
  waitingFor,
  type ZoneLine,
  zoneLines,
} from "./model.ts";
import { type Column, card, cut, empty, sorted, table } from "./table.ts";

const small = "quiet small";
const risky = "quiet small risky";

function titleCard(view: View, domain: DomainWithContent): HTMLElement {
  const { name } = domain;
  const restricted = isRestricted(domain, view.now);
  const moving = isMoving(domain, view.now);
  const content = `${plural(domain.records.length, "record")} and ${plural(domain.forwards.length, "forward")}`;
  const remove = () => forms.start("removeDomain", { domain: name, content });
  return html`<section class="card title" aria-labelledby="domain-title">
    <div class="row">
      <h2 id="domain-title">${name}</h2>
      ${restricted && chip(`ICANN lock until ${dayOf(domain.restrictedUntil)}`, "warn")}
      ${!domain.locked && !restricted && !moving && chip("can transfer out", "warn")}
      ${domain.account === "other" && chip("another account's", "bad")}
      ${waitingFor(domain, view.approvals).map(({ kind }) =>
        chip(`${kind === "contact" ? "contact" : "contacts"}: approval pending`, "warn"),
      )}
      <span class="buttons">
        ${button("Show auth code", `Show auth code of ${name}`, () => forms.reveal(name, { "Auth code": domain.authCode }), small)}
        ${button("Remove\u2026", `Remove ${name}`, remove, risky)}
      </span>
    </div>
    ${moving && transfer(domain)}
    ${details(domain, view)}
  </section>`;
}

const transfer = ({ name: domain, transferUntil }: DomainWithContent) => html`<div class="row notice warn">
    <p>A transfer into the account is running. It completes on ${dayOf(transferUntil)}.</p>
    ${button("Complete\u2026", `Complete the transfer of ${domain}`, () => forms.start("completeTransfer", { domain }), small)}
    ${button("Fail\u2026", `Fail the transfer of ${domain}`, () => forms.start("failTransfer", { domain }), small)}
  </div>`;

function details(domain: DomainWithContent, view: View): HTMLElement {
  const { name } = domain;
  const setting = (key: "autoRenew" | "privacy" | "dnssec" | "locked", term: string) => {
    const state = domain[key] ? "off" : "on";
    const turn = () => forms.act("turn", { domain: name, term, state }, { [key]: !domain[key] });
    const unlock = () => forms.start("unlock", { domain: name });
    const control = toggle(`${term} of ${name}`, domain[key], key === "locked" && domain.locked ? unlock : turn);
    return html`<div class="setting"><dt>${term}</dt><dd>${domain[key] ? "on" : "off"}${control}</dd></div>`;
  };
  const service = view.serviceNameservers.join(", ");
  const edit = () => forms.start("editNameservers", { domain: name, nameservers: domain.nameservers, service });
  const { text, tone } = expiryOf(domain.expires, view.now);
  return html`<dl class="details">
    <div class="nameservers">
      <dt>Nameservers${!isServed(domain, view) && " (elsewhere)"}</dt>
      <dd>${domain.nameservers.join(", ") || "none"}${button("Edit", `Edit nameservers of ${name}`, edit, small)}</dd>
    </div>
    <div><dt>Expires</dt><dd>${dayOf(domain.expires)} ${tone !== "" && chip(text, tone)}</dd></div>
    ${setting("locked", "Transfer lock")}
    ${setting("autoRenew", "Auto-renew")}
    ${setting("privacy", "Privacy")}
    ${setting("dnssec", "DNSSEC")}
  </dl>`;
}

/** The buttons of a row. */
const edits = (name: string, edit: () => void, remove: () => void) => [
  button("Edit", `Edit ${name}`, edit, small),
  button("Delete", `Delete ${name}`, remove, risky),
];

/** The search field and the order of the records. They stay while the page polls. */
const search = searchField("Search records");
let order = { title: "Name", isDescending: false };

function recordsCard(domain: DomainWithContent, view: View): HTMLElement {
  const lines = zoneLines(domain, isServed(domain, view));
  const acts = ({ owner, type, value, record }: ZoneLine) => {
    if (record === undefined) return undefined;
    const what = `${owner} ${type} ${value}`;
    const remove = () => forms.start("deleteRecord", { domain: domain.name, id: record.id, what });
    return edits(`record ${owner} ${type} ${record.id}`, () => forms.editRecord(domain, record), remove);
  };
  const columns: Column<ZoneLine>[] = [
    {
      title: "Type",
      look: "kind",
      text: ({ type }) => type,
      cell: ({ type }) => html`<span class="type">${type}</span>`,
    },
    // The apex comes first.
    { title: "Name", look: "name mono", text: ({ owner }) => owner.replace(/^@$/, ""), cell: ({ owner }) => owner },
    {
      title: "Value",
      look: "value mono",
      text: ({ value }) => value,
      cell: ({ value, comment }) => [cut(value), comment && html`<span class="comment">${comment}</span>`],
    },
    { title: "TTL", look: "number ttl", text: ({ ttl }) => ttl, cell: ({ ttl }) => ttl || "\u2013" },
    { title: "Actions", look: "acts", cell: acts },
  ];
  const nothing = isServed(domain, view)
    ? "No records yet. A program's first up puts them here."
    : "The domain uses other nameservers: the API refuses records, and the DNS port refuses queries.";
  const add = button("Add a record", "Add a record", () => forms.addRecord(domain.name), "small");
  const list = html`<div class="scroll"></div>`;
  if (search.dataset["domain"] !== domain.name) search.value = "";
  search.dataset["domain"] = domain.name;
  const showList = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = lines.filter(({ owner, type, value, comment }) => {
      const text = [owner, type, value, comment].join(" ").toLowerCase();
      return words.every((each) => text.includes(each));
    });
    const sorting = { ...order, sort: sortBy };
    const noMatch = lines.length === 0 ? nothing : "No record matches.";
    refill(list, table("records", columns, sorted(found, columns, sorting), noMatch, sorting));
  };
  const sortBy = (title: string) => {
    order = { title, isDescending: order.title === title && !order.isDescending };
    showList();
  };
  search.oninput = showList;
  showList();
  const controls = lines.length > 0 ? [search, add] : add;
  const isOwn = lines.every(({ record }) => record !== undefined);
  const note = !isOwn && html`<p class="comment note">Programs leave the rows without buttons alone.</p>`;
  return card("records", `DNS records (${lines.length})`, controls, html`<div>${list}${note}</div>`);
}

const forwardTypes: Readonly<Record<string, string>> = { permanent: "301 permanent", temporary: "302 temporary" };

function forwardsCard({ name: domain, forwards }: DomainWithContent): HTMLElement {
  const columns: Column<SandboxForward>[] = [
    { title: "Host", look: "name mono", cell: (forward) => forwardOwner(forward) },
    { title: "Destination", look: "value mono", cell: ({ destination }) => cut(destination) },
    { title: "Type", look: "ttl", cell: ({ type }) => forwardTypes[type] ?? type },
    {
      title: "Actions",
      look: "acts",
      cell: (forward) => {
        const { id, destination } = forward;
        const what = `${forwardOwner(forward)} to ${destination}`;
        const remove = () => forms.start("deleteForward", { domain, id, what });
        const edit = () => forms.start("editForward", { ...forward, domain }, addForward.fields);
        return edits(`forward ${id}`, edit, remove);
      },
    },
  ];
  const add = button("Add a forward", "Add a forward", () => forms.start("addForward", { domain }), "small");
  return card(
    "forwards",
    `URL forwards (${forwards.length})`,
    add,
    table("forwards", columns, forwards, "No forwards."),
  );
}

export const domainCards = (view: View, domain: DomainWithContent | undefined): HTMLElement[] =>
  domain === undefined
    ? [card("domain", "No domain", undefined, empty("The account holds no domain. Add one, or buy one with the API."))]
    : [titleCard(view, domain), recordsCard(domain, view), forwardsCard(domain)];
