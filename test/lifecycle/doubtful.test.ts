import { join } from "node:path";
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, forward, person, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const zone = () =>
  registrar.sandbox.records("example.com").map(({ type, name, content }) => `${name || "@"} ${type} ${content}`);
const forwards = () =>
  registrar.sandbox.forwards("example.com").map(({ source, destination }) => `${source} ${destination}`);

const zoneOf = (ttl: number) => ({
  handler: "dnsZone" as const,
  args: { domain: "example.com", records: [{ type: "A", name: "www", content: "192.0.2.1", ttl }] },
});

const kinds = [
  { kind: "record", create: "records.create", it: a("www", "192.0.2.1"), there: zone, expected: ["www A 192.0.2.1"] },
  {
    kind: "forward",
    create: "forwards.create",
    it: forward("shop", "https://x.example/"),
    there: forwards,
    expected: ["shop https://x.example/"],
  },
] as const;

describe.each(kinds)("a create of a $kind with a doubtful outcome", ({ create, it: declared, there, expected }) => {
  it.each([
    ...(["reset-after", "truncate", "html", { status: 500 }] as const),
    ...[400, 429].map((status) => ({ status, done: true, body: { success: true, message: "created" } })),
  ])("after the work was or was not done (%j): exactly one, owned by the state", async (fault) => {
    registrar.sandbox.fault({ operation: create, times: 1, fault });
    const stack = await applied({ it: declared });
    expect(there()).toEqual(expected);
    expect((await stack.preview({ it: declared })).steps).toEqual({ it: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
    await stack.destroy();
    expect(there()).toEqual([]);
  });

  it("before the work was done is repeated once, after looking", async () => {
    registrar.sandbox.fault({ operation: create, times: 1, fault: "reset-before" });
    expect((await new HandlerStack(quick).up({ it: declared })).errors).toEqual({});
    expect(there()).toEqual(expected);
    expect(registrar.writes().filter((call) => call.endsWith(create))).toHaveLength(2);
  });

  it("that stays doubtful is kept as unfinished, and the next run finds it instead of making a second", async () => {
    const cut = registrar.sandbox.fault({ operation: create, fault: "reset-after" });
    const blind = registrar.sandbox.fault({
      operation: create.replace("create", "list"),
      after: 1,
      fault: { status: 400 },
    });
    const stack = new HandlerStack(quick);
    const { errors } = await stack.up({ it: declared }, { skipPreview: true });
    expect(errors["it"]).toMatch(
      new RegExp(`^${create} for example\\.com: it is not known whether .* was created.*in the state.*pulumi up`, "s"),
    );
    cut.clear();
    blind.clear();
    expect((await stack.up({ it: declared })).errors).toEqual({});
    expect(there()).toEqual(expected);
    await stack.destroy();
    expect(there()).toEqual([]);
  });
});

describe.each(["", "duplicates-accepted"])("its own new one is recognised after a lost answer (%s)", (profile) => {
  const ends = async (stack: HandlerStack, program: Program, expected: string[]) => {
    const up = await stack.up(program);
    expect({ errors: up.errors, live: [...zone(), ...forwards()] }).toEqual({ errors: {}, live: expected });
    expect(Object.values((await stack.up(program)).steps)).toEqual(["same"]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect([...zone(), ...forwards()]).toEqual([]);
  };
  const lost = (fault: "reset-before" | "reset-after") =>
    registrar.sandbox.fault({ operation: /\.create$/, times: 1, fault });
  const changed = [
    { kind: "record", before: a("www", "192.0.2.1", { ttl: 300 }), after: a("www", "192.0.2.1", { ttl: 600 }) },
    {
      kind: "forward",
      before: forward("shop", "https://x.example/", { type: "temporary" }),
      after: forward("shop", "https://x.example/", { type: "permanent" }),
    },
    { kind: "zone", before: zoneOf(300), after: zoneOf(600) },
  ].flatMap((each) => (["reset-before", "reset-after"] as const).map((fault) => ({ ...each, fault })));
  beforeEach(() => registrar.sandbox.setProfile(profile));

  it.each(changed)("of an unfinished $kind ($fault)", async ({ kind, before, fault }) => {
    const stack = new HandlerStack(quick);
    registrar.sandbox.fault({ operation: /\.create$/, fault: "reset-before" });
    // A list of records has two pages, and one of no forwards has one.
    registrar.sandbox.fault({ operation: /\.list$/, after: kind === "forward" ? 2 : 4, fault: { status: 400 } });
    expect((await stack.up({ it: before })).errors["it"]).toMatch(/not known/);
    registrar.sandbox.clearFaults();
    lost(fault);
    await ends(stack, { it: before }, [kind === "forward" ? "shop https://x.example/" : "www A 192.0.2.1"]);
  });

  it.each(changed)("of a changed $kind that a person deleted ($fault)", async ({ kind, before, after, fault }) => {
    const stack = await applied({ it: before });
    for (const { id } of registrar.sandbox.records("example.com"))
      registrar.sandbox.dashboard.deleteRecord("example.com", id);
    for (const { id } of registrar.sandbox.forwards("example.com"))
      registrar.sandbox.dashboard.deleteForward("example.com", id);
    lost(fault);
    await ends(stack, { it: after }, [kind === "forward" ? "shop https://x.example/" : "www A 192.0.2.1"]);
  });

  it.each(changed)("of a $kind at a registrar without updates ($fault)", async ({ kind, before, after, fault }) => {
    process.env["REGISTRAR_CONTRACT_FILE"] = join(__dirname, "../meaning/noUpdate.json");
    const stack = await applied({ it: before });
    lost(fault);
    await ends(stack, { it: after }, [kind === "forward" ? "shop https://x.example/" : "www A 192.0.2.1"]);
  });
});

it.each(kinds)(
  "keeps a $kind whose repeated create is refused, since the first was carried out",
  async ({ create, it: declared, there, expected }) => {
    const stack = new HandlerStack(quick);
    registrar.sandbox.setProfile("stale-lists:99");
    registrar.sandbox.fault({ operation: create, times: 1, fault: "reset-after" });
    expect((await stack.up({ it: declared })).errors["it"]).toMatch(/not known.*in the state/s);
    registrar.sandbox.setProfile("");
    expect((await stack.up({ it: declared })).errors).toEqual({});
    expect(there()).toEqual(expected);
  },
);

it("a lost create is not found in an older record that differs in its priority alone, at a registrar whose lists have no ids", async () => {
  registrar.sandbox.setProfile("lists-without-ids");
  const mx = (priority: number) => ({ type: "MX", name: "@", content: "mail.example.net", priority });
  const zoneWith = (...priorities: number[]): Program => ({
    it: { handler: "dnsZone", args: { domain: "example.com", records: priorities.map(mx) } },
  });
  const stack = await applied(zoneWith(10));
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-before" });
  expect((await stack.up(zoneWith(10, 20))).errors).toEqual({});
  expect(registrar.sandbox.records("example.com").map(({ priority }) => priority)).toEqual([10, 20]);
});

it("a contact whose creation stays doubtful names the operation, and the next run takes it over", async () => {
  const owner = { owner: { handler: "contact" as const, args: person } };
  const cut = registrar.sandbox.fault({ operation: "contacts.create", fault: "reset-after" });
  const blind = registrar.sandbox.fault({ operation: "contacts.list", after: 1, fault: { status: 400 } });
  const stack = new HandlerStack(quick);
  const { errors } = await stack.up(owner);
  expect(errors["owner"]).toMatch(/^contacts\.create: it is not known whether the contact was created.*pulumi up/s);
  expect(errors["owner"]).not.toContain("in the state");
  expect(stack.state.size).toBe(0);
  cut.clear();
  blind.clear();
  registrar.calls();
  expect((await stack.up(owner)).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
});

const program = { web: a("www", "192.0.2.1"), mail: record("MX", "@", { content: "mail.example.net", priority: 5 }) };

it.each([401, 403, 404, 501])(
  "a refresh that fails with %i is an error, and the state stays",
  async (status) => {
    const stack = await applied(program);
    registrar.sandbox.fault({ operation: "records.list", fault: { status } });
    const { gone, errors } = await stack.refresh();
    expect(gone).toEqual([]);
    expect(Object.keys(errors).sort()).toEqual(["mail", "web"]);
    registrar.sandbox.clearFaults();
    expect((await stack.preview(program)).steps).toEqual({ web: "same", mail: "same" });
  },
  200_000,
);

it.each([
  ["records.update", "no-put:404"],
  ["records.update", "no-put:405"],
  ["records.delete", "no-delete:404"],
  ["records.delete", "no-delete:405"],
])(
  "a failure of %s names the contract where the registrar has no such route (%s), and keeps the record",
  async (operation, profile) => {
    const stack = await applied({ web: a("www", "192.0.2.1") });
    registrar.sandbox.setProfile(profile);
    const change = operation === "records.update" ? stack.up({ web: a("www", "192.0.2.2") }) : stack.destroy();
    expect((await change).errors["web"]).toMatch(new RegExp(`${operation.replace(".", "\\.")}.*contract`, "s"));
    expect([...stack.state.keys()]).toEqual(["web"]);
    expect(zone()).toEqual(["www A 192.0.2.1"]);
  },
);
