/** DomainTransfer: a domain brought in from another registrar. Ordered at most once, pending, then completed. */
import { domainOf } from "./arguments.ts";
import { PartialFailure } from "./definition.ts";
import { Amount } from "./money/amount.ts";
import { findDomain } from "./money/domains.ts";
import { currencyNote, formerRefused, MoneyRefusedError } from "./money/errors.ts";
import { notesOf } from "./money/journal.ts";
import { covers, verifyText } from "./money/orders.ts";
import { checkPast } from "./money/registrationArguments.ts";
import { authCodeMissing, consentedTransferPrice, orderTransfer, shownState } from "./money/transfer.ts";
import {
  checkStart,
  checkStartOnly,
  isNewStart,
  domainTransferSchema as schema,
  startOnlyNames,
  type TransferArgs,
  type TransferState,
  transferControls,
  transferMemory,
  transferOutputs,
} from "./money/transferArguments.ts";
import { perDomain } from "./perDomain.ts";
import type { Run } from "./run.ts";

type Args = TransferArgs;
type State = TransferState;

/** When the last thing happened that a `restart` may cover: an order under way or in doubt, or the loss of the domain. */
const coverable = ({ unverifiedOrder, leftAccount, transferStatus, pendingSince }: State) =>
  unverifiedOrder?.at ?? leftAccount ?? (transferStatus === "pending" ? pendingSince : undefined);

const restarts = ({ restart }: Partial<Args>, { restartSpent }: State, at: string | undefined) =>
  covers(restart, restartSpent, at);

/** The account does not hold the domain: its transfer is ordered unless that was done already. */
async function orderIfMeant(args: Args, domain: string, run: Run, before?: State): Promise<State> {
  const state = before ?? {};
  const notes = notesOf("transfer", domain, run);
  const order = state.unverifiedOrder ?? (before === undefined ? notes.order : undefined);
  if (order !== undefined && !restarts(args, state, order.at)) {
    const unverified = { ...state, transferStatus: "unverified", pendingSince: order.at, unverifiedOrder: order };
    const doubt = order === notes.order ? "noted" : undefined;
    throw new PartialFailure(domain, unverified, verifyText(order, "restart", run, doubt));
  }
  if (before !== undefined && order === undefined && !restarts(args, before, coverable(before))) {
    return missing(before, domain, run);
  }
  const noted = notes.order;
  if (noted !== undefined && !restarts(args, state, noted.at)) {
    const unverified = { ...state, transferStatus: "unverified", unverifiedOrder: noted };
    throw new PartialFailure(domain, unverified, verifyText(noted, "restart", run, "noted"));
  }
  return orderTransfer(domain, args, notes.next, run);
}

/** The account does not show the domain: on its way, or it has left. */
function missing(state: State, domain: string, run: Run): State {
  if (state.transferStatus !== "completed") return state;
  run.say(
    `${domain} is not in the account any more (expired, or transferred away). Its transfer stays in the state as left, and nothing is ordered. ` +
      "To be done with it, take it out of the program and name it in REGISTRAR_FORMER_DOMAINS.",
  );
  return { ...state, transferStatus: "left", leftAccount: new Date(run.now()).toISOString() };
}

export const domainTransfer = perDomain<Args, State>({
  type: "DomainTransfer",
  summary: "An inbound transfer of a domain from another registrar.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.transfer", "tlds.pricing", "lock.get"],
  meaning: {
    create:
      "does nothing if the account already holds the domain; otherwise orders the transfer once, for at most `maxPrice`. The transfer is pending until the domain has arrived",
    drift:
      "none: a refresh shows whether the transfer is pending or completed, or whether the domain has left the account",
    delete: "removes the transfer from the state only, and reports that: nothing is cancelled or released",
  },
  schema,
  outputs: transferOutputs,
  memory: transferMemory,
  secretInputs: ["authCode"],
  controls: transferControls,
  unkept: "authCode",
  stays: (domain) => `The transfer of ${domain} stays`,
  check: (args, context) => [
    ...checkStartOnly(args, context),
    ...checkStart(args, context),
    ...checkPast("restart", args.restart, Date.now()),
  ],
  due: ({ unverifiedOrder: order }) =>
    order === undefined
      ? []
      : [{ path: "unverifiedOrder", kind: "update", reason: "whether it was carried out is to be verified" }],

  // Once the state holds the transfer, the auth code is not needed: it is not kept.
  fill: (args, { previous, known }) =>
    previous === undefined || !known("restart") || isNewStart(args, previous) ? {} : { authCode: undefined },

  needsLiveCheck: (_args, { previous, known }) => previous === undefined && known("domain"),

  async checkLive(args, { known }, run) {
    const domain = domainOf(args);
    try {
      if (run.isFormer(domain)) throw formerRefused(domain);
      const live = await findDomain(domain, run);
      const { order: noted } = live === undefined ? notesOf("transfer", domain, run) : {};
      if (live !== undefined) run.say(`${domain} is in the account already: nothing is ordered.`);
      else if (noted === undefined) await previewOrder(args, domain, known, run);
      else if (!restarts(args, {}, noted.at)) run.say(verifyText(noted, "restart", run, "noted"));
      return { failures: [] };
    } catch (error) {
      if (!(error instanceof MoneyRefusedError)) throw error;
      return { failures: [{ property: error.property, reason: error.reason }] };
    }
  },

  async observe(state, domain, run) {
    const live = await findDomain(domain, run, { isKept: true });
    return live === undefined ? missing(state, domain, run) : shownState(state, live, domain, run);
  },

  async ensure(args, domain, run, before) {
    // Only what steers orders has changed: nothing to ask, nothing to order.
    const isDue = before?.unverifiedOrder !== undefined || (before && restarts(args, before, coverable(before)));
    if (before !== undefined && (!isDue || run.isFormer(domain))) return before;
    if (run.isFormer(domain)) throw formerRefused(domain);
    const live = await findDomain(domain, run);
    if (live === undefined) return orderIfMeant(args, domain, run, before);
    const given = startOnlyNames.filter((name) => args[name] !== undefined);
    if (before === undefined && given.length > 0) {
      run.say(`${domain} is in the account already, so nothing was ordered, and ${given.join(", ")} were not used.`);
    }
    return shownState(before ?? {}, live, domain, run);
  },

  release({ leftAccount, transferStatus }, domain, run) {
    if (leftAccount !== undefined) return;
    const what = transferStatus === "completed" ? "remains in the account" : "continues if it was ordered";
    run.say(
      `The transfer of ${domain} ${what}: nothing is cancelled or released; the resource is only removed from the state.`,
    );
  },
});

/** Says what would be ordered, and for how much. @throws MoneyRefusedError when it would be refused */
async function previewOrder(
  { authCode, maxPrice }: Partial<Args>,
  domain: string,
  known: (name: keyof Args & string) => boolean,
  run: Run,
): Promise<void> {
  if (known("authCode") && authCode === undefined) throw authCodeMissing(domain);
  const isKnown = known("maxPrice");
  const price = await consentedTransferPrice(domain, maxPrice, run, isKnown);
  const most = isKnown ? Amount.bound(maxPrice) : undefined;
  const bound = most === undefined ? "" : ` of at most ${most}`;
  run.say(`The transfer of ${domain} would be ordered at ${price.total}${bound} (${currencyNote}).`);
}
