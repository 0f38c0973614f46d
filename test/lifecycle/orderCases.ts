/** Situations of an order, and what a run does in each. docs/maintainers/orders.md lists them (`npm run generate`). */
import { OrderRefusedError } from "../../provider/lifecycle/errors.ts";
import type { OrderArgs, OrderKind, OrderState } from "../../provider/lifecycle/orders/arguments.ts";
import {
  type Decision,
  decide,
  type Live,
  type Notes,
  reasonToRead,
  type Situation,
} from "../../provider/lifecycle/orders/decide.ts";
import { casesIn } from "../support/cases.ts";

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 24, hours)).toISOString();
const now = hour(12);
const domain = "example.com";
const [old, until, reached] = ["2027-01-01T00:00:00.000Z", "2028-06-01", "2029-01-01T00:00:00Z"];
/** `until`, as another program writes it. */
const respelled = "2028-06-01T00:00:00Z";
const sent = { domain, at: hour(10), years: 1, total: 12 };
const bought = { ...sent, kind: "registration" } as const;
const renewed = { ...sent, kind: "renewal", from: old, until, years: 2 } as const;
const longer = { ...renewed, until: "2040-01-01" };
const moved = { ...sent, kind: "transfer" } as const;
const unreadable = new OrderRefusedError("domain", { what: "the note cannot be read", advice: "Delete it." });

/** The state and the notes. */
const knowledge = {
  new: {},
  held: { state: { status: "active", expiresAt: old } },
  long: { state: { expiresAt: reached } },
  expired: { state: { expiresAt: now } },
  leap: { state: { expiresAt: "2028-02-29" } },
  changed: { state: { expiresAt: "2026-12-01" } },
  renewedFor: { state: { expiresAt: old, renewedFor: respelled } },
  premium: { state: { premium: true } },
  left: { state: { status: "left", leftAccount: hour(11), expiresAt: old } },
  bought: { state: { unverifiedOrder: bought, pricePaid: 12 } },
  boughtAgain: { state: { unverifiedOrder: bought }, notes: { registration: { ...bought, at: now } } },
  both: { state: { unverifiedOrder: bought, pricePaid: 12 }, notes: { renewal: renewed } },
  spent: { state: { unverifiedOrder: bought, retrySpent: "2026-11-24T11:00Z" } },
  renewed: { state: { unverifiedOrder: renewed, expiresAt: old }, notes: { renewal: longer } },
  told: { state: { unverifiedOrder: renewed, expiresAt: old, renewedFor: respelled } },
  older: { state: { unverifiedOrder: { ...renewed, from: hour(1) }, expiresAt: old } },
  renewedLeft: { state: { unverifiedOrder: renewed, leftAccount: hour(10) } },
  moved: { state: { transferStatus: "unverified", pendingSince: hour(10), unverifiedOrder: moved } },
  pending: { state: { transferStatus: "pending", pendingSince: hour(10) } },
  movedAgain: {
    state: { transferStatus: "pending", pendingSince: hour(8) },
    notes: { transfer: { ...moved, at: now } },
  },
  completed: { state: { transferStatus: "completed", completedAt: hour(9), pendingSince: hour(8) } },
  transferredAway: { state: { transferStatus: "left", completedAt: hour(9), leftAccount: hour(10) } },
  noted: { notes: { registration: bought } },
  heldNoted: { state: { status: "active", expiresAt: old }, notes: { registration: bought } },
  notedFrom: { notes: { renewal: longer } },
  notedUntil: { state: { expiresAt: old }, notes: { renewal: { ...renewed, from: hour(1), until: respelled } } },
  renewedLater: { state: { expiresAt: "2028-01-01", renewedFor: "2040-01-01" }, notes: { renewal: renewed } },
  notedOther: { notes: { renewal: { ...renewed, from: hour(1), until: "2027-01-01" } } },
  unreadable: { notes: { registration: unreadable, renewal: unreadable } },
} satisfies Record<string, { state?: OrderState; notes?: Notes }>;

/** The domain in the account. */
const account = {
  unread: "unread",
  absent: "absent",
  held: { domain_name: domain, status: "active", expiry_date: old },
  long: { domain_name: domain, status: "active", expiry_date: reached },
  short: { domain_name: domain, status: "active", expiry_date: "2028-01-01" },
  undated: { domain_name: domain, status: "active", expiry_date: "soon" },
  expired: { domain_name: domain, status: "active", expiry_date: now },
  leap: { domain_name: domain, status: "active", expiry_date: "2028-02-29" },
  waiting: { domain_name: domain, status: "active", whois_status: ["pendingTransfer"], expiry_date: old },
  coded: { domain_name: domain, whois_status: ["ok", "pendingTransfer"], expiry_date: old },
  pending: { domain_name: domain, status: "transfer in progress", whois_status: ["pendingTransfer"], expiry_date: old },
  failed: { domain_name: domain, status: "FAI" },
  rejected: { domain_name: domain, status: "clientRejected" },
  requested: { domain_name: domain, status: "REQ" },
  contradicted: { domain_name: domain, status: "failed", whois_status: ["pending_transfer"] },
} satisfies Record<string, Live | "unread">;

/** The program; `refresh`: none. */
const programs = {
  up: { years: 2, authCode: "epp" },
  refresh: undefined,
  due: { renewUntil: until },
  far: { renewUntil: "2040-01-01" },
  leap: { renewUntil: "2037-03-01" },
  before: { retryOrdersBefore: hour(9), authCode: "epp" },
  after: { retryOrdersBefore: hour(11), authCode: "epp" },
  dueAfter: { renewUntil: until, retryOrdersBefore: hour(11) },
} satisfies Record<string, OrderArgs | undefined>;

/** `unread`: the registrar wasn't asked yet. */
type CaseSituation = Omit<Situation, "live"> & { readonly live: Live | "unread" };

type Action = Decision["action"] | "look" | "refuse";

/** The decision: what it does, and the kinds of notes that it removes, its texts and next state. */
export function decisionIn({ live, ...situation }: CaseSituation): { action: Action; shown: string } {
  const due = reasonToRead(situation.state ?? {}, situation.args);
  if (live === "unread") return { action: due ? "look" : "nothing", shown: `${due?.path}: ${due?.why}` };
  try {
    const { action, nextState, shown, notice = "", ...rest } = decide({ ...situation, live });
    const why = "explanation" in rest ? rest.explanation : "";
    return { action, shown: `${shown.join()} ${why}${JSON.stringify(nextState)}${notice}` };
  } catch (error) {
    return { action: "refuse", shown: `${error instanceof OrderRefusedError ? error.property : ""} ${error}` };
  }
}

/** A key of a table, as a cell has it. */
function keyIn<T extends object>(table: T, cell: string): keyof T {
  const isKey = (key: PropertyKey): key is keyof T => Object.hasOwn(table, key);
  if (!isKey(cell)) throw new TypeError(`no such situation: ${cell}`);
  return cell;
}

/** A line of `cases/orders.txt`. The last cell is in the texts or the next state of the decision. */
function caseOf(kind: OrderKind, [when = "", knows = "", live = "", program = "", action = "", shows = "^"]: string[]) {
  const { state, notes = {} }: { state?: OrderState; notes?: Notes } = knowledge[keyIn(knowledge, knows)];
  const args: OrderArgs | undefined = programs[keyIn(programs, program)];
  const situation: CaseSituation = {
    ...{ kind: kind === "renewal" ? "registration" : kind, domain, state, notes, args, now: Date.parse(now) },
    live: account[keyIn(account, live)],
  };
  return { when, situation, action, shows: new RegExp(shows) };
}
export const orderCases = (kind: OrderKind) => casesIn("orders", kind).map((cells) => caseOf(kind, cells));
