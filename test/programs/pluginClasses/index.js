// Declares a resource with the classes of each front, and prints their aliases.
const pulumi = require("@pulumi/pulumi");
const { DomainRegistration } = require("pulumi-registrar/plugin");
const { DomainLock } = require("pulumi-registrar");

pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
const bought = new DomainRegistration("bought", { domain: "new-name.com", years: 1, maxPrice: 20 });
const twins = [bought, new DomainLock("twin", { domain: "twin.example" }, { aliases: [{ name: "former" }] })];
// The SDK keeps there by which other names the engine may know a resource.
pulumi.all(twins.map((resource) => pulumi.all(resource.__aliases))).apply((aliases) => {
  process.once("exit", () => process.stdout.write(JSON.stringify(aliases)));
});
