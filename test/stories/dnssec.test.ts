import { readDnssec } from "../../provider/api/index.ts";
import { applied, unchanged } from "../support/applied.ts";
import { useContract } from "../support/contract.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const domain = "example.com";

const dnssec = (enabled: boolean, rest: Record<string, unknown> = {}): Program => ({
  dnssec: { handler: "dnssec", args: { domain, enabled, ...rest } },
});
const isOn = () => registrar.sandbox.domain(domain).dnssec;
const outputs = (stack: HandlerStack) => stack.state.get("dnssec")?.outputs ?? {};
const switchByHand = (on: boolean) =>
  registrar.sandbox.addDomain(domain, { ...registrar.sandbox.domain(domain), dnssec: on });
/** The calls of a check before DNSSEC is switched on. */
const checks = ["GET domains.get", "GET dnssec.get"];
const answers = (body: unknown) => registrar.sandbox.fault({ operation: "dnssec.get", fault: { status: 200, body } });

describe("Dnssec", () => {
  it("turns it on, does nothing the second time, sees and repairs a change by hand, and leaves it as it is when it goes", async () => {
    const stack = new HandlerStack();
    expect((await stack.up(dnssec(true))).errors).toEqual({});
    expect(registrar.calls()).toEqual([...checks, "GET dnssec.get", "POST dnssec.enable"]);
    expect(isOn()).toBe(true);
    expect(outputs(stack)["dsRecords"]).toEqual([
      { keyTag: expect.any(Number), algorithm: 13, digestType: 2, digest: expect.stringMatching(/^[0-9A-F]{64}$/) },
    ]);
    expect((await stack.up(dnssec(true))).steps).toEqual({ dnssec: "same" });
    expect(registrar.calls()).toEqual([]);

    switchByHand(false);
    expect((await stack.refresh()).drift).toMatchObject({ dnssec: { enabled: false, dsRecords: [] } });
    expect(registrar.calls()).toEqual(["GET dnssec.get"]);
    expect((await stack.up(dnssec(true))).steps).toEqual({ dnssec: "update" });
    expect(isOn()).toBe(true);
    expect(await stack.refresh()).toEqual(unchanged);

    registrar.calls();
    said();
    expect((await stack.destroy()).errors).toEqual({});
    expect(registrar.calls()).toEqual([]);
    expect(said()).toMatch(
      /DNSSEC of example\.com was not changed \(on; to switch it off, set `enabled: false` in the program\)/,
    );
    expect(isOn()).toBe(true);
  });

  it("turns it off, and takes what is off as it is", async () => {
    switchByHand(true);
    const stack = new HandlerStack();
    await stack.up(dnssec(false));
    expect(registrar.calls()).toEqual(["GET domains.get", "GET dnssec.get", "DELETE dnssec.disable"]);
    expect(isOn()).toBe(false);
    expect(outputs(stack)["dsRecords"]).toEqual([]);
    await new HandlerStack().up(dnssec(false));
    expect(registrar.calls()).toEqual(["GET domains.get", "GET dnssec.get"]);
    switchByHand(true);
    expect((await stack.refresh()).drift).toMatchObject({ dnssec: { enabled: true } });
  });

  it("asks for the DS records when the answer to turning it on does not hold them", async () => {
    registrar.sandbox.fault({ operation: "dnssec.enable", fault: { status: 204, done: true } });
    const stack = new HandlerStack();
    expect((await stack.up(dnssec(true))).errors).toEqual({});
    expect(registrar.calls()).toEqual([...checks, "GET dnssec.get", "POST dnssec.enable", "GET dnssec.get"]);
    expect(outputs(stack)["dsRecords"]).toHaveLength(1);
  });

  it.each([
    ["the contract names the service's own: before anything is sent", { serviceNameservers: ["ns1.atom.com"] }, []],
    ["nobody names the service's own: when the registrar has refused", {}, ["POST dnssec.enable"]],
  ])("is refused on foreign nameservers, with the ways out. Where %s", async (_, contract, writes) => {
    registrar.sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns2.example.net"]);
    useContract(contract);
    const { errors } = await new HandlerStack().up(dnssec(true), { skipPreview: true });
    expect(errors["dnssec"]).toMatch(
      /DNSSEC can only be managed on .* own nameservers, but example\.com uses ns1\.example\.net.*a `Nameservers`.*serviceNameservers/s,
    );
    expect(registrar.writes()).toEqual(writes);
  });

  it("turns it off on foreign nameservers, which brings a broken domain back", async () => {
    switchByHand(true);
    registrar.sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns2.example.net"]);
    expect((await new HandlerStack().up(dnssec(false))).errors).toEqual({});
    expect(isOn()).toBe(false);
  });

  describe("when nobody knows whether it was turned on", () => {
    it.each([
      ["looks, and finds it done", "reset-after" as const, 1],
      ["looks, and sends it once more", "reset-before" as const, 2],
    ])("%s", async (_what, fault, sent) => {
      registrar.sandbox.fault({ operation: "dnssec.enable", times: 1, fault });
      const stack = new HandlerStack(quick);
      expect((await stack.up(dnssec(true))).errors).toEqual({});
      expect(registrar.writes()).toHaveLength(sent);
      expect([isOn(), outputs(stack)["enabled"]]).toEqual([true, true]);
    });

    it("sends it no third time, and the next run looks first", async () => {
      const fault = registrar.sandbox.fault({ operation: "dnssec.enable", fault: "reset-before" });
      const stack = new HandlerStack(quick);
      expect((await stack.up(dnssec(true))).errors["dnssec"]).toMatch(/dnssec\.enable.*may have applied it/s);
      expect(registrar.writes()).toHaveLength(2);
      fault.clear();
      switchByHand(true);
      expect((await stack.up(dnssec(true))).errors).toEqual({});
      expect(registrar.writes()).toEqual([]);
    });
  });

  describe("takes the domain's details where its own operation says nothing", () => {
    it.each([
      ["an answer without a status", { status: 200, body: { success: true, data: { zone: "example.com" } } }],
      ["a 404 for a domain that is held", { status: 404, body: { success: false, error: "none", message: "None." } }],
      ["no such route", { status: 405 }],
    ])("%s", async (_what, fault) => {
      registrar.sandbox.fault({ operation: "dnssec.get", fault });
      const stack = new HandlerStack();
      expect((await stack.up(dnssec(false))).errors).toEqual({});
      expect(registrar.writes()).toEqual([]);
      switchByHand(true);
      expect((await stack.refresh()).drift).toMatchObject({ dnssec: { enabled: true } });
    });

    it("else it is an error that names the contract's key", async () => {
      registrar.sandbox.setProfile("details-sparse");
      answers({ success: true, data: { zone: "example.com" } });
      const { errors } = await new HandlerStack().up(dnssec(true));
      expect(errors["dnssec"]).toMatch(/whether DNSSEC is on.*contract file .*`dnssec\.get`, `fields`/s);
      expect(registrar.writes()).toEqual([]);
    });

    it("and the contract's own name for the status is followed", async () => {
      registrar.sandbox.setProfile("details-sparse");
      answers({ success: true, data: { zone_protection: 1 } });
      useContract({ "dnssec.get": { fields: { enabled: "zone_protection" } } });
      expect((await new HandlerStack().up(dnssec(true))).errors).toEqual({});
      expect(registrar.calls()).toEqual([...checks, "GET dnssec.get"]);
    });
  });

  it("while the registrar is changing it there is no drift and nothing to send", async () => {
    answers({ success: true, data: { status: "pending" } });
    const stack = await applied(dnssec(true));
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.writes()).toEqual([]);
    registrar.sandbox.clearFaults();
    expect((await stack.refresh()).drift).toMatchObject({ dnssec: { enabled: false } });
  });
});

describe("the status of DNSSEC is read from", () => {
  const ds = { keyTag: 2371, algorithm: 13, digestType: 2, digest: "1F987CC6583E92DF" };
  it.each<[Record<string, unknown>, boolean | "changing" | undefined, object[]]>([
    [{ enabled: true }, true, []],
    [{ enabled: 0 }, false, []],
    [{ dnssec_enabled: "true" }, true, []],
    [{ status: "Active", enabled: null }, true, []],
    [{ status: "disabled", records: [] }, false, []],
    [{ status: "pending", records: [] }, "changing", []],
    [{ status: "success", records: [] }, undefined, []],
    [{ status: "signedDelegation" }, undefined, []],
    [{ nameservers: ["ns1.atom.com"] }, undefined, []],
    [
      { enabled: false, records: [{ key_tag: 2371, algorithm: 13, digest_type: 2, digest: "1f987cc6583e92df" }] },
      false,
      [ds],
    ],
    [{ records: [{ key_tag: "2371", algorithm: "13", digest_type: "2", digest: "1F98 7CC6 583E 92DF" }] }, true, [ds]],
    [{ records: ["2371 13 2 1F987CC6 583E92DF", "else"] }, true, [ds]],
  ])("%j", (answer, enabled, dsRecords) => {
    expect(readDnssec(answer)).toEqual({ enabled, dsRecords });
  });

  it("rows in any order, each once", () => {
    const row = (key_tag: number) => ({ key_tag, algorithm: 13, digest_type: 2, digest: "1F987CC6583E92DF" });
    const one = readDnssec({ records: [row(1), row(2), row(1)] });
    expect(one).toEqual(readDnssec({ records: [row(2), row(1)] }));
    expect(one.dsRecords.map(({ keyTag }) => keyTag)).toEqual([1, 2]);
  });
});
