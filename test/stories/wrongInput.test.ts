import { resources } from "../../provider/resources/index.ts";
import { casesIn, sectionsIn } from "../support/cases.ts";
import { type Declared, HandlerStack } from "../support/handlerStack.ts";
import { a, forward, person, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const one = (handler: Declared["handler"], args: Record<string, unknown>): Declared => ({
  handler,
  args: { domain: "example.com", ...args },
});
const ns = (nameservers: unknown) => one("nameservers", { nameservers });
const contact = (rest: Record<string, unknown>) => ({ handler: "contact" as const, args: { ...person, ...rest } });

const others = {
  number: 22150,
  text: "300",
  flag: "true",
  yes: true,
  map: { a: 1 },
  list: ["x", 1],
  maps: [{ a: 1 }],
  less: -1,
};
const bases: Readonly<Record<string, Record<string, unknown>>> = {
  contact: person,
  dnsRecord: { type: "A", name: "www", content: "192.0.2.1" },
  dnsRecordSet: { type: "A", name: "www", values: ["192.0.2.1"] },
  dnsZone: { records: { "www A": ["192.0.2.1"] } },
  urlForward: { source: "www", destination: "https://x.example/" },
};

it.each(Object.entries(resources))(
  "%s says in words of its own what is wrong with a value of another type",
  async (handler, resource) => {
    const base = bases[handler] ?? {};
    const schema = resource.schemaFor(base);
    const cases = Object.keys("shape" in schema ? schema.shape : {}).flatMap((name) =>
      Object.values(others).map((value) => ({
        ...(handler !== "contact" && { domain: "example.com" }),
        ...base,
        [name]: value,
      })),
    );
    expect(cases.length).toBeGreaterThan(7);
    // The class itself refuses a list of parts that are none.
    for (const args of cases.filter((each) => !("records" in each) || !Array.isArray(each["records"]))) {
      const { errors } = await new HandlerStack().preview({ it: { handler: handler as Declared["handler"], args } });
      expect(errors["it"] ?? "").not.toMatch(/invalid (input|option)|expected|received|too (small|big)|unrecognized/i);
    }
  },
);

/** An argument of `null` is left out. */
const merged = (args: object) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
const wrong = sectionsIn("wrongInput").flatMap((handler) =>
  casesIn("wrongInput", handler).map(([title = "", args = "{}", says = ""]) => {
    const given = { ...(handler !== "contact" && { domain: "example.com" }), ...bases[handler], ...JSON.parse(args) };
    return { handler: handler as Declared["handler"], title, args: merged(given), says: new RegExp(says, "s") };
  }),
);

describe("wrong input", () => {
  it.each(wrong)("of a $handler with $title fails in the preview, without a call", async ({ handler, args, says }) => {
    const { errors } = await new HandlerStack().preview({ it: { handler, args } });
    expect(errors["it"]).toMatch(says);
    expect(registrar.calls()).toEqual([]);
  });

  const content = "q".repeat(10_000_000);
  it.each<[size: string, declared: Declared, says: RegExp]>([
    [
      "10 MB",
      record("TXT", "x", { content, secretInputs: ["content"] }),
      /^: "content" has a string of 10000000 bytes; the limit is 65535\. Nothing was sent/,
    ],
    ["9,000 characters", contact({ city: "x".repeat(9000) }), /^: "city" has .*; the limit is 8192/],
    [
      "70,002 bytes",
      one("dnsZone", { records: { [`${"a".repeat(70_000)} A`]: [] } }),
      /^: "records" has .* 70002 bytes/,
    ],
  ])("of %s fails in the preview, and isn't shown", async (_size, declared, says) => {
    expect((await new HandlerStack().preview({ it: declared })).errors["it"]).toMatch(says);
    expect(registrar.calls()).toEqual([]);
  });

  it("an element of `skipChecks` that isn't a string fails once, and isn't taken for the ID of a check", async () => {
    const { errors } = await new HandlerStack().preview({
      www: a("www", "192.0.2.1", { skipChecks: [5, "a-reservd"] }),
    });
    expect(errors["www"]).toMatch(/skipChecks/);
    expect(said().match(/skipChecks: \S+ isn't the ID of a check/g)).toEqual([
      'skipChecks: "a-reservd" isn\'t the ID of a check',
    ]);
  });

  it("a preview of valid arguments needs no token and no network", async () => {
    delete process.env["REGISTRAR_BASE_URL"];
    delete process.env["REGISTRAR_API_TOKEN"];
    const { errors, steps } = await new HandlerStack().preview({ www: a("www", "192.0.2.1") });
    expect(errors).toEqual({});
    expect(steps).toEqual({ www: "create" });
    expect((await new HandlerStack().up({ www: a("www", "192.0.2.1") })).errors["www"]).toMatch(/REGISTRAR_BASE_URL/);
  });
});

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
it.each([
  ["content", record("A", "www", { content: unknown })],
  ["name", record("MX", unknown, { content: "mail.example.net", priority: 1 })],
  ["domain", one("dnsRecord", { domain: unknown, type: "A", name: "www", content: "192.0.2.1" })],
  ["ttl", a("www", "192.0.2.1", { ttl: unknown })],
  ["priority", record("MX", "@", { content: "mail.example.net", priority: unknown })],
  ["one nameserver", ns(["ns1.example.net", unknown])],
  ["all nameservers", ns(unknown)],
  ["destination", forward("www", unknown)],
  ["source", forward(unknown, "https://x.example/")],
  ["e-mail address", contact({ email: unknown })],
  ["name of a contact", contact({ name: unknown })],
  ["lock's domain", one("domainLock", { domain: unknown })],
])("a value that is not known yet passes the preview as %s", async (_title, declared) => {
  expect((await new HandlerStack().preview({ it: declared })).errors).toEqual({});
});

it("a value that is not known yet counts as a change of what exists", async () => {
  const stack = new HandlerStack();
  await stack.up({ www: a("www", "192.0.2.1") });
  expect((await stack.preview({ www: a("www", unknown) })).steps).toEqual({ www: "update" });
});
