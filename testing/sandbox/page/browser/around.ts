/** What is around the domain: addresses, facts, the list of domains, approvals and the log. */
import type { PendingApproval } from "../../state.ts";
import type { DomainWithContent, Snapshot, View } from "../shape.ts";
import { button, chip, copy, fill, find, make, padlock } from "./dom.ts";
import { showExchange } from "./forms.ts";
import { dayOf, isMoving, plural, statusTone, timeOf, waitingFor } from "./model.ts";
import { act } from "./registrar.ts";
import { type Column, empty, filtered, foldable, table } from "./table.ts";

/** What is secret until it is asked for, and what turns that round. */
export interface Revealing {
  readonly isOn: boolean;
  toggle(): void;
}

const address = (name: string, text: string, copied: string, ...controls: HTMLElement[]) =>
  make(
    "div",
    {},
    make("dt", {}, name),
    make("dd", {}, make("code", {}, text)),
    controls,
    button("Copy", `Copy the ${name} ${name === "Token" ? "" : "address"}`.trim(), () => copy(copied), "quiet small"),
  );

export function showAddresses({ url, dns, redirects }: View, token: string, reveal: Revealing): void {
  const word = reveal.isOn ? "Hide" : "Show";
  const dig = dns && `dig @${dns.host} -p ${dns.port}`;
  fill(
    find("addresses"),
    address("API", url, url),
    address(
      "Token",
      reveal.isOn ? token : "\u2022".repeat(8),
      token,
      button(word, `${word} the Token`, reveal.toggle, "quiet small"),
    ),
    dig && address("DNS", dig, dig),
    redirects && address("Redirects", redirects.url, redirects.url),
  );
}

export function showFacts(view: View, state: Snapshot): void {
  const facts: [term: string, value: string | number][] = [
    ["Clock", view.now.slice(0, 16).replace("T", " ")],
    ["Profile", view.profile.join(", ") || "plain"],
    ["Rate limit", view.rate ? `${view.rate.perSecond} a second` : "none"],
    ["Active faults", view.faults],
    ["Balance", state.balance.toFixed(2)],
    ["Orders", state.ledger.length],
  ];
  fill(
    find("facts"),
    facts.flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value)]),
  );
}

function domainLink(domain: DomainWithContent, isSelected: boolean, now: string, waits: number): HTMLElement {
  const { name, account, records, forwards } = domain;
  const content = `${plural(records.length, "record")}, ${plural(forwards.length, "forward")}`;
  const what = account === "other" ? "another account's" : isMoving(domain, now) ? "transfer is running" : content;
  return make(
    "li",
    {},
    make(
      "a",
      { href: `#${encodeURIComponent(name)}`, "aria-current": isSelected && "page", "data-key": `go ${name}` },
      make("b", {}, name),
      domain.locked && padlock(),
      make("small", {}, what),
      waits > 0 && chip(`${plural(waits, "change")} ${waits === 1 ? "waits" : "wait"}`, "warn"),
    ),
  );
}

export function showDomains(
  { domains, approvals }: Snapshot,
  selected: DomainWithContent | undefined,
  now: string,
): void {
  const { filter, content } = filtered(
    { key: "domains", rowsAre: "domains", rows: domains, nothing: "None." },
    ({ name }) => name,
    (found) =>
      make(
        "ul",
        {},
        found.map((domain) => domainLink(domain, domain === selected, now, waitingFor(domain, approvals).length)),
      ),
  );
  fill(find("domains"), filter, content);
}

function waiting(approval: PendingApproval): HTMLElement {
  const subject = approval.kind === "contact" ? approval.handle : approval.domain;
  const answer = (done: string, path: string) => () => act(done, "POST", `/approvals/${approval.id}/${path}`);
  return make(
    "div",
    { class: "waiting" },
    make("p", {}, make("b", {}, subject), ` since ${dayOf(approval.at)}`),
    Object.entries(approval.changes).map(([key, value]) =>
      make(
        "p",
        { class: "mono" },
        `${key}: `,
        make(
          "ins",
          {},
          foldable(`${key} of change ${approval.id}`, Array.isArray(value) ? value.join(", ") : String(value)),
        ),
      ),
    ),
    make(
      "div",
      { class: "buttons" },
      button("Approve", `Approve the change of ${subject}`, answer("Approved.", "approve"), "small"),
      button("Reject", `Reject the change of ${subject}`, answer("Rejected.", "reject"), "quiet small"),
    ),
  );
}

export function showApprovals(approvals: readonly PendingApproval[]): void {
  const body = find("approvals-body");
  if (approvals.length > 0) fill(body, approvals.map(waiting));
  else fill(body, empty("None. A changed e-mail address of a contact waits here for its owner."));
}

type Request = View["requests"][number];

const requestColumns: readonly Column<Request>[] = [
  { title: "Time", look: "mono time", by: ({ at }) => at, cell: ({ at }) => timeOf(at) },
  {
    title: "Request",
    look: "request",
    by: ({ method, operation, domain, path }) => [method, operation, domain || path].join(" "),
    cell: (request) => {
      const { n, method, operation, domain, path } = request;
      return [
        make("span", { class: method === "GET" ? "method" : "method writes" }, method),
        " ",
        button(operation, `Open ${operation} ${n}`, () => showExchange(request), "link"),
        make("span", { class: "comment" }, domain || path.replace(/^\/(?:registrar\/v1|domains)/, "")),
      ];
    },
  },
  {
    title: "Status",
    look: "status",
    by: ({ status }) => status,
    cell: ({ status, fault }) => [
      chip(status === 0 ? "none" : status, statusTone(status)),
      fault && make("span", { class: "comment" }, `fault: ${fault}`),
    ],
  },
  { title: "Duration", look: "number took", by: ({ ms }) => ms, cell: ({ ms }) => `${ms} ms` },
];

export function showLog(requests: View["requests"]): void {
  const nothing = "Nothing yet. Every request to the API appears here.";
  const rows = requests.toReversed();
  const { filter, content } = table({ key: "log", rowsAre: "requests", columns: requestColumns, rows, nothing });
  fill(find("log-filter"), filter);
  fill(find("log"), content);
}
