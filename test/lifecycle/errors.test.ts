/** Errors: one cause is told in full once, the registrar's words hide no part of a secret, and bugs keep their stack. */
import { RefusedError } from "../../provider/api/index.ts";
import { EngineOperation } from "../../provider/fronts/shared/engineOperation.ts";
import { ResourceCalls } from "../../provider/fronts/shared/resourceCalls.ts";
import { resources } from "../../provider/resources/index.ts";
import type { Fault } from "../../testing/sandbox/index.ts";
import { withShortWaits } from "../support/clock.ts";
import { a, applied, domain, HandlerStack, one, type Program, record, withStory, zone } from "../support/story.ts";

const { registrar, dashboard } = withStory();
withShortWaits();

describe("one cause", () => {
  const names = Array.from({ length: 20 }, (_, at) => `host${at}`);
  const programOf = (some: readonly string[]): Program =>
    Object.fromEntries(some.map((name) => [name, a(name, "192.0.2.1")]));
  const program = programOf(names);
  const useToken = (token: string) => Object.assign(process.env, { REGISTRAR_API_TOKEN: token });

  /** The only error in full. All others name its resource, or say that it came earlier, with the same code. */
  function inFull(errors: Readonly<Record<string, string>>): string {
    expect(Object.keys(errors)).toHaveLength(20);
    const isShort = (text: string) => /See the error of resource|An earlier error of this run with the same/.test(text);
    const [full, ...others] = Object.entries(errors).sort(([, first], [, second]) => second.length - first.length);
    const [name = "", text = ""] = full ?? [];
    const code = /\[ERR_REGISTRAR_\w+:/.exec(text)?.[0];
    expect(others.filter(([, other]) => !isShort(other) || !other.includes(`${code}`))).toEqual([]);
    for (const [, other] of others)
      if (other.includes("See the error")) expect(other).toContain(`See the error of resource \`${name}\`.`);
    return text;
  }

  it("is told to resources of every other kind in one short line that names the resource which met it", async () => {
    useToken("wrong-token");
    const { errors } = await new HandlerStack().preview({
      ...programOf(names.slice(4)),
      lock: one("domainLock"),
      settings: one("domainSettings", { domain: "example.org", privacy: true }),
      keys: one("dnssec", { domain: "example.net", enabled: true }),
      shop: one("urlForward", { domain: "example.org", source: "", destination: "https://shop.example/" }),
    });
    expect(inFull(errors)).toMatch(/401 missing or invalid token/);
    expect(Object.values(errors).filter((line) => line.length > 130)).toHaveLength(1);
  });

  it("is told in an `up` and in a refresh once, and names no resource that it doesn't know", async () => {
    const stack = new HandlerStack();
    useToken("wrong-token");
    const { errors } = await stack.up(program, { skipPreview: true });
    expect(inFull(errors)).toMatch(/401 missing or invalid token/);
    useToken(registrar.sandbox.token);
    await stack.up(program);
    useToken("wrong-token");
    expect(inFull((await stack.refresh()).errors)).toMatch(/401 missing or invalid token.*#err_registrar_/);
  });

  const cut = { status: 200, body: { success: true, data: [], partial: true } };
  it.each<{ cause: string; faults: Record<string, Fault>; says: RegExp }>([
    {
      ...{ cause: "a token that may not act on a domain", says: /\[ERR_REGISTRAR_DOMAIN_/ },
      faults: { "records.list": { status: 403 }, "domains.get": { status: 404 } },
    },
    { cause: "an incomplete list", faults: { "records.list": cut }, says: /cannot be determined/ },
    { cause: "an outage", faults: { "*": { status: 503 } }, says: /503 internal server error/ },
    { cause: "the page of a proxy", faults: { "*": "html" }, says: /cannot be read: it is not JSON/ },
    { cause: "no connection", faults: { "*": "reset-before" }, says: /\[ERR_REGISTRAR_NETWORK: / },
  ])("is told once in a refresh: $cause", async ({ faults, says }) => {
    const stack = await applied(program);
    for (const [operation, fault] of Object.entries(faults)) registrar.sandbox.fault({ operation, fault });
    expect(inFull((await stack.refresh()).errors)).toMatch(says);
  });
});

describe("the registrar's words", () => {
  const secret = "q7-opaque-credential";
  /** Not the complete secret, so that redaction by value doesn't find it. */
  const words = `cannot store ${secret.slice(3, 15)}... there`;
  const body = { error: "bad_content", message: words };
  const withheld = /the registrar's message repeats a secret, and isn't shown/;
  const key = record("TXT", "_key", { content: secret, secretInputs: ["content"] });
  const records = zone({ "www A": ["192.0.2.1"], "key TXT": [secret] }, { secretInputs: ["records"] });
  const transfer = one("domainTransfer", {
    ...{ domain: "taken.com", authCode: "epp-9f8e7d", maxPrice: 30, secretInputs: ["nameservers"] },
    nameservers: [`${secret}.example.net`, "ns2.example.net"],
  });

  it.each<[string, Program[string], operation: string, status: number, says: RegExp]>([
    ["a zone of which one record was refused", records, "records.create", 400, /Changes that were made and stay: /],
    ["a record that exists", key, "records.create", 409, /exists already, according to the registrar/],
    ["a record on other nameservers", key, "records.create", 400, /only be managed on the service's own nameservers/],
    ["an order of unknown outcome", transfer, "domains.transfer", 500, /Verify in the .*the outcome is unknown/s],
  ])("aren't shown in an error about %s if they hold a part of a secret", async (title, it, operation, ...rest) => {
    const [status, says] = rest;
    if (title.includes("other nameservers"))
      dashboard().editDomain(domain, { nameservers: ["ns1.example.net", "ns2.example.net"] });
    registrar.sandbox.fault({ operation, times: 1, fault: { status, body } });
    const { errors } = await new HandlerStack().up({ it }, { skipPreview: true });
    expect(errors["it"]).toMatch(says);
    expect(errors["it"]).toMatch(withheld);
    expect(errors["it"]).not.toContain(words);
  });

  it.each([
    ["AAAA", "2001:0DB8:0000:0000:0000:0000:0000:1234", "2001:db8::1234"],
    ["CNAME", "Bücher.de", "xn--bcher-kva.de"],
  ])("aren't shown if they repeat a secret %s in the form in which it was sent", async (type, content, sent) => {
    const fault = { status: 400, body: { message: `cannot store ${sent}` } };
    registrar.sandbox.fault({ operation: "records.create", fault });
    const it = record(type, "_key", { content, secretInputs: ["content"] });
    const { errors } = await new HandlerStack().up({ it }, { skipPreview: true });
    expect(errors["it"]).toMatch(withheld);
    expect(errors["it"]).not.toContain(sent);
  });
});

it("a check fails with an error of the registrar, and throws a bug with its stack", async () => {
  const operation = new EngineOperation({ get: () => undefined, log: () => undefined });
  const throws = (error: Error) => {
    throw error;
  };
  const checked = (error: Error, step = "live") => {
    const fails = { [step]: () => throws(error) };
    const checks: typeof resources.dnssec.checks = (...asked) => ({ ...resources.dnssec.checks(...asked), ...fails });
    const failing = { ...resources.dnssec, ...fails, checks };
    return new ResourceCalls("dnssec", failing, () => operation).check({}, { domain, enabled: true });
  };
  const { failures } = await checked(new RefusedError({ what: "the registrar refuses", advice: "Wait." }));
  expect(failures).toEqual([{ property: "", reason: expect.stringContaining("the registrar refuses. Wait.") }]);
  const bug = { code: "ERR_REGISTRAR_INTERNAL", stack: expect.stringContaining("errors.test") };
  for (const step of ["fill", "live"]) await expect(checked(new TypeError("a bug"), step)).rejects.toMatchObject(bug);
});
