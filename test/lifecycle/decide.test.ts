import { decide } from "../../provider/lifecycle/orders/decide.ts";
import { orderCases } from "./orderCases.ts";

describe.each(["registration", "renewal", "transfer"] as const)("a %s", (kind) => {
  it.each(orderCases(kind))("leads to '$action' where $when", ({ situation, action, shows }) => {
    const { action: decided, explanation, nextState } = decide(situation);
    expect([decided, `${explanation} ${JSON.stringify(nextState)}`]).toEqual([action, expect.stringMatching(shows)]);
  });
});

/** Words of registries (EPP), registrars and resellers for the status of a domain. */
const statuses = [
  ...["active", "Active", "ACTIVE"],
  ...[
    "ok",
    "expired",
    "grace",
    "autoRenewPeriod",
    "redemptionPeriod",
    "redemption",
    "pendingDelete",
    "pendingTransfer",
  ],
  ...["pending", "suspended", "clientHold", "inactive", "cancelled", "deleted", "transferred", undefined],
];
const [now, day] = [Date.UTC(2026, 10, 24), 86_400_000];
const expiries = [-400, -20, -1, 0, 1, 20, 300].map(
  (days) => [days, new Date(now + days * day).toISOString()] as const,
);

it.each(statuses)("renews a domain with the status %s only if it is active and hasn't expired", (status) => {
  const actions = expiries.map(([days, expiry_date]) => {
    const live = { domain_name: "example.com", expiry_date, ...(status !== undefined && { status }) };
    const state = { expiresAt: expiry_date };
    const args = { renewUntil: "2029-01-01", maxRenewalPrice: 99 };
    return [days, decide({ kind: "registration", domain: "example.com", state, live, args, notes: {}, now }).action];
  });
  const isActive = status?.toLowerCase() === "active";
  expect(actions).toEqual(expiries.map(([days]) => [days, isActive && days > 0 ? "order" : "refuse"]));
});

it.each(["pendingRenew", "pending_transfer", "redemptionPeriod", "serverRenewProhibited", "client renew prohibited"])(
  "renews no active domain with the EPP status %s",
  (code) => {
    const live = { status: "active", whois_status: ["ok", code], expiry_date: "2027-01-01" };
    const question = { kind: "registration", domain: "example.com", state: { expiresAt: "2027-01-01" } } as const;
    const decision = decide({ ...question, live, args: { renewUntil: "2029-01-01" }, notes: {}, now });
    expect([decision.action, decision.explanation]).toEqual(["refuse", expect.stringContaining(`"${code}"`)]);
  },
);
