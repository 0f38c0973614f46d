// Every construction below is wrong in one way, and must not compile.
import type * as pulumi from "@pulumi/pulumi";
import { DnsRecord, DnsRecordSet, DnsZone, Domain, DomainLock, Nameservers, UrlForward } from "pulumi-registrar";
import { Provider } from "pulumi-registrar/plugin";
import { type Sandbox, startSandbox } from "pulumi-registrar/testing";

const domain = "example.com";
// @ts-expect-error an MX needs a priority
new DnsRecord("1", { domain, type: "MX", name: "@", content: "mail.example.net" });
// @ts-expect-error a port isn't an argument of an A record
new DnsRecord("2", { domain, type: "A", name: "www", content: "192.0.2.1", port: 80 });
// @ts-expect-error there is no such type
new DnsRecord("3", { domain, type: "ALIAS", name: "@", content: "x.example.net" });
// @ts-expect-error a CAA has no content
new DnsRecord("4", { domain, type: "CAA", name: "@", content: "0 issue x", flags: 0, tag: "issue", value: "x" });
// @ts-expect-error a name is needed
new DnsRecord("5", { domain, type: "A", content: "192.0.2.1" });
// @ts-expect-error a TTL is a number
new DnsRecord("6", { domain, type: "A", name: "www", content: "192.0.2.1", ttl: "1h" });
// @ts-expect-error a lock cannot be declared open
new DomainLock("7", { domain, locked: false });
// @ts-expect-error nameservers are a list
new Nameservers("8", { domain, nameservers: "ns1.example.net" });
// @ts-expect-error a word, never a code
new UrlForward("9", { domain, source: "www", destination: "https://x.example/", type: 301 });
// @ts-expect-error adopt is true or false
new Provider("10", { adopt: "matching" });
// @ts-expect-error there is no such profile
export const unknown = () => startSandbox({ profile: ["ids-text", "page-cap:3", "no-such"] });
// @ts-expect-error for the sandbox's own tests only
export const setProfile = (sandbox: Sandbox) => sandbox.setProfile("nulls");
// @ts-expect-error there is no such type
new DnsZone("11", { domain, records: { "www ALIAS": ["x.example.net"] } });
// @ts-expect-error a key has a type
new DnsZone("12", { domain, records: { www: ["192.0.2.1"] } });
// @ts-expect-error the name comes first
new DnsZone("13", { domain, records: { "A www": ["192.0.2.1"] } });
// @ts-expect-error a type is in capitals
new DnsZone("14", { domain, records: { "www a": ["192.0.2.1"] } });
// @ts-expect-error values are a list
new DnsZone("15", { domain, records: { "www A": "192.0.2.1" } });
// @ts-expect-error a record is a part, and no map
new DnsZone("16", { domain, records: { type: "A", name: "www", content: "192.0.2.1" } });
// @ts-expect-error a part has keys with a type
new DnsZone("17", { domain, records: [{ "www A": ["192.0.2.1"] }, { www: ["192.0.2.2"] }] });
// @ts-expect-error a TTL belongs to a key
new DnsZone("18", { domain, records: {}, ttls: { www: 300 } });
// @ts-expect-error a key has a type
new Domain("19", { domain, records: { www: ["192.0.2.1"] } });
// @ts-expect-error a typo in a kind
new UrlForward("20", { domain, source: "www", destination: "https://x.example/", type: "permanant" });
// @ts-expect-error a typo in a check
new DnsZone("21", { domain, records: {}, skipChecks: ["a-reservd"] });
// @ts-expect-error a typo in a check of an account
const provider = new Provider("22", { skipChecks: ["a-reservd"] });
// @ts-expect-error only the plugin knows accounts
new DomainLock("23", { domain }, { provider });
// @ts-expect-error the same for an existing resource
DomainLock.get("24", "example.com/lock", { provider });
// @ts-expect-error the same for a component
new Domain("25", { domain }, { provider });
// @ts-expect-error a typo in a mode
new Domain("30", { domain, records: {}, mode: "authoritive" });
// @ts-expect-error there is no such type
new DnsRecordSet("27", { domain, type: "ALIAS", name: "@", values: ["x.example.net"] });
// @ts-expect-error there is no such mode
new DnsZone("28", { domain, records: {}, mode: "exclusive" });
// @ts-expect-error no type has such data
new DnsRecord("29", { domain, type: String(domain), name: "@", address: "192.0.2.1" });
// @ts-expect-error an A has no priority
export const priority: pulumi.Output<number> = new DnsRecord("26", {
  domain,
  type: "A",
  name: "@",
  content: "192.0.2.1",
}).priority;
