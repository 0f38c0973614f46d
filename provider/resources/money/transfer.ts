/** Ordering an inbound transfer once, and what is known of it afterwards. */
import { NotFoundError, UnexpectedShapeError, UnsupportedOperationError, wireOptions } from "../../api/index.ts";
import type { WireDomain } from "../../api/shapes.ts";
import { PartialFailure } from "../definition.ts";
import type { Run } from "../run.ts";
import { requireConsent } from "./consent.ts";
import { detailsOf, isArriving, shown } from "./domains.ts";
import { currencyNote, OrderRefusedError } from "./errors.ts";
import { forgetOrder, type Order } from "./journal.ts";
import { paidFor, sendOrder, verifyText } from "./orders.ts";
import { availabilityOf, listedPrice, type Price } from "./prices.ts";
import { type TransferState as State, type TransferArgs, transferBody } from "./transferArguments.ts";

/** The state of a domain that the account shows: still arriving, or here. */
export async function shownState(before: State, live: WireDomain, domain: string, run: Run): Promise<State> {
  forgetOrder("transfer", domain, run);
  const now = new Date(run.now()).toISOString();
  // The argument of the same name says what the transfer starts with.
  const { nameservers: _live, ...details } = detailsOf(live);
  const none = { icannTransferLock: undefined, icannTransferLockExpiresAt: undefined };
  const state: State = { ...before, ...details, ...none, leftAccount: undefined, unverifiedOrder: undefined };
  // What has arrived is no longer on its way, even if something else is pending with it.
  const hasArrived = before.completedAt !== undefined && before.leftAccount === undefined;
  if (isArriving(live) && !hasArrived) {
    return { ...state, transferStatus: "pending", pendingSince: before.pendingSince ?? now };
  }
  const completedAt = before.completedAt ?? now;
  return { ...state, transferStatus: "completed", completedAt, ...(await restriction(domain, run)) };
}

/** The 60-day restriction that begins on arrival. Specification, "States and transitions". */
async function restriction(domain: string, run: Run): Promise<State> {
  try {
    const { icann_transfer_lock: isOn, icann_transfer_lock_expires_at: end } = await run.api.lock.get({ domain });
    return { icannTransferLock: isOn, icannTransferLockExpiresAt: end };
  } catch (error) {
    const isNone = [NotFoundError, UnsupportedOperationError, UnexpectedShapeError].some(
      (kind) => error instanceof kind,
    );
    if (!isNone) throw error;
    return {};
  }
}

/** The price, if the program consents to it and there is something to transfer. @throws MoneyRefusedError */
export async function consentedTransferPrice(
  domain: string,
  maxPrice: number | undefined,
  run: Run,
  isKnown = true,
): Promise<Price> {
  const status = await availabilityOf(domain, run);
  if (status === undefined || status === "available") {
    const is =
      status === undefined
        ? "the registrar does not report whether it is registered"
        : "the registrar reports that it is available";
    throw new OrderRefusedError("domain", {
      operation: "domains.check",
      domain,
      what: `${domain} is not transferred: ${is}`,
      advice:
        "Nothing was ordered. Check the spelling of the name. To register the domain, declare a DomainRegistration instead.",
    });
  }
  const price = await listedPrice("transfer", domain, 1, run);
  if (isKnown) requireConsent(price, { verb: "transferring", domain, argument: "maxPrice", most: maxPrice });
  return price;
}

export function authCodeMissing(domain: string): OrderRefusedError {
  return new OrderRefusedError("authCode", {
    domain,
    what: `${domain} is not in the account, and the transfer needs its auth code`,
    advice: "Nothing was ordered. Set `authCode` (as a secret) to the code from the losing registrar.",
  });
}

/**
 * Orders a transfer, once.
 * @param next where the order is noted
 * @returns the state of the transfer that was ordered
 */
export async function orderTransfer(domain: string, args: TransferArgs, next: string, run: Run): Promise<State> {
  const { authCode, maxPrice, restart } = args;
  if (authCode === undefined) throw authCodeMissing(domain);
  const price = await consentedTransferPrice(domain, maxPrice, run);
  const at = new Date(run.now()).toISOString();
  const order: Order = { kind: "transfer", domain, years: 1, total: price.total.toNumber(), at };
  const body = transferBody(domain, authCode, args, wireOptions(run.api.contract, "domains.transfer"));
  const sent = await sendOrder(order, next, run, {
    look: () => shown(domain, run),
    send: () => run.api.domains.transfer({ body }),
  });
  const spent: State = { restartSpent: restart };
  if ("meanwhile" in sent) return shownState(spent, sent.meanwhile, domain, run);
  const ordered = { ...spent, pendingSince: at };
  if ("answer" in sent) {
    const paid = paidFor(sent.answer, price.total);
    run.say(`Ordered the transfer of ${domain} for ${paid} (${currencyNote}).`);
    // Accepted: whether the account shows it while it is on its way is the registrar's behaviour.
    return { ...ordered, transferStatus: "pending", pricePaid: paid.toNumber() };
  }
  const live = await run.looks.patiently(() => run.api.domains.get({ domain }));
  if (live !== undefined) {
    run.say(`Ordered the transfer of ${domain} for ${price.total} or less (${currencyNote}).`);
    return shownState(ordered, live, domain, run);
  }
  throw new PartialFailure(
    domain,
    { ...ordered, transferStatus: "unverified", unverifiedOrder: order },
    verifyText(order, "restart", run, sent.doubt),
  );
}
