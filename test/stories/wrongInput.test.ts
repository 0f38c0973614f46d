import { HandlerStack } from "../support/handlerStack.ts";
import { a, forward, person, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const ns = (nameservers: unknown) => ({
  handler: "nameservers" as const,
  args: { domain: "example.com", nameservers },
});
const contact = (rest: Record<string, unknown>) => ({ handler: "contact" as const, args: { ...person, ...rest } });

describe("wrong input fails at preview, before any call, naming property and remedy", () => {
  it.each([
    ["an IPv4 address with three parts", a("www", "192.0.2"), /^content: .*192\.0\.2/],
    ["an IPv4 address with a leading zero", a("www", "192.0.2.010"), /^content: /],
    ["an IPv6 address with two gaps", record("AAAA", "www", { content: "2001::db8::1" }), /^content: /],
    ["an IPv6 address with a zone", record("AAAA", "www", { content: "fe80::1%eth0" }), /^content: /],
    ["an MX without priority", record("MX", "@", { content: "mail.example.net" }), /^priority: is missing/],
    ["an MX whose target is an address", record("MX", "@", { content: "192.0.2.1", priority: 1 }), /^content: /],
    ["a negative TTL", a("www", "192.0.2.1", { ttl: -1 }), /^ttl: /],
    ["a TTL with a fraction", a("www", "192.0.2.1", { ttl: 1.5 }), /^ttl: /],
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
    ["a CAA flag beyond 255", record("CAA", "@", { flags: 256, tag: "issue", value: ";" }), /^flags: /],
    ["a type that does not exist", record("ALIAS", "@", { content: "x" }), /^type: must be one of A, AAAA/],
    ["a domain that is none", { handler: "domainLock" as const, args: { domain: "localhost" } }, /^domain: /],
    [
      "an unlocked lock",
      { handler: "domainLock" as const, args: { domain: "example.com", locked: false } },
      /^locked: must be true.*dashboard/,
    ],
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
    // What identifies a person is not named as the property: the engine would print its value.
    ["a country that does not exist", contact({ country: "XX" }), /^: country .*ISO 3166/],
    ["a country in small letters", contact({ country: "gb" }), /^: country .*upper-case/],
    ["a phone number in local form", contact({ phone: "020 7946 0123" }), /^: phone .*\+1\.2025551234/],
    ["a contact without a name", contact({ name: undefined }), /^: name .*firstName/],
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

describe("a value that is not known yet", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  it.each([
    ["content", record("A", "www", { content: unknown })],
    ["name", record("MX", unknown, { content: "mail.example.net", priority: 1 })],
    [
      "domain",
      { handler: "dnsRecord" as const, args: { domain: unknown, type: "A", name: "www", content: "192.0.2.1" } },
    ],
    ["ttl", a("www", "192.0.2.1", { ttl: unknown })],
    ["priority", record("MX", "@", { content: "mail.example.net", priority: unknown })],
    ["one nameserver", ns(["ns1.example.net", unknown])],
    ["all nameservers", ns(unknown)],
    ["destination", forward("www", unknown)],
    ["source", forward(unknown, "https://x.example/")],
    ["e-mail address", contact({ email: unknown })],
    ["name of a contact", contact({ name: unknown })],
    ["lock's domain", { handler: "domainLock" as const, args: { domain: unknown } }],
  ])("passes the preview as %s", async (_title, declared) => {
    expect((await new HandlerStack().preview({ it: declared })).errors).toEqual({});
  });

  it("counts as a change of what exists", async () => {
    const stack = new HandlerStack();
    await stack.up({ www: a("www", "192.0.2.1") });
    expect((await stack.preview({ www: a("www", unknown) })).steps).toEqual({ www: "update" });
  });
});
