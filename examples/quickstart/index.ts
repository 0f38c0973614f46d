import { Contact, Domain } from "pulumi-registrar";

// One object for everything that the domain has: records wait for the nameservers, and the lock for all others.
new Domain("site", {
  domain: "example.com",

  // Records can be managed only while the domain uses the registrar's own nameservers.
  nameservers: ["ns1.atom.com", "ns2.atom.com"],

  ttl: 3600,
  records: {
    // A web site: the apex and the world-wide-web name, IPv4 and IPv6.
    "@ A": ["192.0.2.10"],
    "@ AAAA": ["2001:db8::10"],
    "www CNAME": ["example.com"],

    // Mail, and who may send it.
    "@ MX": ["10 mail.example.net"],
    "@ TXT": ["v=spf1 include:_spf.example.net -all"],
    "_dmarc TXT": ["v=DMARC1; p=reject; rua=mailto:postmaster@example.com"],

    // Who may issue certificates.
    "@ CAA": ['0 issue "letsencrypt.org"'],

    // Telephony: where the SIP service runs.
    "_sip._tcp SRV": ["10 60 5060 sip.example.net"],

    // A part of the domain that others run.
    "lab NS": ["ns1.example.net", "ns2.example.net"],
    "10.hosts PTR": ["www.example.com"],
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
