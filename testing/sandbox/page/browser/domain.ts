/** The middle of the page: one domain with what it has, and what the account has. */
import type { DomainWithContent, Snapshot, View } from "../shape.ts";
import type { Revealing } from "./around.ts";
import { button, chip, fill, find, make } from "./dom.ts";
import { at, editNameservers, endTransfer, removeDomain, unlock } from "./forms.ts";
import { contactsCard, forwardsCard, ordersCard, recordsCard } from "./lists.ts";
import { dayOf, isMoving, isRestricted, waitingFor } from "./model.ts";
import { act } from "./registrar.ts";
import { card, empty } from "./table.ts";

const small = "quiet small";

function titleCard({ approvals }: Snapshot, domain: DomainWithContent, view: View, reveal: Revealing): HTMLElement {
  const { name } = domain;
  const restricted = isRestricted(domain, view.now);
  const moving = isMoving(domain, view.now);
  const word = reveal.isOn ? "Hide" : "Show";
  return make(
    "section",
    { class: "card title", "aria-labelledby": "domain-title" },
    make(
      "div",
      { class: "row" },
      make("h2", { id: "domain-title" }, name),
      domain.locked ? chip("locked", "good") : chip("unlocked", "warn"),
      restricted && chip(`ICANN lock until ${dayOf(domain.restrictedUntil)}`, "warn"),
      !domain.locked && !restricted && !moving && chip("can transfer out"),
      domain.account === "other" && chip("another account's", "bad"),
      waitingFor(domain, approvals).map(({ kind }) =>
        chip(`${kind === "contact" ? "a contact" : "its contacts"}: approval waits`, "warn"),
      ),
    ),
    make(
      "div",
      { class: "row" },
      domain.locked
        ? button("Unlock\u2026", `Unlock ${name}`, () => unlock(domain), "")
        : button("Lock", `Lock ${name}`, () => act(`${name} is locked.`, "PATCH", at(domain), { locked: true })),
      button(`${word} auth code`, `${word} auth code of ${name}`, reveal.toggle),
      button("Remove\u2026", `Remove ${name}`, () => removeDomain(domain)),
    ),
    reveal.isOn && make("p", {}, "Auth code ", make("code", {}, domain.authCode)),
    moving && transfer(domain),
    details(domain, view),
  );
}

const transfer = (domain: DomainWithContent) =>
  make(
    "div",
    { class: "row notice warn" },
    make("p", {}, `Its transfer into the account runs, and completes on ${dayOf(domain.transferUntil)}.`),
    button("Complete\u2026", `Complete the transfer of ${domain.name}`, () => endTransfer(domain, "complete"), small),
    button("Fail\u2026", `Let the transfer of ${domain.name} fail`, () => endTransfer(domain, "fail"), small),
  );

function details(domain: DomainWithContent, view: View): HTMLElement {
  const detail = (term: string, value: string, control?: HTMLElement) =>
    make("div", {}, make("dt", {}, term, control), make("dd", {}, value));
  const toggle = (key: "autoRenew" | "privacy" | "dnssec", word: string) => {
    const turned = domain[key] ? "off" : "on";
    return button(
      `Turn ${turned}`,
      `Turn ${word} ${turned} for ${domain.name}`,
      () => act(`${word} is ${turned}.`, "PATCH", at(domain), { [key]: !domain[key] }),
      small,
    );
  };
  const edit = () => editNameservers(domain, view.serviceNameservers);
  const state = (isOn: boolean) => (isOn ? "on" : "off");
  return make(
    "dl",
    { class: "details" },
    detail(
      "Nameservers",
      domain.nameservers.join(", ") || "none",
      button("Edit", `Edit nameservers of ${domain.name}`, edit, small),
    ),
    detail("Expires", dayOf(domain.expires)),
    detail("Auto-renew", state(domain.autoRenew), toggle("autoRenew", "auto-renew")),
    detail("Privacy", state(domain.privacy), toggle("privacy", "privacy")),
    detail("DNSSEC", state(domain.dnssec), toggle("dnssec", "DNSSEC")),
  );
}

export function showDomain(
  state: Snapshot,
  domain: DomainWithContent | undefined,
  view: View,
  reveal: Revealing,
): void {
  const cards =
    domain === undefined
      ? [card("domain-title", "No domain", [], empty("The account holds no domain. Add one, or buy one with the API."))]
      : [
          titleCard(state, domain, view, reveal),
          recordsCard(domain, view),
          forwardsCard(domain),
          contactsCard(state, domain),
        ];
  fill(find("main"), [...cards, ordersCard(state)]);
}
