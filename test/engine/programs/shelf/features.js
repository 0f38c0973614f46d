/** One program for each feature of Pulumi that the small engine refuses, by the name the refusal has to give. */
const thing = (pulumi, Thing, options) => new Thing("refused", { name: "refused" }, options);

module.exports = {
  "stack transforms": (pulumi) => void pulumi.runtime.registerResourceTransform(() => undefined),
  "resource hooks": (pulumi, Thing) =>
    thing(pulumi, Thing, { hooks: { beforeCreate: [new pulumi.ResourceHook("hook", () => {})] } }),
  "the option import": (pulumi, Thing) => thing(pulumi, Thing, { import: "id" }),
  "the option deletedWith": (pulumi, Thing, { a }) => thing(pulumi, Thing, { deletedWith: a }),
  "the option replaceOnChanges": (pulumi, Thing) =>
    new Thing("a", { name: "a", content: "new" }, { replaceOnChanges: ["content"] }),
  "assets and archives": (pulumi, Thing) =>
    new Thing("refused", { name: "refused", file: new pulumi.asset.StringAsset("text") }),
  "explicit provider resources": (pulumi) => new pulumi.ProviderResource("other", "mine", {}),
  "stack references": (pulumi) => new pulumi.StackReference("organization/other/dev"),
  "resources of other providers": (pulumi) => new pulumi.CustomResource("aws:s3/bucket:Bucket", "bucket", {}),
  "functions of other providers": (pulumi) => void pulumi.runtime.invoke("aws:index/getRegion:getRegion", {}),
  "remote components": (pulumi) => new pulumi.ComponentResource("aws:x:Far", "far", {}, {}, true),
};
