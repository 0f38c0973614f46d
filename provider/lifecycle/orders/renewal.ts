/** Renewals: if one is due, for how many years, and what forbids it. Pure. */
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { renamedIn } from "../../api/index.ts";
import { addYears, isoText, isSameMoment, momentOf } from "../../api/readings.ts";
import { OrderRefusedError } from "../errors.ts";
import { shownText } from "../redactionScope.ts";
import type { OrderArgs, OrderQuestion, OrderState, RenewalOrder } from "./arguments.ts";

const dayText = (moment: number): string => isoText(moment).slice(0, 10);

/** Is the moment `a` before `b`? Never if a moment is missing or can't be read. */
export const isBefore = (a: string | undefined, b: string | undefined): boolean =>
  (momentOf(a) ?? Number.NaN) < (momentOf(b) ?? Number.NaN);

/** Does the registrar show a renewal that was ordered? */
export const isRenewed = ({ from }: RenewalOrder, live: WireDomain): boolean => isBefore(from, live.expiry_date);

/** Does it show the renewal to its date? */
export const isReached = (order: RenewalOrder, live: WireDomain): boolean =>
  isRenewed(order, live) && !isBefore(live.expiry_date, order.until);

/** A renewal that is due: from the expiry date, in milliseconds since 1970, until the `renewUntil` of the program. */
export interface Due {
  readonly from: number;
  readonly until: string;
}

/** It is due if the domain expires before the date that the program asks for, and wasn't renewed for that date. */
export function dueRenewal({ expiresAt, renewedFor }: OrderState, args: OrderArgs | undefined): Due | undefined {
  const [from, until] = [momentOf(expiresAt), args?.renewUntil];
  if (from === undefined || until === undefined || isSameMoment(renewedFor, until)) return undefined;
  return isBefore(expiresAt, until) ? { from, until } : undefined;
}

/**
 * The fewest years, 1 to 10, by which the renewal reaches its date. The price list has the price of a plain renewal: a domain
 * that expired or is suspended may cost more, and one that leaves the account is paid for in vain.
 * @throws OrderRefusedError if it may not be ordered
 */
export function yearsOfRenewal(
  { domain, state, now }: OrderQuestion & { readonly now: number },
  { status, whois_status: codes = [] }: WireDomain,
  { from, until }: Due,
): number {
  const refused = (what: string, advice: string) =>
    new OrderRefusedError("renewUntil", { what: `${domain} is not renewed: ${what}`, advice });
  const years = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].find((each) => !isBefore(isoText(addYears(from, each)), until));
  if (years === undefined) {
    const why = `it expires on ${dayText(from)}, and even a renewal for 10 years does not reach ${until}`;
    throw refused(why, "Set `renewUntil` to an earlier date.");
  }
  if (status === undefined)
    throw refused("the registrar shows no status of the domain", renamedIn("domains.get", "the status"));
  if (status.toLowerCase() !== "active") {
    const advice = "Wait until the domain is active, or renew it in the registrar's dashboard.";
    throw refused(`its status is "${shownText(status)}", not "active"`, advice);
  }
  const code = codes.find((each) => /pending|redemption|renew\s?prohibited/i.test(each));
  if (code !== undefined) {
    const advice = "Wait until it changes (`pulumi refresh` shows it), then run `pulumi up` again.";
    throw refused(`its EPP status is "${shownText(code)}"`, advice);
  }
  if (from <= now) {
    const why = `it expired on ${dayText(from)}, and the price list doesn't show what renewing an expired domain costs`;
    throw refused(why, "Renew it in the registrar's dashboard, then run `pulumi refresh`.");
  }
  const expected = momentOf(state?.expiresAt) ?? from;
  if (expected !== from) {
    const why = `its expiry date has changed since it was read, from ${dayText(expected)} to ${dayText(from)}`;
    throw refused(why, "Run `pulumi refresh`, look at the plan, then run `pulumi up` again.");
  }
  if (state?.premium) {
    const why =
      "it is or may be a premium name, which may have its own renewal price, and the registrar does not report one";
    throw refused(why, "Renew it in the registrar's dashboard, then run `pulumi refresh`.");
  }
  return years;
}
