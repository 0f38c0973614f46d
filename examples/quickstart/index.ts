import { Contact, Domain } from "pulumi-registrar";

// One object for everything that the domain has: records wait for the nameservers, and the lock for all others.
new Domain("site", {
  domain: "example.com",

  // Records can be managed only while the domain uses the registrar's own nameservers.
  nameservers: ["ns1.atom.com", "ns2.atom.com"],

  records: {
    // A web site: the apex and the world-wide-web name, IPv4 and IPv6.
    apex: { name: "@", type: "A", content: "192.0.2.10", ttl: 3600 },
    "apex-v6": { name: "@", type: "AAAA", content: "2001:db8::10", ttl: 3600 },
    www: { name: "www", type: "CNAME", content: "example.com", ttl: 3600 },

    // Mail, and who may send it.
    mail: { name: "@", type: "MX", content: "mail.example.net", priority: 10, ttl: 3600 },
    spf: { name: "@", type: "TXT", content: "v=spf1 include:_spf.example.net -all" },
    dmarc: { name: "_dmarc", type: "TXT", content: "v=DMARC1; p=reject; rua=mailto:postmaster@example.com" },

    // Who may issue certificates.
    caa: { name: "@", type: "CAA", flags: 0, tag: "issue", value: "letsencrypt.org" },

    // Telephony: where the SIP service runs.
    sip: {
      name: "@",
      type: "SRV",
      service: "_sip",
      protocol: "_tcp",
      priority: 10,
      weight: 60,
      port: 5060,
      target: "sip.example.net",
    },

    // A part of the domain that others run.
    lab: { name: "lab", type: "NS", content: "ns1.example.net" },
    pointer: { name: "10.hosts", type: "PTR", content: "www.example.com" },
  },

  // Web redirects.
  forwards: {
    shop: { source: "shop", destination: "https://www.example.net/shop", type: "permanent" },
    blog: { source: "blog", destination: "https://www.example.net/blog", type: "temporary" },
  },

  // Nobody transfers the domain away.
  lock: true,
});

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

export const ownerHandle = owner.handle;
