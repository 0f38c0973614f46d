import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../cli/drift/report.ts";
import type { Step } from "../../testing/engine/index.ts";
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { everyCase } from "../dns/types/index.ts";
import { casesIn } from "../support/cases.ts";
import { type DeclaredResource, withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";
import { byHand } from "./byHand.ts";
import { run } from "./run.ts";

/** An edit by hand, and the difference from the program that it makes. */
interface DriftCase {
  story: string;
  declared: DeclaredResource;
  /** Edits the account, outside of the program. */
  byHand: (sandbox: Sandbox) => void;
  expected: string;
  /** The properties that differ, as `path: declared -> live`. */
  changes: string[];
}

const domain = "example.com";
/** A value that must never be shown. */
const secretText = "token-5f0d9c81";
const personal = Object.values(person).flat();

/** A record of each type, edited by hand. */
const everyType: DriftCase[] = everyCase(({ drift: [args, part, change] }, type) => {
  const host = `c-${type.toLowerCase()}`;
  const name = args["name"] === undefined ? host : `${args["name"]}.${host}`;
  return [
    {
      story: `a record of type ${type} was edited`,
      declared: { class: "DnsRecord", args: { domain, type, ...args, name } },
      byHand: (sandbox) => byHand(sandbox, `edit ${type} ${name} ${JSON.stringify(part)}`),
      expected: "changed",
      changes: [change],
    },
  ];
});

const driftCases: readonly DriftCase[] = [
  ...everyType,
  ...casesIn("drift", "by hand").map(
    ([story = "", type = "", args = "", edits = "", expected = "", changes]): DriftCase => ({
      story,
      declared: {
        class: type,
        args: args === "PERSON" ? { ...person } : { domain, ...JSON.parse(args) },
        ...(story.endsWith("ignores") && { options: { ignoreChanges: ["ttl"] } }),
      },
      byHand: (sandbox) => {
        for (const edit of edits.split(" / ")) byHand(sandbox, edit);
      },
      expected,
      changes: changes?.split(" / ") ?? [],
    }),
  ),
];

const told = ({ path, declared, live }: { path: string; declared?: unknown; live?: unknown }) =>
  `${path}: ${[declared, live].map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" -> ")}`;

const outcome = (op: Step["op"] | undefined) => (op === "update" ? "changed" : op === "delete" ? "gone" : "same");

it("says of everything done by hand what `pulumi refresh --preview-only` says, and who is in no program", async () => {
  expect(driftCases.length).toBeGreaterThanOrEqual(15);
  await withProgram(async ({ sandbox, stack, folder, declare, calls, writes }) => {
    Object.assign(process.env, { REGISTRAR_BASE_URL: sandbox.url, REGISTRAR_API_TOKEN: sandbox.token });
    declare(Object.fromEntries(driftCases.map(({ declared }, i) => [`case-${i}`, declared])));
    const made = await stack.up({ preview: false });
    expect([made.exitCode, made.diagnostics.filter(({ severity }) => severity === "error")]).toEqual([0, []]);
    for (const { byHand } of driftCases) byHand(sandbox);
    const refreshed = await stack.refresh({ previewOnly: true, expectNoChanges: true });
    expect(refreshed.exitCode).toBe(7);
    const file = join(folder, "state.json");
    expect(JSON.stringify(await stack.exportState())).not.toContain(secretText);
    writeFileSync(file, JSON.stringify(await stack.exportState({ showSecrets: true })));
    calls();

    const asJson = await run("drift", "--export", file, "--json");
    expect(asJson.code).toBe(7);
    // Each list once, but twice if it is empty, has several pages or may have; one question for a lock and for nameservers.
    const lists = "forwards.list forwards.list lock.get records.list records.list";
    expect(calls().sort()).toEqual(`contacts.list domains.get ${lists}`.split(" ").map((name) => `GET ${name}`));
    const report: Report = JSON.parse(asJson.out);
    expect(report.errors).toEqual([]);
    expect(report.drift.map(({ type }) => type)).toEqual(report.drift.map(({ type }) => type).sort());
    const drifted = new Map(report.drift.map((drift) => [drift.name, drift]));
    const steps = new Map(refreshed.steps.map(({ name, op }) => [name, op]));
    const found = driftCases.map(({ story }, i) => {
      const { kind = "same", changes = [] } = drifted.get(`case-${i}`) ?? {};
      return { story, kind, byEngine: outcome(steps.get(`case-${i}`)), changes: changes.map(told) };
    });
    expect(found).toEqual(
      driftCases.map(({ story, expected, changes }) => ({ story, kind: expected, byEngine: expected, changes })),
    );
    expect(report.unmanaged.map(({ kind, name, type, content }) => `${kind} ${name} ${type} ${content}`)).toEqual([
      'record g-txt TXT "theirs"',
      "forward extra temporary https://extra.example/",
    ]);

    for (const format of [["--json"], ...["table", "markdown", "github"].map((name) => ["--format", name])]) {
      const { out, code } = await run("drift", "--export", file, ...format);
      expect([code, out]).toEqual([7, expect.stringContaining("g-txt")]);
      const hidden = [secretText, "someone else's", "Cambridge", ...personal];
      expect(hidden.filter((text) => out.includes(text))).toEqual([]);
    }
    expect(writes()).toEqual([]);
  });
});
