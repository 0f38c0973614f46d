/** A registrar that keeps an exact duplicate beside the first one: what is ours is made once, and a twin made by hand is not ours. */
import { applied, unchanged } from "../support/applied.ts";
import { type Declared, HandlerStack } from "../support/handlerStack.ts";
import { a, forward, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar({ profile: ["duplicates-accepted"] });
withSaid();
const domain = "example.com";

interface Kind {
  declared: Declared;
  changed: Declared;
  /** The same by hand. */
  twin: () => unknown;
  live: () => string[];
  operation: string;
}
const record: Kind = {
  declared: a("www", "192.0.2.1", { ttl: 300 }),
  changed: a("www", "192.0.2.2", { ttl: 300 }),
  twin: () => registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "192.0.2.1", ttl: 300 }),
  live: () => registrar.sandbox.records(domain).map(({ content }) => String(content)),
  operation: "records",
};
const redirect: Kind = {
  declared: forward("go", "https://example.net/1"),
  changed: forward("go", "https://example.net/2"),
  twin: () => registrar.sandbox.dashboard.addForward(domain, { source: "go", destination: "https://example.net/1" }),
  live: () => registrar.sandbox.forwards(domain).map(({ destination }) => destination),
  operation: "forwards",
};

it("a record with a twin made by hand is changed and removed alone", async () => {
  const { declared, changed, twin, live } = record;
  const stack = await applied({ it: declared });
  twin();
  expect(await stack.refresh()).toEqual(unchanged);
  expect((await stack.up({ it: changed })).errors).toEqual({});
  expect(live()).toEqual(["192.0.2.2", "192.0.2.1"]);
  expect((await stack.up({ it: changed })).steps).toEqual({ it: "same" });
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(["192.0.2.1"]);
});

it("a record that went, although the answer was lost, leaves its twin to the resource that is it", async () => {
  const stack = new HandlerStack(quick);
  const program = { one: a("www", "192.0.2.1"), two: a("www", "192.0.2.2") };
  await stack.up(program);
  const own = registrar.sandbox.records(domain).find(({ content }) => content === "192.0.2.2");
  registrar.sandbox.dashboard.editRecord(domain, own?.id ?? 0, { content: "192.0.2.1" });
  await stack.refresh();
  registrar.sandbox.fault({ operation: "records.delete", times: 1, fault: "reset-after" });
  expect((await stack.up({ two: a("www", "192.0.2.1") })).errors).toEqual({});
  expect(registrar.sandbox.records(domain).map(({ id }) => id)).toEqual([own?.id]);
});

it("a forward with a twin made by hand is not changed beside it, until one forward goes", async () => {
  const { declared, changed, twin, live } = redirect;
  const stack = await applied({ it: declared });
  twin();
  expect(await stack.refresh()).toEqual(unchanged);
  registrar.writes();
  expect((await stack.up({ it: changed })).errors["it"]).toMatch(/another row is in its place: .* \(id \d+\)/);
  expect(registrar.writes()).toEqual([]);
  const [, other] = registrar.sandbox.forwards(domain);
  registrar.sandbox.dashboard.deleteForward(domain, other?.id ?? 0);
  expect((await stack.up({ it: changed })).errors).toEqual({});
  expect(live()).toEqual(["https://example.net/2"]);
});

it.each([
  ["record", record, a("api", "192.0.2.9")],
  ["forward", redirect, forward("other", "https://example.net/9")],
])(
  "an id that was a %s of one resource, and is another's by now: that one's is not touched",
  async (_kind, { declared, changed, live, operation }, other) => {
    for (const isRefreshed of [true, false]) {
      for (const after of [{ other }, { other, it: changed }]) {
        const stack = await applied({ it: declared, other });
        const idName = operation === "records" ? "recordId" : "forwardId";
        const [it, own] = [stack.state.get("it"), stack.state.get("other")?.outputs["__registrar"]];
        const { dashboard } = registrar.sandbox;
        const former = Number(it?.outputs[idName]);
        if (operation === "records") dashboard.deleteRecord(domain, former);
        else dashboard.deleteForward(domain, former);
        // As if the other one had been made after the first was deleted by hand.
        Object.assign(it?.outputs["__registrar"] ?? {}, { rows: Object(own).rows });
        registrar.writes();
        if (isRefreshed) expect((await stack.refresh()).errors).toEqual({});
        expect((await stack.up(after)).errors).toEqual({});
        expect(registrar.writes()).toEqual("it" in after ? [`POST ${operation}.create`] : []);
        expect(live()).toHaveLength(Object.keys(after).length);
        expect((await stack.destroy()).errors).toEqual({});
      }
    }
  },
);
