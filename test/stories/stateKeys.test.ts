/** The provider's own part of the state: under one hidden key, and without a hash of any value. */
import { startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { a, everyType, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { opened } from "../support/secretMarks.ts";

type Row = { key: string; unlisted?: boolean };

const registrar = withRegistrar();
const said = withSaid();

it("the state shows arguments and outputs, and nothing that only the provider needs", async () => {
  const stack = new HandlerStack(quick);
  await stack.up({ ...everyType, shop: forward("shop", "https://shop.example.net/") });
  await stack.up({ ...everyType, a: a("www", "192.0.2.2"), shop: forward("shop", "https://new.example.net/") });
  for (const { handler, inputs, outputs } of stack.state.values()) {
    const shown = Object.keys(outputs).filter((key) => !key.startsWith("__"));
    const given = Object.keys(inputs).filter((key) => !key.startsWith("__"));
    expect([handler, shown.filter((key) => !/^(fqdn|(record|forward)Id)$/.test(key)).sort()]).toEqual([
      handler,
      given.sort(),
    ]);
  }
});

it("the state of a record that was updated holds nothing that a list of words could be tried on", async () => {
  const stack = new HandlerStack(quick);
  const secret = (content: string) => record("TXT", "_key", { content, secretInputs: ["content"] });
  await stack.up({ key: secret("hunter2") });
  await stack.up({ key: secret("correct horse") });
  const { content: _, ...rest } = stack.state.get("key")?.outputs ?? {};
  expect(JSON.stringify(rest)).not.toMatch(/[0-9a-f]{12}/);
  expect(rest["__registrar"]).toMatchObject({ secretInputs: ["content"] });
});

it("the state of an authoritative zone names unlisted values by their place", async () => {
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
  const { rows } = Object(opened(shown["__registrar"]));
  expect(JSON.parse(rows).map(({ key, unlisted = false }: Row) => [key, unlisted])).toEqual([
    ["key TXT", false],
    ["key TXT", true],
  ]);
  // A listed record goes without consent; one that was never listed needs it.
  expect((await stack.up(zone([]))).errors["zone"]).toMatch(/remove or overwrite 1 record that this resource never/);
  expect((await stack.up(zone([], { maxUnlistedDeletes: 1 }))).errors).toEqual({});
  expect(registrar.sandbox.records("example.com")).toEqual([]);
  const { records: __, ...inputs } = stack.state.get("zone")?.inputs ?? {};
  expect(JSON.stringify(opened([shown, inputs]))).not.toMatch(/[0-9a-f]{12}/);
});

it("the inputs of a zone remember no row after a refresh that finds none", async () => {
  const stack = new HandlerStack(quick);
  const args = { domain: "example.com", mode: "authoritative", records: { "www A": ["192.0.2.1"] } };
  await stack.up({ zone: { handler: "dnsZone", args } });
  const [row] = registrar.sandbox.records("example.com");
  registrar.sandbox.dashboard.deleteRecord("example.com", row?.id ?? 0);
  expect((await stack.refresh()).drift).toHaveProperty("zone");
  const { inputs, outputs } = stack.state.get("zone") ?? {};
  expect(outputs?.["__registrar"]).not.toHaveProperty("rows");
  expect(inputs?.["__registrar"] ?? {}).not.toHaveProperty("rows");
});

describe("a run at another base URL", () => {
  const program = { www: a("www", "192.0.2.1"), go: forward("go", "https://a.example/") };
  /** How often the warning and its remedy were said. */
  const warned = () => said().split("use a new stack; if only the address changed, run `pulumi refresh`").length - 1;
  let other: WholeSandbox;
  beforeEach(async () => {
    other = await startSandbox();
  });
  afterEach(() => other.close());

  it("warns once in each operation that the rows may not exist there, until a refresh shows it", async () => {
    const stack = new HandlerStack(quick);
    await stack.up(program);
    said();
    process.env["REGISTRAR_BASE_URL"] = other.url;
    process.env["REGISTRAR_API_TOKEN"] = other.token;
    for (const run of [() => stack.preview(program), () => stack.up(program, { skipPreview: true })]) {
      expect((await run()).steps).toEqual({ www: "same", go: "same" });
      expect(warned()).toBe(1);
    }
    other.dashboard.addRecord("example.com", { type: "A", name: "www", content: "192.0.2.1", ttl: 3600 });
    expect((await stack.refresh()).gone).toEqual(["go"]);
    expect(warned()).toBe(1);
    expect((await stack.up(program)).steps).toEqual({ www: "same", go: "create" });
    expect((await stack.destroy()).errors).toEqual({});
    expect([warned(), other.records("example.com").length]).toEqual([0, 0]);
  });

  it("warns of the deletes of a `destroy`", async () => {
    const stack = new HandlerStack(quick);
    await stack.up(program);
    said();
    process.env["REGISTRAR_BASE_URL"] = other.url;
    process.env["REGISTRAR_API_TOKEN"] = other.token;
    await stack.destroy();
    expect(warned()).toBe(1);
  });

  it("is silent if only the token or the spelling of the URL differs, and shows no drift", async () => {
    const stack = new HandlerStack(quick);
    await stack.up(program);
    expect(JSON.stringify([...stack.state.values()])).not.toContain(registrar.sandbox.token);
    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    process.env["REGISTRAR_BASE_URL"] = `${registrar.sandbox.url}/`;
    process.env["REGISTRAR_API_TOKEN"] = "another-token";
    said();
    expect((await stack.up(program)).steps).toEqual({ www: "same", go: "same" });
    expect(said()).toBe("");
  });
});
