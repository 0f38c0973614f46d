// `npm run quickstart`: a Pulumi program against a registrar on this machine. Each chapter fails if its outcome isn't the expected one.
// `-- --keep` stops after the repair, and keeps the dashboard open until Ctrl-C.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const { chooseEngine, openStack, startSandbox } = await import("../dist/internal.js");
const isKept = process.argv.includes("--keep");
const domain = "example.com";
const interrupted = new AbortController();
const { signal } = interrupted;
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => interrupted.abort());

const say = (text) => process.stdout.write(`${text}\n`);
const expect = (isTrue, outcome) => {
  if (!isTrue) throw new Error(`expected that ${outcome}`);
};

const shown = new Set();
let isBlank = false;

/** Prints a line of the engine without markup. The error of the lock is shown once: the CLI repeats it below "Diagnostics". */
function show(written) {
  const line = written.replace(/<\{%.*?%\}>/g, "").trimEnd();
  const [refusal] = /\w+\.\w+ is locked, and .*\[ERR_\w+\]/.exec(line) ?? [];
  const isRepeated = shown.has(refusal) || (line === "" && isBlank);
  isBlank = line === "";
  if (refusal !== undefined) shown.add(refusal);
  else if (
    /^This is the small test engine|^\s*pulumi\S* \S+ .{60}|pulumi-registrar: (?:the message|see the error)/.test(line)
  )
    return;
  if (!isRepeated) say(`  ${refusal ?? line}`);
}

async function tell(stack, sandbox) {
  const counted = async (operation) => {
    const before = sandbox.log.count();
    const result = await operation;
    const calls = sandbox.log.count() - before;
    say(`  (${calls} ${calls === 1 ? "call" : "calls"} to the registrar)`);
    return { ...result, calls };
  };
  const rows = () => sandbox.records(domain).length + sandbox.forwards(domain).length;

  say("\n1. up: records of all nine types, two forwards, nameservers, a contact, a lock");
  const first = await counted(stack.up({ preview: false, signal }));
  expect(first.exitCode === 0, "the first up succeeds");
  expect(rows() === 12 && sandbox.domain(domain).locked, "the records and forwards exist, and the domain is locked");

  say("\n2. up again: nothing to do");
  const second = await counted(stack.up({ preview: false, expectNoChanges: true, signal }));
  expect(second.exitCode === 0 && second.calls === 0, "the second up changes nothing and makes no call");

  say("\n3. A person edits a record and unlocks the domain, in the dashboard");
  const apex = sandbox.records(domain).find(({ type }) => type === "A");
  sandbox.dashboard.editRecord(domain, apex.id, { content: "203.0.113.66" });
  sandbox.dashboard.unlock(domain);
  say(`  ${domain} A: 192.0.2.10 is now 203.0.113.66, and the domain is unlocked`);

  say("\n4. refresh: finds both changes, field by field");
  const refreshed = await counted(stack.refresh({ signal }));
  const drifted = refreshed.steps.filter(({ diff }) => diff?.length > 0).map(({ name }) => name);
  expect(drifted.sort().join() === "site-apex,site-lock", "refresh finds the record and the lock");

  say("\n5. up: repairs both");
  const repaired = await counted(stack.up({ preview: false, signal }));
  expect(repaired.summary.update === 2 && sandbox.domain(domain).locked, "two resources are updated");
  expect(
    sandbox.records(domain).find(({ id }) => id === apex.id)?.content === "192.0.2.10",
    "the record is as declared",
  );

  if (isKept) {
    say(`\nEverything exists. Look at the dashboard, and stop with Ctrl-C:\n  ${sandbox.dashboardUrl}`);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return;
  }

  say("\n6. destroy: fails at the lock, as expected, before a record of the live domain is deleted");
  const refused = await counted(stack.destroy({ signal }));
  expect(/only the registrar's dashboard/.test(refused.output), "the error names the dashboard");
  say("  This failure is expected: the API can't unlock a domain.");
  expect(rows() === 12, "every record still exists");

  say("\n7. A person unlocks the domain in the dashboard, and destroy succeeds");
  sandbox.dashboard.unlock(domain);
  const destroyed = await counted(stack.destroy({ signal }));
  expect(destroyed.exitCode === 0 && rows() === 0, "the records and forwards are deleted");
}

async function main() {
  const { engine, why } = await chooseEngine();
  say(`Engine:    ${engine === "pulumi" ? "the Pulumi CLI" : "the small engine of this repository"} (${why})`);
  if (engine !== "pulumi")
    say("           With the Pulumi CLI (https://www.pulumi.com/docs/install/), this runs on it.");
  const stateDir = mkdtempSync(join(tmpdir(), "registrar-quickstart-"));
  const sandbox = await startSandbox();
  say(`Program:   examples/quickstart/index.ts
Registrar: ${sandbox.url} (on this machine, in memory)
Dashboard: ${sandbox.dashboardUrl} (while this runs; -- --keep keeps it open)`);
  let stack;
  try {
    stack = await openStack({
      cwd: root,
      stack: "quickstart",
      stateDir,
      passphrase: "quickstart",
      // The program's addresses are those that RFC 5737 and RFC 3849 keep for documentation.
      config: {
        "registrar:baseUrl": sandbox.url,
        "registrar:ignoreChecks": "a-reserved,aaaa-reserved,ptr-reverse-zone",
      },
      env: { REGISTRAR_API_TOKEN: sandbox.token, REGISTRAR_BASE_URL: undefined, REGISTRAR_CONTRACT_FILE: undefined },
      onOutput: show,
    });
    await tell(stack, sandbox);
  } finally {
    await stack?.close();
    await sandbox.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
  say(`
Done: every outcome was as expected.

Next, a project of your own, in a folder next to this one:

  mkdir ../my-domains && cd ../my-domains
  node ../${basename(root)}/dist/cli.js init
  npm install
  npx pulumi-registrar try

docs/guides/get-started.md goes on from there: pulumi up, and a real account.`);
}

await main().catch((error) => {
  process.stderr.write(`\nThe quick start failed: ${error.message}\n`);
  process.exitCode = 1;
});
