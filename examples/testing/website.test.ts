import { openTestStack, type TestStack } from "pulumi-registrar/testing";

const domain = "example.com";
let site: TestStack;

beforeEach(async () => {
  // A registrar and a stack for this test alone; `cwd` is the folder with Pulumi.yaml.
  site = await openTestStack({ cwd: __dirname });
});

// Closes both and removes the state, also if one of them fails.
afterEach(() => site?.close());

it("publishes the web site, and has nothing to do the second time", async () => {
  const { stack, sandbox } = site;
  const first = await stack.up({ preview: false });
  expect(first).toMatchObject({ exitCode: 0, summary: { create: 6 }, outputs: { address: "192.0.2.10" } });
  expect(sandbox.records(domain)).toContainEqual(
    expect.objectContaining({ type: "CNAME", name: "www", content: domain, ttl: 300 }),
  );
  expect(sandbox.domain(domain).locked).toBe(true);

  sandbox.log.clear();
  expect(await stack.up({ expectNoChanges: true })).toMatchObject({ exitCode: 0 });
  expect(sandbox.log.count()).toBe(0);
});

it("finds an address that somebody edited by hand, and repairs it with one write", async () => {
  const { stack, sandbox } = site;
  await stack.up({ preview: false });
  const apex = sandbox.records(domain).find(({ type }) => type === "A");
  sandbox.dashboard.editRecord(domain, apex?.id ?? 0, { content: "203.0.113.66" });

  const { exitCode, steps } = await stack.refresh({ expectNoChanges: true });
  expect(exitCode).toBe(7);
  expect(steps.find(({ name }) => name === "apex")?.diff).toEqual([
    { path: "content", kind: "update", old: "192.0.2.10", new: "203.0.113.66" },
  ]);

  sandbox.log.clear();
  expect((await stack.up({ preview: false })).exitCode).toBe(0);
  expect(sandbox.log.entries({ writes: true }).map(({ operation }) => operation)).toEqual(["records.update"]);
  expect(sandbox.records(domain).find(({ type }) => type === "A")?.content).toBe("192.0.2.10");
});
