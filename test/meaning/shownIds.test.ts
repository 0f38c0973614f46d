/** A row whose ID the list shows is never gone, whether it is understood or not: after `refresh`, `up` and `destroy`. */
import { rowSettings } from "../../testing/sandbox/dialect.ts";
import { dialects } from "../../testing/sandbox/dialects/index.ts";
import * as fc from "../support/fastCheck.ts";
import { ownFormats } from "../support/formats.ts";
import { runs } from "../support/soak.ts";
import { a, forward, HandlerStack, mx, type Program, record, set, withStory, zone } from "../support/story.ts";

const { registrar, live } = withStory();
/** The rows of a service with the IDs that the state has. */
const rowsOf = (format: unknown): string =>
  JSON.stringify({
    ...Object.fromEntries(Object.entries(Object(format)).filter(([key]) => rowSettings.has(key))),
    ...{ ids: "integer", sets: false },
  });
const services = { ...dialects, ...ownFormats };

/** Keys of rows that have other names, or those of other fields: `content` is the name, `name` the data. */
const key = fc.constantFrom("name", "content", "target", "value", "data", "ownername", "priority");
const swapped = fc
  .record({ type: fc.constantFrom("type", "kind"), name: key, content: key })
  .map(({ type, name, content }) =>
    JSON.stringify({ row: { id: "$id", [type]: "$type", [content]: "$data", [name]: "$name", ttl: "$ttl" } }),
  );
const format = fc.oneof(
  fc
    .constantFrom(...Object.values(services).filter((each) => JSON.stringify(Object(each).row).includes('"id":"$id"')))
    .map(rowsOf),
  swapped,
);

const all: Program = {
  www: a("www", "192.0.2.1"),
  mail: mx(10),
  alias: record("CNAME", "blog", { content: "target.example.net" }),
  sub: record("NS", "sub", { content: "ns1.example.net" }),
  text: record("TXT", "@", { content: "v=spf1 -all" }),
  sip: record("SRV", "_sip._tcp", { priority: 1, weight: 2, port: 3, target: "sip.example.net" }),
  caa: record("CAA", "@", { flags: 0, tag: "issue", value: "ca.example" }),
  set: set("round", "A", ["192.0.2.2", "192.0.2.3"]),
  mails: set("mail", "MX", ["10 a.example.net", "20 b.example.net"]),
  zone: zone({ "api A": ["192.0.2.4"], "api MX": ["10 mail.example.net"] }),
  go: forward("go", "https://example.net/"),
};

it("a row whose ID the list shows isn't gone, isn't doubled, and isn't left by a destroy that ends well", async () => {
  await fc.assert(
    fc.asyncProperty(format, fc.subarray(Object.keys(all), { minLength: 1 }), async (profile, names) => {
      const { sandbox } = registrar;
      sandbox.reset();
      const program = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
      const stack = new HandlerStack();
      expect((await stack.up(program, { skipPreview: true })).errors).toEqual({});
      const before = live();
      sandbox.setProfile(profile);
      expect((await stack.refresh()).gone).toEqual([]);
      expect(live()).toEqual(before);
      await stack.up(program, { skipPreview: true });
      expect(live()).toEqual(before);
      const { errors } = await stack.destroy();
      if (Object.keys(errors).length === 0) expect(live()).toEqual([]);
    }),
    { numRuns: runs(50, 2000) },
  );
});
