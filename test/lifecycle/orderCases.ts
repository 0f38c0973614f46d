/** Situations of an order, and what a run does in each. docs/background/safety.md shows them as tables (`npm run generate`). */
import { OrderNoteError } from "../../provider/lifecycle/errors.ts";
import type { Order, OrderArgs, OrderKind, OrderState } from "../../provider/lifecycle/orders/arguments.ts";
import type { Decision, Live, Notes, Situation } from "../../provider/lifecycle/orders/decide.ts";

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 24, hours)).toISOString();
const now = hour(12);
const domain = "example.com";
const [old, until, reached] = ["2027-01-01T00:00:00.000Z", "2028-06-01", "2029-01-01T00:00:00Z"];
const sent = (kind: OrderKind, more: Partial<Order> = {}): Order => ({
  ...{ kind, domain, at: hour(10), years: 1, total: 12, ...more },
});
const bought = sent("registration");
const renewed = sent("renewal", { from: old, until, years: 2 });
const otherRenewal = sent("renewal", { from: hour(1), until: "2027-01-01" });
const moved = sent("transfer");
const unreadable = new OrderNoteError("domain", { what: "the note cannot be read", advice: "Delete it." });

/** The state and the notes. */
const knowledge = {
  new: {},
  held: { state: { status: "active", expiresAt: old } },
  long: { state: { expiresAt: reached } },
  expired: { state: { expiresAt: now } },
  changed: { state: { expiresAt: "2026-12-01" } },
  renewedFor: { state: { expiresAt: old, renewedFor: until } },
  premium: { state: { premium: true } },
  left: { state: { status: "left", leftAccount: hour(10), expiresAt: old } },
  bought: { state: { unverifiedOrder: bought, pricePaid: 12 } },
  spent: { state: { unverifiedOrder: bought, retrySpent: hour(11) } },
  renewed: { state: { unverifiedOrder: renewed, expiresAt: old } },
  renewedLeft: { state: { unverifiedOrder: renewed, leftAccount: hour(10) } },
  moved: { state: { unverifiedOrder: moved } },
  pending: { state: { transferStatus: "pending", pendingSince: hour(10) } },
  completed: { state: { transferStatus: "completed", completedAt: hour(9) } },
  noted: { notes: { registration: bought } },
  notedRenewal: { notes: { renewal: renewed } },
  notedOther: { notes: { renewal: otherRenewal } },
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
  waiting: { domain_name: domain, status: "active", whois_status: ["pendingTransfer"], expiry_date: old },
  pending: { domain_name: domain, status: "pending_transfer", whois_status: ["pendingTransfer"], expiry_date: old },
} satisfies Record<string, Live>;

/** The program; `refresh`: none. */
const programs = {
  up: { years: 2, authCode: "epp" },
  refresh: undefined,
  due: { renewUntil: until },
  far: { renewUntil: "2040-01-01" },
  codeless: { maxPrice: 20 },
  before: { retryOrdersBefore: hour(9), authCode: "epp" },
  after: { retryOrdersBefore: hour(11), authCode: "epp" },
  dueAfter: { renewUntil: until, retryOrdersBefore: hour(11) },
} satisfies Record<string, OrderArgs | undefined>;

type Row = [
  when: string,
  knows: keyof typeof knowledge,
  live: keyof typeof account,
  program: keyof typeof programs,
  action: Decision["action"],
  shows?: RegExp,
];
const spent = /"retrySpent":"2026-11-24T11/;

const rows: Record<OrderKind, readonly Row[]> = {
  registration: [
    ["the account holds the domain", "new", "held", "up", "adopt", /already.*"expiresAt":"2027/],
    ["the account doesn't hold the domain", "new", "absent", "up", "order", /bought for 2 years/],
    ["nothing has changed", "held", "unread", "up", "nothing"],
    [
      "an order is noted",
      "noted",
      "absent",
      "up",
      "verify",
      /noted the order.*retryOrdersBefore: "2026-11-24T12.*"unverified"/,
    ],
    ["an order is noted, earlier than `retryOrdersBefore`", "noted", "absent", "after", "order", spent],
    ["the note can't be read", "unreadable", "absent", "after", "refuse", /cannot be read/],
    ["an order is unverified", "bought", "unread", "up", "look", /to be verified/],
    ["an order is unverified, and doesn't show", "bought", "absent", "up", "verify", /the outcome is unknown/],
    ["an order is unverified, and doesn't show: refresh", "bought", "absent", "refresh", "nothing", /unverifiedOrder/],
    ["an order is unverified, later than `retryOrdersBefore`", "bought", "absent", "before", "verify"],
    ["an order is unverified, earlier than `retryOrdersBefore`", "bought", "absent", "after", "order", spent],
    ["an order is unverified, and `retryOrdersBefore` was used before", "spent", "absent", "after", "verify"],
    ["an order is unverified, and shows", "bought", "held", "up", "adopt", /"pricePaid":12,"status"/],
    ["the account held the domain: refresh", "held", "absent", "refresh", "mark as left", /T12.*or later.*"left"/],
    ["the account held the domain: `up`", "held", "absent", "due", "mark as left"],
    ["the domain left: refresh", "left", "absent", "refresh", "nothing", /"leftAccount":"2026-11-24T10/],
    ["the domain left, later than `retryOrdersBefore`", "left", "unread", "before", "nothing"],
    ["the domain left, and `renewUntil` is later", "left", "unread", "due", "nothing"],
    ["the domain left, earlier than `retryOrdersBefore`", "left", "unread", "after", "look", /to be ordered again/],
    ["the domain left, earlier than `retryOrdersBefore`, and is absent", "left", "absent", "after", "order", spent],
    ["the domain left, and is back", "left", "held", "refresh", "adopt", /"status":"active"/],
  ],
  renewal: [
    ["the state's expiry date is late enough", "long", "unread", "due", "nothing"],
    ["the state's expiry date is too early", "held", "unread", "due", "look", /expires on/],
    ["a renewal for this date was ordered before", "renewedFor", "unread", "due", "nothing"],
    ["the expiry date is too early", "held", "held", "due", "order", /renewed for 2 years to reach 2028-06-01/],
    ["the date was reached meanwhile", "held", "long", "due", "adopt", /"expiresAt":"2029/],
    ["the expiry date isn't the state's", "changed", "held", "due", "refuse", /from 2026-12-01 to 2027-01-01/],
    ["the status isn't `active`", "held", "pending", "due", "refuse", /its status is "pending_transfer", not "active"/],
    ["the EPP status shows a pending operation", "held", "waiting", "due", "refuse", /EPP status is "pendingTransfer"/],
    ["the domain has expired", "expired", "expired", "due", "refuse", /it expired on 2026-11-24, and the price list/],
    ["10 years don't reach the date", "held", "held", "far", "refuse", /even a renewal for 10 years/],
    ["the name was bought as a premium name", "premium", "held", "due", "refuse", /is a premium name/],
    ["the registrar shows no expiry date", "new", "undated", "due", "adopt", /no readable expiry date/],
    ["the same renewal is noted", "notedRenewal", "held", "due", "verify", /still shows the old.*"unverifiedOrder"/],
    ["the same renewal is noted, earlier than `retryOrdersBefore`", "notedRenewal", "held", "dueAfter", "order", spent],
    ["another renewal is noted", "notedOther", "long", "due", "adopt"],
    ["the note can't be read", "unreadable", "held", "due", "refuse", /cannot be read/],
    ["a renewal is unverified, and doesn't show", "renewed", "held", "due", "verify", /"status":"active"/],
    ["a renewal is unverified, earlier than `retryOrdersBefore`", "renewed", "held", "dueAfter", "order", spent],
    ["a renewal is unverified, and shows", "renewed", "long", "refresh", "adopt", /"renewedFor":"2028-06-01"/],
    ["a renewal is unverified, and shows shorter", "renewed", "short", "due", "adopt", /"renewedFor":"2028-06-01"/],
    ["a renewal is unverified, and the domain left", "renewedLeft", "unread", "due", "nothing"],
  ],
  transfer: [
    ["the account holds the domain", "new", "held", "up", "adopt", /"transferStatus":"completed"/],
    [
      "the account doesn't hold the domain",
      "new",
      "absent",
      "up",
      "order",
      /transfer of example\.com would be ordered/,
    ],
    ["there is no auth code", "new", "absent", "codeless", "refuse", /needs its auth code/],
    ["the transfer is pending", "pending", "unread", "up", "nothing"],
    ["the transfer is pending, and doesn't show: refresh", "pending", "absent", "refresh", "nothing", /"pending"/],
    ["the transfer is pending, and shows", "pending", "pending", "refresh", "adopt", /"pending","pendingSince":".*T10/],
    [
      "the transfer is pending, earlier than `retryOrdersBefore`",
      "pending",
      "unread",
      "after",
      "look",
      /to be ordered again/,
    ],
    ["an order is unverified, and doesn't show", "moved", "absent", "up", "verify", /retryOrdersBefore: "/],
    ["an order is unverified, earlier than `retryOrdersBefore`", "moved", "absent", "after", "order", /"retrySpent"/],
    ["the domain arrived, and another operation is pending", "completed", "pending", "refresh", "adopt", /"completed"/],
    ["the domain arrived, and left: refresh", "completed", "absent", "refresh", "mark as left", /"left"/],
  ],
};

export interface OrderCase {
  readonly when: string;
  readonly situation: Situation;
  readonly action: Decision["action"];
  /** In the explanation, or in the next state as JSON. */
  readonly shows: RegExp;
}

const caseOf = (kind: OrderKind, [when, knows, live, program, action, shows = /^/]: Row): OrderCase => {
  const { state, notes = {} }: { state?: OrderState; notes?: Notes } = knowledge[knows];
  const args: OrderArgs | undefined = programs[program];
  return {
    when,
    situation: {
      kind: kind === "renewal" ? "registration" : kind,
      domain,
      state,
      live: account[live],
      notes,
      args,
      now: Date.parse(now),
    },
    action,
    shows,
  };
};
export const orderCases = (kind: OrderKind): OrderCase[] => rows[kind].map((row) => caseOf(kind, row));
