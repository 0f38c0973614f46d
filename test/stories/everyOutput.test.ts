/** Each output of each resource that isn't an argument, with the value that the registrar shows. An output without a story fails. */
import { resources } from "../../provider/resources/index.ts";
import { authCode } from "../support/orders.ts";
import { outputPaths, shownPaths } from "../support/outputPaths.ts";
import { domain, inParts, person } from "../support/records.ts";
import { HandlerStack, withStory } from "../support/story.ts";

type HandlerName = keyof typeof resources;
type Shown = Record<string, unknown>;
/** Arguments that an `up` applies, or a change at the registrar that a refresh finds; then all outputs of the resource. */
interface Step {
  does: Shown | (() => unknown);
  shows: () => Shown;
}
const step = (does: Step["does"], shows: () => Shown = () => ({})): Step => ({ does, shows });

const { registrar, dashboard } = withStory();
const sandbox = () => registrar.sandbox;
const held = (name = domain) => registrar.sandbox.domain(name);
const moment = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
const idOf = (rows: readonly { id: number }[]) => String(rows[0]?.id);
const recordId = () => idOf(sandbox().records(domain));
const lost = (operation: string) => sandbox().fault({ operation, fault: "reset-before" });

const www = { domain, type: "A", name: "www", content: "192.0.2.1" };
const set = { domain, type: "A", name: "pool", values: ["192.0.2.1"] };
const shop = { domain, source: "shop", destination: "https://shop.example/" };
const ns = ["ns1.example.net", "ns2.example.net"];
const own = ["ns1.atom.com", "ns2.atom.com"];
const whole = { ...person, organization: "Engines", state: "Kent", fax: "+1.2025550125", label: "one" };
const former = { ...whole, disclosedFields: [] };
const moved = {
  ...{ name: "Ada King", email: "ada@new.example", phone: "+1.2025550124", fax: "+1.2025550126", zip: "LS1 1AA" },
  ...{ organization: "Looms", address: ["2 New Road"], city: "Leeds", state: "York", country: "IE", label: "two" },
  disclosedFields: ["name"],
};
const halves = { ...person, ...inParts };
const handle = () => sandbox().contacts().at(-1)?.handle;
const roles = { registrant: "ATOM-1001", admin: "ATOM-1001", tech: "ATOM-1001", billing: "ATOM-1001" };
/** The handle of a second contact. */
const second = "ATOM-1002";
const newRoles = { registrant: second, admin: second, tech: second, billing: second };
const makeSecond = () => new HandlerStack().up({ second: { handler: "contact", args: person } });
const tea = { domain: "tea.com", maxPrice: 20 };
const theirs = { domain: "theirs.com", maxPrice: 15, authCode };
const renewed = { domain, renewUntil: "2029-01-01", maxRenewalPrice: 500 };

const unlock = () => dashboard().editDomain(domain, { locked: false });
const restrict = () => sandbox().addDomain(domain, { restrictedUntil: "2099-01-01T00:00:00.000Z" });
const verify = () => dashboard().editContact(handle() ?? "", { verified: true });
const addOther = () => dashboard().addRecord(domain, { type: "A", name: "pool", content: "192.0.2.9" });
const leaves = (name: string) => () => sandbox().removeDomain(name);
const digest = expect.stringMatching(/^[0-9A-F]{64}$/);
const ds = { keyTag: expect.any(Number), algorithm: 13, digestType: 2, digest };
const approve = () => dashboard().approve(dashboard().pendingApprovals()[0]?.id ?? 0);
const completeTransfer = () => dashboard().completeTransfer(theirs.domain);
const locks = (locked: boolean, icannTransferLock: boolean) => ({
  ...{ locked, icannTransferLock, canTransferOut: !locked && !icannTransferLock },
});
const active = (name = domain) => ({ status: "active", expiresAt: held(name).expires });

/** Stories of each resource, step by step. */
const stories: Record<HandlerName, Step[][]> = {
  dnsRecord: [
    [
      step(www, () => ({ recordId: recordId(), fqdn: "www.example.com" })),
      step({ ...www, name: "@" }, () => ({ recordId: recordId(), fqdn: "example.com" })),
    ],
  ],
  dnsRecordSet: [
    [
      step(set, () => ({ fqdn: "pool.example.com" })),
      step(addOther, () => ({ fqdn: "pool.example.com", unlisted: ["192.0.2.9"] })),
    ],
  ],
  dnsZone: [
    [
      step({ domain, mode: "authoritative", records: { "www A": ["192.0.2.1"] } }),
      step(addOther, () => ({ unlisted: ["pool A 192.0.2.9"] })),
    ],
  ],
  urlForward: [[step(shop, () => ({ forwardId: idOf(sandbox().forwards(domain)) }))]],
  domainLock: [
    [
      step({ domain }, () => locks(true, false)),
      step(unlock, () => locks(false, false)),
      step(restrict, () => ({ ...locks(false, true), icannTransferLockExpiresAt: "2099-01-01T00:00:00.000Z" })),
    ],
  ],
  nameservers: [
    [
      step({ domain, nameservers: ns }, () => ({ previousNameservers: own })),
      step({ domain, nameservers: ["ns3.example.net", "ns4.example.net"] }, () => ({ previousNameservers: own })),
    ],
  ],
  contact: [
    [
      step(whole, () => ({ handle: handle(), verified: false })),
      step(verify, () => ({ handle: handle(), verified: true })),
      step({ ...whole, ...moved }, () => ({ handle: handle(), verified: true, pendingSince: moment, pending: former })),
      step(approve, () => ({ handle: handle(), verified: true })),
    ],
    [
      step(halves, () => ({ handle: handle(), verified: false })),
      step({ ...halves, firstName: "Augusta", lastName: "King", email: moved.email }, () => ({
        ...{ handle: handle(), verified: false, pendingSince: moment },
        pending: { firstName: "Ada", lastName: "Lovelace", email: person.email },
      })),
    ],
  ],
  domainContacts: [
    [
      step(makeSecond),
      step({ domain, ...roles }),
      step({ domain, ...newRoles }, () => ({ pendingSince: moment, pending: roles })),
      step(approve),
    ],
  ],
  domainSettings: [[step({ domain, privacy: false })]],
  dnssec: [
    [
      step({ domain, enabled: true }, () => ({ dsRecords: [ds] })),
      step({ domain, enabled: false }, () => ({ dsRecords: [] })),
    ],
  ],
  domainRegistration: [
    [
      step(tea, () => ({ ...active("tea.com"), pricePaid: 13.4 })),
      step(leaves("tea.com"), () => ({ status: "left", expiresAt: moment, pricePaid: 13.4, leftAccount: moment })),
    ],
    [
      step(() => dashboard().setBalance(5000)),
      step({ domain: "premium-tea.com", maxPrice: 5000, acceptPremium: true }, () => ({
        ...{ ...active("premium-tea.com"), pricePaid: 1319.02, premium: true },
      })),
    ],
    [step({ domain }, active), step(renewed, () => ({ ...active(), renewalPricePaid: 31.61 }))],
    [
      step({ domain }, active),
      step(() => lost("domains.renew"), active),
      step(renewed, () => ({
        ...active(),
        unverifiedOrder: {
          ...{ kind: "renewal", domain, at: moment, years: 2, total: 31.61 },
          ...{ from: held().expires, until: "2029-01-01" },
        },
      })),
    ],
  ],
  domainTransfer: [
    [
      step(theirs, () => ({ transferStatus: "pending", pendingSince: moment, pricePaid: 12.2 })),
      step(completeTransfer, () => ({
        ...{ ...active(theirs.domain), transferStatus: "completed", pricePaid: 12.2 },
        ...{ pendingSince: moment, completedAt: moment },
      })),
      step(leaves(theirs.domain), () => ({
        ...{ status: "active", transferStatus: "left", pendingSince: moment, completedAt: moment, pricePaid: 12.2 },
        ...{ expiresAt: moment, leftAccount: moment },
      })),
    ],
    [
      step(() => lost("domains.transfer")),
      step(theirs, () => ({
        ...{ transferStatus: "unverified", pendingSince: moment },
        unverifiedOrder: { kind: "transfer", domain: theirs.domain, at: moment, years: 1, total: 12.2 },
      })),
    ],
  ],
};

/** Outputs that a resource never has, although its type has them. */
const never: Partial<Record<HandlerName, readonly string[]>> = {
  // Only a renewal has an old and a new expiry date.
  domainTransfer: ["unverifiedOrder.from", "unverifiedOrder.until"],
};

/** The ends of the IDs of resources of which a domain has one. */
const ids: Partial<Record<HandlerName, string>> = {
  ...{ domainLock: "lock", nameservers: "nameservers", domainContacts: "contacts", domainSettings: "settings" },
  dnssec: "dnssec",
};

it.each(Object.entries(stories))("%s shows each of its outputs, and no other one", async (handler, ofHandler) => {
  const name = handler as HandlerName;
  const { type } = resources[name];
  const seen = new Set(never[name]);
  for (const steps of ofHandler) {
    sandbox().reset();
    sandbox().addDomain("theirs.com", { account: "other", authCode });
    const stack = new HandlerStack();
    for (const { does, shows } of steps) {
      if (typeof does === "function") {
        await does();
        await stack.refresh();
      } else await stack.up({ it: { handler: name, args: does } });
      const { outputs = {}, inputs = {} } = stack.state.get("it") ?? {};
      const isOutput = ([key]: [string, unknown]) => !(key in inputs) && !(key in does) && !key.startsWith("__");
      expect(Object.fromEntries(Object.entries(outputs).filter(isOutput))).toEqual(shows());
      for (const path of shownPaths(type, outputs)) seen.add(path);
    }
    const part = ids[name];
    if (part !== undefined) expect(stack.state.get("it")?.id).toBe(`${domain}/${part}`);
  }
  expect([...seen].sort()).toEqual(outputPaths(type).sort());
});
