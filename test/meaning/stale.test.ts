/** Lists that lag behind writes for less than the bound: nothing is doubled, nothing is dropped. */
import { withShortWaits } from "../support/clock.ts";
import { isSoak } from "../support/soak.ts";
import { a, applied, HandlerStack, kinds, type Program, record, set, unchanged, withStory } from "../support/story.ts";

const { registrar, live, shows, expectDestroyed } = withStory();
withShortWaits();
/** The bound, shorter than the usual 10 seconds; longer than any lag of these stories. */
const bound = { "registrar:staleListSeconds": isSoak ? "2" : "1" };

const www = (ttl: number, rest: object = {}) => a("www", "192.0.2.1", { ttl, ...rest });

const silent = "writes-without-object,ids-change-on-put";
/** Waiting is what these stories do most: the long ones belong to the soak. */
const lags = ["stale-lists:1", `stale-lists:2,${silent}`];
if (isSoak) lags.push("stale-seconds:1", `stale-seconds:1,${silent}`);

it("what another machine wrote, whose clock runs ahead, may lag as well", async () => {
  registrar.sandbox.setProfile("stale-lists:2");
  const stack = await applied({ web: a("www", "192.0.2.1") }, bound);
  const own = stack.state.get("web")?.outputs["__registrar"];
  Object.assign(Object(own), { writtenAt: Date.now() + 3_600_000 });
  expect(await stack.refresh()).toEqual(unchanged);
});

it("a sibling that differs in the priority alone is not taken for a record that does not show yet", async () => {
  registrar.sandbox.setProfile("stale-lists:1");
  const stack = new HandlerStack(bound);
  const mail = (priority: number) => record("MX", "@", { content: "mail.example.net", priority });
  expect((await stack.up({ sibling: mail(20) })).errors).toEqual({});
  expect(await stack.refresh()).toEqual(unchanged);
  expect((await stack.up({ late: mail(30), sibling: mail(20) })).errors).toEqual({});
  // The late one is looked for before the sibling says which row is its own.
  stack.state.delete("sibling");
  expect(await stack.refresh()).toEqual(unchanged);
});

it("a row that this run deleted, and a lagging list still shows, is not adopted after a refusal", async () => {
  const www = { www: a("www", "192.0.2.1", { adopt: true }) };
  const stack = await applied(www, bound);
  const data = registrar.sandbox.records("example.com").map((row) => ({ ...row }));
  shows("records.list", { data, total: data.length });
  registrar.sandbox.fault({ operation: "records.create", fault: { status: 409, body: { message: "exists already" } } });
  const { errors } = await stack.up(www, { replace: ["www"], skipPreview: true });
  expect([live(), Object.keys(errors)]).toEqual([[], ["www"]]);
});

it("a check right after a run that deleted a value of a set asks for no consent to delete it", async () => {
  registrar.sandbox.setProfile("stale-lists:1");
  const web = (...last: number[]): Program => ({
    web: set(
      "www",
      "A",
      last.map((each) => `192.0.2.${each}`),
    ),
  });
  const stack = await applied(web(1, 2), bound);
  expect((await stack.up(web(1))).errors).toEqual({});
  expect((await stack.up(web(1, 3))).errors).toEqual({});
  expect(live()).toEqual(["www A 192.0.2.1", "www A 192.0.2.3"]);
});

describe.each(lags.map((profile, at) => ({ profile, at })))("under $profile", ({ profile, at }) => {
  beforeEach(() => registrar.sandbox.setProfile(profile));

  // Sets and zones write their rows alike: `npm test` tries only an authoritative zone.
  const tried = kinds.filter(([kind]) => isSoak || ["record", "authoritative zone", "forward"].includes(kind));
  it.each(tried)("runs of a %s right after each other end in the last, and a destroy deletes all", async (_, of) => {
    const stack = await applied({ it: of(1) }, bound);
    for (const it of [of(2), of(2, 60), of(1)]) {
      expect((await stack.up({ it })).errors).toEqual({});
      expect(await stack.refresh()).toEqual(unchanged);
      expect((await stack.preview({ it })).steps).toEqual({ it: "same" });
    }
    await stack.up({ it: of(2) });
    await expectDestroyed(stack);
  });

  const ttls = isSoak ? [300, 60] : [at === 0 ? 300 : 60];
  it.each(ttls)("a rename with adopt and the TTL %d right after an up keeps one record", async (ttl) => {
    const stack = await applied({ web: www(300) }, bound);
    const renamed = { renamed: www(ttl, { adopt: true }) };
    const { errors } = await stack.up(renamed);
    if (errors["renamed"] !== undefined) {
      expect(errors["renamed"]).toMatch(/shows? it (yet|only now).*[Rr]un `pulumi up` again/s);
      registrar.sandbox.setProfile("");
      expect((await stack.up(renamed)).errors).toEqual({});
    }
    expect([live(), [...stack.state.keys()]]).toEqual([[`www A 192.0.2.1 ttl ${ttl}`], ["renamed"]]);
    await expectDestroyed(stack);
  });

  it.each(ttls)("with adopt and the TTL %d, a record that was deleted a moment ago is made again", async (ttl) => {
    const stack = await applied({ web: www(300) }, bound);
    await stack.refresh();
    expect((await stack.destroy()).errors).toEqual({});
    expect((await stack.up({ web: www(ttl, { adopt: true }) })).errors).toEqual({});
    expect(live()).toEqual([`www A 192.0.2.1 ttl ${ttl}`]);
    expect(await stack.refresh()).toEqual(unchanged);
  });
});
