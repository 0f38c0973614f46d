/** What the state keeps for the provider alone: under one key that Pulumi shows nobody, and without a hash of any value. */
import { dnsRecord, dnsZone } from "../../provider/provider.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { a, everyType, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();

describe("the state", () => {
  it("shows arguments and outputs, and nothing that only the provider needs", async () => {
    const stack = new HandlerStack(quick);
    await stack.up({ ...everyType, shop: forward("shop", "https://shop.example.net/") });
    await stack.up({ ...everyType, a: a("www", "192.0.2.2"), shop: forward("shop", "https://new.example.net/") });
    for (const { handler, inputs, outputs } of stack.state.values()) {
      const shown = Object.keys(outputs).filter((key) => !key.startsWith("__"));
      const given = Object.keys(inputs).filter((key) => !key.startsWith("__"));
      expect([handler, shown.filter((key) => key !== "recordId").sort()]).toEqual([handler, given.sort()]);
    }
  });

  it("of a record that was updated holds nothing that a list of words could be tried on", async () => {
    const stack = new HandlerStack(quick);
    const secret = (content: string) => record("TXT", "_key", { content, secretInputs: ["content"] });
    await stack.up({ key: secret("hunter2") });
    await stack.up({ key: secret("correct horse") });
    const { content: _, ...rest } = stack.state.get("key")?.outputs ?? {};
    expect(JSON.stringify(rest)).not.toMatch(/[0-9a-f]{12}/);
    expect(rest["__registrar"]).toMatchObject({ lastWrite: "update", secretInputs: ["content"] });
  });

  it("of a whole zone names what was dropped by its id, and what is not listed by its place", async () => {
    const stack = new HandlerStack(quick);
    const zone = (records: unknown[], rest = {}) => ({
      zone: {
        handler: "dnsZone" as const,
        args: { domain: "example.com", mode: "authoritative", records, secretInputs: ["records"], ...rest },
      },
    });
    await stack.up(zone([{ type: "TXT", name: "key", content: "hunter2" }]));
    registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "key", content: "by hand" });
    await stack.refresh();
    const { records: _, ...shown } = stack.state.get("zone")?.outputs ?? {};
    expect(shown["__registrar"]).toMatchObject({ unlisted: { "key TXT": [null, true] } });
    // What was listed goes without a further word; what never was needs consent.
    expect((await stack.up(zone([]))).errors["zone"]).toMatch(/remove or overwrite 1 record that this resource never/);
    expect((await stack.up(zone([], { deleteUnlisted: 1 }))).errors).toEqual({});
    expect(registrar.sandbox.records("example.com")).toEqual([]);
    const { records: __, ...inputs } = stack.state.get("zone")?.inputs ?? {};
    expect(JSON.stringify([shown, inputs])).not.toMatch(/[0-9a-f]{12}/);
  });
});

describe("a state of the first builds, with those keys beside the others,", () => {
  const own = (properties: Record<string, unknown>): Record<string, unknown> => {
    const { __registrar, ...rest } = properties;
    return { ...rest, ...(__registrar as object) };
  };

  const config = { config: { get: (key: string) => (quick as Record<string, string>)[key] } };
  /** What follows is another run. */
  const begin = () => {
    for (const handler of [dnsRecord, dnsZone]) handler.configure(config);
  };
  beforeEach(begin);

  it("is read, is no change, and is updated like any other", async () => {
    const args = { domain: "example.com", type: "A", name: "www", content: "192.0.2.1", secretInputs: ["content"] };
    const { inputs } = await dnsRecord.check({}, args);
    const { id, outs } = await dnsRecord.create(inputs);
    const former = { ...own(outs), managed: "content domain name type", replaced: "0123456789ab" };
    expect(former).toMatchObject({ secretInputs: ["content"] });
    expect(await dnsRecord.diff(id, former, inputs)).toMatchObject({ changes: false });
    const read = await dnsRecord.read(id, former);
    expect(read.props).toEqual(outs);
    const { outs: updated } = await dnsRecord.update(id, former, { ...inputs, content: "192.0.2.2" });
    expect(updated).toMatchObject({ content: "192.0.2.2", __registrar: { lastWrite: "update" } });
    expect(Object.keys(updated)).not.toContain("managed");
  });

  it("of a zone still knows what it never listed, and does not let that go unasked", async () => {
    const { inputs } = await dnsZone.check(
      {},
      { domain: "example.com", mode: "authoritative", records: [{ type: "TXT", name: "key", content: "mine" }] },
    );
    await dnsZone.create(inputs);
    registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "key", content: "by hand" });
    begin();
    const former = {
      ...own(inputs),
      records: { "key TXT": [{ content: "mine" }, { content: "by hand" }] },
      // sha256 of `key TXT "by hand"`, as the first builds wrote it.
      unlisted: ["key TXT 5ad6a4c81255"],
    };
    const { failures } = await dnsZone.check(former, { domain: "example.com", mode: "authoritative", records: [] });
    expect(failures.map(({ reason }) => reason).join()).toMatch(/never listed/);
  });
});
