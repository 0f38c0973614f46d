/** A whole stack as `pulumi stack export` of 0.1.0 wrote it: imported, everything is as before, and can go. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deployment } from "../../testing/engine/index.ts";
import { type DeclaredProgram, withProgram } from "../support/programs.ts";

interface Fixture {
  program: DeclaredProgram;
  state: Deployment;
  sandbox: { clockOffset: number };
}

it("a stack that 0.1.0 wrote is previewed, refreshed, applied and destroyed", async () => {
  const file = join(__dirname, "..", "fixtures", "states", "whole-stack.json");
  const { program, state, sandbox: held }: Fixture = JSON.parse(readFileSync(file, "utf8"));
  const { time } = state.deployment["manifest"] as { time: string };
  const folder = mkdtempSync(join(tmpdir(), "registrar-states-"));
  const content = join(folder, "sandbox.json");
  // The sandbox's time goes on from when the state was written: the transfer is still on its way.
  writeFileSync(content, JSON.stringify({ ...held, clockOffset: Date.parse(time) - Date.now() }));
  try {
    await withProgram(
      async ({ stack, sandbox, declare, writes }) => {
        declare(program);
        await stack.importState(state);
        for (const run of ["preview", "refresh", "up"] as const) {
          const { exitCode, output } = await stack[run]({ expectNoChanges: true });
          expect([run, exitCode, exitCode === 0 ? "" : output]).toEqual([run, 0, ""]);
        }
        expect(writes()).toEqual([]);
        sandbox.dashboard.unlock("example.com");
        expect((await stack.destroy()).exitCode).toBe(0);
        expect((await stack.exportState()).deployment["resources"] ?? []).toEqual([]);
        const domains = ["example.com", "zone.example", "all.example"];
        expect(domains.flatMap((domain) => [...sandbox.records(domain), ...sandbox.forwards(domain)])).toEqual([]);
        expect(sandbox.domain("example.org").nameservers).toEqual(["ns1.atom.com", "ns2.atom.com"]);
      },
      { sandbox: { state: content } },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
