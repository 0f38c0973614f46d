import { resources } from "../../provider/resources/index.ts";
import { type Declared, HandlerStack } from "../support/handlerStack.ts";
import { a, forward, person, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
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

describe("wrong input fails at preview, before any call, naming property and remedy", () => {
  it.each<[string, Declared, RegExp]>([
    ["a zip without quotes", contact({ zip: 22150 }), /^: zip: must be a string: write it in quotes$/],
    [
      "a name without quotes",
      one("dnsRecordSet", { name: 300, type: "A", values: ["192.0.2.1"] }),
      /^name: .*write "300" in quotes$/,
    ],
    ["a TTL in quotes", a("www", "192.0.2.1", { ttl: "300" }), /^ttl: got the string "300": write 300$/],
    ["a flag in quotes", one("domainSettings", { privacy: "true" }), /^privacy: got the string "true": write true$/],
    [
      "a value that is no list",
      one("dnsRecordSet", { name: "www", type: "A", values: "192.0.2.1" }),
      /^values: .*: write \["192\.0\.2\.1"\]$/,
    ],
    ["a number of days below 0", contact({ approvalDays: -1 }), /^approvalDays: must be at least 0$/],
    ["an IPv4 address with three parts", a("www", "192.0.2"), /^content: .*192\.0\.2/],
    ["an MX without priority", record("MX", "@", { content: "mail.example.net" }), /^priority: is missing/],
    [
      "a secret text of 10 MB",
      record("TXT", "x", { content: "q".repeat(10_000_000), secretInputs: ["content"] }),
      /^: "content" has a string of 10000000 bytes; the limit is 65535\. Nothing was sent/,
    ],
    ["a city of 9,000 characters", contact({ city: "x".repeat(9000) }), /^: "city" has .*; the limit is 8192/],
    ["a long key", one("dnsZone", { records: { [`${"a".repeat(70_000)} A`]: [] } }), /^: "records" has .* 70002 bytes/],
    ["a name that repeats the domain", a("www.example.com", "192.0.2.1"), /^name: .*"www"/],
    ["a target of one label", record("CNAME", "www", { content: "mail" }), /^content: .*mail\.example\.com/],
    [
      "an SRV field on an A record",
      a("www", "192.0.2.1", { port: 80 }),
      /^port: is not an argument of a DnsRecord of type A/,
    ],
    [
      "an SRV without service",
      record("SRV", "@", { priority: 1, weight: 1, port: 1, target: "x.example.net" }),
      /service/,
    ],
    [
      "a type that does not exist",
      record("ALIAS", "@", { content: "x" }),
      /^type: the registrar has no records of type "ALIAS"/,
    ],
    ["a domain that is none", one("domainLock", { domain: "localhost" }), /^domain: /],
    ["an unlocked lock", one("domainLock", { locked: false }), /^locked: is not an argument of a DomainLock/],
    ["one nameserver", ns(["ns1.example.net"]), /^nameservers: .*at least 2/],
    ["one nameserver, twice", ns(["ns1.example.net", "NS1.example.net."]), /^nameservers: .*at least 2/],
    [
      "fourteen nameservers",
      ns(Array.from({ length: 14 }, (_, i) => `ns${i}.example.net`)),
      /^nameservers: .*at most 13/,
    ],
    ["a nameserver that is no host", ns(["ns1.example.net", "ns 2"]), /^nameservers: must be full host names/],
    ["a forward to no URL", forward("www", "www.example.net"), /^destination: must be a full URL/],
    [
      "a forward of a kind that does not exist",
      forward("www", "https://x.example/", { type: "frame" }),
      /^type: must be "permanent"/,
    ],
    [
      "a forward of a host elsewhere",
      forward("www.example.net.", "https://x.example/"),
      /^source: must be a host name of example\.com.*outside/,
    ],
    ...["a..b", "a b"].map((host): [string, Declared, RegExp] => [
      `a forward of the host "${host}"`,
      forward(host, "https://x.example/"),
      /^source: must be a host name of example\.com, or relative to it/,
    ]),
    ...[
      ...[a("www", "192.0.2.1", { adopt: "matching" }), forward("shop", "https://x.example/", { adopt: "always" })],
      one("dnsZone", { records: {}, adopt: "true" }),
    ].map((declared): [string, Declared, RegExp] => [
      `another word for adopt of a ${declared.handler}`,
      declared,
      /adopt.*(must be true or false|write true)/,
    ]),
    ["settings of nothing", one("domainSettings", {}), /give at least one of autoRenew, privacy/],
    ["a text for a flag", one("domainSettings", { privacy: "yes" }), /^privacy: /],
    ["an argument of another resource", one("domainSettings", { locked: true }), /^locked: is not an argument/],
    ["DNSSEC neither on nor off", one("dnssec", {}), /enabled: is missing/],
    ["contacts without a role", one("domainContacts", {}), /give at least one of registrant, admin, tech, billing/],
    [
      "an e-mail address for a handle",
      one("domainContacts", { tech: "ada@x.org" }),
      /^: tech: must be .*handle(?!.*ada)/,
    ],
    // What identifies a person is not named as the property: the engine would print its value.
    ["a country that does not exist", contact({ country: "XX" }), /^: country: .*ISO 3166/],
    ["a country in small letters", contact({ country: "gb" }), /^: country: .*upper-case/],
    ["a phone number in local form", contact({ phone: "020 7946 0123" }), /^: phone: .*\+1\.2025551234/],
    ["a street address that is no list", contact({ address: "1 Main Street" }), /^: address: must be a list of lines$/],
    ["a street address without a line", contact({ address: [] }), /^: address: must have at least one line$/],
    ["a contact without a name", contact({ name: undefined }), /^: name: .*firstName/],
  ])("%s", async (_title, declared, message) => {
    const { errors } = await new HandlerStack().preview({ it: declared });
    expect(errors["it"]).toMatch(message);
    expect(registrar.calls()).toEqual([]);
  });

  it("needs no token and no network for a preview of what is right", async () => {
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
