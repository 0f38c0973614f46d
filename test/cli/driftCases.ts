/** What people do to an account by hand, and what a comparison with the program must say of it. */
import type { Sandbox, SandboxRecord } from "../../testing/sandbox/index.ts";
import { everyCase } from "../dns/types/index.ts";
import type { DeclaredResource } from "../support/programs.ts";
import { person } from "../support/records.ts";

type Outcome = "same" | "changed" | "gone";

export interface DriftCase {
  story: string;
  declared: DeclaredResource;
  /** What happens outside of the program. */
  byHand: (sandbox: Sandbox) => void;
  expected: Outcome;
  /** The properties that differ, as `path: declared -> live`. */
  changes?: string[];
}

const domain = "example.com";

const record = (type: string, name: string, args: Record<string, unknown>): DeclaredResource => ({
  class: "DnsRecord",
  args: { domain, type, name, ...args },
});

const forward = (source: string, destination: string, type?: string): DeclaredResource => ({
  class: "UrlForward",
  args: { domain, source, destination, ...(type && { type }) },
});

function recordAt(sandbox: Sandbox, type: string, name: string): SandboxRecord {
  const found = sandbox.records(domain).find((row) => row.type === type && row.name === name);
  if (found === undefined) throw new Error(`no record ${type} ${name}`);
  return found;
}

/** Edits the one record of this type and name. */
const edit = (type: string, name: string, part: Partial<SandboxRecord>) => (sandbox: Sandbox) => {
  sandbox.dashboard.editRecord(domain, recordAt(sandbox, type, name).id, part);
};

const remove = (type: string, name: string) => (sandbox: Sandbox) => {
  sandbox.dashboard.deleteRecord(domain, recordAt(sandbox, type, name).id);
};

const add = (row: Partial<SandboxRecord> & Pick<SandboxRecord, "type">) => (sandbox: Sandbox) => {
  sandbox.dashboard.addRecord(domain, row);
};

/** A value that must never be shown. */
export const secretText = "token-5f0d9c81";
export const personal = Object.values(person).flat();

/** A record of each type, edited by hand. */
const everyType: DriftCase[] = everyCase(({ drift: [args, part, change] }, type) => {
  const host = `c-${type.toLowerCase()}`;
  const name = args["name"] === undefined ? host : `${args["name"]}.${host}`;
  return [
    {
      story: `a record of type ${type} was edited`,
      declared: record(type, name, { ...args, name }),
      byHand: edit(type, name, part),
      expected: "changed",
      changes: [change],
    },
  ];
});

export const driftCases: readonly DriftCase[] = [
  ...everyType,
  {
    story: "a secret text was changed",
    declared: record("TXT", "c-secret", { content: { secret: secretText } }),
    byHand: edit("TXT", "c-secret", { content: "someone else's" }),
    expected: "changed",
    changes: ["content: [secret] -> [secret]"],
  },
  {
    story: "the domain was unlocked",
    declared: { class: "DomainLock", args: { domain } },
    byHand: (sandbox) => sandbox.dashboard.unlock(domain),
    expected: "changed",
    changes: ["locked: true -> false"],
  },
  {
    story: "the nameservers were changed",
    declared: {
      class: "Nameservers",
      args: { domain: "example.net", nameservers: ["ns1.example.org", "ns2.example.org"] },
    },
    byHand: (sandbox) => sandbox.dashboard.setNameservers("example.net", ["ns1.example.org", "ns3.example.org"]),
    expected: "changed",
    changes: ['nameservers: ["ns1.example.org","ns2.example.org"] -> ["ns1.example.org","ns3.example.org"]'],
  },
  {
    story: "a value of a set was edited, and one added",
    declared: {
      class: "DnsRecordSet",
      args: { domain, name: "c-set", type: "A", values: ["192.0.2.41", "192.0.2.42"] },
    },
    byHand: (sandbox) => {
      edit("A", "c-set", { content: "192.0.2.43" })(sandbox);
      add({ type: "A", name: "c-set", content: "192.0.2.44" })(sandbox);
    },
    expected: "changed",
    changes: ["values[0]: 192.0.2.41 -> 192.0.2.43", "values[2]:  -> 192.0.2.44"],
  },
  {
    story: "a contact moved",
    declared: { class: "Contact", args: { ...person } },
    byHand: (sandbox) => {
      const handle = sandbox.contacts().find(({ email }) => email === person.email)?.handle ?? "";
      sandbox.dashboard.editContact(handle, { city: "Cambridge" });
    },
    expected: "changed",
    changes: ["city: [personal] -> [personal]"],
  },
  {
    story: "a TTL was changed that the program ignores",
    declared: { ...record("A", "c-ignored", { content: "192.0.2.4", ttl: 300 }), options: { ignoreChanges: ["ttl"] } },
    byHand: edit("A", "c-ignored", { ttl: 900 }),
    expected: "changed",
    changes: ["ttl: 300 -> 900"],
  },
  {
    story: "a record was deleted",
    declared: record("A", "g-a", { content: "192.0.2.5" }),
    byHand: remove("A", "g-a"),
    expected: "gone",
  },
  {
    story: "a record was renamed, so that it is another one",
    declared: record("A", "g-renamed", { content: "192.0.2.7" }),
    byHand: edit("A", "g-renamed", { name: "g-moved" }),
    expected: "gone",
  },
  {
    story: "a record was deleted, and another content stands there",
    declared: record("TXT", "g-txt", { content: "ours" }),
    byHand: (sandbox) => {
      remove("TXT", "g-txt")(sandbox);
      add({ type: "TXT", name: "g-txt", content: "theirs" })(sandbox);
    },
    expected: "gone",
  },
  {
    story: "a record was deleted and made again, so that it has another id",
    declared: record("A", "s-again", { content: "192.0.2.6" }),
    byHand: (sandbox) => {
      remove("A", "s-again")(sandbox);
      add({ type: "A", name: "s-again", content: "192.0.2.6" })(sandbox);
    },
    expected: "same",
  },
  {
    story: "a forward was added",
    declared: forward("s-forward", "https://www.example.net/"),
    byHand: (sandbox) =>
      sandbox.dashboard.addForward(domain, { source: "extra", destination: "https://extra.example/" }),
    expected: "same",
  },
];
