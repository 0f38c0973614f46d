/** Kinds of forwards that only the registrar has a word for, and forwards that are named by their full host. */
import { canonicalUrl, forwardType } from "../../provider/api/forward.ts";
import { useContract } from "../support/contract.ts";
import { applied, forward, HandlerStack, unchanged, withStory } from "../support/story.ts";

const { registrar } = withStory();
const target = "https://www.example.net/";

const live = () =>
  registrar.sandbox
    .forwards("example.com")
    .map(({ source, destination, type }) => `${source || "@"} ${destination} ${type}`);

function makeMaskedByHand(type = "masked"): void {
  const [only] = registrar.sandbox.forwards("example.com");
  registrar.sandbox.dashboard.editForward("example.com", only?.id ?? 0, { type });
}

it("reads a destination with letters outside ASCII the same way however often it is read", () => {
  const spellings = new Set<string>();
  for (let n = 0; n < 50_000; n++) spellings.add(canonicalUrl("https://münchen.example/straße"));
  expect([...spellings]).toEqual(["https://xn--mnchen-3ya.example/stra%C3%9Fe"]);
});

describe("a forward of a kind that the program does not name", () => {
  it.each(["permanent", "temporary"])("shows the registrar's word as drift, and gets %s back", async (type) => {
    const program = { shop: forward("shop", target, { type }) };
    const stack = await applied(program);
    makeMaskedByHand();
    expect((await stack.refresh()).drift).toEqual({ shop: { type: "masked" } });
    expect((await stack.up(program)).steps).toEqual({ shop: "update" });
    expect(live()).toEqual([`shop ${target} ${type}`]);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("keeps its kind through an update of something else, where the program leaves the type alone", async () => {
    const stack = await applied({ shop: forward("shop", target) });
    makeMaskedByHand();
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up({ shop: forward("shop", "https://two.example/") })).errors).toEqual({});
    expect(live()).toEqual(["shop https://two.example/ masked"]);
  });

  it("is refused in a preview by name, without a call, until the contract names it", async () => {
    const program = { shop: forward("shop", target, { type: "masked" }) };
    const { errors } = await new HandlerStack().preview(program);
    expect(errors["shop"]).toMatch(/^type: must be "permanent" or "temporary"\..*"forwards\.create".*"values"/s);
    expect(registrar.calls()).toEqual([]);

    useContract({ "forwards.create": { values: { type: { masked: "masked" } } } });
    const stack = await applied(program);
    expect(live()).toEqual([`shop ${target} masked`]);
    expect((await stack.up(program)).steps).toEqual({ shop: "same" });
    makeMaskedByHand("Masked");
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up({ shop: forward("shop", target, { type: "permanent" }) })).errors).toEqual({});
    expect(live()).toEqual([`shop ${target} permanent`]);
  });

  it.each<[kind: string | undefined, shown: unknown[]]>([
    ["permanent", [301, "308", "Permanent"]],
    ["temporary", [302, "307", "temporary"]],
    ["302 Found", ["302 Found"]],
    ["non-permanent", ["non-permanent"]],
    ["constructor", ["constructor"]],
    ["frame", [" frame "]],
    [undefined, ["", null, { code: 301 }]],
  ])("has the kind %s if the registrar shows one of %j", (kind, shown) => {
    expect(shown.map(forwardType)).toEqual(shown.map(() => kind));
  });
});

it.each([
  ["WWW.Example.COM.", "www"],
  ["a.b.example.com", "a.b"],
  ["example.com", "@"],
  ["Www", "www"],
])("a forward named by its full host %s has the label %s", async (source, label) => {
  const named = (name: string) => ({ shop: forward(name, target, { type: "temporary" }) });
  const stack = await applied(named(source));
  expect(live()).toEqual([`${label} ${target} temporary`]);
  for (const name of [source, label]) {
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(named(name))).steps).toEqual({ shop: "same" });
  }
});
