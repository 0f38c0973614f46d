/** Runs that failed halfway, and the runs after them. */
import { zoneLines } from "../meaning/zone.ts";
import { applied } from "../support/applied.ts";
import { type Declared, HandlerStack } from "../support/handlerStack.ts";
import { a, forward, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const live = () => zoneLines(registrar.sandbox, ["example.com"]);
const forwards = () => registrar.sandbox.forwards("example.com").map(({ destination }) => destination);
const servers = () => [...registrar.sandbox.domain("example.com").nameservers].sort();
const example = (handler: Declared["handler"], args: object): Declared => ({
  handler,
  args: { domain: "example.com", ...args },
});
const set = (values: string[]) => example("dnsRecordSet", { name: "www", type: "A", values });
const zone = (content: string) => example("dnsZone", { records: { "www A": [content] } });
const hosts = (at: string) => [`ns1.${at}`, `ns2.${at}`];

const kinds: [kind: string, write: string, read: string, of: (at: 1 | 2) => Declared, live: () => unknown][] = [
  ["DnsRecord", "records.update", "records.list", (at) => a("www", `192.0.2.${at}`), live],
  ["DnsRecordSet", "records.update", "records.list", (at) => set([`192.0.2.${at}`, "192.0.2.9"]), live],
  ["DnsZone", "records.update", "records.list", (at) => zone(`192.0.2.${at}`), live],
  ["UrlForward", "forwards.update", "forwards.list", (at) => forward("go", `https://x.example/${at}`), forwards],
  [
    "Nameservers",
    "nameservers.set",
    "domains.get",
    (at) => example("nameservers", { nameservers: hosts(at === 1 ? "atom.com" : "example.net") }),
    servers,
  ],
];

describe.each(kinds)("an update of a %s whose outcome is unknown", (_kind, write, read, declared, shown) => {
  it("is looked at by the next up, also where the program went back to what it was", async () => {
    const stack = await applied({ it: declared(1) });
    const before = shown();
    const faults = [
      registrar.sandbox.fault({ operation: write, fault: { status: 501, done: true } }),
      registrar.sandbox.fault({ operation: read, after: 1, fault: { status: 400 } }),
    ];
    const { errors } = await stack.up({ it: declared(2) }, { skipPreview: true });
    expect(Object.keys(errors)).toEqual(["it"]);
    expect(shown()).not.toEqual(before);
    for (const fault of faults) fault.clear();
    expect(await stack.up({ it: declared(1) })).toEqual({ steps: { it: "update" }, errors: {} });
    expect(shown()).toEqual(before);
    expect((await stack.up({ it: declared(1) })).steps).toEqual({ it: "same" });
  });

  it("is kept by a refresh, also if the row has a new ID", async () => {
    registrar.sandbox.setProfile("ids-change-on-put");
    const stack = await applied({ it: declared(1) });
    const faults = [
      registrar.sandbox.fault({ operation: write, fault: { status: 501, done: true } }),
      registrar.sandbox.fault({ operation: read, after: 1, fault: { status: 400 } }),
    ];
    await stack.up({ it: declared(2) }, { skipPreview: true });
    const written = shown();
    for (const fault of faults) fault.clear();
    await stack.refresh();
    expect([...stack.state.keys()]).toEqual(["it"]);
    expect((await stack.up({ it: declared(2) })).errors).toEqual({});
    expect(shown()).toEqual(written);
  });
});

describe("a create that fails because the row exists, in a run that continues on error", () => {
  it.each<[string, Declared]>([
    ["a record under another name in the program", a("www", "192.0.2.1")],
    ["a set", set(["192.0.2.1"])],
    ["a zone", zone("192.0.2.1")],
  ])("keeps the row of %s that goes", async (_former, former) => {
    const stack = await applied({ one: former });
    const after = { two: a("www", "192.0.2.1") };
    const { errors } = await stack.up(after, { skipPreview: true, continueOnError: true });
    expect(errors["two"]).toMatch(/www\.example\.com A 192\.0\.2\.1.* exists already.*adopt: true/s);
    expect(said()).toMatch(/another resource|other resources/);
    expect(registrar.writes()).toEqual([]);
    expect((await stack.up({ two: a("www", "192.0.2.1", { adopt: true }) })).errors).toEqual({});
    expect([live(), [...stack.state.keys()]]).toEqual([["www A 192.0.2.1"], ["two"]]);
  });
});

it("names the CNAME that a killed run left beside the record that the program went back to", async () => {
  registrar.sandbox.dashboard.addRecord("example.com", { type: "CNAME", name: "www", content: "left.example.net" });
  const stack = new HandlerStack(quick);
  const program = { it: a("www", "192.0.2.1") };
  expect((await stack.up(program)).errors["it"]).toMatch(
    /An interrupted run made it.*delete www\.example\.com CNAME left\.example\.net.* in the registrar's dashboard/s,
  );
  expect([registrar.writes(), live()]).toEqual([[], ["www CNAME left.example.net"]]);
});
