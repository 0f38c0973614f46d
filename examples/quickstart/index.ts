import { Contact, DnsRecord, DomainLock, Nameservers, UrlForward } from "pulumi-registrar";

const domain = "example.com";

// Records can be managed only while the domain uses the registrar's own nameservers. The package sets them first.
new Nameservers("nameservers", { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] });

// A web site: the apex and the world-wide-web name, IPv4 and IPv6.
const apex = new DnsRecord("apex", { domain, name: "@", type: "A", content: "192.0.2.10", ttl: 3600 });
new DnsRecord("apex-v6", { domain, name: "@", type: "AAAA", content: "2001:db8::10", ttl: 3600 });
new DnsRecord("www", { domain, name: "www", type: "CNAME", content: "example.com", ttl: 3600 });

// Mail, and who may send it.
new DnsRecord("mail", { domain, name: "@", type: "MX", content: "mail.example.net", priority: 10, ttl: 3600 });
new DnsRecord("spf", { domain, name: "@", type: "TXT", content: "v=spf1 include:_spf.example.net -all" });
new DnsRecord("dmarc", {
  domain,
  name: "_dmarc",
  type: "TXT",
  content: "v=DMARC1; p=reject; rua=mailto:postmaster@example.com",
});

// Who may issue certificates.
new DnsRecord("caa", { domain, name: "@", type: "CAA", flags: 0, tag: "issue", value: "letsencrypt.org" });

// Telephony: where the SIP service runs.
new DnsRecord("sip", {
  domain,
  name: "@",
  type: "SRV",
  service: "_sip",
  protocol: "_tcp",
  priority: 10,
  weight: 60,
  port: 5060,
  target: "sip.example.net",
});

// A part of the domain that others run.
new DnsRecord("lab", { domain, name: "lab", type: "NS", content: "ns1.example.net" });
new DnsRecord("pointer", { domain, name: "10.hosts", type: "PTR", content: "www.example.com" });

// Web redirects.
new UrlForward("shop", { domain, source: "shop", destination: "https://www.example.net/shop", type: "permanent" });
new UrlForward("blog", { domain, source: "blog", destination: "https://www.example.net/blog", type: "temporary" });

const owner = new Contact("owner", {
  name: "Ada Lovelace",
  organization: "Analytical Engines",
  email: "ada@example.org",
  phone: "+1.2025550123",
  address: ["12 St James's Square"],
  city: "London",
  zip: "SW1Y 4JH",
  country: "GB",
});

// Nobody transfers the domain away.
const lock = new DomainLock("lock", { domain });

export const address = apex.content;
export const ownerHandle = owner.handle;
export const locked = lock.locked;
