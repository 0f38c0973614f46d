/** Pending approvals, and the log of requests. */
import type { PendingApproval } from "../../state.ts";
import type { View } from "../shape.ts";
import { act, openRow } from "./forms.ts";
import { button, chip, choice, html, searchField } from "./html.ts";
import { dayOf, statusTone, timeOf } from "./model.ts";
import { type Column, empty, table } from "./table.ts";

type Row = View["requests"][number];

function waiting(approval: PendingApproval): HTMLElement {
  const subject = approval.kind === "contact" ? approval.handle : approval.domain;
  const decide = (word: "Approve" | "Reject", look: string) =>
    button(word, `${word} the change of ${subject}`, () => act(word, { id: approval.id }), look);
  return html`<div class="waiting">
    <p><b>${subject}</b> since ${dayOf(approval.at)}</p>
    ${Object.entries(approval.changes).map(
      ([key, value]) => html`<p class="mono">${key}: <b>${[value].flat().join(", ")}</b></p>`,
    )}
    <div class="buttons">
      ${decide("Approve", "small")}${decide("Reject", "quiet small")}
    </div>
  </div>`;
}

export const approvals = ({ approvals: pending }: View) =>
  pending.length > 0
    ? pending.map(waiting)
    : [empty("None. A changed e-mail address of a contact waits here for its owner.")];

const statuses: Readonly<Record<string, (status: number) => boolean>> = {
  Status: () => true,
  Succeeded: (status) => statusTone(status) === "good",
  Failed: (status) => statusTone(status) !== "good",
  "4xx": (status) => status >= 400 && status < 500,
  "5xx": (status) => status >= 500,
};
const methods = ["Method", "GET", "POST", "PUT", "PATCH", "DELETE"];
const method = choice("Method", methods);
const status = choice("Status", Object.keys(statuses));
const domain = searchField("Domain");

/** The controls above the log. They stay while the page polls. */
export function logFilters(show: () => void): HTMLElement[] {
  method.onchange = show;
  status.onchange = show;
  domain.oninput = show;
  return [method, status, domain];
}

const isWanted = (row: Row) =>
  [methods[0], row.method].includes(method.value) &&
  statuses[status.value]?.(row.status) &&
  `${row.domain ?? ""} ${row.path}`.includes(domain.value.trim().toLowerCase());

const columns: readonly Column<Row>[] = [
  { title: "Time", look: "mono time", cell: ({ at }) => timeOf(at) },
  {
    title: "Request",
    look: "request",
    cell: (row) => {
      const { number, operation, path, byHand } = row;
      const subject = byHand ? path.replace("/domains/", "") : row.domain || path.replace(/^\/registrar\/v1/, "");
      const text = [
        html`<span class=${row.method === "GET" ? "method" : "writes"}>${row.method}</span>`,
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
    cell: (row) => [
      chip(row.status === 0 ? "none" : row.status, statusTone(row.status)),
      row.fault && html`<span class="comment">fault: ${row.fault}</span>`,
    ],
  },
  { title: "Duration", look: "number took", cell: ({ durationMs }) => `${durationMs} ms` },
];

export function log({ requests }: View): HTMLElement {
  const rows = requests.filter(isWanted).toReversed();
  const nothing = "Nothing yet. Requests to the API and edits made by hand appear here.";
  return table("requests", columns, rows, requests.length === 0 ? nothing : "No request matches.");
}
