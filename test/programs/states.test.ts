/**
 * States of releases, with every resource of both fronts, which later versions must keep: preview, refresh and `up` find no change.
 * `KEEP_STATES=1 PATH=<folder of the Pulumi CLI>:$PATH npx jest test/programs/states` records those of this version.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import type { Deployment } from "../../testing/engine/types.ts";
import { newFolder } from "../support/folder.ts";
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";

/** The program of a release, and what it left: the sandbox's state file and an export of the stack, with secrets in plain text. */
interface Kept {
  madeAt: string;
  program: DeclaredProgram;
  sandbox: { clockOffset: number };
  state: Deployment;
}

const folder = join(__dirname, "..", "fixtures", "states");
const fronts = { classes: undefined, plugin: "pulumi-registrar/plugin" } as const;
type Front = keyof typeof fronts;
const [domain, other] = ["example.com", "example.org"];

const program: DeclaredProgram = {
  record: { class: "DnsRecord", args: { domain, type: "TXT", name: "_key", content: { secret: "k3y=very;secret" } } },
  set: {
    class: "DnsRecordSet",
    args: { domain, name: "www", type: "A", ttl: 300, values: ["203.0.113.1", "203.0.113.2"] },
  },
  zone: { class: "DnsZone", args: { domain, records: { "zoned A": ["203.0.113.7"] } } },
  all: {
    class: "DnsZone",
    args: { domain: other, mode: "authoritative", records: { "@ MX": ["10 mx.example.net"] } },
  },
  forward: {
    class: "UrlForward",
    args: { domain, source: "go", destination: "https://example.net/", type: "permanent" },
  },
  lock: { class: "DomainLock", args: { domain: other } },
  ns: { class: "Nameservers", args: { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] } },
  settings: { class: "DomainSettings", args: { domain, autoRenew: false } },
  dnssec: { class: "Dnssec", args: { domain, enabled: true } },
  bought: { class: "DomainRegistration", args: { domain: "bought.com", maxPrice: 50 } },
  transfer: { class: "DomainTransfer", args: { domain: other } },
  owner: { class: "Contact", args: person },
  people: { class: "DomainContacts", args: { domain, admin: { output: ["owner", "handle"] } } },
};

const stack = { config: { "registrar:skipChecks": "a-reserved" } };

async function keep(front: Front): Promise<void> {
  const stateFile = join(newFolder(), "sandbox.json");
  let state: Deployment | undefined;
  await withProgram(
    async (run) => {
      run.declare(program, fronts[front]);
      const up = await run.stack.up();
      expect([up.exitCode, up.exitCode === 0 ? "" : up.output]).toEqual([0, ""]);
      state = await run.stack.exportState({ showSecrets: true });
    },
    { sandbox: { stateFile, token: "token-of-a-kept-sandbox" }, stack },
  );
  const kept = {
    madeAt: new Date().toISOString(),
    program,
    sandbox: JSON.parse(readFileSync(stateFile, "utf8")),
    state,
  };
  mkdirSync(join(folder, version), { recursive: true });
  writeFileSync(join(folder, version, `${front}.json`), `${JSON.stringify(kept)}\n`);
}

if (process.env["KEEP_STATES"])
  for (const front of ["classes", "plugin"] as const)
    needing("pulumi").it(`keeps the state of ${version}, made with the ${front}`, () => keep(front));

for (const release of readdirSync(folder))
  for (const front of ["classes", "plugin"] as const) {
    const test = front === "plugin" ? needing("pulumi").it : it;
    test(`the state of ${release}, made with the ${front}, shows no change`, async () => {
      const kept: Kept = JSON.parse(readFileSync(join(folder, release, `${front}.json`), "utf8"));
      const stateFile = join(newFolder(), "sandbox.json");
      // The sandbox's time goes on from the moment of the state: no lock or registration expires in between.
      const clockOffset = Date.parse(kept.madeAt) - Date.now();
      writeFileSync(stateFile, JSON.stringify({ ...kept.sandbox, clockOffset }), { mode: 0o600 });
      await withProgram(
        async (run) => {
          run.declare(kept.program, fronts[front]);
          await run.stack.importState(kept.state);
          const count = Object.keys(kept.program).length + 1;
          for (const operation of ["preview", "refresh", "up"] as const) {
            const { exitCode, output, summary } = await run.stack[operation]({ expectNoChanges: true });
            expect([operation, exitCode, exitCode === 0 ? "" : output]).toEqual([operation, 0, ""]);
            expect(summary["same"]).toBe(count);
          }
          expect(run.writes()).toEqual([]);
        },
        { sandbox: { stateFile }, stack },
      );
    });
  }
