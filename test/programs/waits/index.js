// Resources of one domain each that wait for each other in another way than the order within a domain would have them wait.
const pulumi = require("@pulumi/pulumi");
const { DnsRecord, DomainLock, Nameservers } = require(process.env.FRONT ?? "pulumi-registrar");

const site = (name) => new pulumi.ComponentResource("test:index:Site", name);
const record = (domain, options, content = "192.0.2.1") =>
  new DnsRecord(`${domain} www`, { domain, type: "A", name: "www", content }, options);
const lock = (domain, options) => new DomainLock(`${domain} lock`, { domain }, options);
const nameservers = (domain, options) =>
  new Nameservers(`${domain} ns`, { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] }, options);

const ways = {
  deletedWith: (domain) => record(domain, { deletedWith: lock(domain) }),
  replaceWith: (domain) => record(domain, { replaceWith: [lock(domain)] }),
  dependsOn: (domain) => record(domain, { dependsOn: [lock(domain)] }),
  dependsOnPromise: (domain) => record(domain, { dependsOn: Promise.resolve([lock(domain)]) }),
  parent: (domain) => record(domain, { parent: lock(domain) }),
  output: (domain) =>
    record(
      domain,
      {},
      lock(domain).id.apply(() => "192.0.2.1"),
    ),
  promise: (domain) =>
    record(
      domain,
      {},
      Promise.resolve(lock(domain)).then(() => "192.0.2.1"),
    ),
  component: (domain) => {
    const component = site(domain);
    record(domain, { dependsOn: [component] });
    lock(domain, { parent: component });
  },
  child: (domain) => {
    const component = site(domain);
    const first = nameservers(domain, { parent: component });
    record(domain, { dependsOn: [first], parent: component });
    lock(domain, { dependsOn: component });
  },
  childDeletedWith: (domain) => {
    const component = site(domain);
    record(domain, { parent: component });
    lock(domain, { deletedWith: component });
  },
  transforms: (domain) => {
    const locked = lock(domain);
    const transform = ({ props, opts }) => ({ props, opts: pulumi.mergeOptions(opts, { dependsOn: locked }) });
    record(domain, { transforms: [transform] });
  },
  transformations: (domain) => {
    const locked = lock(domain);
    const transformation = ({ props, opts }) => ({ props, opts: { ...opts, deletedWith: locked } });
    record(domain, { transformations: [transformation] });
  },
};

// Everything is deleted with one of them, as a transform of the stack may say.
if (process.env.TRANSFORM) {
  const first = nameservers("example.com");
  pulumi.runtime.registerResourceTransform(({ type, name, props, opts }) =>
    name.endsWith(" ns") || !/registrar/.test(type)
      ? undefined
      : { props, opts: pulumi.mergeOptions(opts, { dependsOn: first }) },
  );
}
for (const way of process.env.WAITS.split(" ")) ways[way](`${way.toLowerCase()}.example`);
