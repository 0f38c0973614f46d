import { applied, unchanged } from "../support/applied.ts";
import { allowNoIds } from "../support/contract.ts";
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

describe.each(kinds)("a create of a $kind", ({ create, it: declared, there, expected }) => {
  it("whose outcome stays unknown is kept as unfinished, and the next run finds it", async () => {
    const cut = registrar.sandbox.fault({ operation: create, fault: "reset-after" });
    const blind = registrar.sandbox.fault({
      operation: create.replace("create", "list"),
      after: 1,
      fault: { status: 400 },
    });
    const stack = new HandlerStack(quick);
    const { errors } = await stack.up({ it: declared }, { skipPreview: true });
    expect(errors["it"]).toMatch(
      new RegExp(`^${create} for example\\.com: it is not known whether .* was created.*pulumi up`, "s"),
    );
    cut.clear();
    blind.clear();
    expect((await stack.up({ it: declared })).errors).toEqual({});
    expect(there()).toEqual(expected);
    await stack.destroy();
    expect(there()).toEqual([]);
  });
});

describe.each(["", "duplicates-accepted"])("an unfinished create (%s)", (profile) => {
  const cases = [...kinds, { ...kinds[0], kind: "zone", it: zoneOf(300) }].flatMap((each) =>
    (["reset-before", "reset-after"] as const).map((fault) => ({ ...each, fault })),
  );

  it.each(cases)("of a $kind is finished once, although it meets $fault", async ({ create, it: declared, fault }) => {
    registrar.sandbox.setProfile(profile);
    const stack = new HandlerStack(quick);
    registrar.sandbox.fault({ operation: create, fault: "reset-before" });
    // A list of records has two pages, and one of no forwards has one.
    const after = create.startsWith("forwards") ? 2 : 4;
    registrar.sandbox.fault({ operation: /\.list$/, after, fault: { status: 400 } });
    expect((await stack.up({ it: declared })).errors["it"]).toMatch(/not known/);
    registrar.sandbox.clearFaults();
    registrar.sandbox.fault({ operation: create, times: 1, fault });
    expect((await stack.up({ it: declared })).errors).toEqual({});
    expect([...zone(), ...forwards()]).toHaveLength(1);
    expect((await stack.up({ it: declared })).steps).toEqual({ it: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect([...zone(), ...forwards()]).toEqual([]);
  });
});

it.each(kinds)(
  "keeps a $kind whose repeated create is refused, since the first was carried out",
  async ({ create, it: declared, there, expected }) => {
    const stack = new HandlerStack(quick);
    registrar.sandbox.setProfile("stale-lists:99");
    registrar.sandbox.fault({ operation: create, times: 1, fault: "reset-after" });
    expect((await stack.up({ it: declared })).errors["it"]).toMatch(/not known/s);
    registrar.sandbox.setProfile("");
    expect((await stack.up({ it: declared })).errors).toEqual({});
    expect(there()).toEqual(expected);
  },
);

it("a lost create is not found in an older record that differs in its priority alone, at a registrar whose lists have no ids", async () => {
  registrar.sandbox.setProfile("lists-without-ids");
  allowNoIds();
  const mx = (priority: number) => ({ type: "MX", name: "@", content: "mail.example.net", priority });
  const zoneWith = (...priorities: number[]): Program => ({
    it: { handler: "dnsZone", args: { domain: "example.com", records: priorities.map(mx) } },
  });
  const stack = await applied(zoneWith(10));
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-before" });
  expect((await stack.up(zoneWith(10, 20))).errors).toEqual({});
  expect(registrar.sandbox.records("example.com").map(({ priority }) => priority)).toEqual([10, 20]);
});

it("a contact whose creation stays doubtful names the operation, and the next run adopts it", async () => {
  const owner = { owner: { handler: "contact" as const, args: person } };
  const cut = registrar.sandbox.fault({ operation: "contacts.create", fault: "reset-after" });
  const blind = registrar.sandbox.fault({ operation: "contacts.list", after: 1, fault: { status: 400 } });
  const stack = new HandlerStack(quick);
  const { errors } = await stack.up(owner);
  expect(errors["owner"]).toMatch(/^contacts\.create: it is not known whether the contact was created.*pulumi up/s);
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
