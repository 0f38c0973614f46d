import { readFileSync } from "node:fs";
import { Domain, mailServices } from "pulumi-registrar";

const dkim = readFileSync(`${__dirname}/google._domainkey.pem`, "utf8");
new Domain("example.com", {
  ttl: 3600,
  ttls: { "@ A": 300, "@ AAAA": 300 },
  records: [
    mailServices.googleWorkspace({ dkim, dmarc: { p: "reject", rua: "dmarc@example.com" } }),
    {
      "@ A": ["192.0.2.10", "192.0.2.11"],
      "@ AAAA": ["2001:db8::10"],
      "www CNAME": ["example.com"],
      "api A": ["192.0.2.12", "192.0.2.13"],
      "vpn A": ["192.0.2.14"],
      "git A": ["192.0.2.15", "192.0.2.16"],
      "docs CNAME": ["docs.example.net"],
      "@ TXT": ["site=0123"],
      "_smtp._tls TXT": ["v=TLSRPTv1; rua=mailto:tls@example.com"],
      "@ CAA": ['0 issue "pki.goog"', '0 issuewild ";"', '0 iodef "mailto:ca@example.com"'],
      "_sip._tcp SRV": ["1 5 5060 sip.example.net"],
    },
  ],
  forwards: { shop: { destination: "https://shop.example.net" }, go: { destination: "https://example.net" } },
  lock: true,
});
