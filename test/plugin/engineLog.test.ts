/** Messages of a call in the engine's log, at the resource that it is about. */

import { EventEmitter } from "node:events";
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { onPlugin } from "../support/pluginFront.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const plugin = onPlugin();
const engine = new grpc.Server();
const shown: LogRequest[] = [];
const logged = new EventEmitter();
let address = "";

beforeAll(async () => {
  engine.addService(EngineService, {
    log: (call: grpc.ServerUnaryCall<LogRequest, Empty>, respond: grpc.sendUnaryData<Empty>) => {
      shown.push(call.request);
      logged.emit("message");
      respond(null, new Empty());
    },
    getRootResource: unused,
    setRootResource: unused,
    startDebugging: unused,
    requirePulumiVersion: unused,
  });
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = grpc.ServerCredentials.createInsecure();
    engine.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)));
  });
  address = `127.0.0.1:${port}`;
  await plugin.client.handshake(address);
});
afterAll(() => engine.forceShutdown());

function unused(): never {
  throw new Error("the provider asks the engine for nothing else");
}

it("shows why a create takes long while it is looked up, and keeps that nowhere", async () => {
  // Long enough that the second look is more than a second away.
  await plugin.client.configure({ staleListSeconds: "6" });
  registrar.sandbox.setProfile("stale-lists");
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-after" });
  const www = { domain: "example.com", type: "A", name: "www", content: "198.51.100.1" };
  const { inputs } = await plugin.client.check("DnsRecord", {}, www);
  await plugin.client.create("DnsRecord", inputs);
  expect(registrar.writes()).toEqual(["POST records.create"]);
  expect(
    shown.map((each) => [each.getMessage(), each.getSeverity(), each.getEphemeral(), each.getUrn().split("::").at(-2)]),
  ).toEqual([
    ["the registrar may show a write late: looking again in 1 s", LogSeverity.INFO, true, "registrar:index:DnsRecord"],
  ]);
});

it("shows how far the writes of a large zone are, in a line that engines do not cut", async () => {
  await plugin.client.configure({ staleListSeconds: "0" });
  shown.length = 0;
  const names = Array.from({ length: 200 }, (_, n) => [`h${n} A`, ["198.51.100.1"]]);
  const { inputs } = await plugin.client.check(
    "DnsZone",
    {},
    { domain: "example.com", records: Object.fromEntries(names) },
  );
  await plugin.client.create("DnsZone", inputs);
  const told = shown.filter((each) => each.getEphemeral()).map((each) => each.getMessage());
  expect(told).toEqual([100, 200].map((n) => `${n} of 200 records written: example.com`));
  shown.length = 0;
});

const { INFO, WARNING } = LogSeverity;
const domain = "example.com";
const expiresIn = (days: number) => {
  const { dashboard } = registrar.sandbox;
  dashboard.editDomain(domain, { expires: new Date(Date.now() + days * 86_400_000).toISOString(), autoRenew: false });
};
const lock = ["DomainLock", { domain }] as const;
const skipChecks = ["nonsense", "a-reserved", "policy-once"];
const isDown = () => registrar.sandbox.fault({ fault: { status: 501 } });
const mx = { type: "MX" as const, name: "@", content: "mx.example.net", priority: 10 };
const addMx = () => registrar.sandbox.dashboard.addRecord(domain, { ...mx, priority: 20 });
it.each<{ severity: LogSeverity; says: RegExp; of: readonly [type: string, args: object]; seed?: () => unknown }>([
  {
    severity: INFO,
    says: /^example\.com: 1 to create/,
    of: ["DnsZone", { domain, records: { "www A": ["198.51.100.1"] } }],
  },
  { severity: INFO, says: /is not in the account/, of: ["DomainRegistration", { domain: "fresh.com", maxPrice: 20 }] },
  { severity: WARNING, says: /isn't the ID of a check/, of: ["DomainLock", { domain, skipChecks }] },
  { severity: WARNING, says: /may still fail/, of: lock, seed: isDown },
  { severity: WARNING, says: /clients use these records, too/, of: ["DnsRecord", { domain, ...mx }], seed: addMx },
  { severity: WARNING, says: /"registrar:stalelistseconds" isn't a setting \(did you mean/, of: lock },
  { severity: WARNING, says: /expired on/, of: lock, seed: () => expiresIn(-1) },
  { severity: WARNING, says: /was made with a registrar other than/, of: lock },
  { severity: WARNING, says: /auto-renewal is off/, of: lock, seed: () => expiresIn(9) },
])("logs with severity $severity what matches $says", async ({ severity, says, of: [type, args], seed }) => {
  seed?.();
  shown.length = 0;
  await plugin.client.cancel();
  await plugin.client.configure({ staleListSeconds: "0", stalelistseconds: "0" });
  await plugin.client.check(type, {}, { ...args });
  await plugin.client.diff(type, "id", { ...args, __registrar: { registrar: "none" } }, { ...args });
  const found = shown.filter((each) => says.test(each.getMessage()));
  expect(found.map((each) => each.getSeverity())).toEqual([severity]);
});
