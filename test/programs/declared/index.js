// Declares what the file named in DECLARED lists: { name: { class, args, options } }. In arguments, { output: [name,
// property, ...] } is another resource's output, { secret: value } a secret and { entries: [[key, value], ...] } an output of
// a map. A file beside it with the
// ending `.front` names the package of the classes. A class `Provider` is for the resources whose option `provider`
// names it, and a class `plugin:DnsRecord` one of the plugin. The option `servedByDns` has the options of that hook. What classes
// refuse is reported together.
const { existsSync, readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

const front = `${process.env.DECLARED}.front`;
const registrar = require(existsSync(front) ? readFileSync(front, "utf8") : "pulumi-registrar");

const declared = JSON.parse(readFileSync(process.env.DECLARED, "utf8"));
const made = {};
const refusals = [];

function value(from) {
  if (Array.isArray(from)) return from.map(value);
  if (typeof from !== "object" || from === null) return from;
  if (from.output) return from.output.slice(1).reduce((of, key) => of[key], made[from.output[0]]);
  if ("secret" in from) return pulumi.secret(value(from.secret));
  if (from.entries) return pulumi.output(value(from.entries)).apply(Object.fromEntries);
  return Object.fromEntries(Object.entries(from).map(([key, inner]) => [key, value(inner)]));
}

for (const [name, { class: type, args, options }] of Object.entries(declared)) {
  const resolved = Object.fromEntries(Object.entries(args).map(([key, from]) => [key, value(from)]));
  const dependsOn = (options?.dependsOn ?? []).map((other) => made[other]);
  const provider = options?.provider && { provider: made[options.provider] };
  const hooks = options?.servedByDns && { hooks: registrar.servedByDns(options.servedByDns) };
  try {
    const [isPlugin, plain] = [type.startsWith("plugin:"), type.replace("plugin:", "")];
    const classes = isPlugin ? require("pulumi-registrar/plugin") : registrar;
    made[name] = new classes[plain](name, resolved, { ...options, ...provider, ...hooks, dependsOn });
  } catch (error) {
    refusals.push(error.message);
  }
}
if (refusals.length > 0) throw new pulumi.RunError(refusals.join("\n"));

exports.ids = Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, id]));
