/** Records that somebody else makes between the check of a run and its writes. */
import { zoneLines } from "../meaning/zone.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, bound, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();
const live = () => zoneLines(registrar.sandbox, ["example.com"]);
const byHand = (content: string) =>
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "www", content });
const set = (values: unknown, rest: object = {}): Program => ({
  it: { handler: "dnsRecordSet", args: { domain: "example.com", name: "www", type: "A", values, ...rest } },
});
const zoneOf = (values: string[], rest: object = {}): Program => ({
  it: { handler: "dnsZone", args: { domain: "example.com", records: { "www A": values }, ...rest } },
});

describe("a stranger's record that comes between the check and the writes", () => {
  const owned = ["192.0.2.1", "192.0.2.2"];
  const lines = (...values: string[]) => values.map((value) => `www A ${value}`);

  it.each<[string, Program]>([
    ["a set", set(owned, { maxUnlistedDeletes: 9 })],
    ["an authoritative zone", zoneOf(owned, { mode: "authoritative", maxUnlistedDeletes: 9 })],
  ])("is neither overwritten nor deleted by %s, whatever it consents to", async (_what, program) => {
    byHand("192.0.2.1");
    const { errors } = await new HandlerStack(bound).up(program, { beforeWrites: () => byHand("203.0.113.9") });
    expect(errors).toEqual({});
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect(live()).toEqual(lines(...owned, "203.0.113.9"));
  });

  it.each<[string, Program]>([
    ["a record that adopts it", { it: a("www", "192.0.2.1", { adopt: true }) }],
    ["a set", set(["192.0.2.1"])],
    ["a zone", zoneOf(["192.0.2.1"])],
  ])("is not doubled by %s, which says what to do", async (_what, program) => {
    const stack = new HandlerStack(quick);
    const { errors } = await stack.up(program, { beforeWrites: () => byHand("192.0.2.1") });
    expect(errors["it"]).toMatch(/exists already, according to the registrar.*run `pulumi up` again/s);
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect(live()).toEqual(lines("192.0.2.1"));
  });

  it("conflicts with a CNAME, which is not made", async () => {
    const program = { it: record("CNAME", "www", { content: "web.example.net" }) };
    const { errors } = await new HandlerStack(quick).up(program, { beforeWrites: () => byHand("203.0.113.9") });
    expect(errors["it"]).toMatch(/cname_conflict/);
    expect(live()).toEqual(lines("203.0.113.9"));
  });
});
