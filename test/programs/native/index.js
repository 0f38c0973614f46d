// Declares a domain twice over with the native classes, the nameservers first and the lock last, and prints what they register, in order, and aliases of both fronts.
const pulumi = require("@pulumi/pulumi");
const registrar = require("pulumi-registrar/native");

const registered = [];
pulumi.runtime.setMocks({
  newResource: ({ name, inputs }) => {
    registered.push({ name });
    return { id: name, state: inputs };
  },
  call: () => ({}),
});

function everythingOf(domain, prefix) {
  new registrar.Nameservers(`${prefix} ns`, { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] });
  new registrar.DomainContacts(`${prefix} contacts`, { domain, admin: "ATOM-1001" });
  new registrar.DnsRecord(`${prefix} www`, { domain, type: "A", name: "www", content: "203.0.113.1" });
  new registrar.DnsZone(`${prefix} zone`, { domain, records: { "ftp A": { content: "203.0.113.2" } } });
  new registrar.UrlForward(`${prefix} shop`, { domain, source: "shop", destination: "https://shop.example/" });
  new registrar.DomainLock(`${prefix} lock`, { domain });
}

const bought = new registrar.DomainRegistration("bought", { domain: "new-name.com", years: 1, maxPrice: 20 });
everythingOf("example.com", "text");
everythingOf(bought.domain, "output");
const { DomainLock } = require("pulumi-registrar");
const twins = [bought, new DomainLock("twin", { domain: "twin.example" }, { aliases: [{ name: "former" }] })];
// The SDK keeps there by which other names the engine may know a resource.
pulumi.all(twins.map((resource) => pulumi.all(resource.__aliases))).apply((aliases) => {
  process.once("exit", () => process.stdout.write(JSON.stringify({ registered, aliases })));
});
