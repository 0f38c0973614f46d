/** A large zone as one resource, of 5,000 records in the soak: what each kind of run asks of the registrar. */
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();
withSaid();
const prompt = { "registrar:lookupSeconds": "0" };
const perPage = 100;
const many = isSoak ? 5000 : 300;

const hosts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    type: "A",
    name: `host${i}`,
    content: `192.0.${i >> 8}.${i & 255}`,
    ttl: 300,
  }));
const zone = (records: Record<string, unknown>[], mode: string): Program => ({
  zone: { handler: "dnsZone", args: { domain: "example.com", records, mode } },
});

/** Calls since the last time of asking: operation to number. */
function counted(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of registrar.calls()) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}

it.each(["additive", "authoritative"])(
  "a zone that is there, %s: reading costs the pages, a change one call more",
  async (mode) => {
    const records = hosts(many);
    for (const record of records) {
      registrar.sandbox.dashboard.addRecord("example.com", { ...record, type: "A" });
    }
    const pages = { "GET records.list": records.length / perPage };
    const stack = new HandlerStack(prompt);
    expect(await stack.up(zone(records, mode))).toEqual({ steps: { zone: "create" }, errors: {} });
    expect(counted()).toEqual(pages);

    expect((await stack.up(zone(records, mode))).steps).toEqual({ zone: "same" });
    expect(counted()).toEqual(mode === "additive" ? {} : pages);

    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    expect(counted()).toEqual(pages);

    const changed = records.map((record) => (record.name === "host77" ? { ...record, ttl: 600 } : record));
    expect((await stack.up(zone(changed, mode))).steps).toEqual({ zone: "update" });
    expect(counted()).toEqual({ ...pages, "PUT records.update": 1 });
  },
  120_000,
);
