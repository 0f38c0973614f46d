/** One program for each of some features that the small engine refuses, by the name the refusal has to give. */
const refused = { name: "refused" };

module.exports = {
  "stack transforms": (pulumi) => void pulumi.runtime.registerResourceTransform(() => undefined),
  "resource hooks": (pulumi, Thing) =>
    new Thing("refused", refused, { hooks: { beforeCreate: [new pulumi.ResourceHook("hook", () => {})] } }),
  "stack references": (pulumi) => new pulumi.StackReference("organization/other/dev"),
  "functions of other providers": (pulumi) => void pulumi.runtime.invoke("aws:index/getRegion:getRegion", {}),
};
