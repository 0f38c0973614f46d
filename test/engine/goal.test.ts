import { parseDuration, readGoal } from "../../testing/engine/goal.ts";
import { NotSupportedError } from "../../testing/engine/index.ts";
import { fill, loadSdk, type Message } from "../../testing/engine/sdk.ts";
import { PROGRAMS } from "./shelf.ts";

const sdk = loadSdk(`${PROGRAMS}/shelf`);

function request(fields: Record<string, unknown>): Message {
  const type = sdk.resource["RegisterResourceRequest"];
  if (!type) throw new Error("no such message");
  const base = { type: "pulumi-nodejs:dynamic/shelf:Thing", name: "a", custom: true };
  return fill(new type(), { ...base, ...fields, object: sdk.structOf({}) });
}

describe("options of a resource", () => {
  const SIGNATURE = "4dabf18193072939515e22adb298388d";
  const asset = { [SIGNATURE]: "c44067f5952c0a294b673a41bacd8c17", text: "x" };
  it.each([
    ["the option import", request({ importid: "id" })],
    ["the option deletedWith", request({ deletedwith: "urn" })],
    ["the option replaceWith", request({ replaceWithList: ["urn"] })],
    ["the option replaceOnChanges", request({ replaceonchangesList: ["content"] })],
    ["remote components", request({ custom: false, remote: true })],
    ["explicit provider resources", request({ type: "pulumi:providers:other" })],
    ["explicit provider resources", request({ provider: "urn::id" })],
    ["parameterized packages", request({ packageref: "ref" })],
    ["resources of other providers (aws:s3/bucket:Bucket a)", request({ type: "aws:s3/bucket:Bucket" })],
    ["assets and archives", fill(request({}), { object: sdk.structOf({ file: asset }) })],
  ])("refuses %s", (feature, message) => {
    expect(() => readGoal(message)).toThrow(NotSupportedError);
    expect(() => readGoal(message)).toThrow(`does not support ${feature}`);
  });

  it.each([
    ["5m", 300],
    ["1h30m", 5400],
    ["1.5s", 1.5],
    ["", 0],
  ])("takes %s for %d seconds", (text, seconds) => expect(parseDuration(text)).toBe(seconds));
});
