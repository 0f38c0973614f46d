/** The page's script: polls the sandbox every second, and renders changes. */
import type { PendingApproval } from "../../state.ts";
import type { DomainWithContent, View } from "../shape.ts";
import { startDialog } from "./dialog.ts";
import { domainCards } from "./domain.ts";
import { act, addDomain, advanceClock, call, openRow, reveal, whenChanged } from "./forms.ts";
import { button, chip, copy, fill, find, focusKey, html, keyOf, toast } from "./html.ts";
import { dayOf, isMoving, plural, statusTone, timeOf, waitingFor } from "./model.ts";
import { type Column, empty, folded, table } from "./table.ts";

const [second, whenHidden] = [1000, 5000];

/** The last response, its clock to the minute. The page renders only if it changes. */
let rendered = "";
let view: View | undefined;
let token = "";

const padlock = () => html`<span><svg viewBox="0 0 16 16" width="14" height="14" role="img" aria-label="locked">
    <path d="M5 7V5a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" stroke-width="1.6" />
    <rect x="3" y="7" width="10" height="7" rx="1.8" fill="currentColor" />
  </svg></span>`;

const address = (name: string, text: string, ...controls: HTMLElement[]) =>
  html`<div><dt>${name}</dt><dd><code>${text}</code></dd>${controls}</div>`;
const copying = (name: string, text: string) => button("Copy", `Copy the ${name}`, () => copy(text), "quiet small");

function addresses({ url, dns, redirects }: View): HTMLElement[] {
  const dig = dns && `dig @${dns.host} -p ${dns.port}`;
  const show = button("Show", "Show the Token", () => reveal("Token", { Token: token }), "quiet small");
  return [
    address("API", url, copying("API address", url)),
    address("Token", "\u2022".repeat(8), show, copying("Token", token)),
    ...(dig ? [address("DNS", dig, copying("DNS address", dig))] : []),
    ...(redirects ? [address("Redirects", redirects.url, copying("Redirects address", redirects.url))] : []),
  ];
}

function facts({ now, profile, rate, faults, balance, ledger }: View): HTMLElement[] {
  const rows: [term: string, value: string | number][] = [
    ["Clock", now.slice(0, 16).replace("T", " ")],
    ["Profile", profile.join(", ") || "plain"],
    ["Rate limit", rate ? `${rate.perSecond} a second` : "none"],
    ["Active faults", faults],
    ["Balance", balance.toFixed(2)],
    ["Orders", ledger.length],
  ];
  return rows.flatMap(([term, value]) => [html`<dt>${term}</dt>`, html`<dd>${value}</dd>`]);
}

function domainLink(domain: DomainWithContent, isSelected: boolean, { now, approvals }: View): HTMLElement {
  const { name, account, records, forwards, locked } = domain;
  const content = `${plural(records.length, "record")}, ${plural(forwards.length, "forward")}`;
  const what = account === "other" ? "another account's" : isMoving(domain, now) ? "transfer is running" : content;
  const waits = waitingFor(domain, approvals).length;
  return html`<li><a href=${`#${encodeURIComponent(name)}`} aria-current=${isSelected && "page"} data-key=${`go ${name}`}>
    <b>${name}</b>${locked && padlock()}<small>${what}</small>
    ${waits > 0 && chip(`${plural(waits, "change")} ${waits === 1 ? "waits" : "wait"}`, "warn")}
  </a></li>`;
}

function waiting(approval: PendingApproval): HTMLElement {
  const subject = approval.kind === "contact" ? approval.handle : approval.domain;
  const decide = (text: string, done: string, word: string, look: string) => {
    const send = () => act([done, "POST", `/approvals/${approval.id}/${word}`]);
    return button(text, `${text} the change of ${subject}`, send, look);
  };
  return html`<div class="waiting">
    <p><b>${subject}</b> since ${dayOf(approval.at)}</p>
    ${Object.entries(approval.changes).map(
      ([key, value]) => html`<p class="mono">${key}: <ins>${folded([value].flat().join(", "))}</ins></p>`,
    )}
    <div class="buttons">
      ${decide("Approve", "Approved.", "approve", "small")}${decide("Reject", "Rejected.", "reject", "quiet small")}
    </div>
  </div>`;
}

const requestColumns: readonly Column<View["requests"][number]>[] = [
  { title: "Time", look: "mono time", cell: ({ at }) => timeOf(at) },
  {
    title: "Request",
    look: "request",
    cell: (row) => {
      const { number, method, operation, domain, path, byHand } = row;
      const subject = byHand ? path.replace("/domains/", "") : domain || path.replace(/^\/registrar\/v1/, "");
      const text = [
        html`<span class=${method === "GET" ? "method" : "method writes"}>${method}</span>`,
        ` ${operation}`,
        html`<span class="comment">${subject}</span>`,
      ];
      const open = () => openRow(row);
      return html`<button type="button" class="open" aria-haspopup="dialog" data-key=${`log ${number}`} on=${open}>${text}</button>`;
    },
  },
  {
    title: "Status",
    look: "status",
    cell: ({ status, fault }) => [
      chip(status === 0 ? "none" : status, statusTone(status)),
      fault && html`<span class="comment">fault: ${fault}</span>`,
    ],
  },
  { title: "Duration", look: "number took", cell: ({ durationMs }) => `${durationMs} ms` },
];

function selectedDomain({ domains }: View): DomainWithContent | undefined {
  return domains.find(({ name }) => `#${encodeURIComponent(name)}` === location.hash) ?? domains[0];
}

function show(): void {
  if (view === undefined) return;
  const all = view;
  // A card takes the search field along before `fill` replaces the old card.
  const focused = keyOf(document.activeElement);
  const { domains, approvals, requests } = all;
  const selected = selectedDomain(all);
  document.title = `${selected === undefined ? "" : `${selected.name} \u00b7 `}Sandbox registrar`;
  const links = domains.map((domain) => domainLink(domain, domain === selected, all));
  fill("addresses", addresses(all));
  fill("facts", facts(all));
  fill("domains", links.length === 0 ? empty("None.") : html`<ul>${links}</ul>`);
  fill("main", domainCards(all, selected));
  const none = empty("None. A changed e-mail address of a contact waits here for its owner.");
  fill("approvals-body", approvals.length > 0 ? approvals.map(waiting) : none);
  const nothing = "Nothing yet. Requests to the API and edits made by hand appear here.";
  fill("log", table("requests", requestColumns, requests.toReversed(), nothing));
  if (document.activeElement === document.body) focusKey(focused);
}

async function refresh(): Promise<void> {
  if (token === "") token = ((await call("GET", "/credentials")) as { token: string }).token;
  view = (await call("GET", "/state")) as View;
  const text = JSON.stringify({ ...view, now: view.now.slice(0, 16) });
  if (text !== rendered) show();
  rendered = text;
}

let isLost = false;
async function follow(): Promise<void> {
  try {
    await refresh();
    if (isLost) toast("The sandbox responds again.");
    isLost = false;
  } catch {
    isLost = true;
    toast("The sandbox doesn't respond. Has it been stopped?", true);
  }
  window.setTimeout(() => void follow(), document.hidden ? whenHidden : second);
}

whenChanged(refresh);
startDialog();
find("clear-log").addEventListener("click", () => act(["Log cleared.", "DELETE", "/log"]));
find("add-domain").addEventListener("click", () => addDomain(view?.serviceNameservers ?? []));
find("advance").addEventListener("click", advanceClock);
window.addEventListener("hashchange", () => {
  if (location.hash !== "#main") show();
});
void follow();
