// Declares what the file named in DECLARED lists: { name: { class, args, options } }. In arguments, { output: [name,
// property] } is another resource's output and { secret: value } a secret.
const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const registrar = require("pulumi-registrar");

const declared = JSON.parse(readFileSync(process.env.DECLARED, "utf8"));
const made = {};

function value(from) {
  if (Array.isArray(from)) return from.map(value);
  if (typeof from !== "object" || from === null) return from;
  if (from.output) return made[from.output[0]][from.output[1]];
  if ("secret" in from) return pulumi.secret(from.secret);
  return from;
}

for (const [name, { class: type, args, options }] of Object.entries(declared)) {
  const resolved = Object.fromEntries(Object.entries(args).map(([key, from]) => [key, value(from)]));
  const dependsOn = (options?.dependsOn ?? []).map((other) => made[other]);
  made[name] = new registrar[type](name, resolved, { ...options, dependsOn });
}

exports.ids = Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, id]));
