/** Accounts full of what people have, for stories about taking it over. */
import type { Sandbox, SandboxRecord } from "../../testing/sandbox/index.ts";

type NewRecord = Omit<SandboxRecord, "id">;

/** One record of every type, and what is awkward to write down. */
export const everyRecord: readonly NewRecord[] = [
  { type: "A", name: "", content: "192.0.2.1", ttl: 300 },
  { type: "A", name: "www", content: "192.0.2.1", ttl: 300, comment: "web, blue" },
  { type: "A", name: "www", content: "192.0.2.2", ttl: 300, comment: 'web, "green"' },
  { type: "AAAA", name: "www", content: "2001:db8::1", ttl: 300 },
  { type: "CNAME", name: "blog", content: "host.example.net", ttl: 3600 },
  { type: "CNAME", name: "*.dev", content: "dev.example.net" },
  { type: "MX", name: "", content: "mx1.example.net", priority: 10 },
  { type: "MX", name: "", content: "mx2.example.net", priority: 20 },
  { type: "TXT", name: "", content: 'v=spf1 include:"x" -all; ' },
  { type: "TXT", name: "", content: "google-site-verification=abc" },
  { type: "TXT", name: "", content: "google-site-verification=abd" },
  { type: "TXT", name: "_dmarc", content: "v=DMARC1; p=none; rua=mailto:postmaster@example.net" },
  { type: "TXT", name: "k1._domainkey", content: `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0".repeat(21)}` },
  { type: "TXT", name: "odd", content: "tab\there, \\back\\slash, it's ünïcödé" },
  { type: "NS", name: "lab", content: "ns1.example.net" },
  {
    type: "SRV",
    name: "",
    service: "_sip",
    protocol: "_tcp",
    priority: 10,
    weight: 5,
    port: 5060,
    target: "sip.example.net",
  },
  { type: "CAA", name: "", flags: 0, tag: "issue", value: "letsencrypt.org" },
  { type: "CAA", name: "", flags: 128, tag: "iodef", value: "mailto:security@example.net" },
  { type: "PTR", name: "10.hosts", content: "www.example.com" },
  { type: "A", name: "xn--bcher-kva", content: "192.0.2.9" },
];

/** As many records as asked for, of every type in turn. */
function records(count: number): NewRecord[] {
  return Array.from({ length: count }, (_, index): NewRecord => {
    const record = everyRecord[index % everyRecord.length] ?? { type: "A", name: "", content: "192.0.2.1" };
    const round = Math.floor(index / everyRecord.length);
    return round === 0 ? record : { ...record, name: record.name === "" ? `n${round}` : `${record.name}.n${round}` };
  });
}

export const accountDomains = ["example.com", "example.org", "example.net", "xn--bcher-kva.example", "bare.example"];

/** Five domains: full, locked, on foreign nameservers, internationalised, and one with nothing in it. */
export function fillAccount(sandbox: Sandbox, size: number, second = Math.min(size, 3)): void {
  const { dashboard } = sandbox;
  const contacts = { registrant: "ATOM-1001", admin: "ATOM-1001", billing: null, tech: null };
  sandbox.addDomain("xn--bcher-kva.example", { contacts, locked: true, privacy: false });
  sandbox.addDomain("bare.example");
  for (const record of records(size)) dashboard.addRecord("example.com", record);
  for (const record of records(second)) dashboard.addRecord("example.org", record);
  dashboard.addRecord("xn--bcher-kva.example", { type: "A", name: "www", content: "192.0.2.7" });
  dashboard.lock("example.org");
  dashboard.setAutoRenew("example.org", false);
  dashboard.addForward("example.com", {
    source: "shop",
    destination: "https://www.example.net/shop",
    type: "permanent",
  });
  dashboard.addForward("example.org", { destination: "https://www.example.com/?a=1&b='2'" });
}
