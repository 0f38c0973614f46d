import * as pulumi from "@pulumi/pulumi";
import { DnsRecord, DomainLock, UrlForward } from "pulumi-registrar";

const domain = new pulumi.Config().get("domain") ?? "example.com";

// The web site, under two names.
const apex = new DnsRecord("apex", { domain, name: "@", type: "A", content: "192.0.2.10", ttl: 300 });
new DnsRecord("www", { domain, name: "www", type: "CNAME", content: domain, ttl: 300 });
new DnsRecord("mail", { domain, name: "@", type: "MX", content: "mail.example.net", priority: 10 });

// A name that only redirects, and a lock against transfers.
new UrlForward("shop", { domain, source: "shop", destination: "https://shop.example.net/", type: "permanent" });
new DomainLock("lock", { domain }, { protect: true });

export const address = apex.content;
