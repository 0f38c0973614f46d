/** The rule of ownership: a live row with the declared name, type and data is the resource's; all other rows are others'. */
import { unknown } from "../support/pluginFront.ts";
import {
  a,
  alias,
  forward,
  holders,
  mx,
  owners,
  record,
  recordKinds,
  set,
  someKinds,
  whole,
  zone,
} from "../support/records.ts";
import { some } from "../support/soak.ts";
import {
  applied,
  type Declared,
  expectIdle,
  HandlerStack,
  type Program,
  unchanged,
  withStory,
} from "../support/story.ts";

const { registrar, said, live, rows, forwards, byHand, dashboard, clear, edit, expectDestroyed, writesOf } =
  withStory();
const domain = "example.com";
const ip = (last: number) => `192.0.2.${last}`;
const www = (last: number, rest: Record<string, unknown> = {}) => byHand("www", ip(last), { ttl: 300, ...rest });
const line = (last: number) => `www A ${ip(last)} ttl 300`;
const ids = () => [...rows(), ...forwards()].map(({ id }) => id);

/** Adds the row of a declaration, as a person does. */
function addByHand({ handler, args: { domain: _, ...fields } }: Declared): void {
  if (handler === "urlForward") dashboard().addForward(domain, fields as never);
  else dashboard().addRecord(domain, fields as never);
}

/** Messages of a preview of one resource, and its error. */
async function previewOf(stack: HandlerStack, it: Declared): Promise<{ error: string; messages: string }> {
  registrar.writes();
  said();
  const { errors } = await stack.preview({ it });
  expect(registrar.writes()).toEqual([]);
  return { error: errors["it"] ?? "", messages: said() };
}

/** Expects that a preview fails, that the `up` writes nothing, and that the message has these parts in this order. */
async function expectRefused(stack: HandlerStack, it: Declared, says: RegExp): Promise<void> {
  const was = live();
  expect((await previewOf(stack, it)).error).toMatch(says);
  expect((await stack.up({ it }, { skipPreview: true })).errors["it"]).toMatch(says);
  expect([registrar.writes(), live()]).toEqual([[], was]);
}

/** A message that names a row, by its full name or as a zone's key. */
const naming = (name: string, data: string) =>
  expect.stringMatching(new RegExp(`${name.replace("@", "(?:@|\\bexample\\.com)")}(?:\\.example\\.com)? ${data}`));
const namingWww9 = naming("www", `A ${ip(9)}`);

describe.each(someKinds)("an equal live row that a new %s meets", (kind, of) => {
  const addEqual = () => {
    if (kind === "forward") addByHand(of(1));
    else www(1);
  };

  it("is adopted: the preview says so, nothing is written, and a destroy deletes it", async () => {
    addEqual();
    const was = [live(), ids()];
    const stack = new HandlerStack();
    const adopts = kind === "forward" ? /\badopts go\b/ : /\badopts www A 192\.0\.2\.1\b/;
    expect(await previewOf(stack, of(1))).toEqual({ error: "", messages: expect.stringMatching(adopts) });
    registrar.calls();
    expect((await stack.up({ it: of(1) })).errors).toEqual({});
    expect(registrar.calls()).toEqual(
      kind === "forward" ? ["GET forwards.list"] : ["GET records.list", "GET domains.get"],
    );
    expect([live(), ids()]).toEqual(was);
    await expectIdle(stack, { it: of(1) });
    await expectDestroyed(stack);
  });

  it("isn't adopted with `registrar:adopt: false`, and rows of the state are the resource's as ever", async () => {
    addEqual();
    const alone = { "registrar:adopt": "false" };
    await expectRefused(new HandlerStack(alone), of(1), /exists already.*registrar:adopt/s);
    const stack = new HandlerStack(alone);
    clear();
    expect((await stack.up({ it: of(1) })).errors).toEqual({});
    expect((await stack.up({ it: of(2) })).errors).toEqual({});
    await expectIdle(stack, { it: of(2) });
    await expectDestroyed(stack);
  });
});

it.each(recordKinds)(
  "an adopted row of a %s with another TTL is changed once, under its ID, as the preview says",
  async (_kind, of) => {
    www(1, { ttl: 600 });
    const was = ids();
    const stack = new HandlerStack();
    const { error, messages } = await previewOf(stack, of(1));
    expect([error, messages]).toEqual([
      "",
      expect.stringMatching(/[~s] www A 192\.0\.2\.1 ttl 600 => 192\.0\.2\.1 ttl 300/),
    ]);
    expect(await writesOf(stack, { it: of(1) })).toEqual(["PUT records.update"]);
    expect([live(), ids()]).toEqual([[line(1)], was]);
    await expectIdle(stack, { it: of(1) });
  },
);

it("an adopted forward of another kind of redirect is changed once, under its ID", async () => {
  dashboard().addForward(domain, { source: "go", destination: "https://x.example/", type: "temporary" });
  const was = ids();
  const stack = new HandlerStack();
  const it = forward("go", "https://x.example/", { type: "permanent" });
  expect((await previewOf(stack, it)).error).toBe("");
  expect(await writesOf(stack, { it })).toEqual(["PUT forwards.update"]);
  expect(ids()).toEqual(was);
  await expectIdle(stack, { it });
});

const lasts = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const many: readonly [kind: string, program: Program][] = [
  ["records", Object.fromEntries(lasts(20).map((last) => [`r${last}`, a(`h${last}`, ip(last))]))],
  ["an authoritative zone", { it: whole(Object.fromEntries(lasts(20).map((last) => [`h${last} A`, [ip(last)]]))) }],
];
it.each(many)(
  "of 20 adoptions by %s, a preview and an `up` name at most five, the number, and the danger",
  async (...given) => {
    for (const last of lasts(20)) byHand(`h${last}`, ip(last));
    const [, program] = given;
    const stack = new HandlerStack();
    for (const operation of ["preview", "up"] as const) {
      said();
      expect((await stack[operation](program)).errors).toEqual({});
      const messages = said();
      const named = messages.match(/\bh\d+ A 192/g) ?? [];
      expect([named.length > 0, named.length <= 5]).toEqual([true, true]);
      expect(messages).toMatch(/\badopts 20 records|\b15 more\b|\b20 to adopt/);
      expect(messages).toMatch(/another stack.*destroy of either deletes/s);
    }
    expect(registrar.writes()).toEqual([]);
    said();
    await expectIdle(stack, program);
    expect(said()).toBe("");
    await expectDestroyed(stack);
  },
);

it.each([true, false])("two stacks that declare one row of a domain: `registrar:adopt: %s`", async (adopt) => {
  const settings = { "registrar:adopt": String(adopt) };
  const program = { it: a("www", ip(1)) };
  const first = await applied(program, settings);
  const second = new HandlerStack(settings);
  said();
  const { errors } = await second.up(program);
  if (adopt) {
    expect([errors, said()]).toEqual([{}, expect.stringMatching(/another stack.*destroy of either deletes/s)]);
    // The danger of which the message warns; the next refresh and `up` of the other stack mend it.
    expect((await first.destroy()).errors).toEqual({});
    expect((await second.refresh()).gone).toEqual(["it"]);
    expect((await second.up(program)).errors).toEqual({});
  } else expect(errors["it"]).toMatch(/exists already.*registrar:adopt/s);
  await expectDestroyed(adopt ? second : first);
});

describe("of two equal live rows", () => {
  beforeEach(() => {
    for (const _ of ["one", "two"]) www(1);
  });

  it.each([
    ["record", a("www", ip(1), { ttl: 300 })] as const,
    ["additive zone", zone({ "www A": [ip(1)] }, { ttl: 300 })] as const,
  ])("a new %s adopts one, and leaves the other", async (_kind, it) => {
    const stack = new HandlerStack();
    expect(await writesOf(stack, { it })).toEqual([]);
    await expectIdle(stack, { it });
    await expectDestroyed(stack, [line(1)]);
  });

  it.each(owners)("a new %s adopts one, and needs a number to delete the other", async (_kind, of) => {
    const stack = new HandlerStack();
    await expectRefused(stack, of([ip(1)], { ttl: 300 }), /- www A 192\.0\.2\.1.*maxUnlistedDeletes: 1/s);
    const it = of([ip(1)], { ttl: 300, maxUnlistedDeletes: 1 });
    expect(await writesOf(stack, { it })).toEqual(["DELETE records.delete"]);
    await expectIdle(stack, { it });
  });
});

describe("a row that two resources declare", () => {
  const record1 = a("www", ip(1));
  const inZone = () => zone({ "www A": [ip(1)] });
  const twice: readonly [pair: string, first: Declared, second: Declared][] = [
    ["two records", record1, a("WWW.example.com.", ip(1))],
    ["a record and an additive zone", record1, inZone()],
    ["two additive zones", inZone(), inZone()],
    ["two records of a challenge", ...challenges("_a", "_A")],
  ];
  function challenges(...names: [string, string]): [Declared, Declared] {
    const [first, second] = names.map((name) => record("CNAME", name, { content: "x.acm-validations.aws." }));
    return [first ?? record1, second ?? record1];
  }

  it.each(twice)("as %s is one error in every order, new, adopted or owned", async (_pair, first, second) => {
    const says = /`(one|two)` declares the same record: declare it once/;
    const expectOne = async (stack: HandlerStack, program: Program) => {
      for (const run of [() => stack.preview(program), () => stack.up(program, { skipPreview: true })]) {
        const messages = Object.values((await run()).errors);
        expect(messages).toEqual([expect.stringMatching(says)]);
      }
    };
    for (const program of [
      { one: first, two: second },
      { two: second, one: first },
    ] as Program[]) {
      await expectOne(new HandlerStack(), program);
      await expectOne(new HandlerStack({}, { oneByOne: true }), program);
      for (const [name, declared] of Object.entries(program)) {
        const stack = await applied({ [name]: declared });
        registrar.writes();
        await expectOne(stack, program);
        await expectOne(new HandlerStack({}, { oneByOne: name === "one" }), program);
        expect(registrar.writes()).toEqual([]);
        await expectDestroyed(stack);
      }
    }
  });
});

const srv = (priority: number): Declared =>
  record("SRV", "_sip._tcp", { priority, weight: 2, port: 3, target: "sip.example.net" });
describe.each([
  ["MX", mx, "@ MX", "mail.example.net"],
  ["SRV", srv, "_sip._tcp SRV", "2 3 sip.example.net"],
] as const)("the priority of an %s", (type, of, key, data) => {
  const values = (...priorities: number[]) => priorities.map((priority) => `${priority} ${data}`);
  const lines = (...priorities: number[]) => values(...priorities).map((value) => `${key} ${value}`);
  const name = key.split(" ")[0] ?? "";
  const all: readonly [kind: string, declared: (priority: number, rest?: object) => Declared][] = [
    ["record", (priority) => of(priority)],
    ["set", (priority, rest) => set(name, type, values(priority), { ...rest })],
    ["additive zone", (priority, rest) => zone({ [key]: values(priority) }, { ...rest })],
    ["authoritative zone", (priority, rest) => whole({ [key]: values(priority) }, { ...rest })],
  ];

  // A row with a service and a protocol: once alone, and once in a set.
  const kinds = some(all, (n) => type === "MX" || n < 2);
  it.each(kinds)("of another's row makes it a row of others for a %s", async (kind, declared) => {
    await applied({ ofAnotherStack: of(10) });
    registrar.writes();
    const stack = new HandlerStack();
    const isOwner = !/record|additive/.test(kind);
    const it = declared(20, isOwner ? { maxUnlistedDeletes: 1 } : {});
    if (isOwner) await expectRefused(stack, declared(20), new RegExp(`${key} 10 .*maxUnlistedDeletes: 1`, "s"));
    expect(await previewOf(stack, it)).toEqual({ error: "", messages: naming(name, `${type} 10 ${data}`) });
    expect((await stack.up({ it })).errors).toEqual({});
    expect(live()).toEqual(isOwner ? lines(20) : lines(10, 20));
    await expectDestroyed(stack, isOwner ? [] : lines(10));
  });

  it.each(kinds)("of its own row is changed in place by a %s", async (_kind, declared) => {
    const stack = await applied({ it: declared(10) });
    const was = ids();
    registrar.writes();
    expect(await writesOf(stack, { it: declared(20) })).toEqual(["PUT records.update"]);
    expect([live(), ids()]).toEqual([lines(20), was]);
    await expectIdle(stack, { it: declared(20) });
  });
});

it.each(["one", "two"])("an MX that is registered first, `%s`, leaves the row to its owner", async (first) => {
  const program = { one: mx(10), two: mx(20) };
  const stack = await applied({ one: mx(10) }, {}, { oneByOne: true });
  const was = ids();
  registrar.writes();
  const ordered = first === "one" ? program : { two: program.two, one: program.one };
  expect(await writesOf(stack, ordered)).toEqual(["POST records.create"]);
  expect(ids()).toEqual(expect.arrayContaining(was));
  await expectIdle(stack, ordered);
});

const cnames: readonly [kind: string, declared: (host: string, rest?: object) => Declared][] = [
  ["record", (host) => alias(host)],
  ["set", (host, rest) => set("www", "CNAME", [`${host}.example.net`], { ...rest })],
  ["additive zone", (host, rest) => zone({ "www CNAME": [`${host}.example.net`] }, { ...rest })],
  ["authoritative zone", (host, rest) => whole({ "www CNAME": [`${host}.example.net`] }, { ...rest })],
];
const addCname = (host: string) => byHand("www", `${host}.example.net`, { type: "CNAME" });

describe.each(cnames)("a CNAME of a %s", (kind, of) => {
  it("fails in the preview if another's has its name, and says to import it", async () => {
    addCname("theirs");
    await expectRefused(new HandlerStack(), of("mine"), /www CNAME theirs\.example\.net|theirs\.example\.net.*import/s);
    if (!/set|authoritative/.test(kind)) return;
    const stack = new HandlerStack();
    const it = of("mine", { maxUnlistedDeletes: 1 });
    expect((await stack.up({ it })).errors).toEqual({});
    expect(live()).toEqual(["www CNAME mine.example.net"]);
    await expectIdle(stack, { it });
  });

  it("beside other types at its name fails once, without a warning of the same conflict", async () => {
    byHand("www", "x", { type: "TXT" });
    const stack = new HandlerStack();
    const { error, messages } = await previewOf(stack, of("mine"));
    expect(error).toMatch(/www.*TXT|TXT.*www/s);
    expect(messages).not.toMatch(/TXT/);
  });
});

it("a forward fails in the preview if another's has its source, and says to import it", async () => {
  dashboard().addForward(domain, { source: "go", destination: "https://theirs.example/" });
  await expectRefused(new HandlerStack(), forward("go", "https://mine.example/"), /theirs\.example.*import/s);
});

describe("rows of others at a name and type that is new", () => {
  const remedies = (kind: string) =>
    new RegExp(
      `[-~] www A 192\\.0\\.2\\.9.*list (?:it|them) in \`${kind === "set" ? "values" : "records"}\`.*maxUnlistedDeletes: 1.*(?:DnsRecord\`|additive)`,
      "s",
    );

  it.each(owners)("fail the preview of a %s, unless the number covers them", async (kind, of) => {
    for (const last of [1, 9]) www(last);
    const stack = new HandlerStack();
    const first = (rest: object = {}) => of([ip(1), ip(2)], { ttl: 300, ...rest });
    await expectRefused(stack, first(), remedies(kind));
    await expectRefused(stack, first({ maxUnlistedDeletes: 0 }), remedies(kind));
    expect((await stack.up({ it: first({ maxUnlistedDeletes: 1 }) })).errors).toEqual({});
    expect(live()).toEqual([line(1), line(2)]);
    await expectIdle(stack, { it: first({ maxUnlistedDeletes: 1 }) });
    // Listing them is the first remedy.
    clear();
    for (const last of [1, 9]) www(last);
    const listing = new HandlerStack();
    registrar.writes();
    expect(await writesOf(listing, { it: of([ip(1), ip(9)], { ttl: 300 }) })).toEqual([]);
    await expectDestroyed(listing);
  });

  it.each(owners)("fail the preview of a %s whose number is too small", async (_kind, of) => {
    for (const last of [7, 8, 9]) www(last);
    await expectRefused(new HandlerStack(), of([ip(1)], { maxUnlistedDeletes: 2 }), /`maxUnlistedDeletes` allows 2/);
  });

  it("fail the preview of a set that gets another name", async () => {
    const stack = await applied({ it: set("api", "A", [ip(1)]) });
    www(9);
    registrar.writes();
    await expectRefused(stack, set("www", "A", [ip(1)]), /www A 192\.0\.2\.9.*maxUnlistedDeletes: 1/s);
    await expectDestroyed(stack, [line(9)]);
  });

  it("fail the preview of a zone that becomes authoritative, whatever their name, and not later", async () => {
    const records = { "www A": [ip(1)] };
    const stack = await applied({ it: zone(records, { ttl: 300 }) });
    byHand("ftp", ip(9));
    registrar.writes();
    await expectRefused(stack, whole(records, { ttl: 300 }), /ftp A 192\.0\.2\.9.*maxUnlistedDeletes: 1/s);
    expect((await stack.up({ it: whole(records, { ttl: 300, maxUnlistedDeletes: 1 }) })).errors).toEqual({});
    expect(live()).toEqual([line(1)]);
    byHand("ftp", ip(9));
    const more = whole({ ...records, "ftp A": [ip(2)] }, { ttl: 300 });
    expect(await previewOf(stack, more)).toEqual({ error: "", messages: naming("ftp", `A ${ip(9)}`) });
    expect((await stack.up({ it: more })).errors).toEqual({});
    expect(live()).toContain(`ftp A ${ip(9)}`);
  });

  it.each([
    ["record", a("www", ip(1), { ttl: 300 })],
    ["additive zone", zone({ "www A": [ip(1)] }, { ttl: 300 })],
  ] as const)("are named in the preview of a %s, and stay", async (_kind, it) => {
    www(9);
    const stack = new HandlerStack();
    expect(await previewOf(stack, it)).toEqual({ error: "", messages: namingWww9 });
    expect(await writesOf(stack, { it })).toEqual(["POST records.create"]);
    await expectIdle(stack, { it });
    await expectDestroyed(stack, [line(9)]);
  });
});

describe.each(owners)("rows that others add beside those of a %s", (kind, of) => {
  const declared = (values: number[], rest: object = {}) => of(values.map(ip), { ttl: 300, ...rest });
  const shown = (last: number) => (kind === "set" ? ip(last) : `www A ${ip(last)}`);
  const unlisted = (stack: HandlerStack) => stack.state.get("it")?.outputs["unlisted"] ?? [];

  it("are named in the preview of its changes, and stop nothing without a number or with 0", async () => {
    const stack = await applied({ it: declared([1]) });
    www(9);
    for (const [n, rest] of [{}, { maxUnlistedDeletes: 0 }].entries()) {
      const it = declared([1, n + 2], rest);
      expect(await previewOf(stack, it)).toEqual({ error: "", messages: namingWww9 });
      expect((await stack.up({ it })).errors).toEqual({});
      expect(live()).toEqual([line(1), line(n + 2), line(9)]);
      await expectIdle(stack, { it });
    }
    await expectDestroyed(stack, [line(9)]);
  });

  it("are deleted as far as a number covers them, and a number that is too small fails", async () => {
    const stack = await applied({ it: declared([1]) });
    for (const last of [8, 9]) www(last);
    registrar.writes();
    await expectRefused(stack, declared([1, 2], { maxUnlistedDeletes: 1 }), /`maxUnlistedDeletes` allows 1/);
    const it = declared([1, 2], { maxUnlistedDeletes: 2 });
    expect((await previewOf(stack, it)).messages).toMatch(/[-~] www A 192\.0\.2\.8.*[-~] www A 192\.0\.2\.9/s);
    expect((await stack.up({ it })).errors).toEqual({});
    expect(live()).toEqual([line(1), line(2)]);
  });

  it("are the output `unlisted` after a refresh, which changes no input and leaves nothing to do", async () => {
    const it = declared([1]);
    const stack = await applied({ it });
    const inputs = () => stack.state.get("it")?.inputs;
    const was = inputs();
    www(9);
    for (const _ of ["first", "second"]) {
      expect(await stack.refresh()).toEqual(unchanged);
      expect([inputs(), unlisted(stack)]).toEqual([was, [shown(9)]]);
      registrar.calls();
      expect(await stack.up({ it })).toEqual({ steps: { it: "same" }, errors: {} });
      expect(registrar.calls()).toEqual([]);
    }
    rows().forEach(({ id, content }) => {
      if (content === ip(9)) dashboard().deleteRecord(domain, id);
    });
    expect(await stack.refresh()).toEqual(unchanged);
    expect([inputs(), unlisted(stack)]).toEqual([was, []]);
  });

  it.each([true, false])(
    "are its own once the program lists them, and go when it drops them (refreshed: %s)",
    async (isRead) => {
      const stack = await applied({ it: declared([1]) });
      www(9);
      if (isRead) await stack.refresh();
      registrar.writes();
      expect(await previewOf(stack, declared([1, 9]))).toEqual({
        error: "",
        messages: expect.stringContaining(`adopts www A ${ip(9)}`),
      });
      expect(await writesOf(stack, { it: declared([1, 9]) })).toEqual([]);
      await expectIdle(stack, { it: declared([1, 9]) });
      expect(unlisted(stack)).toEqual([]);
      expect(await writesOf(stack, { it: declared([1]) })).toEqual(["DELETE records.delete"]);
      www(9);
      expect((await stack.up({ it: declared([1, 9]) })).errors).toEqual({});
      await expectDestroyed(stack);
    },
  );

  it("in place of its own row, which a person deleted, stay, and the row is created again", async () => {
    for (const [isRead, next] of [
      [true, [1, 2]],
      [false, [1, 2, 3]],
    ] as const) {
      const stack = await applied({ it: declared([1, 2]) });
      dashboard().deleteRecord(domain, rows().find(({ content }) => content === ip(2))?.id ?? 0);
      www(9);
      if (isRead) expect(Object.keys((await stack.refresh()).drift)).toEqual(["it"]);
      expect((await previewOf(stack, declared([...next]))).error).toBe("");
      expect((await stack.up({ it: declared([...next]) })).errors).toEqual({});
      expect(live()).toEqual([...next, 9].map(line));
      await expectIdle(stack, { it: declared([...next]) });
      await expectDestroyed(stack, [line(9)]);
      clear();
    }
  });
});

it("a record in whose place a person made another one is created again, and the other stays", async () => {
  for (const isRead of [true, false]) {
    const stack = await applied({ it: a("www", ip(1), { ttl: 300 }) });
    clear();
    www(9);
    if (isRead) expect((await stack.refresh()).gone).toEqual(["it"]);
    const it = a("www", ip(isRead ? 1 : 2), { ttl: 300 });
    expect(await previewOf(stack, it)).toEqual({ error: "", messages: namingWww9 });
    expect((await stack.up({ it })).errors).toEqual({});
    expect(live()).toEqual([line(isRead ? 1 : 2), line(9)]);
    await expectIdle(stack, { it });
    await expectDestroyed(stack, [line(9)]);
    clear();
  }
});

it("an authoritative zone shows rows of others of its complete domain as `unlisted`", async () => {
  const stack = await applied({ it: whole({ "www A": [ip(1)] }) });
  const added = { ftp: ip(8), www: ip(9) };
  for (const [name, content] of Object.entries(added)) byHand(name, content);
  expect(await stack.refresh()).toEqual(unchanged);
  const shown = Object.entries(added).map(([name, content]) => `${name} A ${content}`);
  expect(stack.state.get("it")?.outputs["unlisted"]).toEqual(shown);
  await expectDestroyed(stack, shown);
});

describe("a row that a person edited, and whose stored data moves to a new resource", () => {
  const moved: readonly [kind: string, of: (last: number, rest?: Record<string, unknown>) => Declared][] = [
    ["record", (last) => a("www", ip(last), { ttl: 300 })],
    ...holders.map(
      ([kind, of]) =>
        [kind, (last: number, rest = {}) => of([ip(last)], { ttl: 300, ...rest })] as [
          string,
          (last: number) => Declared,
        ],
    ),
  ];
  // To a resource that owns its name and type, the row is one of others: its owner isn't in the program.
  const behaviours = (at: number) => some([{}, { oneByOne: true }], (n) => n === at);
  it.each(moved)("is deleted, and a %s makes its own", async (kind, of) => {
    for (const behaviour of behaviours(/record|authoritative/.test(kind) ? 0 : 1)) {
      const stack = await applied({ one: a("www", ip(1), { ttl: 300 }) }, {}, behaviour);
      edit("www", { content: ip(2) });
      const two = of(1, owners.some(([owner]) => owner === kind) ? { maxUnlistedDeletes: 1 } : {});
      expect((await stack.up({ two })).errors).toEqual({});
      expect(live()).toEqual([line(1)]);
      await expectIdle(stack, { two });
      await expectDestroyed(stack);
    }
  });

  it.each(moved)("stays if a %s declares the live data", async (kind, of) => {
    for (const behaviour of behaviours(/record|authoritative/.test(kind) ? 1 : 0)) {
      const stack = await applied({ one: a("www", ip(1), { ttl: 300 }) }, {}, behaviour);
      edit("www", { content: ip(2) });
      const was = ids();
      expect(await stack.up({ two: of(2) })).toMatchObject({ errors: {} });
      expect([live(), ids()]).toEqual([[line(2)], was]);
      await expectIdle(stack, { two: of(2) });
      await expectDestroyed(stack);
    }
  });
});

/** Rows that clients would use beside those of the program, by the type of the program's row. */
const beside: readonly [type: string, mine: object, other: Record<string, unknown>, shown: string][] = [
  ["A", { type: "A", content: ip(1) }, { type: "A", content: ip(9) }, `A ${ip(9)}`],
  ["AAAA", { type: "AAAA", content: "2001:db8::1" }, { type: "AAAA", content: "2001:db8::9" }, "AAAA 2001:db8::9"],
  [
    "MX",
    { type: "MX", content: "a.example.net", priority: 10 },
    { type: "MX", content: "parked.example.net", priority: 5 },
    "MX 5 parked",
  ],
  ["NS", { type: "NS", content: "ns1.example.net" }, { type: "NS", content: "ns9.example.net" }, "NS ns9.example.net"],
];
const textOf = ({ content, priority }: Record<string, unknown>) =>
  priority === undefined ? `${content}` : `${priority} ${content}`;

describe.each(beside)("rows of others beside an %s", (type, mine, other, shown) => {
  const key = `sub ${type}`;
  const fields = { ...mine } as Record<string, unknown>;
  const forms: readonly [form: string, of: (ttl: number) => Declared, isOwner: boolean][] = [
    ["record", (ttl) => record(type, "sub", { ...fields, ttl }), false],
    ["set", (ttl) => set("sub", type, [textOf(fields)], { ttl }), true],
    ["additive zone", (ttl) => zone({ [key]: [textOf(fields)] }, { ttl }), false],
    ["authoritative zone", (ttl) => whole({ [key]: [textOf(fields)] }, { ttl }), true],
  ];
  const add = () => dashboard().addRecord(domain, { name: "sub", ...other } as never);

  const at = beside.findIndex(([each]) => each === type);
  it.each(some(forms, (n) => type === "A" || n === at))(
    "are named in the preview of a new and of a changed %s",
    async (_form, of, isOwner) => {
      if (!isOwner) {
        add();
        const { error, messages } = await previewOf(new HandlerStack(), of(300));
        expect([error, messages]).toEqual(["", naming("sub", shown)]);
        clear();
      }
      const stack = await applied({ it: of(300) });
      add();
      registrar.writes();
      const { error, messages } = await previewOf(stack, of(600));
      expect([error, messages]).toEqual(["", naming("sub", shown)]);
      // An unchanged resource asks for nothing, and says nothing.
      expect(await previewOf(stack, of(300))).toEqual({ error: "", messages: "" });
    },
  );
});

it("the row of others beside an SRV is named in the preview of a record and of an additive zone", async () => {
  await applied({ ofAnotherStack: { ...srv(1), args: { ...srv(1).args, target: "old.example.net" } } });
  registrar.writes();
  for (const it of [srv(10), zone({ "_sip._tcp SRV": ["10 2 3 sip.example.net"] })]) {
    const { error, messages } = await previewOf(new HandlerStack(), it);
    expect([error, messages]).toEqual(["", expect.stringContaining("old.example.net")]);
  }
});

it("an ALIAS at the name of an A is named in the preview of each form", async () => {
  for (const it of [a("@", ip(1)), set("@", "A", [ip(1)]), zone({ "@ A": [ip(1)] }), whole({ "@ A": [ip(1)] })]) {
    const { error, messages } = await previewOf(new HandlerStack(), it);
    expect([error, messages]).toEqual(["", expect.stringMatching(/ALIAS/)]);
  }
});

it("a TXT of others beside that of a record or an additive zone stops nothing, and isn't named", async () => {
  byHand("@", "theirs", { type: "TXT" });
  for (const it of [record("TXT", "@", { content: "mine" }), zone({ "@ TXT": ["mine"] })]) {
    const { error, messages } = await previewOf(new HandlerStack(), it);
    expect(error).toBe("");
    expect(messages).not.toContain("theirs");
  }
});

it("a preview whose number isn't known yet refuses nothing", async () => {
  www(9);
  const it = set("www", "A", [ip(1)], { maxUnlistedDeletes: unknown });
  expect((await previewOf(new HandlerStack(), it)).error).toBe("");
});
