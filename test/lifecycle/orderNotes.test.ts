/** The note of an order on this machine: what cannot be read stops the order, and of two runs only one orders. */
import fs, { existsSync, fstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfiguration } from "../../provider/api/index.ts";
import { Run } from "../../provider/lifecycle/run.ts";
import { domainRegistration } from "../../provider/resources/domainRegistration.ts";
import { domainTransfer } from "../../provider/resources/domainTransfer.ts";
import { orderNames, withOrders } from "../support/orders.ts";
import { HandlerStack, type Program, withStory } from "../support/story.ts";

const { registrar, said } = withStory();
const folder = () => join(process.env["PULUMI_HOME"] ?? "", "registrar-orders");
const notes = () => readdirSync(folder()).sort();
const { orders, charges } = withOrders(registrar);

describe.each(orderNames)("the note of a %s", (kind) => {
  const { program, operation, charged, late } = orders[kind];

  /** Orders in a run that is killed, at a registrar that shows it late: what is left is the note. */
  async function leaveNote(): Promise<{ order: Program; file: string }> {
    const order = program();
    registrar.sandbox.setProfile(late);
    await new HandlerStack().up(order);
    expect(charges()).toEqual(charged);
    const [file = ""] = notes();
    registrar.writes();
    return { order, file: join(folder(), file) };
  }

  it("outlives a power cut: the note and the name of its folder are on the disk before the order is sent", async () => {
    const flushed: string[] = [];
    const flush = fs.fsyncSync;
    const spy = jest.spyOn(fs, "fsyncSync").mockImplementation((descriptor) => {
      flush(descriptor);
      flushed.push(`${fstatSync(descriptor).isDirectory() ? "folder" : "note"} after ${charges().length} orders`);
    });
    const { errors } = await new HandlerStack().up(program());
    spy.mockRestore();
    expect(errors).toEqual({});
    expect(flushed).toEqual(["note after 0 orders", "folder after 0 orders", "folder after 0 orders"]);
  });

  it.each<[is: string, spoil: (file: string) => void]>([
    ["is cut off", (file) => writeFileSync(file, readFileSync(file, "utf8").slice(0, 20))],
    ["is empty", (file) => writeFileSync(file, "")],
    [
      "is of another version",
      (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/"version":1/, '"version":2')),
    ],
    ["is of another order", (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/"domain":"/, "$&x"))],
    ["has a folder in its place", (file) => [rmSync(file), mkdirSync(file)]],
  ])("stops the order where it %s; the next order comes once it is deleted", async (_case, spoil) => {
    const { order, file } = await leaveNote();
    spoil(file);
    const { errors } = await new HandlerStack().up(order);
    expect(errors["it"]).toMatch(
      /^domain: a note .* cannot be read \(.*\): .*registrar-orders.*\.json\. This run ordered nothing\./,
    );
    expect(errors["it"]).toMatch(/check in the registrar's dashboard .* the order was placed\. Then delete that file/);
    // A domain that is held, and not to be renewed, needs no order.
    const held = { it: { handler: "domainRegistration" as const, args: { domain: "example.com" } } };
    expect((await new HandlerStack().up(held)).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    rmSync(file, { recursive: true });
    registrar.sandbox.clock.advance({ days: 6 });
    expect((await new HandlerStack().up(order)).errors).toEqual({});
    expect(charges()).toEqual(charged);
  });

  it.each([4000, 1])(
    "of %i days ago stops the order, until the program sets the value of the message",
    async (days) => {
      registrar.sandbox.fault({ operation, times: 1, fault: "reset-before" });
      const { it: resource } = program();
      const stack = new HandlerStack();
      await stack.up({ it: resource }, { beforeWrites: () => stack.kill() });
      const at = new Date(Date.now() - days * 86_400_000).toISOString();
      const file = join(folder(), notes()[0] ?? "");
      writeFileSync(file, readFileSync(file, "utf8").replace(/"at":"[^"]*"/, `"at":"${at}"`));
      registrar.writes();
      expect((await stack.preview({ it: resource })).errors).toEqual({});
      expect(said()).toMatch(/`pulumi up` would fail\. Verify .*noted the order, but has not seen its outcome/);
      const { errors } = await stack.up({ it: resource });
      expect(stack.state.get("it")?.outputs).toHaveProperty("unverifiedOrder");
      expect(errors["it"]).toMatch(/Verify in the registrar's dashboard: .* a run on this machine noted the order/);
      expect(errors["it"]).toContain(`was ordered at ${at}`);
      expect(registrar.writes()).toEqual([]);
      const [, name = "", value] = /set `(\w+): "([^"]*)"` to order again/.exec(errors["it"] ?? "") ?? [];
      const again = { it: { ...resource, args: { ...resource.args, [name]: value } } };
      expect((await stack.up(again)).errors).toEqual({});
      expect(charges()).toEqual(charged);
      expect((await stack.up(again)).steps).toEqual({ it: "same" });
    },
  );

  it("stays where the order is repeated with consent, and the repetition isn't sent", async () => {
    registrar.sandbox.fault({ operation, times: 1, fault: "reset-before" });
    const { it: resource } = program();
    const stack = new HandlerStack();
    await stack.up({ it: resource });
    const [first] = notes();
    const again = { it: { ...resource, args: { ...resource.args, retryOrdersBefore: new Date().toISOString() } } };
    registrar.writes();
    // The second reading is the last one before an order is sent.
    const beforeWrites = () =>
      void registrar.sandbox.fault({ operation: "domains.get", after: 1, times: 1, fault: { status: 401 } });
    expect((await stack.up(again, { beforeWrites })).errors["it"]).toMatch(/401/);
    expect([registrar.writes(), notes()]).toEqual([[], [first]]);
    expect((await stack.up(again)).errors).toEqual({});
    expect(charges()).toEqual(charged);
  });

  it("holds for another spelling of the registrar's address, and isn't removed by another registrar", async () => {
    const { order, file } = await leaveNote();
    const { url } = registrar.sandbox;
    process.env["REGISTRAR_BASE_URL"] = url.replace("127.0.0.1", "localhost");
    expect((await new HandlerStack().up(order)).errors["it"]).toMatch(/a run on this machine noted the order/);
    registrar.sandbox.clock.advance({ days: 6 });
    registrar.sandbox.setProfile("");
    expect((await new HandlerStack().up(order)).errors).toEqual({});
    expect([charges(), existsSync(file)]).toEqual([charged, true]);
    process.env["REGISTRAR_BASE_URL"] = url;
    expect((await new HandlerStack().up(order)).errors).toEqual({});
    expect([charges(), existsSync(file)]).toEqual([charged, false]);
  });

  it("that cannot be written stops the order, and says where it has to be possible", async () => {
    writeFileSync(join(process.env["PULUMI_HOME"] ?? "", "a-file"), "");
    const home = process.env["PULUMI_HOME"] ?? "";
    process.env["PULUMI_HOME"] = join(home, "a-file");
    const { errors } = await new HandlerStack().up(program());
    expect(errors["it"]).toMatch(/(cannot be noted|cannot be read).*not a directory.*This run ordered nothing\./);
    expect(charges()).toEqual([]);
    process.env["PULUMI_HOME"] = home;
    rmSync(join(home, "a-file"));
    expect((await new HandlerStack().up(program())).errors).toEqual({});
    expect(charges()).toEqual(charged);
  });

  it("goes when the registrar refused the order, and when it shows it", async () => {
    registrar.sandbox.fault({ operation, times: 1, fault: { status: 402 } });
    const order = program();
    const stack = new HandlerStack();
    expect((await stack.up(order)).errors["it"]).toMatch(/402/);
    expect([notes(), kind === "renewal" ? 0 : stack.state.size]).toEqual([[], 0]);
    expect((await stack.up(order)).errors).toEqual({});
    registrar.sandbox.clock.advance({ days: 6 });
    await stack.refresh();
    expect(notes()).toEqual([]);
  });
});

it.each(["up", "refresh"] as const)(
  "the note of a renewal whose run was killed goes with the next %s, and the next shows its price",
  async (how) => {
    const stack = new HandlerStack();
    const held = { it: { handler: "domainRegistration" as const, args: { domain: "example.com" } } };
    await stack.up(held);
    const first = orders.renewal.program();
    registrar.sandbox.setProfile("late-renewal:1");
    await stack.up(first, { beforeWrites: () => stack.kill() });
    expect([charges(), notes().length]).toEqual([["renew example.com 1"], 1]);
    registrar.sandbox.clock.advance({ hours: 2 });
    registrar.sandbox.setProfile("");
    const next = orders.renewal.program();
    await stack.preview(next);
    expect(said()).toMatch(/would be renewed for 1 year to reach .*, at 15\.80 of at most/);
    if (how === "up") expect((await stack.up(first)).errors).toEqual({});
    else await stack.refresh();
    expect(notes()).toEqual([]);
    expect((await stack.up(next)).errors).toEqual({});
    expect(charges()).toEqual(["renew example.com 1", "renew example.com 1"]);
  },
);

describe.each(orderNames)("two resources for one domain", (kind) => {
  const { program, operation, charged, late } = orders[kind];
  // A check refuses the second declaration; what is beneath it holds all the same.
  const unchecked = { "registrar:skipChecks": '["declared-once"]' };
  const cases = ["", late].flatMap((profile) => [true, false].map((oneByOne) => ({ profile, oneByOne })));

  it.each(cases)(`order a ${kind} once in a run ($profile, one by one: $oneByOne)`, async ({ profile, oneByOne }) => {
    const { it: first } = program();
    registrar.sandbox.setProfile(profile);
    const stack = new HandlerStack(unchecked, { oneByOne });
    const both = { it: first, other: first };
    await stack.up(both);
    expect([charges(), registrar.writes().length]).toEqual([charged, 1]);
    await stack.up(both);
    expect(registrar.writes()).toEqual([]);
  });

  it(`order a ${kind} once more with one consent`, async () => {
    registrar.sandbox.fault({ operation, times: 2, fault: "reset-before" });
    const { it: first } = program();
    const stack = new HandlerStack(unchecked);
    await stack.up({ it: first });
    const consent = { retryOrdersBefore: new Date().toISOString() };
    const again = { ...first, args: { ...first.args, ...consent } };
    for (const _again of [1, 2]) await stack.up({ it: again, other: again }, { skipPreview: true });
    expect(registrar.writes()).toHaveLength(2);
    expect(charges()).toEqual([]);
  });
});

describe.each(orderNames)("two runs at one time on one machine", (kind) => {
  const { program, operation, charged, late } = orders[kind];
  const definition = kind === "transfer" ? domainTransfer : domainRegistration;

  /** A run of its own, as another process is one. */
  const run = async (args: Record<string, unknown>) => {
    const configuration = readConfiguration({
      get: (key) => (key.endsWith("staleListSeconds") ? "0" : undefined),
      env: process.env,
    });
    const run = new Run({ configuration, log: () => undefined });
    const filled = { ...args, ...definition.fill?.(args, { previous: undefined, known: () => true }) };
    if (kind !== "renewal") return definition.create(filled, run);
    const held = { domain: args["domain"] };
    const { id, state } = await definition.create(held, run);
    return definition.update(id, state, filled, run);
  };

  it.each(["", late])(`order a ${kind} once, and the other stops and says what to do (%s)`, async (profile) => {
    const args = program().it.args;
    registrar.sandbox.setProfile(profile);
    registrar.sandbox.fault({ operation, times: 1, fault: { delayMs: 100 } });
    for (let round = 1; round <= 2; round += 1) {
      const ends = await Promise.allSettled([run(args), run(args)]);
      expect(charges()).toEqual(charged);
      if (round > 1) continue;
      const messages = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
      expect(messages.join("\n")).toMatch(
        /another resource or run on this machine is currently ordering the .*\. This run ordered nothing\. Wait until the other run ends/,
      );
    }
  });

  it(`order a ${kind} once where the one is done before the other, which had looked earlier, orders`, async () => {
    const args = program().it.args;
    const price = kind === "registration" ? "domains.check" : "tlds.pricing";
    const slow = registrar.sandbox.fault({ operation: price, times: 1, fault: { delayMs: 150 } });
    const second = Promise.allSettled([run(args)]);
    while (slow.hits === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const ends = [...(await Promise.allSettled([run(args)])), ...(await second)];
    expect(charges()).toEqual(charged);
    for (const end of ends) {
      expect(end.status === "rejected" ? String(end.reason) : "done").toMatch(
        /^done|cannot be registered|another resource or run|a run on this machine|expiry date has changed/,
      );
    }
  });
});
