/** The three kinds of orders. */
import type { Declared } from "./handlerStack.ts";
import type { Registrar } from "./registrar.ts";

/** The auth code of the domain to transfer. */
export const authCode = "epp-s3cret!";

export interface OrderKind {
  readonly program: () => { it: Declared };
  /** The operation that orders. */
  readonly operation: string;
  /** The registrar's charges for it. */
  readonly charged: readonly string[];
  /** The profile of a registrar that shows the order late. */
  readonly late: string;
}
export type OrderName = "registration" | "renewal" | "transfer";
export const orderNames: readonly OrderName[] = ["registration", "renewal", "transfer"];

export function yearsLater(years: number, start: number | string = Date.now()): string {
  const date = new Date(start);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}

/** Gives each test of the file a domain of another account, `theirs.com`. */
export function withOrders(registrar: Registrar) {
  beforeEach(() => registrar.sandbox.addDomain("theirs.com", { account: "other", authCode }));
  const until = () => yearsLater(1, registrar.sandbox.domain("example.com").expires);
  const declared = (handler: Declared["handler"], args: Record<string, unknown>) => ({ it: { handler, args } });
  const orders: Record<OrderName, OrderKind> = {
    registration: {
      program: () => declared("domainRegistration", { domain: "fresh.com", maxPrice: 20 }),
      operation: "domains.register",
      charged: ["register fresh.com 1"],
      late: "late-registration",
    },
    renewal: {
      program: () =>
        declared("domainRegistration", { domain: "example.com", renewUntil: until(), maxRenewalPrice: 20 }),
      operation: "domains.renew",
      charged: ["renew example.com 1"],
      late: "late-renewal",
    },
    transfer: {
      program: () => declared("domainTransfer", { domain: "theirs.com", authCode, maxPrice: 20 }),
      operation: "domains.transfer",
      charged: ["transfer theirs.com 1"],
      late: "late-registration:120",
    },
  };
  const charges = () => registrar.sandbox.ledger().map(({ kind, domain, years }) => `${kind} ${domain} ${years}`);
  return { orders, charges };
}
