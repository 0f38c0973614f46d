import { readGoal } from "../../testing/engine/generator.ts";
import { loadSdk } from "../../testing/engine/sdk.ts";
import { NotSupportedError } from "../../testing/shared/errors.ts";

const sdk = loadSdk(`${__dirname}/../..`);
const thing = () =>
  new sdk.resource.RegisterResourceRequest()
    .setType("pulumi-nodejs:dynamic/registrar:DnsRecord")
    .setName("a")
    .setCustom(true)
    .setObject(sdk.Struct.fromJavaScript({}));
const asset = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "x" };

it.each([
  ["the option import", thing().setImportid("id")],
  ["the option deletedWith", thing().setDeletedwith("urn")],
  ["the option replaceWith", thing().setReplaceWithList(["urn"])],
  ["the option replaceOnChanges", thing().setReplaceonchangesList(["content"])],
  ["remote components", thing().setCustom(false).setRemote(true)],
  ["explicit provider resources", thing().setType("pulumi:providers:other")],
  ["explicit provider resources", thing().setProvider("urn::id")],
  ["parameterized packages", thing().setPackageref("ref")],
  ["resources of other providers (aws:s3/bucket:Bucket a)", thing().setType("aws:s3/bucket:Bucket")],
  ["assets and archives", thing().setObject(sdk.Struct.fromJavaScript({ file: asset }))],
])("the small engine refuses %s", (feature, message) => {
  expect(() => readGoal(message)).toThrow(NotSupportedError);
  expect(() => readGoal(message)).toThrow(`does not support ${feature}`);
});
