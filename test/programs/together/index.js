// The examples that EXAMPLES names, in one program, because one run costs a fraction of several. `dnssec=example.org` gives an
// example's domain.
const pulumi = require("@pulumi/pulumi");

for (const each of process.env.EXAMPLES.split(" ")) {
  const [name, domain] = each.split("=");
  if (domain) pulumi.runtime.setConfig("together:domain", domain);
  Object.assign(exports, require(`../../../examples/${name}/index.ts`));
}
