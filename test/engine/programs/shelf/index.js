/**
 * Declares what `plan.json` in the folder `shelf:dir` lists:
 * `{ things: [{ name, box?, in?, props?, refs?, secrets?, options?, dependsOn? }], outputs?, say?, then? }`.
 * `refs` sets a property from another thing's output ("a.label"); `secrets` names properties to be made secret.
 */
const fs = require("node:fs");
const path = require("node:path");
const pulumi = require("@pulumi/pulumi");
const { Box, Thing } = require("./things.js");

const config = new pulumi.Config("shelf");
const plan = JSON.parse(fs.readFileSync(path.join(config.require("dir"), "plan.json"), "utf8"));
const made = {};
const outputOf = (reference) => {
  const [name, key] = reference.split(".");
  return made[name][key];
};

for (const {
  name,
  box,
  in: parent,
  props = {},
  refs = {},
  secrets = [],
  options = {},
  dependsOn = [],
} of plan.things) {
  const args = box ? { ...props } : { name, ...props };
  for (const [key, reference] of Object.entries(refs)) args[key] = outputOf(reference);
  for (const key of secrets) args[key] = pulumi.secret(args[key]);
  const all = { ...options, dependsOn: dependsOn.map((other) => made[other]) };
  if (parent) all.parent = made[parent];
  if (box) {
    made[name] = new Box(name, {}, all);
    made[name].registerOutputs(props);
  } else {
    made[name] = new Thing(name, args, all);
  }
}
for (const [severity, message] of Object.entries(plan.say ?? {})) void pulumi.log[severity](message);
if (plan.print) console.log(plan.print);
for (const [key, reference] of Object.entries(plan.outputs ?? {})) exports[key] = outputOf(reference);
if (plan.secretOutput) exports.hidden = config.requireSecret(plan.secretOutput);
if (plan.thing) exports.thing = made[plan.thing];
// Without a stack: some versions of Node.js take a minute to print one that goes through the SDK.
if (plan.throws) throw Object.assign(new pulumi.RunError(plan.throws), { stack: plan.throws });
if (plan.feature) require("./features.js")[plan.feature](pulumi, Thing, made);
