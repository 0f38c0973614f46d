/** Sets of one program on the engine at hand: what its classes tell the provider of each other, and what comes of it. */
import { type DeclaredProgram, type Run, withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";

const domain = "example.com";
const address = (name: string, last: number, options = {}) => ({
  class: "DnsRecord",
  args: { domain, type: "A", name, content: `192.0.2.${last}`, ttl: 300 },
  options,
});
const addresses = (lasts: readonly number[]): DeclaredProgram =>
  Object.fromEntries(lasts.map((last, index) => [`www-${index}`, address("www", last)]));
const text = (content: unknown) => ({ class: "DnsRecord", args: { domain, type: "TXT", name: "@", content } });
const texts = (contents: readonly unknown[]): DeclaredProgram =>
  Object.fromEntries(contents.map((content, index) => [`txt-${index}`, text(content)]));
/** Each depends on the one before, so that none begins before that one is done. */
const chained = (lasts: readonly number[]): DeclaredProgram =>
  Object.fromEntries(
    lasts.map((last, index) => [
      `www-${index}`,
      address("www", last, index === 0 ? {} : { dependsOn: [`www-${index - 1}`] }),
    ]),
  );
const contents = ({ sandbox }: Run) =>
  sandbox
    .records(domain)
    .map(({ type, content }) => `${type} ${content}`)
    .sort();

async function becomes(run: Run, program: DeclaredProgram, writes: readonly string[], preview = true): Promise<void> {
  run.declare(program);
  run.calls();
  const { exitCode, output } = await run.stack.up({ preview });
  expect({ exitCode, output: exitCode === 0 ? "" : output }).toEqual({ exitCode: 0, output: "" });
  expect(run.writes().sort()).toEqual([...writes].sort());
}

it("a set is renumbered, swapped, reversed and shortened, beside what turns into a CNAME and a forward under another name, with the fewest writes, and nothing shows of it", async () => {
  await withProgram(async (run) => {
    const alias = (name: string) => ({
      class: "DnsRecord",
      args: { domain, type: "CNAME", name, content: "b.example" },
    });
    const forward = (at: number) => {
      return { class: "UrlForward", args: { domain, source: "go", destination: `https://example.net/${at}` } };
    };
    const first = { ...addresses([1, 2, 3, 4]), turned: address("a", 5), old: address("b", 6), one: forward(1) };
    const rest = { turned: alias("a"), new: alias("b"), two: forward(1) };
    await becomes(run, first, [...Array(6).fill("POST records.create"), "POST forwards.create"], false);
    const turning = ["DELETE records.delete", "POST records.create"];
    await becomes(run, { ...addresses([4, 3, 2]), ...rest }, ["DELETE records.delete", ...turning, ...turning]);
    const last = { web: address("a", 5), new: alias("b"), three: forward(2) };
    await becomes(run, { ...chained([1, 4, 3, 2]), ...last }, [
      "POST records.create",
      ...turning,
      "PUT forwards.update",
    ]);
    await becomes(run, chained([3, 2]), [...Array(4).fill("DELETE records.delete"), "DELETE forwards.delete"], false);
    expect(contents(run)).toEqual(["A 192.0.2.2", "A 192.0.2.3"]);
    expect((await run.stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(run.writes()).toEqual([]);
    const { deployment } = await run.stack.exportState();
    const values = JSON.stringify(deployment, (key, value) => (key === "propertyDependencies" ? undefined : value));
    expect(values).not.toContain("__peers");
  });
});

it("a set of secrets, with an output of another resource among them, is swapped as any other", async () => {
  await withProgram(async (run) => {
    const [one, other] = ["site=t0p-z3cret", "shop=t0p-z3cret"].map((secret) => ({ secret }));
    const set = (contents: readonly unknown[]): DeclaredProgram => ({
      owner: { class: "Contact", args: person },
      ...texts(contents),
    });
    const handle = { output: ["owner", "id"] };
    // The handle is known to nobody yet.
    await becomes(run, set([one, other, handle]), ["POST contacts.create", ...Array(3).fill("POST records.create")]);
    await becomes(run, set([other, one, handle]), []);
    const [owner] = run.sandbox.contacts().slice(-1);
    expect(contents(run)).toEqual([`TXT ${owner?.handle}`, "TXT shop=t0p-z3cret", "TXT site=t0p-z3cret"]);
    expect(JSON.stringify(await run.stack.exportState())).not.toContain("t0p-z3cret");
  });
});

it("a record moves into a component without an alias, and children of one name in two components trade places, without a write", async () => {
  await withProgram(async (run) => {
    const site = { class: "Component", args: {} };
    const one = (last: number) => ({ one: site, one$www: address("www", last, { parent: "one" }) });
    const two = (last: number) => ({
      two: site,
      two$www: address("www", last, { parent: "two", dependsOn: ["one$www"] }),
    });
    await becomes(run, { www: address("www", 1) }, ["POST records.create"], false);
    await becomes(run, { ...one(1), ...two(2) }, ["POST records.create"]);
    await becomes(run, { ...one(2), ...two(1) }, []);
    expect(contents(run)).toEqual(["A 192.0.2.1", "A 192.0.2.2"]);
    expect((await run.stack.up({ expectNoChanges: true })).exitCode).toBe(0);
  });
});
