/** examples/policies, asked as the engine asks a policy pack: over gRPC, with what the resources of each front are to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import analyzer from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";

const root = join(__dirname, "..", "..");
let pack: ChildProcess;
let client: InstanceType<typeof analyzer.AnalyzerClient>;

beforeAll(async () => {
  const runner = join(root, "node_modules", "@pulumi", "pulumi", "cmd", "run-policy-pack");
  pack = spawn(process.execPath, [runner, "127.0.0.1:1", "."], { cwd: join(root, "examples", "policies") });
  const [port] = pack.stdout === null ? [] : await Promise.race([once(pack.stdout, "data"), once(pack, "exit")]);
  client = new analyzer.AnalyzerClient(`127.0.0.1:${Number(String(port))}`, credentials.createInsecure());
}, 60_000);
afterAll(() => {
  client.close();
  pack.kill();
});

type Message = InstanceType<typeof messages.AnalyzeRequest | typeof messages.AnalyzerResource>;
type Told = InstanceType<typeof messages.AnalyzeResponse>;
const said = (response: Told) =>
  response.getDiagnosticsList().map((found) => `${found.getPolicyname()}: ${found.getMessage().split("\n").at(-1)}`);

describe.each(["pulumi-nodejs:dynamic/registrar:", "registrar:index:"])("resources of %s", (prefix) => {
  type Properties = Record<string, string | number | boolean>;
  function filled<T extends Message>(message: T, name: string, properties: Properties): T {
    message.setType(`${prefix}${name}`);
    message.setUrn(`urn:pulumi:dev::site::${prefix}${name}::it`);
    message.setOptions(new messages.AnalyzerResourceOptions());
    message.setProperties(Struct.fromJavaScript(properties));
    return message;
  }
  async function told(name: string, properties: Properties): Promise<string[]> {
    const request = filled(new messages.AnalyzeRequest(), name, properties);
    request.setName("it");
    return said(await promisify<typeof request, Told>(client.analyze.bind(client))(request));
  }

  it.each([
    ["DnsRecord", { name: "*" }, ["no-wildcard: Declare the names that are used."]],
    ["DnsRecord", { name: "www" }, []],
    ["UrlForward", { name: "*" }, []],
    ["DomainRegistration", { maxPrice: 51 }, ["price-limits: Set `maxPrice` to 50 or less."]],
    ["DomainRegistration", { maxPrice: 50 }, []],
    [
      "DomainRegistration",
      { maxPrice: 9, renewUntil: "2030-01-01" },
      ["price-limits: Set `maxRenewalPrice` to 50 or less."],
    ],
    ["DomainTransfer", {}, ["price-limits: Set `maxPrice` to 50 or less."]],
  ])("%s %j", async (name, properties, expected) => {
    expect(await told(name, { domain: "example.com", ...properties })).toEqual(expected);
  });

  it("each domain is locked and private", async () => {
    const request = new messages.AnalyzeStackRequest();
    const declared = [
      ["DnsRecord", { domain: "example.com" }],
      ["DomainLock", { domain: "example.com" }],
      ["DomainSettings", { domain: "example.com", privacy: true }],
      ["DomainSettings", { domain: "example.org", privacy: false }],
      ["Contact", { firstName: "Ada" }],
    ] as const;
    request.setResourcesList(
      declared.map(([name, properties]) => filled(new messages.AnalyzerResource(), name, properties)),
    );
    expect(said(await promisify<typeof request, Told>(client.analyzeStack.bind(client))(request))).toEqual([
      "locked-and-private: example.org has no DomainLock.",
      "locked-and-private: example.org has no DomainSettings with `privacy: true`.",
    ]);
  });
});
