/** What no client can do in full: it goes as far as it can, ends in one clear error, and loses nothing. */
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, everyType, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
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
    const stack = await applied(everyType);
    registrar.sandbox.setProfile("container-unknown");
    const { gone, errors } = await stack.refresh();
    expect(gone).toEqual([]);
    expect(Object.keys(errors).sort()).toEqual(Object.keys(everyType).sort());
    expect(Object.keys((await stack.destroy()).errors)).toHaveLength(Object.keys(everyType).length);
    expect(stack.state.size).toBe(Object.keys(everyType).length);
  });
});

describe("lists without ids, and creates that do not tell one", () => {
  it("create, plan and refresh work; a change and a delete say that there is no id, and nothing is lost", async () => {
    registrar.sandbox.setProfile("lists-without-ids,writes-without-object");
    const stack = await applied(everyType);
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
