/** A registrar that no client can fully manage: the client goes as far as it can, ends in one clear error, and loses nothing. */
import { applied, unchanged } from "../support/applied.ts";
import { allowNoIds } from "../support/contract.ts";
import { a, everyType } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();

describe("lists without ids, and creates that do not tell one", () => {
  it("create, plan and refresh work; a change and a delete say that there is no id, and nothing is lost", async () => {
    registrar.sandbox.setProfile("lists-without-ids,writes-without-object");
    allowNoIds();
    const stack = await applied(everyType);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(new Set(Object.values((await stack.up(everyType)).steps))).toEqual(new Set(["same"]));
    const before = registrar.sandbox.records("example.com");
    registrar.calls();
    const { errors } = await stack.up({ ...everyType, a: a("www", "192.0.2.99") });
    expect(errors["a"]).toMatch(/no ID in the registrar's list.*contract file/s);
    expect(Object.keys((await stack.destroy()).errors).sort()).toEqual(Object.keys(everyType).sort());
    expect(registrar.writes()).toEqual([]);
    expect(registrar.sandbox.records("example.com")).toEqual(before);
    expect(stack.state.size).toBe(Object.keys(everyType).length);
  });
});
