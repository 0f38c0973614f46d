/** One cause that many resources meet is reported in full once. */
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();

const names = Array.from({ length: 20 }, (_, at) => `host${at}`);
const program: Program = Object.fromEntries(names.map((name) => [name, a(name, "192.0.2.1")]));

/** The only error in full. All others name its resource, or say that it came earlier, with the same code. */
function inFull(errors: Readonly<Record<string, string>>): string {
  expect(Object.keys(errors)).toHaveLength(20);
  const isShort = (text: string) => /See the error of resource|An earlier error of this run with the same/.test(text);
  const [full, ...others] = Object.entries(errors).sort(([, one], [, two]) => two.length - one.length);
  const [name = "", text = ""] = full ?? [];
  const code = /\[ERR_REGISTRAR_\w+:/.exec(text)?.[0];
  expect(others.filter(([, other]) => !isShort(other) || !other.includes(`${code}`))).toEqual([]);
  for (const [, other] of others)
    if (other.includes("See the error")) expect(other).toContain(`See the error of resource \`${name}\`.`);
  return text;
}

it("tells in the preview once that the token is refused", async () => {
  process.env["REGISTRAR_API_TOKEN"] = "wrong-token";
  const { errors } = await new HandlerStack(quick).up(program);
  expect(inFull(errors)).toMatch(/401 missing or invalid token/);
});

it("tells resources of every kind in one short line that an earlier one met the refused token", async () => {
  process.env["REGISTRAR_API_TOKEN"] = "wrong-token";
  const kinds: Program = {
    ...Object.fromEntries(names.slice(4).map((name) => [name, a(name, "192.0.2.1")])),
    lock: { handler: "domainLock", args: { domain: "example.com" } },
    settings: { handler: "domainSettings", args: { domain: "example.org", privacy: true } },
    keys: { handler: "dnssec", args: { domain: "example.net", enabled: true } },
    shop: { handler: "urlForward", args: { domain: "example.org", source: "", destination: "https://shop.example/" } },
  };
  const { errors } = await new HandlerStack(quick).preview(kinds);
  expect(inFull(errors)).toMatch(/401 missing or invalid token/);
  const lines = Object.values(errors).sort((one, two) => two.length - one.length);
  expect(lines.slice(1).filter((line) => line.length > 130)).toEqual([]);
});

it("tells in an `up` and in a refresh once that the token is refused, and names no resource that it doesn't know", async () => {
  const stack = new HandlerStack(quick);
  process.env["REGISTRAR_API_TOKEN"] = "wrong-token";
  const { errors } = await stack.up(program, { skipPreview: true });
  expect(inFull(errors)).toMatch(/401 missing or invalid token/);
  process.env["REGISTRAR_API_TOKEN"] = registrar.sandbox.token;
  await stack.up(program);
  process.env["REGISTRAR_API_TOKEN"] = "wrong-token";
  expect(inFull((await stack.refresh()).errors)).toMatch(/401 missing or invalid token/);
  expect((await stack.preview(program)).errors).toEqual({});
});

it("tells once that the registrar can't be reached, that the token may not act on a domain, and that a list is incomplete", async () => {
  const stack = new HandlerStack(quick);
  await stack.up(program);
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 403 } });
  registrar.sandbox.fault({ operation: "domains.get", fault: { status: 404 } });
  expect(inFull((await stack.refresh()).errors)).toMatch(/\[ERR_REGISTRAR_DOMAIN_/);
  registrar.sandbox.clearFaults();
  const body = { success: true, data: [], partial: true };
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  expect(inFull((await stack.refresh()).errors)).toMatch(/cannot be determined/);
  registrar.sandbox.clearFaults();
  process.env["REGISTRAR_BASE_URL"] = "http://127.0.0.1:1/api";
  expect(inFull((await stack.refresh()).errors)).toMatch(/\[ERR_REGISTRAR_NETWORK: /);
});
