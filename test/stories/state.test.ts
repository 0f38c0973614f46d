/** The provider's own part of the state: without a hash of any value, and with a mark of the registrar that it is of. */
import { startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { opened } from "../support/secretMarks.ts";
import { a, applied, forward, record, unchanged, whole, withStory } from "../support/story.ts";

type Row = { key: string; unlisted?: boolean };

const { registrar, said, wipe } = withStory();

it("the state holds nothing that a list of words could be tried on, and names unlisted values by their place", async () => {
  const marks = { secretInputs: ["content"] };
  const key = (content: string) => record("TXT", "_key", { content, ...marks });
  const keys = (records: object) => whole(records, { domain: "example.org", secretInputs: ["records"] });
  const stack = await applied({ key: key("hunter2"), zone: keys({ "key TXT": ["hunter2"] }) });
  registrar.sandbox.dashboard.addRecord("example.org", { type: "TXT", name: "key", content: "by hand" });
  await stack.up({ key: key("correct horse"), zone: keys({ "key TXT": ["hunter2"] }) });
  await stack.refresh();
  const [record_, zone] = ["key", "zone"].map((name) => stack.state.get(name));
  const { content: _, ...rest } = record_?.outputs ?? {};
  const { records: __, ...shown } = zone?.outputs ?? {};
  const { records: ___, ...inputs } = zone?.inputs ?? {};
  expect(JSON.stringify(opened([rest, shown, inputs]))).not.toMatch(/(?!\d{12})[0-9a-f]{12}/);
  expect(rest["__registrar"]).toMatchObject(marks);
  const rows = JSON.parse(Object(opened(shown["__registrar"])).rows);
  expect(rows.map(({ key: of, unlisted = false }: Row) => [of, unlisted])).toEqual([
    ["key TXT", false],
    ["key TXT", true],
  ]);
});

it("the inputs of a zone remember no row after a refresh that finds none", async () => {
  const stack = await applied({ it: whole({ "www A": ["192.0.2.1"] }) });
  wipe("www");
  expect((await stack.refresh()).drift).toHaveProperty("it");
  const { inputs = {}, outputs = {} } = stack.state.get("it") ?? {};
  for (const bag of [inputs, outputs]) expect(bag["__registrar"] ?? {}).not.toHaveProperty("rows");
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
    const stack = await applied(program);
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

  it("is silent if only the token or the spelling of the URL differs, and shows no drift", async () => {
    const stack = await applied(program);
    expect(JSON.stringify([...stack.state.values()])).not.toContain(registrar.sandbox.token);
    expect(await stack.refresh()).toEqual(unchanged);
    process.env["REGISTRAR_BASE_URL"] = `${registrar.sandbox.url}/`;
    process.env["REGISTRAR_API_TOKEN"] = "another-token";
    said();
    expect((await stack.up(program)).steps).toEqual({ www: "same", go: "same" });
    expect(said()).toBe("");
  });
});
