// Programs as people write them: loops, tables and helper functions. Compiled with the classes, and with those of the plugin.
import * as pulumi from "@pulumi/pulumi";
import type { DnsRecordArgs } from "pulumi-registrar";
import { DnsRecord, DnsRecordSet, DnsZone, Domain, UrlForward } from "pulumi-registrar";

const config = new pulumi.Config();
const domain = config.require("domain");

export function aliasOrMail(name: string, dnsName: pulumi.Input<string>, type: "CNAME" | "MX" | "A", protect: boolean) {
  const priority = type === "MX" ? 10 : undefined;
  return new DnsRecord(name, { domain, name: dnsName, type, content: pulumi.output("x"), priority }, { protect });
}

interface Row {
  type: string;
  name: string;
  value: string;
  ttl?: number;
  priority?: number;
}
const made: DnsRecord[] = config.requireObject<Row[]>("records").map(({ type, name, value, ttl, priority }) => {
  return new DnsRecord(`${type}-${name}`, { domain, type, name, content: value, ttl, priority });
});
export const types: pulumi.Output<DnsRecordArgs["type"]>[] = made.map((one) => one.type);
export const contents: pulumi.Output<string | undefined>[] = made.map((one) => one.content);

const rows = [
  { type: "A", name: "@", content: "203.0.113.1" },
  { type: "CNAME", name: "www", content: "example.com" },
  { type: "MX", name: "@", content: "mx1.example.net", priority: 10 },
];
rows.map((row) => new DnsRecord(`${row.name}-${row.type}`, { domain, ...row }));
for (const type of ["A", "TXT"]) new DnsRecord(type, { domain, type, name: "www", content: "192.0.2.1" });

const without: Omit<DnsRecordArgs, "domain">[] = [
  { type: "A", name: "www", content: "192.0.2.1" },
  { type: "CAA", name: "@", flags: 0, tag: "issue", value: "ca.example.net" },
];
for (const args of without) made.push(new DnsRecord(`${args.name}`, { domain, ...args }));
export const declared = (name: string, args: DnsRecordArgs): DnsRecord => new DnsRecord(name, args);
made.push(declared("declared", { domain, type: "SRV", name: "_x._tcp", priority: 1, weight: 1, port: 1, target: "x" }));

const sets = config.requireObject<{ name: string; type: string; values: string[]; ttl?: number }[]>("sets");
export const all: DnsRecordSet[] = sets.map((set) => new DnsRecordSet(`${set.name} ${set.type}`, { domain, ...set }));
new DnsRecordSet("output", { domain, name: "www", type: config.requireSecret("type"), values: ["192.0.2.1"] });
for (const one of config.requireObject<{ source: string; destination: string; type?: string }[]>("forwards"))
  new UrlForward(one.source, { domain, ...one });

const hosts = Object.entries({ www: "192.0.2.1", api: "192.0.2.2" });
const byKey: Record<string, string[]> = {};
for (const [name, address] of hosts) byKey[`${name} A`] = [address];
new DnsZone("zone", { domain, records: byKey, mode: config.get("mode") });
new DnsZone("entries", { domain, records: config.requireObject<Record<string, string[]>>("zone") });
new Domain(domain, { records: Object.fromEntries(hosts.map(([name, address]) => [`${name} A`, [address]])) });
