/** Facts of a domain, a contact or a list with three values, through the life of each resource that they decide. */
import { openAccount } from "../../cli/account.ts";
import { findExisting, listRowIds } from "../../provider/imports/find.ts";
import { useContract } from "../support/contract.ts";
import {
  a,
  applied,
  type Declared,
  domain,
  forward,
  HandlerStack,
  one,
  type Program,
  person,
  whole,
  withStory,
  zone,
} from "../support/story.ts";
import {
  brief,
  type Forms,
  failure,
  flagForms,
  formsOf,
  part,
  type Seen,
  threeValues,
} from "../support/threeValues.ts";

const { registrar, said, byHand, dashboard, shows } = withStory();
const servers = ["ns1.atom.com", "ns2.atom.com"];
const foreign = ["ns1.elsewhere.example", "ns2.elsewhere.example"];

const outputs = (stack: HandlerStack) => stack.state.get("it")?.outputs ?? {};
/** The outputs of the resource by these names, and those that it lacks. */
const outputsIn = (stack: HandlerStack, ...names: string[]) =>
  names.map((name) => (name in outputs(stack) ? `${name} ${JSON.stringify(outputs(stack)[name])}` : `no ${name}`));

async function preview(program: Program, stack = new HandlerStack(), words?: RegExp): Promise<Seen> {
  said();
  const { errors } = await stack.preview(program);
  return [failure(errors["it"], words), words && part(said(), words)];
}
/** An `up` that asks no preview: its error and its writes. */
async function up(program: Program, stack = new HandlerStack(), words?: RegExp): Promise<Seen> {
  registrar.writes();
  const { errors } = await stack.up(program, { skipPreview: true });
  return [failure(errors["it"], words), ...registrar.writes()];
}
/** A refresh: its error, and what it finds changed. */
async function refresh(stack: HandlerStack, ...names: string[]): Promise<Seen> {
  const { errors, drift, gone } = await stack.refresh();
  return [failure(errors["it"]), "it" in drift && "drift", ...gone.map(() => "gone"), ...outputsIn(stack, ...names)];
}
const destroy = async (stack: HandlerStack): Promise<Seen> => {
  registrar.writes();
  const { errors } = await stack.destroy();
  return [failure(errors["it"]), ...registrar.writes(), stack.state.size > 0 && "kept"];
};
/** The arguments that an import finds, or its error. */
async function imported(handler: Parameters<typeof findExisting>[0]): Promise<Seen> {
  const found = await findExisting(handler, domain, openAccount({ settings: { staleMs: 0 } }), "").catch(
    (error: unknown) => String(error),
  );
  return [typeof found === "string" ? failure(found) : JSON.stringify(found.args)];
}

const details = (is: object, rest: object = {}) => ({
  data: {
    domain_name: domain,
    status: "active",
    nameservers: servers,
    expiry_date: registrar.sandbox.domain(domain).expires,
    ...rest,
    ...is,
  },
});
/** The account shows these details. */
const shown = (is: object, rest?: object) => shows("domains.get", details(is, rest));

const lock = { it: one("domainLock") };
const isLocked: Forms = {
  yes: [
    { locked: true },
    { locked: 1 },
    { locked: "true" },
    { status: "locked" },
    { status: "LOCKED" },
    { locked: true, can_transfer_out: false },
  ],
  no: [{ locked: false }, { locked: 0 }, { status: "unlocked" }, { can_transfer_out: true }],
  nothing: [
    { locked: undefined },
    { locked: null },
    { status: "frozen" },
    { can_transfer_out: false },
    { transfer_locked: true, icann_transfer_lock: true },
  ],
};
const contacts = { it: one("domainContacts", { admin: "ATOM-1001" }) };
threeValues("a registrar lock", isLocked, {
  "a new lock": async (is) => {
    shows("lock.get", { icann_transfer_lock: false, ...is }, { times: 1 });
    const stack = new HandlerStack();
    return [...(await up(lock, stack)), ...outputsIn(stack, "locked")];
  },
  "a new lock that never shows otherwise": async (is) => {
    shows("lock.get", { icann_transfer_lock: false, ...is });
    const stack = new HandlerStack();
    return [...(await up(lock, stack)), ...outputsIn(stack, "locked")];
  },
  "a refresh of a lock": async (is) => {
    const stack = await applied(lock);
    shows("lock.get", { icann_transfer_lock: false, ...is });
    return refresh(stack, "locked");
  },
  "an `up` after that refresh": async (is) => {
    const stack = await applied(lock);
    const fault = shows("lock.get", { icann_transfer_lock: false, ...is });
    await stack.refresh();
    fault.clear();
    dashboard().editDomain(domain, { locked: false });
    return up(lock, stack);
  },
  "a destroy of a lock": async (is) => {
    const stack = await applied(lock);
    shows("lock.get", { icann_transfer_lock: false, ...is });
    return destroy(stack);
  },
  "an import of a lock": async (is) => {
    shows("lock.get", { icann_transfer_lock: false, ...is });
    return imported("domainLock");
  },
  "a preview of other contacts": async (is) => {
    shows("lock.get", { icann_transfer_lock: false, ...is });
    dashboard().editDomain(domain, { contacts: { admin: null } });
    return preview(
      contacts,
      undefined,
      /cannot change while the domain is locked|A check could not read the registrar/,
    );
  },
  "an `up` of other contacts": async (is) => {
    shows("lock.get", { icann_transfer_lock: false, ...is });
    dashboard().editDomain(domain, { contacts: { admin: null } });
    return up(contacts);
  },
  "a refusal of other contacts": async (is) => {
    dashboard().editDomain(domain, { contacts: { admin: null } });
    const body = { success: false, error: "refused", message: "no" };
    registrar.sandbox.fault({ operation: "domainContacts.set", fault: { status: 400, body } });
    const beforeWrites = () => void shows("lock.get", { icann_transfer_lock: false, ...is });
    const { errors } = await new HandlerStack().up(contacts, { beforeWrites });
    return [failure(errors["it"], /while the domain is locked/)];
  },
});

/** Flags of a lock that only show. */
for (const [field, output] of [
  ["icann_transfer_lock", "icannTransferLock"],
  ["can_transfer_out", "canTransferOut"],
] as const)
  threeValues(`${output} of a lock`, flagForms(field), {
    "a refresh": async (is) => {
      const stack = await applied(lock);
      shows("lock.get", { status: "locked", ...is });
      return refresh(stack, "locked", output);
    },
  });

const dnssec = (enabled: boolean) => ({ it: one("dnssec", { enabled }) });
const ds = "7 13 2 ABCDEF0123";
const isSigned: Forms = {
  yes: [
    ...[true, 1, "on", "enabled", "ACTIVE"].map((enabled) => ({ enabled })),
    ...[{ dnssec_enabled: true }, { status: "signed" }, { records: [ds] }, { enabled: "?", status: "active" }],
  ],
  no: [
    ...[false, 0, "off", "disabled", "Inactive"].map((enabled) => ({ enabled })),
    { dnssec_enabled: false },
    { status: "unsigned", records: [ds] },
  ],
  nothing: [
    {},
    { enabled: null },
    { enabled: "?" },
    { status: "success" },
    { status: "signedDelegation" },
    { records: [] },
    { records: ["none"] },
  ],
};
const isChanging: Forms = {
  ...brief(isSigned),
  nothing: [{ status: "pending" }, { enabled: "enabling" }, { status: "disabling" }],
};
const isDetailed = formsOf("dnssec_enabled", [true, 1, "true"], [false, 0, "false"]);

type Places = Readonly<Record<string, (is: object) => Promise<Seen>>>;
/** @param said the registrar shows DNSSEC so, in one of its two places */
const lifeOfDnssec = (show: (is: object, rest?: object) => unknown): Places => ({
  "a preview that switches it on, under other nameservers": async (is) => {
    useContract({ serviceNameservers: servers });
    show(is, { nameservers: foreign });
    return preview(dnssec(true));
  },
  "an `up` that switches it on": async (is) => {
    show(is);
    const stack = new HandlerStack();
    return [...(await up(dnssec(true), stack)), ...outputsIn(stack, "enabled")];
  },
  "an `up` that switches it off": async (is) => {
    show(is);
    const stack = new HandlerStack();
    return [...(await up(dnssec(false), stack)), ...outputsIn(stack, "enabled")];
  },
  "a refresh where it is on": async (is) => {
    const stack = await applied(dnssec(true));
    show(is);
    return refresh(stack, "enabled");
  },
  "a refresh where it is off": async (is) => {
    const stack = await applied(dnssec(false));
    show(is);
    return refresh(stack, "enabled");
  },
  "an import": async (is) => {
    show(is);
    return imported("dnssec");
  },
});
const byOperation = (is: object, rest?: object) => {
  shown({}, rest);
  shows("dnssec.get", { data: { note: 1, ...is } });
};
threeValues("DNSSEC, said by its operation", isSigned, lifeOfDnssec(byOperation));
threeValues("DNSSEC, said by its operation, beside details that say on", brief(isSigned), {
  "a refresh where it is on": async (is) => {
    const stack = await applied(dnssec(true));
    shown({ dnssec_enabled: true });
    shows("dnssec.get", { data: { note: 1, ...is } });
    return refresh(stack, "enabled");
  },
});
threeValues("DNSSEC, said by its operation, or changing", isChanging, lifeOfDnssec(byOperation));
const byDetails = (is: object, rest?: object) => {
  shown(is, rest);
  shows("dnssec.get", { data: { note: 1 } });
};
threeValues("DNSSEC, said by the details of the domain", isDetailed, lifeOfDnssec(byDetails));
const withoutOperation = (is: object, rest?: object) => {
  shown(is, rest);
  registrar.sandbox.fault({ operation: "dnssec.get", fault: { status: 405 } });
};
threeValues("DNSSEC, said by the details, without its operation", brief(isDetailed), lifeOfDnssec(withoutOperation));

threeValues("DNSSEC, said by the details, at a change of nameservers", brief(isDetailed), {
  "a preview": async (is) => {
    shown(is);
    return preview({ it: one("nameservers", { nameservers: foreign }) }, undefined, /DNSSEC of \S+ is on/);
  },
});
const contradiction = /^dnssec\.\w+ for .* DNSSEC \w+/;
threeValues("DNSSEC, said by the response to a write", brief(isSigned), {
  "an `up` that switches it on": async (is) => {
    shows("dnssec.enable", { data: { note: 1, ...is } }, { done: true });
    const stack = new HandlerStack();
    return [...(await up(dnssec(true), stack, contradiction)), ...outputsIn(stack, "enabled")];
  },
  "an `up` that switches it off": async (is) => {
    dashboard().editDomain(domain, { dnssec: true });
    shows("dnssec.disable", { data: { note: 1, ...is } }, { done: true });
    const stack = new HandlerStack();
    return [...(await up(dnssec(false), stack, contradiction)), ...outputsIn(stack, "enabled")];
  },
});

const settings = [
  ["autoRenew", "auto_renew"],
  ["privacy", "privacy_protect"],
] as const;
for (const [name, field] of settings) {
  const setting = (value: boolean) => ({ it: one("domainSettings", { [name]: value }) });
  threeValues(name, flagForms(field), {
    "an `up` that switches it on": async (is) => {
      shown(is);
      return up(setting(true));
    },
    "an `up` that switches it off": async (is) => {
      shown(is);
      return up(setting(false));
    },
    "a refresh where it is on": async (is) => {
      const stack = await applied(setting(true));
      shown(is);
      return refresh(stack, name);
    },
    "a refresh where it is off": async (is) => {
      const stack = await applied(setting(false));
      shown(is);
      return refresh(stack, name);
    },
    "an import": async (is) => {
      shown(is);
      return imported("domainSettings");
    },
    "the response to a write that switches it on": async (is) => {
      dashboard().editDomain(domain, { autoRenew: false, privacy: false });
      shows(`${name}.set`, { data: { note: 1, ...is } });
      return up(setting(true));
    },
    "the response to a write that switches it off": async (is) => {
      dashboard().editDomain(domain, { autoRenew: true, privacy: true });
      shows(`${name}.set`, { data: { note: 1, ...is } });
      return up(setting(false));
    },
  });
}
threeValues("autoRenew of a domain that expires soon", flagForms("auto_renew"), {
  "a preview of a record": async (is) => {
    shown(is, { expiry_date: new Date(Date.now() + 20 * 86_400_000).toISOString() });
    return preview({ it: a("www", "192.0.2.1") }, undefined, /auto-renewal is off/);
  },
  "a preview of an adopted registration": async (is) => {
    shown(is, { expiry_date: new Date(Date.now() + 20 * 86_400_000).toISOString() });
    return preview({ it: one("domainRegistration") }, undefined, /auto-renewal is off/);
  },
});

threeValues("an active domain, at a change of contacts", formsOf("status", ["active", "ACTIVE"], ["expired", "ok"]), {
  "a preview": async (is) => {
    shown(is, { status: undefined });
    return preview(contacts, undefined, /while its status is/);
  },
  "an `up`": async (is) => {
    shown(is, { status: undefined });
    dashboard().editDomain(domain, { contacts: { admin: null } });
    return up(contacts);
  },
});

const contact = (rest: object = {}) => ({ it: { handler: "contact" as const, args: { ...person, ...rest } } });
const row = (is: object) => ({ ...person, handle: "C-1", ...is });
const listed = (is: object) => shows("contacts.list", { data: [row(is)], total: 1 });
const isVerified = flagForms("verified");
threeValues("a verified contact", isVerified, {
  "a contact that is adopted": async (is) => {
    listed(is);
    const stack = new HandlerStack();
    return [...(await up(contact(), stack)), ...outputsIn(stack, "verified")];
  },
  "a contact that is made": async (is) => {
    shows("contacts.create", { data: row(is) });
    const stack = new HandlerStack();
    return [...(await up(contact(), stack)), ...outputsIn(stack, "verified")];
  },
  "a refresh": async (is) => {
    listed({ verified: true });
    const stack = await applied(contact());
    registrar.sandbox.clearFaults();
    listed(is);
    return refresh(stack, "verified");
  },
  "a change of the label, of a verified one": async (is) => changed({ verified: true }, { label: "new" }, is),
  "a change of the e-mail address, of a verified one": async (is) =>
    changed({ verified: true }, { email: "new@example.org" }, is),
  "a change of the label, of one that isn't": async (is) => changed({ verified: false }, { label: "new" }, is),
  "a change that was made by hand": async (is) => {
    listed({ verified: true });
    const stack = await applied(contact());
    registrar.sandbox.clearFaults();
    listed({ ...is, label: "new" });
    return [...(await up(contact({ label: "new" }), stack)), ...outputsIn(stack, "verified")];
  },
  "a change that waits for approval": async (is) => {
    listed(is);
    const stack = await applied(contact());
    registrar.sandbox.fault({ operation: "contacts.update", fault: { status: 202, body: { success: true } } });
    return [...(await up(contact({ label: "new" }), stack)), ...outputsIn(stack, "verified")];
  },
});
/** A change of a contact that the registrar lists so before, with a response that says so. */
async function changed(before: object, rest: object, is: object): Promise<Seen> {
  listed(before);
  const stack = await applied(contact());
  shows("contacts.update", { data: row({ ...rest, ...is }) });
  return [...(await up(contact(rest), stack)), ...outputsIn(stack, "verified")];
}

/** A list of these rows is complete, shows that it lacks some, or says nothing of that. */
interface Extent {
  readonly isTotal?: boolean;
  readonly marks?: object;
}
const extents: Forms<Extent> = {
  yes: [{ isTotal: true }, { isTotal: true, marks: { has_more: false } }],
  no: [
    { isTotal: false },
    { isTotal: true, marks: { has_more: true } },
    { marks: { next: "/2" } },
    { isTotal: true, marks: { partial: true } },
  ],
  nothing: [{}, { marks: { has_more: false } }, { marks: { total: null } }],
};
const operations = ["records.list", "forwards.list", "contacts.list", "domains.list"];
/** The only page of a list. Its total counts its rows, or more. */
function listing(
  operation: string,
  rows: readonly object[],
  { isTotal, marks }: Extent,
  rule: { times?: number } = {},
) {
  useContract(Object.fromEntries(operations.map((each) => [each, { paging: null }])));
  const total = isTotal === undefined ? {} : { total: isTotal ? rows.length : rows.length + 5 };
  shows(operation, { data: rows, ...total, ...marks }, rule);
}
const stranger = row({ email: "b@example.org" });
const others = { type: "A", name: "other", content: "192.0.2.99", id: 900 };
const otherForward = { id: 901, source: "other", destination: "https://y.example/", type: "temporary" };

type RowPlaces = Readonly<Record<string, (is: Extent) => Promise<Seen>>>;
/** The life of a resource whose row the list lacks. */
function lifeOfRow(
  what: string,
  of: (version: 1 | 2, name: string) => Declared,
  operation: string,
  rest: object,
): RowPlaces {
  const program = { it: of(1, "www") };
  return {
    [`a preview of a new ${what}`]: async (is) => {
      listing(operation, [rest], is);
      return preview(program);
    },
    [`a new ${what}`]: async (is) => {
      listing(operation, [rest], is);
      return up(program);
    },
    [`a new ${what} whose request is lost`]: async (is) => {
      listing(operation, [rest], is);
      registrar.sandbox.fault({ operation: operation.replace("list", "create"), times: 1, fault: "reset-before" });
      return up(program);
    },
    [`a refresh of a ${what} that the list lacks`]: async (is) => {
      const stack = await applied(program);
      listing(operation, [rest], is);
      return refresh(stack);
    },
    [`a change of a ${what} that the list lacks`]: async (is) => {
      const stack = await applied(program);
      listing(operation, [rest], is);
      return up({ it: of(2, "www") }, stack);
    },
    [`a new ${what} beside one that the list lacks`]: async (is) => {
      const stack = await applied({ old: program.it });
      listing(operation, [rest], is);
      return up({ old: program.it, it: of(1, "new") }, stack);
    },
    [`a destroy of a ${what} that the list lacks`]: async (is) => {
      const stack = await applied(program);
      listing(operation, [rest], is);
      return destroy(stack);
    },
  };
}
threeValues("a complete list", extents, {
  ...lifeOfRow("record", (version, name) => a(name, `192.0.2.${version}`), "records.list", others),
  ...lifeOfRow("zone", (version, name) => zone({ [`${name} A`]: [`192.0.2.${version}`] }), "records.list", others),
  ...lifeOfRow(
    "forward",
    (version, name) => forward(name, `https://x.example/${version}`),
    "forwards.list",
    otherForward,
  ),
  "the IDs to import": async (is) => {
    listing("records.list", [others], is);
    const notes: string[] = [];
    const ids = await listRowIds("dnsRecord", domain, openAccount(), (note) => notes.push(note));
    return [...ids, part(notes.join(), /isn't proven complete/)];
  },
  "a preview of a new authoritative zone": async (is) => {
    listing("records.list", [byHand("other", "192.0.2.99")], is);
    return preview({ it: whole({ "www A": ["192.0.2.1"] }, { maxUnlistedDeletes: 1 }) });
  },
  "a new authoritative zone": async (is) => {
    listing("records.list", [byHand("other", "192.0.2.99")], is);
    return up({ it: whole({ "www A": ["192.0.2.1"] }, { maxUnlistedDeletes: 1 }) });
  },
  "a preview of a new authoritative zone that has no records": async (is) => {
    listing("records.list", [byHand("other", "192.0.2.99")], is);
    return preview({ it: whole({}, { maxUnlistedDeletes: 1 }) });
  },
  "a new authoritative zone that has no records": async (is) => {
    listing("records.list", [byHand("other", "192.0.2.99")], is);
    return up({ it: whole({}, { maxUnlistedDeletes: 1 }) });
  },
  "a preview of a new contact": async (is) => {
    listing("contacts.list", [stranger], is);
    return preview(contact());
  },
  "a new contact": async (is) => {
    listing("contacts.list", [stranger], is);
    return up(contact());
  },
  "a new contact whose request is lost": async (is) => {
    listing("contacts.list", [stranger], is);
    registrar.sandbox.fault({ operation: "contacts.create", times: 1, fault: "reset-before" });
    return up(contact());
  },
  "a new contact that only a search shows": async (is) => {
    await applied(contact());
    listing("contacts.list", [stranger], is, { times: 1 });
    return up(contact());
  },
  "a refresh of a contact that the list lacks": async (is) => {
    const stack = await applied(contact());
    listing("contacts.list", [stranger], is);
    return refresh(stack);
  },
  "a change of a contact that the list lacks": async (is) => {
    const stack = await applied(contact());
    listing("contacts.list", [stranger], is);
    return up(contact({ city: "Leeds" }), stack);
  },
  "a preview of a handle that the list lacks": async (is) => {
    dashboard().editDomain(domain, { contacts: { admin: null } });
    listing("contacts.list", [stranger], is);
    return preview(contacts);
  },
  "a new registration": async (is) => {
    listing("domains.list", [{ domain_name: domain }], is);
    return up({ it: one("domainRegistration", { domain: "fresh.com", maxPrice: 20 }) });
  },
  "a refresh of a registration that the list lacks": async (is) => {
    const stack = await applied({ it: one("domainRegistration", { domain: "fresh.com", maxPrice: 20 }) });
    registrar.sandbox.removeDomain("fresh.com");
    listing("domains.list", [{ domain_name: domain }], is);
    return [...(await refresh(stack)), "leftAccount" in outputs(stack) && "left"];
  },
});
