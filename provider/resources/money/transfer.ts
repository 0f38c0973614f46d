/** Ordering an inbound transfer once, and what is known of it afterwards. */
import { NotFoundError, UnexpectedShapeError, UnsupportedOperationError } from "../../api/index.ts";
import type { WireDomain } from "../../api/shapes.ts";
import { PartialFailure, type Properties } from "../definition.ts";
import type { Session } from "../session.ts";
import { requireConsent } from "./consent.ts";
import { detailNames, detailsOf, isArriving } from "./domains.ts";
import { OrderRefusedError } from "./errors.ts";
import { forgetOrder, type Order } from "./journal.ts";
import { lookUntil, sendOrder, verifyText } from "./orders.ts";
import { listedPrice, type Price } from "./prices.ts";
import { transferBody } from "./transferArguments.ts";

const withoutDetails = (facts: Properties): Properties =>
  Object.fromEntries(
    Object.entries(facts).filter(
      ([key]) =>
        ![...detailNames, "leftAccount", "unverifiedOrder", "icannTransferLock", "icannTransferLockExpiresAt"].includes(
          key,
        ),
    ),
  );

/** The facts of a domain that the account shows: still arriving, or here. */
export async function shownFacts(facts: Properties, live: WireDomain, domain: string, session: Session) {
  forgetOrder("transfer", domain, session);
  const now = new Date(session.now()).toISOString();
  // The argument of the same name says what the transfer starts with.
  const { nameservers: _live, ...details } = detailsOf(live);
  const known = { ...withoutDetails(facts), ...details };
  // What has arrived is no longer on its way, even if something else is pending with it.
  const hasArrived = facts["completedAt"] !== undefined && facts["leftAccount"] === undefined;
  if (isArriving(live) && !hasArrived)
    return { ...known, transferStatus: "pending", pendingSince: facts["pendingSince"] ?? now };
  return {
    ...known,
    transferStatus: "completed",
    completedAt: facts["completedAt"] ?? now,
    ...(await restriction(domain, session)),
  };
}

/** The 60-day restriction that begins on arrival. Specification, "States and transitions". */
async function restriction(domain: string, session: Session): Promise<Properties> {
  try {
    const lock = await session.api.lock.get({ domain });
    const end = lock.icann_transfer_lock_expires_at;
    return {
      ...(lock.icann_transfer_lock !== undefined && { icannTransferLock: lock.icann_transfer_lock }),
      ...(end !== undefined && { icannTransferLockExpiresAt: end }),
    };
  } catch (error) {
    const isNone = [NotFoundError, UnsupportedOperationError, UnexpectedShapeError].some(
      (kind) => error instanceof kind,
    );
    if (!isNone) throw error;
    return {};
  }
}

/** The price, if the program consents to it. @throws MoneyRefusedError */
export async function consentedTransferPrice(
  domain: string,
  maxPrice: unknown,
  session: Session,
  isKnown = true,
): Promise<Price> {
  const price = await listedPrice("transfer", domain, 1, session);
  if (isKnown) requireConsent(price, { verb: "transferring", domain, argument: "maxPrice", most: maxPrice });
  return price;
}

export function authCodeMissing(domain: string): OrderRefusedError {
  return new OrderRefusedError("authCode", {
    domain,
    what: `${domain} is not in the account, and the transfer needs its auth code`,
    advice: "Nothing was ordered. Set `authCode` (as a secret) to the code that the losing registrar gives.",
  });
}

/**
 * Orders a transfer, once.
 * @param stateOf makes a state of facts
 * @returns the facts of the transfer that was ordered
 */
export async function orderTransfer(
  domain: string,
  args: Properties,
  facts: Properties,
  stateOf: (facts: Properties) => Properties,
  session: Session,
): Promise<Properties> {
  const authCode = args["authCode"];
  if (typeof authCode !== "string") throw authCodeMissing(domain);
  const price = await consentedTransferPrice(domain, args["maxPrice"], session);
  const at = new Date(session.now()).toISOString();
  const order: Order = { kind: "transfer", domain, years: 1, total: price.total, at };
  const isTxtQuoted = session.api.contract.operations["records.create"]?.txt === "quoted";
  const body = transferBody(domain, authCode, args, isTxtQuoted);
  const sent = await sendOrder(order, session, () => session.api.domains.transfer({ body }));
  const ordered = { ...facts, pendingSince: at };
  if ("answer" in sent) {
    const pricePaid = sent.answer.price_breakdown?.total ?? price.total;
    // Accepted: whether the account shows it while it is on its way is the registrar's manner.
    return { ...ordered, transferStatus: "pending", pricePaid };
  }
  const live = await lookUntil(session, () => session.api.domains.get({ domain }));
  if (live !== undefined) return shownFacts(ordered, live, domain, session);
  throw new PartialFailure(
    domain,
    stateOf({ ...ordered, transferStatus: "unverified", unverifiedOrder: order }),
    verifyText(order, "restart", session, sent.doubt),
  );
}
