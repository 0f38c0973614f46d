/** What no client can do in full: it goes as far as it can, ends in one clear error, and loses nothing. */
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, everyType, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const unchanged = { drift: {}, gone: [], errors: {} };
const zone = () => registrar.sandbox.records("example.com").map(({ name, content }) => `${name} ${content}`);
const web: Program = { web: a("www", "192.0.2.1") };

describe("a list in a place nobody knows (container-unknown)", () => {
  it("is an error that names the operation and the contract file, never an empty list", async () => {
    registrar.sandbox.setProfile("container-unknown");
    registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "www", content: "192.0.2.1" });
    const stack = new HandlerStack(quick);
    const { errors } = await stack.up(web);
    expect(errors["web"]).toMatch(/records\.list.*cannot be read.*no list in it.*contract/s);
    expect(registrar.writes()).toEqual([]);
  });

  it("keeps the state of what was made before", async () => {
    const stack = new HandlerStack(quick);
    await stack.up(everyType);
    registrar.sandbox.setProfile("container-unknown");
    const { gone, errors } = await stack.refresh();
    expect(gone).toEqual([]);
    expect(Object.keys(errors).sort()).toEqual(Object.keys(everyType).sort());
    expect(Object.keys((await stack.destroy()).errors)).toHaveLength(Object.keys(everyType).length);
    expect(stack.state.size).toBe(Object.keys(everyType).length);
  });
});

describe("a list that stops without a word (silent-cap)", () => {
  const hosts = (count: number): Program =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${i}`, a(`h${i}`, `192.0.2.${i}`)]));

  it("below the cap: nothing is missing", async () => {
    registrar.sandbox.setProfile("silent-cap:20");
    const stack = new HandlerStack(quick);
    expect((await stack.up(hosts(19))).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(hosts(17))).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect(zone()).toEqual([]);
  });

  it("beyond it: what is not shown is not gone, and everything can still be changed and deleted by its id", async () => {
    registrar.sandbox.setProfile("silent-cap:20");
    const stack = new HandlerStack(quick);
    expect((await stack.up(hosts(25))).errors).toEqual({});
    expect((await stack.up(hosts(25))).errors).toEqual({});
    const { drift, gone, errors } = await stack.refresh();
    expect({ drift, gone }).toEqual({ drift: {}, gone: [] });
    expect(Object.keys(errors).sort()).toEqual(["h20", "h21", "h22", "h23", "h24"]);
    const says = Object.values(errors).filter((text) => /\{"records\.list": \{"complete": true\}\}/.test(text));
    expect(says).toEqual([expect.stringMatching(/h2\d\..* is still there cannot be determined: .*\(20 rows/)]);
    expect(zone()).toHaveLength(25);
    expect((await stack.up(hosts(25))).errors).toEqual({});
    expect((await stack.destroy()).errors).toEqual({});
    expect(zone()).toEqual([]);
  });

  it("a create of unknown outcome is not repeated, since the list proves nothing", async () => {
    registrar.sandbox.setProfile("silent-cap:20");
    const stack = new HandlerStack(quick);
    await stack.up(hosts(20));
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-after" });
    registrar.calls();
    const { errors } = await stack.up(hosts(21));
    expect(errors["h20"]).toMatch(/not known/);
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect(zone()).toHaveLength(21);
    expect(stack.state.has("h20")).toBe(true);
  });
});

describe("lists without ids, and creates that do not tell one", () => {
  it("create, plan and refresh work; a change and a delete say that there is no id, and nothing is lost", async () => {
    registrar.sandbox.setProfile("lists-without-ids,writes-without-object");
    const stack = new HandlerStack(quick);
    expect((await stack.up(everyType)).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    expect(new Set(Object.values((await stack.up(everyType)).steps))).toEqual(new Set(["same"]));
    const before = registrar.sandbox.records("example.com");
    registrar.calls();
    const { errors } = await stack.up({ ...everyType, a: a("www", "192.0.2.99") });
    expect(errors["a"]).toMatch(/no id in the registrar's list.*contract file/s);
    expect(Object.keys((await stack.destroy()).errors).sort()).toEqual(Object.keys(everyType).sort());
    expect(registrar.writes()).toEqual([]);
    expect(registrar.sandbox.records("example.com")).toEqual(before);
    expect(stack.state.size).toBe(Object.keys(everyType).length);
  });
});

describe("a registrar that deletes nothing", () => {
  it.each(["no-delete:404", "no-delete:405"])("%s: everything else works", async (profile) => {
    registrar.sandbox.setProfile(profile);
    const stack = new HandlerStack(quick);
    expect((await stack.up(everyType)).errors).toEqual({});
    expect((await stack.up({ ...everyType, a: a("www", "192.0.2.9") })).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    const { errors } = await stack.up({
      ...everyType,
      a: { ...a("www", "192.0.2.9"), args: { domain: "example.com", type: "TXT", name: "www", content: "x" } },
    });
    expect(errors["a"]).toMatch(/records\.delete.*contract/s);
    expect(registrar.sandbox.records("example.com")).toHaveLength(Object.keys(everyType).length);
    expect([...stack.state.keys()].sort()).toEqual(Object.keys(everyType).sort());
  });
});
