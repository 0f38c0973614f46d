/** A domain whose DNS moves to another service, and back. */
import type { Program } from "../support/handlerStack.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { a, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const domain = "example.com";
const service = ["ns1.atom.com", "ns2.atom.com"];
const elsewhere = ["ns1.elsewhere.example", "ns2.elsewhere.example"];
const delegatedTo = (nameservers: string[]) => ({ handler: "nameservers" as const, args: { domain, nameservers } });

// The provider host has one process an operation; the handlers of a story are called as the engine orders them.
const oneByOne = { oneByOne: true };
const records: Program = {
  www: a("www", "192.0.2.1"),
  mail: a("mail", "192.0.2.2"),
  zone: { handler: "dnsZone", args: { domain, records: { "ftp A": ["192.0.2.3"] } } },
};

it("releases the records that a program drops as it moves DNS elsewhere, says so once, and the way back adopts them", async () => {
  const stack = new HandlerStack(quick, oneByOne);
  expect((await stack.up({ ns: delegatedTo(service), ...records })).errors).toEqual({});
  registrar.writes();

  const left = await stack.up({ ns: delegatedTo(elsewhere) });
  expect(left.errors).toEqual({});
  expect([...stack.state.keys()]).toEqual(["ns"]);
  expect(registrar.sandbox.records(domain)).toHaveLength(3);
  expect(said().match(/The records of example\.com .*were released/g)).toHaveLength(1);
  expect((await stack.up({ ns: delegatedTo(elsewhere) })).steps).toEqual({ ns: "same" });

  process.env["REGISTRAR_ADOPT"] = "true";
  registrar.writes();
  expect((await stack.up({ ns: delegatedTo(service), ...records })).errors).toEqual({});
  expect(registrar.writes()).toEqual(["PUT nameservers.set"]);
  expect((await stack.up({ ns: delegatedTo(service), ...records })).steps).toEqual(
    expect.objectContaining({ ns: "same", www: "same", mail: "same" }),
  );
});

it("lets nothing go where only a guess says whose the nameservers are", async () => {
  const stack = new HandlerStack(quick, oneByOne);
  await stack.up({ www: a("www", "192.0.2.1") });
  registrar.sandbox.dashboard.setNameservers("example.com", elsewhere);
  registrar.sandbox.fault({
    operation: "records.delete",
    fault: { status: 400, body: { success: false, message: "under maintenance" } },
  });
  expect(Object.keys((await stack.up({})).errors)).toEqual(["www"]);
  expect([...stack.state.keys()]).toEqual(["www"]);
});

it("does not let go what the service may still be asked for, nor after any other failure", async () => {
  const stack = new HandlerStack(quick, oneByOne);
  await stack.up({ www: a("www", "192.0.2.1") });
  registrar.sandbox.dashboard.setNameservers(domain, ["ns1.atom.com", "ns1.elsewhere.example"]);
  expect((await stack.up({})).errors["www"]).toMatch(/can only be managed on the service's own nameservers/);
  registrar.sandbox.dashboard.setNameservers(domain, elsewhere);
  registrar.sandbox.fault({ operation: "records.delete", times: 1, fault: { status: 501, body: { success: false } } });
  expect((await stack.up({})).errors["www"]).toMatch(/501/);
  expect([...stack.state.keys()]).toEqual(["www"]);
  expect((await stack.up({})).errors).toEqual({});
  expect(stack.state.size).toBe(0);
});
