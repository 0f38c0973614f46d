import { readDnssec } from "../../provider/api/index.ts";
import { applied, unchanged } from "../support/applied.ts";
import { useContract } from "../support/contract.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();
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
  it("DNSSEC is switched off, and left alone where it is off", async () => {
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

  it("the DS records are read if the response to the write doesn't have them", async () => {
    registrar.sandbox.fault({ operation: "dnssec.enable", fault: { status: 204, done: true } });
    const stack = new HandlerStack();
    expect((await stack.up(dnssec(true))).errors).toEqual({});
    expect(registrar.calls()).toEqual([...checks, "GET dnssec.get", "POST dnssec.enable", "GET dnssec.get"]);
    expect(outputs(stack)["dsRecords"]).toHaveLength(1);
  });

  it.each([
    ["before it is sent, if the contract names the service's own", { serviceNameservers: ["ns1.atom.com"] }, []],
    ["once the registrar has refused it, if the contract names none", {}, ["POST dnssec.enable"]],
  ])("DNSSEC on foreign nameservers is refused, with the ways out, %s", async (_, contract, writes) => {
    registrar.sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns2.example.net"]);
    useContract(contract);
    const { errors } = await new HandlerStack().up(dnssec(true), { skipPreview: true });
    expect(errors["dnssec"]).toMatch(
      /DNSSEC can only be managed on .* own nameservers, but example\.com uses ns1\.example\.net.*a `Nameservers`.*serviceNameservers/s,
    );
    expect(registrar.writes()).toEqual(writes);
  });

  it("DNSSEC is switched off on foreign nameservers, which repairs a broken domain", async () => {
    switchByHand(true);
    registrar.sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns2.example.net"]);
    expect((await new HandlerStack().up(dnssec(false))).errors).toEqual({});
    expect(isOn()).toBe(false);
  });

  describe("a switch of unknown outcome", () => {
    it.each([
      ["isn't repeated if a read shows it", "reset-after" as const, 1],
      ["is repeated once if a read doesn't show it", "reset-before" as const, 2],
    ])("%s", async (_what, fault, sent) => {
      registrar.sandbox.fault({ operation: "dnssec.enable", times: 1, fault });
      const stack = new HandlerStack(quick);
      expect((await stack.up(dnssec(true))).errors).toEqual({});
      expect(registrar.writes()).toHaveLength(sent);
      expect([isOn(), outputs(stack)["enabled"]]).toEqual([true, true]);
    });

    it("isn't sent a third time, and the next run reads first", async () => {
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

  it("there is no drift and no write while the registrar is changing DNSSEC", async () => {
    answers({ success: true, data: { status: "pending" } });
    const stack = await applied(dnssec(true));
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.writes()).toEqual([]);
    registrar.sandbox.clearFaults();
    expect((await stack.refresh()).drift).toMatchObject({ dnssec: { enabled: false } });
  });
});

describe("the status of DNSSEC", () => {
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
  ])("is read from %j", (answer, enabled, dsRecords) => {
    expect(readDnssec(answer)).toEqual({ enabled, dsRecords });
  });

  it("has each DS record once, in one order", () => {
    const row = (key_tag: number) => ({ key_tag, algorithm: 13, digest_type: 2, digest: "1F987CC6583E92DF" });
    const one = readDnssec({ records: [row(1), row(2), row(1)] });
    expect(one).toEqual(readDnssec({ records: [row(2), row(1)] }));
    expect(one.dsRecords.map(({ keyTag }) => keyTag)).toEqual([1, 2]);
  });
});
