/** Arguments of each resource, with two values of each that the registrar tells apart. */
import type { Properties } from "../../provider/lifecycle/definition.ts";
import type { resources } from "../../provider/resources/index.ts";
import { firstContact, type Sandbox } from "../../testing/sandbox/index.ts";
import type { UpOptions } from "./handlerStack.ts";
import { domain, inParts, person } from "./records.ts";
import { applied, type Declared, type HandlerStack, unchanged } from "./story.ts";

export type HandlerName = keyof typeof resources;

export interface Row {
  handler: HandlerName;
  /** Arguments of each trial; an argument with values of its own may be left out. */
  base: Properties;
  /** Two values of an argument that the registrar tells apart. */
  values: Record<string, readonly [first: unknown, second: unknown]>;
  /** Arguments that are tried elsewhere, and where or why. */
  exempt: Record<string, string>;
}

const identity = "another one is another resource, which replaces it or is refused: lifeCycle, records";
const control = "steers the provider, and is never sent";
const items = { domain: identity, skipChecks: `${control}: definitions` };

const zoneControls = ["mode", "ignoreRecords", "maxChanges", "maxUnlistedDeletes", "skipChecks"];

const common: Row["values"] = { name: ["host", "other"], ttl: [300, 600], comment: ["one", "two"] };

/** @param base the arguments that a record needs; default: the first of each value */
const record = (type: string, values: Row["values"], base: Properties = firstOf(values)): Row => ({
  handler: "dnsRecord",
  base: { domain, type, name: "host", ...base },
  values: { ...common, ...values },
  exempt: { ...items, type: "chosen by the row; another one replaces the record" },
});
const firstOf = (values: Row["values"]) =>
  Object.fromEntries(Object.entries(values).map(([key, [first]]) => [key, first]));
const hosts = ["one.example.net", "two.example.net"] as const;
const srv: Row["values"] = {
  name: ["_sip._tcp", "_sip._udp"],
  ...{ priority: [10, 20], weight: [5, 6], port: [5060, 5061], target: hosts },
};
const parts: Row["values"] = { service: ["sip", "sips"], protocol: ["tcp", "udp"] };

const recordRows: Record<string, Row> = {
  A: record("A", { content: ["192.0.2.1", "192.0.2.2"] }),
  AAAA: record("AAAA", { content: ["2001:db8::1", "2001:db8::2"] }),
  CNAME: record("CNAME", { content: hosts }),
  MX: record("MX", { priority: [10, 20], content: hosts }),
  TXT: record("TXT", { content: ["one", "two"] }),
  NS: record("NS", { content: hosts }),
  SRV: record("SRV", srv),
  "SRV in parts": record("SRV", parts, { ...firstOf(srv), ...firstOf(parts), name: "host" }),
  CAA: record("CAA", { flags: [0, 128], tag: ["issue", "issuewild"], value: ["ca.example.net", "ca.example.org"] }),
  PTR: record("PTR", { content: hosts }),
};

const ofOne = { domain: identity };
/** The second one is of the contact that `prepare` makes. */
const handles = [firstContact.handle, "ATOM-1002"] as const;

export const rows: Record<string, Row> = {
  ...Object.fromEntries(Object.entries(recordRows).map(([name, row]) => [`DnsRecord ${name}`, row])),
  DnsRecordSet: {
    handler: "dnsRecordSet",
    base: { domain, name: "host", type: "A", values: ["192.0.2.1"] },
    values: {
      ttl: [300, 600],
      values: [
        ["192.0.2.1", "192.0.2.3"],
        ["192.0.2.1", "192.0.2.2"],
      ],
    },
    exempt: {
      ...{ domain: identity, name: identity, type: identity },
      ...{ maxUnlistedDeletes: `${control}: recordSet`, skipChecks: control },
    },
  },
  DnsZone: {
    handler: "dnsZone",
    base: { domain, records: { "www A": ["192.0.2.1"] } },
    values: {
      records: [{ "www A": ["192.0.2.1"] }, { "www A": ["192.0.2.2"] }],
      ttls: [{ "www A": 300 }, { "www A": 600 }],
    },
    exempt: {
      domain: identity,
      ttl: "drift is shown by key, in ttls: zone",
      ...Object.fromEntries(zoneControls.map((name) => [name, `${control}: zone`])),
    },
  },
  UrlForward: {
    handler: "urlForward",
    base: { domain, source: "old", destination: "https://one.example.net" },
    values: {
      source: ["old", "older"],
      destination: ["https://one.example.net", "https://two.example.net"],
      type: ["permanent", "temporary"],
    },
    exempt: items,
  },
  DomainLock: {
    handler: "domainLock",
    base: { domain },
    values: {},
    exempt: { domain: identity },
  },
  Nameservers: {
    handler: "nameservers",
    base: { domain, nameservers: ["ns1.example.net", "ns2.example.net"] },
    values: {
      nameservers: [
        ["ns1.example.net", "ns2.example.net"],
        ["ns1.example.net", "ns3.example.net"],
      ],
    },
    exempt: { domain: identity, restoreOnDelete: `${control}: lifeCycle` },
  },
  Contact: {
    handler: "contact",
    base: person,
    values: {
      name: ["Ada Lovelace", "Ada King"],
      email: ["ada@example.org", "ada@example.net"],
      phone: ["+1.2025550123", "+1.2025550124"],
      fax: ["+1.2025550125", "+1.2025550126"],
      organization: ["Engines", "Looms"],
      address: [["1 Main Street"], ["1 Main Street", "Flat 2"]],
      city: ["London", "Leeds"],
      state: ["Greater London", "Yorkshire"],
      zip: ["SW1Y 4JH", "LS1 1AA"],
      country: ["GB", "IE"],
      label: ["one", "two"],
      disclosedFields: [["name"], ["name", "email"]],
    },
    exempt: { approvalDays: `${control}: domainContacts` },
  },
  "Contact in parts": {
    handler: "contact",
    base: { ...person, ...inParts },
    values: { firstName: ["Ada", "Augusta"], lastName: ["Lovelace", "King"] },
    exempt: {},
  },
  DomainContacts: {
    handler: "domainContacts",
    base: { domain, registrant: firstContact.handle },
    values: { registrant: handles, admin: handles, tech: handles, billing: handles },
    exempt: { domain: identity, approvalDays: `${control}: domainContacts` },
  },
  DomainSettings: {
    handler: "domainSettings",
    base: { domain, privacy: true },
    values: { autoRenew: [true, false], privacy: [true, false] },
    exempt: ofOne,
  },
  Dnssec: { handler: "dnssec", base: { domain, enabled: true }, values: { enabled: [true, false] }, exempt: ofOne },
};

/** The registrar's rows, without its own numbers and dates. */
export const held = ({ sandbox }: { sandbox: Sandbox }) => {
  const { updated: _updated, ...rest } = sandbox.domain(domain);
  return {
    domain: rest,
    records: sandbox.records(domain),
    forwards: sandbox.forwards(domain),
    contacts: sandbox.contacts(),
  };
};
type Held = ReturnType<typeof held>;

/** Without the numbers of rows: one that was made again has another. */
const rowsWithoutIds = (rows: readonly { readonly id: unknown }[]) => rows.map(({ id: _id, ...row }) => row);
export const meaning = ({ records, ...rest }: Held) => ({ ...rest, records: rowsWithoutIds(records) });

/** Arguments that name a row. A row that a person renames is in doubt until it has its name again. */
const naming = ["name", "source", "service", "protocol"];
export const isRenaming = (handler: HandlerName, argument: string) =>
  ["dnsRecord", "urlForward"].includes(handler) && naming.includes(argument);

/** A person makes it in the dashboard what it was. */
export function editByHand(sandbox: Sandbox, before: Held): void {
  const { dashboard } = sandbox;
  const now = held({ sandbox });
  for (const { id } of now.records)
    if (!before.records.some((row) => row.id === id)) dashboard.deleteRecord(domain, id);
  for (const { id, ...row } of before.records) {
    if (now.records.some((there) => there.id === id)) dashboard.editRecord(domain, id, row);
    else dashboard.addRecord(domain, row);
  }
  for (const { id, ...row } of before.forwards) dashboard.editForward(domain, id, row);
  for (const { handle, ...fields } of before.contacts) dashboard.editContact(handle, fields);
  dashboard.editDomain(domain, {
    nameservers: before.domain.nameservers,
    autoRenew: before.domain.autoRenew,
    privacy: before.domain.privacy,
    dnssec: before.domain.dnssec,
    contacts: before.domain.contacts,
  });
}

/** Makes the second contact of a trial that needs one: of the same e-mail address, so that it needs no approval. */
export async function prepare({ handler }: Row): Promise<void> {
  const it: Declared = { handler: "contact", args: { ...person, email: firstContact.email } };
  if (handler === "domainContacts") await applied({ it });
}

/** Applies arguments without an error, and approves what the registrar then asks the owner for. */
export async function upTo({ dashboard }: Sandbox, stack: HandlerStack, it: Declared, options: UpOptions = {}) {
  const { steps, errors } = await stack.up({ it }, options);
  expect(errors).toEqual({});
  const waiting = dashboard.pendingApprovals();
  for (const { id } of waiting) dashboard.approve(id);
  if (waiting.length > 0) expect(await stack.refresh()).toEqual(unchanged);
  return steps;
}
