/** Domains of the account, availability, and orders: registration, renewal, inbound transfer. */
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { hostName } from "../encoding.ts";
import { daysAfter, hoursAfter, newDomain } from "../fixtures.ts";
import { pagedList } from "../lists.ts";
import { isShown, presentDomain } from "../presentDomain.ts";
import { defaultYears, priceOf, quote, tldPrices } from "../prices.ts";
import { checkConflicts, type RecordBody, readRecord } from "../records.ts";
import { badRequest } from "../refusal.ts";
import { presentId } from "../rows.ts";
import type { Charge, SandboxRecord, TldPrice } from "../state.ts";
import type { HeldDomain } from "../stateFile.ts";
import type { Store } from "../store.ts";
import { type Call, type Handler, ok } from "./call.ts";
import { knownHandles } from "./contacts.ts";
import { requireServiceNameservers } from "./records.ts";
import { readNameservers } from "./settings.ts";

const show = (domain: HeldDomain, { store, dialect }: Call) => {
  const registrant = store.state.contacts.find((contact) => contact.handle === domain.contacts.registrant);
  return presentDomain(domain, registrant, store.now(), dialect);
};

const list: Handler = (call) => {
  const own = Object.values(call.store.state.domains)
    .filter((domain) => domain.account === "own" && isShown(domain, call.store.now()))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const paging = endpoints["domains.list"].query.parse(call.query);
  const present = (domain: HeldDomain) => show(domain, call);
  return ok(pagedList("domains", { items: own, present }, paging, call.dialect));
};

const get: Handler = (call) => ok({ success: true, data: show(call.store.domain(call.domain), call) });

function registrable(input: string, store: Store): { name: string; price: TldPrice } {
  const name = hostName(input, "domain_name");
  const price = priceOf(name, store.state.prices);
  if (price === undefined || !name.includes(".")) {
    throw badRequest(
      "unsupported_tld",
      `${name} cannot be registered here. TLDs: ${Object.keys(tldPrices).join(", ")}.`,
    );
  }
  return { name, price };
}

function isTaken(store: Store, name: string): boolean {
  return store.findDomain(name) !== undefined || name.startsWith("taken");
}

const check: Handler = ({ store, domain, query }) => {
  const { name, price } = registrable(domain, store);
  const { years = defaultYears(name) } = endpoints["domains.check"].query.parse(query);
  const taken = isTaken(store, name);
  return ok({
    success: true,
    data: {
      domain: name,
      availability: taken ? 0 : 1,
      status: taken ? "unavailable" : "available",
      ...(taken ? {} : { domain_price: quote(name, "register", years, price) }),
    },
  });
};

const addYears = (moment: string, years: number) => {
  const date = new Date(moment);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
};

/** Charges the account and changes the domain in one change, or refuses before it. */
function order(call: Call, kind: Charge["kind"], years: number, price: TldPrice, domain: HeldDomain) {
  const { store, dialect } = call;
  const breakdown = quote(domain.name, kind, years, price);
  const { total } = breakdown;
  if (total > store.state.balance) {
    throw badRequest("insufficient_balance", `The account's balance does not cover ${total.toFixed(2)}.`);
  }
  const id = store.nextId();
  store.change((state) => {
    state.balance = Math.round((state.balance - total) * 100) / 100;
    const number = state.ledger.length + 1;
    const charge: Charge = { number, at: store.now().toISOString(), kind, domain: domain.name, years, total };
    state.ledger = [...state.ledger, charge];
    state.domains[domain.name] = domain;
  });
  return {
    domain: domain.name,
    registration_length: years,
    payment_method: "account_balance",
    cart_id: presentId(id, "order", dialect),
    price_breakdown: breakdown,
  };
}

const firstHandles = (store: Store): HeldDomain["contacts"] => {
  const handle = store.state.contacts[0]?.handle ?? null;
  return { registrant: handle, admin: handle, billing: handle, tech: handle };
};

/** The moment from which the account shows an order, if the dialect shows it late. */
const shownLate = ({ store, dialect: { lateRegistrationHours: hours } }: Call) =>
  hours > 0 && { shownFrom: hoursAfter(store.now(), hours) };

const register: Handler = (call) => {
  const { store } = call;
  const body = endpoints["domains.register"].body.parse(call.body);
  const { name, price } = registrable(body.domain_name, store);
  if (isTaken(store, name)) throw badRequest("domain_unavailable", `${name} is not available.`);
  const years = body.registration_length ?? defaultYears(name);
  const now = store.now();
  const held = newDomain(name, now, {
    created: now.toISOString(),
    updated: now.toISOString(),
    expires: addYears(now.toISOString(), years),
    restrictedUntil: daysAfter(now, 60),
    contacts: firstHandles(store),
    ...shownLate(call),
  });
  const data = order(call, "register", years, price, held);
  return ok({ success: true, message: "Domain registered.", data: { ...data, status: "Registered" } });
};

const renew: Handler = (call) => {
  const { store, dialect, domain: name } = call;
  const { registration_length: years = 1 } = endpoints["domains.renew"].body.parse(call.body);
  const { price } = registrable(name, store);
  const held = store.domain(name);
  const expires = addYears(held.expires, years);
  if (expires > addYears(store.now().toISOString(), 10)) {
    throw badRequest("too_long", "A domain can be held for 10 years ahead at most.");
  }
  const now = store.now();
  const until = hoursAfter(now, dialect.lateRenewalHours);
  const data = order(call, "renew", years, price, {
    ...held,
    expires,
    updated: now.toISOString(),
    ...(dialect.lateRenewalHours > 0 && { shownExpiry: { expires: held.expires, until } }),
  });
  return ok({ success: true, message: "Domain renewed.", data: { ...data, status: "Renewed" } });
};

/** Records that come with an inbound transfer. */
function readZone(bodies: readonly RecordBody[], domain: HeldDomain, { store, dialect }: Call): SandboxRecord[] {
  if (bodies.length > 0) requireServiceNameservers(domain);
  const records: SandboxRecord[] = [];
  for (const body of bodies) {
    const draft = readRecord(body, domain.name);
    checkConflicts(draft, records, dialect);
    records.push({ id: store.nextId(), ...draft });
  }
  return records;
}

const transfer: Handler = (call) => {
  const { store } = call;
  const body = endpoints["domains.transfer"].body.parse(call.body);
  const { name, price } = registrable(body.domain_name, store);
  const known = store.findDomain(name);
  if (known?.account === "own") throw badRequest("already_held", `${name} is already in this account.`);
  if (known === undefined && !name.startsWith("taken")) {
    throw badRequest("not_registered", `${name} is not registered, so it cannot be transferred.`);
  }
  if (known?.locked) throw badRequest("domain_locked", `${name} is locked at its registrar.`);
  // An unknown domain has no auth code here: any code but "wrong" is accepted.
  if (body.authcode === "" || (known === undefined ? body.authcode === "wrong" : body.authcode !== known.authCode)) {
    throw badRequest("invalid_authcode", "The auth code is not right.");
  }
  const contacts = { ...firstHandles(store), ...knownHandles(store, body.contacts ?? {}) };
  const nameservers = body.nameservers === undefined ? known?.nameservers : readNameservers(body.nameservers);
  const now = store.now();
  const completes = daysAfter(now, 5);
  const held = newDomain(name, now, {
    ...known,
    account: "own",
    updated: now.toISOString(),
    expires: addYears(known?.expires ?? daysAfter(now, 100), 1),
    transferUntil: completes,
    restrictedUntil: daysAfter(new Date(completes), 60),
    privacy: body.privacy_protect ?? true,
    autoRenew: body.auto_renew ?? true,
    contacts,
    ...(nameservers === undefined ? {} : { nameservers }),
    ...shownLate(call),
  });
  const records = readZone(body.dns_records ?? [], held, call);
  const data = order(call, "transfer", 1, price, held);
  if (records.length > 0) store.records(name).set(records);
  return ok({ success: true, message: "Transfer initiated.", data: { ...data, status: "Transfer Initiated" } });
};

const pricing: Handler = ({ store }) => {
  const kinds = ["register", "renew", "transfer"] as const;
  const entries = Object.entries({ ...tldPrices, ...store.state.prices }).map(([tld, price]) => {
    return [tld, Object.fromEntries(kinds.map((kind) => [kind, quote(`.${tld}`, kind, 1, price)]))];
  });
  return ok({ success: true, pricing: Object.fromEntries(entries) });
};

export const domainOperations = {
  "domains.list": list,
  "domains.get": get,
  "domains.check": check,
  "domains.register": register,
  "domains.renew": renew,
  "domains.transfer": transfer,
  "tlds.pricing": pricing,
};
