/** The registrar's words hold a part of a secret, and the provider quotes them in an error of its own. */
import { RefusedError } from "../../provider/api/index.ts";
import { EngineOperation } from "../../provider/fronts/shared/engineOperation.ts";
import { resources } from "../../provider/resources/index.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { withPulumiHome } from "../support/orders.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
withPulumiHome();
const secret = "q7-opaque-credential";
/** Not the complete secret, so that redaction by value doesn't find it. */
const words = `cannot store ${secret.slice(3, 15)}... there`;
const body = { error: "bad_content", message: words };
const domain = "example.com";

const key: Program = {
  it: { handler: "dnsRecord", args: { domain, type: "TXT", name: "_key", content: secret, secretInputs: ["content"] } },
};
const transfer: Program = {
  it: {
    handler: "domainTransfer",
    args: {
      ...{ domain: "taken.com", authCode: "epp-9f8e7d", maxPrice: 30, secretInputs: ["nameservers"] },
      nameservers: [`${secret}.example.net`, "ns2.example.net"],
    },
  },
};
const zone: Program = {
  it: {
    handler: "dnsZone",
    args: { domain, records: { "www A": ["192.0.2.1"], "key TXT": [secret] }, secretInputs: ["records"] },
  },
};

it.each<[string, Program, RegExp, () => void]>([
  [
    "a create of unknown outcome",
    key,
    /not known whether .* was created/,
    () => {
      registrar.sandbox.fault({ operation: "records.create", fault: { status: 500, body } });
      registrar.sandbox.fault({ operation: "records.list", after: 1, fault: { status: 400 } });
    },
  ],
  [
    "a zone of which one record was refused",
    zone,
    /records were written and are kept/,
    () => registrar.sandbox.fault({ operation: "records.create", times: 1, fault: { status: 400, body } }),
  ],
  [
    "a record that exists according to the registrar",
    key,
    /exists already, according to the registrar/,
    () => registrar.sandbox.fault({ operation: "records.create", fault: { status: 409, body } }),
  ],
  [
    "a record of a domain on other nameservers",
    key,
    /can only be managed on the service's own nameservers/,
    () => {
      registrar.sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns2.example.net"]);
      registrar.sandbox.fault({ operation: "records.create", fault: { status: 400, body } });
    },
  ],
  [
    "an order of unknown outcome",
    transfer,
    /Verify in the registrar's dashboard.*the outcome is unknown/s,
    () => registrar.sandbox.fault({ operation: "domains.transfer", fault: { status: 500, body } }),
  ],
])("an error about %s withholds words that hold eight characters of a secret", async (_, program, what, prepare) => {
  prepare();
  const { errors } = await new HandlerStack(quick).up(program, { skipPreview: true });
  expect(errors["it"]).toMatch(what);
  expect(errors["it"]).toMatch(/the registrar's message repeats a secret, and isn't shown/);
  expect(errors["it"]).not.toContain(words);
});

it("an update of unknown outcome withholds words that hold eight characters of a secret", async () => {
  const stack = new HandlerStack(quick);
  await stack.up(key);
  registrar.sandbox.fault({ operation: "records.update", fault: { status: 500, body } });
  const next = { ...key["it"], args: { ...key["it"]?.args, ttl: 600 } };
  const { errors } = await stack.up({ it: { handler: "dnsRecord", ...next } }, { skipPreview: true });
  expect(errors["it"]).toMatch(/the registrar's message repeats a secret, and isn't shown/);
  expect(errors["it"]).not.toContain(words);
});

it.each([
  ["AAAA", "2001:0DB8:0000:0000:0000:0000:0000:1234", "2001:db8::1234"],
  ["CNAME", "Bücher.de", "xn--bcher-kva.de"],
])("an error withholds words that repeat a secret %s in the form in which it was sent", async (type, content, sent) => {
  registrar.sandbox.fault({
    operation: "records.create",
    fault: { status: 400, body: { message: `cannot store ${sent}` } },
  });
  const args = { domain, type, name: "_key", content, secretInputs: ["content"] };
  const { errors } = await new HandlerStack(quick).up({ it: { handler: "dnsRecord", args } }, { skipPreview: true });
  expect(errors["it"]).toMatch(/the registrar's message repeats a secret, and isn't shown/);
  expect(errors["it"]).not.toContain(sent);
});

it("an error withholds words that hold a part of a secret after a long text", () => {
  const operation = new EngineOperation({ get: () => undefined });
  operation.secrets.scope(resources.dnsRecord, ["content"], [{ content: secret }]);
  const what = `${"record ".repeat(140)} is refused, "${words}"`;
  const { message } = operation.callError(new RefusedError({ what, words, advice: "Correct it." }));
  expect(message).toMatch(/the registrar's message repeats a secret, and isn't shown/);
  expect(message).not.toContain(words.slice(0, 20));
});

it("an unexpected error shows no secret in its stack", () => {
  const operation = new EngineOperation({ get: () => undefined });
  operation.secrets.scope(resources.dnsRecord, ["content"], [{ content: "z3kret-value" }]);
  const { stack } = operation.callError(new Error("z3kret-value"));
  expect(stack).toMatch(/Error: \[secret\]/);
});
