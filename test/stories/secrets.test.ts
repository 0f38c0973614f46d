import { dnsRecord } from "../../provider/provider.ts";
import type { FaultRule } from "../../testing/sandbox/index.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const secret = 'key="t0p;secret"';
const args = {
  domain: "example.com",
  type: "TXT",
  name: "_key",
  content: secret,
  secretInputs: ["content"],
  __provider: "code",
};
const config = { config: { get: (key: string) => (quick as Record<string, string>)[key] } };

const leaks = (text: string) => text.includes("t0p;secret") || text.includes(JSON.stringify(secret).slice(1, -1));

describe("a text that the program marked secret", () => {
  beforeEach(() => dnsRecord.configure(config));

  it("is in no check failure, and its property is not named, since the engine would print its value", async () => {
    const { failures } = await dnsRecord.check({}, { ...args, type: "CNAME", content: secret });
    for (const { property, reason } of failures) {
      expect(property).toBe("");
      expect(leaks(reason)).toBe(false);
    }
    expect(failures).not.toEqual([]);
  });

  it("stays marked through create, read and update", async () => {
    const { id, outs } = await dnsRecord.create(args);
    expect(outs).toHaveProperty("__registrar.secretInputs", ["content"]);
    const { props, inputs } = await dnsRecord.read(id, outs);
    expect(props).toHaveProperty("__registrar.secretInputs", ["content"]);
    expect(inputs?.["__provider"]).toBe("code");
    const { outs: updated } = await dnsRecord.update(id, outs, { ...args, ttl: 60 });
    expect(updated).toHaveProperty("__registrar.secretInputs", ["content"]);
  });

  it("that becomes secret later is a change, so that the state is written anew, and costs no call", async () => {
    const { secretInputs: _secret, ...open } = args;
    const { id, outs } = await dnsRecord.create(open);
    registrar.calls();
    expect((await dnsRecord.diff(id, outs, args)).changes).toBe(true);
    await dnsRecord.update(id, outs, args);
    expect(registrar.calls()).toEqual([]);
  });
});

describe("the token", () => {
  it("is in no error, whatever goes wrong", async () => {
    dnsRecord.configure(config);
    const { token } = registrar.sandbox;
    const faults: FaultRule["fault"][] = [
      { status: 401 },
      { status: 403 },
      "html",
      "reset-before",
      "success-false",
      "truncate",
    ];
    for (const fault of faults) {
      const struck = registrar.sandbox.fault({ operation: "records.create", fault });
      dnsRecord.configure(config);
      // After a doubtful answer the record is found, and nothing fails.
      const text = await dnsRecord.create(args).then(
        () => "",
        (error: Error) => `${error.message}\n${error.stack}`,
      );
      expect(text).not.toContain(token);
      struck.clear();
      for (const { id } of registrar.sandbox.records("example.com"))
        registrar.sandbox.dashboard.deleteRecord("example.com", id);
    }
  });
});
