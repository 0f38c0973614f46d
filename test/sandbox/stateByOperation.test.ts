/**
 * State x operation: the sandbox itself refuses each write to a domain that the specification or the contract forbids in a state,
 * although the provider asks first. A write of the table of endpoints without a row here fails.
 */
import { endpointNames, endpointOf } from "../../provider/api/endpoints/table.ts";
import { withSandbox } from "./raw.ts";

const writes = endpointNames.filter((name) => {
  const { method, path } = endpointOf(name);
  return method !== "GET" && path.includes("{domain}");
});
const record = { type: "A", name: "new", content: "192.0.2.9", ttl: 300 };
const nameservers = ["ns1.example.net", "ns2.example.net"];
const bodies: Readonly<Record<string, object | undefined>> = {
  "domains.renew": { registration_length: 1 },
  "records.create": record,
  "records.update": record,
  "records.delete": undefined,
  "dnssec.enable": undefined,
  "dnssec.disable": undefined,
  "nameservers.set": { nameservers },
  "lock.set": { locked: true },
  "privacy.set": { privacy_protect: true },
  "autoRenew.set": { auto_renew: true },
  "forwards.create": { source: "new", destination: "https://example.net/", type: "temporary" },
  "forwards.update": { source: "go", destination: "https://example.org/", type: "temporary" },
  "forwards.delete": undefined,
  "domainContacts.set": {},
};

type State = Readonly<{ part: object; refuses: Readonly<Record<string, [status: number, code: string]>> }>;
const foreign: [number, string] = [400, "foreign_nameservers"];
const inactive: [number, string] = [400, "domain_not_active"];
const states: Readonly<Record<string, State>> = {
  active: { part: {}, refuses: {} },
  "in another account": {
    part: { account: "other" },
    refuses: Object.fromEntries(writes.map((name) => [name, [403, "forbidden"] as [number, string]])),
  },
  "on foreign nameservers": {
    part: { nameservers },
    refuses: {
      ...{ "records.create": foreign, "records.update": foreign, "records.delete": foreign },
      ...{ "dnssec.enable": foreign, "domainContacts.set": foreign },
    },
  },
  locked: { part: { locked: true }, refuses: { "domainContacts.set": [400, "domain_locked"] } },
  expired: { part: { expires: "2020-01-01T00:00:00Z" }, refuses: { "domainContacts.set": inactive } },
  "in a transfer": { part: { transferUntil: "2999-01-01T00:00:00Z" }, refuses: { "domainContacts.set": inactive } },
};

it("each write to a domain has a row", () => {
  expect(Object.keys(bodies).sort()).toEqual([...writes].sort());
});

describe.each(Object.entries(states))("a domain that is %s", (_state, { part, refuses }) => {
  it.each(writes)("gets the response of its state to %s", async (name) => {
    const { sandbox, api } = await withSandbox();
    sandbox.addDomain("state.com", part);
    const { dashboard } = sandbox;
    const kind = name.startsWith("forwards") ? "forward" : "record";
    const { id } =
      kind === "forward"
        ? dashboard.addForward("state.com", { source: "go", destination: "https://example.net/" })
        : dashboard.addRecord("state.com", { ...record, type: "A", name: "www" });
    const { method, path } = endpointOf(name);
    const url = path.replace("{domain}", "state.com").replace("{id}", String(id));
    const [handle = ""] = sandbox.contacts().map((contact) => contact.handle);
    const body = name === "domainContacts.set" ? { tech: handle } : bodies[name];
    const before = JSON.stringify([sandbox.records("state.com"), sandbox.forwards("state.com")]);
    const { status, text } = await api.send(method, url, { body });
    const [expected, code] = refuses[name] ?? [];
    if (expected === undefined) expect({ text, isDone: status < 300 }).toEqual({ text, isDone: true });
    else expect({ status, text }).toEqual({ status: expected, text: expect.stringContaining(code ?? "") });
    const after = JSON.stringify([sandbox.records("state.com"), sandbox.forwards("state.com")]);
    if (expected !== undefined) expect(after).toBe(before);
  });
});
