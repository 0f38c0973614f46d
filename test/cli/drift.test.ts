import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../cli/drift/report.ts";
import type { Step } from "../../testing/engine/index.ts";
import { type DeclaredProgram, type Run, withProgram } from "../support/programs.ts";
import { driftCases, personal, secretText } from "./driftCases.ts";
import { runDrift } from "./runDrift.ts";

const passphrase = "correct horse battery staple";

/** Runs a story with the environment that a person would have who looks for drift in a state file. */
async function withEnvironment(env: Record<string, string>, story: () => Promise<void>): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    await story();
  } finally {
    for (const key of Object.keys(env)) delete process.env[key];
    Object.assign(process.env, before);
  }
}

const told = ({ declared, live }: { declared?: unknown; live?: unknown }) =>
  [declared, live].map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" -> ");

const outcome = (op: Step["op"] | undefined) => (op === "update" ? "changed" : op === "delete" ? "gone" : "same");

/** Everything that was done by hand, as the engine's refresh and as the command tell it. */
async function compareBoth({ sandbox, stack, folder, declare, calls, writes }: Run): Promise<void> {
  const program: DeclaredProgram = Object.fromEntries(driftCases.map(({ declared }, i) => [`case-${i}`, declared]));
  declare(program);
  const made = await stack.up({ preview: false });
  expect([made.exitCode, made.diagnostics.filter(({ severity }) => severity === "error")]).toEqual([0, []]);
  for (const { byHand } of driftCases) byHand(sandbox);
  const refreshed = await stack.refresh({ previewOnly: true, expectNoChanges: true });
  expect(refreshed.exitCode).toBe(7);
  const file = join(folder, "state.json");
  expect(JSON.stringify(await stack.exportState())).not.toContain(secretText);
  writeFileSync(file, JSON.stringify(await stack.exportState({ showSecrets: true })));
  calls();

  const asJson = await runDrift(["--export", file, "--json"]);
  expect(asJson.code).toBe(7);
  const asked = calls();
  expect(asked.filter((call) => !call.startsWith("GET"))).toEqual([]);
  // Each list once, one of several pages or an empty one twice; one question for a lock and for nameservers.
  expect(asked.sort()).toEqual([
    "GET contacts.list",
    "GET domains.get",
    ...Array.from({ length: 2 }, () => "GET forwards.list"),
    "GET lock.get",
    ...Array.from({ length: 2 }, () => "GET records.list"),
  ]);
  const report: Report = JSON.parse(asJson.stdout);
  expect(report.errors).toEqual([]);

  const byStory = (of: (name: string) => unknown) =>
    Object.fromEntries(driftCases.map(({ story }, i) => [story, of(`case-${i}`)]));
  expect(report.drift.map(({ type }) => type)).toEqual(report.drift.map(({ type }) => type).sort());
  const drifted = new Map(report.drift.map((drift) => [drift.name, drift]));
  const steps = new Map(refreshed.steps.map(({ name, op }) => [name, op]));
  const saidByDrift = byStory((name) => drifted.get(name)?.kind ?? "same");
  expect(saidByDrift).toEqual(byStory((name) => outcome(steps.get(name))));
  expect(saidByDrift).toEqual(Object.fromEntries(driftCases.map(({ story, expected }) => [story, expected])));
  expect(byStory((name) => drifted.get(name)?.changes.map((change) => `${change.path}: ${told(change)}`))).toEqual(
    Object.fromEntries(
      driftCases.map(({ story, expected, changes }) => [
        story,
        expected === "same" ? undefined : expected === "gone" ? [] : changes,
      ]),
    ),
  );

  expect(report.unmanaged.map(({ id: _, ...rest }) => rest)).toEqual([
    { kind: "record", domain: "example.com", name: "g-moved", type: "A", content: "192.0.2.7" },
    { kind: "record", domain: "example.com", name: "g-txt", type: "TXT", content: '"theirs"' },
    {
      kind: "forward",
      domain: "example.com",
      name: "extra",
      type: "temporary",
      content: "https://extra.example/",
    },
  ]);

  for (const format of ["table", "json", "markdown", "github"]) {
    const { stdout, code } = await runDrift([
      "--export",
      file,
      ...(format === "json" ? ["--json"] : ["--format", format]),
    ]);
    expect(code).toBe(7);
    expect(stdout).toContain("g-txt");
    expect([secretText, "someone else's", "Cambridge", ...personal].filter((text) => stdout.includes(text))).toEqual(
      [],
    );
  }
  expect(writes()).toEqual([]);
}

it("says of everything done by hand what `pulumi refresh --preview-only` says, and who is in no program", async () => {
  expect(driftCases.length).toBeGreaterThanOrEqual(15);
  await withProgram(async (run) => {
    const { url, token } = run.sandbox;
    await withEnvironment(
      { REGISTRAR_BASE_URL: url, REGISTRAR_API_TOKEN: token, PULUMI_CONFIG_PASSPHRASE: passphrase },
      () => compareBoth(run),
    );
  });
});
