/** An API whose calls reach all records of a name and type: none of them is lost. */
import { useContractOfSets } from "../support/contract.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, record, sip } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar({ profile: "godaddy-rows" });
const domain = "example.com";

beforeEach(useContractOfSets);

const live = () =>
  registrar.sandbox.records(domain).map(({ type, name, content, target }) => `${type} ${name} ${content ?? target}`);
const srv = (service: string, target: string) => record("SRV", `${service}._tcp`, { ...sipData, target });
const sipData = { priority: 1, weight: 2, port: 3 };
const three = (...ends: number[]): Program =>
  Object.fromEntries(ends.map((end, n) => [`www${n}`, a("www", `192.0.2.${end}`)]));

it("several resources of one name and type change at once, beside a row of someone else", async () => {
  registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "192.0.2.99", ttl: 900 });
  const stack = new HandlerStack();
  expect((await stack.up(three(1, 2, 3))).errors).toEqual({});
  expect((await stack.up(three(11, 12, 13))).errors).toEqual({});
  expect(live().sort()).toEqual([11, 12, 13, 99].map((end) => `A www 192.0.2.${end}`));
  expect((await stack.up(three(11, 12, 13))).errors).toEqual({});
  registrar.writes();
  expect((await stack.up(three(11, 14))).errors).toEqual({});
  expect(live().sort()).toEqual([11, 14, 99].map((end) => `A www 192.0.2.${end}`));
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(["A www 192.0.2.99"]);
  expect(registrar.sandbox.records(domain)[0]).toMatchObject({ ttl: 900 });
});

it("a record takes another name, and the rows of both names stay", async () => {
  for (const name of ["www", "web"])
    registrar.sandbox.dashboard.addRecord(domain, { type: "A", name, content: "192.0.2.99" });
  const stack = new HandlerStack();
  expect((await stack.up(three(1))).errors).toEqual({});
  expect((await stack.up({ www0: a("web", "192.0.2.1") })).errors).toEqual({});
  expect(live().sort()).toEqual(["A web 192.0.2.1", "A web 192.0.2.99", "A www 192.0.2.99"]);
});

it("SRV records of other services share the name of their host, and stay", async () => {
  registrar.sandbox.dashboard.addRecord(domain, { ...sip, service: "_imaps", target: "imap.example.net" });
  const stack = new HandlerStack();
  const both = (target: string): Program => ({ sip: srv("_sip", target), xmpp: srv("_xmpp", target) });
  expect((await stack.up(both("a.example.net"))).errors).toEqual({});
  expect((await stack.up(both("b.example.net"))).errors).toEqual({});
  expect(live().sort()).toEqual(["SRV  b.example.net", "SRV  b.example.net", "SRV  imap.example.net"]);
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(["SRV  imap.example.net"]);
});

it("a list that may be cut stops a change before it is sent", async () => {
  const stack = new HandlerStack();
  expect((await stack.up(three(1))).errors).toEqual({});
  registrar.writes();
  registrar.sandbox.setProfile("godaddy-rows,silent-cap");
  expect((await stack.up(three(2))).errors["www0"]).toMatch(/cannot be determined/);
  expect((await stack.destroy()).errors["www0"]).toMatch(/cannot be determined/);
  registrar.sandbox.setProfile("godaddy-rows");
  expect([registrar.writes(), live()]).toEqual([[], ["A www 192.0.2.1"]]);
});

it("a row of the same name and type that isn't understood stops a change before it is sent", async () => {
  const stack = new HandlerStack();
  const mail = (priority: number): Program => ({
    mail: record("MX", "parked", { content: "mx.example.net", priority }),
  });
  registrar.sandbox.dashboard.addRecord(domain, {
    type: "MX",
    name: "parked",
    content: "mx.example.net",
    priority: 10,
  });
  expect(
    (await stack.up({ mail: record("MX", "parked", { content: "mx.example.net", priority: 10, adopt: true }) })).errors,
  ).toEqual({});
  expect((await stack.up(mail(20))).errors["mail"]).toMatch(/isn't understood/);
  expect([registrar.writes(), live()]).toEqual([[], ["MX parked mx.example.net"]]);
});

it("an SRV record of its host that isn't understood stops a change before it is sent", async () => {
  const stack = new HandlerStack();
  expect((await stack.up({ sip: srv("_sip", "a.example.net") })).errors).toEqual({});
  registrar.sandbox.dashboard.addRecord(domain, { ...sip, service: "_imaps", target: "not a host" });
  registrar.writes();
  expect((await stack.up({ sip: srv("_sip", "b.example.net") })).errors["sip"]).toMatch(/dashboard/);
  expect(registrar.writes()).toEqual([]);
});

it.each([
  ["change", three(1, 3)],
  ["delete", three(1)],
])("a %s without a readable response fails, if the list doesn't show it", async (_write, after) => {
  const stack = new HandlerStack();
  expect((await stack.up(three(1, 2))).errors).toEqual({});
  registrar.sandbox.fault({ operation: "records.update", fault: { status: 200, body: "<html>" } });
  expect(Object.keys((await stack.up(after)).errors)).toEqual(["www1"]);
  expect(live().sort()).toEqual(["A www 192.0.2.1", "A www 192.0.2.2"]);
});

it.each(["reset-after", "reset-before", "truncate"] as const)(
  "%s: a change without a response is found",
  async (fault) => {
    const stack = new HandlerStack();
    const loseOne = () => {
      for (const operation of ["records.update", "records.delete"] as const)
        registrar.sandbox.fault({ operation, times: 1, fault });
    };
    expect((await stack.up(three(1, 2))).errors).toEqual({});
    loseOne();
    expect((await stack.up(three(1, 3))).errors).toEqual({});
    expect(live().sort()).toEqual(["A www 192.0.2.1", "A www 192.0.2.3"]);
    loseOne();
    expect((await stack.up({ www0: a("www", "192.0.2.1", { ttl: 1200 }) })).errors).toEqual({});
    expect(registrar.sandbox.records(domain)).toMatchObject([{ content: "192.0.2.1", ttl: 1200 }]);
    loseOne();
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  },
);

it("an update that never arrives leaves the old row to its resource", async () => {
  const stack = new HandlerStack();
  expect((await stack.up(three(1))).errors).toEqual({});
  const rule = registrar.sandbox.fault({ operation: "records.update", fault: "html" });
  expect((await stack.up(three(2))).errors["www0"]).toBeDefined();
  rule.clear();
  expect((await stack.up(three(2))).errors).toEqual({});
  expect(live()).toEqual(["A www 192.0.2.2"]);
});
